//! What an attack's dice mean, read off the engine's own table at the moment it asks for the roll.

use std::collections::BTreeSet;

use crate::cardtext::{Ability, Event};
use crate::clause;
use crate::game::Side;
use crate::rulebook::Keyword;
use crate::rules::keyword;
use crate::rules::natural;
use crate::rules::run::{Options, Outcome, Run, Stop};
use crate::rules::setup;
use crate::rules::situation::{Handle, Play, Situation, Span, Use};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::{Request, RequestKind};
use crate::rules::window::WindowId;

use super::dice::Faces;
use super::rerolls::Player;
use super::{MOST_DICE, OddsError, Policy};

/// Windows of an attack behind its roll in which a player may use something.
const AFTER_THE_ROLL: [WindowId; 3] = [WindowId::Reroll, WindowId::Pending, WindowId::Prevention];

/// Dice that a face of the initial roll brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extra {
    /// The face.
    pub face: u8,
    /// How many more dice.
    pub dice: usize,
}

/// An attack that waits for its dice.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The situation up to the roll, without a seed.
    pub base: Situation,
    /// What is played behind the roll, the roll itself included.
    pub after: Vec<Play>,
    /// The table before the first play.
    pub table: Table,
    /// The number of the attack in the run.
    pub number: u32,
    /// The attacker.
    pub attacker: UnitIx,
    /// The defender.
    pub defender: UnitIx,
    /// Attack dice of the initial roll.
    pub dice: usize,
    /// Additional dice.
    pub extra: Option<Extra>,
    /// What the faces mean.
    pub faces: Faces,
    /// Who may have dice rerolled by a keyword of his unit, the Dark Side first.
    pub rerollers: [Option<Player>; 2],
    /// Additional dice show nothing of the initial roll (a reading of 11.16).
    pub initial_only: bool,
    /// A keyword rerolls exactly its number (a reading of 11.2).
    pub exactly: bool,
    /// Steps before the roll.
    pub steps: usize,
    /// Keywords that had acted before the roll.
    pub acted: BTreeSet<(UnitIx, Keyword)>,
    /// Units on the table before the roll.
    pub there: BTreeSet<Handle>,
    /// Abilities of prevention, those of the defender's side first.
    pub preventions: Vec<(Side, Use)>,
    /// Optional abilities that no policy uses, in words.
    pub unused: Vec<String>,
    /// Optional abilities behind the roll.
    pub optional: usize,
    option_names: Vec<String>,
}

impl Reading {
    /// The name of a unit.
    pub fn name(&self, unit: UnitIx) -> &str {
        self.table.name(unit)
    }

    /// The handle of a unit.
    pub fn handle(&self, unit: UnitIx) -> &Handle {
        &self.table.unit(unit).id
    }

    /// Dice of the roll, with the additional ones or without.
    pub fn all_dice(&self, extra: bool) -> usize {
        self.dice + self.extra.filter(|_| extra).map_or(0, |e| e.dice)
    }

    /// The most dice that may be rolled.
    pub fn most_dice(&self) -> usize {
        self.all_dice(true)
    }

    /// The faces of the rolls that are written down: initial, additional.
    pub fn given(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        let mut rolls = self.after.iter().map_while(|p| match p {
            Play::Roll { faces, .. } => Some(faces.clone()),
            _ => None,
        });
        let first = rolls.next()?;
        if first.len() != self.dice {
            return None;
        }
        match self.extra.filter(|e| first.contains(&e.face)) {
            None => Some((first, Vec::new())),
            Some(extra) => {
                let more = rolls.next().filter(|more| more.len() == extra.dice)?;
                Some((first, more))
            }
        }
    }

    /// Whether the document has dice rerolled with a keyword of the unit behind the roll.
    pub fn rerolls(&self, unit: &Handle) -> bool {
        self.after.iter().any(
            |p| matches!(p, Play::Use(u) if u.unit.as_ref() == Some(unit) && is_reroll(&u.ability)),
        )
    }

    /// Whether the document has dice rerolled by anything but a keyword.
    fn rerolls_otherwise(&self) -> bool {
        self.after.iter().any(|p| match p {
            Play::Use(u) => !u.aim.dice.is_empty() && !is_reroll(&u.ability),
            Play::Card { aim, .. } => !aim.dice.is_empty(),
            _ => false,
        })
    }

    /// The optional abilities behind the roll, in words.
    pub fn option_names(&self) -> String {
        self.option_names.join(", ")
    }

