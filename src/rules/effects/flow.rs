//! Effects that carry out others: one after another, if, may, unless; and what stands from now on.

use std::rc::Rc;

use crate::cardtext::{Cond, Cost, Duration, Effect, OffBoard, Player, Quantity, StaticRule};
use crate::game::{Arena, Side};
use crate::rules::look;
use crate::rules::run::{Run, Stop};
use crate::rules::situation::{Answer, Handle, Play};
use crate::rules::standing::SetUp;
use crate::rules::trace::StepKind;
use crate::rules::triggers::EventKind;

use super::cx::Cx;

impl Run<'_> {
    /// All of them in printed order; done if any of them was. That one was not is kept for
    /// "if you do"; what this board does not show counts as done there.
    pub(super) fn perform_all(&mut self, all: &[Effect], cx: &mut Cx) -> Result<bool, Stop> {
        let mut done = all.is_empty();
        for one in all {
            let this = self.perform(one, cx)?;
            done |= this;
            self.partly |= !this && !matches!(one, Effect::Note(_));
        }
        Ok(done)
    }

    /// The first, and what follows on it: "if you do" asks for all that stands before it.
    pub(super) fn perform_if_done(
        &mut self,
        first: &Effect,
        (then, otherwise): (&Effect, Option<&Effect>),
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let outer = std::mem::take(&mut self.partly);
        let some = self.perform(first, cx)?;
        let partly = std::mem::replace(&mut self.partly, outer);
        self.perform_either(some && !partly, then, otherwise, cx)
    }

    pub(super) fn perform_may(
        &mut self,
        player: Player,
        inner: &Effect,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let side = cx.look.player(&self.table, player).unwrap_or(cx.look.you);
        // An answer that names the unit says yes as well.
        if !self.names_a_target(inner, cx) && !self.choose_yes(side, cx)? {
            return Ok(false);
        }
        let outer = self.deciding.replace(side);
        let done = self.perform(inner, cx);
        self.deciding = outer;
        done
    }

    /// Whether the next answer is one of the units that the effect would choose.
    fn names_a_target(&self, effect: &Effect, cx: &Cx) -> bool {
        let Some(Play::Choose {
            answer: Answer::Text(word),
            ..
        }) = self.peek()
        else {
            return false;
        };
        let named = Handle::new(word).and_then(|h| self.table.find(&h));
        let selector = crate::rules::cost::first_target(effect);
        named.zip(selector).is_some_and(|(unit, selector)| {
            let chosen = selector.quantity != Quantity::Each;
            chosen && look::fits(&self.table, &cx.look, &selector.filter, unit)
        })
    }

    /// The one if so, the other, if there is one, if not.
    pub(super) fn perform_either(
        &mut self,
        so: bool,
        then: &Effect,
        otherwise: Option<&Effect>,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        match otherwise {
            _ if so => self.perform(then, cx),
            Some(other) => self.perform(other, cx),
            None => Ok(false),
        }
    }

    /// A player pays in full, or not at all.
    pub(super) fn perform_pay(
        &mut self,
        player: Player,
        costs: &[Cost],
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let side = cx.look.player(&self.table, player).unwrap_or(cx.look.you);
        if !self.can_pay_by(costs, side, cx) {
            return Ok(false);
        }
        self.pay_by(costs, side, cx)?;
        Ok(true)
    }

    /// Whether that player can pay all of it.
    pub(super) fn can_pay_by(&self, costs: &[Cost], side: Side, cx: &Cx) -> bool {
        let mut payer = cx.clone();
        costs.iter().all(|cost| {
            payer.look.you = speaker(cost, side, cx);
            self.cost_reasons(cost, &payer, side).is_empty()
        })
    }

    /// That player pays; the text goes on with what was paid.
    pub(super) fn pay_by(&mut self, costs: &[Cost], side: Side, cx: &mut Cx) -> Result<(), Stop> {
        let mut payer = cx.clone();
        for cost in costs {
            payer.look.you = speaker(cost, side, cx);
            self.pay(cost, &mut payer, side)?;
        }
        cx.look.that = payer.look.that;
        cx.look.paid = payer.look.paid;
        cx.look.was_in = payer.look.was_in;
        cx.look.fallen = payer.look.fallen;
        Ok(())
    }

    pub(super) fn perform_choose_arena(
        &mut self,
        among: &[Arena],
        condition: Option<&Cond>,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let open = self.arenas_of(among, condition, cx);
        if open.is_empty() {
            self.say(StepKind::Note, "No arena is as the text says.", cx)?;
            return Ok(false);
        }
        cx.look.open = among.to_vec();
        cx.look.arena = Some(self.choose_arena(cx.look.you, &open, cx)?);
        Ok(true)
    }

    /// A static rule holds for so long.
    pub(super) fn perform_stand(
        &mut self,
        rule: &StaticRule,
        until: Duration,
        cx: &Cx,
    ) -> Result<bool, Stop> {
        let how_long = crate::rules::words::until(until);
        let text = format!("\"{}\" holds {how_long}.", cx.printed);
        self.say(StepKind::Modifier, text, cx)?;
        let mut look = cx.look.clone();
        if look.that.is_empty() {
            // "that Jedi" of an event stays the one it was.
            look.that.extend(look.patient);
        }
        self.table.standing.push(SetUp {
            rule: rule.clone(),
            look,
            until,
            printed: Rc::clone(&cx.printed),
            cite: cx.cite.clone(),
            attack: self.table.attack().map_or(0, |a| a.number),
        });
        Ok(true)
    }

    pub(super) fn perform_roll_die(
        &mut self,
        outcomes: &[(Vec<u8>, Effect)],
        by: Side,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let faces = self.roll_other(1, by, cx)?;
        let face = faces.first().copied().unwrap_or(0);
        match outcomes.iter().find(|(on, _)| on.contains(&face)) {
            Some((_, effect)) => self.perform(effect, cx),
            None => Ok(true),
        }
    }

    /// Something that this board does not show.
    pub(super) fn perform_note(&mut self, what: OffBoard, cx: &Cx) -> Result<bool, Stop> {
        self.happened.insert(EventKind::Other);
        let text = match what {
            OffBoard::HandSeen => "Hidden cards are looked at; that is outside this board.",
            OffBoard::Deck => "The deck is looked through; that is outside this board.",
            OffBoard::DiscardPile => {
                "A discard pile is looked through; that is outside this board."
            }
            OffBoard::Uncounted
            | OffBoard::Pilots
            | OffBoard::BuildCosts
            | OffBoard::Completing => "That changes nothing this board shows.",
        };
        self.say(StepKind::Note, text, cx)?;
        Ok(true)
    }
}

/// From whose side a cost is read: "his or her units" are described by the text, whoever pays.
fn speaker(cost: &Cost, payer: Side, cx: &Cx) -> Side {
    if crate::rules::payer::takes_units(cost) {
        cx.look.you
    } else {
        payer
    }
}
