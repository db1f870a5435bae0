//! Completing cards (RULES 1.5, 2.3): deploying, stacking, and the other ways to pay for it.

mod alone;
mod besides;
mod payment;
mod stack;

use crate::cardtext::{Ability, OffBoard};
use crate::clause;
use crate::game::{CardType, Zone};

use self::payment::{Payment, Price};
use super::grounds;
use super::keyword;
use super::price;
use super::run::{Run, Stop, reason};
use super::situation::{Handle, StackPlace};
use super::table::UnitIx;
use super::trace::Reason;

/// Where a card goes.
#[derive(Clone, Copy)]
enum Goal {
    /// By itself into a zone.
    Alone(Zone),
    /// Onto or under a unit.
    Stack(UnitIx, StackPlace),
}

impl Run<'_> {
    /// Completes a card, in the build step or, by Hidden Cost, at almost any time.
    pub(super) fn play_deploy(
        &mut self,
        handle: &Handle,
        to: Option<Zone>,
        on: Option<&Handle>,
        place: Option<StackPlace>,
    ) -> Result<(), Stop> {
        let Some(card) = self.table.find(handle) else {
            return self.misfit(format!("there is no card `{handle}`"));
        };
        let goal = match on {
            None => Goal::Alone(self.home_of(card, to)),
            Some(h) => match self.table.find(h) {
                Some(top) => Goal::Stack(top, place.unwrap_or_else(|| self.usual_place(card, top))),
                None => return self.misfit(format!("there is no unit `{h}`")),
            },
        };
        let mut reasons = self.goal_reasons(card, goal);
        if self.nothing_follows() {
            reasons.push(self.no_chance_reason());
        }
        let payment = match self.payment_for(card, goal) {
            Ok(payment) => payment,
            Err(why) => {
                reasons.extend(why);
                Payment::Counters(Price::default())
            }
        };
        reasons.extend(self.besides_reasons(card, &payment));
        self.concerned.insert((OffBoard::BuildCosts, card));
        if !reasons.is_empty() {
            self.note_unread_ways(card);
            return self.refuse("deploy", handle.to_string(), super::run::unique(reasons));
        }
        self.take();
        self.note_besides(card);
        self.leaves_hand(card);
        self.pay_for(card, payment)?;
        self.pay_besides(card)?;
        match goal {
            Goal::Alone(zone) => self.complete_alone(card, zone),
            Goal::Stack(top, place) => self.complete_onto(card, top, place),
        }
    }

    /// Whether the card may come straight from the hand: nothing has to be put on it first (2.3),
    /// since it costs nothing or something else is paid.
    fn needs_no_counters(&self, card: UnitIx, goal: Goal) -> bool {
        self.table.unit(card).zone == Zone::Hand && self.is_paid_without_counters(card, goal)
    }

    /// A card that is completed out of the hand lies in the build zone while it is paid for.
    fn leaves_hand(&mut self, card: UnitIx) {
        if self.table.unit(card).zone == Zone::Hand {
            let side = self.table.side(card);
            self.card_leaves_hand(side);
            self.table.unit_mut(card).zone = Zone::Build;
            self.refresh();
        }
    }

    /// A line that asks for something besides build counters is not modelled: whoever completes the
    /// card would have to pay it.
    fn note_besides(&mut self, card: UnitIx) {
        let lines = self.table.unit(card).lines.iter();
        let asking: Vec<String> = lines
            .filter(|l| l.abilities.iter().any(|a| price::asks_besides(a)))
            .map(|l| l.printed.to_string())
            .collect();
        self.unread_played
            .extend(asking.into_iter().map(|line| (Some(card), line)));
    }

    fn home_of(&self, card: UnitIx, to: Option<Zone>) -> Zone {
        let home = self
            .table
            .unit(card)
            .types
            .iter()
            .find_map(|t| t.arena())
            .map(Zone::from);
        to.or(home).unwrap_or(Zone::Build)
    }

    /// All reasons against the place it is to go to.
    fn goal_reasons(&self, card: UnitIx, goal: Goal) -> Vec<Reason> {
        let unit = self.table.unit(card);
        let mut reasons = super::build::not_built(unit);
        let begun = unit.zone == Zone::Build && (unit.is_face_down() || unit.cost == 0);
        if !begun && !self.needs_no_counters(card, goal) {
            reasons.push(reason(
                clause!("2.3"),
                format!("{} is not partly built in the build zone", unit.name),
            ));
            let abilities = unit.lines.iter().flat_map(|l| &l.abilities);
            let own = abilities.filter_map(|a| match &**a {
                Ability::Keyword(k) => grounds::of(k.keyword).partly_built,
                _ => None,
            });
            let text = format!("{} has no build counters yet", unit.name);
            reasons.extend(own.map(|clause| reason(clause, text.clone())));
        }
        match goal {
            Goal::Alone(zone) => {
                let fits = unit
                    .types
                    .iter()
                    .any(|t| t.arena().map(Zone::from) == Some(zone));
                let fights = unit.types.iter().any(|t| t.arena().is_some());
                if fights && !fits {
                    reasons.push(reason(
                        clause!("1.3"),
                        format!("{} does not fight in {}", unit.name, zone.name()),
                    ));
                }
                if unit.types.contains(&CardType::Location) && zone.arena().is_none() {
                    reasons.push(reason(
                        clause!("1.3.location"),
                        format!("{} lies in an arena: say which with `to`", unit.name),
                    ));
                }
            }
            Goal::Stack(top, place) => reasons.extend(self.stack_reasons(card, top, place)),
        }
        reasons
    }

    /// A line that was not understood could be another way to complete the card.
    fn note_unread_ways(&mut self, card: UnitIx) {
        let abilities = self
            .table
            .unit(card)
            .lines
            .iter()
            .flat_map(|l| &l.abilities);
        let ways: Vec<String> = abilities
            .filter_map(|a| match &**a {
                Ability::Unknown(u) => Some(u),
                _ => None,
            })
            .filter(|u| {
                let mut named = u.keywords.iter().filter_map(|k| keyword::def(*k));
                named.any(|d| d.completes.is_some())
            })
            .map(|u| u.words.clone())
            .collect();
        let needed = ways.into_iter().map(|words| (card, words));
        self.unread_needed.extend(needed);
    }
}
