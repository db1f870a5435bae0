//! Triggered abilities (RULES 4.5): what happened sets them off, they wait in a pool, and all of
//! the Dark Side's resolve before all of the Light Side's.

use std::rc::Rc;

use crate::cardtext::{Ability, Effect, Event, Player, Scope, Triggered, Who};
use crate::clause;
use crate::game::{Arena, CounterKind, Side};
use crate::rulebook::{ClauseId, Keyword};

use super::deed::Deed;
use super::derive::Copy;
use super::effects::Cx;
use super::grounds::{self, EndGrounds, Lent};
use super::keyword::Held;
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop, reason};
use super::table::{AtEnd, CopyId, Fallen, Phase, UnitIx, UseKey};
use super::trace::{Cite, Cited, NotApplied, StepKind};
use super::window::WindowId;

/// Something that happened.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    /// A unit attacks another.
    Attacked { attacker: UnitIx, defender: UnitIx },
    /// Attack dice were rolled.
    Rolled { attacker: UnitIx, defender: UnitIx },
    /// An attack ends.
    AttackEnded { attacker: UnitIx, defender: UnitIx },
    /// Counters were placed as a result of damage.
    Damaged {
        source: Option<UnitIx>,
        target: UnitIx,
        amount: i32,
        attack: bool,
        critical: bool,
    },
    /// Damage was prevented.
    Prevented { by: UnitIx, with: Option<Keyword> },
    /// A unit was discarded.
    Discarded(Fallen),
    /// A unit was deployed.
    Deployed(UnitIx),
    /// A unit came into an arena.
    Arrived(UnitIx),
    /// A unit was returned to a hand.
    Returned(Fallen),
    /// A unit was retreated.
    Retreated(UnitIx),
    /// A unit became tapped.
    Tapped(UnitIx),
    /// A unit became untapped.
    Untapped(UnitIx),
    /// Counters were put on a unit.
    CountersPut(UnitIx, CounterKind),
    /// A card was drawn.
    Drew(Side),
    /// A Battle card was played.
    PlayedCard(Side),
    /// A build step starts.
    BuildStarts(Side),
    /// A ready phase.
    Ready,
    /// The battle phase starts.
    BattleStarts,
    /// A battle step starts.
    StepStarts(Arena),
    /// A battle step ends.
    StepEnds(Arena),
    /// The battle phase ends.
    BattleEnds,
    /// The turn ends.
    TurnEnds,
}

/// Kinds of event that have happened in a run, for lines that were not understood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum EventKind {
    /// An attack.
    Attack,
    /// Attack dice.
    Roll,
    /// The end of an attack.
    AttackEnd,
    /// Damage placed.
    Damage,
    /// Damage prevented.
    Prevent,
    /// A discard.
    Discard,
    /// A deploy or arrival.
    Arrival,
    /// A retreat, a tap, an untap.
    Move,
    /// Counters, cards.
    Other,
    /// The start of a build step.
    Build,
    /// Battle phase or step.
    Battle,
    /// The end of the turn.
    TurnEnd,
}

/// A triggered ability that waits to resolve.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    /// Who controls it.
    pub side: Side,
    /// The unit it is of.
    pub unit: Option<UnitIx>,
    /// The copy; `None` for a delayed effect.
    pub copy: Option<Copy>,
    /// What happens.
    pub effect: Effect,
    /// The context.
    pub look: Look,
    /// As printed.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cites: Vec<Cite>,
}

impl Happened {
    pub(super) const fn kind(&self) -> EventKind {
        match self {
            Happened::Attacked { .. } => EventKind::Attack,
            Happened::Rolled { .. } => EventKind::Roll,
            Happened::AttackEnded { .. } => EventKind::AttackEnd,
            Happened::Damaged { .. } => EventKind::Damage,
            Happened::Prevented { .. } => EventKind::Prevent,
            Happened::Discarded(_) | Happened::Returned(_) => EventKind::Discard,
            Happened::Deployed(_) | Happened::Arrived(_) => EventKind::Arrival,
            Happened::Retreated(_) | Happened::Tapped(_) | Happened::Untapped(_) => EventKind::Move,
            Happened::CountersPut(..)
            | Happened::Drew(_)
            | Happened::PlayedCard(_)
            | Happened::Ready => EventKind::Other,
            Happened::BuildStarts(_) => EventKind::Build,
            Happened::BattleStarts
            | Happened::StepStarts(_)
            | Happened::StepEnds(_)
            | Happened::BattleEnds => EventKind::Battle,
            Happened::TurnEnds => EventKind::TurnEnd,
        }
    }

