//! The cards of a board.

use std::collections::BTreeMap;

use crate::game::{Arena, CardType, CounterKind, Zone};
use crate::rulebook::Keyword;
use crate::rules::shown::{AimAt, Bearer, Beside, Shown, Start};
use crate::rules::situation::{About, CardSpec, Facts, Handle, Pool, Situation, UnitSpec};

use super::super::recipe::Need;
use super::super::role::Role;
use super::{Board, Health, Part, Then};

/// What the copies of an ability cost that one card has.
pub(super) const COSTS: [&str; 2] = ["Pay 1 Force", "Pay 2 Force"];
/// The text by which the attacker reaches units in the build zone.
const INTO_ZONE: &str = "This unit can attack your opponent's units in the build zone.";
/// Health of a unit that stands.
const STANDS: i32 = 12;
/// Health of a unit that falls by an attack.
const WEAK: i32 = 2;
/// Health of a unit that stands after one attack and falls by the next.
const LATER: i32 = 5;
/// Damage counters on a unit that has to have some.
const WOUNDS: i32 = 2;
/// Health of a unit that falls by any damage.
const FRAIL: i32 = 1;

impl Board {
    /// The board without plays, with the lines of the parts that are there.
    pub fn situation(&self, there: [bool; 2]) -> Situation {
        let pool = Pool {
            force: 9,
            build_points: 0,
            hand: Some(3),
            deck: Some(20),
            discard: None,
        };
        let roles = self.units(there).into_iter();
        let mut units: Vec<UnitSpec> = roles.map(|r| self.unit(there, r)).collect();
        for part in self.written(there) {
            let id = part.role.handle();
            if let Some(unit) = units.iter_mut().find(|u| u.id == id) {
                write(unit, part);
            }
        }
        if let Some(twin) = self.twin(there) {
            let id = twin.role.handle();
            units
                .iter_mut()
                .filter(|u| u.id == id)
                .for_each(|u| write(u, &twin));
        }
        self.cover(&mut units);
        units.extend(self.gear(there));
        units.extend(self.learner(there));
        Situation {
            about: About::default(),
            dark: pool,
            light: pool,
            units,
            ..Situation::default()
        }
    }

    /// The arena that the attack reaches, if what reaches it is there.
    pub(super) fn reached(&self, there: [bool; 2]) -> Option<(Keyword, Arena)> {
        let mut all = self
            .present(there)
            .filter_map(|p| match p.recipe.shown.need {
                Need::Reach(arena) if p.role == Role::Attacker => Some((p.recipe.keyword, arena)),
                _ => None,
            });
        // Of two the other one is chosen the other way round.
        if self.reversed {
            all.last()
        } else {
            all.next()
        }
    }

    /// The arenas that the attacker reaches by one and by the other of two keywords.
    pub(super) fn choice(&self) -> Option<[Arena; 2]> {
        let [a, b] = &self.parts;
        match (a.recipe.shown.need, b.recipe.shown.need) {
            (Need::Reach(first), Need::Reach(second)) if first != second => Some([first, second]),
            _ => None,
        }
    }

    /// The arena for which the cards lie: what reaches it may be missing on a board of that kind.
    fn reach(&self, there: [bool; 2]) -> Option<Arena> {
        self.reached(self.lying(there)).map(|(_, arena)| arena)
    }

    /// The parts for which the cards lie.
    pub(super) const fn lying(&self, there: [bool; 2]) -> [bool; 2] {
        if self.apart { [true; 2] } else { there }
    }

    /// The arena that the attacked unit reaches when it attacks in its turn, if what reaches it is
    /// there.
    pub(super) fn returned(&self, there: [bool; 2]) -> Option<(Keyword, Arena)> {
        self.present(there).find_map(|p| match p.recipe.shown.need {
            Need::Reach(arena)
                if p.role == Role::Defender && self.variant.then == Then::Returned =>
            {
                Some((p.recipe.keyword, arena))
            }
            _ => None,
        })
    }

