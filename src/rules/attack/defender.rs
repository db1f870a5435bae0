//! Who the defender is: asked for, or made another unit on the way (RULES 7.1).

use crate::clause;
use crate::rulebook::{ClauseId, Keyword};
use crate::rules::effects::Cx;
use crate::rules::look::Look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::UnitIx;
use crate::rules::target;
use crate::rules::trace::{Change, Cite, StepKind};

impl Run<'_> {
    pub(super) fn ask_defender(
        &mut self,
        attacker: UnitIx,
        with: Option<Keyword>,
    ) -> Result<UnitIx, Stop> {
        let among = self.open_to_attack(attacker, with);
        let asks = format!("Which unit does {} attack?", self.table.name(attacker));
        let mut cx = Cx::of(
            Look::from(&self.table, attacker),
            "attack".into(),
            clause!("attack.declare").into(),
        );
        self.choose_asked(asks, among, &mut cx)
    }

    /// Every unit it may attack, with the keyword that reaches another arena if one is named.
    pub(super) fn open_to_attack(&self, attacker: UnitIx, with: Option<Keyword>) -> Vec<UnitIx> {
        let open = |d: &UnitIx| self.target_reasons_for(attacker, *d, with).is_empty();
        self.table.all().filter(open).collect()
    }

    /// Makes another unit the defender (7.1). Nothing happens anew for it.
    /// `ends` is what the effect itself says of what depended on the old defender.
    pub(in crate::rules) fn change_defender(
        &mut self,
        unit: UnitIx,
        cites: Vec<Cite>,
        ends: Option<ClauseId>,
    ) -> Result<bool, Stop> {
        let Some(attack) = self.table.attack() else {
            return Ok(false);
        };
        let attacker = attack.attacker;
        let locked = target::locked(&self.table, attacker);
        let reasons = self.attackable_reasons(attacker, unit);
        let barred = || reasons.first().and_then(|r| r.clause).map(Cite::from);
        let why = locked.clone().or_else(|| barred().map(|c| vec![c]));
        if let Some(grounds) = why {
            let text = format!("The defender stays {}.", self.table.name(attack.defender));
            let general = if locked.is_some() {
                clause!("7.1.1")
            } else {
                clause!("7.1.5")
            };
            self.step(
                NewStep::of(StepKind::Note, text)
                    .resting_on(grounds)
                    .on(general),
            )?;
            return Ok(false);
        }
        // One who becomes the defender again has been paid for (3.3.4).
        let new = self.table.attack().is_some_and(|a| !a.was_defender(unit));
        if new && !self.pay_for_new_defender(attacker, unit)? {
            let text = format!("The defender stays {}.", self.defender_name());
            self.step(NewStep::of(StepKind::Note, text).on(clause!("7.1.5")))?;
            return Ok(false);
        }
        let name = self.table.name(unit).to_owned();
        let before = self.table.view(attacker).power;
        let old = self.table.attack().map_or(unit, |a| a.defender);
        if let Some(now) = self.table.attacks.last_mut() {
            now.defender = unit;
            if !now.defenders.contains(&unit) {
                now.defenders.push(unit);
            }
        }
        self.refresh();
        let change = Change::Defender {
            unit: self.table.unit(unit).id.clone(),
        };
        let step = NewStep::of(
            StepKind::Redirect,
            format!("{name} is the defender now; it is the same attack."),
        );
        self.step(
            step.unit(&self.table, unit)
                .change(change)
                .resting_on(cites),
        )?;
        self.hand_over_ties(old, unit, ends)?;
        let after = self.table.view(attacker).power;
        if after != before {
            let text = format!(
                "The power of {} becomes {after}: an effect on it depends on the defender.",
                self.table.name(attacker)
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, attacker);
            self.step(step.on(clause!("7.1.6")).also(ends))?;
        }
        Ok(true)
    }

    fn defender_name(&self) -> String {
        let attack = self.table.attack();
        attack.map_or_else(String::new, |a| self.table.name(a.defender).to_owned())
    }
}
