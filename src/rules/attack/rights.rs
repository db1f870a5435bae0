//! Whether this unit may attack that one, and whom it has to attack first (RULES 3.2, 3.3).

use crate::clause;
use crate::rulebook::Keyword;
use crate::rules::grounds;
use crate::rules::keyword;
use crate::rules::run::{Run, reason};
use crate::rules::table::{Unit, UnitIx};
use crate::rules::target;
use crate::rules::toll;
use crate::rules::trace::Reason;

impl Run<'_> {
    /// All reasons why the unit may not attack now.
    pub(in crate::rules) fn attacker_reasons(&self, attacker: UnitIx) -> Vec<Reason> {
        let unit = self.table.unit(attacker);
        let name = &unit.name;
        let mut reasons = Vec::new();
        let view = self.table.view(attacker);
        let from_afar = !view.may_attack.is_empty() || view.from_build && unit.is_retreated();
        if !unit.in_battle() && !from_afar {
            reasons.push(reason(
                clause!("3.1.3.3"),
                format!("{name} is not a unit in an arena"),
            ));
        }
        reasons.extend(face_down_reason(unit));
        if unit.tapped {
            reasons.push(reason(clause!("1.8.2"), format!("{name} is tapped")));
        }
        reasons.extend(target::kept_from_attacking(&self.table, attacker));
        if self.table.ordered {
            reasons.extend(self.order_reasons(attacker));
        }
        reasons.extend(self.table.battle_over.then(|| self.over_reason()));
        reasons
    }

    /// All reasons why the unit is no legal target for the attacker (3.3).
    pub(in crate::rules) fn target_reasons_for(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        with: Option<Keyword>,
    ) -> Vec<Reason> {
        let (a, d) = (self.table.unit(attacker), self.table.unit(defender));
        let mut reasons = Vec::new();
        if a.side == d.side {
            let text = format!("{} is a unit of the same side", d.name);
            reasons.push(reason(clause!("3.3.5"), text.clone()));
            reasons.push(reason(clause!("3.3.1"), text));
        }
        reasons.extend(face_down_reason(d));
        reasons.extend(self.place_reason(attacker, defender, with));
        reasons.extend(self.reach_reason(attacker, defender, with));
        reasons.extend(toll::unpayable(&self.table, attacker, defender));
        reasons.extend(self.attackable_reasons(attacker, defender));
        reasons.extend(target::duties(&self.table, attacker, defender));
        reasons
    }

    fn place_reason(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        with: Option<Keyword>,
    ) -> Option<Reason> {
        let (a, d) = (self.table.unit(attacker), self.table.unit(defender));
        if self.may_attack_beyond(attacker, defender) {
            return None;
        }
        if !d.in_battle() {
            return Some(reason(
                clause!("3.3.1"),
                format!("{} is not a unit in an arena", d.name),
            ));
        }
        let home = |z| a.types.iter().any(|t| t.arena() == z);
        let from_build = a.is_retreated() && self.table.view(attacker).from_build;
        if from_build && with.is_none() && home(d.arena()) {
            return None;
        }
        let Some(keyword) = with else {
            return (a.arena() != d.arena()).then(|| {
                let text = format!(
                    "{} is in {}, {} in {}",
                    d.name,
                    d.zone.name(),
                    a.name,
                    a.zone.name()
                );
                reason(clause!("3.3.1"), text)
            });
        };
        let reach = keyword::def(keyword)
            .and_then(|k| k.reaches)
            .filter(|_| self.table.view(attacker).has(keyword));
        match reach {
            None => Some(reason(
                clause!("3.3.2"),
                format!("{} has no {}", a.name, keyword.name()),
            )),
            Some((arena, _)) if d.arena() != Some(arena) => Some(reason(
                clause!("3.3.2"),
                format!("{} reaches only the {} arena", keyword.name(), arena.name()),
            )),
            Some(_) => None,
        }
    }

    /// What the keyword of an attack into another arena says besides.
    fn reach_reason(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        with: Option<Keyword>,
    ) -> Option<Reason> {
        let keyword = with.filter(|k| self.table.view(attacker).has(*k))?;
        let only = grounds::of(keyword).reach?.only;
        let (arena, _) = keyword::def(keyword)?.reaches?;
        let unit = self.table.unit(defender);
        (unit.in_battle() && unit.arena() != Some(arena)).then(|| {
            let text = format!("{} is not in the {} arena", unit.name, arena.name());
            reason(only, text)
        })
    }

    /// A text lets it attack the unit although it lies elsewhere.
    pub(super) fn may_attack_beyond(&self, attacker: UnitIx, defender: UnitIx) -> bool {
        target::reaches_by_text(&self.table, attacker, defender)
    }

    /// Why the attacker cannot attack that unit, side and place apart: bans and Stealth (3.3.3).
    pub(in crate::rules) fn attackable_reasons(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
    ) -> Vec<Reason> {
        target::barred(&self.table, attacker, defender)
    }

    /// Every legal target of an ordinary attack.
    pub(in crate::rules) fn legal_targets(&self, attacker: UnitIx) -> Vec<UnitIx> {
        self.table
            .all()
            .filter(|d| self.target_reasons_for(attacker, *d, None).is_empty())
            .collect()
    }
}

/// A face-down card is no unit: it neither attacks nor is attacked (1.2.1).
fn face_down_reason(unit: &Unit) -> Option<Reason> {
    unit.is_face_down().then(|| {
        let text = format!("{} lies face down in the build zone", unit.name);
        reason(clause!("1.2.1"), text)
    })
}
