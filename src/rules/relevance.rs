//! Whether a line that was not understood could have mattered: its trigger or window occurred, and
//! its subject could be a unit of this board (design: the three verdicts).
//!
//! Only what cannot change counts against a line: whose unit it is, what it is, where its card
//! lies. States that come and go (tapped, damaged, where a unit is) never do.

use std::rc::Rc;

use crate::cardtext::{Ability, Cmp, Cond, Event, Filter, Num, Owner, Shape, Unknown, Who};

use super::look::{self, Look};
use super::run::Run;
use super::table::{Line, Table, UnitIx};
use super::triggers::{EventKind, Happened};

/// Where the card of a line lies, seen from its unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lies {
    /// It is the unit's own card.
    Top,
    /// It is Equipment or a Pilot on the unit, or an effect gave it the line.
    Lent,
    /// It lies under the unit's top card.
    Under,
}

/// An unread line that waits for events.
#[derive(Clone, Debug)]
pub(super) struct Waits {
    unit: UnitIx,
    words: Rc<str>,
    events: Vec<Event>,
    heard: bool,
}

/// Every unread line of the table that waits for events whose units it names.
pub(super) fn waiting(table: &Table) -> Vec<Waits> {
    let mut out = Vec::new();
    for unit in table.all() {
        let u = table.unit(unit);
        let covered = u.under.iter().flat_map(|c| &c.lines);
        for line in u.lines.iter().chain(covered) {
            for unknown in unread(line) {
                let exact = parts(&unknown.shape).iter().filter_map(exact_events);
                out.extend(exact.map(|events| Waits {
                    unit,
                    words: unknown.words.as_str().into(),
                    events: events.to_vec(),
                    heard: false,
                }));
            }
        }
    }
    out
}

fn unread(line: &Line) -> impl Iterator<Item = &Unknown> {
    line.abilities.iter().filter_map(|a| match &**a {
        Ability::Unknown(unknown) => Some(unknown),
        _ => None,
    })
}

fn exact_events(shape: &Shape) -> Option<&[Event]> {
    match shape {
        Shape::Triggered {
            events,
            exact: true,
        } => Some(events),
        Shape::Insert(inner) => exact_events(inner),
        _ => None,
    }
}

