//! What the desk's templates show.

use crate::game::{Arena, Side};
use crate::rules::situation::{Case, Play, Situation};
use crate::rules::trace::Board;
use crate::rules::{self, Holds, document};
use crate::web::view::t;

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
            typed: super::plays::typed(faces),
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

/// The plays so far; two passes in a row stand as one.
#[must_use]
pub fn plays_so_far(situation: &Situation) -> Vec<PlayView> {
    let mut views: Vec<PlayView> = Vec::new();
    let mut passed = None;
    for (at, play) in situation.plays.iter().enumerate() {
        let (verb, what) = document::play_words(play);
        let other = match play {
            Play::Pass(side) => passed.replace(*side) == Some(side.opponent()),
            _ => {
                passed = None;
                false
            }
        };
        match views.last_mut().filter(|_| other) {
            Some(both) => {
                "both players".clone_into(&mut both.what);
                passed = None;
            }
            None => views.push(PlayView {
                at,
                verb: verb.replace('_', " "),
                what: t(&what),
            }),
        }
    }
    views
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
    /// Its part in the attack and damage pending on it; often empty.
    pub part: String,
    /// Cards on it: what they are, their names.
    pub on: Vec<(&'static str, String)>,
    /// What effects give it.
    pub gained: Vec<String>,
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
    let holds = rules::holds(situation);
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
            let held = holds.get(id).cloned().unwrap_or_default();
            Standing {
                id: id.to_string(),
                name: u.name.clone(),
                state: t(words.join(", ")),
                part: part(&held),
                on: on(&held),
                gained: held.gained.into_iter().map(t).collect(),
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

/// `defends, 3 pending`.
fn part(held: &Holds) -> String {
    let pending = format!("{} pending", held.pending);
    let words = [
        (held.attacks, "attacks"),
        (held.defends, "defends"),
        (held.pending > 0, pending.as_str()),
    ];
    let words = words
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, word)| word);
    t(words.collect::<Vec<_>>().join(", "))
}

/// The cards on a unit.
fn on(held: &Holds) -> Vec<(&'static str, String)> {
    let all = [
        ("Equipment", &held.attached),
        ("Pilot", &held.pilots),
        ("Under it", &held.under),
    ];
    let some = all.into_iter().filter(|(_, names)| !names.is_empty());
    some.map(|(what, names)| (what, names.join(", "))).collect()
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
