//! Which ability or card a play names.

use crate::cardtext::{Ability, Activated, Effect, KeywordValue};
use crate::clause;
use crate::game::{CardType, Side};
use crate::rulebook::Keyword;
use crate::rules::derive::Copy;
use crate::rules::keyword::{self};
use crate::rules::naming;
use crate::rules::run::{Run, reason};
use crate::rules::situation::{Aim, Play, Use};
use crate::rules::table::UnitIx;
use crate::rules::timing::{self};
use crate::rules::trace::Reason;
use std::rc::Rc;

use super::extra::{Cheaper, Declared, Extra};
use super::instance::prevents_own;
use super::{Act, ActKind, Found, event_clauses, event_window};

impl Run<'_> {
    /// What the play at the cursor is.
    pub(in crate::rules) fn find_act(&self) -> Found {
        match self.peek() {
            Some(Play::Use(u)) => self.find_use(u),
            Some(Play::Card {
                name,
                by,
                text,
                cost,
                types,
                aim,
            }) => match self.not_played(name, types) {
                Some(why) => Found::Nothing(vec![why]),
                None => self.find_card(name, *by, text, *cost, aim, types),
            },
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
        let copy = match u.nth {
            Some(n) => naming::nth(&self.table, unit, &u.ability, n),
            None => self.first_named(unit, &u.ability),
        };
        let Some(copy) = copy else {
            return Found::Nothing(self.no_such_ability(unit, u));
        };
        if let Ability::Keyword(k) = &*copy.ability
            && keyword::def(k.keyword).is_some_and(|d| d.offer.is_none())
            && !timing::happens_by_itself(k.keyword)
        {
            let name = k.keyword.name();
            if matches!(k.value, KeywordValue::Effect(_)) {
                let text = format!("{name} acts by itself when what it waits for happens");
                let own = crate::rules::notes::first_clause(k.keyword);
                return Found::Nothing(vec![
                    reason(own, text.clone()),
                    reason(clause!("4.5.1"), text),
                ]);
            }
            let text = format!("{name} is on or off by itself; nobody plays it");
            return Found::Nothing(vec![reason(clause!("5.1"), text)]);
        }
        Found::Act(Box::new(self.act_of(
            unit,
            copy,
            use_label(u),
            u.aim.clone(),
        )))
    }

    /// The first copy that works of those the words name, else the first.
    pub(in crate::rules) fn first_named(&self, unit: UnitIx, words: &str) -> Option<Copy> {
        let copies = naming::matching(&self.table, unit, words);
        let works = copies.iter().find(|c| c.off.is_none());
        works.or_else(|| copies.first()).cloned()
    }

    /// Why the unit has no such ability, as far as a card speaks of one.
    fn no_such_ability(&self, unit: UnitIx, u: &Use) -> Vec<Reason> {
        let name = self.table.name(unit);
        let lost = Keyword::find(naming::bare(&u.ability).as_str())
            .filter(|k| self.table.view(unit).lost.iter().any(|(l, _)| l == k));
        let mut reasons: Vec<Reason> = lost
            .map(|k| reason(clause!("1.1.5"), format!("{name} has lost {}", k.name())))
            .into_iter()
            .collect();
        reasons.extend(self.missing_reasons(unit, &u.ability));
        if reasons.is_empty() {
            let text = match u.nth {
                Some(n) => format!("{name} has no {n}. ability `{}`", u.ability),
                None => format!("{name} has no ability `{}`", u.ability),
            };
            reasons.push(Reason { clause: None, text });
        }
        reasons
    }

    /// The play of a copy.
    pub(in crate::rules) fn act_of(
        &self,
        unit: UnitIx,
        copy: Copy,
        label: String,
        aim: Aim,
    ) -> Act {
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
            lowered: None,
            from_pile: None,
        };
        self.as_battle_card(act)
    }

    /// Why a card of that sort is no card to be played: it is built and completed instead. An Event
    /// was played before the game, and what it brings when it is named later is ruled by hand.
    fn not_played(&self, name: &str, types: &[CardType]) -> Option<Reason> {
        let first = types.iter().find(|t| **t != CardType::Event)?;
        let text = format!(
            "{name} is a card of type {}, which is built and completed, not played from hand",
            first.name()
        );
        Some(reason(clause!("2.3"), text))
    }

    fn find_card(
        &self,
        name: &str,
        by: Side,
        text: &[String],
        cost: Option<i32>,
        aim: &Aim,
        types: &[CardType],
    ) -> Found {
        let joined = text.join(" ");
        let extras: Vec<Extra> = text.iter().filter_map(|l| Extra::of(name, l)).collect();
        let cheaper: Vec<Cheaper> = text.iter().filter_map(|l| Cheaper::of(name, l)).collect();
        let basic: Vec<&str> = text
            .iter()
            .map(String::as_str)
            .filter(|l| Extra::of(name, l).is_none() && Cheaper::of(name, l).is_none())
            .collect();
        let played = crate::rules::setup::played_text(name, basic.iter().copied());
        let ability = crate::rules::setup::read_card(name, &played, cost)
            .or_else(|| crate::rules::setup::read_ways(name, &basic, cost));
        let mut aim = aim.clone();
        let (chosen, understood) = match Extra::declared(extras, &aim.pay) {
            Declared::All(chosen, rest) => {
                aim.pay = rest;
                (chosen, true)
            }
            Declared::Unread => (Vec::new(), false),
            Declared::Missing(words) => {
                let text = format!("{name} has no additional cost `{words}`");
                return Found::Nothing(vec![reason(clause!("4.3.a"), text)]);
            }
        };
        let known = ability.is_some() && types.is_empty() && understood;
        let mut ability = ability.unwrap_or(Activated {
            costs: Vec::new(),
            effect: Effect::Seq(Vec::new()),
            limits: Vec::new(),
        });
        let lowered = cheaper
            .iter()
            .find_map(|c| c.lower(&self.table, by, &mut ability));
        let mut enhanced = None;
        for extra in chosen {
            let (keyword, instead) = enhanced.unzip();
            if let Some((by, replaced)) = extra.add_to(&mut ability) {
                enhanced = Some((keyword.unwrap_or(by), instead.unwrap_or(false) || replaced));
            }
        }
        Found::Act(Box::new(Act {
            side: by,
            unit: None,
            copy: None,
            timing: timing::of(&ability),
            prevents_own: false,
            ability,
            label: name.to_owned(),
            printed: joined.into(),
            aim,
            kind: if known {
                ActKind::Card
            } else {
                ActKind::Unread
            },
            cite: crate::rules::setup::card_cite(name),
            enhanced,
            lowered,
            from_pile: None,
        }))
    }
}

/// A use as it is written.
pub(in crate::rules) fn use_label(u: &Use) -> String {
    let nth = u.nth.map_or_else(String::new, |n| format!(" #{n}"));
    match &u.unit {
        Some(unit) => format!("{unit}: {}{nth}", u.ability),
        None => u.ability.clone(),
    }
}
