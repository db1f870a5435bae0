//! A play of an ability or a Battle card: finding what is meant, all reasons against it, paying
//! for it and carrying it out (RULES 4.3).

use std::rc::Rc;

use crate::cardtext::{Ability, Activated, Cost, Effect, Event, Grant, KeywordValue, Who};
use crate::clause;
use crate::game::Side;
use crate::rulebook::{Activation, Form, Keyword};

use super::derive::Copy;
use super::effects::Cx;
use super::keyword::{self, Aimed, Held};
use super::look::{self, Look};
use super::naming;
use super::run::{NewStep, Run, Stop, reason};
use super::situation::{Against, Aim, Play, Use};
use super::table::{CopyId, UnitIx};
use super::timing::{self, Timing};
use super::trace::{Cite, Reason, StepKind};
use super::window::WindowId;

/// What kind of play it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActKind {
    /// An ability of a unit.
    Ability,
    /// An optional triggered ability of a unit.
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
    /// The keyword's way to play it, if it is a Battle card from the discard pile.
    pub from_pile: Option<keyword::FromPile>,
}

/// What the play at the cursor is.
pub(super) enum Found {
    /// This.
    Act(Box<Act>),
    /// Nothing that exists.
    Nothing(Vec<Reason>),
}

/// A use as it is written.
pub(super) fn use_label(u: &Use) -> String {
    let nth = u.nth.map_or_else(String::new, |n| format!(" #{n}"));
    match &u.unit {
        Some(unit) => format!("{unit}: {}{nth}", u.ability),
        None => u.ability.clone(),
    }
}

