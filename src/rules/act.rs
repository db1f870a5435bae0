//! A play of an ability or a Battle card: finding what is meant, all reasons against it, paying
//! for it and carrying it out (RULES 4.3).

mod aims;
mod extra;
mod find;
mod instance;
mod missing;
mod reasons;

pub(super) use aims::spoken_of;
pub(super) use find::use_label;
pub(super) use instance::{chosen_source, prevent_target};

use std::rc::Rc;

use crate::cardtext::{Ability, Activated, Effect, Event, Grant, OffBoard, Who};
use crate::clause;
use crate::game::Side;
use crate::rulebook::{Activation, ClauseId, Keyword};

use super::cost::Spent;
use super::derive::Copy;
use super::effects::Cx;
use super::keyword::{self, Held};
use super::look::Look;
use super::run::{NewStep, Run, Stop};
use super::situation::Aim;
use super::table::{CopyId, UnitIx};
use super::timing::Timing;
use super::trace::{Cite, Reason, StepKind};
use super::window::WindowId;

/// What kind of play it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActKind {
    /// An ability of a unit.
    Ability,
    /// A triggered ability of a unit: a play only names it.
    Trigger,
    /// A keyword that acts by itself; a play can only say how much of it.
    Hook,
    /// A card from hand.
    Card,
    /// A line that is not modelled.
    Unread,
}

/// A play that was understood.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Who plays it.
    pub side: Side,
    /// Whose ability it is.
    pub unit: Option<UnitIx>,
    /// The copy of the ability.
    pub copy: Option<Copy>,
    /// Costs, effect, limits.
    pub ability: Activated,
    /// When and how often.
    pub timing: Timing,
    /// As written in the play.
    pub label: String,
    /// As printed.
    pub printed: Rc<str>,
    /// Aims and amounts.
    pub aim: Aim,
    /// Whether it only prevents damage to its own unit.
    pub prevents_own: bool,
    /// What kind of play.
    pub kind: ActKind,
    /// The line it rests on.
    pub cite: Cite,
    /// The keyword whose additional cost is paid with it, and whether its effect replaces the basic
    /// one.
    pub enhanced: Option<(Keyword, bool)>,
    /// The clause by which it costs less Force than printed.
    pub lowered: Option<ClauseId>,
    /// The keyword's way to play it, if it is a Battle card from the discard pile.
    pub from_pile: Option<keyword::FromPile>,
}

impl Act {
    /// Whether it is a Battle card that comes from its player's hand.
    pub(super) fn is_from_hand(&self) -> bool {
        self.kind == ActKind::Card && (self.unit.is_none() || self.from_pile.is_none())
    }
}

/// What the play at the cursor is.
pub(super) enum Found {
    /// This.
    Act(Box<Act>),
    /// Nothing that exists.
    Nothing(Vec<Reason>),
}

