//! Everything that waits for the end of an attack (RULES 3.5).

use crate::clause;
use crate::game::Side;
use crate::rulebook::{ClauseId, Keyword};
use crate::rules::derive::Copy;
use crate::rules::grounds::{self, EndGrounds};
use crate::rules::life::NewDamage;
use crate::rules::naming;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::situation::{Play, Use};
use crate::rules::table::{AtEnd, Phase};
use crate::rules::trace::StepKind;
use std::collections::VecDeque;

use super::Waiting;

impl Run<'_> {
    /// Everything that waits for the end of the attack: the Dark Side's, then the Light Side's;
    /// Retaliates in the order in which they were activated (3.5).
    pub(in crate::rules) fn resolve_attack_end(&mut self) -> Result<(), Stop> {
        let texts = std::mem::take(&mut self.pool);
        let waiting = self
            .table
            .attacks
            .last()
            .map(|a| a.at_end.clone())
            .unwrap_or_default();
        self.note_end_order(&waiting, &texts)?;
        let outer = std::mem::replace(&mut self.ends_ahead, texts.clone());
        for side in Side::BOTH {
            let damage = waiting.iter().filter(|w| w.side == side).cloned();
            let own = texts.iter().filter(|w| w.side == side).cloned();
            let mut mine: Vec<End> = damage.map(End::Damage).collect();
            mine.extend(own.map(|w| End::Text(Box::new(w))));
            self.resolve_ends(mine)?;
        }
        self.ends_ahead = outer;
        Ok(())
    }

    /// One player's: those that plays name in the order of the plays, the rest as they stand.
    fn resolve_ends(&mut self, mine: Vec<End>) -> Result<(), Stop> {
        let (mine, fixed) = self.by_units_and_lines(mine);
        self.hand_plays()?;
        let mut rest = match self.named_end(&mine) {
            Some(_) => mine,
            None => self.in_order_but(mine, fixed),
        };
        while !rest.is_empty() {
            let named = self.named_end(&rest);
            match rest.remove(named.unwrap_or(0)) {
                End::Damage(at_end) => {
                    if named.is_some() {
                        self.take();
                    }
                    self.no_longer_ahead(&at_end);
                    self.resolve_at_end(&at_end)?;
                }
                End::Text(text) => {
                    let same = |w: &Waiting| w.side == text.side && w.printed == text.printed;
                    if let Some(at) = self.ends_ahead.iter().position(same) {
                        self.ends_ahead.remove(at);
                    }
                    self.resolve(&text)?;
                }
            }
            self.settle_triggers()?;
        }
        Ok(())
    }

    /// The place of the one that the play at the cursor names. Of those whose order their keyword
    /// fixes it can only be the first.
    fn named_end(&self, ends: &[End]) -> Option<usize> {
        let Some(Play::Use(u)) = self.peek() else {
            return None;
        };
        let first_fixed = ends.iter().position(fixes_order);
        ends.iter().enumerate().position(|(at, end)| {
            let free = !fixes_order(end) || first_fixed == Some(at);
            free && match end {
                End::Damage(d) => self.is_of(u, d.source) && names_keyword(u, d.keyword),
                End::Text(t) => self.names_waiting(u, t),
            }
        })
    }

    /// Whether a use after the roll says when something that waits for the end of the attack
    /// resolves there, one of several of its player (3.5.3).
    pub(in crate::rules) fn orders_ends(&self) -> bool {
        let (Some(Play::Use(u)), Some(attack)) = (self.peek(), self.table.attack()) else {
            return false;
        };
        let waiting = attack.at_end.iter();
        let mut free = waiting.filter(|w| attack.rolled && !w.keyword_fixes());
        free.any(|w| self.is_of(u, w.source) && names_keyword(u, w.keyword))
            || self.ends_ahead.iter().any(|w| self.names_waiting(u, w))
    }

    /// The default order: that of the units, inside a unit that of its lines; those whose order
    /// their keyword fixes stay as they were activated, and their places are returned too (3.5.3).
    fn by_units_and_lines(&self, mine: Vec<End>) -> (Vec<End>, Vec<usize>) {
        let fixed_ones = mine.iter().filter(|e| fixes_order(e));
        let mut as_activated: VecDeque<End> = fixed_ones.cloned().collect();
        let mut sorted = mine;
        sorted.sort_by_key(|e| self.place_of(e));
        let mut fixed = Vec::new();
        for (at, end) in sorted.iter_mut().enumerate() {
            if fixes_order(end)
                && let Some(next) = as_activated.pop_front()
            {
                *end = next;
                fixed.push(at);
            }
        }
        (sorted, fixed)
    }

    /// The unit and the line an effect at the end of the attack comes from; a card from hand is last.
    fn place_of(&self, end: &End) -> (usize, usize) {
        let (unit, line) = match end {
            End::Damage(d) => {
                let copies = &self.table.view(d.source).copies;
                let has = |c: &Copy| c.keyword().is_some_and(|k| k.keyword == d.keyword);
                (Some(d.source), copies.iter().position(has))
            }
            End::Text(t) => {
                let id = t.copy.as_ref().map(|c| c.id);
                let copies = t.unit.map(|u| &self.table.view(u).copies);
                let at = copies.and_then(|all| all.iter().position(|c| Some(c.id) == id));
                (t.unit, at)
            }
        };
        let last = usize::MAX;
        (unit.map_or(last, |u| u.0), line.unwrap_or(last))
    }

    /// It resolves now; the others are still to come.
    fn no_longer_ahead(&mut self, at_end: &AtEnd) {
        if let Some(attack) = self.table.attacks.last_mut()
            && let Some(at) = attack.at_end.iter().position(|e| e == at_end)
        {
            attack.at_end.remove(at);
        }
    }

    fn resolve_at_end(&mut self, waiting: &AtEnd) -> Result<(), Stop> {
        let (target, own) = (
            self.table.unit(waiting.target),
            waiting.source == waiting.target,
        );
        let there = target.arena().is_some() || own && target.zone.on_table();
        if !there {
            let text = format!(
                "{} is no longer there, so {} does nothing to it.",
                self.table.name(waiting.target),
                waiting.keyword.name()
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, waiting.source);
            return self.step(step.on(clause!("3.5.6"))).map(drop);
        }
        let EndGrounds { roll, pending } = self.end_grounds(waiting);
        let new = NewDamage {
            dice: waiting.dice,
            with: Some(waiting.keyword),
            ..NewDamage::fixed(Some(waiting.source), waiting.target, waiting.amount)
        };
        self.damage_life_on(vec![new], &roll, &pending).map(drop)
    }

    /// What the keyword says, else what was set down when it was set up.
    fn end_grounds(&self, waiting: &AtEnd) -> EndGrounds {
        if let Some(own) = grounds::of(waiting.keyword).at_end {
            return own(&self.table, waiting);
        }
        let mut cites = waiting.cites.clone();
        if !self.table.unit(waiting.source).zone.on_table() {
            grounds::add(&mut cites, [clause!("3.5.5")]);
        }
        grounds::add(&mut cites, [clause!("attack.end")]);
        EndGrounds {
            roll: cites.clone(),
            pending: cites,
        }
    }

    /// Several effects wait for the end: they resolve one after another (3.5).
    fn note_end_order(&mut self, waiting: &[AtEnd], texts: &[Waiting]) -> Result<(), Stop> {
        let of = |side| {
            waiting.iter().filter(|w| w.side == side).count()
                + texts.iter().filter(|w| w.side == side).count()
        };
        let (dark, light) = (of(Side::Dark), of(Side::Light));
        let mut notes: Vec<(&str, Vec<ClauseId>)> = Vec::new();
        if dark + light > 0 && matches!(self.table.phase, Phase::Step(_)) {
            let text = "What waits for the end of the attack resolves before the next unit acts.";
            notes.push((text, vec![clause!("3.1.3.5")]));
        }
        if dark + light > 1 {
            let text = "Several effects wait for the end of the attack: each resolves completely before the next.";
            let first = waiting.first().map(|w| w.keyword);
            let several = waiting.iter().any(|w| Some(w.keyword) != first);
            let mut clauses = vec![clause!("3.5.1"), clause!("3.5.4")];
            clauses.extend(several.then_some(clause!("11.13")));
            notes.push((text, clauses));
        }
        if dark > 0 && light > 0 {
            let text = "The Dark Side's come first.";
            notes.push((text, vec![clause!("3.5.2"), clause!("4.5.3")]));
        }
        let kept = kept_order(waiting);
        if free_order(waiting, texts) {
            let text = "Those of one player come in the order that player chooses.";
            notes.push((text, vec![clause!("3.5.3")]));
        }
        if !kept.is_empty() {
            let text = "Several of that kind come in the order in which they were activated.";
            let also = std::iter::once(clause!("3.5.3")).chain(kept);
            notes.push((text, also.collect()));
        }
        for (text, clauses) in notes {
            self.step(NewStep::of(StepKind::Note, text).also(clauses))?;
        }
        Ok(())
    }
}

