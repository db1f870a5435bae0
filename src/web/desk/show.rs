//! What the desk's templates show.

use crate::game::{Arena, Side};
use crate::render::View;
use crate::render::view::{OptionView, ReasonView, RequestView};
use crate::rules::document;
use crate::rules::situation::{Case, Play, Situation};
use crate::rules::trace::{Board, Request, RequestKind, Ruling};
use crate::web::desk::act::choices;
use crate::web::engine;
use crate::web::view::t;

/// At most so many outcomes are worked out beside the options of one question.
const OUTCOMES: usize = 24;

/// One option of the open question.
#[derive(Clone, Debug)]
pub struct Opt {
    /// Its place among the options.
    pub index: usize,
    /// Whose play it is; none for a choice that is no play of a side.
    pub side: Option<Side>,
    /// What it says.
    pub label: String,
    /// What comes of it, where that is not what comes anyway.
    pub outcome: String,
    /// All reasons against it.
    pub reasons: Vec<ReasonView>,
    /// Whether it can be recorded as refused.
    pub recordable: bool,
}

/// The open question.
#[derive(Clone, Debug)]
pub struct Question {
    /// Who is asked.
    pub side: Side,
    /// In which window.
    pub window: &'static str,
    /// The question.
    pub asks: String,
    /// Whether it is a chance to play or pass.
    pub chance: bool,
    /// How many dice it waits for; none if it waits for no dice.
    pub dice: Option<usize>,
    /// Options that may be taken.
    pub legal: Vec<Opt>,
    /// Options that may not.
    pub illegal: Vec<Opt>,
}

impl Question {
    /// Whether nobody can do anything but pass.
    #[must_use]
    pub fn quiet(&self) -> bool {
        self.chance && self.legal.len() <= 1
    }
}

/// The question as the desk shows it.
#[must_use]
pub fn question(
    situation: &Situation,
    ruling: &Ruling,
    view: &View,
    anyway: &str,
) -> Option<Question> {
    let request = ruling.request.as_ref()?;
    let shown = view.request.as_ref();
    let (mut legal, mut illegal) = (Vec::new(), Vec::new());
    for (index, choice) in choices(request).into_iter().enumerate() {
        let outcome = match (&choice.outcome, &choice.play) {
            (Some(outcome), _) => outcome.clone(),
            (None, Some(play)) if choice.legal && index < OUTCOMES => engine::with(situation, play),
            _ => String::new(),
        };
        let outcome = if outcome == anyway {
            String::new()
        } else {
            t(outcome)
        };
        let reasons = shown.and_then(|r| reasons(r, index)).unwrap_or_default();
        let opt = Opt {
            index,
            side: choice
                .play
                .as_ref()
                .and_then(|play| side_of(play, &ruling.after)),
            label: t(&choice.label),
            outcome,
            reasons,
            recordable: choice.play.is_some(),
        };
        if choice.legal {
            legal.push(opt)
        } else {
            illegal.push(opt)
        }
    }
    // What only one reason forbids is what people ask about first.
    illegal.sort_by_key(|o| o.reasons.len());
    Some(Question {
        side: request.side,
        chance: request.kind == RequestKind::Pop,
        window: request.window.name(),
        asks: t(&request.asks),
        dice: dice(request),
        legal,
        illegal,
    })
}

/// Whose play it is.
fn side_of(play: &Play, board: &Board) -> Option<Side> {
    match play {
        Play::Pass(side) => Some(*side),
        Play::Card { by, .. } => Some(*by),
        Play::Use(used) => used
            .unit
            .as_ref()
            .and_then(|id| board.units.get(id))
            .map(|u| u.side),
        _ => None,
    }
}

fn reasons(request: &RequestView, index: usize) -> Option<Vec<ReasonView>> {
    request
        .options
        .iter()
        .find(|o: &&OptionView| o.index == index)
        .map(|o| o.reasons.clone())
}

fn dice(request: &Request) -> Option<usize> {
    (request.kind == RequestKind::Roll).then(|| request.dice.unwrap_or(1))
}

/// One die as six buttons.
#[derive(Clone, Debug)]
pub struct Pick {
    /// Its number, from 1.
    pub die: usize,
    /// The face that is set; 0 if none is.
    pub face: u8,
}

