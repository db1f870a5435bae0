//! What happens when a build step starts (8.1.1): the pool, and the order in which it is resolved.

use crate::cardtext::{Ability, Cost, Event, KeywordValue};
use crate::clause;
use crate::game::Side;
use crate::rulebook::{ClauseId, Keyword};
use crate::rules::act::{ActKind, Found, use_label};
use crate::rules::effects::Cx;
use crate::rules::grounds;
use crate::rules::keyword::{self, Aimed, Held};
use crate::rules::look::{self, Look};
use crate::rules::naming;
use crate::rules::payer;
use crate::rules::run::{NewStep, Run, Stop, reason};
use crate::rules::situation::{Aim, Handle, Play, Use};
use crate::rules::table::{DueBounty, UnitIx};
use crate::rules::trace::{Cite, Reason, StepKind};
use crate::rules::triggers::Waiting;
use crate::rules::window::WindowId;

/// Something in the pool at the start of a build step (8.1.1).
#[derive(Clone)]
pub(super) enum Entry {
    /// A keyword that acts there.
    Keyword(Box<Held>),
    /// An earned Bounty.
    Bounty(Box<DueBounty>),
    /// A text.
    Text(Box<Waiting>),
    /// Build points promised earlier.
    Points(i32),
    /// The draw.
    Draw,
}

