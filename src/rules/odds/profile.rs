//! What an attack's dice mean: read off the engine's own table at the moment it asks for the roll.

use std::collections::BTreeMap;

use crate::cardtext::Ability;
use crate::rulebook::Keyword;
use crate::rules::keyword;
use crate::rules::natural;
use crate::rules::prevention;
use crate::rules::run::{Options, Run, Stop};
use crate::rules::situation::{Play, Situation};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::RequestKind;
use crate::rules::window::WindowId;
use crate::rules::{setup, situation};

use super::{OddsError, Outcome};

/// Everything the count needs to know of an attack.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// Attack dice of the initial roll.
    pub dice: usize,
    /// Added to each die.
    pub bonus: i32,
    /// The least result that hits.
    pub needs: i32,
    /// Critical Hit.
    pub critical: u16,
    /// Fury.
    pub fury: usize,
    /// Lucky of the attacker.
    pub lucky_attacker: usize,
    /// Lucky of the defender.
    pub lucky_defender: usize,
    /// Whether the Dark Side attacks, and so uses Lucky first.
    pub attacker_first: bool,
    /// Parry, 0 if it cannot prevent this damage.
    pub parry: u16,
    /// Riposte of the defender.
    pub riposte: u16,
    /// Backfire of the attacker.
    pub backfire: u16,
    /// Focus of the attacker.
    pub focus: u16,
    /// Stun of the attacker.
    pub stun: u16,
    /// Dice of damage that already wait for the end of the attack against the attacker.
    pub waiting_dice: u16,
    /// Fixed damage that already waits for it.
    pub waiting_fixed: u16,
    /// The least face of dice of damage that hits the attacker.
    pub attacker_needs: i32,
    /// Remaining health of the defender.
    pub defender_health: i32,
    /// Remaining health of the attacker.
    pub attacker_health: i32,
    /// Optional abilities that could be used after the roll.
    pub options: usize,
    /// What is left out of the count, in words.
    pub left_out: Vec<String>,
}

impl Profile {
    /// Whether a face is a hit.
    #[must_use]
    pub fn hits(&self, face: u8) -> bool {
        i32::from(face) + self.bonus >= self.needs
    }

    /// Pending damage of so many hits, with or without a natural 6.
    #[must_use]
    pub fn pending(&self, hits: u16, six: bool) -> u16 {
        hits + if six { self.critical } else { 0 }
    }

    /// Damage placed on the defender.
    #[must_use]
    pub fn damage(&self, hits: u16, six: bool, one: bool) -> u16 {
        self.pending(hits, six)
            .saturating_sub(if one { self.parry } else { 0 })
    }

    /// Which keywords acted, by name.
    #[must_use]
    pub fn triggers(&self, outcome: &Outcome) -> Vec<(String, bool)> {
        let all = [
            ("Critical Hit", self.critical > 0, outcome.six),
            ("Fury", self.fury > 0, outcome.four),
            ("Focus", self.focus > 0, outcome.five),
            ("Backfire", self.backfire > 0, outcome.three),
            ("Parry", self.parry > 0, outcome.one && outcome.pending > 0),
            ("Riposte", self.riposte > 0, outcome.two),
            ("Stun", self.stun > 0, outcome.damage > 0),
        ];
        all.into_iter()
            .filter(|(_, has, _)| *has)
            .map(|(name, _, acts)| (name.to_owned(), acts))
            .collect()
    }

    /// What comes back to the attacker at the end, with probabilities.
    #[must_use]
    pub fn comes_back(&self, outcome: &Outcome) -> BTreeMap<u16, f64> {
        let fixed = self.waiting_fixed + if outcome.two { self.riposte } else { 0 };
        let dice = self.waiting_dice + if outcome.three { self.backfire } else { 0 };
        let p = f64::from((7 - self.attacker_needs).clamp(0, 6)) / 6.0;
        binomial(dice, p)
            .into_iter()
            .map(|(n, q)| (n + fixed, q))
            .collect()
    }
}

/// The number of successes among so many dice.
fn binomial(n: u16, p: f64) -> BTreeMap<u16, f64> {
    let mut row = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; row.len() + 1];
        for (k, q) in row.iter().enumerate() {
            if let Some(miss) = next.get_mut(k) {
                *miss += q * (1.0 - p);
            }
            if let Some(hit) = next.get_mut(k + 1) {
                *hit += q * p;
            }
        }
        row = next;
    }
    row.into_iter()
        .enumerate()
        .map(|(k, q)| (u16::try_from(k).unwrap_or(u16::MAX), q))
        .collect()
}