impl Run<'_> {
    /// Tries the play at the cursor. Returns whether it was taken; a refusal is recorded.
    pub(super) fn attempt(&mut self, act: Act) -> Result<bool, Stop> {
        if act.kind == ActKind::Unread {
            return self.unread(&act);
        }
        if act.kind == ActKind::Trigger {
            let reasons = self.trigger_reasons(&act);
            self.refuse_play(reasons)?;
            return Ok(false);
        }
        let options = act.by_option();
        if !options.is_empty() {
            return self.attempt_for_option(&act, &options);
        }
        if act.lacks_x() {
            return self.attempt_for_x(act);
        }
        if self.lacks_limited_target(&act) {
            return self.attempt_for_target(&act);
        }
        self.note_concerned(&act);
        let reasons = self.all_reasons(&act);
        if !reasons.is_empty() {
            self.refuse_play(reasons)?;
            return Ok(false);
        }
        self.take();
        self.carry_out_act(&act)?;
        Ok(true)
    }

    /// A keyword played in the build step puts a card onto a unit: what the unit's lines say of its
    /// Pilots and of attaching to it is looked at.
    fn note_concerned(&mut self, act: &Act) {
        let builds = act.timing.windows.contains(&WindowId::BuildStep);
        if !builds || keywords_in(&act.ability.effect).is_empty() {
            return;
        }
        let aimed = act.aim.on.iter().filter_map(|h| self.table.find(h));
        let units: Vec<UnitIx> = aimed.chain(act.unit).collect();
        for unit in units {
            self.concerned.insert((OffBoard::Pilots, unit));
            self.concerned.insert((OffBoard::BuildCosts, unit));
        }
    }

    /// Tries a play that does not say what X is: it is asked for if some X is legal.
    fn attempt_for_x(&mut self, mut act: Act) -> Result<bool, Stop> {
        let reasons = self.reasons_for_any_x(&act);
        if !reasons.is_empty() {
            self.refuse_play(reasons)?;
            return Ok(false);
        }
        self.take();
        act.aim.amount = Some(self.choose_x(&act)?);
        if let Some(reason) = self.reasons_with_a_target(&act).first() {
            return self.misfit_back(reason.text.clone());
        }
        let act = self.with_target(act)?;
        self.carry_out_act(&act)?;
        Ok(true)
    }

    /// A line nobody can act on: it is noted, and the verdict depends on a ruling by hand.
    fn unread(&mut self, act: &Act) -> Result<bool, Stop> {
        self.take();
        let text = format!(
            "{} is played, but this line is not modelled: rule it by hand.",
            act.label
        );
        let step = NewStep::of(StepKind::Note, text)
            .by(act.side)
            .ability(act.printed.as_ref());
        self.step(step.resting_on([act.cite.clone()]))?;
        self.unread_played.push((act.unit, act.printed.to_string()));
        Ok(true)
    }

    /// The identity under which its uses are counted.
    pub(super) fn use_id(&self, act: &Act) -> Option<CopyId> {
        let (unit, copy) = (act.unit?, act.copy.as_ref()?);
        let whole = matches!(&*copy.ability, Ability::Keyword(k)
            if keyword::def(k.keyword).is_some_and(|d| d.offer.is_some())
                && k.keyword.entry().activation != Activation::Activated);
        Some(match copy.keyword() {
            Some(k) if whole => self.held_of(unit, copy, k.keyword).copy_id(),
            _ => copy.id,
        })
    }

    /// The keyword as that copy has it.
    pub(super) fn held_of(&self, unit: UnitIx, copy: &Copy, keyword: Keyword) -> Held {
        let all = keyword::held(&self.table, unit, keyword);
        let found = all
            .into_iter()
            .find(|h| h.copies.iter().any(|c| c.id == copy.id));
        found.unwrap_or_else(|| {
            let look = Look::from(&self.table, unit);
            let value = copy
                .names()
                .iter()
                .find(|k| k.keyword == keyword)
                .map_or(0, |k| keyword::number_of(&self.table, &look, k));
            Held {
                unit,
                keyword,
                value,
                at_roll: value,
                copies: vec![copy.clone()],
                asked: None,
            }
        })
    }

    /// Pays and carries out a play that nothing forbids.
    pub(super) fn carry_out_act(&mut self, act: &Act) -> Result<(), Stop> {
        self.played = true;
        let instance = self.pick_instance(act);
        let act = &self.aimed_at_damaged(act, instance);
        let counted = instance.or_else(|| {
            let mut open = self.table.open.iter().copied();
            open.find(|i| self.concerns(act, *i))
        });
        self.record_use(act, counted);
        let mut cx = self.cx_of(act);
        cx.instance = instance;
        let stood = self.table.standing.len();
        if act.is_from_hand() {
            self.card_leaves_hand(act.side);
        }
        self.acting += 1;
        let paid = self.announce(act, &mut cx)?;
        let outer = self.parent.replace(paid.step);
        let disrupted = self.disrupt_chance(act)?;
        if disrupted {
            self.note_disrupted(act, paid.spent.as_ref())?;
        } else if paid.replaced {
            let text = "What had to be discarded was not discarded, so the effect does not happen.";
            self.step(
                NewStep::of(StepKind::Note, text)
                    .by(act.side)
                    .on(clause!("6.3.8")),
            )?;
        } else {
            self.mark_applied(act);
            self.perform(&act.ability.effect, &mut cx)?;
            if let Some(unit) = act.unit {
                for keyword in keywords_in(&act.ability.effect) {
                    self.fire(super::triggers::Happened::Used(unit, keyword))?;
                }
            }
        }
        self.parent = outer;
        if act.kind == ActKind::Card {
            match (act.unit, act.from_pile) {
                (Some(card), Some(from)) => self.leave_after_play(card, from.leaves_by)?,
                _ => self.table.pool_mut(act.side).discard += 1,
            }
            self.next_card_played(act.side, stood);
            self.fire(super::triggers::Happened::PlayedCard(act.side))?;
        }
        self.acting -= 1;
        self.settle()
    }

    /// What held for the next Battle card of the side does not hold any longer; what the card itself
    /// has set up does.
    fn next_card_played(&mut self, side: Side, stood: usize) {
        let table = &self.table;
        let over: Vec<bool> = table
            .standing
            .iter()
            .enumerate()
            .map(|(at, s)| {
                let of = match &s.rule {
                    crate::cardtext::StaticRule::Tax { of, .. } => s.look.players(table, *of),
                    _ => Vec::new(),
                };
                at < stood && s.until == crate::cardtext::Duration::NextCard && of.contains(&side)
            })
            .collect();
        let mut over = over.into_iter();
        self.table
            .standing
            .retain(|_| !over.next().unwrap_or(false));
    }

    fn mark_applied(&mut self, act: &Act) {
        if let Some(unit) = act.unit {
            for keyword in keywords_in(&act.ability.effect) {
                self.account.applied.insert((unit, keyword));
            }
        }
    }

    fn record_use(&mut self, act: &Act, instance: Option<usize>) {
        if let (Some(scope), Some(copy)) = (act.timing.scope, self.use_id(act)) {
            let span = self.table.span(scope, instance);
            *self
                .table
                .uses
                .entry(super::table::UseKey { copy, scope, span })
                .or_default() += 1;
        }
    }

    fn note_disrupted(&mut self, act: &Act, spent: Option<&Spent>) -> Result<(), Stop> {
        let costs = if spent.is_some() {
            "come back"
        } else {
            "stay paid"
        };
        let text = format!(
            "{} is disrupted: its effect does not happen, its costs {costs}.",
            act.label
        );
        let step = NewStep::of(StepKind::Note, text).by(act.side);
        let lent = act.copy.as_ref().and_then(|c| c.through);
        let kind = lent.and_then(|l| super::grounds::of(l.by).lent_kind);
        let step = if !super::cost::disrupts(&act.ability.effect).is_empty() {
            step.on(clause!("4.3.c"))
                .on(clause!("4.3.3"))
                .on(clause!("11.19"))
                .on(clause!("11.20"))
        } else {
            step.on(clause!("4.3.c")).on(clause!("11.20"))
        };
        let paid = act
            .enhanced
            .and_then(|(k, _)| super::grounds::of(k).before_disrupt);
        self.step(step.also(kind).also(paid))?;
        self.disrupted.extend(act.copy.as_ref().map(|c| c.id));
        match spent {
            Some(spent) => self.refund(act, spent),
            None => Ok(()),
        }
    }

    /// The context in which the play is carried out.
    pub(super) fn cx_of(&self, act: &Act) -> Cx {
        let mut look = match act.unit {
            Some(unit) => Look::from(&self.table, unit),
            None => Look::of(act.side),
        };
        if act.pays_x() {
            look.x = look.x.or(act.aim.amount);
        }
        Cx {
            look,
            on: act
                .aim
                .on
                .iter()
                .filter_map(|h| self.table.find(h))
                .collect(),
            pay: act.aim.pay.iter().cloned().collect(),
            chosen: Vec::new(),
            amount: act.aim.amount.filter(|_| !act.pays_x()),
            dice: act.aim.dice.clone(),
            faces: act.aim.roll.clone(),
            copy: act.copy.clone(),
            printed: Rc::clone(&act.printed),
            cite: act.cite.clone(),
            card: (act.kind == ActKind::Card).then(|| act.label.clone()),
            instance: None,
            replaced: false,
            wanted: false,
        }
    }
}

