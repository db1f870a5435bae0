//! Costs (RULES 4.3.b): whether they can be paid in full, what taxes add, and paying them.

use crate::cardtext::{
    Ability, Ban, Cost, DisruptWhat, Effect, Limit, Num, Quantity, Selector, StaticRule, Who,
};
use crate::clause;
use crate::game::Side;
use crate::rulebook::{Activation, ClauseId};

use super::act::{Act, ActKind, Found, keywords_in};
use super::effects::Cx;
use super::grounds::{self, Lent};
use super::look::{self, Look};
use super::payer::paid_with;
use super::run::{NewStep, Run, Stop, reason};
use super::table::{Phase, UnitIx};
use super::trace::{Change, Reason, StepKind};
use super::window::WindowId;

/// What paying came to.
pub(super) struct Paid {
    /// The step that records it.
    pub step: u32,
    /// A discard that was asked for was replaced by something else (6.3.8).
    pub replaced: bool,
}

impl Run<'_> {
    /// The Force a play costs: what is printed and what taxes add.
    pub(super) fn force_cost(&self, act: &Act) -> (i32, i32) {
        let cx = self.cx_of(act);
        let mut look = cx.look;
        look.x = look.x.or(act.aim.amount);
        let printed = act.ability.costs.iter().filter_map(|c| match c {
            Cost::Force(n) => Some(look::value(&self.table, &look, n)),
            _ => None,
        });
        let printed: Vec<i32> = printed.collect();
        let has_force = !printed.is_empty() || act.ability.costs.is_empty() && is_activated(act);
        let plain: i32 = printed.iter().sum();
        (plain, self.tax(act, has_force, plain))
    }

    /// What taxing effects add (4.3.5): first those on every ability, which give a cost of Force
    /// to one that has none, then those on abilities that cost Force.
    fn tax(&self, act: &Act, has_force: bool, plain: i32) -> i32 {
        if !is_activated(act) && act.kind != ActKind::Card {
            return 0;
        }
        let general = self.taxes(act, false, plain);
        let on_force = if has_force || general > 0 {
            self.taxes(act, true, plain + general)
        } else {
            0
        };
        general + on_force
    }

    fn taxes(&self, act: &Act, only_on_force: bool, before: i32) -> i32 {
        let mut sum = 0;
        for found in self.table.rules() {
            let StaticRule::Tax {
                of,
                units,
                keyword,
                force_only,
                battle_cards,
                more,
                least,
            } = &found.rule
            else {
                continue;
            };
            let look = &found.look;
            let who = look.players(&self.table, *of).contains(&act.side);
            let unit = units.as_ref().is_none_or(|f| {
                act.unit
                    .is_some_and(|u| look::fits(&self.table, look, f, u))
            });
            let word = keyword.is_none_or(|k| keywords_in(&act.ability.effect).contains(&k));
            let kind = *battle_cards == (act.kind == ActKind::Card);
            if who && unit && word && kind && *force_only == only_on_force {
                let n = look::value(&self.table, look, more);
                let floor = i32::from(*least);
                let kept = floor > 0 && before + sum >= floor;
                sum += if kept { n.max(floor - before - sum) } else { n };
            }
        }
        sum
    }

    /// All reasons why the costs cannot be paid in full.
    pub(super) fn cost_reasons_of(&self, act: &Act) -> Vec<Reason> {
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
        if act.kind == ActKind::Card && act.from_pile.is_none() {
            let pool = self.table.pool(act.side);
            if pool.hand_known && pool.hand < 1 {
                reasons.push(reason(
                    clause!("4.3.a"),
                    format!("the {} has no card in hand", act.side.name()),
                ));
            }
        }
        reasons
    }

    /// All reasons why one cost cannot be paid in full.
    pub(super) fn cost_reasons(&self, cost: &Cost, cx: &Cx, side: Side) -> Vec<Reason> {
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
            | Cost::RemoveFromGame(who) => self.payer_reasons(who, cx, &|r, u| {
                (!r.table.unit(u).zone.on_table()).then(|| {
                    reason(
                        clause!("4.3.b"),
                        format!("{} is not on the table", r.table.name(u)),
                    )
                })
            }),
            Cost::DiscardCards { count, from_deck } => {
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
            Cost::Do(effect) => self.effect_cost_reasons(effect, cx),
            Cost::Force(_) | Cost::BuildPoints(_) => Vec::new(),
        }
    }

    fn effect_cost_reasons(&self, effect: &Effect, cx: &Cx) -> Vec<Reason> {
        match effect {
            Effect::DiscardHand(player, n) => cx
                .look
                .players(&self.table, *player)
                .into_iter()
                .filter(|s| {
                    let pool = self.table.pool(*s);
                    pool.hand_known && pool.hand < look::value(&self.table, &cx.look, n)
                })
                .map(|s| {
                    reason(
                        clause!("4.3.b"),
                        format!("the {} has too few cards in hand", s.name()),
                    )
                })
                .collect(),
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
        let Who::Units(Selector { quantity, .. }) = who else {
            return meant.into_iter().filter_map(|u| bad(self, u)).collect();
        };
        let named: Vec<UnitIx> = cx
            .pay
            .iter()
            .filter_map(|p| super::situation::Handle::new(p))
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
            Quantity::UpTo(_) | Quantity::AnyNumber | Quantity::Each => 0,
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

    /// Announces a play and pays for it: one step with everything that was paid.
    pub(super) fn announce(&mut self, act: &Act, cx: &mut Cx) -> Result<Paid, Stop> {
        cx.look.x = cx.look.x.or(act.aim.amount);
        let (plain, tax) = self.force_cost(act);
        let force = (plain + tax).max(0);
        let mut changes = Vec::new();
        if force > 0 {
            changes.extend(self.change_force(act.side, -force));
        }
        let verb = if act.kind == ActKind::Card {
            "plays"
        } else {
            "uses"
        };
        let user = match act.unit {
            Some(unit) if act.from_pile.is_none() => self.table.name(unit).to_owned(),
            _ => act.side.name().to_owned(),
        };
        let text = if force > 0 {
            format!("{user} {verb} {} for {force} Force.", short(act))
        } else {
            format!("{user} {verb} {}.", short(act))
        };
        let mut step = NewStep::of(StepKind::Use, text)
            .by(act.side)
            .ability(act.printed.as_ref())
            .changes(changes);
        if let Some(unit) = act.unit {
            step = step.unit(&self.table, unit);
        }
        step = step.resting_on([act.cite.clone()]);
        if tax != 0 {
            step = step.on(clause!("4.3.5"));
        }
        let through = act.copy.iter().filter_map(|c| c.through);
        let away = act.unit.is_some_and(|u| self.table.unit(u).is_retreated())
            && self.table.reading(clause!("11.37")).is_some();
        let there = act
            .copy
            .as_ref()
            .filter(|c| away && super::derive::prevents_for_itself(c))
            .map(|_| clause!("11.37"));
        step = step
            .also(there)
            .also(through.flat_map(Lent::cites))
            .also(self.use_clauses(act));
        let n = self.step(step)?;
        let outer = self.parent.replace(n);
        let mut replaced = false;
        for cost in act
            .ability
            .costs
            .iter()
            .filter(|c| !matches!(c, Cost::Force(_)))
        {
            self.pay(cost, cx, act.side)?;
            replaced |= std::mem::take(&mut cx.replaced);
        }
        self.parent = outer;
        Ok(Paid { step: n, replaced })
    }

    /// What the use itself rests on: its costs, why it may be used now, its chance.
    fn use_clauses(&self, act: &Act) -> Vec<ClauseId> {
        let mut clauses = Vec::new();
        if let Some(from) = act.from_pile {
            clauses.extend(from.instead);
            clauses.push(from.when);
        }
        if let Some((keyword, instead)) = act.enhanced
            && let Some(declared) = super::grounds::of(keyword).declared
        {
            clauses.extend(declared(instead));
        }
        if !act.ability.costs.is_empty() {
            clauses.push(clause!("4.3.b"));
        }
        if let (Some(unit), Some(copy)) = (act.unit, &act.copy) {
            for keyword in super::act::keywords_in(&act.ability.effect) {
                if let Some(played) = grounds::of(keyword).played {
                    clauses.extend(played(&self.table, &self.held_of(unit, copy, keyword)));
                }
            }
        }
        if act.timing.scope.is_none() {
            clauses.push(clause!("4.4.6"));
        }
        if self.passed_before {
            clauses.push(clause!("4.1.4"));
        }
        if self.window == WindowId::WouldAttack {
            clauses.push(clause!("3.1.3.4"));
            let taps = |c: &Cost| matches!(c, Cost::Tap(_));
            if !act.ability.costs.iter().any(taps) {
                clauses.push(clause!("11.11"));
            }
        }
        if self.window == WindowId::General && matches!(self.table.phase, Phase::Step(_)) {
            clauses.push(if self.step_attacks == self.table.attack_count {
                clause!("3.1.3.2")
            } else {
                clause!("3.1.3.6")
            });
        }
        clauses.extend(chance_clause(self.window));
        if self.window == WindowId::Placement {
            clauses.push(clause!("6.2.4"));
        }
        if matches!(self.table.phase, Phase::Battle) {
            clauses.extend([clause!("3.1.2"), clause!("11.12")]);
        }
        if act.kind == ActKind::Card {
            clauses.push(clause!("4.3.d"));
        } else if !is_activated(act) && self.is_taxed_elsewhere(act) {
            clauses.insert(0, clause!("4.3.4"));
        }
        if clauses.is_empty() {
            clauses.push(clause!("4.3.a"));
        }
        clauses
    }

    /// Whether abilities of its kind of unit are taxed, but only activated ones.
    fn is_taxed_elsewhere(&self, act: &Act) -> bool {
        self.table.rules().iter().any(|found| {
            matches!(&found.rule, StaticRule::Tax { of, battle_cards: false, .. }
                if found.look.players(&self.table, *of).contains(&act.side))
        })
    }

    /// Pays one cost; that it can be paid was checked.
    pub(super) fn pay(&mut self, cost: &Cost, cx: &mut Cx, side: Side) -> Result<(), Stop> {
        match cost {
            Cost::Force(n) => {
                let amount = look::value(&self.table, &cx.look, n);
                let changes = self.change_force(side, -amount);
                let text = format!("{} pays {amount} Force.", side.name());
                let step = NewStep::of(StepKind::Cost, text).by(side).changes(changes);
                self.step(step.on(clause!("4.3.b"))).map(drop)
            }
            Cost::BuildPoints(n) => {
                let amount = look::value(&self.table, &cx.look, n);
                let changes = self.change_build_points(side, -amount);
                let text = format!(
                    "{} pays {amount} build point{}.",
                    side.name(),
                    if amount == 1 { "" } else { "s" }
                );
                let step = NewStep::of(StepKind::Cost, text).by(side).changes(changes);
                self.step(step.on(clause!("4.3.b"))).map(drop)
            }
            Cost::DiscardCards { count, from_deck } => {
                let n = look::value(&self.table, &cx.look, count);
                self.discard_cards(side, n, *from_deck, cx)
            }
            Cost::Tap(who) => {
                self.pay_with(who, cx, side, "tap", &|r, u, cx| r.set_tapped(u, true, cx))
            }
            Cost::Untap(who) => self.pay_with(who, cx, side, "untap", &|r, u, cx| {
                r.set_tapped(u, false, cx)
            }),
            Cost::Discard(who) => self.pay_with(who, cx, side, "discard", &|r, u, cx| {
                let gone = r.discard_unit(u, cx)?;
                cx.replaced |= !gone;
                Ok(())
            }),
            Cost::Retreat(who) => {
                self.pay_with(who, cx, side, "retreat", &|r, u, cx| r.retreat_unit(u, cx))
            }
            Cost::Return(who) => self.pay_with(who, cx, side, "return", &|r, u, cx| {
                r.move_unit(u, crate::game::Zone::Hand, cx)
            }),
            Cost::RemoveFromGame(who) => self.pay_with(who, cx, side, "remove", &|r, u, cx| {
                r.move_unit(u, crate::game::Zone::Removed, cx)
            }),
            Cost::PutCounters { kind, count, on } => {
                let (kind, n) = (*kind, self.counted(count, cx));
                self.pay_with(on, cx, side, "put counters on", &|r, u, cx| {
                    r.put_counters(u, kind, n, cx)
                })
            }
            Cost::RemoveCounters { kind, count, from } => {
                let (kind, n) = (*kind, self.counted(count, cx));
                self.pay_with(from, cx, side, "remove counters from", &|r, u, cx| {
                    r.put_counters(u, kind, -n, cx)
                })
            }
            Cost::Do(effect) => self.perform(effect, cx).map(drop),
        }
    }

    /// "Any number" is the amount of the play; it is the X of the ability from then on.
    fn counted(&self, n: &Num, cx: &mut Cx) -> i32 {
        let value = look::value(&self.table, &cx.look, n);
        if look::needs_x(n) && cx.look.x.is_none() {
            cx.look.x = cx.amount;
        }
        if look::needs_x(n) {
            cx.look.x.unwrap_or(value)
        } else {
            value
        }
    }

    fn pay_with(
        &mut self,
        who: &Who,
        cx: &mut Cx,
        side: Side,
        verb: &str,
        pay: &dyn Fn(&mut Self, UnitIx, &mut Cx) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let payers = self.payers(who, cx, side, verb)?;
        cx.look.left = payers.last().and_then(|u| self.table.unit(*u).arena());
        if !payers.is_empty() && cx.look.that.is_empty() {
            cx.look.that.clone_from(&payers);
        }
        for unit in payers {
            pay(self, unit, cx)?;
        }
        Ok(())
    }

    /// The units that pay: named by `pay`, else by `on`, else chosen.
    fn payers(
        &mut self,
        who: &Who,
        cx: &mut Cx,
        side: Side,
        verb: &str,
    ) -> Result<Vec<UnitIx>, Stop> {
        if let Who::Units(selector) = who {
            let (meant, open) = self.could_pay(who, cx);
            let named: Vec<UnitIx> = cx
                .pay
                .iter()
                .filter_map(|p| super::situation::Handle::new(p))
                .filter_map(|h| self.table.find(&h))
                .filter(|u| meant.contains(u))
                .collect();
            if !named.is_empty() {
                paid_with(&self.table, &mut cx.look, named.clone(), open);
                return Ok(named);
            }
            let asks = format!("Which unit does the {} {verb} as a cost?", side.name());
            let able: Vec<UnitIx> = if verb == "tap" {
                meant
                    .into_iter()
                    .filter(|u| !self.table.unit(*u).tapped)
                    .collect()
            } else {
                meant
            };
            let payers = self.choose_among(&selector.quantity, able, side, asks, cx)?;
            paid_with(&self.table, &mut cx.look, payers.clone(), open);
            return Ok(payers);
        }
        self.who(who, cx, side)
    }

    /// Gives back what a disrupted play cost, under the other reading of 11.20.
    pub(super) fn refund(&mut self, act: &Act) -> Result<(), Stop> {
        let (plain, tax) = self.force_cost(act);
        let changes = self.change_force(act.side, plain + tax);
        let text = format!("{} gets {} Force back.", act.side.name(), plain + tax);
        let step = NewStep::of(StepKind::Cost, text)
            .by(act.side)
            .changes(changes);
        self.step(step.on(clause!("11.20"))).map(drop)
    }

    /// The chance to disrupt (4.3.c), opened only if the next play is one for it. Returns whether
    /// the play was disrupted.
    pub(super) fn disrupt_chance(&mut self, act: &Act) -> Result<bool, Stop> {
        if !is_activated(act) && act.kind != ActKind::Card {
            return Ok(false);
        }
        let banned = act.unit.is_some_and(|u| {
            let view = self.table.view(u);
            view.banned(|b| matches!(b.ban, Ban::BeDisrupted)).is_some()
        });
        let cx = self.cx_of(act);
        let look = Look {
            that: cx.on.iter().copied().collect(),
            ..cx.look
        };
        let protected = banned || self.says_steady(&act.ability.effect, &look);
        let Found::Act(next) = self.find_act() else {
            return Ok(false);
        };
        let what = disrupts(&next.ability.effect);
        if what.is_empty() {
            return Ok(false);
        }
        let fits = what.into_iter().any(|w| self.disrupt_fits(w, act));
        let outer = std::mem::replace(&mut self.window, WindowId::Disrupt);
        let never = self.table.reading(clause!("11.19")) == Some("never");
        let mut reasons = self.all_reasons(&next);
        if !fits {
            reasons.push(reason(
                clause!("4.3.4"),
                format!("{} is not what it can disrupt", act.label),
            ));
        }
        if never && !disrupts(&act.ability.effect).is_empty() {
            reasons.push(reason(
                clause!("11.19"),
                "a disrupting play cannot itself be disrupted",
            ));
        }
        if protected {
            reasons.push(reason(
                clause!("1.1.6"),
                format!("{} can't be disrupted", act.label),
            ));
        }
        let disrupted = if reasons.is_empty() {
            self.take();
            let before = self.disrupting;
            self.disrupting = false;
            self.carry_out_act(&next)?;
            std::mem::replace(&mut self.disrupting, before)
        } else {
            self.refuse_play(reasons)?;
            false
        };
        self.window = outer;
        Ok(disrupted)
    }

    /// Whether the text says of its own play that it can't be disrupted, as things stand now.
    fn says_steady(&self, effect: &Effect, look: &Look) -> bool {
        match effect {
            Effect::Steady => true,
            Effect::Seq(all) => all.iter().any(|e| self.says_steady(e, look)),
            Effect::If(cond, inner, _) => {
                look::holds(&self.table, look, cond) && self.says_steady(inner, look)
            }
            _ => false,
        }
    }

    fn disrupt_fits(&self, what: &DisruptWhat, act: &Act) -> bool {
        match what {
            DisruptWhat::Ability(filter) => {
                act.kind == ActKind::Ability
                    && filter.as_ref().is_none_or(|f| {
                        let look = Look::of(act.side.opponent());
                        act.unit
                            .is_some_and(|u| look::fits(&self.table, &look, f, u))
                    })
            }
            DisruptWhat::BattleCard | DisruptWhat::Card => act.kind == ActKind::Card,
            DisruptWhat::Either => matches!(act.kind, ActKind::Card | ActKind::Ability),
            DisruptWhat::Disruption => !disrupts(&act.ability.effect).is_empty(),
            DisruptWhat::Other | DisruptWhat::Attack(_) => false,
        }
    }

    /// A played Battle card leaves the hand for the discard pile.
    pub(super) const fn card_is_spent(&mut self, side: Side) {
        let pool = self.table.pool_mut(side);
        if pool.hand_known {
            pool.hand -= 1;
        }
        pool.discard += 1;
    }

    /// What forbids the play: bans on its unit or its player.
    pub(super) fn ban_reasons(&self, act: &Act) -> Vec<Reason> {
        let mut reasons = self.player_ban_reasons(act);
        let Some(unit) = act.unit else { return reasons };
        let names = act
            .copy
            .as_ref()
            .map(|c| c.names().iter().map(|k| k.keyword).collect::<Vec<_>>())
            .unwrap_or_default();
        let view = self.table.view(unit);
        for banned in &view.bans {
            let hit = match &banned.ban {
                Ban::Use(k) => names.contains(k),
                Ban::UseAbilities => is_activated(act),
                Ban::Prevent => act.timing.windows.contains(&WindowId::Prevention),
                _ => false,
            };
            if hit {
                reasons.push(reason(
                    clause!("1.1.6"),
                    format!(
                        "{} may not use {}: \"{}\"",
                        self.table.name(unit),
                        act.label_words(),
                        banned.printed
                    ),
                ));
            }
        }
        if let Some(instance) = self.pick_instance(act) {
            for name in names {
                if super::prevention::keyword_barred(
                    &self.table,
                    self.table.instance(instance),
                    name,
                    unit,
                )
                .is_some()
                {
                    let text = format!("this damage can't be prevented with {}", name.name());
                    reasons.push(reason(clause!("6.3.5"), text));
                }
            }
        }
        reasons
    }

    fn player_ban_reasons(&self, act: &Act) -> Vec<Reason> {
        use crate::cardtext::PlayerBan;
        let mut reasons = Vec::new();
        for found in self.table.rules() {
            let StaticRule::PlayerCannot {
                player,
                what,
                during,
            } = &found.rule
            else {
                continue;
            };
            let hit = match what {
                PlayerBan::BattleCards => act.kind == ActKind::Card,
                PlayerBan::Abilities => is_activated(act),
                PlayerBan::Disrupt => !disrupts(&act.ability.effect).is_empty(),
                _ => false,
            };
            let now = during.is_none_or(|a| look::current_step(&self.table) == Some(a));
            if hit && now && found.look.players(&self.table, *player).contains(&act.side) {
                reasons.push(reason(clause!("1.1.6"), format!("\"{}\"", found.printed)));
            }
        }
        reasons
    }

    /// What the "play only" sentences say against it now.
    pub(super) fn restriction_reasons(&self, act: &Act) -> Vec<Reason> {
        let paying = usize::from(self.payer_on(act).is_some());
        let on = act.aim.on.iter().filter_map(|h| self.table.find(h));
        let aimed: Vec<UnitIx> = on.skip(paying).take(1).collect();
        let mut reasons = self.reasons_by_payer(act, &aimed, |look| {
            let limits = act.ability.limits.iter();
            limits
                .filter_map(|l| self.restriction(act, l, look))
                .collect()
        });
        let dice = super::payer::rerolls_of(&act.ability.effect);
        if let Some(why) = dice.and_then(|of| self.not_those_dice(of, act.side)) {
            reasons.push(reason(clause!("attack.reroll"), why));
        }
        reasons
    }

    fn restriction(&self, act: &Act, limit: &Limit, look: &Look) -> Option<Reason> {
        let table = &self.table;
        let attack = table.attack();
        let line = |text: String| Some(reason(clause!("4.2"), text));
        match limit {
            Limit::BuildStep if !self.in_build_step_of(act.side) => Some(reason(
                clause!("2.3"),
                "it is played in its player's own build step",
            )),
            Limit::NoAttack if attack.is_some() => line("a unit is attacking".to_owned()),
            Limit::Attacking(who, filter) if attack.is_some() => {
                let fits = attack.is_some_and(|a| {
                    (look.that.is_empty() && *who == Who::That
                        || look::means(table, look, who, a.attacker))
                        && filter
                            .as_ref()
                            .is_none_or(|f| look::fits(table, look, f, a.defender))
                });
                if fits {
                    None
                } else {
                    line("that unit is not the attacker it asks for".to_owned())
                }
            }
            Limit::Attacked(who, filter) if attack.is_some() => {
                let fits = attack.is_some_and(|a| {
                    (look.that.is_empty() && *who == Who::That
                        || look::means(table, look, who, a.defender))
                        && filter
                            .as_ref()
                            .is_none_or(|f| look::fits(table, look, f, a.attacker))
                });
                if fits {
                    None
                } else {
                    line("that unit is not the defender it asks for".to_owned())
                }
            }
            Limit::WouldBeDiscarded(who, places) => {
                let dying = |u: UnitIx| {
                    look::would_be_discarded(table, u)
                        && (places.is_empty()
                            || places
                                .iter()
                                .any(|p| look::in_place(table, look, *p, table.unit(u))))
                };
                let any = if look.that.is_empty() {
                    table.all().any(|u| {
                        dying(u) && (*who == Who::That || look::means(table, look, who, u))
                    })
                } else {
                    look.that.iter().any(|u| dying(*u))
                };
                if any {
                    None
                } else {
                    line("no such unit would be discarded".to_owned())
                }
            }
            Limit::WouldBeDamaged(who) => {
                let hurt = table.all().any(|u| {
                    table.pending_on(u) > 0
                        && (*who == Who::That || look::means(table, look, who, u))
                });
                if hurt {
                    None
                } else {
                    line("no such unit would be damaged".to_owned())
                }
            }
            Limit::BattleStep(Some(arena)) => {
                let now = look::current_step(table);
                if now.is_none_or(|a| a == *arena) {
                    None
                } else {
                    line(format!("it is not the {} battle step", arena.name()))
                }
            }
            Limit::If(cond) if !look::holds(table, look, cond) => {
                line("its condition does not hold".to_owned())
            }
            Limit::Target(filter) => {
                let wrong = look
                    .that
                    .iter()
                    .find(|u| !look::fits(table, look, filter, **u))?;
                line(format!(
                    "{} is not a unit it may be played on",
                    table.name(*wrong)
                ))
            }
            _ => None,
        }
    }

    /// Whether there is something it can be aimed at, and what was named fits.
    pub(super) fn target_reasons(&self, act: &Act) -> Vec<Reason> {
        let Some(selector) = first_target(&act.ability.effect) else {
            return Vec::new();
        };
        if matches!(
            selector.quantity,
            Quantity::Each | Quantity::UpTo(_) | Quantity::AnyNumber
        ) {
            return Vec::new();
        }
        let looks = self.payer_looks(act);
        let among: Vec<UnitIx> = looks
            .iter()
            .flat_map(|look| look::fitting(&self.table, look, &selector.filter))
            .collect();
        let paying = usize::from(self.payer_on(act).is_some());
        let named = act.aim.on.get(paying).and_then(|h| self.table.find(h));
        match named {
            Some(unit) if !among.contains(&unit) => {
                let text = format!("{} is not a unit it may be aimed at", self.table.name(unit));
                vec![reason(clause!("4.3.a"), text)]
            }
            None if among.is_empty() => {
                vec![reason(
                    clause!("4.3.a"),
                    "there is no unit it could be aimed at",
                )]
            }
            _ => Vec::new(),
        }
    }
}

impl Act {
    /// The ability as it is called in a reason.
    pub(super) fn label_words(&self) -> String {
        short(self)
    }
}

/// The words after the unit in a play: `Evade 2`; of a whole line, what stands behind the arrow.
fn short(act: &Act) -> String {
    let words = act
        .label
        .split_once(": ")
        .map_or(act.label.as_str(), |(_, rest)| rest);
    match words.rsplit_once("->") {
        Some((_, effect)) => format!("\u{201c}{}\u{201d}", effect.trim().trim_end_matches('.')),
        None => words.trim_end_matches('.').to_owned(),
    }
}

/// Whether it is an activated ability (4.3.4): not a card, and not a keyword the glossary calls
/// static or triggered.
pub(super) fn is_activated(act: &Act) -> bool {
    act.kind == ActKind::Ability
        && match act.copy.as_ref().map(|c| &*c.ability) {
            Some(Ability::Keyword(k)) => k.keyword.entry().activation == Activation::Activated,
            _ => true,
        }
}

/// What plays an effect disrupts, if it does: several where one of them is chosen.
pub(super) fn disrupts(effect: &Effect) -> Vec<&DisruptWhat> {
    match effect {
        // An attack is disrupted in its own chance, not in that of a play.
        Effect::Disrupt(DisruptWhat::Attack(_)) => Vec::new(),
        Effect::Disrupt(what) => vec![what],
        Effect::Seq(all) | Effect::ChooseOne(all) | Effect::ChooseOneBy(_, all) => {
            all.iter().flat_map(disrupts).collect()
        }
        Effect::Unless(_, _, inner) | Effect::May(_, inner) | Effect::If(_, inner, _) => {
            disrupts(inner)
        }
        _ => Vec::new(),
    }
}

/// The first choice of units an effect asks for.
pub(super) fn first_target(effect: &Effect) -> Option<&Selector> {
    let units = |who: &'_ Who| -> bool { matches!(who, Who::Units(_)) };
    match effect {
        Effect::Choose(s) => Some(s),
        Effect::Give { who, .. }
        | Effect::Tap(who)
        | Effect::Untap(who)
        | Effect::Discard(who)
        | Effect::Retreat(who)
        | Effect::Return(who)
        | Effect::RemoveFromGame(who)
        | Effect::Put(who, _)
        | Effect::Control(_, who, _)
        | Effect::NewDefender(who)
        | Effect::HealTo { who, .. }
        | Effect::RemoveCounters { from: who, .. }
        | Effect::PutCounters { on: who, .. }
        | Effect::Prevent { target: who, .. }
            if units(who) =>
        {
            selector(who)
        }
        Effect::Damage { target, .. } if units(target) => selector(target),
        Effect::Attack { who, .. } if units(who) => selector(who),
        Effect::Seq(all) => all.first().and_then(first_target),
        _ => None,
    }
}

const fn selector(who: &Who) -> Option<&Selector> {
    match who {
        Who::Units(s) => Some(s),
        _ => None,
    }
}

/// A change of Force as steps show it.
#[must_use]
pub(super) fn force_change(side: Side, from: i32, to: i32) -> Option<Change> {
    (from != to).then_some(Change::Force { side, from, to })
}

/// The kind of chance a window is (4.2).
const fn chance_clause(window: WindowId) -> Option<ClauseId> {
    match window {
        WindowId::General => Some(clause!("4.2.general")),
        WindowId::AttackPop => Some(clause!("4.2.attack-pop")),
        WindowId::Reroll => Some(clause!("4.2.reroll-pop")),
        WindowId::Prevention => Some(clause!("4.2.damage-prevention-pop")),
        WindowId::Disrupt => Some(clause!("4.2.disrupt-pop")),
        WindowId::BattleStartPop => Some(clause!("3.1.2")),
        WindowId::Placement | WindowId::Discard => {
            Some(clause!("4.2.damage-placement-pop-unit-discard-pop"))
        }
        _ => None,
    }
}
