//! Counting: every way the initial dice, the additional ones and the rerolls can fall, with its
//! chance. States that mean the same are added up as they arise.

use std::collections::BTreeMap;

use super::dice::{Counts, Layout};
use super::outcome::{Class, Engine};
use super::reading::Reading;
use super::rerolls::{Chance, Game, Player, Tally};
use super::{Effort, OddsError, Policy};

/// States held in memory at once, of a few bytes each, at most.
const MOST_CELLS: u64 = 1_000_000;

/// Who may use Lucky and does by the policy, the Dark Side first.
pub(super) fn players(reading: &Reading, policy: Policy) -> [Option<Player>; 2] {
    match policy {
        Policy::None => [None, None],
        Policy::All | Policy::Best => reading.rerollers,
        Policy::Played => [0, 1].map(|who| {
            let unit = reading.handle(reading.reroller(who));
            let player = reading.rerollers.get(who).copied().flatten();
            player.filter(|_| reading.rerolls(unit))
        }),
    }
}

/// The states of the rolls of an attack.
pub(super) fn layout(reading: &Reading, players: &[Option<Player>; 2]) -> Layout {
    let rerolls = players.iter().flatten().map(|p| p.most).sum();
    Layout::new(reading.faces, reading.most_dice(), rerolls)
}

/// Every class of final rolls with its chance, and what was rerolled.
pub(super) fn count(
    reading: &Reading,
    policy: Policy,
    effort: Effort,
    engine: &mut Engine<'_>,
) -> Result<(BTreeMap<Class, f64>, [Tally; 2]), OddsError> {
    let players = players(reading, policy);
    let layout = layout(reading, &players);
    check_work(reading, &layout, players, effort)?;
    let mut classes = BTreeMap::new();
    let mut tally = [Tally::default(); 2];
    let initial = layout.roll(layout.nothing(), reading.dice, true);
    let (plain, extra) = split(reading, &layout, initial);
    for (extra, cells) in [(false, plain), (true, extra)] {
        let dice = reading.all_dice(extra);
        for (list, rolled) in cells.chunks(layout.size).enumerate() {
            if rolled.iter().all(|p| *p == 0.0) {
                continue;
            }
            let shown = faces_of(&layout, list);
            let class = |roll: &Counts| class_of(&layout, extra, shown, roll);
            let chance = Chance {
                dice,
                players,
                exactly: reading.exactly,
            };
            let mut worth = |roll: &Counts| engine.worth(class(roll));
            let mut game = Game::new(&layout, chance, policy, &mut worth);
            let last = game.play(rolled)?;
            add(&mut tally, &game.tally);
            for (at, p) in last.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                *classes.entry(class(&layout.counts(at, dice))).or_default() += p;
            }
        }
    }
    Ok((classes, tally))
}

/// What is too much to be weighed is refused before it is begun.
fn check_work(
    reading: &Reading,
    layout: &Layout,
    players: [Option<Player>; 2],
    effort: Effort,
) -> Result<(), OddsError> {
    let chance = Chance {
        dice: reading.most_dice(),
        players,
        exactly: reading.exactly,
    };
    let lists = u64::try_from(layout.lists()).unwrap_or(u64::MAX);
    let cells = u64::try_from(layout.size).unwrap_or(u64::MAX);
    if cells.saturating_mul(lists) > MOST_CELLS {
        return Err(OddsError::TooMuchWork);
    }
    let rolling = u64::try_from(reading.most_dice()).unwrap_or(u64::MAX);
    let work = chance
        .work(layout)
        .saturating_add(cells.saturating_mul(rolling))
        .saturating_mul(lists);
    if work > effort.states {
        return Err(OddsError::TooMuchWork);
    }
    Ok(())
}

/// The rolls without additional dice, and those with them.
fn split(reading: &Reading, layout: &Layout, mut initial: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let mut with = vec![0.0; initial.len()];
    let Some(extra) = reading.extra else {
        return (initial, with);
    };
    let bit = layout.bit(extra.face);
    for (cell, p) in initial.iter_mut().enumerate() {
        if (cell / layout.size) & bit != 0
            && let Some(slot) = with.get_mut(cell)
        {
            *slot = std::mem::take(p);
        }
    }
    let with = layout.roll(with, extra.dice, !reading.initial_only);
    (initial, with)
}

/// The faces of a list, a bit for each face.
fn faces_of(layout: &Layout, list: usize) -> u8 {
    (1..=6u8)
        .filter(|f| list & layout.bit(*f) != 0)
        .fold(0, |bits, f| bits | (1 << (f - 1)))
}

/// The class of a final roll.
pub(super) fn class_of(layout: &Layout, extra: bool, shown: u8, roll: &Counts) -> Class {
    Class {
        extra,
        shown,
        hits: layout.hits(roll),
        last: Layout::last(roll),
    }
}

fn add(sum: &mut [Tally; 2], more: &[Tally; 2]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        for (to, from) in sum.done.iter_mut().zip(more.done) {
            *to += from;
        }
        for (to, from) in sum.could.iter_mut().zip(more.could) {
            *to += from;
        }
    }
}
