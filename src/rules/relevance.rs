//! Whether a line that was not understood could have mattered: its trigger or window occurred, and
//! its subject could be a unit of this board (design: the three verdicts).
//!
//! Only what cannot change counts against a line: whose unit it is, what it is, where its card
//! lies. States that come and go (tapped, damaged, where a unit is) never do.

mod could;
mod waits;

pub(super) use waits::{Waits, waiting};

use crate::cardtext::{Cmp, Cond, Event, Filter, Num, Shape, Unknown, Who};

use self::could::{could_be, could_fit, kind_of};
use self::waits::parts;
use super::look::Look;
use super::run::Run;
use super::table::UnitIx;
use super::triggers::EventKind;

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

impl Run<'_> {
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
        let shape = match works_there(shape, lies) {
            Ok(shape) => shape,
            Err(why) => return (false, why),
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

/// The shape of a line as it works where its card lies, or why it works nowhere.
fn works_there(shape: &Shape, lies: Lies) -> Result<&Shape, &'static str> {
    match (shape, lies) {
        (Shape::Insert(inner), _) => Ok(inner),
        (Shape::Covered, Lies::Under) | (Shape::Carried, Lies::Lent) => Ok(&Shape::Static),
        (_, Lies::Under) => Err("it is on a covered card, of which only INSERT speaks"),
        (Shape::Covered, _) => Err("its card lies under no other"),
        (Shape::Carried, _) => Err("its card is on no other unit"),
        (shape, _) => Ok(shape),
    }
}

const fn told(hit: bool, matters: &'static str, does_not: &'static str) -> (bool, &'static str) {
    if hit {
        (true, matters)
    } else {
        (false, does_not)
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