/// A roll that can be changed.
#[derive(Clone, Debug)]
pub struct RollForm {
    /// Its place in the plays.
    pub at: usize,
    /// Its faces as text.
    pub typed: String,
    /// Its dice.
    pub dice: Vec<Pick>,
    /// What tells its fields from those of other rolls.
    pub name: String,
}

/// The rolls among the plays.
#[must_use]
pub fn rolls(situation: &Situation) -> Vec<RollForm> {
    let form = |(at, play): (usize, &Play)| match play {
        Play::Roll { faces, .. } => Some(RollForm {
            at,
            typed: faces
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            dice: (1..)
                .zip(faces)
                .map(|(die, face)| Pick { die, face: *face })
                .collect(),
            name: format!("r{at}"),
        }),
        _ => None,
    };
    situation
        .plays
        .iter()
        .enumerate()
        .filter_map(form)
        .collect()
}

/// The dice that a question waits for.
#[must_use]
pub fn picks(count: usize) -> Vec<Pick> {
    (1..=count).map(|die| Pick { die, face: 0 }).collect()
}

/// A play so far, as a document writes it.
#[derive(Clone, Debug)]
pub struct PlayView {
    /// How many plays come before it.
    pub at: usize,
    /// The verb.
    pub verb: String,
    /// The rest.
    pub what: String,
}

/// The plays so far.
#[must_use]
pub fn plays(situation: &Situation) -> Vec<PlayView> {
    let view = |(at, play)| {
        let (verb, what) = document::play_words(play);
        PlayView {
            at,
            verb: verb.replace('_', " "),
            what: t(&what),
        }
    };
    situation.plays.iter().enumerate().map(view).collect()
}

/// A unit on the board as it stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its handle.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `0 of 6, power 6, tapped`.
    pub state: String,
}

/// A side as it stands.
#[derive(Clone, Debug)]
pub struct SideNow {
    /// Whose.
    pub side: Side,
    /// Its Force.
    pub force: i32,
    /// Its units.
    pub units: Vec<Standing>,
}

/// The board as it stands, Dark Side first, units in the order of the document.
#[must_use]
pub fn now(situation: &Situation, board: &Board) -> [SideNow; 2] {
    let mut handles: Vec<_> = situation.units.iter().map(|u| &u.id).collect();
    handles.extend(
        board
            .units
            .keys()
            .filter(|id| !situation.units.iter().any(|u| u.id == **id)),
    );
    Side::BOTH.map(|side| {
        let units = handles
            .iter()
            .filter_map(|id| board.units.get(*id).map(|u| (id, u)));
        let units = units.filter(|(_, u)| u.side == side).map(|(id, u)| {
            let mut words = vec![format!("{} of {}", u.damage, u.health)];
            words.push(format!("power {}", u.power));
            if u.tapped {
                words.push("tapped".to_owned());
            }
            if u.zone.arena().is_none() {
                words.push(u.zone.name().to_owned());
            }
            Standing {
                id: id.to_string(),
                name: u.name.clone(),
                state: t(words.join(", ")),
            }
        });
        let units = units.collect();
        let pool = match side {
            Side::Dark => &board.dark,
            Side::Light => &board.light,
        };
        SideNow {
            side,
            force: pool.force,
            units,
        }
    })
}

/// The units of an arena in the order in which they act.
#[derive(Clone, Debug)]
pub struct ArenaOrder {
    /// The arena.
    pub arena: Arena,
    /// Its untapped units, fastest first: side, name, speed, whether it ties with the one before.
    pub units: Vec<(Side, String, i32, bool)>,
}

/// The speed order of every arena that has an untapped unit (3.1.3.3).
#[must_use]
pub fn order(board: &Board) -> Vec<ArenaOrder> {
    let arena = |arena: Arena| {
        let mut units: Vec<_> = board
            .units
            .values()
            .filter(|u| u.zone.arena() == Some(arena) && !u.tapped)
            .map(|u| (u.side, u.name.clone(), u.speed, false))
            .collect();
        units.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.cmp(&b.0)));
        let mut last = None;
        for unit in &mut units {
            unit.3 = last == Some(unit.2);
            last = Some(unit.2);
        }
        ArenaOrder { arena, units }
    };
    Arena::ALL
        .into_iter()
        .map(arena)
        .filter(|a| a.units.len() > 1)
        .collect()
}

/// The situation as text, short: what the catalogue prints is left out.
#[must_use]
pub fn text(case: &Case, cards: &crate::catalogue::CardIndex) -> String {
    document::to_toml(case, Some(cards))
}
