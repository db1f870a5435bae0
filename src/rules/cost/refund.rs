//! The other reading of 11.20: what a disrupted play cost comes back, every part of it.

use std::collections::BTreeSet;

use crate::clause;
use crate::game::{CounterKind, Side};
use crate::rules::act::Act;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Lasting, PoolNow, Unit, UnitIx};
use crate::rules::trace::{Change, StepKind};

/// What costs can take, as it is at one moment.
pub(in crate::rules) struct Purse {
    pools: [PoolNow; 2],
    units: Vec<Unit>,
    lasting: Vec<Lasting>,
}

/// What was there before the costs were paid, and what was left.
pub(in crate::rules) struct Spent {
    before: Purse,
    after: Purse,
}

impl Run<'_> {
    fn purse(&self) -> Purse {
        Purse {
            pools: self.table.pools,
            units: self.table.units.clone(),
            lasting: self.table.lasting.clone(),
        }
    }

    /// What is there before costs are paid that may have to be given back.
    pub(super) fn before_paying(&self) -> Option<Purse> {
        let refunds = self.table.reading(clause!("11.20")) == Some("refunded");
        refunds.then(|| self.purse())
    }

    /// What the costs took.
    pub(super) fn spent_since(&self, before: Purse) -> Spent {
        let after = self.purse();
        Spent { before, after }
    }

    /// Gives back what a disrupted play cost. Only what paying changed is changed back: what the
    /// disrupting play has done since stays.
    pub(in crate::rules) fn refund(&mut self, act: &Act, spent: &Spent) -> Result<(), Stop> {
        let mut changes = Vec::new();
        let sides = Side::BOTH.into_iter();
        for (side, (was, left)) in sides.zip(spent.before.pools.iter().zip(&spent.after.pools)) {
            changes.extend(self.refund_pool(side, was, left));
        }
        let units = spent
            .before
            .units
            .iter()
            .zip(&spent.after.units)
            .enumerate();
        for (n, (was, left)) in units {
            changes.extend(self.refund_unit(UnitIx(n), was, left, &spent.before.lasting));
        }
        if changes.is_empty() {
            return Ok(());
        }
        self.refresh();
        let text = format!(
            "What was paid for {} comes back: {}.",
            act.label_words(),
            in_words(&changes)
        );
        let step = NewStep::of(StepKind::Cost, text)
            .by(act.side)
            .changes(changes);
        self.step(step.on(clause!("11.20")))?;
        self.check_health()
    }

    fn refund_pool(&mut self, side: Side, was: &PoolNow, left: &PoolNow) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        changes.extend(self.change_force(side, was.force - left.force));
        changes.extend(self.change_build_points(side, was.build_points - left.build_points));
        let pool = self.table.pool_mut(side);
        pool.hand += was.hand - left.hand;
        pool.deck += was.deck - left.deck;
        pool.discard += was.discard - left.discard;
        pool.build_points_due += was.build_points_due - left.build_points_due;
        pool.build_points_next_turn += was.build_points_next_turn - left.build_points_next_turn;
        let by = was.hand - left.hand;
        changes.extend((by != 0).then_some(Change::Hand { side, by }));
        changes
    }

    fn refund_unit(
        &mut self,
        unit: UnitIx,
        was: &Unit,
        left: &Unit,
        lasting: &[Lasting],
    ) -> Vec<Change> {
        let now = self.table.unit(unit).clone();
        let id = now.id.clone();
        if was.zone != left.zone {
            if now.zone != left.zone {
                return Vec::new();
            }
            *self.table.unit_mut(unit) = was.clone();
            let lost = lasting.iter().filter(|l| l.on == unit).cloned();
            let lost: Vec<Lasting> = lost
                .filter(|l| self.table.lasting.iter().all(|n| n.serial != l.serial))
                .collect();
            self.table.lasting.extend(lost);
            self.let_go.remove(&unit);
            return vec![Change::Zone {
                unit: id,
                from: left.zone,
                to: was.zone,
            }];
        }
        let mut changes = Vec::new();
        if was.tapped != left.tapped && now.tapped == left.tapped {
            self.table.unit_mut(unit).tapped = was.tapped;
            changes.push(if was.tapped {
                Change::Tap { unit: id.clone() }
            } else {
                Change::Untap { unit: id.clone() }
            });
        }
        if was.damage != left.damage {
            let to = (now.damage + was.damage - left.damage).max(0);
            self.table.unit_mut(unit).damage = to;
            changes.push(Change::Damage {
                unit: id,
                from: now.damage,
                to,
            });
        }
        changes.extend(self.refund_counters(unit, was, left));
        if was.attached.len() > left.attached.len() && now.attached.len() == left.attached.len() {
            self.table.unit_mut(unit).attached.clone_from(&was.attached);
        }
        changes
    }

    fn refund_counters(&mut self, unit: UnitIx, was: &Unit, left: &Unit) -> Vec<Change> {
        let kinds: BTreeSet<CounterKind> = was
            .counters
            .keys()
            .chain(left.counters.keys())
            .copied()
            .collect();
        let mut changes = Vec::new();
        for kind in kinds {
            let of = |u: &Unit| u.counters.get(&kind).copied().unwrap_or(0);
            let by = of(was) - of(left);
            if by == 0 {
                continue;
            }
            let card = self.table.unit_mut(unit);
            let from = of(card);
            let to = (from + by).max(0);
            card.counters.insert(kind, to);
            changes.push(Change::Counters {
                unit: card.id.clone(),
                kind,
                from,
                to,
            });
        }
        changes
    }
}

/// What comes back, in a few words.
fn in_words(changes: &[Change]) -> String {
    let words: Vec<String> = changes.iter().filter_map(word).collect();
    words.join(", ")
}

fn word(change: &Change) -> Option<String> {
    Some(match change {
        Change::Force { from, to, .. } => format!("{} Force", to - from),
        Change::BuildPoints { from, to, .. } => format!("{} build points", to - from),
        Change::Hand { by, .. } if *by > 0 => format!("{by} cards in hand"),
        Change::Tap { unit } => format!("{unit} is tapped"),
        Change::Untap { unit } => format!("{unit} is untapped"),
        Change::Zone { unit, to, .. } => format!("{unit} is in {}", to.name()),
        Change::Damage { unit, from, to } => {
            let n = (to - from).abs();
            format!("{n} damage counters {} {unit}", on_or_off(to > from))
        }
        Change::Counters {
            unit,
            kind,
            from,
            to,
        } => {
            let (n, word) = ((to - from).abs(), kind.word());
            format!("{n} {word} counters {} {unit}", on_or_off(to > from))
        }
        _ => return None,
    })
}

const fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
