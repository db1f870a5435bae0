//! Carrying out what an ability says (RULES 4.3): printed order, choices on the way, dice and
//! damage in the middle.

mod choose;
mod cx;
pub(super) mod fetch;
mod give;
mod harm;
mod pools;
mod units;

pub(super) use cx::Cx;

use std::rc::Rc;

use crate::cardtext::{DisruptWhat, Duration, Effect, Event, OffBoard};
use crate::clause;
use crate::game::Zone;

use super::look::{self};
use super::run::{NewStep, Run, Stop};
use super::table::Delayed;
use super::trace::StepKind;

impl Run<'_> {
    /// Carries out an effect. Returns whether it was done (a declined "may" was not).
    pub(super) fn perform(&mut self, effect: &Effect, cx: &mut Cx) -> Result<bool, Stop> {
        self.depth += 1;
        if self.depth > 64 {
            return Err(Stop::Cannot("effects are nested too deeply".to_owned()));
        }
        let done = self.perform_inner(effect, cx);
        self.depth -= 1;
        done
    }

    fn perform_inner(&mut self, effect: &Effect, cx: &mut Cx) -> Result<bool, Stop> {
        let you = cx.look.you;
        match effect {
            Effect::Seq(all) => {
                let mut done = false;
                for one in all {
                    done |= self.perform(one, cx)?;
                }
                Ok(done || all.is_empty())
            }
            Effect::ChooseOne(texts) => self.perform_one_of(texts, you, cx),
            Effect::ChooseOneBy(player, texts) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                self.perform_one_of(texts, side, cx)
            }
            Effect::May(player, inner) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                if self.choose_yes(side, cx)? {
                    self.perform(inner, cx)
                } else {
                    Ok(false)
                }
            }
            Effect::IfDone(first, then, otherwise) => {
                if self.perform(first, cx)? {
                    self.perform(then, cx)
                } else if let Some(other) = otherwise {
                    self.perform(other, cx)
                } else {
                    Ok(false)
                }
            }
            Effect::Pay(player, costs) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                let mut payer = cx.clone();
                payer.look.you = side;
                if !costs
                    .iter()
                    .all(|c| self.cost_reasons(c, &payer, side).is_empty())
                {
                    return Ok(false);
                }
                for cost in costs {
                    self.pay(cost, &mut payer, side)?;
                }
                cx.look.that = payer.look.that;
                cx.look.paid = payer.look.paid;
                cx.look.was_in = payer.look.was_in;
                Ok(true)
            }
            Effect::Unless(player, costs, inner) => self.perform_unless(*player, costs, inner, cx),
            Effect::If(cond, then, otherwise) => {
                if look::holds(&self.table, &cx.look, cond) {
                    self.perform(then, cx)
                } else if let Some(other) = otherwise {
                    self.perform(other, cx)
                } else {
                    Ok(false)
                }
            }
            Effect::Choose(selector) => {
                let chosen = self.choose(selector, you, cx)?;
                let some = !chosen.is_empty();
                cx.chosen.extend(chosen);
                cx.look.speak_of(&self.table, &cx.chosen);
                Ok(some)
            }
            Effect::ChooseArena { among, condition } => {
                let open = self.arenas_of(among, condition.as_ref(), cx);
                if open.is_empty() {
                    self.say(StepKind::Note, "No arena is as the text says.", cx)?;
                    return Ok(false);
                }
                cx.look.arena = Some(self.choose_arena(you, &open, cx)?);
                Ok(true)
            }
            Effect::Give { who, grants, until } => self.give(who, grants, *until, cx),
            Effect::Keyword(k) => self.perform_keyword(k, cx),
            Effect::Damage {
                source,
                target,
                amount,
                dice,
                preventable,
                barred,
            } => {
                let how = (*dice, *preventable, barred.as_deref());
                self.perform_damage(source, target, amount, how, cx)
            }
            Effect::Divide {
                source,
                among,
                amount,
            } => self.perform_divide(source, among, amount, cx),
            // It speaks of the play itself; the disrupt chance looks for it.
            Effect::Steady => Ok(false),
            // It speaks of the ability in whose disrupt chance this is played.
            Effect::NotAgain => {
                self.not_again = Some(Rc::clone(&cx.printed));
                Ok(true)
            }
            Effect::Borrow {
                who,
                from,
                sort,
                count,
                until,
            } => self.perform_borrow(who, from, (*sort, count.as_ref()), *until, cx),
            Effect::DiscardAttached { from, of } => self.discard_attached(from, of, cx),
            Effect::Prevent {
                target,
                amount,
                from,
            } => self.perform_prevent(target, amount, from.as_ref(), cx),
            Effect::PutCounters { kind, count, on } => {
                let n = self.number(count, cx);
                let units = self.who(on, cx, you)?;
                for unit in &units {
                    self.put_counters(*unit, *kind, n, cx)?;
                }
                let done = n > 0 && !units.is_empty();
                cx.look.that = units;
                Ok(done)
            }
            Effect::RemoveCounters {
                kind,
                count,
                up_to,
                from,
            } => {
                let units = self.who(from, cx, you)?;
                let mut done = false;
                for unit in &units {
                    let have = look::counters_on(self.table.unit(*unit), *kind);
                    let most = count
                        .as_ref()
                        .map_or(have, |n| self.number(n, cx))
                        .min(have);
                    let n = if *up_to {
                        cx.amount.unwrap_or(most).clamp(0, most)
                    } else {
                        most
                    };
                    done |= n > 0;
                    self.put_counters(*unit, *kind, -n, cx)?;
                }
                cx.look.that = units;
                Ok(done)
            }
            Effect::HealTo {
                who,
                remaining,
                put,
            } => {
                let left = self.number(remaining, cx);
                let mut done = false;
                for unit in self.who(who, cx, you)? {
                    let surplus =
                        self.table.unit(unit).damage - (self.table.view(unit).health - left).max(0);
                    let change = if *put {
                        (-surplus).max(0)
                    } else {
                        -surplus.max(0)
                    };
                    self.put_counters(unit, crate::game::CounterKind::Damage, change, cx)?;
                    done |= change != 0;
                }
                Ok(done)
            }
            Effect::MoveCounters {
                kind,
                count,
                up_to,
                from,
                to,
            } => {
                let sources = self.who(from, cx, you)?;
                cx.look.speak_of(&self.table, &sources);
                cx.look.that.clone_from(&sources);
                let targets = self.who(to, cx, you)?;
                let (Some(a), Some(b)) = (sources.first(), targets.first()) else {
                    return Ok(false);
                };
                let have = look::counters_on(self.table.unit(*a), *kind);
                let most = self.number(count, cx).min(have);
                let n = if *up_to {
                    cx.amount.unwrap_or(most).clamp(0, most)
                } else {
                    most
                };
                self.put_counters(*a, *kind, -n, cx)?;
                self.put_counters(*b, *kind, n, cx)?;
                Ok(n > 0)
            }
            Effect::Tap(who) => self.each(who, cx, |r, u, cx| r.set_tapped(u, true, cx)),
            Effect::Untap(who) => self.each(who, cx, |r, u, cx| r.set_tapped(u, false, cx)),
            Effect::Discard(who) => {
                if self.discard_named_aboard(who, cx)? {
                    return Ok(true);
                }
                let units = self.who(who, cx, you)?;
                let mut all = !units.is_empty();
                cx.look.speak_of(&self.table, &units);
                for unit in &units {
                    all &= self.discard_unit(*unit, cx)?;
                }
                cx.look.that = units;
                Ok(all)
            }
            Effect::Retreat(who) => self.each(who, cx, |r, u, cx| r.retreat_unit(u, cx)),
            Effect::Return(who) => self.each(who, cx, |r, u, cx| r.move_unit(u, Zone::Hand, cx)),
            Effect::RemoveStack(who) => self.each(who, cx, |r, u, cx| r.remove_stack(u, cx)),
            Effect::ToSupply(who) => {
                self.each(who, cx, |r, u, cx| r.move_unit(u, Zone::Supply, cx))
            }
            Effect::RemoveFromGame(who) => {
                self.each(who, cx, |r, u, cx| r.move_unit(u, Zone::Removed, cx))
            }
            Effect::Put(who, place) => {
                let place = *place;
                self.each(who, cx, move |r, u, cx| {
                    let zone = r.zone_of(place, u, cx);
                    r.move_unit(u, zone, cx)
                })
            }
            Effect::Force(player, n) => self.perform_force(*player, n, cx),
            Effect::BuildPoints(player, n, when) => {
                self.perform_build_points(*player, n, *when, cx)
            }
            Effect::Draw(player, n) => {
                let n = self.number(n, cx);
                let before = self.table.pools;
                for side in cx.look.players(&self.table, *player) {
                    self.draw(side, n, std::slice::from_ref(&cx.cite))?;
                }
                Ok(self.table.pools != before)
            }
            Effect::DiscardHand(player, n) | Effect::DiscardRandom(player, n) => {
                self.perform_discard_cards(*player, n, false, cx)
            }
            Effect::DiscardDeck(player, n) => self.perform_discard_cards(*player, n, true, cx),
            Effect::Reroll {
                up_to,
                all,
                faces,
                of,
            } => {
                if let Some(why) = self.not_those_dice(*of, you) {
                    self.say(StepKind::Note, format!("No die is rerolled: {why}."), cx)?;
                    return Ok(false);
                }
                self.perform_reroll(up_to.as_ref(), *all, faces, cx)
            }
            Effect::Disrupt(DisruptWhat::Attack(of)) => self.disrupt_attack(of.as_ref(), cx),
            Effect::Disrupt(_) => {
                self.disrupting = true;
                Ok(true)
            }
            Effect::Create(created) => self.create(created, cx),
            Effect::Attack {
                who,
                target,
                grants,
                optional,
            } => self.perform_attack(who, target.as_ref(), grants, *optional, cx),
            Effect::NewDefender(who) => {
                let Some(unit) = self.who(who, cx, you)?.first().copied() else {
                    return Ok(false);
                };
                let way = if cx.card.is_some() {
                    clause!("7.1.attract-enemy-fire")
                } else {
                    clause!("7.1.you-may-make-it-attack-this-unit-instead")
                };
                let grounds = vec![cx.cite.clone(), way.into(), clause!("7.1.2").into()];
                self.change_defender(unit, grounds, None)
            }
            Effect::EndAttack => {
                if let Some(attack) = self.table.attacks.last_mut() {
                    attack.ended = true;
                }
                self.say(StepKind::Note, "The attack ends.", cx)?;
                Ok(true)
            }
            Effect::Later {
                when,
                each_time,
                until,
                effect,
            } => {
                self.set_up(when, *each_time, *until, effect, cx)?;
                Ok(true)
            }
            Effect::Stand { rule, until } => {
                self.say(
                    StepKind::Modifier,
                    format!("\"{}\" holds {}.", cx.printed, super::words::until(*until)),
                    cx,
                )?;
                let mut look = cx.look.clone();
                if look.that.is_empty() {
                    // "that Jedi" of an event stays the one it was.
                    look.that.extend(look.patient);
                }
                self.table.standing.push(super::standing::SetUp {
                    rule: (**rule).clone(),
                    look,
                    until: *until,
                    printed: Rc::clone(&cx.printed),
                    cite: cx.cite.clone(),
                    attack: self.table.attack().map_or(0, |a| a.number),
                });
                Ok(true)
            }
            Effect::RollDie(outcomes) => {
                let faces = self.roll_other(1, cx)?;
                let face = faces.first().copied().unwrap_or(0);
                match outcomes.iter().find(|(on, _)| on.contains(&face)) {
                    Some((_, effect)) => self.perform(effect, cx),
                    None => Ok(true),
                }
            }
            Effect::Control(player, who, until) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                let until = *until;
                self.each(who, cx, move |r, u, cx| r.lend_control(u, side, until, cx))
            }
            Effect::Attach(who) => {
                let target = self.who(who, cx, you)?.first().copied();
                self.attach_this(target, cx)
            }
            Effect::Fetch(fetch) => self.perform_fetch(fetch, cx),
            Effect::Note(OffBoard::Uncounted) => {
                self.happened.insert(super::triggers::EventKind::Other);
                self.not_counted(cx)
            }
            Effect::Note(what) => {
                self.happened.insert(super::triggers::EventKind::Other);
                let text = match what {
                    OffBoard::HandSeen => "Hidden cards are looked at; that is outside this board.",
                    OffBoard::Deck => "The deck is looked through; that is outside this board.",
                    OffBoard::DiscardPile => {
                        "A discard pile is looked through; that is outside this board."
                    }
                    OffBoard::Uncounted
                    | OffBoard::Construction
                    | OffBoard::Pilots
                    | OffBoard::BuildCosts
                    | OffBoard::Completing => "That changes nothing this board shows.",
                };
                self.say(StepKind::Note, text, cx)?;
                Ok(true)
            }
        }
    }

    /// A step of an ability that says something.
    pub(super) fn say(
        &mut self,
        kind: StepKind,
        text: impl Into<String>,
        cx: &Cx,
    ) -> Result<u32, Stop> {
        let mut step = NewStep::of(kind, text)
            .by(cx.look.you)
            .ability(cx.printed.as_ref());
        if let Some(unit) = cx.look.this {
            step = step.unit(&self.table, unit);
        }
        self.step(step.resting_on([cx.cite.clone()]))
    }

    fn set_up(
        &mut self,
        when: &Event,
        each_time: bool,
        until: Duration,
        effect: &Effect,
        cx: &Cx,
    ) -> Result<(), Stop> {
        self.say(StepKind::Note, format!("It waits: \"{}\"", cx.printed), cx)?;
        self.table.delayed.push(Delayed {
            event: when.clone(),
            effect: effect.clone(),
            each_time,
            until,
            controller: cx.look.you,
            this: cx.look.this,
            that: cx.look.that.clone(),
            arena: cx.look.arena,
            printed: Rc::clone(&cx.printed),
            cites: vec![cx.cite.clone()],
        });
        Ok(())
    }
}
