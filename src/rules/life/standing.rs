//! Prevention that acts by itself when the prevention chance is over (RULES 6.3.3).

use crate::cardtext::{Ability, Amount, Event, StaticRule, Triggered, Who};
use crate::clause;
use crate::game::Side;
use crate::rules::damage::Instance;
use crate::rules::derive::Copy;
use crate::rules::effects::Cx;
use crate::rules::look::{self, Look};
use crate::rules::naming;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::situation::{Play, Use};
use crate::rules::standing::Rule;
use crate::rules::table::UnitIx;
use crate::rules::trace::StepKind;
use crate::rules::window::{ATTACK, WindowId};

/// A text that prevents by itself.
#[derive(Clone)]
enum Standing {
    /// "Prevent 1 damage to each of your units."
    Rule(Box<Rule>),
    /// "When this unit would be damaged, ..."
    Trigger(UnitIx, Copy),
}

/// What a rule of prevention says.
struct Prevents<'r> {
    to: &'r Who,
    from: Option<&'r Who>,
    amount: &'r Amount,
    attack_only: bool,
}

/// The damage that a trigger waits for.
struct Waits<'t> {
    trigger: &'t Triggered,
    who: &'t Who,
    by: Option<&'t Who>,
    attacked: bool,
}

impl Run<'_> {
    /// Everything that acts by itself on the open damage: the Dark Side's, then the Light Side's;
    /// inside one player as that player chooses.
    pub(super) fn standing_prevention(&mut self) -> Result<(), Stop> {
        for side in Side::BOTH {
            let mine = self.standing_of(side);
            self.hand_plays()?;
            if mine.len() > 1 {
                let text = "Several effects of one player act on the damage by themselves: in the order that player chooses.";
                let step = NewStep::of(StepKind::Note, text).by(side);
                self.step(step.on(clause!("6.3.11")))?;
            }
            let mut rest = match self.named_standing(&mine) {
                Some(_) => mine,
                None => self.in_order(mine),
            };
            while !rest.is_empty() {
                let named = self.named_standing(&rest);
                match rest.remove(named.unwrap_or(0)) {
                    Standing::Rule(rule) => {
                        if named.is_some() {
                            self.take();
                        }
                        self.prevent_standing(&rule)?;
                    }
                    Standing::Trigger(holder, copy) => self.would_be_damaged(holder, &copy)?,
                }
            }
        }
        Ok(())
    }

    /// The texts of one player that have open damage to act on.
    fn standing_of(&self, side: Side) -> Vec<Standing> {
        let rules = self.table.rules().into_iter();
        let rules = rules
            .filter(|r| r.look.you == side)
            .map(|r| Standing::Rule(Box::new(r)));
        let working = self.table.working().into_iter();
        let triggers = working
            .filter(|(holder, _)| self.table.side(*holder) == side)
            .map(|(holder, copy)| Standing::Trigger(holder, copy));
        let concerned = |one: &Standing| {
            let mut open = self.table.open.iter();
            open.any(|i| self.acts_on(one, self.table.instance(*i)))
        };
        rules.chain(triggers).filter(concerned).collect()
    }

    fn acts_on(&self, one: &Standing, damage: &Instance) -> bool {
        match one {
            Standing::Rule(rule) => {
                prevents(rule).is_some_and(|p| self.rule_acts_on(rule, &p, damage))
            }
            Standing::Trigger(holder, copy) => {
                waits(copy).is_some_and(|w| self.trigger_hears(*holder, &w, damage))
            }
        }
    }

    /// The one that the play at the cursor names.
    fn named_standing(&self, among: &[Standing]) -> Option<usize> {
        let Some(Play::Use(u)) = self.peek() else {
            return None;
        };
        among.iter().position(|s| self.names_standing(u, s))
    }

    fn names_standing(&self, u: &Use, one: &Standing) -> bool {
        match one {
            Standing::Rule(rule) => rule
                .holder
                .is_some_and(|h| self.is_of(u, h) && naming::begins(&rule.printed, &u.ability)),
            Standing::Trigger(holder, copy) => self.names_copy(u, *holder, copy),
        }
    }

    /// Whether the play at the cursor says when one of them acts: then it waits for the end of the
    /// prevention chance that is running. Of one still ahead only rules wait; whether a trigger will
    /// have damage to hear is not known before.
    pub(in crate::rules) fn orders_standing(&self) -> bool {
        if self.window == WindowId::Prevention {
            let mut sides = Side::BOTH.into_iter();
            return sides.any(|side| self.named_standing(&self.standing_of(side)).is_some());
        }
        let behind = |at: usize| {
            let mut to_come = ATTACK.iter().skip(at + 1);
            to_come.any(|w| w.id == WindowId::Prevention)
        };
        let Some(Play::Use(u)) = self.peek() else {
            return false;
        };
        let mut rules = self.table.rules().into_iter();
        self.table.attack().is_some_and(|a| behind(a.at))
            && rules.any(|r| {
                prevents(&r).is_some() && self.names_standing(u, &Standing::Rule(Box::new(r)))
            })
    }

    fn rule_acts_on(&self, rule: &Rule, says: &Prevents<'_>, damage: &Instance) -> bool {
        let look = seen_at(&rule.look, damage);
        let means = |who: &Who, unit| look::means(&self.table, &look, who, unit);
        damage.pending > 0
            && (!says.attack_only || damage.attack.is_some())
            && means(says.to, damage.target)
            && says
                .from
                .is_none_or(|w| damage.source.is_some_and(|s| means(w, s)))
            && crate::rules::prevention::forbidden(&self.table, damage, rule.holder).is_none()
    }

    fn prevent_standing(&mut self, rule: &Rule) -> Result<(), Stop> {
        let Some(says) = prevents(rule) else {
            return Ok(());
        };
        for i in self.table.open.clone() {
            let damage = self.table.instance(i).clone();
            if !self.rule_acts_on(rule, &says, &damage) {
                continue;
            }
            let look = seen_at(&rule.look, &damage);
            let cx = Cx::of(look, rule.printed.clone(), rule.cite.clone());
            let n = self.amount_of(says.amount, damage.pending, &cx);
            if n > 0 {
                let grounds = vec![
                    rule.cite.clone(),
                    clause!("6.3.3").into(),
                    clause!("6.3.7").into(),
                ];
                self.prevent(i, n, grounds, rule.holder, None)?;
            }
        }
        Ok(())
    }

    fn trigger_hears(&self, holder: UnitIx, waits: &Waits<'_>, damage: &Instance) -> bool {
        let look = seen_at(&Look::from(&self.table, holder), damage);
        let means = |who: &Who, unit| look::means(&self.table, &look, who, unit);
        damage.pending > 0
            && (!waits.attacked || damage.attack.is_some())
            && means(waits.who, damage.target)
            && waits
                .by
                .is_none_or(|w| damage.source.is_some_and(|s| means(w, s)))
    }

    /// "When a unit would be damaged, ..." acts on each damaged unit and instance (6.3.7).
    fn would_be_damaged(&mut self, holder: UnitIx, copy: &Copy) -> Result<(), Stop> {
        let Some(waits) = waits(copy) else {
            return Ok(());
        };
        let trigger = waits.trigger;
        for i in self.table.open.clone() {
            let damage = self.table.instance(i).clone();
            if !self.trigger_hears(holder, &waits, &damage) {
                continue;
            }
            let look = seen_at(&Look::from(&self.table, holder), &damage);
            let so = |c| look::holds(&self.table, &look, c);
            if !trigger.condition.as_ref().is_none_or(so) {
                self.note_not_this(holder, copy, trigger);
                continue;
            }
            if !self.trigger_free(copy.id, trigger.limit) {
                continue;
            }
            self.count_trigger(copy.id, trigger.limit);
            let mut cx = Cx::of(look, copy.printed.clone(), copy.cite.clone());
            cx.instance = Some(i);
            cx.copy = Some(copy.clone());
            cx.look.that = vec![damage.target];
            if let Some(aim) = self.take_naming_copy(holder, copy) {
                self.aim_with(&mut cx, &aim);
                cx.wanted = true;
            }
            self.perform_would(trigger, &mut cx)?;
        }
        Ok(())
    }

    /// Standing prevention cites its own rule besides the line.
    fn perform_would(&mut self, trigger: &Triggered, cx: &mut Cx) -> Result<(), Stop> {
        let text = format!(
            "\"{}\" applies at the end of the prevention chance.",
            cx.printed
        );
        let step = NewStep::of(StepKind::Trigger, text)
            .by(cx.look.you)
            .ability(cx.printed.as_ref())
            .resting_on([cx.cite.clone()]);
        let n = self.step(step.on(clause!("6.3.3")).on(clause!("6.3.7")))?;
        let outer = self.parent.replace(n);
        self.perform(&trigger.effect, cx)?;
        self.parent = outer;
        Ok(())
    }
}

/// The text looked at with that damage in view.
fn seen_at(look: &Look, damage: &Instance) -> Look {
    Look {
        patient: Some(damage.target),
        actor: damage.source,
        ..look.clone()
    }
}

fn prevents(rule: &Rule) -> Option<Prevents<'_>> {
    match &rule.rule {
        StaticRule::Prevent {
            to,
            from,
            amount,
            attack_only,
        } => Some(Prevents {
            to,
            from: from.as_ref(),
            amount,
            attack_only: *attack_only,
        }),
        _ => None,
    }
}

fn waits(copy: &Copy) -> Option<Waits<'_>> {
    let Ability::Triggered(trigger) = &*copy.ability else {
        return None;
    };
    match &trigger.event {
        Event::WouldBeDamaged { who, by, attacked } => Some(Waits {
            trigger,
            who,
            by: by.as_ref(),
            attacked: *attacked,
        }),
        _ => None,
    }
}
