//! What happened was no attack, no damage or no deploying: keywords that look for those say so.

use std::collections::BTreeSet;

use crate::cardtext::Duration;
use crate::clause;
use crate::rulebook::ClauseId;
use crate::rules::grounds;
use crate::rules::keyword::{self, Held};
use crate::rules::run::{Run, reason};
use crate::rules::table::UnitIx;

impl Run<'_> {
    /// Dice of damage are no attack dice: a keyword of the source whose face they show says so.
    pub(in crate::rules) fn note_damage_dice(
        &mut self,
        source: Option<UnitIx>,
        target: UnitIx,
        faces: &[u8],
    ) {
        if let Some(source) = source {
            self.note_kept(source);
        }
        let units: BTreeSet<UnitIx> = source.into_iter().chain([target]).collect();
        for unit in units {
            for def in keyword::all().iter() {
                self.note_attack_dice_only(unit, target, def);
                let Some((face, clause)) = def.not_damage_dice else {
                    continue;
                };
                // What it did on the attack dice of this attack is not nothing.
                let acted = self.account.applied.contains(&(unit, def.keyword));
                if !acted && faces.contains(&face) && self.table.view(unit).has(def.keyword) {
                    let label = keyword::held(&self.table, unit, def.keyword)
                        .first()
                        .map_or_else(|| def.keyword.name().to_owned(), Held::label);
                    let text = format!("the {face} is on dice of damage, not on attack dice");
                    self.note(unit, label, vec![reason(clause, text)]);
                }
            }
        }
    }

    /// What takes attack dice away leaves dice of damage alone.
    fn note_attack_dice_only(&mut self, unit: UnitIx, target: UnitIx, def: &keyword::KeywordDef) {
        let Some(clause) = def.grounds.attack_dice_only else {
            return;
        };
        if unit == target && self.table.view(unit).has(def.keyword) {
            let text = "these are dice of damage, not attack dice";
            let because = vec![reason(clause, text), reason(clause!("6.1"), text)];
            self.note(unit, self.label_of(unit, def.keyword), because);
        }
    }

    /// Damage that is a mere number: what looks at dice has nothing to look at.
    pub(in crate::rules) fn note_fixed_damage(&mut self, target: UnitIx) {
        for def in keyword::all().iter() {
            let Some(clause) = def.grounds.fixed_damage else {
                continue;
            };
            if self.table.view(target).has(def.keyword) {
                let text = "no dice are rolled at it for this damage";
                let label = self.label_of(target, def.keyword);
                self.note(target, label, vec![reason(clause, text)]);
            }
        }
    }

    /// A unit discarded by put counters: what looks at damage has nothing to look at.
    pub(in crate::rules) fn note_put_counters(&mut self, by: UnitIx, fallen: UnitIx, fell: bool) {
        for def in keyword::all().iter() {
            let discards = def.grounds.not_by_counters.filter(|_| fell);
            let damages = def
                .grounds
                .every_damage
                .filter(|_| def.unpreventable.is_none());
            let Some(clause) = discards.or(damages) else {
                continue;
            };
            if by != fallen && self.table.view(by).has(def.keyword) {
                let text = format!(
                    "the counters were put on {}, which is no damage",
                    self.table.name(fallen)
                );
                let because = vec![reason(clause, text.clone()), reason(clause!("6.5.3"), text)];
                self.note(by, self.label_of(by, def.keyword), because);
            }
        }
    }

    /// Put counters cannot be prevented, whatever the unit has.
    pub(in crate::rules) fn note_no_damage(&mut self, unit: UnitIx) {
        for def in keyword::all().iter() {
            if let Some(clause) = def.grounds.put_counters
                && self.table.view(unit).has(def.keyword)
            {
                let text = "put counters are no damage and cannot be prevented";
                let label = self.label_of(unit, def.keyword);
                self.note(unit, label, vec![reason(clause, text)]);
            }
        }
    }

    /// Moving back is not deploying.
    pub(in crate::rules) fn note_moved_back(&mut self, unit: UnitIx) {
        for def in keyword::all().iter() {
            let has = || {
                self.table
                    .view(unit)
                    .copies_of(def.keyword)
                    .next()
                    .is_some()
            };
            if let Some(clause) = def.grounds.not_by_moving.filter(|_| has()) {
                let text = format!(
                    "{} moves back into its arena, which is no deploying",
                    self.table.name(unit)
                );
                self.note(
                    unit,
                    def.keyword.name().to_owned(),
                    vec![reason(clause, text)],
                );
            }
        }
    }

    /// Dice that are none of an attack leave alone what waits for the unit's next attack.
    fn note_kept(&mut self, source: UnitIx) {
        let kept: Vec<(String, ClauseId)> = self
            .table
            .lasting
            .iter()
            .filter(|l| l.on == source && l.until == Duration::NextAttack)
            .filter_map(|l| {
                let keyword = grounds::behind(&l.cites)?;
                let clause = grounds::of(keyword).kept?;
                Some((l.printed.to_string(), clause))
            })
            .collect();
        for (words, clause) in kept {
            let text = "these are no attack dice, so the bonus stays for the next attack";
            self.note(source, words, vec![reason(clause, text)]);
        }
    }
}
