//! Best play in words: which dice to reroll, and what that is worth.

use serde::{Deserialize, Serialize};

use crate::game::Side;
use crate::rules::run::{Options, Outcome, Run, Stop};
use crate::rules::situation::{Handle, Play, Situation};
use crate::rules::trace::RequestKind;
use crate::rules::window::WindowId;

use super::count::{class_of, layout, players};
use super::dice::{Counts, Faces, KINDS};
use super::outcome::Engine;
use super::reading::{Reading, is_reroll, read};
use super::rerolls::{Chance, Game, Move, Player, Tally};
use super::{Effort, OddsError, Policy};

/// What a player with Lucky does best with the dice on the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The player.
    pub side: Side,
    /// The unit with Lucky.
    pub unit: Handle,
    /// The faces to reroll, smallest first; empty: pass.
    pub reroll: Vec<u8>,
    /// Expected damage on the defender if it is done, and best play follows.
    pub expected: f64,
    /// Expected damage on the defender if the player passes instead.
    pub passing: f64,
    /// All of it in one sentence.
    pub text: String,
}

/// Where the reroll chance stands.
struct Standing {
    /// The dice now.
    dice: Vec<u8>,
    /// What the first roll was: initial, additional.
    first: (Vec<u8>, Vec<u8>),
    /// Who has Lucky left, the Dark Side first.
    left: [bool; 2],
    /// Who speaks.
    turn: Side,
}

/// Best play with Lucky for the roll that a situation gives: where its plays end in the reroll
/// chance, for the dice as they are then; else for the dice as they fell.
///
/// # Errors
/// If there is no such roll, or its odds are not counted.
pub fn advice(situation: &Situation, effort: Effort) -> Result<Vec<Advice>, OddsError> {
    let reading = read(situation)?;
    super::check(&reading)?;
    of_reading(&reading, effort)
}

/// The same for an attack that was read.
pub(super) fn of_reading(reading: &Reading, effort: Effort) -> Result<Vec<Advice>, OddsError> {
    let Some(standing) = standing(reading) else {
        return Ok(Vec::new());
    };
    let mut left = players(reading, Policy::Best);
    for (player, has) in left.iter_mut().zip(standing.left) {
        if !has {
            *player = None;
        }
    }
    if left.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let layout = layout(reading, &left);
    let chance = Chance {
        dice: standing.dice.len(),
        players: left,
        exactly: reading.exactly,
    };
    if chance.work(&layout) > effort.states {
        return Err(OddsError::TooMuchWork);
    }
    let extra = !standing.first.1.is_empty();
    let shown = shown(reading, &standing.first);
    let mut engine = Engine::new(reading, Policy::Best, effort);
    let mut worth = |roll: &Counts| engine.worth(class_of(&layout, extra, shown, roll));
    let mut game = Game::new(&layout, chance, Policy::Best, &mut worth);
    let roll = layout.add(&[0; KINDS], &reading.faces.count(&standing.dice));
    let mut advice = Vec::new();
    let mut tell = |who: usize, (expected, act): (f64, Move), passing: f64| {
        let told = Told {
            who,
            expected,
            passing,
            act,
            waits: advice.len() == 1,
        };
        advice.push(told.advice(reading, &standing.dice));
    };
    match (left, standing.turn) {
        ([Some(_), Some(_)], Side::Dark) => {
            let (waits, reply) = game.reply(&roll)?;
            tell(0, game.begin(&roll)?, waits);
            let kept = game.worth(&roll)?;
            tell(1, (waits, reply), kept);
        }
        ([Some(_), Some(_)], Side::Light) => {
            let kept = game.worth(&roll)?;
            tell(1, game.reply(&roll)?, kept);
        }
        ([dark, _], _) => {
            let who = usize::from(dark.is_none());
            let kept = game.worth(&roll)?;
            tell(who, game.finish(who, &roll)?, kept);
        }
    }
    Ok(advice)
}

/// One player's best play.
struct Told {
    who: usize,
    expected: f64,
    passing: f64,
    act: Move,
    /// It speaks of the time when the other player has passed.
    waits: bool,
}

impl Told {
    fn advice(self, reading: &Reading, dice: &[u8]) -> Advice {
        let unit = reading.reroller(self.who);
        let player = reading.rerollers.get(self.who).copied().flatten();
        let by = player.map_or_else(String::new, |p| p.label());
        let reroll = self
            .act
            .map_or_else(Vec::new, |act| chosen(&reading.faces, &act, dice));
        let side = if self.who == 0 {
            Side::Dark
        } else {
            Side::Light
        };
        let (name, defender) = (reading.name(unit), reading.name(reading.defender));
        let what = if reroll.is_empty() {
            "keep the dice as they are".to_owned()
        } else {
            format!("reroll {}", named(&reroll, dice))
        };
        let when = if self.waits {
            format!(" (if the {} passes)", side.opponent().name())
        } else {
            String::new()
        };
        let worth = if reroll.is_empty() {
            format!("expected damage to {defender} {:.2}", self.expected)
        } else {
            format!(
                "expected damage to {defender} {:.2} instead of {:.2}",
                self.expected, self.passing
            )
        };
        Advice {
            side,
            unit: reading.handle(unit).clone(),
            text: format!("{name}, {by}{when}: {what}; {worth}."),
            reroll,
            expected: self.expected,
            passing: self.passing,
        }
    }
}