    /// Abilities that the policy does not use, in words.
    pub fn not_used(&self, policy: Policy) -> Vec<String> {
        let mut lines: Vec<String> = self
            .unused
            .iter()
            .map(|u| format!("not used: {u}"))
            .collect();
        if policy == Policy::None && self.optional > self.unused.len() {
            lines.clear();
            lines.extend(self.option_names.iter().map(|u| format!("not used: {u}")));
        }
        if policy == Policy::Played && self.rerolls_otherwise() {
            let names: Vec<&str> = rerolling().map(|(k, _)| k.name()).collect();
            let names = names.join(", ");
            lines.push(format!(
                "rerolls by anything but {names} are not made again"
            ));
        }
        lines
    }

    /// The unit by whose keyword that side may have dice rerolled.
    pub fn reroller(&self, who: usize) -> UnitIx {
        match self.rerollers.get(who).copied().flatten() {
            Some(player) if player.attacks => self.attacker,
            _ => self.defender,
        }
    }
}

/// The last attack of a situation: its plays are followed up to the attack roll.
///
/// # Errors
/// If the run does not ask for attack dice there, or they are of a kind that is not counted.
pub(super) fn read(situation: &Situation) -> Result<Reading, OddsError> {
    let last = situation
        .plays
        .iter()
        .rposition(|p| matches!(p, Play::Attack { .. }))
        .ok_or_else(|| OddsError::NoRoll("nobody attacks".to_owned()))?;
    let rolls = situation.plays.iter().enumerate().skip(last);
    let rolls = rolls.filter_map(|(i, p)| matches!(p, Play::Roll { .. }).then_some(i));
    let mut told = OddsError::NoRoll("no dice are rolled".to_owned());
    for end in rolls.chain([situation.plays.len()]) {
        match up_to(situation, last, end) {
            Ok(reading) => return Ok(reading),
            Err(error @ OddsError::NoRoll(_)) => told = error,
            Err(error) => return Err(error),
        }
    }
    Err(told)
}

/// The attack, if the play with that number is its roll.
fn up_to(situation: &Situation, last: usize, end: usize) -> Result<Reading, OddsError> {
    let mut cut = situation.clone();
    let after = cut.plays.split_off(end);
    let ends = |p: &Play| matches!(p, Play::End(Span::Attack));
    let mut at = 0;
    cut.plays.retain(|p| {
        at += 1;
        at <= last || !ends(p)
    });
    cut.seed = None;
    let table = setup::table(&cut);
    let Outcome { run, stop } = Run::new(&cut, table.clone(), Options::default()).finish();
    let dice = match &stop {
        Some(Stop::Ask(request)) if is_attack_roll(request) => request.dice.unwrap_or(0),
        Some(Stop::Ask(request)) => return Err(OddsError::NoRoll(request.asks.clone())),
        Some(Stop::Cannot(why)) => return Err(OddsError::NoRoll(why.clone())),
        Some(Stop::Misfit { text, .. } | Stop::Unasked { text, .. }) => {
            return Err(OddsError::NoRoll(text.clone()));
        }
        None => return Err(OddsError::NoRoll("no dice are rolled".to_owned())),
    };
    if dice > MOST_DICE {
        return Err(OddsError::TooManyDice(dice));
    }
    let (cursor, mut reading) = from_run(&run, dice, table)?;
    let mut written = cut.plays.split_off(cursor.min(cut.plays.len()));
    written.extend(after);
    reading.base = cut;
    reading.after = written;
    reading.extra = extra(&reading)?;
    Ok(reading)
}

fn is_attack_roll(request: &Request) -> bool {
    request.kind == RequestKind::Roll && request.window == WindowId::Roll
}

fn from_run(run: &Run<'_>, dice: usize, table: Table) -> Result<(usize, Reading), OddsError> {
    let now = &run.table;
    let Some(attack) = now.attack() else {
        return Err(OddsError::NoRoll("nobody attacks".to_owned()));
    };
    let (a, d) = (attack.attacker, attack.defender);
    let (bonus, _) = natural::die_bonus(now, a);
    let (needs, _) = run.needed_to_hit(d, false);
    let mut faces = looked_for(now, a, d);
    for (face, hits) in (1..=6).zip(&mut faces.hits) {
        *hits = face + bonus >= needs;
    }
    let optional = optional(run, a, d);
    let there = |u: &UnitIx| now.unit(*u).zone.on_table();
    let reading = Reading {
        base: Situation::default(),
        after: Vec::new(),
        number: attack.number,
        attacker: a,
        defender: d,
        dice,
        extra: None,
        faces,
        rerollers: Side::BOTH.map(|side| reroller(now, a, d, side)),
        initial_only: now.reading(clause!("11.16")) == Some("initial-only"),
        exactly: now.reading(clause!("11.2")) == Some("exactly"),
        steps: run.steps.len(),
        acted: run.account.applied.clone(),
        there: now
            .all()
            .filter(there)
            .map(|u| now.unit(u).id.clone())
            .collect(),
        preventions: optional.preventions,
        unused: optional.unused,
        optional: optional.names.len(),
        option_names: optional.names,
        table,
    };
    Ok((run.cursor, reading))
}

