//! Units that pay a cost: what the rest of the ability then speaks of ("the same arena", "the unit
//! you tapped", an X that is one of its numbers).

use crate::cardtext::{Cmp, Cost, Effect, Filter, Num, Quantity, Selector, Stat, Trait, Who};

use super::act::Act;
use super::effects::Cx;
use super::look::{self, Look};
use super::run::Run;
use super::situation::Handle;
use super::table::{Table, UnitIx};
use super::trace::Reason;

/// A number of the paying unit that is the X of the ability.
pub(super) type OpenX = Option<(Stat, bool)>;

impl Run<'_> {
    /// What the ability sees once its costs are paid, for each way in which units could pay them:
    /// the units named by the play, or else each unit that could pay. One look if no unit pays.
    pub(super) fn payer_looks(&self, act: &Act) -> Vec<Look> {
        let mut base = self.cx_of(act).look;
        base.x = base.x.or(act.aim.amount);
        let Some(selector) = paying_units(act) else {
            return vec![base];
        };
        let (filter, open) = without_open_x(&selector.filter, &base);
        let among = look::fitting(&self.table, &base, &filter);
        let named: Vec<UnitIx> = named(&self.table, act.aim.pay.iter())
            .filter(|u| among.contains(u))
            .collect();
        let ways: Vec<Vec<UnitIx>> = if !named.is_empty() {
            vec![named]
        } else if selector.quantity == Quantity::Each {
            vec![among]
        } else if let Some(first) = self.payer_on(act) {
            vec![vec![first]]
        } else {
            among.into_iter().map(|u| vec![u]).collect()
        };
        if ways.is_empty() {
            return vec![base];
        }
        ways.into_iter()
            .map(|units| {
                let mut look = base.clone();
                paid_with(&self.table, &mut look, units, open);
                look
            })
            .collect()
    }

    /// The unit that pays because the play names it first among its aims and names no other payer.
    pub(super) fn payer_on(&self, act: &Act) -> Option<UnitIx> {
        let selector = paying_units(act).filter(|s| s.quantity != Quantity::Each)?;
        if !act.aim.pay.is_empty() {
            return None;
        }
        let look = self.cx_of(act).look;
        let (filter, _) = without_open_x(&selector.filter, &look);
        let first = act.aim.on.first().and_then(|h| self.table.find(h))?;
        look::fits(&self.table, &look, &filter, first).then_some(first)
    }

    /// The "play only" sentences, with what the costs and aims of the play would make of them: no
    /// reason if one way of paying leaves none.
    pub(super) fn reasons_by_payer(
        &self,
        act: &Act,
        aimed: &[UnitIx],
        against: impl Fn(&Look) -> Vec<Reason>,
    ) -> Vec<Reason> {
        let mut first = None;
        let chooses = super::cost::first_target(&act.ability.effect).is_some();
        for mut look in self.payer_looks(act) {
            if chooses || !aimed.is_empty() {
                look.that = aimed.to_vec();
            }
            let reasons = against(&look);
            if reasons.is_empty() {
                return reasons;
            }
            first.get_or_insert(reasons);
        }
        first.unwrap_or_default()
    }

    /// The units that could pay a cost of these units, and the number of theirs that is X.
    pub(super) fn could_pay(&self, who: &Who, cx: &Cx) -> (Vec<UnitIx>, OpenX) {
        match who {
            Who::Units(selector) => {
                let (filter, open) = without_open_x(&selector.filter, &cx.look);
                (look::fitting(&self.table, &cx.look, &filter), open)
            }
            other => (look::units(&self.table, &cx.look, other), None),
        }
    }
}

/// The units paid: from now on they are spoken of, wherever they go.
pub(super) fn paid_with(table: &Table, look: &mut Look, units: Vec<UnitIx>, open: OpenX) {
    look.speak_of(table, &units);
    if let (Some((stat, printed)), Some(first), None) = (open, units.first(), look.x) {
        look.x = Some(if printed {
            look::printed_stat(table, *first, stat)
        } else {
            look::stat_of(table, *first, stat)
        });
    }
    look.paid = units;
}

/// The description without "with power X", and of which number X then is: as long as nothing else
/// says what X is, it is that of the unit.
fn without_open_x(filter: &Filter, look: &Look) -> (Filter, OpenX) {
    let mut filter = filter.clone();
    let mut open = None;
    if look.x.is_none() {
        filter.traits.retain(|t| match t {
            Trait::Stat {
                stat,
                printed,
                cmp: Cmp::Is,
                to: Num::X,
            } if open.is_none() => {
                open = Some((*stat, *printed));
                false
            }
            _ => true,
        });
    }
    (filter, open)
}

fn named<'a>(
    table: &'a Table,
    words: impl Iterator<Item = &'a String> + 'a,
) -> impl Iterator<Item = UnitIx> + 'a {
    words
        .filter_map(|p| Handle::new(p))
        .filter_map(|h| table.find(&h))
}

/// The units of the last cost that units pay.
fn paying_units(act: &Act) -> Option<&Selector> {
    let units = |cost: &'_ Cost| cost_units(cost).is_some();
    let cost = act.ability.costs.iter().rev().find(|c| units(c))?;
    cost_units(cost)
}

/// Whether units of a description pay the cost.
pub(super) fn takes_units(cost: &Cost) -> bool {
    cost_units(cost).is_some()
}

/// The units a cost asks for, if it asks for described ones.
fn cost_units(cost: &Cost) -> Option<&Selector> {
    let who = match cost {
        Cost::Tap(w)
        | Cost::Untap(w)
        | Cost::Discard(w)
        | Cost::Retreat(w)
        | Cost::Return(w)
        | Cost::RemoveFromGame(w)
        | Cost::ToSupply(w)
        | Cost::PutCounters { on: w, .. }
        | Cost::RemoveCounters { from: w, .. } => w,
        _ => return None,
    };
    match who {
        Who::Units(selector) => Some(selector),
        _ => None,
    }
}

/// Whether the dice an effect rerolls are of one player.
pub(super) fn rerolls_of(effect: &Effect) -> Option<crate::cardtext::Owner> {
    match effect {
        Effect::Reroll { of, .. } => Some(*of),
        Effect::Seq(all) => all.iter().find_map(rerolls_of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::CardIndex;
    use crate::rules::document::read_toml;
    use crate::rules::judge;

    #[test]
    fn an_effect_that_means_nobody_says_so() {
        let text = r#"
            [[unit]]
            id = "crier"
            side = "dark"
            text = ["Pay 0 Force -> Each of your Jedi gets +1 power until end of turn."]
            [[play]]
            use = "crier: Pay 0 Force -> Each of your Jedi"
        "#;
        let case = read_toml(text, &CardIndex::from_cards([])).unwrap();
        let ruling = judge(&case.situation);
        let said = |s: &crate::rules::trace::Step| s.text.contains("does nothing");
        assert!(ruling.steps.iter().any(said), "{:?}", ruling.steps);
    }
}