impl Run<'_> {
    /// What the play at the cursor is.
    pub(super) fn find_act(&self) -> Found {
        match self.peek() {
            Some(Play::Use(u)) => self.find_use(u),
            Some(Play::Card {
                name,
                by,
                text,
                cost,
                aim,
            }) => self.find_card(name, *by, text, *cost, aim),
            _ => Found::Nothing(Vec::new()),
        }
    }

    fn find_use(&self, u: &Use) -> Found {
        let Some(handle) = &u.unit else {
            return Found::Nothing(vec![reason(
                clause!("8.4"),
                "the draw happens when a build step starts",
            )]);
        };
        let Some(unit) = self.table.find(handle) else {
            return Found::Nothing(vec![Reason {
                clause: None,
                text: format!("there is no unit `{handle}`"),
            }]);
        };
        let unit = self.table.bearer(unit);
        let copies = naming::matching(&self.table, unit, &u.ability);
        let copy = match u.nth {
            Some(n) => copies.get(usize::from(n.max(1)) - 1),
            None => copies
                .iter()
                .find(|c| c.off.is_none())
                .or_else(|| copies.first()),
        };
        let Some(copy) = copy.cloned() else {
            return Found::Nothing(vec![self.no_such_ability(unit, u)]);
        };
        if let Ability::Keyword(k) = &*copy.ability
            && keyword::def(k.keyword).is_some_and(|d| d.offer.is_none())
            && !timing::happens_by_itself(k.keyword)
        {
            let text = format!(
                "{} is on or off by itself; nobody plays it",
                k.keyword.name()
            );
            return Found::Nothing(vec![reason(clause!("5.1"), text)]);
        }
        Found::Act(Box::new(self.act_of(
            unit,
            copy,
            use_label(u),
            u.aim.clone(),
        )))
    }

    fn no_such_ability(&self, unit: UnitIx, u: &Use) -> Reason {
        let name = self.table.name(unit);
        let lost = Keyword::find(naming::bare(&u.ability).as_str())
            .filter(|k| self.table.view(unit).lost.iter().any(|(l, _)| l == k));
        match (lost, u.nth) {
            (Some(k), _) => reason(clause!("1.1.5"), format!("{name} has lost {}", k.name())),
            (None, Some(n)) => Reason {
                clause: None,
                text: format!("{name} has no {n}. ability `{}`", u.ability),
            },
            (None, None) => Reason {
                clause: None,
                text: format!("{name} has no ability `{}`", u.ability),
            },
        }
    }

    /// The play of a copy.
    pub(super) fn act_of(&self, unit: UnitIx, copy: Copy, label: String, aim: Aim) -> Act {
        let (ability, kind, timing) = match &*copy.ability {
            Ability::Activated(a) => (a.clone(), ActKind::Ability, timing::of(a)),
            Ability::Keyword(k) => {
                let a = Activated {
                    costs: Vec::new(),
                    effect: Effect::Keyword(k.clone()),
                    limits: Vec::new(),
                };
                let timing = timing::of(&a);
                let kind = if timing::happens_by_itself(k.keyword) {
                    ActKind::Hook
                } else {
                    ActKind::Ability
                };
                (a, kind, timing)
            }
            Ability::Triggered(t) => {
                let a = Activated {
                    costs: Vec::new(),
                    effect: t.effect.clone(),
                    limits: Vec::new(),
                };
                let mut timing = timing::of(&a);
                timing.windows = vec![event_window(&t.event)];
                timing.timing = event_clauses(&t.event);
                (a, ActKind::Trigger, timing)
            }
            Ability::Static(_) | Ability::Unknown(_) => {
                let a = Activated {
                    costs: Vec::new(),
                    effect: Effect::Seq(Vec::new()),
                    limits: Vec::new(),
                };
                let timing = timing::of(&a);
                (a, ActKind::Unread, timing)
            }
        };
        let prevents_own = prevents_own(&ability.effect);
        let act = Act {
            side: self.table.side(unit),
            unit: Some(unit),
            ability,
            timing,
            label,
            printed: Rc::clone(&copy.printed),
            aim,
            prevents_own,
            kind,
            cite: copy.cite.clone(),
            copy: Some(copy),
            enhanced: None,
            from_pile: None,
        };
        self.as_battle_card(act)
    }

    fn find_card(
        &self,
        name: &str,
        by: Side,
        text: &[String],
        cost: Option<i32>,
        aim: &Aim,
    ) -> Found {
        let joined = text.join(" ");
        let extras: Vec<Extra> = text.iter().filter_map(|l| extra(name, l)).collect();
        let basic: Vec<&str> = text
            .iter()
            .map(String::as_str)
            .filter(|l| extra(name, l).is_none())
            .collect();
        let ability = super::setup::read_card(name, &basic.join(" "), cost);
        let known = ability.is_some();
        let mut ability = ability.unwrap_or(Activated {
            costs: Vec::new(),
            effect: Effect::Seq(Vec::new()),
            limits: Vec::new(),
        });
        let chosen = extras.into_iter().find(|e| e.is_named_by(&aim.pay));
        let enhanced = chosen.map(|e| e.add_to(&mut ability));
        Found::Act(Box::new(Act {
            side: by,
            unit: None,
            copy: None,
            timing: timing::of(&ability),
            prevents_own: false,
            ability,
            label: name.to_owned(),
            printed: joined.into(),
            aim: aim.clone(),
            kind: if known {
                ActKind::Card
            } else {
                ActKind::Unread
            },
            cite: super::setup::card_cite(name),
            enhanced,
            from_pile: None,
        }))
    }

    /// Tries the play at the cursor. Returns whether it was taken; a refusal is recorded.
    pub(super) fn attempt(&mut self, act: Act) -> Result<bool, Stop> {
        if act.kind == ActKind::Unread {
            return self.unread(&act);
        }
        if act.lacks_x() {
            return self.attempt_for_x(act);
        }
        let reasons = self.all_reasons(&act);
        if !reasons.is_empty() {
            self.refuse_play(reasons)?;
            return Ok(false);
        }
        self.take();
        self.carry_out_act(&act)?;
        Ok(true)
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
        if let Some(reason) = self.all_reasons(&act).first() {
            return self.misfit_back(reason.text.clone());
        }
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

    /// All reasons against the play, not the first one.
    pub(super) fn all_reasons(&self, act: &Act) -> Vec<Reason> {
        let mut reasons = self.off_reasons(act);
        if act.kind == ActKind::Hook {
            reasons.extend(self.hook_reasons(act));
            return super::run::unique(reasons);
        }
        reasons.extend(self.limit_of_use_reasons(act));
        reasons.extend(self.keyword_reasons(act));
        reasons.extend(self.restriction_reasons(act));
        reasons.extend(self.order_reasons_of(act));
        reasons.extend(self.target_reasons(act));
        reasons.extend(self.cost_reasons_of(act));
        super::run::unique(reasons)
    }

    /// What can keep a unit from being attacked is not gained once a keyword of the unit has
    /// changed its place in the order of attacks.
    fn order_reasons_of(&self, act: &Act) -> Vec<Reason> {
        let cx = self.cx_of(act);
        let mut reasons = Vec::new();
        for (who, keyword) in keywords_given(&act.ability.effect) {
            let Some(own) = super::grounds::of(keyword).not_after_order else {
                continue;
            };
            let named = matches!(who, Who::Units(_)).then(|| cx.on.iter().copied().collect());
            for unit in named.unwrap_or_else(|| look::units(&self.table, &cx.look, who)) {
                let Some(changed) = self.order_changed(unit) else {
                    continue;
                };
                let text = format!(
                    "{} has changed its speed for this battle step already",
                    self.table.name(unit)
                );
                reasons.push(reason(own, text.clone()));
                reasons.push(reason(changed, text));
            }
        }
        reasons
    }

    /// The clause of a keyword used in this battle step to change the unit's place in the order.
    fn order_changed(&self, unit: UnitIx) -> Option<crate::rulebook::ClauseId> {
        let copies = self.table.view(unit).copies.iter();
        copies
            .filter(|c| {
                self.table
                    .used(c.id, crate::cardtext::Scope::BattleStep, None)
                    > 0
            })
            .filter_map(Copy::keyword)
            .find_map(|k| super::grounds::of(k.keyword).changes_order)
    }

    /// The ability does not work where its unit lies, or its unit may not use it.
    pub(super) fn off_reasons(&self, act: &Act) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let Some(copy) = &act.copy {
            if let Some(unit) = act.unit {
                reasons.extend(super::grounds::off_reasons(&self.table, unit, copy));
            }
            let zone = look_zone_reason(self, act, copy);
            reasons.extend(zone);
        }
        reasons.extend(self.ban_reasons(act));
        reasons
    }

    /// Each copy once in its span (4.4).
    fn limit_of_use_reasons(&self, act: &Act) -> Vec<Reason> {
        let (Some(scope), Some(id)) = (act.timing.scope, self.use_id(act)) else {
            return Vec::new();
        };
        if !self.used_up(act, id, scope) {
            return Vec::new();
        }
        let text = format!(
            "{} was already used {}",
            act.label_words(),
            scope_words(scope)
        );
        let disrupted = act
            .copy
            .as_ref()
            .is_some_and(|c| self.disrupted.contains(&c.id));
        act.timing
            .limit
            .iter()
            .copied()
            .chain(disrupted.then_some(clause!("4.3.6")))
            .map(|c| reason(c, text.clone()))
            .collect()
    }

    /// Whether the copy has no use left in the span; against damage, in each instance it could be for.
    fn used_up(&self, act: &Act, id: CopyId, scope: crate::cardtext::Scope) -> bool {
        let spent = |instance| self.table.used(id, scope, instance) >= act.timing.times;
        if scope != crate::cardtext::Scope::Instance {
            return spent(None);
        }
        match self.pick_instance(act) {
            Some(instance) => spent(Some(instance)),
            None if act.timing.windows.contains(&WindowId::Arrival) => spent(None),
            None => self
                .table
                .open
                .iter()
                .any(|i| self.concerns(act, *i) && spent(Some(*i))),
        }
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

    /// What the keywords of the play say against it.
    pub(super) fn keyword_reasons(&self, act: &Act) -> Vec<Reason> {
        let (Some(unit), Some(copy)) = (act.unit, &act.copy) else {
            return Vec::new();
        };
        let mut reasons = Vec::new();
        for keyword in keywords_in(&act.ability.effect) {
            let Some(offer) = keyword::def(keyword).and_then(|d| d.offer) else {
                continue;
            };
            let held = self.held_for(act, unit, copy, keyword);
            let aimed = self.aimed(act, self.pick_instance(act));
            reasons.extend((offer.against)(&self.table, &held, &aimed));
        }
        reasons
    }

    /// The aims of a play, with units looked up.
    pub(super) fn aimed(&self, act: &Act, instance: Option<usize>) -> Aimed {
        Aimed {
            amount: act.aim.amount.filter(|_| !act.pays_x()),
            on: act
                .aim
                .on
                .iter()
                .filter_map(|h| self.table.find(h))
                .collect(),
            instance,
            dice: act.aim.dice.clone(),
            faces: act.aim.roll.clone(),
        }
    }

    /// The pending instance the play is for: the first it can be played against.
    pub(super) fn pick_instance(&self, act: &Act) -> Option<usize> {
        let hidden = self
            .table
            .attack()
            .is_some_and(|a| self.hides_dice(a.attacker).is_some());
        let candidates: Vec<usize> = self
            .table
            .open
            .iter()
            .copied()
            .filter(|i| {
                let instance = self.table.instance(*i);
                let just_done = instance.placed > 0
                    && matches!(self.window, WindowId::Placement | WindowId::Discard);
                instance.pending > 0 || just_done || hidden
            })
            .filter(|i| {
                act.aim
                    .against
                    .as_ref()
                    .is_none_or(|a| self.matches_against(*i, a))
            })
            .filter(|i| self.concerns(act, *i))
            .collect();
        let id = self.use_id(act);
        let free = |i: &usize| {
            id.is_none_or(|id| {
                self.table
                    .used(id, crate::cardtext::Scope::Instance, Some(*i))
                    < act.timing.times
            })
        };
        let allowed = |i: &usize| self.instance_reasons(act, *i).is_empty();
        candidates
            .iter()
            .find(|i| free(i) && allowed(i))
            .or_else(|| candidates.iter().find(|i| free(i)))
            .or_else(|| candidates.first())
            .copied()
    }

    fn instance_reasons(&self, act: &Act, instance: usize) -> Vec<Reason> {
        let (Some(unit), Some(copy)) = (act.unit, &act.copy) else {
            return Vec::new();
        };
        let aimed = self.aimed(act, Some(instance));
        keywords_in(&act.ability.effect)
            .into_iter()
            .filter_map(|k| Some((k, keyword::def(k)?.offer?)))
            .flat_map(|(k, offer)| {
                (offer.against)(&self.table, &self.held_for(act, unit, copy, k), &aimed)
            })
            .collect()
    }

    /// Whether the instance is one the play could be for at all.
    fn concerns(&self, act: &Act, instance: usize) -> bool {
        let done = self.table.instance(instance);
        let target = done.target;
        if done.placed > 0 {
            return act.unit == Some(target) || act.unit == done.source;
        }
        if act.prevents_own {
            return act.unit == Some(target);
        }
        let aimed = act.aim.on.first().and_then(|h| self.table.find(h));
        if let Some(who) = prevent_target(&act.ability.effect) {
            let cx = self.cx_of(act);
            return look::means(&self.table, &cx.look, who, target)
                && aimed.is_none_or(|a| a == target);
        }
        let guards = keywords_in(&act.ability.effect)
            .into_iter()
            .any(|k| keyword::def(k).is_some_and(|d| d.guards_others));
        if guards {
            aimed.is_none_or(|a| a == target)
        } else {
            act.unit == Some(target)
        }
    }

    /// Whether an instance is the one named by `against`.
    pub(super) fn matches_against(&self, instance: usize, against: &Against) -> bool {
        let i = self.table.instance(instance);
        let id = |u: UnitIx| &self.table.unit(u).id;
        *id(i.target) == against.target
            && against
                .source
                .as_ref()
                .is_none_or(|s| i.source.is_some_and(|u| id(u) == s))
    }

    /// The clause by which the unit's attack dice are hidden.
    pub(super) fn hides_dice(&self, attacker: UnitIx) -> Option<crate::rulebook::ClauseId> {
        super::keyword::all()
            .iter()
            .find(|d| d.hides_dice.is_some() && self.table.view(attacker).has(d.keyword))
            .and_then(|d| d.hides_dice)
    }

    /// Pays and carries out a play that nothing forbids.
    pub(super) fn carry_out_act(&mut self, act: &Act) -> Result<(), Stop> {
        let instance = self.pick_instance(act);
        let counted = instance.or_else(|| {
            let mut open = self.table.open.iter().copied();
            open.find(|i| self.concerns(act, *i))
        });
        self.record_use(act, counted);
        let mut cx = self.cx_of(act);
        cx.instance = instance;
        let stood = self.table.standing.len();
        self.acting += 1;
        let paid = self.announce(act, &mut cx)?;
        let outer = self.parent.replace(paid.step);
        let disrupted = self.disrupt_chance(act)?;
        if disrupted {
            self.note_disrupted(act)?;
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
        }
        self.parent = outer;
        if act.kind == ActKind::Card {
            match (act.unit, act.from_pile) {
                (Some(card), Some(from)) => self.leave_after_play(card, from.leaves_by)?,
                _ => self.card_is_spent(act.side),
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

    fn note_disrupted(&mut self, act: &Act) -> Result<(), Stop> {
        let text = format!(
            "{} is disrupted: its effect does not happen, its costs stay paid.",
            act.label
        );
        let step = NewStep::of(StepKind::Note, text).by(act.side);
        let lent = act.copy.as_ref().and_then(|c| c.through);
        let kind = lent.and_then(|l| super::grounds::of(l.by).lent_kind);
        let step = if !super::cost::disrupts(&act.ability.effect).is_empty() {
            step.on(clause!("4.3.c"))
                .on(clause!("4.3.3"))
                .on(clause!("11.19"))
        } else {
            step.on(clause!("4.3.c")).on(clause!("11.20"))
        };
        let paid = act
            .enhanced
            .and_then(|(k, _)| super::grounds::of(k).before_disrupt);
        self.step(step.also(kind).also(paid))?;
        self.disrupted.extend(act.copy.as_ref().map(|c| c.id));
        if self.table.reading(clause!("11.20")).is_some() {
            self.refund(act)?;
        }
        Ok(())
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
        }
    }
}

/// An additional cost of a card from hand, with what it buys.
struct Extra {
    keyword: Keyword,
    costs: Vec<Cost>,
    effect: Effect,
    instead: bool,
}

impl Extra {
    /// A play declares it by naming its keyword among what it pays.
    fn is_named_by(&self, pay: &[String]) -> bool {
        pay.iter().any(|p| Keyword::find(p) == Some(self.keyword))
    }

    /// Adds it to what is played; the keyword, and whether the basic effect is replaced.
    fn add_to(self, ability: &mut Activated) -> (Keyword, bool) {
        ability.costs.extend(self.costs);
        if self.instead {
            ability.effect = self.effect;
        } else {
            let basic = std::mem::replace(&mut ability.effect, Effect::Seq(Vec::new()));
            ability.effect = Effect::Seq(vec![basic, self.effect]);
        }
        (self.keyword, self.instead)
    }
}

/// The additional cost that a line of a card is, if it is one.
fn extra(name: &str, line: &str) -> Option<Extra> {
    let keyword = Keyword::find(line.split_once(':')?.0)?;
    if keyword.entry().form != Form::Enhance {
        return None;
    }
    let context = crate::cardtext::ReadContext {
        name,
        types: &[crate::game::CardType::Battle],
        subtypes: &[],
    };
    let abilities = crate::cardtext::read_line(line, &context).abilities;
    abilities.into_iter().find_map(|ability| match ability {
        Ability::Keyword(k) => match k.value {
            KeywordValue::Enhance {
                costs,
                effect,
                instead,
            } => Some(Extra {
                keyword: k.keyword,
                costs,
                effect: *effect,
                instead,
            }),
            _ => None,
        },
        _ => None,
    })
}

fn look_zone_reason(run: &Run<'_>, act: &Act, copy: &Copy) -> Option<Reason> {
    let unit = run.table.unit(act.unit?);
    let there = copy
        .keyword()
        .and_then(|k| keyword::def(k.keyword))
        .is_some_and(|d| d.from_discard && d.offer.is_some());
    (unit.zone == crate::game::Zone::Discard && copy.off.is_none() && !there).then(|| {
        reason(
            clause!("1.2.3"),
            format!("{} is in the discard pile", unit.name),
        )
    })
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

/// Whether the effect prevents damage to its own unit only.
fn prevents_own(effect: &Effect) -> bool {
    match effect {
        Effect::Keyword(k) => keyword::def(k.keyword)
            .and_then(|d| d.offer)
            .is_some_and(|o| {
                o.windows.contains(&WindowId::Prevention)
                    && !keyword::def(k.keyword).is_some_and(|d| d.guards_others)
            }),
        Effect::Prevent { target, .. } => matches!(target, Who::This),
        Effect::Seq(all) => all.iter().any(prevents_own),
        _ => false,
    }
}

/// Whom a prevention effect protects.
pub(super) fn prevent_target(effect: &Effect) -> Option<&Who> {
    match effect {
        Effect::Prevent { target, .. } => Some(target),
        Effect::Seq(all) => all.iter().find_map(prevent_target),
        Effect::May(_, inner) | Effect::If(_, inner, _) | Effect::IfDone(inner, ..) => {
            prevent_target(inner)
        }
        _ => None,
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
