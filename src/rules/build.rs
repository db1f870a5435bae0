//! The build step (RULES 8): the pool at its start, then building.

use crate::cardtext::{Ability, Cost, Event, KeywordValue, OffBoard};
use crate::clause;
use crate::game::{CardType, CounterKind, Side, Zone};
use crate::rulebook::{ClauseId, Keyword};

use super::act::{ActKind, Found, use_label};
use super::effects::Cx;
use super::grounds::{self, Grounds};
use super::keyword::{self, Aimed, Held};
use super::look::{self, Look};
use super::naming;
use super::run::{NewStep, Run, Stop, reason};
use super::situation::{Aim, Handle, Play, Use};
use super::table::{DueBounty, Phase, Unit, UnitIx};
use super::trace::{Change, Cite, Reason, StepKind};
use super::triggers::{Happened, Waiting};
use super::window::WindowId;

/// Something in the pool at the start of a build step (8.1.1).
#[derive(Clone)]
enum Entry {
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
    /// A player's build step starts.
    pub(super) fn start_build_step(&mut self, side: Side) -> Result<(), Stop> {
        self.leave_build_step()?;
        self.note_after_battle(side)?;
        self.commanded = true;
        self.window = WindowId::BuildStart;
        self.table.phase = Phase::Build(side);
        self.table.build_step += 1;
        if self.table.turn > 1 && !self.ready_done {
            let text = "This turn's ready phase was not played; its Force and build points are not counted.";
            self.step(NewStep::of(StepKind::Note, text).on(clause!("2.2.R2")))?;
            self.ready_done = true;
        }
        let text = format!("The build step of the {} starts.", side.name());
        let after = side == Side::Light && self.table.build_steps[0] > 0;
        self.step(
            NewStep::of(StepKind::Note, text)
                .by(side)
                .on(clause!("8.1"))
                .on(clause!("8.1.1"))
                .also(after.then_some(clause!("8.1.4"))),
        )?;
        self.note_out_of_turn(side)?;
        let started = match side {
            Side::Dark => &mut self.table.build_steps[0],
            Side::Light => &mut self.table.build_steps[1],
        };
        *started += 1;
        if *started > 1 {
            let text = "It is not the first one this turn: nothing happens at its start, and no card is drawn.";
            let once = self.keywords_of_start(side, |g| g.first_start_only);
            let step = NewStep::of(StepKind::Note, text)
                .by(side)
                .on(clause!("8.1.3"))
                .on(clause!("2.3.2"));
            self.step(step.also(once))?;
            return Ok(());
        }
        self.owed_paid = false;
        self.note_covered_at_start(side);
        self.happened.insert(Happened::BuildStarts(side).kind());
        self.hear(&Happened::BuildStarts(side));
        let mut entries = self.build_pool(side);
        self.fire_delayed(&Happened::BuildStarts(side), None, None, 0);
        let waited = std::mem::take(&mut self.pool).into_iter();
        entries.extend(waited.map(|w| Entry::Text(Box::new(w))));
        self.starting = true;
        self.resolve_build_pool(side, entries)?;
        self.starting = false;
        Ok(())
    }

    /// By the order of the turn the build steps come before the battle phase (2.2).
    fn note_after_battle(&mut self, side: Side) -> Result<(), Stop> {
        let battle = matches!(self.table.phase, Phase::Battle | Phase::Step(_));
        if !battle && !self.table.battle_over {
            return Ok(());
        }
        let text = "By the order of the turn the build steps come before the battle phase.";
        let step = NewStep::of(StepKind::Note, text).by(side);
        self.step(step.on(clause!("2.2"))).map(drop)
    }

    /// The Dark Side's build step is over before the Light Side's begins (8.1.4).
    fn note_out_of_turn(&mut self, side: Side) -> Result<(), Stop> {
        let [dark, light] = self.table.build_steps;
        if side == Side::Light || dark > 0 || light == 0 {
            return Ok(());
        }
        let text = "The Light Side's build step of this turn came before the Dark Side's; by the order of the turn it comes behind it.";
        let step = NewStep::of(StepKind::Note, text).by(side);
        self.step(step.on(clause!("8.1.4")).on(clause!("2.2")))
            .map(drop)
    }

