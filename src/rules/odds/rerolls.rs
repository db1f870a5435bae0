//! Lucky: which dice each player has rerolled, by the stated policy.
//!
//! In the reroll chance the Dark Side speaks first (lucky.r1). Who passes may still use Lucky if
//! the other player then does (4.1.4); two passes in a row end the chance (lucky.r3). Best play
//! weighs all of that: to use it now, or to wait for the other player.

use crate::rulebook::Keyword;

use super::dice::{Counts, HIT, KINDS, Layout, MISS, fresh};
use super::{OddsError, Policy};

/// A player who may have dice rerolled by a keyword of his unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Player {
    /// The keyword.
    pub keyword: Keyword,
    /// At most so many dice.
    pub most: usize,
    /// Whether it is the attacker's, who wants damage.
    pub attacks: bool,
}

impl Player {
    /// The keyword with its number.
    pub fn label(&self) -> String {
        format!("{} {}", self.keyword.name(), self.most)
    }
}

/// What a reroll is followed by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// The count of hits.
    Over,
    /// The other player may still use Lucky; counted from 0, the Dark Side first.
    Last(usize),
}

/// What a player does: how many dice of each kind are rerolled; `None`: he passes.
pub(super) type Move = Option<Counts>;

/// The expected damage of a state in which nothing more is rerolled.
pub(super) type Worth<'w> = dyn FnMut(&Counts) -> Result<f64, OddsError> + 'w;

/// How often each kind of die is rerolled, and how often it could be.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Tally {
    /// Dice rerolled.
    pub done: [f64; KINDS],
    /// Dice that Lucky was enough for.
    pub could: [f64; KINDS],
}

/// The reroll chance over one list of states.
pub(super) struct Game<'g> {
    layout: &'g Layout,
    dice: usize,
    players: [Option<Player>; 2],
    best: bool,
    /// Lucky rerolls exactly so many dice as it can, or none (a reading of 11.2).
    exactly: bool,
    worth: &'g mut Worth<'g>,
    known: Vec<f64>,
    last: [Vec<f64>; 2],
    fresh: Vec<Vec<(Counts, f64)>>,
    choices: Vec<Counts>,
    /// What was rerolled, by player.
    pub tally: [Tally; 2],
}

/// What is to be weighed: so many dice, and who has Lucky left, the Dark Side first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Chance {
    /// Dice of the roll.
    pub dice: usize,
    /// Who may use Lucky, the Dark Side first.
    pub players: [Option<Player>; 2],
    /// All or none (a reading of 11.2).
    pub exactly: bool,
}

impl Chance {
    /// How many states, rerolls and results are weighed, at most.
    pub fn work(&self, layout: &Layout) -> u64 {
        let most = self.players.iter().flatten().map(|p| p.most).max();
        let kinds = layout.faces.chances().len();
        let each: u64 = (1..=most.unwrap_or(0).min(self.dice))
            .map(|n| sets(kinds, n).saturating_mul(sets(kinds, n)))
            .fold(0, u64::saturating_add);
        let states = u64::try_from(layout.size).unwrap_or(u64::MAX);
        states.saturating_mul(each)
    }
}

/// Ways to take so many dice of so many kinds.
fn sets(kinds: usize, dice: usize) -> u64 {
    let mut sets = 1u64;
    for i in 1..u64::try_from(kinds).unwrap_or(1) {
        let dice = u64::try_from(dice).unwrap_or(u64::MAX);
        sets = sets.saturating_mul(dice.saturating_add(i)) / i;
    }
    sets
}

impl<'g> Game<'g> {
    /// The reroll chance of a roll.
    pub fn new(
        layout: &'g Layout,
        chance: Chance,
        policy: Policy,
        worth: &'g mut Worth<'g>,
    ) -> Self {
        let most = chance.players.iter().flatten().map(|p| p.most).max();
        let most = most.unwrap_or(0).min(chance.dice);
        let mut choices: Vec<Counts> = (1..=most)
            .flat_map(|n| fresh(&layout.faces, n))
            .map(|(counts, _)| counts)
            .collect();
        choices.sort_by_key(total);
        Game {
            layout,
            dice: chance.dice,
            players: chance.players,
            best: policy != Policy::All,
            exactly: chance.exactly,
            worth,
            known: vec![f64::NAN; layout.size],
            last: [vec![f64::NAN; layout.size], vec![f64::NAN; layout.size]],
            fresh: (0..=most).map(|n| fresh(&layout.faces, n)).collect(),
            choices,
            tally: [Tally::default(); 2],
        }
    }

    /// The final rolls that a list of rolls leads to.
    pub fn play(&mut self, rolled: &[f64]) -> Result<Vec<f64>, OddsError> {
        match self.players {
            [None, None] => Ok(rolled.to_vec()),
            [Some(_), None] => self.close(0, rolled),
            [None, Some(_)] => self.close(1, rolled),
            [Some(_), Some(_)] => self.open(rolled),
        }
    }

    /// Both may use it.
    fn open(&mut self, rolled: &[f64]) -> Result<Vec<f64>, OddsError> {
        let empty = || vec![0.0; rolled.len()];
        let (mut over, mut left) = (empty(), [empty(), empty()]);
        for (at, p) in possible(rolled) {
            let roll = self.layout.counts(at, self.dice);
            let (_, second) = self.reply(&roll)?;
            match (self.begin(&roll)?.1, second) {
                (Some(again), _) => self.spread(0, &roll, &again, p, &mut left[1]),
                (None, Some(again)) => self.spread(1, &roll, &again, p, &mut left[0]),
                (None, None) => over[at] += p,
            }
        }
        for (who, rolls) in left.iter().enumerate() {
            for (sum, p) in over.iter_mut().zip(self.close(who, rolls)?) {
                *sum += p;
            }
        }
        Ok(over)
    }

