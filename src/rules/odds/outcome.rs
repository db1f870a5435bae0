//! What a roll comes to: the engine itself is run once for each class of rolls that are the same
//! to everything that looks at them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::game::Side;
use crate::rulebook::Keyword;
use crate::rules::keyword;
use crate::rules::run::{Options, Outcome, Run, Stop};
use crate::rules::situation::{Handle, Play, Situation, Use};
use crate::rules::table::UnitIx;
use crate::rules::trace::{Change, Request, RequestKind, RollKind};
use crate::rules::window::WindowId;

use super::dice::binomial;
use super::reading::Reading;
use super::rolled::Rolled;
use super::{Effort, OddsError, Policy};

/// Dice that are not dice of damage are told apart face by face, up to so many.
const OTHER_DICE: usize = 3;

/// Making the table takes about as long as so many steps.
const SETTING_UP: usize = 8;

/// Rolls that are the same to everything that looks at them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Class {
    /// Whether additional dice were rolled.
    pub extra: bool,
    /// The faces looked for before any reroll that were there, as bits.
    pub shown: u8,
    /// Hits of the final roll.
    pub hits: u16,
    /// The faces looked for in the final roll that are there, as bits.
    pub last: u8,
}

/// One way an attack may end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Ending {
    /// Pending damage on the defender before prevention.
    pub pending: u16,
    /// Damage counters each unit got.
    pub damage: BTreeMap<Handle, u16>,
    /// Units that were discarded.
    pub discarded: BTreeSet<Handle>,
    /// Keywords that did something behind the roll.
    pub acted: BTreeSet<(UnitIx, Keyword)>,
}

/// The ways an attack may end, with chances.
pub(super) type Endings = BTreeMap<Ending, f64>;

/// The engine, asked once for each class.
pub(super) struct Engine<'r> {
    reading: &'r Reading,
    effort: Effort,
    runs: usize,
    steps: usize,
    /// The plays behind the roll that are tried; the best for the defender's side is taken.
    uses: Vec<Vec<Play>>,
    known: BTreeMap<Class, Rc<Endings>>,
    /// Keywords that did something behind the roll, or could have: those whose chance is told.
    pub concerned: BTreeSet<(UnitIx, Keyword)>,
    /// What the count leaves out, in words.
    pub left_out: BTreeSet<String>,
}

