//! Building: build points onto a card, as build counters (RULES 2.3).

use crate::cardtext::OffBoard;
use crate::clause;
use crate::game::{CardType, CounterKind, Side, Zone};
use crate::rules::look;
use crate::rules::run::{NewStep, Run, Stop, reason};
use crate::rules::situation::Handle;
use crate::rules::table::Unit;
use crate::rules::trace::{Change, Reason, StepKind};
use crate::rules::triggers;

impl Run<'_> {
    /// Build points onto a card, as build counters.
    pub(in crate::rules) fn play_build(
        &mut self,
        handle: &Handle,
        points: Option<i32>,
    ) -> Result<(), Stop> {
        let Some(unit) = self.table.find(handle) else {
            return self.misfit(format!("there is no card `{handle}`"));
        };
        let u = self.table.unit(unit).clone();
        let have = look::counters_on(&u, CounterKind::Build);
        let cost = self.needed_alone(unit);
        let n = points.unwrap_or((cost - have).max(0));
        let mut reasons = Vec::new();
        if !self.in_build_step_of(u.side) {
            reasons.push(reason(
                clause!("2.3"),
                "cards are built in their player's own build step",
            ));
        }
        if !matches!(u.zone, Zone::Hand | Zone::Build) {
            reasons.push(reason(
                clause!("2.3"),
                format!("{} is in {}", u.name, u.zone.name()),
            ));
        }
        reasons.extend(not_built(&u));
        if u.zone == Zone::Build && !u.is_face_down() {
            let text = format!("{} is finished, and no build points go onto it", u.name);
            reasons.push(reason(clause!("2.3"), text));
        }
        if n < 1 {
            reasons.push(reason(
                clause!("2.3"),
                "at least 1 build point is put on a card",
            ));
        }
        let pool = self.table.pool(u.side).build_points;
        if n > pool {
            reasons.push(reason(
                clause!("2.3"),
                format!("the {} has {pool} build points, not {n}", u.side.name()),
            ));
        }
        self.concerned.insert((OffBoard::BuildCosts, unit));
        if !reasons.is_empty() {
            return self.refuse("build", handle.to_string(), reasons);
        }
        self.take();
        let changes = self.change_build_points(u.side, -n);
        if u.zone == Zone::Hand {
            let pool = self.table.pool_mut(u.side);
            pool.hand -= i32::from(pool.hand_known);
            self.table.unit_mut(unit).zone = Zone::Build;
        }
        self.table
            .unit_mut(unit)
            .counters
            .insert(CounterKind::Build, have + n);
        let change = Change::Counters {
            unit: u.id.clone(),
            kind: CounterKind::Build,
            from: have,
            to: have + n,
        };
        let text = format!(
            "{} puts {n} build point{} on {}: {} of {}.",
            u.side.name(),
            if n == 1 { "" } else { "s" },
            u.name,
            have + n,
            cost
        );
        let step = NewStep::of(StepKind::Cost, text)
            .by(u.side)
            .changes(changes)
            .change(change);
        let row = match u.side {
            Side::Dark => clause!("2.2.C2"),
            Side::Light => clause!("2.2.C4"),
        };
        self.step(step.on(clause!("2.3")).on(row))?;
        self.happened.insert(triggers::EventKind::Other);
        self.refresh();
        Ok(())
    }
}

/// Why a card is none that is built and completed: only unit cards, Missions, Locations, Equipment
/// and Resources are (2.3).
pub(in crate::rules) fn not_built(card: &Unit) -> Vec<Reason> {
    let sort = |t: &CardType| match t {
        CardType::Battle => Some(clause!("1.3.battle")),
        CardType::Event => Some(clause!("1.3.event")),
        CardType::Subordinate => Some(clause!("1.3.subordinate")),
        _ => None,
    };
    let found = card.types.iter().find_map(|t| sort(t).map(|own| (t, own)));
    let Some((sort, own)) = found else {
        return Vec::new();
    };
    let text = format!(
        "{} is a card of type {}, which is not built",
        card.name,
        sort.name()
    );
    vec![reason(clause!("2.3"), text.clone()), reason(own, text)]
}
