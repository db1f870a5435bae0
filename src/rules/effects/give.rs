//! What a text gives to a unit, and its keywords used as an effect.

use crate::cardtext::{Duration, Grant, KeywordAbility, Num, Who};
use crate::clause;
use crate::rules::keyword::{self, Among, Ask};
use crate::rules::look::{self, Look};
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Lasting, UnitIx};
use crate::rules::trace::{Change, Cite, StepKind};
use std::rc::Rc;

use super::cx::{Cx, aimed_by};

impl Run<'_> {
    /// Gives units something for a while; numbers are fixed now.
    pub(super) fn give(
        &mut self,
        who: &Who,
        grants: &[Grant],
        until: Duration,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let units = self.who(who, cx, you)?;
        // "Its power" of "one of your units gets ..." is the bearer's; of "this unit gets ..." it is
        // that of the unit spoken of before.
        let spoken = matches!(who, Who::Units(_) | Who::That);
        for unit in &units {
            let cite = vec![cx.cite.clone()];
            let serial = self.table.serial + 1;
            let bearer = spoken.then_some(*unit);
            let fixed: Vec<Grant> = grants
                .iter()
                .map(|g| self.fix(g, &cx.look, bearer))
                .collect();
            self.give_to(
                *unit,
                &fixed,
                until,
                &cx.look.clone(),
                &cx.printed.clone(),
                cite,
            )?;
            let tied = self.tie(who, *unit, until, cx);
            let mut given = self.table.lasting.iter_mut();
            if let Some(lasting) = given.find(|l| l.serial == serial) {
                lasting.tied = tied;
            }
        }
        let some = !units.is_empty();
        cx.look.that = units;
        Ok(some)
    }

    /// Gives one unit something for a while.
    pub(in crate::rules) fn give_to(
        &mut self,
        unit: UnitIx,
        grants: &[Grant],
        until: Duration,
        look: &Look,
        printed: &Rc<str>,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let fixed: Vec<Grant> = grants
            .iter()
            .map(|g| self.fix(g, look, Some(unit)))
            .collect();
        self.table.serial += 1;
        let words = crate::rules::words::grants(&fixed);
        let text = format!(
            "{} gets {words} {}.",
            self.table.name(unit),
            crate::rules::words::until(until)
        );
        let changes = [Change::Gets {
            unit: self.table.unit(unit).id.clone(),
            what: words,
        }];
        self.table.lasting.push(Lasting {
            on: unit,
            grants: fixed.clone(),
            until,
            look: look.clone(),
            by: look.this,
            printed: Rc::clone(printed),
            cites: cites.clone(),
            attack: self.for_attack(until),
            tied: None,
            serial: self.table.serial,
        });
        let step = NewStep::of(StepKind::Modifier, text)
            .by(look.you)
            .unit(&self.table, unit);
        let now = self.table.view(unit).power;
        self.refresh();
        let then = self.table.view(unit).power;
        // The true sum is kept below 0, or stops there (11.31).
        let floor = self.table.reading(clause!("11.31")).is_some();
        let below = then < now && (then < 0 || then == 0 && floor);
        self.step(
            step.ability(printed.as_ref())
                .changes(changes)
                .resting_on(cites)
                .also(below.then_some(clause!("11.31"))),
        )?;
        self.refresh();
        self.tell_kept_out(unit, &fixed)?;
        self.check_health()
    }

    /// The grant with its numbers worked out now; of a bearer, "that unit" is the bearer.
    fn fix(&self, grant: &Grant, look: &Look, bearer: Option<UnitIx>) -> Grant {
        let look = Look {
            that: bearer.map_or_else(|| look.that.clone(), |on| vec![on]),
            ..look.clone()
        };
        let num = |n: &Num| Num::Const(look::value(&self.table, &look, n));
        match grant {
            Grant::Change(stat, n) => Grant::Change(*stat, num(n)),
            Grant::Set(stat, n) => Grant::Set(*stat, num(n)),
            Grant::Dice(n) => Grant::Dice(num(n)),
            Grant::Keyword(k) => match &k.value {
                crate::cardtext::KeywordValue::Number(n) => Grant::Keyword(KeywordAbility {
                    keyword: k.keyword,
                    value: crate::cardtext::KeywordValue::Number(num(n)),
                }),
                _ => grant.clone(),
            },
            Grant::When(cond, inner) => {
                Grant::When(cond.clone(), Box::new(self.fix(inner, &look, bearer)))
            }
            _ => grant.clone(),
        }
    }

    /// An activated keyword: what its file proposes.
    pub(super) fn perform_keyword(
        &mut self,
        k: &KeywordAbility,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let Some(offer) = keyword::def(k.keyword).and_then(|d| d.offer) else {
            return Ok(false);
        };
        let (Some(unit), Some(copy)) = (cx.look.this, cx.copy.clone()) else {
            return Ok(false);
        };
        if self.forbids_keyword(unit, k.keyword, cx.instance) {
            let text = format!(
                "{} may not be used, so that part does nothing.",
                k.keyword.name()
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
            self.step(step.on(clause!("6.3.5")))?;
            return Ok(false);
        }
        loop {
            let mut held = self.held_of(unit, &copy, k.keyword);
            if held.copies.len() == 1 {
                held.value = keyword::number_of(&self.table, &cx.look, k);
            }
            let aimed = aimed_by(cx);
            match (offer.play)(&self.table, &held, &aimed) {
                Ok(deeds) => {
                    let some = !deeds.is_empty();
                    let before = self.prevented_so_far();
                    for deed in deeds {
                        self.apply(deed, Some(&held))?;
                    }
                    cx.look.prevented = self.prevented_so_far() - before;
                    if let Some(on) = aimed.on.first() {
                        // What stands behind it speaks of the unit it was aimed at.
                        cx.look.that = vec![*on];
                    }
                    return Ok(some);
                }
                Err(Ask { asks, among }) => {
                    let decline = keyword::def(k.keyword).and_then(|d| d.decline);
                    let less = decline.and_then(|f| f(&self.table, &held, &aimed));
                    let nobody = matches!(&among, Among::Units(units) if units.is_empty());
                    if let Some(deed) = less
                        && (nobody || self.declines())
                    {
                        if self.declines() {
                            self.take();
                        }
                        self.apply(deed, Some(&held))?;
                        return Ok(true);
                    }
                    if nobody {
                        let text = format!("{} has no unit to act on.", k.keyword.name());
                        self.say(StepKind::Note, &text, cx)?;
                        return Ok(false);
                    }
                    self.choose_for(asks, among, cx)?;
                    let aimed = aimed_by(cx);
                    if let Some(against) = (offer.against)(&self.table, &held, &aimed).first() {
                        return self.misfit_back(against.text.clone());
                    }
                }
            }
        }
    }

    /// All damage prevented up to now.
    fn prevented_so_far(&self) -> i32 {
        self.table.instances.iter().map(|i| i.prevented).sum()
    }
}
