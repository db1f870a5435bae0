//! Units that are discarded, retreat, move or change hands.

use crate::cardtext::Duration;
use crate::clause;
use crate::game::{Side, Zone};
use crate::rules::derive::Banned;
use crate::rules::effects::Cx;
use crate::rules::look::Look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Lent, UnitIx};
use crate::rules::trace::{Change, Cite, StepKind};
use crate::rules::triggers::Happened;

impl Run<'_> {
    /// Taps or untaps a unit; one that already is so stays so.
    pub(in crate::rules) fn set_tapped(
        &mut self,
        unit: UnitIx,
        tap: bool,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        use crate::cardtext::Ban;
        // A unit's own text lets itself do what only that text forbids.
        let own = |b: &Banned| cx.look.this == Some(unit) && b.look.this == Some(unit);
        let banned = self.table.view(unit).banned(|b| {
            matches!((&b.ban, tap), (Ban::Untap, false) | (Ban::BeTapped, true)) && !own(b)
        });
        if let Some(banned) = banned.map(|b| b.cite.clone()) {
            let text = format!(
                "{} can't be {}.",
                self.table.name(unit),
                if tap { "tapped" } else { "untapped" }
            );
            return self
                .step(
                    NewStep::of(StepKind::Note, text)
                        .resting_on([banned])
                        .on(clause!("1.1.6")),
                )
                .map(drop);
        }
        if self.table.unit(unit).tapped == tap {
            return Ok(());
        }
        self.table.unit_mut(unit).tapped = tap;
        if !tap {
            self.table.end_while_tapped(unit);
        }
        let id = self.table.unit(unit).id.clone();
        let text = format!(
            "{} is {}.",
            self.table.name(unit),
            if tap { "tapped" } else { "untapped" }
        );
        let change = if tap {
            Change::Tap { unit: id }
        } else {
            Change::Untap { unit: id }
        };
        let step = NewStep::of(StepKind::Modifier, text)
            .unit(&self.table, unit)
            .change(change);
        self.step(step.resting_on([cx.cite.clone()]))?;
        self.refresh();
        self.fire(if tap {
            Happened::Tapped(unit)
        } else {
            Happened::Untapped(unit)
        })
    }

    /// Discards a unit by an effect or as a cost, not by damage. Returns whether it was discarded.
    pub(in crate::rules) fn discard_unit(
        &mut self,
        unit: UnitIx,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        if !self.table.unit(unit).zone.on_table() {
            return Ok(false);
        }
        if self
            .table
            .view(unit)
            .banned(|b| matches!(b.ban, crate::cardtext::Ban::BeDiscarded))
            .is_some()
        {
            let text = format!("{} can't be discarded.", self.table.name(unit));
            self.step(NewStep::of(StepKind::Note, text).on(clause!("1.1.6")))?;
            return Ok(false);
        }
        let causing = std::mem::replace(&mut self.causing, cx.look.this);
        let gone = self.discard_alone(unit, vec![cx.cite.clone()])?;
        self.causing = causing;
        if gone {
            cx.look.fallen.push(unit);
        }
        Ok(gone)
    }

    /// Discards one unit for itself, with what that sets off. Returns whether it was discarded.
    pub(in crate::rules) fn discard_alone(
        &mut self,
        unit: UnitIx,
        cites: Vec<Cite>,
    ) -> Result<bool, Stop> {
        let outer = std::mem::take(&mut self.table.fallen);
        let gone = self.discard_for(unit, Vec::new(), None, cites)?;
        if gone {
            self.run_hooks(crate::rules::window::WindowId::Discard)?;
            self.fire_fallen()?;
        }
        self.table.fallen = outer;
        Ok(gone)
    }

    /// Moves a unit to the build zone without tapping it (2.4.2).
    pub(in crate::rules) fn retreat_unit(&mut self, unit: UnitIx, cx: &mut Cx) -> Result<(), Stop> {
        if self.says_gone(unit, cx)? {
            return Ok(());
        }
        if let Some(banned) = self
            .table
            .view(unit)
            .banned(|b| matches!(b.ban, crate::cardtext::Ban::Retreat))
        {
            let (cite, text) = (
                banned.cite.clone(),
                format!("{} can't retreat.", self.table.name(unit)),
            );
            return self
                .step(
                    NewStep::of(StepKind::Note, text)
                        .resting_on([cite])
                        .on(clause!("1.1.6")),
                )
                .map(drop);
        }
        self.move_unit(unit, Zone::Build, cx)?;
        let by = self.deciding.unwrap_or(cx.look.you);
        self.fire(Happened::Retreated(unit, by))
    }

    /// Moves a unit as a text says, unless it has been discarded meanwhile: that takes nothing out of
    /// the discard pile again (3.5.6).
    pub(in crate::rules) fn move_unit_there(
        &mut self,
        unit: UnitIx,
        to: Zone,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        if self.says_gone(unit, cx)? {
            return Ok(());
        }
        self.move_unit(unit, to, cx)
    }

    /// Whether the unit lies in the discard pile and the text does not speak of it as of one that
    /// does; says so.
    fn says_gone(&mut self, unit: UnitIx, cx: &Cx) -> Result<bool, Stop> {
        if self.table.unit(unit).zone != Zone::Discard || cx.look.fallen.contains(&unit) {
            return Ok(false);
        }
        let name = self.table.name(unit);
        let text = format!("{name} is no longer there, so it is not moved.");
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        let step = step.resting_on([cx.cite.clone()]);
        self.step(step.on(clause!("3.5.6"))).map(|_| true)
    }

    /// Moves a unit. Damage counters stay on one that goes to the build zone (2.4.3).
    pub(in crate::rules) fn move_unit(
        &mut self,
        unit: UnitIx,
        to: Zone,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        let from = self.table.unit(unit).zone;
        if from == to {
            return Ok(());
        }
        let before = self.numbers_now();
        let id = self.table.unit(unit).id.clone();
        let text = format!("{} moves to {}.", self.table.name(unit), to.name());
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, unit)
            .change(Change::Zone { unit: id, from, to });
        let mut step = step.resting_on([cx.cite.clone()]);
        if to == Zone::Build && from.arena().is_some() {
            step = step.on(clause!("2.4.2"));
        }
        self.step(step)?;
        if from == Zone::Discard && !self.table.unit(unit).made {
            let owner = self.table.unit(unit).owner;
            let pool = self.table.pool_mut(owner);
            pool.discard = (pool.discard - 1).max(0);
        }
        if to.on_table() {
            let was_out = !from.on_table();
            self.table.unit_mut(unit).zone = to;
            if was_out {
                self.table.unit_mut(unit).tapped = false;
                self.note_let_go(unit)?;
            }
            self.refresh();
        } else {
            self.leave_table(unit, to);
            if to == Zone::Hand {
                let controller = self.table.side(unit);
                let (by, attacker) = (Vec::new(), None);
                self.fire(Happened::Returned(crate::rules::table::Fallen {
                    unit,
                    from,
                    by,
                    attacker,
                    cause: None,
                    controller,
                }))?;
            }
        }
        if from.arena().is_some() {
            self.note_left(unit, &before)?;
        }
        if to.arena().is_some() {
            self.arrive(unit)?;
            // Whatever puts a unit into battle, it contests at once (9.1.6).
            self.contests()
        } else {
            self.check_health()
        }
    }

    /// Removes a unit from the game with the cards of its stack. In the discard pile they lie apart
    /// by now, so the number of those that came there with it goes too.
    pub(in crate::rules) fn remove_stack(&mut self, unit: UnitIx, cx: &mut Cx) -> Result<(), Stop> {
        let fell = self.table.unit(unit).zone == Zone::Discard;
        let under = self.stacks_left.get(&unit).copied().unwrap_or(0);
        self.move_unit(unit, Zone::Removed, cx)?;
        if !fell || under == 0 {
            return Ok(());
        }
        let owner = self.table.unit(unit).owner;
        self.remove_discarded(owner, under, cx)
    }

    /// A unit that left and comes back does so without what it had (6.6.4).
    fn note_let_go(&mut self, unit: UnitIx) -> Result<(), Stop> {
        if !self.let_go.remove(&unit) {
            return Ok(());
        }
        let text = format!(
            "The effects on {} stopped when it left.",
            self.table.name(unit)
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        self.step(step.on(clause!("6.6.4"))).map(drop)
    }

    /// The numbers of all units, for comparing them.
    pub(in crate::rules) fn numbers_now(&self) -> Vec<(i32, i32, i32)> {
        self.table
            .all()
            .map(|u| self.table.view(u))
            .map(|v| (v.speed, v.power, v.health))
            .collect()
    }

    /// A unit has left its arena: what it gave by being there ends, what it has given stays.
    pub(in crate::rules) fn note_left(
        &mut self,
        unit: UnitIx,
        before: &[(i32, i32, i32)],
    ) -> Result<(), Stop> {
        let name = self.table.name(unit).to_owned();
        let now = self.numbers_now();
        let changed = before
            .iter()
            .zip(&now)
            .enumerate()
            .any(|(i, (was, is))| i != unit.0 && was != is);
        if changed {
            let text = format!("What others had only while {name} was there ends.");
            self.step(NewStep::of(StepKind::Note, text).on(clause!("6.6.2")))?;
        }
        let given = self
            .table
            .lasting
            .iter()
            .any(|l| l.by == Some(unit) && l.on != unit);
        if given {
            let text = format!("What {name} has given to others for a while stays.");
            self.step(NewStep::of(StepKind::Note, text).on(clause!("6.6.3")))?;
        }
        Ok(())
    }

    /// A player takes control of a unit for a while.
    pub(in crate::rules) fn lend_control(
        &mut self,
        unit: UnitIx,
        side: Side,
        until: Duration,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        let from = self.table.side(unit);
        let lent = self.table.lent.iter().any(|l| l.unit == unit);
        if from == side && !lent {
            return Ok(());
        }
        self.give_control(unit, side, cx)?;
        self.table.lent.push(Lent {
            unit,
            from,
            to: side,
            until,
            cite: cx.cite.clone(),
        });
        Ok(())
    }

    /// Units whose control was lent for so long go back to who had them.
    pub(in crate::rules) fn give_back(
        &mut self,
        ends: impl Fn(Duration) -> bool,
    ) -> Result<(), Stop> {
        let all = std::mem::take(&mut self.table.lent);
        let first = |unit| all.iter().find(|l| l.unit == unit).map(|l| l.from);
        let (over, mut kept): (Vec<Lent>, Vec<Lent>) =
            all.iter().cloned().partition(|l| ends(l.until));
        let mut back: Vec<(UnitIx, Side, Cite)> = Vec::new();
        for lent in over {
            let base = first(lent.unit).unwrap_or(lent.from);
            // What is left of its loans began with whoever had it before all of them.
            if let Some(next) = kept.iter_mut().find(|l| l.unit == lent.unit) {
                next.from = base;
            }
            back.retain(|(u, ..)| *u != lent.unit);
            back.push((lent.unit, base, lent.cite));
        }
        self.table.lent = kept;
        for (unit, base, cite) in back {
            let mut running = self.table.lent.iter().rev();
            let side = running.find(|l| l.unit == unit).map_or(base, |l| l.to);
            if self.table.unit(unit).zone.on_table() {
                let mut cx = Cx::of(Look::of(side), self.table.name(unit).into(), cite);
                self.give_control(unit, side, &mut cx)?;
            }
        }
        Ok(())
    }

    /// A card that left the table while somebody else controlled it belongs to its owner again,
    /// once what its fall set off is done (11.38).
    pub(in crate::rules) fn bring_home(&mut self) {
        let away = self.table.units.iter_mut();
        let mut any = false;
        for unit in away.filter(|u| !u.zone.on_table() && u.side != u.owner) {
            unit.side = unit.owner;
            any = true;
        }
        if any {
            self.refresh();
        }
    }

    /// A player takes control of a unit.
    pub(in crate::rules) fn give_control(
        &mut self,
        unit: UnitIx,
        side: Side,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        if self.table.side(unit) == side {
            return Ok(());
        }
        self.table.unit_mut(unit).side = side;
        self.refresh();
        let text = format!(
            "{} is controlled by the {} now.",
            self.table.name(unit),
            side.name()
        );
        let step = NewStep::of(StepKind::Modifier, text).unit(&self.table, unit);
        self.step(step.resting_on([cx.cite.clone()]).on(clause!("11.38")))
            .map(drop)
    }
}
