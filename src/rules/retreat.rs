//! Units that retreat in the retreat step, or move back into an arena in the build step (RULES 2.3,
//! 2.4).

use crate::cardtext::Ban;
use crate::clause;
use crate::game::{Side, Zone};
use crate::rulebook::ClauseId;

use super::effects::Cx;
use super::grounds;
use super::look::Look;
use super::run::{NewStep, Run, Stop, reason};
use super::situation::Handle;
use super::table::{Phase, UnitIx};
use super::trace::{Reason, StepKind};
use super::triggers::Happened;
use super::window::WindowId;

impl Run<'_> {
    /// A unit retreats in the retreat step, or moves back into an arena in the build step.
    pub(super) fn play_retreat(&mut self, handle: &Handle, to: Option<Zone>) -> Result<(), Stop> {
        let Some(unit) = self.table.find(handle) else {
            return self.misfit(format!("there is no unit `{handle}`"));
        };
        let back = to.filter(|z| z.arena().is_some());
        let reasons = match back {
            Some(zone) => self.return_reasons(unit, zone),
            None => self.retreat_reasons(unit),
        };
        if !reasons.is_empty() {
            return self.refuse("retreat", handle.to_string(), reasons);
        }
        self.take();
        match back {
            Some(zone) => self.move_back(unit, zone),
            None => self.retreat_in_step(unit),
        }
    }

    /// All reasons against moving back into an arena.
    fn return_reasons(&self, unit: UnitIx, zone: Zone) -> Vec<Reason> {
        let u = self.table.unit(unit);
        let mut reasons = Vec::new();
        if !self.in_build_step_of(u.side) {
            let text = "a retreated unit moves back in its player's build step";
            reasons.push(reason(clause!("2.3"), text));
        }
        if !u.is_retreated() {
            reasons.push(reason(
                clause!("2.3"),
                format!("{} is not retreated", u.name),
            ));
            let own = grounds::on_unit(&self.table, unit, |g| g.stays_in_arena);
            let text = format!("{} stays in its arena", u.name);
            reasons.extend(own.map(|(_, c)| reason(c, text)));
        }
        let arena = zone.arena();
        if arena.is_some() && !u.types.iter().any(|t| t.arena() == arena) {
            reasons.push(reason(
                clause!("2.3"),
                format!("{} does not fight there", u.name),
            ));
        }
        reasons
    }

    /// All reasons against retreating in the retreat step.
    fn retreat_reasons(&self, unit: UnitIx) -> Vec<Reason> {
        let u = self.table.unit(unit);
        let row = row_of(u.side);
        let mut reasons = Vec::new();
        if u.arena().is_none() {
            reasons.push(reason(row, format!("{} is not in an arena", u.name)));
        }
        let battle = matches!(self.table.phase, Phase::Battle | Phase::Step(_));
        if battle || self.table.battle_over {
            let text = "units retreat in the retreat step, which is before the battle phase";
            reasons.push(reason(row, text));
        }
        if u.tapped {
            reasons.push(reason(
                clause!("2.4.1"),
                format!("{} is tapped, and retreating costs a tap", u.name),
            ));
        }
        for banned in &self.table.view(unit).bans {
            if matches!(banned.ban, Ban::Retreat | Ban::RetreatStep) {
                reasons.push(reason(
                    clause!("1.1.6"),
                    format!("{} can't retreat: \"{}\"", u.name, banned.printed),
                ));
            }
        }
        reasons
    }

    fn move_back(&mut self, unit: UnitIx, zone: Zone) -> Result<(), Stop> {
        let mut cx = self.retreating(unit, clause!("2.3"));
        self.note_moved_back(unit);
        self.move_unit(unit, zone, &mut cx)?;
        self.settle_triggers()
    }

    fn retreat_in_step(&mut self, unit: UnitIx) -> Result<(), Stop> {
        let mut cx = self.retreating(unit, clause!("2.4.1"));
        self.window = WindowId::Retreat;
        self.commanded = true;
        let u = self.table.unit(unit);
        let (side, row) = (u.side, row_of(u.side));
        let kept = (u.damage > 0).then_some(clause!("2.4.3"));
        let text = format!("{} retreats in the retreat step.", u.name);
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        self.step(step.on(row).also(kept))?;
        self.note_retreat_order(side)?;
        self.set_tapped(unit, true, &mut cx)?;
        self.move_unit(unit, Zone::Build, &mut cx)?;
        self.fire(Happened::Retreated(unit, cx.look.you))?;
        self.settle_triggers()
    }

    /// The Dark Side's units retreat before the Light Side's; another order is only noted, since what
    /// was done may have been said in another order.
    fn note_retreat_order(&mut self, side: Side) -> Result<(), Stop> {
        if side == Side::Light {
            self.light_retreated = true;
            return Ok(());
        }
        if !self.light_retreated {
            return Ok(());
        }
        let text = "The Dark Side's retreat step comes before the Light Side's.";
        let step = NewStep::of(StepKind::Note, text);
        self.step(step.on(clause!("2.2.C5")).on(clause!("2.2.C6")))
            .map(drop)
    }

    fn retreating(&self, unit: UnitIx, by: ClauseId) -> Cx {
        Cx::of(Look::from(&self.table, unit), "retreat".into(), by.into())
    }
}

/// The row of the turn's table in which a player's units retreat.
const fn row_of(side: Side) -> ClauseId {
    match side {
        Side::Dark => clause!("2.2.C5"),
        Side::Light => clause!("2.2.C6"),
    }
}