    /// The unit that acts and the unit acted on.
    const fn roles(&self) -> (Option<UnitIx>, Option<UnitIx>) {
        match self {
            Happened::Attacked { attacker, defender }
            | Happened::Rolled { attacker, defender }
            | Happened::AttackEnded { attacker, defender } => (Some(*attacker), Some(*defender)),
            Happened::Damaged { source, target, .. } => (*source, Some(*target)),
            Happened::Prevented { by, .. } => (Some(*by), None),
            Happened::Discarded(f) | Happened::Returned(f) => (None, Some(f.unit)),
            Happened::Deployed(u)
            | Happened::Arrived(u)
            | Happened::Retreated(u)
            | Happened::Tapped(u)
            | Happened::Untapped(u)
            | Happened::CountersPut(u, _) => (Some(*u), Some(*u)),
            _ => (None, None),
        }
    }
}

impl Run<'_> {
    /// Something happened: what it sets off joins the pool (4.5.2).
    pub(super) fn fire(&mut self, happened: Happened) -> Result<(), Stop> {
        self.happened.insert(happened.kind());
        if super::past::is_kept(&happened) {
            self.table.past.push(happened.clone());
        }
        self.hear(&happened);
        let (actor, patient) = happened.roles();
        let amount = match &happened {
            Happened::Damaged { amount, .. } => *amount,
            Happened::AttackEnded { .. } => self.damage_of_attack(),
            _ => 0,
        };
        for (unit, copy) in self.listeners(&happened) {
            let Ability::Triggered(trigger) = &*copy.ability else {
                continue;
            };
            let look = Look {
                actor,
                patient,
                damage_done: amount,
                was_in: fell_where(&happened),
                ..Look::from(&self.table, unit)
            };
            if !self.matches(&trigger.event, &happened, &look) {
                continue;
            }
            if !trigger
                .condition
                .as_ref()
                .is_none_or(|c| look::holds(&self.table, &look, c))
            {
                self.note_not_this(unit, &copy, trigger);
                continue;
            }
            if !self.trigger_free(copy.id, trigger.limit) {
                continue;
            }
            self.count_trigger(copy.id, trigger.limit);
            let twin = |w: &Waiting| w.unit == Some(unit) && *w.printed == *copy.printed;
            if trigger.isolated && self.pool.iter().any(twin) {
                continue;
            }
            self.pool.push(Waiting {
                side: self.table.side(unit),
                unit: Some(unit),
                effect: trigger.effect.clone(),
                look,
                printed: Rc::clone(&copy.printed),
                cites: vec![copy.cite.clone()],
                copy: Some(copy),
            });
        }
        self.fire_delayed(&happened, actor, patient, amount);
        Ok(())
    }

    /// The counters placed as a result of the attack that is ending.
    fn damage_of_attack(&self) -> i32 {
        let Some(attack) = self.table.attack() else {
            return 0;
        };
        let of_it = self
            .table
            .instances
            .iter()
            .filter(|i| i.attack == Some(attack.number) && i.source == Some(attack.attacker));
        of_it.map(|i| i.placed).sum()
    }

    /// Copies that could hear of it: those at work, and those of a unit that has just fallen.
    fn listeners(&self, happened: &Happened) -> Vec<(UnitIx, Copy)> {
        let mut found: Vec<(UnitIx, Copy)> = self.table.working();
        if let Happened::Discarded(f) | Happened::Returned(f) = happened {
            let own = self.table.view(f.unit).copies.iter();
            found.extend(
                own.filter(|c| f.from.arena().is_some() && c.off.is_some())
                    .map(|c| (f.unit, c.clone())),
            );
        }
        found.retain(|(_, c)| matches!(&*c.ability, Ability::Triggered(_)));
        found
    }

    fn fire_delayed(
        &mut self,
        happened: &Happened,
        actor: Option<UnitIx>,
        patient: Option<UnitIx>,
        amount: i32,
    ) {
        let mut kept = Vec::new();
        for delayed in std::mem::take(&mut self.table.delayed) {
            let look = Look {
                this: delayed.this,
                that: delayed.that.clone(),
                arena: delayed.arena,
                actor,
                patient,
                damage_done: amount,
                was_in: fell_where(happened),
                ..Look::of(delayed.controller)
            };
            let hit = self.matches(&delayed.event, happened, &look);
            if hit {
                self.pool.push(Waiting {
                    side: delayed.controller,
                    unit: delayed.this,
                    copy: None,
                    effect: delayed.effect.clone(),
                    look,
                    printed: Rc::clone(&delayed.printed),
                    cites: delayed.cites.clone(),
                });
            }
            if !hit || delayed.each_time {
                kept.push(delayed);
            }
        }
        self.table.delayed = kept;
    }

    /// Whether the event is what happened, seen from the ability.
    fn matches(&self, event: &Event, happened: &Happened, look: &Look) -> bool {
        let means = |who: &Who, unit: UnitIx| look::means(&self.table, look, who, unit);
        let opt = |who: &Option<Who>, unit: UnitIx| who.as_ref().is_none_or(|w| means(w, unit));
        let of = |player: &Player, side: Side| look.players(&self.table, *player).contains(&side);
        match (event, happened) {
            (Event::Attacks { who, target }, Happened::Attacked { attacker, defender })
            | (Event::AttackEnds { who, target }, Happened::AttackEnded { attacker, defender }) => {
                means(who, *attacker) && opt(target, *defender)
            }
            // Nothing comes between the declared attack and it.
            (Event::WouldAttack(who), Happened::Attacked { attacker, .. }) => means(who, *attacker),
            (
                Event::Rolls {
                    who,
                    target,
                    natural,
                },
                Happened::Rolled { attacker, defender },
            ) => {
                means(who, *attacker)
                    && opt(target, *defender)
                    && self
                        .table
                        .attack()
                        .is_some_and(|a| !a.dice.is_empty() && natural.is_none_or(|f| a.shows(f)))
            }
            (
                Event::Damages {
                    who,
                    target,
                    attacking,
                    using,
                },
                Happened::Damaged {
                    source,
                    target: hit,
                    attack,
                    critical,
                    ..
                },
            ) => {
                source.map_or_else(|| is_anything(who), |s| means(who, s))
                    && means(target, *hit)
                    && (!attacking || *attack)
                    && (using.is_none() || *critical)
            }
            (Event::Prevents { who, using }, Happened::Prevented { by, with }) => {
                means(who, *by) && using.is_none_or(|k| Some(k) == *with)
            }
            (Event::Discarded { who, from, by }, Happened::Discarded(f)) => {
                self.means_fallen(who, look, f)
                    && (from.is_empty() || from.iter().any(|p| self.fell_from(*p, look, f)))
                    && by
                        .as_ref()
                        .is_none_or(|w| f.by.iter().any(|u| means(w, *u)))
            }
            (Event::Returned { who, from }, Happened::Returned(f)) => {
                self.means_fallen(who, look, f)
                    && (from.is_empty() || from.iter().any(|p| self.fell_from(*p, look, f)))
            }
            (Event::Deployed { who, into }, Happened::Deployed(u))
            | (Event::Arrives { who, into }, Happened::Arrived(u)) => {
                let unit = self.table.unit(*u);
                means(who, *u)
                    && (into.is_empty()
                        || into
                            .iter()
                            .any(|p| look::in_place(&self.table, look, *p, unit)))
            }
            (Event::Retreats(who), Happened::Retreated(u)) => self.means_anywhere(who, look, *u),
            (Event::Tapped(who), Happened::Tapped(u))
            | (Event::Untapped(who), Happened::Untapped(u)) => means(who, *u),
            (Event::CountersPut(who, kind), Happened::CountersPut(u, put)) => {
                kind == put && means(who, *u)
            }
            (Event::Draws(p), Happened::Drew(side)) => of(p, *side),
            (Event::PlaysBattleCard(p), Happened::PlayedCard(side)) => of(p, *side),
            (Event::BuildStepStarts(p), Happened::BuildStarts(side)) => of(p, *side),
            (Event::ReadyPhase(_), Happened::Ready)
            | (Event::BattleStarts, Happened::BattleStarts)
            | (Event::BattleEnds, Happened::BattleEnds)
            | (Event::TurnEnds, Happened::TurnEnds) => true,
            (Event::BattleStepStarts(arena), Happened::StepStarts(now))
            | (Event::BattleStepEnds(arena), Happened::StepEnds(now)) => match arena {
                Some(a) => a == now,
                None => look
                    .this
                    .is_none_or(|u| self.table.unit(u).arena() == Some(*now)),
            },
            _ => false,
        }
    }

    /// Whether a unit that has just left is one of those meant: its place counts as it was.
    fn means_fallen(&self, who: &Who, look: &Look, fallen: &Fallen) -> bool {
        match who {
            Who::Units(s) => self.fits_fallen(&s.filter, look, fallen),
            other => look::means(&self.table, look, other, fallen.unit),
        }
    }

    fn fits_fallen(&self, filter: &crate::cardtext::Filter, look: &Look, fallen: &Fallen) -> bool {
        let mut places = filter.places.iter();
        let here = filter.places.is_empty() || places.any(|p| self.fell_from(*p, look, fallen));
        here && look::fits_but_place(&self.table, look, filter, fallen.unit)
            || filter.or.iter().any(|f| self.fits_fallen(f, look, fallen))
    }

    fn means_anywhere(&self, who: &Who, look: &Look, unit: UnitIx) -> bool {
        match who {
            Who::Units(s) => {
                let mut filter = s.filter.clone();
                filter.everywhere();
                look::fits(&self.table, look, &filter, unit)
            }
            other => look::means(&self.table, look, other, unit),
        }
    }

    fn fell_from(&self, place: crate::cardtext::Place, look: &Look, fallen: &Fallen) -> bool {
        use crate::cardtext::Place;
        let arena = fallen.from.arena();
        let same = |u: Option<UnitIx>| {
            u.is_some_and(|u| {
                u == fallen.unit || self.table.unit(u).arena().is_some_and(|a| arena == Some(a))
            })
        };
        match place {
            Place::Arena(a) => arena == Some(a),
            Place::ThisArena => arena.is_some() && same(look.this),
            Place::ThatArena => arena.is_some() && same(look.that.last().copied()),
            Place::ChosenArena => arena.is_some() && arena == look.arena,
            Place::AttackArena | Place::AttackerArena | Place::AnyArena => arena.is_some(),
            Place::Build => fallen.from == crate::game::Zone::Build,
            Place::OwnBuild | Place::OpponentsBuild => {
                let yours = self.table.side(fallen.unit) == look.you;
                fallen.from == crate::game::Zone::Build && yours == (place == Place::OwnBuild)
            }
            Place::Anywhere => true,
            Place::Hand | Place::DiscardPile | Place::Partly => false,
        }
    }

    /// Triggers of the units that have just been discarded.
    pub(super) fn fire_fallen(&mut self) -> Result<(), Stop> {
        for fallen in self.table.fallen.clone() {
            self.fire(Happened::Discarded(fallen))?;
        }
        Ok(())
    }

    /// Whether a trigger's own limit lets it go off.
    pub(super) fn trigger_free(&self, copy: CopyId, limit: Option<(u8, Scope)>) -> bool {
        limit.is_none_or(|(n, scope)| self.table.used(copy, scope, None) < n)
    }

    /// Counts a trigger against its limit.
    pub(super) fn count_trigger(&mut self, copy: CopyId, limit: Option<(u8, Scope)>) {
        if let Some((_, scope)) = limit {
            let span = self.table.span(scope, None);
            *self
                .table
                .uses
                .entry(UseKey { copy, scope, span })
                .or_default() += 1;
        }
    }

    /// A trigger whose unit is not what its text speaks of ("this Speeder") says so.
    pub(super) fn note_not_this(&mut self, unit: UnitIx, copy: &Copy, trigger: &Triggered) {
        use crate::cardtext::Cond;
        let Some(Cond::Is(Who::This, filter)) = &trigger.condition else {
            return;
        };
        if filter.kinds.is_empty() {
            return;
        }
        let note = NotApplied {
            unit: self.table.unit(unit).id.clone(),
            ability: copy.printed.to_string(),
            because: vec![reason(
                clause!("1.3.1"),
                format!("{} is not what the text speaks of", self.table.name(unit)),
            )],
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Lets everything in the pool resolve: all Dark Side's, then all Light Side's (4.5.3).
    pub(super) fn settle_triggers(&mut self) -> Result<(), Stop> {
        if self.acting > 0 {
            self.put_off |= !self.pool.is_empty();
            return Ok(());
        }
        let mut rounds = 0;
        while !self.pool.is_empty() {
            rounds += 1;
            if rounds > 200 {
                return Err(Stop::Cannot(
                    "triggered abilities keep setting each other off".to_owned(),
                ));
            }
            let mut pool = std::mem::take(&mut self.pool);
            pool.sort_by_key(|w| self.seat(w));
            self.note_several_times(&pool)?;
            let both = Side::BOTH
                .into_iter()
                .all(|side| pool.iter().any(|w| self.seat(w) == side));
            if both {
                let text = "What the Dark Side's abilities do comes first.";
                self.step(NewStep::of(StepKind::Note, text).on(clause!("4.5.3")))?;
            }
            for side in Side::BOTH {
                let mine: Vec<Waiting> = pool
                    .iter()
                    .filter(|w| self.seat(w) == side)
                    .cloned()
                    .collect();
                for waiting in self.in_order(mine) {
                    self.resolve(&waiting)?;
                }
            }
        }
        Ok(())
    }

    /// Whose triggers it is one of: its controller's, in another reading its owner's (11.38).
    fn seat(&self, waiting: &Waiting) -> Side {
        waiting
            .unit
            .map_or(waiting.side, |u| self.table.seat(u, waiting.side))
    }

    /// One effect can trigger an ability several times (4.5.5).
    fn note_several_times(&mut self, pool: &[Waiting]) -> Result<(), Stop> {
        let same = |a: &Waiting, b: &Waiting| {
            let id = |w: &Waiting| w.copy.as_ref().map(|c| c.id);
            id(a).is_some() && id(a) == id(b)
        };
        let twice = pool.iter().enumerate().find_map(|(i, one)| {
            let times = pool.iter().filter(|w| same(w, one)).count();
            let first = pool.iter().position(|w| same(w, one)) == Some(i);
            (times > 1 && first).then_some((one, times))
        });
        let Some((one, times)) = twice else {
            return Ok(());
        };
        let text = format!("\"{}\" triggers {times} times at once.", one.printed);
        let mut step = NewStep::of(StepKind::Note, text).by(one.side);
        if let Some(unit) = one.unit {
            step = step.unit(&self.table, unit);
        }
        self.step(step.on(clause!("4.5.5"))).map(drop)
    }

    /// One player's simultaneous triggers in the order that is to be tried; by default as they
    /// stand. Another order is remembered as possible.
    pub(super) fn in_order<T: Clone>(&mut self, mine: Vec<T>) -> Vec<T> {
        if mine.len() < 2 {
            return mine;
        }
        let pool = self.pools_seen;
        self.pools_seen += 1;
        match self.options.orders.get(&pool) {
            Some(order) => order.iter().filter_map(|i| mine.get(*i).cloned()).collect(),
            None => {
                self.free_orders.push((pool, mine.len()));
                mine
            }
        }
    }

    /// One triggered ability resolves, even if its unit is gone by now (4.5.2).
    pub(super) fn resolve(&mut self, waiting: &Waiting) -> Result<(), Stop> {
        let mut cx = Cx::of(
            waiting.look.clone(),
            Rc::clone(&waiting.printed),
            waiting.cites.first().cloned().unwrap_or(Cite::Hand),
        );
        cx.copy.clone_from(&waiting.copy);
        self.hand_plays()?;
        if only_may(&waiting.effect) && !self.would_accept(&cx) {
            return Ok(());
        }
        let gone = waiting
            .unit
            .is_some_and(|u| !self.table.unit(u).zone.on_table());
        let name = waiting.unit.map_or_else(
            || waiting.side.name().to_owned(),
            |u| self.table.name(u).to_owned(),
        );
        let mut step = NewStep::of(
            StepKind::Trigger,
            format!("{name}: \"{}\" triggers.", waiting.printed),
        )
        .by(waiting.side)
        .ability(waiting.printed.as_ref())
        .resting_on(waiting.cites.iter().cloned());
        if let Some(unit) = waiting.unit {
            step = step.unit(&self.table, unit);
        }
        if gone {
            step = step.on(clause!("4.5.2"));
        }
        let lent = waiting.copy.as_ref().and_then(|c| c.through);
        step = step
            .also(lent.into_iter().flat_map(Lent::cites))
            .also(self.trigger_clauses(waiting));
        let n = self.step(step)?;
        let outer = self.parent.replace(n);
        self.acting += 1;
        self.perform(&waiting.effect, &mut cx)?;
        self.acting -= 1;
        self.parent = outer;
        self.refresh();
        self.check_health()
    }

    /// The clauses of the moment and the kind of a trigger.
    fn trigger_clauses(&self, waiting: &Waiting) -> Vec<ClauseId> {
        let event = waiting.copy.as_ref().and_then(|c| match &*c.ability {
            Ability::Triggered(t) => Some(&t.event),
            _ => None,
        });
        let moment = match self.window {
            WindowId::RerollTriggers => Some(clause!("attack.reroll-triggers")),
            WindowId::AttackTriggers => Some(clause!("attack.triggers")),
            _ => None,
        };
        let kind = matches!(event, Some(Event::Prevents { .. })).then_some(clause!("6.3.6"));
        let may = has_may(&waiting.effect).then_some(clause!("4.5.4"));
        moment
            .into_iter()
            .chain(kind)
            .chain(may)
            .chain([clause!("4.5.1")])
            .collect()
    }

    /// Whether the next play takes an optional trigger.
    fn would_accept(&self, cx: &Cx) -> bool {
        use super::situation::{Answer, Play};
        match self.peek() {
            Some(Play::Choose {
                answer: Answer::Bool(_),
                ..
            }) => true,
            Some(Play::Use(u)) => cx.look.this.is_some_and(|unit| {
                u.unit.as_ref().and_then(|h| self.table.find(h)) == Some(unit)
                    && super::naming::normal(&u.ability) == super::naming::normal(&cx.printed)
            }),
            _ => false,
        }
    }

    /// After a play: what it set off resolves (4.3.e).
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        self.refresh();
        self.check_health()?;
        if self.table.open.is_empty() || self.window != super::window::WindowId::Prevention {
            self.note_put_off()?;
            self.settle_triggers()?;
        }
        Ok(())
    }

    /// A text that a keyword sets off in the middle of a play waits like any triggered ability.
    pub(super) fn text_later(&mut self, deed: Cited<Deed>, held: &Held) {
        let (deed, cites) = deed.into_parts();
        let Deed::Text {
            by,
            effect,
            printed,
        } = deed
        else {
            return;
        };
        self.put_off = true;
        self.pool.push(Waiting {
            side: self.table.side(by),
            unit: Some(by),
            copy: held.copies.first().cloned(),
            effect,
            look: Look::from(&self.table, by),
            printed: printed.into(),
            cites,
        });
    }

    /// What a play set off in its middle waited until it was done (4.3.2).
    fn note_put_off(&mut self) -> Result<(), Stop> {
        if self.acting > 0 || !std::mem::take(&mut self.put_off) || self.pool.is_empty() {
            return Ok(());
        }
        let text = "What was set off on the way waited for the end of it, and resolves now.";
        self.step(
            NewStep::of(StepKind::Note, text)
                .on(clause!("4.3.2"))
                .on(clause!("4.3.e")),
        )
        .map(drop)
    }

    /// Everything that waits for the end of the attack: the Dark Side's, then the Light Side's;
    /// Retaliates in the order in which they were activated (3.5).
    pub(super) fn resolve_attack_end(&mut self) -> Result<(), Stop> {
        let texts = std::mem::take(&mut self.pool);
        let waiting = self
            .table
            .attacks
            .last_mut()
            .map(|a| std::mem::take(&mut a.at_end))
            .unwrap_or_default();
        self.note_end_order(&waiting, &texts)?;
        for side in Side::BOTH {
            let mut mine: Vec<End> = waiting
                .iter()
                .filter(|w| w.side == side)
                .cloned()
                .map(End::Damage)
                .collect();
            mine.extend(
                texts
                    .iter()
                    .filter(|w| w.side == side)
                    .cloned()
                    .map(|w| End::Text(Box::new(w))),
            );
            for end in self.in_order(mine) {
                match end {
                    End::Damage(at_end) => self.resolve_at_end(&at_end)?,
                    End::Text(text) => self.resolve(&text)?,
                }
                self.settle_triggers()?;
            }
        }
        Ok(())
    }

    fn resolve_at_end(&mut self, waiting: &AtEnd) -> Result<(), Stop> {
        if !self.table.unit(waiting.target).zone.on_table() {
            let text = format!(
                "{} is no longer there, so {} does nothing to it.",
                self.table.name(waiting.target),
                waiting.keyword.name()
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, waiting.source);
            return self.step(step.on(clause!("3.5.6"))).map(drop);
        }
        let EndGrounds { roll, pending } = self.end_grounds(waiting);
        let new = super::life::NewDamage {
            source: Some(waiting.source),
            target: waiting.target,
            amount: waiting.amount,
            dice: waiting.dice,
            preventable: true,
            barred: None,
            origin: None,
            with: Some(waiting.keyword),
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
        if dark > 1 || light > 1 {
            let mut clauses = vec![clause!("3.5.3")];
            for (i, one) in waiting.iter().enumerate() {
                let mut later = waiting.iter().skip(i + 1);
                if later.any(|w| w.keyword == one.keyword && w.side == one.side) {
                    clauses.extend(grounds::of(one.keyword).end_order);
                }
            }
            let text = "Those of one player come in the order that player chooses.";
            notes.push((text, clauses));
        }
        for (text, clauses) in notes {
            self.step(NewStep::of(StepKind::Note, text).also(clauses))?;
        }
        Ok(())
    }
}

#[derive(Clone)]
enum End {
    Damage(AtEnd),
    Text(Box<Waiting>),
}

/// Whether nothing is said of the source: then damage done by a card counts too.
fn is_anything(who: &Who) -> bool {
    matches!(who, Who::Units(s) if s.filter == crate::cardtext::Filter::default())
}

/// Whether a choice remains in the effect when it resolves.
fn has_may(effect: &Effect) -> bool {
    match effect {
        Effect::May(..) => true,
        Effect::Seq(all) => all.iter().any(has_may),
        Effect::IfDone(first, ..) => has_may(first),
        _ => false,
    }
}

/// Whether an effect is nothing but "you may".
const fn only_may(effect: &Effect) -> bool {
    matches!(effect, Effect::May(..))
}

/// The arena a unit that has just been discarded was in.
fn fell_where(happened: &Happened) -> Vec<(UnitIx, Arena)> {
    match happened {
        Happened::Discarded(f) => f.from.arena().map(|a| (f.unit, a)).into_iter().collect(),
        _ => Vec::new(),
    }
}