/// The dice as they stand: at an open reroll chance, else as they fell.
fn standing(reading: &Reading) -> Option<Standing> {
    let first = reading.given()?;
    let fallen = || Standing {
        dice: first.0.iter().chain(&first.1).copied().collect(),
        first: first.clone(),
        left: [0, 1].map(|who| reading.rerollers.get(who).copied().flatten().is_some()),
        turn: Side::Dark,
    };
    let mut situation = reading.base.clone();
    situation.plays.extend(reading.after.iter().cloned());
    let options = Options {
        stepwise: true,
        ..Options::default()
    };
    let Outcome { run, stop } = Run::new(&situation, reading.table.clone(), options).finish();
    let Some(Stop::Ask(request)) = stop else {
        return Some(fallen());
    };
    let attack = run.table.attack().filter(|a| a.number == reading.number);
    let open = request.kind == RequestKind::Pop && request.window == WindowId::Reroll;
    let Some(attack) = attack.filter(|_| open) else {
        return Some(fallen());
    };
    let may = |who: usize| {
        let player: Option<Player> = reading.rerollers.get(who).copied().flatten();
        let id = reading.handle(reading.reroller(who));
        let fits = |play: &Option<Play>| {
            matches!(play, Some(Play::Use(u)) if u.unit.as_ref() == Some(id)
                && is_reroll(&u.ability))
        };
        player.is_some() && request.options.iter().any(|o| o.legal && fits(&o.play))
    };
    Some(Standing {
        dice: attack.dice.clone(),
        left: [may(0), may(1)],
        turn: request.side,
        first,
    })
}

/// The faces of the first roll that something looks for, a bit for each.
fn shown(reading: &Reading, first: &(Vec<u8>, Vec<u8>)) -> u8 {
    let more = if reading.initial_only {
        &[][..]
    } else {
        first.1.as_slice()
    };
    let looked_for = |f: &u8| reading.faces.first.get(usize::from(*f) - 1) == Some(&true);
    let there = first.0.iter().chain(more).filter(|f| looked_for(f));
    there.fold(0, |bits, f| bits | (1 << (f - 1)))
}

/// Dice of the roll that are of the kinds to be rerolled, the smallest faces first.
fn chosen(faces: &Faces, act: &Counts, dice: &[u8]) -> Vec<u8> {
    let mut sorted = dice.to_vec();
    sorted.sort_unstable();
    let mut left = *act;
    // A face that shows more often than it is told apart stands under any hit or miss too.
    let mut more: Vec<u8> = Vec::new();
    let mut taken: Vec<u8> = Vec::new();
    for face in sorted {
        match left.get_mut(faces.kind(face)) {
            Some(n) if *n > 0 => {
                *n -= 1;
                taken.push(face);
            }
            _ => more.push(face),
        }
    }
    for (kind, n) in left.iter().enumerate() {
        let alike = |f: &&u8| faces.hits.get(usize::from(**f) - 1) == Some(&faces.kind_hits(kind));
        taken.extend(more.iter().filter(alike).take(usize::from(*n)));
    }
    taken.sort_unstable();
    taken
}

const NUMBERS: [&str; 11] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

fn number(n: usize) -> String {
    NUMBERS
        .get(n)
        .map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `the two 1s and one of the three 3s`.
fn named(reroll: &[u8], dice: &[u8]) -> String {
    let count = |list: &[u8], face: u8| list.iter().filter(|f| **f == face).count();
    let parts: Vec<String> = (1..=6u8)
        .filter_map(|face| {
            let (n, all) = (count(reroll, face), count(dice, face));
            match (n, all) {
                (0, _) => None,
                (1, 1) => Some(format!("the {face}")),
                (n, all) if n == all => Some(format!("the {} {face}s", number(n))),
                (n, all) => Some(format!("{} of the {} {face}s", number(n), number(all))),
            }
        })
        .collect();
    listed(&parts)
}

/// `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What best play rerolls over all rolls, in words.
pub(super) fn habits(
    reading: &Reading,
    players: &[Option<Player>; 2],
    tally: &[Tally; 2],
) -> Vec<String> {
    let mut lines = Vec::new();
    for who in 0..2 {
        let (Some(Some(player)), Some(tally)) = (players.get(who), tally.get(who)) else {
            continue;
        };
        let mut kinds: Vec<(f64, String)> = Vec::new();
        for kind in 0..KINDS {
            let (Some(done), Some(could)) = (tally.done.get(kind), tally.could.get(kind)) else {
                continue;
            };
            let faces = reading.faces.of_kind(kind);
            if *done <= 0.0 || faces.is_empty() {
                continue;
            }
            let faces: Vec<String> = faces.iter().map(|f| format!("{f}s")).collect();
            kinds.push((done / could, listed(&faces)));
        }
        kinds.sort_by(|a, b| b.0.total_cmp(&a.0));
        let name = reading.name(reading.reroller(who));
        let by = player.label();
        if kinds.is_empty() {
            lines.push(format!("{name}, {by}: best play never rerolls a die."));
            continue;
        }
        let parts: Vec<String> = kinds
            .iter()
            .map(|(share, faces)| format!("{faces} ({:.0} %)", 100.0 * share))
            .collect();
        let to = if player.attacks { "more" } else { "less" };
        lines.push(format!(
            "{name}, {by}, for {to} damage: when it is used, it rerolls {} of those it could.",
            listed(&parts)
        ));
    }
    lines
}
