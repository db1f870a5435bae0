//! Counters that a text puts on units, removes from them or moves.

use crate::cardtext::{Num, Who};
use crate::game::CounterKind;
use crate::rules::look;
use crate::rules::run::{Run, Stop};

use super::cx::Cx;

impl Run<'_> {
    pub(super) fn perform_put(
        &mut self,
        kind: CounterKind,
        count: &Num,
        on: &Who,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let n = self.number(count, cx);
        let units = self.who(on, cx, cx.look.you)?;
        for unit in &units {
            self.put_counters(*unit, kind, n, cx)?;
        }
        let done = n > 0 && !units.is_empty();
        cx.look.that = units;
        Ok(done)
    }

    /// So many of them, all without a number; fewer if the text says "up to".
    pub(super) fn perform_remove(
        &mut self,
        kind: CounterKind,
        (count, up_to): (Option<&Num>, bool),
        from: &Who,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let units = self.who(from, cx, cx.look.you)?;
        let mut done = false;
        for unit in &units {
            let have = look::counters_on(self.table.unit(*unit), kind);
            let asked = count.map_or(have, |n| self.number(n, cx));
            let n = wanted(asked.min(have), up_to, cx);
            // Fewer than the text asks for is not what it asks for ("if you do").
            done |= n > 0 && (up_to || n == asked);
            self.put_counters(*unit, kind, -n, cx)?;
        }
        cx.look.that = units;
        Ok(done)
    }

    /// Damage counters are removed, or put, until so much health remains.
    pub(super) fn perform_heal_to(
        &mut self,
        who: &Who,
        remaining: &Num,
        put: bool,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let left = self.number(remaining, cx);
        let mut done = false;
        for unit in self.who(who, cx, cx.look.you)? {
            let most = self.table.view(unit).health.saturating_sub(left).max(0);
            let surplus = self.table.unit(unit).damage.saturating_sub(most);
            let change = if put {
                surplus.saturating_neg().max(0)
            } else {
                -surplus.max(0)
            };
            self.put_counters(unit, CounterKind::Damage, change, cx)?;
            done |= change != 0;
        }
        Ok(done)
    }

    pub(super) fn perform_move_counters(
        &mut self,
        kind: CounterKind,
        (count, up_to): (&Num, bool),
        from: &Who,
        to: &Who,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let sources = self.who(from, cx, you)?;
        cx.look.speak_of(&self.table, &sources);
        cx.look.that.clone_from(&sources);
        let targets = self.who(to, cx, you)?;
        let (Some(a), Some(b)) = (sources.first(), targets.first()) else {
            return Ok(false);
        };
        let have = look::counters_on(self.table.unit(*a), kind);
        let most = self.number(count, cx).min(have);
        let n = wanted(most, up_to, cx);
        self.put_counters(*a, kind, -n, cx)?;
        self.put_counters(*b, kind, n, cx)?;
        Ok(n > 0)
    }
}

/// How many of the most that a text allows.
fn wanted(most: i32, up_to: bool, cx: &Cx) -> i32 {
    if up_to {
        cx.amount.unwrap_or(most).clamp(0, most)
    } else {
        most
    }
}