impl<'r> Engine<'r> {
    /// The engine for an attack; behind the roll abilities are used by the policy.
    pub fn new(reading: &'r Reading, policy: Policy, effort: Effort) -> Engine<'r> {
        let mut engine = Engine {
            reading,
            effort,
            runs: 0,
            steps: 0,
            uses: vec![Vec::new()],
            known: BTreeMap::new(),
            concerned: BTreeSet::new(),
            left_out: BTreeSet::new(),
        };
        engine.uses = match policy {
            Policy::None => vec![Vec::new()],
            Policy::Played => vec![played(reading)],
            Policy::All => vec![engine.all()],
            Policy::Best => engine.subsets(),
        };
        engine
    }

    /// The ways an attack may end whose roll is of that class.
    pub fn endings(&mut self, class: Class) -> Result<Rc<Endings>, OddsError> {
        if let Some(known) = self.known.get(&class) {
            return Ok(Rc::clone(known));
        }
        let mut best: Option<(f64, Endings)> = None;
        for uses in self.uses.clone() {
            let endings = self.explore(class, &uses)?;
            let worth = damage_to(&endings, self.reading.handle(self.reading.defender));
            if best.as_ref().is_none_or(|(least, _)| worth < least - 1e-12) {
                best = Some((worth, endings));
            }
        }
        let found = Rc::new(best.map(|(_, endings)| endings).unwrap_or_default());
        self.known.insert(class, Rc::clone(&found));
        Ok(found)
    }

    /// The expected damage on the defender.
    pub fn worth(&mut self, class: Class) -> Result<f64, OddsError> {
        let endings = self.endings(class)?;
        Ok(damage_to(
            &endings,
            self.reading.handle(self.reading.defender),
        ))
    }

    fn explore(&mut self, class: Class, uses: &[Play]) -> Result<Endings, OddsError> {
        let rolled = Rolled::of(self.reading, class);
        let mut situation = self.reading.base.clone();
        situation.plays.extend(rolled.plays());
        situation.plays.extend(uses.iter().cloned());
        let mut endings = Endings::new();
        self.follow(&rolled, &mut situation, 1.0, &mut endings)?;
        Ok(endings)
    }

    /// Runs to the end; where other dice are rolled on the way, every result is followed.
    fn follow(
        &mut self,
        rolled: &Rolled,
        situation: &mut Situation,
        p: f64,
        endings: &mut Endings,
    ) -> Result<(), OddsError> {
        let Outcome { run, stop } = self.run(rolled, situation)?;
        match stop {
            None => {
                let ending = self.ending(&run, rolled.class.hits)?;
                *endings.entry(ending).or_default() += p;
                Ok(())
            }
            Some(Stop::Ask(request)) if is_later_roll(&request) => {
                let (at, dice) = (run.rolls.len(), request.dice.unwrap_or(0));
                drop(run);
                for (faces, q) in self.results(rolled, situation, at, dice, &request.asks)? {
                    situation.plays.push(Play::Roll { faces, of: None });
                    self.follow(rolled, situation, p * q, endings)?;
                    situation.plays.pop();
                }
                Ok(())
            }
            Some(Stop::Ask(request)) => Err(OddsError::NotCounted(format!(
                "what happens hangs on more than the attack dice: {}",
                request.asks
            ))),
            Some(Stop::Cannot(text) | Stop::Misfit { text, .. } | Stop::Unasked { text, .. }) => {
                Err(OddsError::NotCounted(text))
            }
        }
    }

    /// One run, as long as what was allowed is not used up.
    fn run<'s>(
        &mut self,
        rolled: &Rolled,
        situation: &'s Situation,
    ) -> Result<Outcome<'s>, OddsError> {
        if self.runs >= self.effort.runs || self.steps >= self.effort.steps {
            return Err(OddsError::TooMuchWork);
        }
        let done = outcome(self.reading, rolled, situation);
        self.runs += 1;
        self.steps += (done.run.steps.len() + SETTING_UP) * done.run.table.units.len();
        Ok(done)
    }

    /// The results of other dice that are worth telling apart: hits of dice of damage, faces of
    /// anything else.
    fn results(
        &mut self,
        rolled: &Rolled,
        situation: &mut Situation,
        at: usize,
        dice: usize,
        asks: &str,
    ) -> Result<Vec<(Vec<u8>, f64)>, OddsError> {
        situation.plays.push(Play::Roll {
            faces: vec![1; dice],
            of: None,
        });
        let trial = self.run(rolled, situation)?;
        let kind = trial.run.rolls.get(at).map(|r| (r.kind, r.needs));
        drop(trial);
        situation.plays.pop();
        match kind {
            Some((RollKind::Damage, needs)) => {
                let hit = f64::from((7 - needs).clamp(0, 6)) / 6.0;
                let by_hits = binomial(dice, hit).into_iter().enumerate();
                Ok(by_hits
                    .filter(|(_, p)| *p > 0.0)
                    .map(|(hits, p)| {
                        let face = |die: usize| if die < hits { 6 } else { 1 };
                        ((0..dice).map(face).collect(), p)
                    })
                    .collect())
            }
            Some((RollKind::Other, _)) if dice <= OTHER_DICE => Ok(every_roll(dice)),
            _ => Err(OddsError::NotCounted(format!(
                "other dice than those of the attack are rolled, which is not counted: {asks}"
            ))),
        }
    }

    fn ending(&mut self, run: &Run<'_>, hits: u16) -> Result<Ending, OddsError> {
        if run.last_hits.is_some_and(|n| n != i32::from(hits)) {
            let why = "a text counts the hits of this roll in a way that is not counted here";
            return Err(OddsError::NotCounted(why.to_owned()));
        }
        for line in run.unmodelled().iter().filter(|u| u.matters) {
            let text = format!(
                "not modelled, so it does nothing here: {} ({})",
                line.line, line.unit
            );
            self.left_out.insert(text);
        }
        if run
            .free_orders
            .iter()
            .any(super::super::triggers::FreeOrder::is_free)
        {
            let text = "simultaneous effects of one player resolve in the order of the board";
            self.left_out.insert(text.to_owned());
        }
        let ending = ending(self.reading, run);
        let skipped = run.account.skipped.keys().filter(|k| depends(k.1));
        self.concerned.extend(skipped);
        self.concerned.extend(&ending.acted);
        Ok(ending)
    }

    /// Every ability of prevention, used in the order of the board.
    fn all(&mut self) -> Vec<Play> {
        let found: Vec<Option<Play>> = self
            .reading
            .preventions
            .iter()
            .map(|(_, play)| self.aimed(play))
            .collect();
        found.into_iter().flatten().collect()
    }

    /// Every choice of the abilities of the defender's side, those of the attacker's behind.
    fn subsets(&mut self) -> Vec<Vec<Play>> {
        let defends = self.side_of_defender();
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (side, play) in &self.reading.preventions {
            let list = if *side == defends {
                &mut own
            } else {
                &mut others
            };
            list.extend(self.aimed(play));
        }
        let mut subsets: Vec<Vec<Play>> = vec![Vec::new()];
        for play in own {
            let with: Vec<Vec<Play>> = subsets
                .iter()
                .map(|s| s.iter().chain([&play]).cloned().collect())
                .collect();
            subsets.extend(with);
        }
        subsets.sort_by_key(Vec::len);
        for subset in &mut subsets {
            subset.extend(others.iter().cloned());
        }
        subsets
    }

    fn side_of_defender(&self) -> Side {
        self.reading.table.side(self.reading.defender)
    }

    /// The use of an ability, aimed at the attacker where it has to be aimed; nothing if that is
    /// not enough to know.
    fn aimed(&self, play: &Use) -> Option<Play> {
        let mut aimed = play.clone();
        if self.asks(&aimed) {
            aimed.aim.on = vec![self.reading.handle(self.reading.attacker).clone()];
        }
        (!self.asks(&aimed)).then_some(Play::Use(aimed))
    }

    /// Whether the use of an ability leaves a question when every die is a plain hit.
    fn asks(&self, play: &Use) -> bool {
        let hits = u16::try_from(self.reading.dice).unwrap_or(u16::MAX);
        let class = Class {
            hits,
            ..Class::default()
        };
        let rolled = Rolled::of(self.reading, class);
        let mut situation = self.reading.base.clone();
        situation.plays.extend(rolled.plays());
        situation.plays.push(Play::Use(play.clone()));
        let stop = outcome(self.reading, &rolled, &situation).stop;
        matches!(stop, Some(Stop::Ask(request)) if request.kind != RequestKind::Roll)
    }
}

