//! A text set up before sends the next attack of a unit elsewhere: its player chooses whom the unit
//! attacks, before it attacks anybody (RULES 7.1).

use crate::cardtext::{Effect, Event, Place, Player, Who};
use crate::clause;
use crate::rules::effects::Cx;
use crate::rules::look::{self, Look};
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Delayed, UnitIx};
use crate::rules::trace::{Cite, StepKind};

impl Run<'_> {
    /// Whether a text that waits for the attack of the unit may send it at that one, be it of its
    /// own side.
    pub(super) fn may_be_sent_at(&self, attacker: UnitIx, unit: UnitIx) -> bool {
        unit != attacker
            && self.table.unit(unit).in_battle()
            && self.attackable_reasons(attacker, unit).is_empty()
            && self.table.delayed.iter().any(|d| {
                let at = self.waits_for(d, attacker);
                at.is_some_and(|(who, _)| {
                    look::means(&self.table, &look_of(d, attacker), who, unit)
                })
            })
    }

    /// Whom the unit attacks that was about to attack `named`: what texts set up before say of its
    /// next attack is over with this.
    pub(in crate::rules) fn sent_elsewhere(
        &mut self,
        attacker: UnitIx,
        named: UnitIx,
    ) -> Result<UnitIx, Stop> {
        let mut target = named;
        let all = std::mem::take(&mut self.table.delayed);
        let (waiting, others) = all
            .into_iter()
            .partition(|d| self.waits_for(d, attacker).is_some());
        self.table.delayed = others;
        let waiting: Vec<Delayed> = waiting;
        for text in waiting {
            target = self.send(&text, attacker, target)?;
            if text.each_time {
                self.table.delayed.push(text);
            }
        }
        Ok(target)
    }

    fn send(&mut self, text: &Delayed, attacker: UnitIx, named: UnitIx) -> Result<UnitIx, Stop> {
        let Some((who, chooses)) = self.waits_for(text, attacker) else {
            return Ok(named);
        };
        let cite = text.cites.first().cloned().unwrap_or(Cite::Hand);
        let mut cx = Cx::of(look_of(text, attacker), text.printed.clone(), cite.clone());
        let own_side = self.table.side(attacker) == self.table.side(named);
        let already = own_side && look::means(&self.table, &cx.look, who, named);
        let chooser = chooses
            .and_then(|p| cx.look.player(&self.table, p))
            .unwrap_or(text.controller);
        if !already && chooses.is_some() && !self.choose_yes(chooser, &mut cx)? {
            return Ok(named);
        }
        let sent = if already {
            Some(named)
        } else {
            self.whom(who, attacker, &mut cx)?
        };
        let Some(sent) = sent else {
            return Ok(named);
        };
        let text = format!(
            "{} is made to attack {}.",
            self.table.name(attacker),
            self.table.name(sent)
        );
        let way = clause!("7.1.you-may-make-it-attack-this-unit-instead");
        let own = (self.table.side(attacker) == self.table.side(sent)).then_some(clause!("3.3.5"));
        let step = NewStep::of(StepKind::Trigger, text)
            .by(chooser)
            .ability(cx.printed.as_ref());
        self.step(step.resting_on([cite]).on(way).also(own))?;
        Ok(sent)
    }

    /// One of those meant that the unit can attack.
    fn whom(&mut self, who: &Who, attacker: UnitIx, cx: &mut Cx) -> Result<Option<UnitIx>, Stop> {
        let you = cx.look.you;
        let Who::Units(selector) = who else {
            return Ok(self.who(who, cx, you)?.first().copied());
        };
        let mut meant = selector.filter.clone();
        if meant.places == [Place::AttackArena] {
            // Nobody is attacked yet: the arena is wherever the unit can attack.
            meant.places.clear();
        }
        let mut among = look::fitting(&self.table, &cx.look, &meant);
        among.retain(|u| *u != attacker && self.attackable_reasons(attacker, *u).is_empty());
        let asks = format!("Which unit does {} attack?", self.table.name(attacker));
        let chosen = self.choose_among(&selector.quantity, among, you, asks, cx)?;
        Ok(chosen.first().copied())
    }

    /// Whom the text sends the unit at, and who may decline, if it waits for an attack of the unit.
    fn waits_for<'d>(
        &self,
        text: &'d Delayed,
        attacker: UnitIx,
    ) -> Option<(&'d Who, Option<Player>)> {
        let Event::WouldAttack(who) = &text.event else {
            return None;
        };
        let look = look_of(text, attacker);
        look::means(&self.table, &look, who, attacker)
            .then(|| new_target(&text.effect))
            .flatten()
    }
}

fn look_of(text: &Delayed, attacker: UnitIx) -> Look {
    Look {
        this: text.this,
        that: text.that.clone(),
        arena: text.arena,
        actor: Some(attacker),
        ..Look::of(text.controller)
    }
}

fn new_target(effect: &Effect) -> Option<(&Who, Option<Player>)> {
    match effect {
        Effect::NewDefender(who) => Some((who, None)),
        Effect::May(player, inner) => match &**inner {
            Effect::NewDefender(who) => Some((who, Some(*player))),
            _ => None,
        },
        _ => None,
    }
}