impl Run<'_> {
    /// Its player puts what happens at the start in order (8.1.2).
    fn note_order(&mut self, side: Side, entries: &[Entry]) -> Result<(), Stop> {
        let mut clauses: Vec<ClauseId> = Vec::new();
        for entry in entries {
            let keyword = match entry {
                Entry::Keyword(held) => held.keyword,
                Entry::Bounty(due) => due.keyword,
                _ => continue,
            };
            clauses.extend(grounds::of(keyword).free_place);
        }
        let text = format!(
            "The {} chooses the order of what happens at the start.",
            side.name()
        );
        let step = NewStep::of(StepKind::Note, text)
            .by(side)
            .on(clause!("8.1.2"));
        self.step(step.also(clauses)).map(drop)
    }

    /// Everything that happens at the start, in the order of the units and their lines, the draw last.
    pub(super) fn build_pool(&mut self, side: Side) -> Vec<Entry> {
        let mut entries = Vec::new();
        let points = std::mem::take(&mut self.table.pool_mut(side).build_points_due);
        if points != 0 {
            entries.push(Entry::Points(points));
        }
        let (mut due, later): (Vec<DueBounty>, Vec<DueBounty>) =
            std::mem::take(&mut self.table.bounties)
                .into_iter()
                .partition(|b| b.side == side);
        self.table.bounties = later;
        for unit in self
            .table
            .all()
            .filter(|u| self.table.side(*u) == side)
            .collect::<Vec<_>>()
        {
            self.pool_of_unit(unit, &mut due, &mut entries);
        }
        for other in self
            .table
            .all()
            .filter(|u| self.table.side(*u) != side)
            .collect::<Vec<_>>()
        {
            self.texts_of(other, side, &mut entries);
        }
        entries.extend(due.into_iter().map(|b| Entry::Bounty(Box::new(b))));
        entries.push(Entry::Draw);
        entries
    }

    fn pool_of_unit(&mut self, unit: UnitIx, due: &mut Vec<DueBounty>, entries: &mut Vec<Entry>) {
        let mut seen: Vec<Keyword> = Vec::new();
        for copy in self.table.view(unit).copies.clone() {
            if copy.off.is_some() {
                continue;
            }
            if let Ability::Keyword(k) = &*copy.ability {
                let acts = keyword::def(k.keyword)
                    .and_then(|d| d.offer)
                    .is_some_and(|o| o.windows.contains(&WindowId::BuildStart));
                if acts {
                    for held in keyword::held(&self.table, unit, k.keyword) {
                        let whole = held.copies.iter().any(|c| c.id == copy.id);
                        if whole && !(held.is_sum() && seen.contains(&k.keyword)) {
                            entries.push(Entry::Keyword(Box::new(held)));
                        }
                    }
                    seen.push(k.keyword);
                }
                let (mine, rest): (Vec<_>, Vec<_>) = due
                    .drain(..)
                    .partition(|b| b.unit == unit && *b.printed == *copy.printed);
                *due = rest;
                entries.extend(mine.into_iter().map(|b| Entry::Bounty(Box::new(b))));
            }
        }
        let side = self.table.side(unit);
        self.texts_of(unit, side, entries);
        let (mine, rest): (Vec<_>, Vec<_>) = due.drain(..).partition(|b| b.unit == unit);
        *due = rest;
        entries.extend(mine.into_iter().map(|b| Entry::Bounty(Box::new(b))));
    }

    /// "When your build step starts" texts of a unit that hear of this player's build step.
    fn texts_of(&mut self, unit: UnitIx, building: Side, entries: &mut Vec<Entry>) {
        for copy in self.table.view(unit).copies.clone() {
            let Ability::Triggered(t) = &*copy.ability else {
                continue;
            };
            let Event::BuildStepStarts(player) = &t.event else {
                continue;
            };
            let look = Look::from(&self.table, unit);
            let hears = copy.off.is_none()
                && look.players(&self.table, *player).contains(&building)
                && t.condition
                    .as_ref()
                    .is_none_or(|c| look::holds(&self.table, &look, c));
            if hears {
                entries.push(Entry::Text(Box::new(Waiting {
                    side: self.table.side(unit),
                    unit: Some(unit),
                    effect: t.effect.clone(),
                    look,
                    printed: copy.printed.clone(),
                    cites: vec![copy.cite.clone()],
                    copy: Some(copy),
                })));
            }
        }
    }

    pub(super) fn resolve_build_pool(
        &mut self,
        side: Side,
        mut entries: Vec<Entry>,
    ) -> Result<(), Stop> {
        let mut ordered = false;
        self.under_way
            .push(vec![WindowId::BuildStart, WindowId::BuildStep]);
        while !entries.is_empty() {
            self.window = WindowId::BuildStart;
            self.hand_plays()?;
            let Some(Play::Use(u)) = self.peek() else {
                break;
            };
            match entries.iter().position(|e| self.names_entry(u, e)) {
                Some(at) => {
                    if !ordered && entries.len() > 1 && self.would_resolve(u, &entries, at) {
                        self.note_order(side, &entries)?;
                    }
                    let entry = entries.remove(at);
                    if self.resolve_named(u, &entry, side)? {
                        ordered = true;
                    } else {
                        entries.insert(at, entry);
                    }
                }
                None if self.belongs_to_start(u) => self.refuse_at_start(u)?,
                None => break,
            }
        }
        let rest = if ordered {
            entries
        } else {
            self.in_order(entries)
        };
        for entry in rest {
            self.window = WindowId::BuildStart;
            self.resolve_entry(&entry, side, &Aim::default())?;
        }
        self.under_way.pop();
        self.window = WindowId::BuildStep;
        Ok(())
    }

    /// Whether the use names something of the start that is not in the pool now.
    fn belongs_to_start(&self, _: &Use) -> bool {
        match self.find_act() {
            Found::Act(act) => act.timing.windows.contains(&WindowId::BuildStart),
            Found::Nothing(_) => true,
        }
    }

    fn refuse_at_start(&mut self, u: &Use) -> Result<(), Stop> {
        let mut reasons = match self.find_act() {
            Found::Act(act) if act.kind == ActKind::Trigger => self.trigger_reasons(&act),
            Found::Act(act) => {
                let mut reasons = self.off_reasons(&act);
                reasons.extend(self.keyword_reasons(&act));
                reasons
            }
            Found::Nothing(reasons) => reasons,
        };
        if reasons.is_empty() {
            reasons.push(reason(
                clause!("8.1"),
                format!(
                    "{} is not in the pool of this build step's start",
                    use_label(u)
                ),
            ));
        }
        self.refuse("use", use_label(u), reasons)
    }

    fn names_entry(&self, u: &Use, entry: &Entry) -> bool {
        let unit = u.unit.as_ref().and_then(|h| self.table.find(h));
        let words = naming::normal(&u.ability);
        let named = |of: UnitIx, printed: &str, keyword: Option<&str>| {
            unit == Some(of)
                && (naming::begins(printed, &u.ability)
                    || keyword.is_some_and(|k| {
                        naming::normal(k) == words
                            || naming::normal(&naming::bare(&u.ability)) == naming::normal(k)
                    }))
        };
        match entry {
            Entry::Keyword(h) => {
                named(h.unit, &h.label(), Some(h.keyword.name()))
                    || h.copies.iter().any(|c| named(h.unit, &c.printed, None))
            }
            Entry::Bounty(b) => named(b.unit, &b.printed, Some(b.keyword.name())),
            Entry::Text(w) => self.names_waiting(u, w),
            Entry::Points(_) => false,
            Entry::Draw => u.unit.is_none() && words == "draw",
        }
    }

    /// What stands against resolving an entry as the play wants it.
    fn entry_reasons(&self, u: &Use, entry: &Entry) -> Vec<Reason> {
        let Entry::Keyword(held) = entry else {
            return Vec::new();
        };
        let Some(offer) = keyword::def(held.keyword).and_then(|d| d.offer) else {
            return Vec::new();
        };
        let payer = self.payer_entry_reasons(u, held);
        if !payer.is_empty() {
            return payer;
        }
        let aimed = Aimed {
            amount: u.aim.amount,
            on: u.aim.on.iter().filter_map(|h| self.table.find(h)).collect(),
            ..Aimed::default()
        };
        (offer.against)(&self.table, held, &aimed)
    }

    /// Why the units that a play names cannot pay what is owed, if it could be paid otherwise:
    /// naming the wrong ones is no way not to pay.
    fn payer_entry_reasons(&self, u: &Use, held: &Held) -> Vec<Reason> {
        let value = held.copies.first().and_then(|c| c.keyword_value());
        let Some(KeywordValue::Costs(alternatives)) = value else {
            return Vec::new();
        };
        let side = self.table.side(held.unit);
        let unit = |p: &String| Handle::new(p).and_then(|h| self.table.find(&h)).is_some();
        if !u.aim.pay.iter().any(unit) {
            return Vec::new();
        }
        let mut cx = Cx::of(
            Look::from(&self.table, held.unit),
            held.label().as_str().into(),
            Cite::Hand,
        );
        let against = |cx: &Cx, costs: &[Cost]| -> Vec<Reason> {
            let all = costs.iter();
            all.flat_map(|c| self.cost_reasons(c, cx, side)).collect()
        };
        let owed = alternatives
            .iter()
            .any(|costs| against(&cx, costs).is_empty());
        cx.pay = u.aim.pay.iter().cloned().collect();
        let by_units = |costs: &&Vec<Cost>| costs.iter().any(payer::takes_units);
        let ways: Vec<&Vec<Cost>> = alternatives.iter().filter(by_units).collect();
        if !owed || ways.iter().any(|costs| against(&cx, costs).is_empty()) {
            return Vec::new();
        }
        ways.into_iter()
            .flat_map(|costs| against(&cx, costs))
            .collect()
    }

    fn would_resolve(&self, u: &Use, entries: &[Entry], at: usize) -> bool {
        entries
            .get(at)
            .is_some_and(|e| self.entry_reasons(u, e).is_empty())
    }

    /// Resolves an entry a play names. Returns false if the play was refused.
    fn resolve_named(&mut self, u: &Use, entry: &Entry, side: Side) -> Result<bool, Stop> {
        let reasons = self.entry_reasons(u, entry);
        if !reasons.is_empty() {
            self.refuse("use", use_label(u), reasons)?;
            return Ok(false);
        }
        // A text takes the play that names it itself.
        if !matches!(entry, Entry::Text(_)) {
            self.take();
        }
        self.resolve_entry(entry, side, &u.aim)?;
        Ok(true)
    }
}
