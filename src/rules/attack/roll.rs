//! The attack roll: how many dice, what they need to hit, and what became of them (RULES 3.2.5, 3.2.6).

use crate::cardtext::Stat;
use crate::clause;
use crate::rulebook::{ClauseId, Stacking};
use crate::rules::grounds;
use crate::rules::keyword;
use crate::rules::natural;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Attack, UnitIx};
use crate::rules::trace::{Cite, StepKind};
use crate::rules::triggers::Happened;
use crate::rules::window::WindowId;
use std::collections::BTreeMap;

impl Run<'_> {
    pub(super) fn roll_attack_dice(&mut self) -> Result<(), Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        if self.hides_dice(attack.attacker).is_some() {
            self.blind_chance()?;
        }
        let power = self.power_against(&attack);
        // Without dice the roll that follows is none of this attack.
        if power.dice > 0 {
            self.refuse_too_early()?;
        }
        self.remember_at_roll();
        let fixed = self.table.view(attack.attacker).dice.is_some();
        let faces = self.roll_for_attack(&attack, &power)?;
        if let Some(now) = self.table.attacks.last_mut() {
            now.first.clone_from(&faces);
            now.dice = faces;
            now.rolled = true;
            now.fixed_dice = fixed;
            now.roll_record = self.rolls.len().checked_sub(1).filter(|_| power.dice > 0);
        }
        Ok(())
    }

    /// The attacker's power against this defender, and what it rests on.
    pub(in crate::rules) fn power_against(&self, attack: &Attack) -> AttackPower {
        let unit = self.table.unit(attack.attacker);
        let view = self.table.view(attack.attacker);
        if let Some((dice, _)) = &view.dice {
            return AttackPower {
                dice: usize::try_from(*dice).unwrap_or(0),
                why: "a number of dice instead of power".to_owned(),
                clauses: vec![clause!("attack.roll"), clause!("3.2.6")],
                lines: Vec::new(),
            };
        }
        let mut clauses = vec![clause!("attack.roll")];
        let mut parts = Vec::new();
        let mut power = view.power;
        if let Some(k) = attack.with {
            let base = keyword::value(&self.table, attack.attacker, k);
            power = base + (view.power - unit.power);
            parts.push(format!("{} {base}", k.name()));
            clauses.push(clause!("7.3"));
            let changed = view.power != unit.power;
            clauses.extend(grounds::of(k).reach.filter(|_| changed).map(|r| r.power));
        } else {
            parts.push(format!("power {power}"));
        }
        clauses.extend(keyword::power_grounds(&self.table, attack.attacker));
        // Each card of its stack gives power.
        clauses.extend((!unit.under.is_empty()).then_some(clause!("1.5.7")));
        for def in crate::rules::keyword::all().iter() {
            let Some(against) = def.against_attacker else {
                continue;
            };
            for held in keyword::held(&self.table, attack.defender, def.keyword) {
                let (change, clause) = against(held.value);
                let kept = view.keeps_out(Stat::Power, change);
                if change != 0 && kept {
                    // "Can't lose power" beats what takes power from it against this unit.
                    parts.push(format!("{} kept out", def.keyword.name()));
                    clauses.extend([clause!("1.1.6"), clause]);
                } else if change != 0 {
                    power += change;
                    parts.push(format!("{} {}", def.keyword.name(), held.value));
                    clauses.push(clause);
                    clauses.extend(held.copies.iter().find_map(|c| c.through).map(|l| l.clause));
                }
            }
        }
        if power <= 0 {
            clauses.push(clause!("3.2.5"));
        }
        if view.power_was_below {
            clauses.insert(0, clause!("11.31"));
        } else if power < 0 || self.table.reading(clause!("11.31")).is_some() {
            clauses.push(clause!("11.31"));
        }
        if view.power_changes > 1 {
            clauses.push(clause!("5.2.1"));
        }
        let carries = !unit.pilots.is_empty();
        let carried = crate::rules::keyword::all()
            .iter()
            .filter(|d| carries && view.has(d.keyword))
            .flat_map(|d| d.grounds.carried);
        clauses.extend(carried);
        let mut seen = std::collections::BTreeSet::new();
        clauses.retain(|clause| seen.insert(*clause));
        AttackPower {
            dice: usize::try_from(power.max(0)).unwrap_or(0),
            why: parts.join(", "),
            clauses,
            lines: lines_of_power(view),
        }
    }

    /// What the dice keywords are worth at the moment of the roll.
    fn remember_at_roll(&mut self) {
        let mut at_roll = BTreeMap::new();
        for unit in self.table.all() {
            for def in crate::rules::keyword::all().iter() {
                let value = keyword::value(&self.table, unit, def.keyword);
                if value != 0 {
                    at_roll.insert((unit, def.keyword), value);
                }
            }
        }
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.at_roll = at_roll;
        }
    }

    pub(super) fn reroll_triggers(&mut self) -> Result<(), Stop> {
        let Some((a, d)) = self.table.attack().map(|x| (x.attacker, x.defender)) else {
            return Ok(());
        };
        self.fire(Happened::Rolled {
            attacker: a,
            defender: d,
        })?;
        self.settle_triggers()
    }

    pub(super) fn chance_if_rolled(&mut self) -> Result<(), Stop> {
        if self.table.attack().is_some_and(|a| !a.dice.is_empty()) {
            self.chance(&[WindowId::Reroll])?;
        }
        let counted = self.options.counted.as_ref();
        if let (Some(now), Some((number, dice))) = (self.table.attacks.last_mut(), counted)
            && now.number == *number
        {
            now.dice.clone_from(dice);
        }
        Ok(())
    }

    pub(super) fn count_hits(&mut self) -> Result<(), Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        let (bonus, mut clauses) = natural::die_bonus(&self.table, attack.attacker);
        let (needs, hit_clause) = self.needed_to_hit(attack.defender, false);
        let results: Vec<i32> = attack.dice.iter().map(|d| i32::from(*d) + bonus).collect();
        let hits = i32::try_from(results.iter().filter(|r| **r >= needs).count()).unwrap_or(0);
        let twice = self.isolated_twice(attack.defender);
        clauses.extend(hit_clause);
        clauses.extend(twice);
        clauses.extend(
            crate::rules::keyword::all()
                .iter()
                .filter(|d| d.hit_by.is_some())
                .find_map(|d| keyword::through(&self.table, attack.defender, d.keyword))
                .map(|l| l.special.unwrap_or(l.clause)),
        );
        clauses.insert(0, clause!("attack.hits"));
        let text = if bonus == 0 {
            format!(
                "{hits} hit{}: results of {needs} or more.",
                if hits == 1 { "" } else { "s" }
            )
        } else {
            format!(
                "{hits} hit{}: each die counts {bonus:+}, results of {needs} or more.",
                if hits == 1 { "" } else { "s" }
            )
        };
        if let Some(now) = self.table.attacks.last_mut() {
            now.hits = Some(hits);
        }
        if let Some(record) = attack.roll_record.and_then(|i| self.rolls.get_mut(i)) {
            record.last.clone_from(&attack.dice);
            record.counted = results;
            record.needs = needs;
            record.hits = Some(hits);
        }
        self.last_hits = Some(hits);
        let step = NewStep::of(StepKind::Hits, text).unit(&self.table, attack.attacker);
        self.step(step.also(clauses))?;
        self.note_higher_need(&attack, bonus, needs)?;
        self.run_hooks(WindowId::Hits)
    }

    /// A second copy of what asks for a higher result does nothing (5.2).
    fn isolated_twice(&self, defender: UnitIx) -> Option<ClauseId> {
        let view = self.table.view(defender);
        let twice = crate::rules::keyword::all().iter().any(|d| {
            d.hit_by.is_some()
                && d.keyword.entry().stacking == Stacking::Isolated
                && view
                    .copies_of(d.keyword)
                    .filter(|c| c.off.is_none())
                    .count()
                    > 1
        });
        twice.then_some(clause!("5.2.isolated"))
    }

    /// What is added to a die helps against a higher need, which is one of the result.
    fn note_higher_need(&mut self, attack: &Attack, bonus: i32, needs: i32) -> Result<(), Stop> {
        if bonus == 0 || attack.dice.is_empty() {
            return Ok(());
        }
        let adds = grounds::on_unit(&self.table, attack.attacker, |g| g.against_need);
        let asks = crate::rules::keyword::all()
            .iter()
            .filter(|d| self.table.view(attack.defender).has(d.keyword))
            .find_map(|d| d.grounds.need_not_die);
        let (Some((_, adds)), Some(asks)) = (adds, asks) else {
            return Ok(());
        };
        let text = format!(
            "A natural {} hits: the result is asked for, not the die.",
            needs - bonus
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, attack.attacker);
        self.step(step.on(adds).also(asks(bonus))).map(drop)
    }

    /// The least result that hits a unit, with attack dice or with dice of damage.
    pub(in crate::rules) fn needed_to_hit(
        &self,
        target: UnitIx,
        dice_of_damage: bool,
    ) -> (i32, Option<ClauseId>) {
        const HIT: i32 = 4;
        let worst = crate::rules::keyword::all()
            .iter()
            .filter(|d| self.table.view(target).has(d.keyword))
            .filter_map(|d| {
                d.hit_by
                    .map(|(needs, clause)| (needs, clause, d.hit_by_damage_dice))
            })
            .max_by_key(|(needs, ..)| *needs);
        match worst {
            None => (HIT, None),
            Some((needs, _, Some(clause))) if dice_of_damage => (needs, Some(clause)),
            Some((needs, clause, _)) => (needs, Some(clause)),
        }
    }
}

/// How many attack dice are rolled, and why.
#[derive(Clone, Debug)]
pub(in crate::rules) struct AttackPower {
    /// Number of dice.
    pub dice: usize,
    /// The parts, in words.
    pub why: String,
    /// What it rests on.
    pub clauses: Vec<ClauseId>,
    /// The lines by which the power is another than printed.
    pub lines: Vec<Cite>,
}

/// The lines by which a unit's power is another than printed, each once; what it can't gain or lose
/// changes nothing.
fn lines_of_power(view: &crate::rules::derive::UnitView) -> Vec<Cite> {
    let mut lines: Vec<Cite> = Vec::new();
    for (by, cite) in &view.power_by {
        if !lines.contains(cite) && !view.keeps_out(Stat::Power, *by) {
            lines.push(cite.clone());
        }
    }
    lines
}