/// The clauses of keywords that wait several times on one side and keep their order (3.5.3).
fn kept_order(waiting: &[AtEnd]) -> Vec<ClauseId> {
    let mut clauses = Vec::new();
    for (i, one) in waiting.iter().enumerate() {
        let mut later = waiting.iter().skip(i + 1);
        if later.any(|w| w.keyword == one.keyword && w.side == one.side) {
            clauses.extend(grounds::of(one.keyword).end_order);
        }
    }
    clauses.dedup();
    clauses
}

/// Whether a player has two effects of which either may come first.
fn free_order(waiting: &[AtEnd], texts: &[Waiting]) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let mine: Vec<_> = waiting.iter().filter(|w| w.side == side).collect();
        let texts = texts.iter().filter(|w| w.side == side).count();
        let first = mine.first().map(|w| w.keyword);
        let one_kind = texts == 0 && mine.iter().all(|w| Some(w.keyword) == first);
        let keeps = one_kind && first.is_some_and(|k| grounds::of(k).end_order.is_some());
        mine.len() + texts > 1 && !keeps
    })
}

#[derive(Clone)]
enum End {
    Damage(AtEnd),
    Text(Box<Waiting>),
}

/// Whether its keyword says in which order several of it resolve.
fn fixes_order(end: &End) -> bool {
    matches!(end, End::Damage(d) if d.keyword_fixes())
}

impl AtEnd {
    fn keyword_fixes(&self) -> bool {
        grounds::of(self.keyword).end_order.is_some()
    }
}

/// Whether the use names the keyword, with its number or without.
fn names_keyword(u: &Use, keyword: Keyword) -> bool {
    Keyword::find(naming::bare(&u.ability).as_str()) == Some(keyword)
}
