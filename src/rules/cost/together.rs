//! Several costs that are paid together: what each of them takes is not there for the next (4.3.b).

use std::collections::BTreeSet;

use crate::cardtext::{Cost, Num, Quantity, Selector, Who};
use crate::clause;
use crate::game::Side;
use crate::rules::effects::Cx;
use crate::rules::look::{self, Look};
use crate::rules::run::{Run, reason};
use crate::rules::table::UnitIx;
use crate::rules::trace::Reason;

/// The most costs of a sort that are compared with each other.
const MOST: usize = 6;

/// What a cost does to the units that pay it, by which no unit pays twice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Tap,
    Leave,
}

impl Sort {
    const ALL: [Sort; 2] = [Sort::Tap, Sort::Leave];

    fn word(self) -> &'static str {
        match self {
            Sort::Tap => "tap",
            Sort::Leave => "give up",
        }
    }

    fn of(cost: &Cost) -> Option<(Sort, &Who)> {
        match cost {
            Cost::Tap(who) => Some((Sort::Tap, who)),
            Cost::Discard(who)
            | Cost::Return(who)
            | Cost::RemoveFromGame(who)
            | Cost::ToSupply(who) => Some((Sort::Leave, who)),
            _ => None,
        }
    }
}

impl Run<'_> {
    /// Why costs each of which could be paid cannot be paid all: too little Force, build points or
    /// cards in hand for their sum, or one unit that would have to pay twice. `force` is Force that
    /// is paid besides.
    pub(in crate::rules) fn together_reasons(
        &self,
        costs: &[Cost],
        force: i32,
        cx: &Cx,
        side: Side,
    ) -> Vec<Reason> {
        let pool = self.table.pool(side);
        let hand = if pool.hand_known { pool.hand } else { i32::MAX };
        let sums = [
            (
                force + self.sum(costs, &cx.look, force_of),
                pool.force,
                "Force",
            ),
            (
                self.sum(costs, &cx.look, build_points_of),
                pool.build_points,
                "build points",
            ),
            (
                self.sum(costs, &cx.look, super::lawful::cards_of_hand),
                hand,
                "cards in hand",
            ),
        ];
        let lacking = sums.into_iter().filter(|(need, have, _)| need > have);
        let lacking = lacking.map(|(need, have, what)| {
            let text = format!("the {} has {have} {what}, not {need}", side.name());
            reason(clause!("4.3.b"), text)
        });
        lacking.chain(self.twice_reasons(costs, cx)).collect()
    }

    fn sum(&self, costs: &[Cost], look: &Look, of: fn(&Cost) -> Option<&Num>) -> i32 {
        let amounts = costs.iter().filter_map(of);
        amounts.map(|n| look::value(&self.table, look, n)).sum()
    }

    /// Where some of the costs ask for more different units than could pay them.
    pub(in crate::rules) fn twice_reasons(&self, costs: &[Cost], cx: &Cx) -> Vec<Reason> {
        let twice = Sort::ALL.into_iter().filter_map(|sort| {
            let payers: Vec<(BTreeSet<UnitIx>, usize)> = costs
                .iter()
                .filter_map(Sort::of)
                .filter(|(of, _)| *of == sort)
                .map(|(_, who)| self.able_to_pay(who, sort, cx))
                .filter(|(_, need)| *need > 0)
                .take(MOST)
                .collect();
            let (have, need) = too_few(&payers)?;
            let text = format!(
                "the costs together ask for {need} different units to {}, and {have} could pay",
                sort.word()
            );
            Some(reason(clause!("4.3.b"), text))
        });
        twice.collect()
    }

    /// Which units could pay a cost, and how many of them it asks for.
    fn able_to_pay(&self, who: &Who, sort: Sort, cx: &Cx) -> (BTreeSet<UnitIx>, usize) {
        let able = |u: &UnitIx| sort != Sort::Tap || !self.table.unit(*u).tapped;
        let (could, _) = self.could_pay(who, cx);
        let all = could.len();
        let could: BTreeSet<UnitIx> = could.into_iter().filter(able).collect();
        let need = match who {
            Who::Units(Selector { quantity, .. }) => match quantity {
                Quantity::Choose(n) | Quantity::OpponentChooses(n) => {
                    usize::try_from(look::value(&self.table, &cx.look, n)).unwrap_or(0)
                }
                Quantity::UpTo(_) | Quantity::AnyNumber => 0,
                Quantity::Each => all,
            },
            _ => all,
        };
        (could, need)
    }
}

/// The first set of at least two costs with fewer payers than they ask for: how many there are, and
/// how many are asked for. By Hall's theorem there is one unless each cost finds its own payers.
fn too_few(costs: &[(BTreeSet<UnitIx>, usize)]) -> Option<(usize, usize)> {
    (1_usize..1 << costs.len()).find_map(|set| {
        let chosen = costs
            .iter()
            .enumerate()
            .filter(|(at, _)| set & (1 << at) != 0);
        let chosen: Vec<_> = chosen.map(|(_, cost)| cost).collect();
        let need = chosen.iter().map(|(_, need)| need).sum();
        let have: BTreeSet<_> = chosen.iter().flat_map(|(units, _)| units).collect();
        (chosen.len() > 1 && have.len() < need).then_some((have.len(), need))
    })
}

const fn force_of(cost: &Cost) -> Option<&Num> {
    match cost {
        Cost::Force(n) => Some(n),
        _ => None,
    }
}

const fn build_points_of(cost: &Cost) -> Option<&Num> {
    match cost {
        Cost::BuildPoints(n) => Some(n),
        _ => None,
    }
}
