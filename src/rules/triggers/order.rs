//! In which order one player's simultaneous effects resolve, and which others are open.

use crate::rules::run::Run;

impl Run<'_> {
    /// One player's simultaneous triggers in the order that is to be tried; by default as they
    /// stand. Another order is remembered as possible.
    pub(in crate::rules) fn in_order<T: Clone>(&mut self, mine: Vec<T>) -> Vec<T> {
        self.in_order_but(mine, Vec::new())
    }

    /// The same, where those at the `fixed` places keep their order among themselves.
    pub(super) fn in_order_but<T: Clone>(&mut self, mine: Vec<T>, fixed: Vec<usize>) -> Vec<T> {
        if mine.len() < 2 {
            return mine;
        }
        let pool = self.pools_seen;
        self.pools_seen += 1;
        match self.options.orders.get(&pool) {
            Some(order) => order.iter().filter_map(|i| mine.get(*i).cloned()).collect(),
            None => {
                self.free_orders.push(FreeOrder {
                    pool,
                    size: mine.len(),
                    fixed,
                });
                mine
            }
        }
    }
}

/// Simultaneous effects of one player that were taken in the default order.
#[derive(Clone, Debug)]
pub(in crate::rules) struct FreeOrder {
    /// The number of the pool in this run.
    pub pool: usize,
    /// How many effects it held.
    pub size: usize,
    /// The places whose effects keep their order among themselves.
    fixed: Vec<usize>,
}

impl FreeOrder {
    /// Whether more than one order may be chosen.
    pub(in crate::rules) const fn is_free(&self) -> bool {
        self.fixed.len() < self.size
    }

    /// Whether the player may choose this order.
    pub(in crate::rules) fn allows(&self, order: &[usize]) -> bool {
        let kept: Vec<&usize> = order.iter().filter(|i| self.fixed.contains(i)).collect();
        kept.is_sorted()
    }
}