/// The faces that keywords of the two units and texts on the table look for by themselves.
fn looked_for(table: &Table, a: UnitIx, d: UnitIx) -> Faces {
    let mut faces = Faces::default();
    let mark = |list: &mut [bool; 6], face: u8| {
        if let Some(slot) = list.get_mut(usize::from(face).wrapping_sub(1)) {
            *slot = true;
        }
    };
    for def in keyword::all() {
        let Some((face, _)) = def.not_damage_dice else {
            continue;
        };
        if !table.view(a).has(def.keyword) && !table.view(d).has(def.keyword) {
            continue;
        }
        let first = def.hooks.iter().any(|h| h.window == WindowId::InitialRoll);
        mark(
            if first {
                &mut faces.first
            } else {
                &mut faces.last
            },
            face,
        );
    }
    for unit in table.all() {
        for copy in &table.view(unit).copies {
            if let Ability::Triggered(t) = &*copy.ability
                && let Event::Rolls {
                    natural: Some(face),
                    ..
                } = &t.event
            {
                mark(&mut faces.first, *face);
            }
        }
    }
    faces
}

/// The keywords by which a unit has attack dice rerolled, with what their number allows.
fn rerolling() -> impl Iterator<Item = (Keyword, fn(i32) -> usize)> {
    let all = keyword::all().iter();
    all.filter_map(|d| d.rerolls.map(|most| (d.keyword, most)))
}

/// Whether the words of a use name such a keyword.
pub(super) fn is_reroll(ability: &str) -> bool {
    let words = ability.to_lowercase();
    rerolling().any(|(k, _)| words.starts_with(&k.name().to_lowercase()))
}

/// How many dice a side may have rerolled in this attack by a keyword of its unit.
fn reroller(table: &Table, a: UnitIx, d: UnitIx, side: Side) -> Option<Player> {
    let unit = [a, d].into_iter().find(|u| table.side(*u) == side)?;
    rerolling().find_map(|(keyword, most)| {
        let most = most(keyword::value(table, unit, keyword));
        (most > 0).then_some(Player {
            keyword,
            most,
            attacks: unit == a,
        })
    })
}

/// The optional abilities behind the roll.
#[derive(Default)]
struct Optional {
    preventions: Vec<(Side, Use)>,
    unused: Vec<String>,
    names: Vec<String>,
}

fn optional(run: &Run<'_>, a: UnitIx, d: UnitIx) -> Optional {
    let mut found = Optional::default();
    for unit in run
        .table
        .all()
        .filter(|u| run.table.unit(*u).zone.on_table())
    {
        for (act, play) in run.acts_of(unit) {
            let concerned = unit == a || unit == d || !act.prevents_own;
            let in_time = |w: &WindowId| act.timing.windows.contains(w);
            let off = act.copy.as_ref().is_some_and(|c| c.off.is_some());
            if off || !concerned || !AFTER_THE_ROLL.iter().any(in_time) {
                continue;
            }
            let name = format!("{}: {}", run.table.name(unit), play.ability);
            found.names.push(name.clone());
            let side = run.table.side(unit);
            if in_time(&WindowId::Prevention) && (unit == a || side == run.table.side(d)) {
                found.preventions.push((side, play));
            } else if !rerolls(&act) {
                found.unused.push(name);
            }
        }
    }
    let defends = run.table.side(d);
    found.preventions.sort_by_key(|(side, _)| *side != defends);
    found
}

fn rerolls(act: &crate::rules::act::Act) -> bool {
    let own = act.copy.as_ref().and_then(|c| c.keyword());
    own.is_some_and(|own| rerolling().any(|(k, _)| k == own.keyword))
}

/// The additional dice that a face of the initial roll brings, as the engine asks for them.
fn extra(reading: &Reading) -> Result<Option<Extra>, OddsError> {
    let mut found: Option<Extra> = None;
    for (face, looked_for) in (1..=6u8).zip(reading.faces.first) {
        if !looked_for {
            continue;
        }
        let mut trial = reading.base.clone();
        trial.plays.push(Play::Roll {
            faces: vec![face; reading.dice],
            of: None,
        });
        let outcome = Run::new(&trial, reading.table.clone(), Options::default()).finish();
        let Some(Stop::Ask(request)) = outcome.stop else {
            continue;
        };
        if request.kind != RequestKind::Roll || request.window != WindowId::InitialRoll {
            continue;
        }
        let dice = request.dice.unwrap_or(0);
        if found.replace(Extra { face, dice }).is_some() {
            let why = "two faces of the initial roll bring additional dice, which is not counted";
            return Err(OddsError::NotCounted(why.to_owned()));
        }
    }
    Ok(found)
}