    /// The arena in which a unit fights.
    pub(super) fn arena(&self, there: [bool; 2], role: Role) -> Arena {
        if let Some((_, target)) = self.returned(self.lying(there)) {
            return match (role, target) {
                (Role::Partner, target) => target,
                (_, Arena::Character) => Arena::Ground,
                _ => Arena::Character,
            };
        }
        if let Some(targets @ [first, second]) = self.choice() {
            let mut others = Arena::ALL.into_iter().filter(|a| !targets.contains(a));
            return match role {
                Role::Defender => first,
                Role::Friend => second,
                Role::Attacker | Role::Partner => others.next().unwrap_or(first),
            };
        }
        match (self.reach(there), role) {
            (Some(Arena::Character), Role::Attacker | Role::Partner) => Arena::Ground,
            (None, _) | (Some(_), Role::Attacker | Role::Partner) => Arena::Character,
            (Some(target), Role::Friend) if !self.wants_neighbours() => {
                // Nobody needs it beside the defender, so the attacker has company.
                if target == Arena::Character {
                    Arena::Ground
                } else {
                    Arena::Character
                }
            }
            (Some(target), _) => target,
        }
    }

    /// Whether the friend has to stand beside the defender.
    fn wants_neighbours(&self) -> bool {
        self.parts.iter().any(|p| {
            let aimed = p.recipe.shown.usage.map(|u| u.aim);
            p.role == Role::Friend
                || p.recipe.shown.beside != Beside::No
                || matches!(aimed, Some(AimAt::Opponent | AimAt::Neighbour))
        })
    }

    fn unit(&self, there: [bool; 2], role: Role) -> UnitSpec {
        let arena = self.arena(there, role);
        let mut zone = Zone::from(arena);
        let mut counters = BTreeMap::new();
        if self.arrives() == Some(role) {
            zone = Zone::Build;
        }
        for part in self.on(role) {
            match part.recipe.shown.start {
                Start::Arena | Start::Discarded => {}
                Start::Retreated => zone = Zone::Build,
                Start::Partly(n) => {
                    zone = Zone::Build;
                    let fewest = counters.entry(CounterKind::Build).or_insert(n);
                    *fewest = n.min(*fewest);
                }
            }
        }
        if self
            .on(role)
            .any(|p| p.recipe.shown.start == Start::Discarded)
        {
            zone = Zone::Discard;
            counters.clear();
        }
        let wounded = self.on(role).any(|p| p.recipe.shown.wounded);
        let damage = if wounded { WOUNDS } else { 0 };
        let facts = facts(
            role.name(),
            self.types(arena, role),
            self.health(role) + damage,
        );
        let mut unit = UnitSpec {
            tapped: self.open && role != Role::Attacker,
            damage,
            counters,
            ..UnitSpec::plain(role.handle(), role.side(), facts, zone)
        };
        unit.facts.subtypes = vec!["Speeder".to_owned()];
        unit.facts
            .text
            .extend(self.companions().filter(|c| c.role == role).map(|c| c.line));
        if self.into_zone && role == Role::Attacker {
            unit.facts.text.push(INTO_ZONE.to_owned());
        }
        unit.facts.unique = self.on(role).any(|p| p.recipe.shown.unique.is_some());
        unit.facts.speed = if role == Role::Attacker { 50 } else { 30 };
        unit.facts.power = if role == Role::Attacker { 6 } else { 3 };
        unit.facts.cost = Shown::COST;
        unit
    }

    fn types(&self, arena: Arena, role: Role) -> Vec<CardType> {
        let mut types = vec![card_type(arena)];
        if self.on(role).any(|p| p.recipe.shown.two_arenas) {
            let other = if arena == Arena::Ground {
                Arena::Space
            } else {
                Arena::Ground
            };
            types.push(card_type(other));
        }
        types
    }

    fn health(&self, role: Role) -> i32 {
        let comes = self.arrives() == Some(role);
        match self.variant.health {
            Health::Frail => FRAIL,
            Health::Exposed if role == Role::Attacker => FRAIL,
            Health::Weak if role != Role::Attacker && !comes => WEAK,
            Health::Later if role == Role::Defender => LATER,
            Health::Weak | Health::Exposed | Health::Later | Health::Stands => STANDS,
        }
    }