/// The profile of the last attack of a situation: its plays are followed up to the attack roll.
///
/// # Errors
/// If the run does not ask for attack dice there.
pub fn profile(situation: &Situation) -> Result<Profile, OddsError> {
    let last = situation
        .plays
        .iter()
        .rposition(|p| matches!(p, Play::Attack { .. }));
    let Some(last) = last else {
        return Err(OddsError::NoRoll("nobody attacks".to_owned()));
    };
    let roll = situation
        .plays
        .iter()
        .skip(last)
        .position(|p| matches!(p, Play::Roll { .. }));
    let mut cut: Situation = situation.clone();
    cut.plays
        .truncate(roll.map_or(situation.plays.len(), |n| last + n));
    cut.plays
        .retain(|p| !matches!(p, Play::End(situation::Span::Attack)));
    cut.seed = None;
    let outcome = Run::new(&cut, setup::table(&cut), Options::default()).finish();
    match &outcome.stop {
        Some(Stop::Ask(request))
            if request.kind == RequestKind::Roll && request.window == WindowId::Roll =>
        {
            Ok(read(&outcome.run.table, request.dice.unwrap_or(0)))
        }
        Some(Stop::Ask(request)) => Err(OddsError::NoRoll(request.asks.clone())),
        Some(Stop::Cannot(why)) => Err(OddsError::NoRoll(why.clone())),
        Some(Stop::Misfit { text, .. }) => Err(OddsError::NoRoll(text.clone())),
        None => Err(OddsError::NoRoll("no dice are rolled".to_owned())),
    }
}

fn read(table: &Table, dice: usize) -> Profile {
    let Some(attack) = table.attack() else {
        return Profile::default();
    };
    let (a, d) = (attack.attacker, attack.defender);
    let value = |u: UnitIx, k: Keyword| {
        u16::try_from(keyword::value(table, u, k).max(0)).unwrap_or(u16::MAX)
    };
    let count = |u: UnitIx, k: Keyword| usize::from(value(u, k));
    let needs = |u: UnitIx| {
        super::super::keyword::all()
            .iter()
            .filter(|def| table.view(u).has(def.keyword))
            .filter_map(|def| def.hit_by.map(|(n, _)| n))
            .max()
            .unwrap_or(4)
    };
    let remaining = |u: UnitIx| table.view(u).health - table.unit(u).damage;
    let barred = prevention::by_keyword(table, a).is_some()
        || table
            .view(a)
            .unpreventable
            .iter()
            .any(|(by, _)| by.is_empty());
    let parries = !barred || prevention::prevents_all(table, d).is_some();
    let (bonus, _) = natural::die_bonus(table, a);
    let waiting = |dice: bool| -> u16 {
        let sum: i32 = attack
            .at_end
            .iter()
            .filter(|e| e.target == a && e.dice == dice)
            .map(|e| e.amount)
            .sum();
        u16::try_from(sum.max(0)).unwrap_or(0)
    };
    Profile {
        dice,
        bonus,
        needs: needs(d),
        critical: value(a, crate::keyword!("critical-hit")),
        fury: count(a, crate::keyword!("fury")),
        lucky_attacker: count(a, crate::keyword!("lucky")),
        lucky_defender: count(d, crate::keyword!("lucky")),
        attacker_first: table.side(a) == crate::game::Side::Dark,
        parry: if parries {
            value(d, crate::keyword!("parry"))
        } else {
            0
        },
        riposte: value(d, crate::keyword!("riposte")),
        backfire: value(a, crate::keyword!("backfire")),
        focus: value(a, crate::keyword!("focus")),
        stun: value(a, crate::keyword!("stun")),
        waiting_dice: waiting(true),
        waiting_fixed: waiting(false),
        attacker_needs: needs(a),
        defender_health: remaining(d),
        attacker_health: remaining(a),
        options: usize::from(value(a, crate::keyword!("lucky")) > 0)
            + usize::from(value(d, crate::keyword!("lucky")) > 0),
        left_out: left_out(table, a, d),
    }
}

/// Abilities of the two units that could change the numbers and are not counted.
fn left_out(table: &Table, a: UnitIx, d: UnitIx) -> Vec<String> {
    let mut found = Vec::new();
    for unit in [a, d] {
        for copy in table.view(unit).copies.iter().filter(|c| c.off.is_none()) {
            let counted = copy.keyword().is_some_and(|k| {
                let def = keyword::def(k.keyword);
                matches!(&*copy.ability, Ability::Keyword(_))
                    && def.is_some_and(|x| x.extra_counters.is_none())
            });
            let played = matches!(
                &*copy.ability,
                Ability::Activated(_) | Ability::Triggered(_) | Ability::Unknown(_)
            );
            if played && !counted {
                found.push(format!("{}: {}", table.name(unit), copy.printed));
            }
        }
    }
    found.dedup();
    found
}
