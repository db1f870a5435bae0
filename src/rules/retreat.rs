//! Units that retreat in the retreat step, or move back into an arena in the build step (RULES 2.3,
//! 2.4).

use crate::clause;
use crate::game::{Side, Zone};

use super::effects::Cx;
use super::look::Look;
use super::run::{NewStep, Run, Stop, reason};
use super::situation::Handle;
use super::table::Phase;
use super::trace::StepKind;
use super::triggers::Happened;
use super::window::WindowId;

impl Run<'_> {
    /// A unit retreats in the retreat step, or moves back into an arena in the build step.
    pub(super) fn play_retreat(&mut self, handle: &Handle, to: Option<Zone>) -> Result<(), Stop> {
        let Some(unit) = self.table.find(handle) else {
            return self.misfit(format!("there is no unit `{handle}`"));
        };
        let u = self.table.unit(unit).clone();
        let back = to.is_some_and(|z| z.arena().is_some());
        let row = match u.side {
            Side::Dark => clause!("2.2.C5"),
            Side::Light => clause!("2.2.C6"),
        };
        let mut reasons = Vec::new();
        if back {
            if !self.in_build_step_of(u.side) {
                let text = "a retreated unit moves back in its player's build step";
                reasons.push(reason(clause!("2.3"), text));
            }
            if !u.is_retreated() {
                reasons.push(reason(
                    clause!("2.3"),
                    format!("{} is not retreated", u.name),
                ));
                let own = super::grounds::on_unit(&self.table, unit, |g| g.stays_in_arena);
                let text = format!("{} stays in its arena", u.name);
                reasons.extend(own.map(|(_, c)| reason(c, text)));
            }
            if to
                .and_then(Zone::arena)
                .is_some_and(|a| !u.types.iter().any(|t| t.arena() == Some(a)))
            {
                reasons.push(reason(
                    clause!("2.3"),
                    format!("{} does not fight there", u.name),
                ));
            }
        } else {
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
                if matches!(
                    banned.ban,
                    crate::cardtext::Ban::Retreat | crate::cardtext::Ban::RetreatStep
                ) {
                    reasons.push(reason(
                        clause!("1.1.6"),
                        format!("{} can't retreat: \"{}\"", u.name, banned.printed),
                    ));
                }
            }
        }
        if !reasons.is_empty() {
            return self.refuse("retreat", handle.to_string(), reasons);
        }
        self.take();
        let clause = if back {
            clause!("2.3")
        } else {
            clause!("2.4.1")
        };
        let mut cx = Cx::of(
            Look::from(&self.table, unit),
            "retreat".into(),
            clause.into(),
        );
        if back {
            self.note_moved_back(unit);
            return self.move_unit(unit, to.unwrap_or(Zone::Build), &mut cx);
        }
        self.window = WindowId::Retreat;
        self.commanded = true;
        let text = format!("{} retreats in the retreat step.", u.name);
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        let kept = (u.damage > 0).then_some(clause!("2.4.3"));
        self.step(step.on(row).also(kept))?;
        self.set_tapped(unit, true, &mut cx)?;
        self.move_unit(unit, Zone::Build, &mut cx)?;
        self.fire(Happened::Retreated(unit))?;
        self.settle_triggers()
    }
}
