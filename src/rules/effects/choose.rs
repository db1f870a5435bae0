//! Who and what a text means, and the choices it leaves.

use crate::cardtext::{Effect, Num, Player, Selector, Who};
use crate::game::{Side, Zone};
use crate::rules::look;
use crate::rules::run::{Run, Stop};
use crate::rules::table::UnitIx;
use crate::rules::trace::StepKind;

use super::cx::Cx;

impl Run<'_> {
    pub(super) fn each(
        &mut self,
        who: &Who,
        cx: &mut Cx,
        act: impl Fn(&mut Self, UnitIx, &mut Cx) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let units = self.who(who, cx, you)?;
        cx.look.speak_of(&self.table, &units);
        // What stays as it is was not done ("if you do").
        let mut done = false;
        for unit in &units {
            let before = self.state_of(*unit);
            act(self, *unit, cx)?;
            done |= self.state_of(*unit) != before;
        }
        cx.look.that = units;
        Ok(done)
    }

    fn state_of(&self, unit: UnitIx) -> (Zone, bool, Side) {
        let card = self.table.unit(unit);
        (card.zone, card.tapped, card.side)
    }

    /// A number of an ability; "any number" is the amount of the play.
    pub(in crate::rules) fn number(&self, n: &Num, cx: &Cx) -> i32 {
        if matches!(n, Num::Chosen) && cx.look.x.is_none() {
            return cx.amount.unwrap_or(0);
        }
        if let Num::UpTo(most) = n {
            let most = look::value(&self.table, &cx.look, most).max(0);
            return cx.amount.map_or(most, |n| n.clamp(0, most));
        }
        look::value(&self.table, &cx.look, n)
    }

    /// The units an ability means, chosen where it leaves a choice.
    pub(in crate::rules) fn who(
        &mut self,
        who: &Who,
        cx: &mut Cx,
        side: Side,
    ) -> Result<Vec<UnitIx>, Stop> {
        match who {
            Who::Units(selector) => self.choose(selector, side, cx),
            other => {
                let units = look::units(&self.table, &cx.look, other);
                if units.is_empty() {
                    self.nobody_meant(who, cx)?;
                }
                Ok(units)
            }
        }
    }

    /// An effect that means no unit does nothing, and says why.
    fn nobody_meant(&mut self, who: &Who, cx: &Cx) -> Result<(), Stop> {
        let words = crate::cardtext::explain_who(who);
        let text = format!("No unit here is \u{201c}{words}\u{201d}, so that does nothing.");
        self.say(StepKind::Note, text, cx).map(drop)
    }

    pub(super) fn choose(
        &mut self,
        selector: &Selector,
        side: Side,
        cx: &mut Cx,
    ) -> Result<Vec<UnitIx>, Stop> {
        let among = look::fitting(&self.table, &cx.look, &selector.filter);
        if among.is_empty() {
            self.nobody_meant(&Who::Units(selector.clone()), cx)?;
        }
        let asks = format!("Which unit, for \"{}\"?", cx.printed);
        let chosen = self.choose_among(&selector.quantity, among, side, asks, cx)?;
        let in_pile = |u: &&UnitIx| self.table.unit(**u).zone == Zone::Discard;
        cx.look.fallen.extend(chosen.iter().filter(in_pile));
        Ok(chosen)
    }

    pub(super) fn perform_one_of(
        &mut self,
        texts: &[Effect],
        side: Side,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let labels: Vec<String> = texts.iter().map(crate::rules::words::effect).collect();
        let fits = |e: &Effect| crate::rules::timing::fits_window(e, self.window);
        let open: Vec<usize> = (0..texts.len())
            .filter(|i| texts.get(*i).is_some_and(fits))
            .collect();
        let named = self.names_a_text(&labels);
        let at = match open.as_slice() {
            // In a chance of its own only one of them can be meant (4.2).
            [only] if !named && texts.len() > 1 => *only,
            _ => self.choose_text(side, &labels, "Which of the texts?", cx)?,
        };
        if !open.is_empty() && !open.contains(&at) {
            return self.misfit_back("that text has another chance than this one".to_owned());
        }
        match texts.get(at) {
            Some(effect) => self.perform(effect, cx),
            None => Ok(false),
        }
    }

    pub(super) fn perform_unless(
        &mut self,
        player: Player,
        costs: &[crate::cardtext::Cost],
        inner: &Effect,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let side = cx
            .look
            .player(&self.table, player)
            .unwrap_or(cx.look.you.opponent());
        if self.can_pay_by(costs, side, cx) && self.choose_yes(side, cx)? {
            self.pay_by(costs, side, &mut cx.clone())?;
            return Ok(false);
        }
        self.perform(inner, cx)
    }
}
