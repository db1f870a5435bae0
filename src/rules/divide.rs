//! Damage that its player divides among units (6.2.1): all of it is one batch.

use crate::cardtext::{Num, Who};
use crate::clause;

use super::effects::Cx;
use super::life::NewDamage;
use super::look;
use super::run::{Run, Stop};
use super::situation::Answer;

impl Run<'_> {
    /// Chooses at least one unit, then how much each of them takes but the last, which takes the rest.
    pub(super) fn perform_divide(
        &mut self,
        source: &Who,
        among: &Who,
        amount: &Num,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let from = self.damage_source(source, cx);
        let mut left = self.number(amount, cx).max(0);
        let Who::Units(selector) = among else {
            return Ok(false);
        };
        let open = look::fitting(&self.table, &cx.look, &selector.filter);
        let asks = format!("Among which units is it divided, for \"{}\"?", cx.printed);
        let mut units = self.choose_some(&selector.quantity, open, you, asks, cx)?;
        // Each takes at least 1.
        units.truncate(usize::try_from(left).unwrap_or(0));
        let mut batch = Vec::new();
        for (at, unit) in units.iter().enumerate() {
            let others = i32::try_from(units.len() - at - 1).unwrap_or(0);
            let n = if others == 0 {
                left
            } else {
                self.share(*unit, left - others, cx)?
            };
            left -= n;
            batch.push(NewDamage::fixed(from, *unit, n));
        }
        let some = !batch.is_empty();
        cx.look.that = units;
        let grounds = vec![cx.cite.clone(), clause!("4.3.1").into()];
        cx.look.damage_done = self.damage_life(batch, &grounds)?;
        Ok(some)
    }

    /// How much of the damage the unit takes: 1 to the most.
    fn share(&mut self, unit: super::table::UnitIx, most: i32, cx: &Cx) -> Result<i32, Stop> {
        if most <= 1 {
            return Ok(1);
        }
        let number = |n: i32| super::choices::choice(&n.to_string(), Answer::Number(n.into()));
        let options = (1..=most).map(number).collect();
        let asks = format!(
            "How much of the damage does {} take?",
            self.table.name(unit)
        );
        self.choose_number(asks, cx.look.you, &(1..=most), options)
    }
}
