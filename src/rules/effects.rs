//! Carrying out what an ability says (RULES 4.3): printed order, choices on the way, dice and
//! damage in the middle.

mod choose;
mod counters;
mod cx;
pub(super) mod fetch;
mod flow;
mod give;
mod harm;
mod kept;
mod pools;
mod tied;
mod units;

pub(super) use cx::Cx;

use std::rc::Rc;

use crate::cardtext::{DisruptWhat, Duration, Effect, Event, OffBoard};
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
            Effect::Seq(all) => self.perform_all(all, cx),
            Effect::ChooseOne(texts) => self.perform_one_of(texts, you, cx),
            // Which text is played was said when the card was announced.
            Effect::Way(way) => self.perform(&way.effect, cx),
            Effect::ChooseOneBy(player, texts) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                self.perform_one_of(texts, side, cx)
            }
            Effect::May(player, inner) => self.perform_may(*player, inner, cx),
            Effect::IfDone(first, then, otherwise) => {
                self.perform_if_done(first, (then, otherwise.as_deref()), cx)
            }
            Effect::Pay(player, costs) => self.perform_pay(*player, costs, cx),
            Effect::Unless(player, costs, inner) => self.perform_unless(*player, costs, inner, cx),
            Effect::If(cond, then, otherwise) => {
                let so = look::holds(&self.table, &cx.look, cond);
                self.perform_either(so, then, otherwise.as_deref(), cx)
            }
            Effect::Choose(selector) => {
                let chosen = self.choose(selector, you, cx)?;
                let some = !chosen.is_empty();
                cx.chosen.extend(chosen);
                cx.look.speak_of(&self.table, &cx.chosen);
                Ok(some)
            }
            Effect::ChooseArena { among, condition } => {
                self.perform_choose_arena(among, condition.as_ref(), cx)
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
            Effect::PutCounters { kind, count, on } => self.perform_put(*kind, count, on, cx),
            Effect::RemoveCounters {
                kind,
                count,
                up_to,
                from,
            } => self.perform_remove(*kind, (count.as_ref(), *up_to), from, cx),
            Effect::HealTo {
                who,
                remaining,
                put,
            } => self.perform_heal_to(who, remaining, *put, cx),
            Effect::MoveCounters {
                kind,
                count,
                up_to,
                from,
                to,
            } => self.perform_move_counters(*kind, (count, *up_to), from, to, cx),
            Effect::Tap(who) => self.each(who, cx, |r, u, cx| r.set_tapped(u, true, cx)),
            Effect::Untap(who) => self.each(who, cx, |r, u, cx| r.set_tapped(u, false, cx)),
            Effect::Discard(who) => self.perform_discard(who, cx),
            Effect::Retreat(who) => self.perform_retreat(who, cx),
            Effect::Return(who) => {
                self.each(who, cx, |r, u, cx| r.move_unit_there(u, Zone::Hand, cx))
            }
            Effect::RemoveStack(who) => self.each(who, cx, |r, u, cx| r.remove_stack(u, cx)),
            Effect::ToSupply(who) => {
                self.each(who, cx, |r, u, cx| r.move_unit_there(u, Zone::Supply, cx))
            }
            Effect::RemoveFromGame(who) => {
                self.each(who, cx, |r, u, cx| r.move_unit_there(u, Zone::Removed, cx))
            }
            Effect::Put(who, place) => {
                let place = *place;
                self.each(who, cx, move |r, u, cx| {
                    let zone = r.zone_of(place, u, cx);
                    r.move_unit_there(u, zone, cx)
                })
            }
            Effect::Force(player, n) => self.perform_force(*player, n, cx),
            Effect::BuildPoints(player, n, when) => {
                self.perform_build_points(*player, n, *when, cx)
            }
            Effect::Draw(player, n) => self.perform_draw(*player, n, cx),
            Effect::DiscardHand(player, n) | Effect::DiscardRandom(player, n) => {
                self.perform_discard_cards(*player, n, false, cx)
            }
            Effect::DiscardDeck(player, n) => self.perform_discard_cards(*player, n, true, cx),
            Effect::DiscardNth(player, nth) => self.perform_discard_nth(*player, *nth, cx),
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
            Effect::NewDefender(who) => self.perform_new_defender(who, cx),
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
            Effect::Stand { rule, until } => self.perform_stand(rule, *until, cx),
            Effect::RollDie(outcomes) => self.perform_roll_die(outcomes, you, cx),
            Effect::RollDieBy(player, outcomes) => {
                let by = cx.look.player(&self.table, *player).unwrap_or(you);
                self.perform_roll_die(outcomes, by, cx)
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
            Effect::Note(what) => self.perform_note(*what, cx),
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