    /// Only one player may still use it.
    fn close(&mut self, who: usize, rolled: &[f64]) -> Result<Vec<f64>, OddsError> {
        let mut over = vec![0.0; rolled.len()];
        for (at, p) in possible(rolled) {
            let roll = self.layout.counts(at, self.dice);
            match self.finish(who, &roll)?.1 {
                Some(again) => self.spread(who, &roll, &again, p, &mut over),
                None => over[at] += p,
            }
        }
        Ok(over)
    }

    /// What the Dark Side does first, if both may use it, with the expected damage.
    pub fn begin(&mut self, roll: &Counts) -> Result<(f64, Move), OddsError> {
        let (waits, _) = self.reply(roll)?;
        self.decide(0, roll, waits, Then::Last(1))
    }

    /// What the Light Side does after the Dark Side passed, if both may use it.
    pub fn reply(&mut self, roll: &Counts) -> Result<(f64, Move), OddsError> {
        let pass = self.worth(roll)?;
        self.decide(1, roll, pass, Then::Last(0))
    }

    /// What the only player does who may still use it.
    pub fn finish(&mut self, who: usize, roll: &Counts) -> Result<(f64, Move), OddsError> {
        let pass = self.worth(roll)?;
        self.decide(who, roll, pass, Then::Over)
    }

    /// The expected damage if nothing more is rerolled; not asked for where nobody weighs it.
    pub fn worth(&mut self, roll: &Counts) -> Result<f64, OddsError> {
        if !self.best {
            return Ok(0.0);
        }
        let at = self.layout.at(roll);
        if self.known[at].is_nan() {
            self.known[at] = (self.worth)(roll)?;
        }
        Ok(self.known[at])
    }

    fn decide(
        &mut self,
        who: usize,
        roll: &Counts,
        pass: f64,
        then: Then,
    ) -> Result<(f64, Move), OddsError> {
        let Some(player) = self.players[who] else {
            return Ok((pass, None));
        };
        let due = player.most.min(self.dice);
        if !self.best {
            let all = unwanted(self.layout, player, roll);
            let fits = total(&all) > 0 && (!self.exactly || total(&all) == due);
            return Ok((0.0, fits.then_some(all)));
        }
        let mut found = (pass, None);
        for i in 0..self.choices.len() {
            let again = self.choices[i];
            let n = total(&again);
            if n > player.most {
                break;
            }
            let there = again.iter().zip(roll).all(|(a, r)| a <= r);
            if !there || (self.exactly && n != due) {
                continue;
            }
            let value = self.after(roll, &again, then)?;
            let better = if player.attacks {
                value > found.0 + 1e-12
            } else {
                value < found.0 - 1e-12
            };
            if better {
                found = (value, Some(again));
            }
        }
        Ok(found)
    }

    /// The expected damage of a reroll.
    fn after(&mut self, roll: &Counts, again: &Counts, then: Then) -> Result<f64, OddsError> {
        let kept = without(roll, again);
        let n = total(again);
        let mut sum = 0.0;
        for i in 0..self.fresh[n].len() {
            let (new, p) = self.fresh[n][i];
            let roll = self.layout.add(&kept, &new);
            sum += p * match then {
                Then::Over => self.worth(&roll)?,
                Then::Last(who) => self.answer(who, &roll)?,
            };
        }
        Ok(sum)
    }

    /// The expected damage where only one player may still use it.
    fn answer(&mut self, who: usize, roll: &Counts) -> Result<f64, OddsError> {
        let at = self.layout.at(roll);
        if self.last[who][at].is_nan() {
            self.last[who][at] = self.finish(who, roll)?.0;
        }
        Ok(self.last[who][at])
    }

    fn spread(&mut self, who: usize, roll: &Counts, again: &Counts, p: f64, to: &mut [f64]) {
        let kept = without(roll, again);
        for (new, q) in &self.fresh[total(again)] {
            to[self.layout.at(&self.layout.add(&kept, new))] += p * q;
        }
        let most = self.players[who].map_or(0, |p| p.most);
        let tally = &mut self.tally[who];
        for kind in 0..KINDS {
            let could = usize::from(roll[kind]).min(most);
            tally.done[kind] += p * f64::from(again[kind]);
            tally.could[kind] += p * f64::from(u8::try_from(could).unwrap_or(u8::MAX));
        }
    }
}

fn possible(rolled: &[f64]) -> impl Iterator<Item = (usize, f64)> + '_ {
    let there = rolled.iter().copied().enumerate();
    there.filter(|(_, p)| *p > 0.0)
}

/// How many dice these are.
pub(super) fn total(counts: &Counts) -> usize {
    counts.iter().map(|n| usize::from(*n)).sum()
}

fn without(roll: &Counts, again: &Counts) -> Counts {
    let mut kept = *roll;
    for (n, less) in kept.iter_mut().zip(again) {
        *n = n.saturating_sub(*less);
    }
    kept
}

/// As many of the dice that hurt the player as Lucky allows, those first whose face is looked for.
fn unwanted(layout: &Layout, player: Player, roll: &Counts) -> Counts {
    let mut kinds: Vec<usize> = (0..HIT).collect();
    if !player.attacks {
        kinds.reverse();
    }
    kinds.extend([HIT, MISS]);
    let mut left = player.most;
    let mut again = [0; KINDS];
    for kind in kinds {
        if layout.faces.kind_hits(kind) == player.attacks {
            continue;
        }
        let n = usize::from(roll[kind]).min(left);
        left -= n;
        again[kind] = u8::try_from(n).unwrap_or(u8::MAX);
    }
    again
}