/// The shapes of the abilities of a line.
fn parts(shape: &Shape) -> &[Shape] {
    match shape {
        Shape::AnyOf(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

impl Run<'_> {
    /// Notes which unread lines what happened could have set off.
    pub(super) fn hear(&mut self, happened: &Happened) {
        let mut waits = std::mem::take(&mut self.unread_waits);
        // That a unit does not attack concerns only what says that it must.
        let idle = matches!(happened, Happened::DidNotAttack(_));
        let concerns = |w: &Waits| !idle || w.words.split(' ').any(|word| word == "must");
        for wait in waits.iter_mut().filter(|w| !w.heard && concerns(w)) {
            let look = Look::from(&self.table, wait.unit);
            wait.heard = wait
                .events
                .iter()
                .any(|event| could_be_it(&self.table, &look, event, happened));
        }
        self.unread_waits = waits;
    }

    /// Whether an unread line waits for it.
    pub(super) fn unread_awaits(&self, happened: &Happened) -> bool {
        let waits = |w: &Waits| {
            let look = Look::from(&self.table, w.unit);
            let mut events = w.events.iter();
            events.any(|event| could_be_it(&self.table, &look, event, happened))
        };
        self.unread_waits.iter().any(waits)
    }

    /// A unit in its turn, in which it could attack, does something else: what waits for units that
    /// would attack is concerned.
    pub(super) fn hear_would_attack(&mut self, unit: UnitIx) {
        self.happened.insert(EventKind::Attack);
        let mut waits = std::mem::take(&mut self.unread_waits);
        for wait in waits.iter_mut().filter(|w| !w.heard) {
            let look = Look::from(&self.table, wait.unit);
            wait.heard = wait.events.iter().any(
                |e| matches!(e, Event::WouldAttack(who) if could_be(&self.table, &look, who, unit)),
            );
        }
        self.unread_waits = waits;
    }

    /// Whether the unread line could have mattered, and why or why not.
    pub(super) fn relevance(
        &self,
        unit: UnitIx,
        unknown: &Unknown,
        lies: Lies,
    ) -> (bool, &'static str) {
        let mut found = parts(&unknown.shape)
            .iter()
            .map(|shape| self.relevance_of(unit, unknown, shape, lies));
        let first = found
            .next()
            .unwrap_or((true, "it was at work on this board"));
        found
            .find(|(matters, _)| *matters && !first.0)
            .unwrap_or(first)
    }

    fn relevance_of(
        &self,
        unit: UnitIx,
        unknown: &Unknown,
        shape: &Shape,
        lies: Lies,
    ) -> (bool, &'static str) {
        let shape = match (shape, lies) {
            (Shape::Insert(inner), _) => &**inner,
            (Shape::Covered, Lies::Under) => &Shape::Static,
            (_, Lies::Under) => {
                return (
                    false,
                    "it is on a covered card, of which only INSERT speaks",
                );
            }
            (Shape::Covered, _) => return (false, "its card lies under no other"),
            (Shape::Carried, Lies::Lent) => &Shape::Static,
            (Shape::Carried, _) => return (false, "its card is on no other unit"),
            (shape, _) => shape,
        };
        match shape {
            Shape::Activated => (false, "nobody played it"),
            Shape::BattleCards => told(
                self.happened_here(EventKind::Other),
                "a card was played",
                "no Battle card was played",
            ),
            Shape::BuildOnly => {
                let kinds = [EventKind::Build, EventKind::Arrival, EventKind::Other];
                told(
                    kinds.iter().any(|k| self.happened_here(*k)),
                    "a build step was played",
                    "no build step was played",
                )
            }
            Shape::Reserves => told(
                self.was_retreated(unit),
                "its unit is in the build zone",
                "its unit is not in the build zone",
            ),
            Shape::Triggered { events, exact } => {
                let hit = self.could_be_set_off(unit, unknown, events, *exact);
                told(
                    hit,
                    "what it waits for happened",
                    "what it waits for did not happen",
                )
            }
            _ if !self.fought(unit) => (false, "its unit is in no arena"),
            Shape::About(filter) if !self.any_could_be(unit, filter) => {
                (false, "no unit here is what it speaks of")
            }
            Shape::While(cond) if self.never_holds(unit, cond) => {
                (false, "no unit here is what its condition speaks of")
            }
            _ if self.something_happened() => (true, "it was at work on this board"),
            _ => (false, "nothing happened on which it could act"),
        }
    }

    /// Whether something of the sort of the event has happened.
    pub(super) fn has_happened(&self, event: &Event) -> bool {
        self.happened_here(kind_of(event))
    }

    fn happened_here(&self, kind: EventKind) -> bool {
        self.happened.contains(&kind)
    }

    fn something_happened(&self) -> bool {
        let battle = !self.table.instances.is_empty() || self.table.attack_count > 0;
        battle || !self.happened.is_empty()
    }

    fn fought(&self, unit: UnitIx) -> bool {
        let began = self.situation.units.get(unit.0).map(|s| s.zone);
        let now = self.table.unit(unit);
        began.is_some_and(|z| z.arena().is_some()) || now.arena().is_some() || now.works_as_a_card()
    }

    fn was_retreated(&self, unit: UnitIx) -> bool {
        let began = self.situation.units.get(unit.0).map(|s| s.zone);
        self.table.unit(unit).is_retreated()
            || began == Some(crate::game::Zone::Build)
            || self.happened_here(EventKind::Move)
    }

    fn could_be_set_off(
        &self,
        unit: UnitIx,
        unknown: &Unknown,
        events: &[Event],
        exact: bool,
    ) -> bool {
        let pending = events.iter().any(|e| self.damage_was_pending(unit, e));
        let wait = self
            .unread_waits
            .iter()
            .find(|w| w.unit == unit && *w.words == *unknown.words && w.events == events);
        match wait.filter(|_| exact) {
            Some(wait) => wait.heard || pending,
            None => events.iter().any(|e| {
                let counters = matches!(e, Event::CountersPut(..));
                // Counters are put as a result of damage too.
                self.happened_here(kind_of(e)) || counters && self.happened_here(EventKind::Damage)
            }),
        }
    }

    /// Damage that is only about to be placed fires no event of its own.
    fn damage_was_pending(&self, unit: UnitIx, event: &Event) -> bool {
        let Event::WouldBeDamaged { who, by, .. } = event else {
            return false;
        };
        let look = Look::from(&self.table, unit);
        self.table.instances.iter().any(|i| {
            let source = match (by, i.source) {
                (Some(by), Some(source)) => could_be(&self.table, &look, by, source),
                _ => true,
            };
            source && could_be(&self.table, &look, who, i.target)
        })
    }

    fn any_could_be(&self, unit: UnitIx, filter: &Filter) -> bool {
        let look = Look::from(&self.table, unit);
        self.table
            .all()
            .any(|u| could_fit(&self.table, &look, filter, u))
    }

    /// Whether the condition needs units that this board does not have.
    fn never_holds(&self, unit: UnitIx, cond: &Cond) -> bool {
        match cond {
            Cond::All(all) => all.iter().any(|c| self.never_holds(unit, c)),
            Cond::Any(any) => any.iter().all(|c| self.never_holds(unit, c)),
            Cond::Is(Who::Units(s), _) => !self.any_could_be(unit, &s.filter),
            Cond::Count(filter, Cmp::AtLeast, Num::Const(n)) if *n > 0 => {
                !self.any_could_be(unit, filter)
            }
            _ => false,
        }
    }
}

const fn told(hit: bool, matters: &'static str, does_not: &'static str) -> (bool, &'static str) {
    if hit {
        (true, matters)
    } else {
        (false, does_not)
    }
}

/// Whether what happened could be the event, as far as the units are what the words say.
fn could_be_it(table: &Table, look: &Look, event: &Event, happened: &Happened) -> bool {
    let is = |who: &Who, unit: UnitIx| could_be(table, look, who, unit);
    let opt = |who: &Option<Who>, unit: UnitIx| who.as_ref().is_none_or(|w| is(w, unit));
    match (event, happened) {
        (Event::Attacks { who, target }, Happened::Attacked { attacker, defender })
        | (Event::Rolls { who, target, .. }, Happened::Rolled { attacker, defender })
        | (Event::AttackEnds { who, target }, Happened::AttackEnded { attacker, defender }) => {
            is(who, *attacker) && opt(target, *defender)
        }
        (Event::WouldAttack(who), Happened::Attacked { attacker, .. }) => is(who, *attacker),
        (Event::Attacks { who, .. } | Event::WouldAttack(who), Happened::DidNotAttack(unit)) => {
            is(who, *unit)
        }
        (
            Event::Damages { who, target, .. },
            Happened::Damaged {
                source,
                target: hit,
                ..
            },
        ) => source.is_none_or(|s| is(who, s)) && is(target, *hit),
        (Event::Prevents { who, .. }, Happened::Prevented { by, .. }) => is(who, *by),
        (Event::Discarded { who, by, .. }, Happened::Discarded(f)) => {
            is(who, f.unit)
                && by
                    .as_ref()
                    .is_none_or(|w| f.by.iter().chain(&f.cause).any(|u| is(w, *u)))
        }
        (Event::Returned { who, .. }, Happened::Returned(f)) => is(who, f.unit),
        (
            Event::Deployed { who, .. } | Event::Arrives { who, .. },
            Happened::Deployed(u) | Happened::Arrived(u),
        )
        | (Event::Retreats(who), Happened::Retreated(u))
        | (Event::Tapped(who), Happened::Tapped(u))
        | (Event::Untapped(who), Happened::Untapped(u))
        | (
            Event::CountersPut(who, _),
            Happened::CountersPut(u, _) | Happened::Damaged { target: u, .. },
        ) => is(who, *u),
        (
            Event::Attacks { .. }
            | Event::Rolls { .. }
            | Event::AttackEnds { .. }
            | Event::Damages { .. }
            | Event::Prevents { .. }
            | Event::Discarded { .. }
            | Event::Returned { .. }
            | Event::Retreats(_)
            | Event::Tapped(_)
            | Event::Untapped(_)
            | Event::WouldBeDamaged { .. },
            _,
        ) => false,
        (Event::BuildStepStarts(player), Happened::BuildStarts(side)) => {
            look.players(table, *player).contains(side)
        }
        // Whatever is left is told apart by its sort only.
        (Event::Uses(who, _), Happened::Attacked { attacker, defender }) => {
            is(who, *attacker) || is(who, *defender)
        }
        (Event::Uses(..), _) => true,
        (event, happened) => kind_of(event) == happened.kind(),
    }
}

/// Whether the unit could be one of those meant at some time.
fn could_be(table: &Table, look: &Look, who: &Who, unit: UnitIx) -> bool {
    match who {
        Who::This => look.this == Some(unit),
        Who::Units(selector) => could_fit(table, look, &selector.filter, unit),
        Who::That | Who::Paid | Who::Attacker | Who::Defender | Who::Actor | Who::Patient => true,
    }
}

/// Whether the unit fits the description, its place and state apart.
fn could_fit(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    let owner = match filter.owner {
        Owner::Anyone => true,
        Owner::Yours => unit.side == look.you,
        Owner::Opponents => unit.side != look.you,
    };
    let this = owner
        && !(filter.other && look.this == Some(ix))
        && look::kinds_fit(table, &filter.kinds, ix);
    this || filter.or.iter().any(|f| could_fit(table, look, f, ix))
}

/// The sort of event.
const fn kind_of(event: &Event) -> EventKind {
    match event {
        Event::Attacks { .. } | Event::WouldAttack(_) => EventKind::Attack,
        Event::Rolls { .. } => EventKind::Roll,
        Event::AttackEnds { .. } => EventKind::AttackEnd,
        Event::Damages { .. } | Event::WouldBeDamaged { .. } => EventKind::Damage,
        Event::Prevents { .. } => EventKind::Prevent,
        Event::Discarded { .. } | Event::Returned { .. } => EventKind::Discard,
        Event::Deployed { .. } | Event::Arrives { .. } | Event::Completes(..) => EventKind::Arrival,
        Event::Retreats(_) => EventKind::Move,
        Event::Tapped(_) | Event::Untapped(_) => EventKind::Tap,
        Event::Uses(..) => EventKind::Use,
        Event::CountersPut(..)
        | Event::PlaysBattleCard(_)
        | Event::Draws(_)
        | Event::ReadyPhase(_) => EventKind::Other,
        Event::BuildStepStarts(_) | Event::BuildStepEnds(_) => EventKind::Build,
        Event::BattleStarts
        | Event::BattleStepStarts(_)
        | Event::BattleStepEnds(_)
        | Event::BattleEnds => EventKind::Battle,
        Event::TurnEnds => EventKind::TurnEnd,
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::CardIndex;
    use crate::rules::document::read_toml;
    use crate::rules::judge;
    use crate::rules::trace::VerdictKind;

    /// A board of a Jedi that attacks a Sith; the line stands on a bystander of the Jedi's side.
    fn verdict(line: &str, further: &str) -> VerdictKind {
        let text = format!(
            "seed = 3\n[[unit]]\nid = \"jedi\"\nside = \"light\"\nsubtypes = [\"Jedi\"]\npower = 6\n\
             [[unit]]\nid = \"sith\"\nside = \"dark\"\nsubtypes = [\"Sith\"]\nhealth = 1\n\
             [[unit]]\nid = \"by\"\nname = \"Tarn Vessik (B)\"\nside = \"light\"\ntext = [{line:?}]\n{further}\
             [[play]]\nattack = \"jedi\"\non = \"sith\"\n[[play]]\nroll = [6, 5, 4, 4, 4, 4]\n"
        );
        judge(
            &read_toml(&text, &CardIndex::from_cards([]))
                .expect("a well-formed board")
                .situation,
        )
        .verdict
        .kind
    }

    #[test]
    fn a_trigger_matters_if_its_units_could_be_those_of_the_event() {
        for line in [
            "Whenever one of your Jedi attacks, hum.",
            "Whenever one of your opponent's Sith is attacked, hum.",
            "Whenever a tapped unit attacks a damaged unit, hum.",
            "When one of your opponent's units is discarded from the Space arena, hum.",
            "Whenever one of your opponent's units would be damaged, hum.",
            "Whenever Tarn or a friend attacks, hum.",
        ] {
            assert_eq!(verdict(line, ""), VerdictKind::Depends, "{line}");
        }
        for line in [
            "Whenever one of your Sith attacks, hum.",
            "Whenever Tarn attacks, hum.",
            "When Tarn is attacked, hum.",
            "When one of your units is discarded, hum.",
            "Whenever one of your units would be damaged, hum.",
            "Bounty: Hum.",
            "Last Stand: Hum.",
            "When your build step starts, hum.",
        ] {
            assert_eq!(verdict(line, ""), VerdictKind::Ruled, "{line}");
        }
    }

    #[test]
    fn what_holds_all_the_time_matters_if_its_units_are_here() {
        for line in [
            "The weather hums.",
            "Each of your Jedi gets louder.",
            "Each damaged Sith gets louder.",
            "As long as you have a Jedi in the Space arena, hum.",
            "As long as you have no Sith, hum.",
            "INSERT: Tarn hums.",
            "Whenever Tarn attacks, hum. Each unit gets +1 power.",
        ] {
            assert_eq!(verdict(line, ""), VerdictKind::Depends, "{line}");
        }
        for line in [
            "Each of your Sith gets louder.",
            "Each Ewok gets louder.",
            "As long as Orla Venn is in any arena, hum.",
            "As long as you have a Sith in the Space arena, hum.",
            "Equipped Jedi hums.",
            "Starfighter Pilot. The Starfighter gets: * A hum.",
            "Reserves: Hum.",
            "Upkeep: Hum.",
            "INSERT: Whenever damage from Tarn causes a Sith to be discarded, hum.",
            "As long as this card is stacked beneath a unique unit, that unit hums.",
            "To finish building Tarn, hum.",
            "Pay 2 Force -> Hum.",
        ] {
            assert_eq!(verdict(line, ""), VerdictKind::Ruled, "{line}");
        }
    }

    fn judged(text: &str) -> crate::rules::trace::Ruling {
        let read = read_toml(text, &CardIndex::from_cards([]));
        judge(&read.expect("a well-formed board").situation)
    }

    #[test]
    fn what_is_done_instead_of_an_attack_sets_off_what_waits_for_it() {
        let board = |line: &str| {
            let text = format!(
                "[[unit]]\nid = \"scout\"\nside = \"light\"\n\
                 text = [\"[tap] -> Gain 1 Force. Play only when this unit would attack.\"]\n\
                 [[unit]]\nid = \"by\"\nname = \"Tarn Vessik\"\nside = \"dark\"\ntext = [{line:?}]\n\
                 [[play]]\nbegin = \"character\"\n[[play]]\nset = \"by\"\ntapped = true\n\
                 [[play]]\nuse = \"scout: [tap] -> Gain\"\n"
            );
            judged(&text).verdict.kind
        };
        let opponents = "Whenever one of your opponent's units would attack, hum.";
        assert_eq!(board(opponents), VerdictKind::Depends);
        let own = "Whenever Tarn Vessik would attack, hum.";
        assert_eq!(board(own), VerdictKind::Ruled);
    }

    #[test]
    fn a_mission_that_is_read_as_a_whole_has_no_line_left() {
        let mission = |text: &str| {
            let text = format!(
                "[dark]\nbuild_points = 2\n[light]\nforce = 5\n\
                 [[unit]]\nid = \"raid\"\nside = \"dark\"\ntype = \"Mission\"\ncost = 2\n\
                 zone = \"hand\"\ntext = [{text:?}]\n[[play]]\nbuild_step = \"dark\"\n\
                 [[play]]\nbuild = \"raid\"\n[[play]]\ndeploy = \"raid\"\n"
            );
            judged(&text)
        };
        let read = mission("Your opponent loses 3 Force.");
        assert!(read.unmodelled.is_empty(), "{:?}", read.unmodelled);
        assert_eq!(mission("Hum all day.").verdict.kind, VerdictKind::Depends);
    }

    #[test]
    fn lent_and_covered_lines_speak_for_their_unit() {
        let with = |key: &str, line: &str| {
            format!("{key} = [{{ name = \"Extra\", text = [{line:?}] }}]\n")
        };
        let carried = with("attached", "Equipped Jedi hums.");
        assert_eq!(verdict("Parry 1", &carried), VerdictKind::Depends);
        let inserted = with("under", "INSERT: Hum all day.");
        assert_eq!(verdict("Parry 1", &inserted), VerdictKind::Depends);
        let covered = with("under", "Hum all day.");
        assert_eq!(verdict("Parry 1", &covered), VerdictKind::Ruled);
    }
}