/// One run of the engine with the dice of a class.
fn outcome<'s>(reading: &Reading, rolled: &Rolled, situation: &'s Situation) -> Outcome<'s> {
    let options = Options {
        counted: Some((reading.number, rolled.last.clone())),
        ..Options::default()
    };
    Run::new(situation, reading.table.clone(), options).finish()
}

/// What was used behind the roll in the document, rerolls left out.
fn played(reading: &Reading) -> Vec<Play> {
    let of_the_attack = reading.after.iter().take_while(|p| !leaves_the_attack(p));
    of_the_attack
        .filter(|p| match p {
            Play::Use(u) => u.aim.dice.is_empty() && u.aim.roll.is_none(),
            Play::Card { aim, .. } => aim.dice.is_empty() && aim.roll.is_none(),
            _ => false,
        })
        .cloned()
        .collect()
}

/// Whether a play belongs to what comes after the attack.
fn leaves_the_attack(play: &Play) -> bool {
    matches!(
        play,
        Play::Attack { .. }
            | Play::Begin(_)
            | Play::BuildStep(_)
            | Play::Ready
            | Play::End(_)
            | Play::Retreat { .. }
    )
}

/// A roll behind the attack dice and before the end of the attack.
fn is_later_roll(request: &Request) -> bool {
    let rerolls = [
        WindowId::Roll,
        WindowId::InitialRoll,
        WindowId::RerollTriggers,
        WindowId::Reroll,
    ];
    request.kind == RequestKind::Roll && !rerolls.contains(&request.window)
}

/// What happened behind the roll of a finished attack.
fn ending(reading: &Reading, run: &Run<'_>) -> Ending {
    let mut ending = Ending {
        pending: small(run.last_pending.unwrap_or(0)),
        ..Ending::default()
    };
    for change in run
        .steps
        .iter()
        .skip(reading.steps)
        .flat_map(|s| &s.changes)
    {
        if let Change::Damage { unit, from, to } = change
            && to > from
        {
            *ending.damage.entry(unit.clone()).or_default() += small(to - from);
        }
    }
    for unit in run.table.all() {
        let unit = run.table.unit(unit);
        if !unit.zone.on_table() && reading.there.contains(&unit.id) {
            ending.discarded.insert(unit.id.clone());
        }
    }
    let acted = run.account.applied.difference(&reading.acted);
    ending.acted = acted.filter(|k| depends(k.1)).copied().collect();
    ending
}

/// Whether what a keyword does depends on how the dice fall: not so for what changes the number of
/// dice or what hits.
fn depends(keyword: Keyword) -> bool {
    keyword::def(keyword).is_some_and(|d| {
        d.die_bonus.is_none() && d.hit_by.is_none() && d.against_attacker.is_none()
    })
}

/// What did happen, if the document goes on to the end of the attack: its hits and its ending.
pub(super) fn actual(reading: &Reading, seed: Option<u64>) -> Option<(u16, Ending)> {
    if reading.after.is_empty() && seed.is_none() {
        return None;
    }
    let mut situation = reading.base.clone();
    situation.seed = seed;
    let of_the_attack = reading.after.iter().take_while(|p| !leaves_the_attack(p));
    situation.plays.extend(of_the_attack.cloned());
    let Outcome { run, stop } =
        Run::new(&situation, reading.table.clone(), Options::default()).finish();
    if stop.is_some() {
        return None;
    }
    let hits = small(run.last_hits?);
    Some((hits, ending(reading, &run)))
}

fn damage_to(endings: &Endings, unit: &Handle) -> f64 {
    endings
        .iter()
        .map(|(e, p)| p * f64::from(e.damage.get(unit).copied().unwrap_or(0)))
        .sum()
}

fn small(n: i32) -> u16 {
    u16::try_from(n.max(0)).unwrap_or(u16::MAX)
}

fn every_roll(dice: usize) -> Vec<(Vec<u8>, f64)> {
    let mut rolls = vec![(Vec::new(), 1.0)];
    for _ in 0..dice {
        rolls = rolls
            .into_iter()
            .flat_map(|(faces, p)| {
                (1..=6u8).map(move |face| {
                    let mut more: Vec<u8> = faces.clone();
                    more.push(face);
                    (more, p / 6.0)
                })
            })
            .collect();
    }
    rolls
}
