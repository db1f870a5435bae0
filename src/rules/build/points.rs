//! Building: build points onto a card, as build counters (RULES 2.3).

use crate::cardtext::OffBoard;
use crate::clause;
use crate::game::{CardType, CounterKind, Side, Zone};
use crate::rules::look;
use crate::rules::run::{NewStep, Run, Stop, reason};
use crate::rules::situation::Handle;
use crate::rules::table::{Unit, UnitIx};
use crate::rules::trace::{Change, Reason, StepKind};
use crate::rules::triggers::EventKind;

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
        let have = look::counters_on(self.table.unit(unit), CounterKind::Build);
        let cost = self.needed_alone(unit);
        let n = points.unwrap_or((cost - have).max(0));
        let reasons = self.build_reasons(unit, n);
        self.concerned.insert((OffBoard::BuildCosts, unit));
        if !reasons.is_empty() {
            return self.refuse("build", handle.to_string(), reasons);
        }
        self.take();
        self.put_build_points(unit, n, cost)
    }

    /// All reasons against putting so many build points on a card.
    fn build_reasons(&self, unit: UnitIx, n: i32) -> Vec<Reason> {
        let u = self.table.unit(unit);
        let against = |text: String| reason(clause!("2.3"), text);
        let mut reasons = Vec::new();
        if !self.in_build_step_of(u.side) {
            let text = "cards are built in their player's own build step";
            reasons.push(against(text.to_owned()));
        }
        if !matches!(u.zone, Zone::Hand | Zone::Build) {
            reasons.push(against(format!("{} is in {}", u.name, u.zone.name())));
        }
        reasons.extend(not_built(u));
        if u.zone == Zone::Build && !u.is_face_down() {
            let text = format!("{} is finished, and no build points go onto it", u.name);
            reasons.push(against(text));
        }
        if n < 1 {
            reasons.push(against(
                "at least 1 build point is put on a card".to_owned(),
            ));
        }
        let pool = self.table.pool(u.side).build_points;
        if n > pool {
            let side = u.side.name();
            reasons.push(against(format!(
                "the {side} has {pool} build points, not {n}"
            )));
        }
        reasons
    }

    /// Puts them there; a card from hand goes face down into the build zone.
    fn put_build_points(&mut self, unit: UnitIx, n: i32, cost: i32) -> Result<(), Stop> {
        let u = self.table.unit(unit).clone();
        let have = look::counters_on(&u, CounterKind::Build);
        let changes = self.change_build_points(u.side, -n);
        if u.zone == Zone::Hand {
            let pool = self.table.pool_mut(u.side);
            pool.hand = (pool.hand - i32::from(pool.hand_known)).max(0);
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
        self.happened.insert(EventKind::Other);
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
