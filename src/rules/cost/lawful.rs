//! Whether a cost can be paid, and by what.

use crate::cardtext::{Cost, Effect, Filter, Kind, Num, OffBoard, Player, Quantity, Selector, Who};
use crate::clause;
use crate::game::Side;
use crate::rules::act::Act;
use crate::rules::effects::{Cx, fetch};
use crate::rules::look::{self, Look};
use crate::rules::run::{Run, reason};
use crate::rules::table::{PoolNow, UnitIx};
use crate::rules::trace::Reason;

impl Run<'_> {
    /// All reasons why the costs cannot be paid in full.
    pub(in crate::rules) fn cost_reasons_of(&self, act: &Act) -> Vec<Reason> {
        let mut cx = self.cx_of(act);
        cx.look.x = cx.look.x.or(act.aim.amount);
        let mut reasons = Vec::new();
        let (plain, tax) = self.force_cost(act);
        let (need, have) = ((plain + tax).max(0), self.table.pool(act.side).force);
        if need > have {
            let clause = if tax > 0 {
                clause!("4.3.5")
            } else {
                clause!("4.3.b")
            };
            reasons.push(reason(
                clause,
                format!(
                    "the {} has {have} Force, and {} costs {need}",
                    act.side.name(),
                    act.label_words()
                ),
            ));
        }
        for cost in act
            .ability
            .costs
            .iter()
            .filter(|c| !matches!(c, Cost::Force(_)))
        {
            reasons.extend(self.cost_reasons(cost, &cx, act.side));
        }
        reasons.extend(self.twice_reasons(&act.ability.costs, &cx));
        reasons.extend(self.too_large_x(act));
        if act.is_from_hand() {
            reasons.extend(self.hand_reason(act.side, &act.ability.costs, &cx.look));
        }
        reasons
    }

    /// "Pay X Force, up to 3": X is no more than that, whatever is paid (4.3.b).
    fn too_large_x(&self, act: &Act) -> Option<Reason> {
        let x = act.aim.amount?;
        let look = self.cx_of(act).look;
        act.ability.costs.iter().find_map(|cost| {
            let Cost::Force(Num::AtMost(n, most)) = cost else {
                return None;
            };
            if !look::needs_x(n) {
                return None;
            }
            let most = look::value(&self.table, &look, most);
            (x > most).then(|| reason(clause!("4.3.b"), format!("X is {most} at most, not {x}")))
        })
    }

    /// The card itself is in the hand, and none of those that its cost discards.
    pub(in crate::rules) fn hand_reason(
        &self,
        of: Side,
        costs: &[Cost],
        look: &Look,
    ) -> Option<Reason> {
        let pool = self.table.pool(of);
        let taken = costs.iter().filter_map(cards_of_hand);
        let discarded: i32 = taken.map(|n| look::value(&self.table, look, n)).sum();
        let side = of.name();
        match pool.hand {
            _ if !pool.hand_known => None,
            ..1 => Some(reason(
                clause!("4.3.a"),
                format!("the {side} has no card in hand"),
            )),
            hand if discarded > 0 && hand <= discarded => Some(reason(
                clause!("4.3.b"),
                format!("the {side} has {hand} cards in hand with the one that is played"),
            )),
            _ => None,
        }
    }

    /// A cost that takes more cards from a pile than are known to lie there.
    fn pile_reason(&self, cost: &Effect, side: Side) -> Vec<Reason> {
        let Effect::Fetch(fetch) = cost else {
            return Vec::new();
        };
        let few = |n: i32| {
            let pile = fetch::word(fetch.from);
            let text = format!("the {} has {n} cards in {pile}", side.name());
            reason(clause!("4.3.b"), text)
        };
        let lacking = fetch::lacking(self.table.pool(side), fetch);
        lacking.map(few).into_iter().collect()
    }

    pub(in crate::rules) fn cost_reasons(&self, cost: &Cost, cx: &Cx, side: Side) -> Vec<Reason> {
        let pool = self.table.pool(side);
        let amount = |n: &Num| look::value(&self.table, &cx.look, n);
        match cost {
            Cost::Force(n) if amount(n) > pool.force => {
                vec![reason(
                    clause!("4.3.b"),
                    format!(
                        "the {} has {} Force, not {}",
                        side.name(),
                        pool.force,
                        amount(n)
                    ),
                )]
            }
            Cost::BuildPoints(n) if amount(n) > pool.build_points => {
                let text = format!(
                    "the {} has {} build points, not {}",
                    side.name(),
                    pool.build_points,
                    amount(n)
                );
                vec![reason(clause!("4.3.b"), text)]
            }
            Cost::Tap(who) => {
                let mut reasons = self.payer_reasons(who, cx, &|r, u| r.tap_reason(u));
                let tapped = reasons.iter().find(|r| r.clause == Some(clause!("1.8.1")));
                if let Some(text) = tapped.map(|r| r.text.clone())
                    && self.table.attack().is_some()
                {
                    reasons.push(reason(clause!("4.4.7"), text));
                }
                reasons
            }
            Cost::Untap(who) => self.payer_reasons(who, cx, &|r, u| {
                (!r.table.unit(u).tapped).then(|| {
                    reason(
                        clause!("4.3.b"),
                        format!("{} is not tapped", r.table.name(u)),
                    )
                })
            }),
            Cost::Discard(who)
            | Cost::Retreat(who)
            | Cost::Return(who)
            | Cost::RemoveFromGame(who)
            | Cost::ToSupply(who) => self.payer_reasons(who, cx, &|r, u| {
                (!r.table.unit(u).zone.on_table()).then(|| {
                    reason(
                        clause!("4.3.b"),
                        format!("{} is not on the table", r.table.name(u)),
                    )
                })
            }),
            Cost::RemoveDiscarded { count, .. } => {
                let (have, need) = (pool.discard, amount(count));
                if pool.discard_known && have < need {
                    let text = format!(
                        "the {} has {have} cards in the discard pile, not {need}",
                        side.name()
                    );
                    vec![reason(clause!("4.3.b"), text)]
                } else {
                    Vec::new()
                }
            }
            Cost::DiscardCards {
                count, from_deck, ..
            } => {
                let need = amount(count);
                let (known, have, place) = if *from_deck {
                    (pool.deck_known, pool.deck, "in the deck")
                } else {
                    (pool.hand_known, pool.hand, "in hand")
                };
                if known && have < need {
                    let text = format!("the {} has {have} cards {place}, not {need}", side.name());
                    vec![reason(clause!("4.3.b"), text)]
                } else {
                    Vec::new()
                }
            }
            Cost::PutCounters { on, .. } => self.payer_reasons(on, cx, &|r, u| {
                (!r.table.unit(u).zone.on_table()).then(|| {
                    reason(
                        clause!("4.3.b"),
                        format!("{} is not on the table", r.table.name(u)),
                    )
                })
            }),
            Cost::RemoveCounters { kind, count, from } => {
                let need = if matches!(count, Num::Chosen) {
                    1
                } else {
                    amount(count)
                };
                self.payer_reasons(from, cx, &|r, u| {
                    let have = look::counters_on(r.table.unit(u), *kind);
                    (have < need).then(|| {
                        let text = format!(
                            "{} has {have} {} counters, not {need}",
                            r.table.name(u),
                            kind.word()
                        );
                        reason(clause!("4.3.b"), text)
                    })
                })
            }
            Cost::Do(effect) => {
                let mut reasons = self.pile_reason(effect, side);
                reasons.extend(self.effect_cost_reasons(effect, cx));
                reasons
            }
            Cost::Force(_) | Cost::BuildPoints(_) => Vec::new(),
        }
    }

    fn effect_cost_reasons(&self, effect: &Effect, cx: &Cx) -> Vec<Reason> {
        match effect {
            Effect::DiscardHand(player, n) | Effect::DiscardRandom(player, n) => {
                let hand = |pool: &PoolNow| pool.hand_known.then_some(pool.hand);
                self.too_few(*player, n, cx, "in hand", &hand)
            }
            Effect::DiscardDeck(player, n) => {
                let deck = |pool: &PoolNow| pool.deck_known.then_some(pool.deck);
                self.too_few(*player, n, cx, "in the deck", &deck)
            }
            // As a cost it is the top card of one's own deck that is shown.
            Effect::Note(OffBoard::HandSeen) => {
                let deck = |pool: &PoolNow| pool.deck_known.then_some(pool.deck);
                self.too_few(Player::You, &Num::Const(1), cx, "in the deck", &deck)
            }
            Effect::Seq(all) => all
                .iter()
                .flat_map(|e| self.effect_cost_reasons(e, cx))
                .collect(),
            Effect::DiscardAttached { from, of } => {
                let mut units = look::units(&self.table, &cx.look, from).into_iter();
                let some = |u| !look::carried(&self.table.unit(u).attached, of).is_empty();
                if units.any(some) {
                    Vec::new()
                } else {
                    let text = "no such card is attached to it".to_owned();
                    vec![reason(clause!("4.3.b"), text)]
                }
            }
            _ => Vec::new(),
        }
    }

    /// Which players have fewer cards there than the cost asks for, as far as their number is known.
    fn too_few(
        &self,
        player: Player,
        n: &Num,
        cx: &Cx,
        place: &str,
        cards: &dyn Fn(&PoolNow) -> Option<i32>,
    ) -> Vec<Reason> {
        let need = look::value(&self.table, &cx.look, n);
        let sides = cx.look.players(&self.table, player).into_iter();
        sides
            .filter(|s| cards(self.table.pool(*s)).is_some_and(|has| has < need))
            .map(|s| {
                let text = format!("the {} has too few cards {place}", s.name());
                reason(clause!("4.3.b"), text)
            })
            .collect()
    }

    /// Why a unit cannot pay a tap cost.
    fn tap_reason(&self, unit: UnitIx) -> Option<Reason> {
        let name = self.table.name(unit);
        self.table.unit(unit).tapped.then(|| {
            let attacking = self.table.attack().is_some_and(|a| a.attacker == unit);
            let why = if attacking {
                "it was tapped to attack"
            } else {
                "it is tapped"
            };
            reason(
                clause!("1.8.1"),
                format!("{name} cannot pay a tap cost: {why}"),
            )
        })
    }

    /// Reasons against the units that would pay a cost: the named ones, or, if none is named,
    /// that there are not enough that could.
    fn payer_reasons(
        &self,
        who: &Who,
        cx: &Cx,
        bad: &dyn Fn(&Self, UnitIx) -> Option<Reason>,
    ) -> Vec<Reason> {
        let (meant, _) = self.could_pay(who, cx);
        let Who::Units(Selector {
            quantity, filter, ..
        }) = who
        else {
            return meant.into_iter().filter_map(|u| bad(self, u)).collect();
        };
        let named: Vec<UnitIx> = cx
            .pay
            .iter()
            .filter_map(|p| crate::rules::situation::Handle::new(p))
            .filter_map(|h| self.table.find(&h))
            .collect();
        if let Some(wrong) = named.iter().find(|u| !meant.contains(u)) {
            return vec![reason(
                clause!("4.3.b"),
                format!("{} is not what the cost asks for", self.table.name(*wrong)),
            )];
        }
        let need = match quantity {
            Quantity::Choose(n) | Quantity::OpponentChooses(n) => {
                look::value(&self.table, &cx.look, n).max(0)
            }
            Quantity::UpTo(_) | Quantity::AnyNumber => 0,
            // A card that is named has to be there, and all that are meant have to pay.
            Quantity::Each => {
                let all = i32::try_from(meant.len()).unwrap_or(i32::MAX);
                all.max(i32::from(names_a_card(filter)))
            }
        };
        let able: Vec<UnitIx> = meant
            .iter()
            .copied()
            .filter(|u| bad(self, *u).is_none())
            .collect();
        if i32::try_from(able.len()).unwrap_or(i32::MAX) >= need {
            return named.into_iter().filter_map(|u| bad(self, u)).collect();
        }
        let mut reasons: Vec<Reason> = meant.into_iter().filter_map(|u| bad(self, u)).collect();
        if reasons.is_empty() {
            reasons.push(reason(
                clause!("4.3.b"),
                "there is no unit with which the cost could be paid",
            ));
        }
        reasons
    }
}

/// Whether the description is the name of a card.
fn names_a_card(filter: &Filter) -> bool {
    let mut kinds = filter.kinds.iter().flatten();
    kinds.any(|k| match k {
        Kind::Name(_) => true,
        // "Your Resource" is one card.
        Kind::Type(t) => t.arena().is_none(),
        _ => false,
    })
}

/// How many cards the cost takes from the hand of its player.
pub(super) const fn cards_of_hand(cost: &Cost) -> Option<&Num> {
    match cost {
        Cost::DiscardCards {
            count,
            from_deck: false,
            ..
        } => Some(count),
        _ => None,
    }
}