    /// What the keywords of the player's cards say about the start of the build step.
    fn keywords_of_start(
        &self,
        side: Side,
        which: impl Fn(&Grounds) -> Option<ClauseId>,
    ) -> Vec<ClauseId> {
        super::keyword::all()
            .iter()
            .filter_map(|d| which(&d.grounds).map(|c| (d.keyword, c)))
            .filter(|(k, _)| {
                self.table
                    .all()
                    .any(|u| self.table.side(u) == side && self.table.view(u).has(*k))
            })
            .map(|(_, clause)| clause)
            .collect()
    }

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
    fn build_pool(&mut self, side: Side) -> Vec<Entry> {
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

    fn resolve_build_pool(&mut self, side: Side, mut entries: Vec<Entry>) -> Result<(), Stop> {
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
        let by_units = |costs: &&Vec<Cost>| costs.iter().any(super::payer::takes_units);
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

    fn resolve_entry(&mut self, entry: &Entry, side: Side, aim: &Aim) -> Result<(), Stop> {
        match entry {
            Entry::Keyword(held) => self.resolve_keyword_entry(held, aim)?,
            Entry::Bounty(due) => self.pay_bounty(due, aim)?,
            Entry::Text(waiting) => self.resolve(waiting)?,
            Entry::Points(n) => {
                let changes = self.change_build_points(side, *n);
                let text = format!(
                    "{} gets the {n} build points promised earlier.",
                    side.name()
                );
                let step = NewStep::of(StepKind::Modifier, text)
                    .by(side)
                    .changes(changes);
                self.step(step.on(clause!("8.1")))?;
            }
            Entry::Draw => {
                let row = match side {
                    Side::Dark => clause!("2.2.C1"),
                    Side::Light => clause!("2.2.C3"),
                };
                let grounds = [clause!("8.4"), clause!("2.2.2"), row].map(Cite::from);
                self.draw(side, 1, &grounds)?;
            }
        }
        self.settle_triggers()?;
        self.check_health()
    }

    fn resolve_keyword_entry(&mut self, held: &Held, aim: &Aim) -> Result<(), Stop> {
        let Some(offer) = keyword::def(held.keyword).and_then(|d| d.offer) else {
            return Ok(());
        };
        let aimed = Aimed {
            amount: aim.amount,
            on: aim.on.iter().filter_map(|h| self.table.find(h)).collect(),
            ..Aimed::default()
        };
        self.owed_pay = aim.pay.iter().cloned().collect();
        if let Ok(deeds) = (offer.play)(&self.table, held, &aimed) {
            if !deeds.is_empty() {
                self.account.applied.insert((held.unit, held.keyword));
            }
            for deed in deeds {
                self.apply(deed, Some(held))?;
            }
        }
        self.owed_pay.clear();
        Ok(())
    }

    /// An earned Bounty brings what it promised (8.2).
    fn pay_bounty(&mut self, due: &DueBounty, aim: &Aim) -> Result<(), Stop> {
        let text = format!(
            "{}: the Bounty \"{}\" is received.",
            self.table.name(due.unit),
            due.printed
        );
        let mut step = NewStep::of(StepKind::Trigger, text)
            .by(due.side)
            .unit(&self.table, due.unit);
        if let Some(grounds) = keyword::def(due.keyword).and_then(|d| d.payment) {
            step = step.resting_on(grounds(&self.table, due.unit).into_iter().map(Cite::from));
        }
        let n = self.step(step.also([due.cite.clone()]))?;
        let outer = self.parent.replace(n);
        let mut cx = Cx::of(
            Look {
                this: Some(due.unit),
                ..Look::of(due.side)
            },
            due.printed.clone(),
            due.cite.clone(),
        );
        cx.on = aim.on.iter().filter_map(|h| self.table.find(h)).collect();
        cx.amount = aim.amount;
        self.perform(&due.effect, &mut cx)?;
        self.parent = outer;
        Ok(())
    }

    /// The ready phase of a new turn (2.2.R1 to R3).
    pub(super) fn ready_phase(&mut self) -> Result<(), Stop> {
        self.new_turn();
        self.commanded = true;
        self.window = WindowId::Ready;
        self.ready_done = true;
        // What keeps units from untapping lasts over this untap step; the rest "until the next
        // turn" is over.
        let next = |l: &super::table::Lasting| l.until == crate::cardtext::Duration::NextTurn;
        self.end_lasting(|l| next(l) && !l.grants.iter().any(keeps_tapped))?;
        for side in Side::BOTH {
            self.untap_all(side)?;
        }
        self.end_lasting(next)?;
        for side in Side::BOTH {
            let grounds = vec![clause!("2.2.R2").into(), clause!("1.7.1").into()];
            self.gain_force(side, 4, grounds)?;
        }
        self.fire(Happened::Ready)?;
        self.settle_triggers()?;
        let face = i32::from(self.roll_build_points()?);
        for side in Side::BOTH {
            let everywhere = crate::game::Arena::ALL.into_iter().all(|a| {
                self.table
                    .units
                    .iter()
                    .any(|u| u.in_battle() && u.side == side && u.arena() == Some(a))
            });
            let n = face + i32::from(everywhere);
            let changes = self.change_build_points(side, n);
            let why = if everywhere {
                ", 1 of them for a unit in every arena"
            } else {
                ""
            };
            let text = format!("{} gets {n} build points{why}.", side.name());
            let step = NewStep::of(StepKind::Modifier, text)
                .by(side)
                .changes(changes);
            self.step(step.on(clause!("2.2.R3")))?;
        }
        Ok(())
    }

    fn untap_all(&mut self, side: Side) -> Result<(), Stop> {
        for unit in self
            .table
            .all()
            .filter(|u| self.table.side(*u) == side)
            .collect::<Vec<_>>()
        {
            if self.table.unit(unit).stays_tapped {
                self.table.unit_mut(unit).stays_tapped = false;
                continue;
            }
            let passed_by = self
                .table
                .view(unit)
                .banned(|b| matches!(b.ban, crate::cardtext::Ban::UntapStep))
                .map(|b| b.cite.clone());
            if let Some(cite) = passed_by {
                if self.table.unit(unit).tapped {
                    let name = self.table.name(unit);
                    let text = format!("{name} stays tapped in this untap step.");
                    let step = NewStep::of(StepKind::Note, text).resting_on([cite]);
                    self.step(step.on(clause!("2.2.R1")))?;
                }
                continue;
            }
            if self.table.unit(unit).zone.on_table() {
                let mut cx = Cx::of(Look::of(side), "untap".into(), clause!("2.2.R1").into());
                self.set_tapped(unit, false, &mut cx)?;
            }
        }
        Ok(())
    }

    /// A unit retreats in the retreat step, or moves back into an arena in the build step.
    pub(super) fn play_retreat(&mut self, handle: &Handle, to: Option<Zone>) -> Result<(), Stop> {
        let Some(unit) = self.table.find(handle) else {
            return self.misfit(format!("there is no unit `{handle}`"));
        };
        let u = self.table.unit(unit).clone();
        let back = to.is_some_and(|z| z.arena().is_some());
        let row = match u.side {
            Side::Dark => clause!("2.2.C5"),
            Side::Light => clause!("2.2.C6"),
        };
        let mut reasons = Vec::new();
        if back {
            if !self.in_build_step_of(u.side) {
                let text = "a retreated unit moves back in its player's build step";
                reasons.push(reason(clause!("2.3"), text));
            }
            if !u.is_retreated() {
                reasons.push(reason(
                    clause!("2.3"),
                    format!("{} is not retreated", u.name),
                ));
                let own = super::grounds::on_unit(&self.table, unit, |g| g.stays_in_arena);
                let text = format!("{} stays in its arena", u.name);
                reasons.extend(own.map(|(_, c)| reason(c, text)));
            }
            if to
                .and_then(Zone::arena)
                .is_some_and(|a| !u.types.iter().any(|t| t.arena() == Some(a)))
            {
                reasons.push(reason(
                    clause!("2.3"),
                    format!("{} does not fight there", u.name),
                ));
            }
        } else {
            if u.arena().is_none() {
                reasons.push(reason(row, format!("{} is not in an arena", u.name)));
            }
            let battle = matches!(self.table.phase, Phase::Battle | Phase::Step(_));
            if battle || self.table.battle_over {
                let text = "units retreat in the retreat step, which is before the battle phase";
                reasons.push(reason(row, text));
            }
            if u.tapped {
                reasons.push(reason(
                    clause!("2.4.1"),
                    format!("{} is tapped, and retreating costs a tap", u.name),
                ));
            }
            for banned in &self.table.view(unit).bans {
                if matches!(
                    banned.ban,
                    crate::cardtext::Ban::Retreat | crate::cardtext::Ban::RetreatStep
                ) {
                    reasons.push(reason(
                        clause!("1.1.6"),
                        format!("{} can't retreat: \"{}\"", u.name, banned.printed),
                    ));
                }
            }
        }
        if !reasons.is_empty() {
            return self.refuse("retreat", handle.to_string(), reasons);
        }
        self.take();
        let clause = if back {
            clause!("2.3")
        } else {
            clause!("2.4.1")
        };
        let mut cx = Cx::of(
            Look::from(&self.table, unit),
            "retreat".into(),
            clause.into(),
        );
        if back {
            self.note_moved_back(unit);
            return self.move_unit(unit, to.unwrap_or(Zone::Build), &mut cx);
        }
        self.window = WindowId::Retreat;
        self.commanded = true;
        let text = format!("{} retreats in the retreat step.", u.name);
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        let kept = (u.damage > 0).then_some(clause!("2.4.3"));
        self.step(step.on(row).also(kept))?;
        self.set_tapped(unit, true, &mut cx)?;
        self.move_unit(unit, Zone::Build, &mut cx)?;
        self.fire(Happened::Retreated(unit))?;
        self.settle_triggers()
    }

    /// Build points onto a card, as build counters.
    pub(super) fn play_build(&mut self, handle: &Handle, points: Option<i32>) -> Result<(), Stop> {
        let Some(unit) = self.table.find(handle) else {
            return self.misfit(format!("there is no card `{handle}`"));
        };
        let u = self.table.unit(unit).clone();
        let have = look::counters_on(&u, CounterKind::Build);
        let cost = self.needed_alone(unit);
        let n = points.unwrap_or((cost - have).max(0));
        let mut reasons = Vec::new();
        if !self.in_build_step_of(u.side) {
            reasons.push(reason(
                clause!("2.3"),
                "cards are built in their player's own build step",
            ));
        }
        if !matches!(u.zone, Zone::Hand | Zone::Build) {
            reasons.push(reason(
                clause!("2.3"),
                format!("{} is in {}", u.name, u.zone.name()),
            ));
        }
        reasons.extend(not_built(&u));
        if u.zone == Zone::Build && !u.is_face_down() {
            let text = format!("{} is finished, and no build points go onto it", u.name);
            reasons.push(reason(clause!("2.3"), text));
        }
        if n < 1 {
            reasons.push(reason(
                clause!("2.3"),
                "at least 1 build point is put on a card",
            ));
        }
        let pool = self.table.pool(u.side).build_points;
        if n > pool {
            reasons.push(reason(
                clause!("2.3"),
                format!("the {} has {pool} build points, not {n}", u.side.name()),
            ));
        }
        self.concerned.insert((OffBoard::BuildCosts, unit));
        if !reasons.is_empty() {
            return self.refuse("build", handle.to_string(), reasons);
        }
        self.take();
        let changes = self.change_build_points(u.side, -n);
        if u.zone == Zone::Hand {
            let pool = self.table.pool_mut(u.side);
            pool.hand -= i32::from(pool.hand_known);
            self.table.unit_mut(unit).zone = Zone::Build;
        }
        self.table
            .unit_mut(unit)
            .counters
            .insert(CounterKind::Build, have + n);
        let change = Change::Counters {
            unit: u.id.clone(),
            kind: CounterKind::Build,
            from: have,
            to: have + n,
        };
        let text = format!(
            "{} puts {n} build point{} on {}: {} of {}.",
            u.side.name(),
            if n == 1 { "" } else { "s" },
            u.name,
            have + n,
            cost
        );
        let step = NewStep::of(StepKind::Cost, text)
            .by(u.side)
            .changes(changes)
            .change(change);
        let row = match u.side {
            Side::Dark => clause!("2.2.C2"),
            Side::Light => clause!("2.2.C4"),
        };
        self.step(step.on(clause!("2.3")).on(row))?;
        self.happened.insert(super::triggers::EventKind::Other);
        self.refresh();
        Ok(())
    }
}

/// Why a card is none that is built and completed: only unit cards, Missions, Locations, Equipment
/// and Resources are (2.3).
pub(super) fn not_built(card: &Unit) -> Vec<Reason> {
    let sort = |t: &CardType| match t {
        CardType::Battle => Some(clause!("1.3.battle")),
        CardType::Event => Some(clause!("1.3.event")),
        CardType::Subordinate => Some(clause!("1.3.subordinate")),
        _ => None,
    };
    let found = card.types.iter().find_map(|t| sort(t).map(|own| (t, own)));
    let Some((sort, own)) = found else {
        return Vec::new();
    };
    let text = format!(
        "{} is a card of type {}, which is not built",
        card.name,
        sort.name()
    );
    vec![reason(clause!("2.3"), text.clone()), reason(own, text)]
}

/// Whether it keeps its unit tapped in the untap step.
const fn keeps_tapped(grant: &crate::cardtext::Grant) -> bool {
    use crate::cardtext::{Ban, Grant};
    matches!(grant, Grant::Cannot(Ban::UntapStep | Ban::Untap))
}