    /// A stack has the same cards whether they have a line or not: they are power by themselves.
    fn cover(&self, units: &mut [UnitSpec]) {
        for unit in units {
            let under =
                |p: &&Part| p.recipe.shown.bearer == Bearer::Under && p.role.handle() == unit.id;
            let cards = self.parts.iter().filter(under).count();
            while unit.under.len() < cards {
                let blank = card(&unit.facts.name, unit.facts.types.clone(), Vec::new());
                unit.under.push(blank);
            }
        }
    }

    /// The Equipment that waits for its unit: one card, with a cost for each copy of what puts it
    /// there.
    fn gear(&self, there: [bool; 2]) -> Option<UnitSpec> {
        let attaches = |p: &&Part| p.recipe.shown.bearer == Bearer::Equipment;
        let copies: Vec<&Part> = self.written(there).filter(attaches).collect();
        let part = copies.first()?;
        let fits = card_type(self.arena(there, part.role));
        let name = part.recipe.keyword.name();
        let costs = COSTS.iter().zip(&copies);
        let mut facts = facts("Sabre", vec![CardType::Equipment], WEAK);
        facts.subtypes = vec![fits.name().to_owned()];
        facts.text = costs.map(|(cost, _)| format!("{cost} -> {name}")).collect();
        facts.text.push(part.line.clone());
        let side = part.role.side();
        Some(UnitSpec::plain(gear(), side, facts, Zone::Build))
    }

    /// The card that is stacked under another.
    fn learner(&self, there: [bool; 2]) -> Option<UnitSpec> {
        let part = self.parts.iter().find(|p| p.recipe.shown.stacks)?;
        let types = vec![card_type(self.arena(there, part.role))];
        let mut facts = facts("Learner", types, WEAK);
        facts.subtypes = vec!["Padawan".to_owned()];
        let covered = self.covered.filter(|_| there == [true, true]);
        let line = covered
            .and_then(|at| self.parts.get(at))
            .map(|p| p.line.clone());
        facts.text.extend(line);
        facts.cost = Shown::COST;
        Some(UnitSpec {
            counters: BTreeMap::from([(CounterKind::Build, Shown::COST)]),
            ..UnitSpec::plain(learner(), part.role.side(), facts, Zone::Build)
        })
    }
}

/// The handle of the card that is stacked under another.
pub(super) fn learner() -> Handle {
    Handle::from_name("learner")
}

/// The handle of the Equipment.
pub(super) fn gear() -> Handle {
    Handle::from_name("sabre")
}

/// Writes the line of a keyword where it belongs.
fn write(unit: &mut UnitSpec, part: &Part) {
    let line = part.line.clone();
    if line.is_empty() {
        return;
    }
    match part.recipe.shown.bearer {
        Bearer::Unit => unit.facts.text.push(line),
        Bearer::Pilot => {
            let pilot = card("Ace", vec![CardType::Character], vec![line]);
            unit.pilot.push(pilot);
        }
        // It lies on a card of its own.
        Bearer::Equipment | Bearer::BattleCard => {}
        Bearer::Under => {
            let under = card(&unit.facts.name, unit.facts.types.clone(), vec![line]);
            unit.under.push(under);
        }
    }
}

fn card(name: &str, types: Vec<CardType>, text: Vec<String>) -> CardSpec {
    CardSpec {
        card: None,
        facts: Facts {
            text,
            ..facts(name, types, WEAK)
        },
    }
}

fn facts(name: &str, types: Vec<CardType>, health: i32) -> Facts {
    Facts {
        name: name.to_owned(),
        types,
        subtypes: Vec::new(),
        card_side: None,
        unique: false,
        cost: 0,
        speed: 30,
        power: 1,
        health,
        text: Vec::new(),
    }
}

const fn card_type(arena: Arena) -> CardType {
    match arena {
        Arena::Space => CardType::Space,
        Arena::Ground => CardType::Ground,
        Arena::Character => CardType::Character,
    }
}