/// A span in words.
pub(super) const fn scope_words(scope: crate::cardtext::Scope) -> &'static str {
    use crate::cardtext::Scope;
    match scope {
        Scope::Instance => "against this damage",
        Scope::Attack => "in this attack",
        Scope::BattleStep => "in this battle step",
        Scope::Turn => "this turn",
        Scope::BuildStep => "in this build step",
        Scope::Game => "this game",
    }
}

/// The keywords an effect consists of.
pub(super) fn keywords_in(effect: &Effect) -> Vec<Keyword> {
    match effect {
        Effect::Keyword(k) => vec![k.keyword],
        Effect::Seq(all) => all.iter().flat_map(keywords_in).collect(),
        _ => Vec::new(),
    }
}

/// The keywords an effect gives, and to whom.
fn keywords_given(effect: &Effect) -> Vec<(&Who, Keyword)> {
    match effect {
        Effect::Give { who, grants, .. } => grants
            .iter()
            .filter_map(|g| match g {
                Grant::Keyword(k) => Some((who, k.keyword)),
                _ => None,
            })
            .collect(),
        Effect::Seq(all) => all.iter().flat_map(keywords_given).collect(),
        _ => Vec::new(),
    }
}

/// The window in which an event's triggers resolve.
pub(super) const fn event_window(event: &Event) -> WindowId {
    match event {
        Event::Attacks { .. } => WindowId::AttackTriggers,
        Event::WouldAttack(_) => WindowId::WouldAttack,
        Event::Rolls { .. } => WindowId::RerollTriggers,
        Event::AttackEnds { .. } => WindowId::AttackEnd,
        Event::Damages { .. } | Event::CountersPut(..) => WindowId::Placement,
        Event::WouldBeDamaged { .. } | Event::Prevents { .. } => WindowId::Prevention,
        Event::Discarded { .. } => WindowId::Discard,
        Event::Deployed { .. } | Event::Arrives { .. } | Event::Completes(..) => WindowId::Arrival,
        Event::ReadyPhase(_) => WindowId::Ready,
        Event::BuildStepStarts(_) => WindowId::BuildStart,
        Event::BuildStepEnds(_) => WindowId::BuildStep,
        Event::BattleStarts => WindowId::BattleStart,
        Event::BattleStepStarts(_) => WindowId::StepStart,
        Event::BattleStepEnds(_) => WindowId::StepEnd,
        Event::BattleEnds => WindowId::BattleEnd,
        Event::TurnEnds => WindowId::TurnEnd,
        Event::Retreats(_)
        | Event::RetreatedBy(..)
        | Event::Returned { .. }
        | Event::Tapped(_)
        | Event::Untapped(_)
        | Event::PlaysBattleCard(_)
        | Event::Draws(_)
        | Event::Uses(..) => WindowId::General,
    }
}

fn event_clauses(event: &Event) -> Vec<crate::rulebook::ClauseId> {
    let window = match event_window(event) {
        WindowId::AttackTriggers => Some(clause!("attack.triggers")),
        WindowId::RerollTriggers => Some(clause!("attack.reroll-triggers")),
        WindowId::AttackEnd => Some(clause!("attack.end")),
        WindowId::Placement => Some(clause!("attack.placement")),
        WindowId::Discard => Some(clause!("attack.discard")),
        WindowId::BuildStart => Some(clause!("8.1")),
        _ => None,
    };
    window.into_iter().chain([clause!("4.5.1")]).collect()
}
