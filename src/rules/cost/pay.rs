//! Announcing an ability and paying for it (RULES 4.2).

use crate::cardtext::{Ban, Cost, Effect, Num, OffBoard, PlayerBan, StaticRule, Who};
use crate::clause;
use crate::game::Side;
use crate::rulebook::ClauseId;
use crate::rules::act::{Act, ActKind};
use crate::rules::derive::Banned;
use crate::rules::effects::Cx;
use crate::rules::grounds::{self, LentBy};
use crate::rules::look;
use crate::rules::payer::paid_with;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::standing::Rule;
use crate::rules::table::{Phase, UnitIx};
use crate::rules::trace::StepKind;
use crate::rules::window::WindowId;

use super::{Paid, chance_clause, is_activated, short};

impl Run<'_> {
    /// Announces a play and pays for it: one step with everything that was paid.
    pub(in crate::rules) fn announce(&mut self, act: &Act, cx: &mut Cx) -> Result<Paid, Stop> {
        cx.look.x = cx.look.x.or(act.aim.amount);
        let before = self.before_paying();
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
            .filter(|c| away && crate::rules::derive::prevents_for_itself(c))
            .map(|_| clause!("11.37"));
        step = step
            .also(there)
            .also(through.flat_map(LentBy::cites))
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
        let spent = before.map(|b| self.spent_since(b));
        Ok(Paid {
            step: n,
            replaced,
            spent,
        })
    }

    /// What the use itself rests on: its costs, why it may be used now, its chance.
    fn use_clauses(&self, act: &Act) -> Vec<ClauseId> {
        let mut clauses = Vec::new();
        if let Some(from) = act.from_pile {
            clauses.extend(from.instead);
            clauses.push(from.when);
        }
        if let Some((keyword, instead)) = act.enhanced
            && let Some(declared) = crate::rules::grounds::of(keyword).declared
        {
            clauses.extend(declared(instead));
        }
        clauses.extend(act.lowered);
        if !act.ability.costs.is_empty() {
            clauses.push(clause!("4.3.b"));
        }
        if let (Some(unit), Some(copy)) = (act.unit, &act.copy) {
            for keyword in crate::rules::act::keywords_in(&act.ability.effect) {
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
            clauses.splice(0..0, [clause!("11.12"), clause!("3.1.2")]);
        }
        if act.kind == ActKind::Card {
            clauses.push(clause!("4.3.d"));
        } else if !is_activated(act) && self.is_spared(act) {
            clauses.insert(0, clause!("4.3.4"));
        }
        if clauses.is_empty() {
            clauses.push(clause!("4.3.a"));
        }
        clauses
    }

    /// Whether abilities of its player or its unit are taxed or forbidden, but only activated ones.
    fn is_spared(&self, act: &Act) -> bool {
        let bans = act.unit.map(|u| &self.table.view(u).bans);
        let banned = |b: &Banned| matches!(b.ban, Ban::UseAbilities);
        let of_players = |found: &Rule| match &found.rule {
            StaticRule::Tax {
                of,
                battle_cards: false,
                ..
            } => Some(*of),
            StaticRule::PlayerCannot {
                player,
                what: PlayerBan::Abilities,
                ..
            } => Some(*player),
            _ => None,
        };
        let concerns = |found: &Rule| {
            let of = of_players(found);
            of.is_some_and(|p| found.look.players(&self.table, p).contains(&act.side))
        };
        bans.is_some_and(|all| all.iter().any(banned)) || self.table.rules().iter().any(concerns)
    }

    /// Pays one cost; that it can be paid was checked.
    pub(in crate::rules) fn pay(
        &mut self,
        cost: &Cost,
        cx: &mut Cx,
        side: Side,
    ) -> Result<(), Stop> {
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
            Cost::DiscardCards {
                count, from_deck, ..
            } => {
                let n = look::value(&self.table, &cx.look, count);
                self.discard_cards(side, n, *from_deck, cx)
            }
            Cost::RemoveDiscarded { count, .. } => {
                let n = self.counted(count, cx);
                self.remove_discarded(side, n, cx)
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
                r.move_unit_there(u, crate::game::Zone::Hand, cx)
            }),
            Cost::ToSupply(who) => self.pay_with(who, cx, side, "return", &|r, u, cx| {
                r.move_unit_there(u, crate::game::Zone::Supply, cx)
            }),
            Cost::RemoveFromGame(who) => self.pay_with(who, cx, side, "remove", &|r, u, cx| {
                r.move_unit_there(u, crate::game::Zone::Removed, cx)
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
            Cost::Do(effect) => {
                self.note_uncharged(effect, cx);
                self.perform(effect, cx).map(drop)
            }
        }
    }

    /// A payment with cards that the board does not show is only noted: whether it is paid, and what
    /// is left, has to be ruled by hand.
    fn note_uncharged(&mut self, cost: &Effect, cx: &Cx) {
        if matches!(cost, Effect::Note(OffBoard::Deck | OffBoard::DiscardPile)) {
            let words = cx.printed.to_string();
            self.unread_played.push((cx.look.this, words));
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
        // One that leaves as a cost is treated as still there until the effect is over (protect.5).
        let from = |u: &UnitIx| Some((*u, self.table.unit(*u).arena()?));
        cx.look.was_in.extend(payers.iter().filter_map(from));
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
                .filter_map(|p| crate::rules::situation::Handle::new(p))
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
}
