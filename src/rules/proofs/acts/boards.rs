//! Boards for a line: two that differ in the line only.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::line::{Line, Place, Spoken};
use crate::game::{Arena, CardType, CounterKind, Side, Zone};
use crate::rules::situation::{CardSpec, Facts, Handle, Pool, Situation, UnitSpec};

/// A situation with the line, one without it, and where they fight.
pub struct Boards {
    pub with: Situation,
    pub without: Situation,
    /// The arena of the unit with the line.
    pub home: Arena,
    /// The arena in which the others fight.
    pub field: Arena,
}

pub fn handle(id: &str) -> Handle {
    Handle::new(id).expect("a plain word")
}

/// Everything texts speak of, or what chance brings.
struct Mix {
    rng: ChaCha8Rng,
    rich: bool,
    n: u64,
}

impl Mix {
    /// One time in `n`; on a rich board as given.
    fn one_in(&mut self, n: u32, rich: bool) -> bool {
        let chance = self.rng.random_range(0..n) == 0;
        if self.rich { rich } else { chance }
    }
}

/// What the defenders and their friends can do.
pub const ANSWERS: [&str; 4] = [
    "Pay 1 Force -> Evade 1",
    "Pay 1 Force -> Intercept",
    "Pay 1 Force -> Retaliate 1",
    "Pay 1 Force -> Draw a card.",
];

pub fn facts(name: &str, types: Vec<CardType>, subtypes: &[String], text: Vec<String>) -> Facts {
    Facts {
        name: name.to_owned(),
        types,
        subtypes: subtypes.to_vec(),
        card_side: None,
        unique: false,
        cost: 3,
        speed: 40,
        power: 3,
        health: 5,
        text,
    }
}

pub fn unit(id: &str, side: Side, facts: Facts, zone: Zone) -> UnitSpec {
    UnitSpec::plain(handle(id), side, facts, zone)
}

pub fn carried(all: Vec<Facts>) -> Vec<CardSpec> {
    let card = |facts| CardSpec { card: None, facts };
    all.into_iter().map(card).collect()
}

pub const fn type_of(arena: Arena) -> CardType {
    match arena {
        Arena::Space => CardType::Space,
        Arena::Ground => CardType::Ground,
        Arena::Character => CardType::Character,
    }
}

/// So many counters of each kind that a unit can have.
fn counters(n: i32) -> BTreeMap<CounterKind, i32> {
    CounterKind::ALL
        .into_iter()
        .filter(|k| !matches!(k, CounterKind::Damage | CounterKind::Build))
        .map(|k| (k, n))
        .collect()
}

/// The arena of the unit with the line, and that of the others' fights.
fn arenas(line: &Line, of: &Spoken, n: u64) -> (Arena, Arena) {
    let turn = usize::try_from(n / 4).unwrap_or(0);
    let own: Vec<Arena> = line.types.iter().filter_map(|t| t.arena()).collect();
    let of_text = &of.arenas;
    let pick = |list: &[Arena]| list.get(turn % list.len().max(1)).copied();
    let home = pick(&own).or_else(|| pick(of_text));
    let home = home.unwrap_or(Arena::ALL[turn % Arena::ALL.len()]);
    let field = if turn.is_multiple_of(2) {
        Some(home)
    } else {
        pick(of_text)
    };
    (home, field.unwrap_or(home))
}

/// Units the text may mean, on both sides and in all arenas.
fn others(of: &Spoken, field: Arena, home: Arena, mix: &mut Mix) -> Vec<UnitSpec> {
    let mut units = Vec::new();
    for (side, word) in [(Side::Dark, "friend"), (Side::Light, "foe")] {
        let name = if of.names.is_empty() { word } else { &of.names };
        for there in Arena::ALL {
            let near = there == field || there == home;
            if !near && mix.one_in(2, false) {
                continue;
            }
            let id = format!("{word}-{}", there.word());
            units.push(featured(&id, name, of, (side, there), mix));
            if near && (there == field || field == home) {
                let mut text = vec![ANSWERS[1].to_owned()];
                // Somebody asks what the others are.
                let asks = |s: &String| format!("Each {s} gets +1 health.");
                text.extend(of.subtypes.iter().take(3).map(asks));
                // Somebody changes the numbers of the others.
                if mix.n % 8 == 6 {
                    for change in [
                        "Each of your opponent's units gets -1 power and -10 speed.",
                        "Each of your other units gets +1 power and +10 speed.",
                    ] {
                        text.push(change.to_owned());
                    }
                }
                let plain = facts("Nobody", vec![type_of(there)], &[], text);
                units.push(unit(
                    &format!("plain-{word}"),
                    side,
                    plain,
                    Zone::from(there),
                ));
            }
        }
        if mix.one_in(2, true) {
            let away = facts(name, vec![type_of(field)], &of.subtypes, Vec::new());
            units.push(unit(&format!("{word}-away"), side, away, Zone::Build));
        }
        if mix.one_in(2, true) {
            let built = facts("Late", vec![type_of(field)], &of.subtypes, Vec::new());
            let mut late = unit(&format!("{word}-late"), side, built, Zone::Build);
            late.counters.insert(CounterKind::Build, 3);
            units.push(late);
        }
        if mix.one_in(2, true) {
            let site = facts("Site", vec![CardType::Location], &of.subtypes, Vec::new());
            let mut site = unit(&format!("{word}-site"), side, site, Zone::Build);
            site.counters.insert(CounterKind::Build, 3);
            units.push(site);
        }
        if mix.one_in(2, true) {
            let place = facts("Spot", vec![CardType::Location], &of.subtypes, Vec::new());
            units.push(unit(
                &format!("{word}-place"),
                side,
                place,
                Zone::from(field),
            ));
        }
        if mix.one_in(2, true) {
            let store = facts("Store", vec![CardType::Resource], &[], Vec::new());
            let mut store = unit(&format!("{word}-store"), side, store, Zone::Build);
            store.counters.insert(CounterKind::Resource, 6);
            units.push(store);
        }
    }
    units
}

fn featured(
    id: &str,
    name: &str,
    of: &Spoken,
    (side, there): (Side, Arena),
    mix: &mut Mix,
) -> UnitSpec {
    let keywords = mix.n % 2 == 1 && !of.keywords.is_empty();
    let text = if keywords {
        of.keywords.clone()
    } else {
        ANSWERS.iter().map(|t| (*t).to_owned()).collect()
    };
    let mut types = vec![type_of(there)];
    if of.subordinates && mix.one_in(2, true) {
        types.insert(0, CardType::Subordinate);
    }
    let mut it = facts(name, types, &of.subtypes, text);
    it.card_side = of.side;
    it.unique = mix.one_in(3, mix.n % 8 >= 4);
    it.cost = if mix.one_in(2, true) { 2 } else { 6 };
    it.power = if mix.one_in(2, true) { 2 } else { 6 };
    it.speed = if mix.one_in(3, false) { 20 } else { 40 };
    let mut u = unit(id, side, it, Zone::from(there));
    u.damage = if mix.one_in(2, true) { 2 } else { 0 };
    u.tapped = mix.one_in(4, false);
    if mix.one_in(2, true) {
        u.counters = counters(3);
    }
    if mix.one_in(3, true) {
        let ace = if of.names.is_empty() { "Ace" } else { name };
        let types = vec![CardType::Character];
        u.pilot = carried(vec![facts(ace, types, &of.subtypes, Vec::new())]);
    }
    if mix.one_in(3, true) {
        let types = vec![CardType::Equipment];
        u.attached = carried(vec![facts("Blade", types, &of.subtypes, Vec::new())]);
    }
    if mix.one_in(3, false) {
        let text = vec!["Pay 1 Force -> Evade 2".to_owned()];
        u.under = carried(vec![facts(name, vec![type_of(there)], &of.subtypes, text)]);
    }
    u
}

/// The unit that has the line, or carries the card that has it.
fn host(
    line: &Line,
    of: &Spoken,
    place: Place,
    home: Arena,
    (texts, carries): ([Vec<String>; 2], bool),
) -> [UnitSpec; 2] {
    let lent = matches!(place, Place::Attached | Place::Pilot);
    let name = if lent && !of.names.is_empty() {
        &of.names
    } else {
        &line.name
    };
    let subtypes = if lent { &of.subtypes } else { &line.subtypes };
    let on_table = line.types.iter().any(|t| t.arena().is_some());
    let own_card = matches!(place, Place::Own | Place::Build | Place::Late | Place::Pile);
    let itself = on_table || own_card;
    let types = if itself && !lent {
        line.types.clone()
    } else {
        vec![type_of(home)]
    };
    texts.map(|text| {
        let card = facts(&line.name, line.types.clone(), &line.subtypes, text.clone());
        let own = if own_card { text } else { Vec::new() };
        let mut facts_of_host = facts(name, types.clone(), subtypes, own);
        facts_of_host.unique = line.name.ends_with(')');
        facts_of_host.card_side = of.side.filter(|_| lent);
        let zone = match place {
            Place::Build | Place::Late => Zone::Build,
            Place::Pile => Zone::Discard,
            _ => Zone::from(home),
        };
        let mut it = unit("it", Side::Dark, facts_of_host, zone);
        let under = |text: &str| {
            let text = vec![text.to_owned()];
            facts(name, vec![type_of(home)], &of.subtypes, text)
        };
        if place == Place::Late {
            return it;
        }
        it.under = carried(vec![under("Pay 1 Force -> Evade 2")]);
        if place == Place::Under {
            let card = CardSpec {
                card: None,
                facts: card.clone(),
            };
            it.under.insert(0, card);
        }
        match place {
            Place::Attached => {
                let types = vec![CardType::Equipment];
                let second = facts("Blade", types, &of.subtypes, Vec::new());
                it.attached = carried(vec![card, second]);
            }
            Place::Pilot => it.pilot = carried(vec![card]),
            _ if carries => {
                let types = vec![CardType::Equipment];
                let blade = facts("Blade", types, &of.subtypes, Vec::new());
                it.attached = carried(vec![blade]);
            }
            _ => {}
        }
        it
    })
}

/// A board for the line, and the same without it. Every fourth has all that texts speak of.
pub fn boards(line: &Line, of: &Spoken, place: Place, n: u64) -> Boards {
    let mut mix = Mix {
        rng: ChaCha8Rng::seed_from_u64(n),
        rich: n.is_multiple_of(4) || n % 8 == 1,
        n,
    };
    let (home, field) = arenas(line, of, n);
    let pool = Pool {
        force: if mix.one_in(6, false) { 0 } else { 25 },
        build_points: 9,
        hand: Some(if mix.one_in(4, false) { 0 } else { 6 }),
        deck: Some(20),
        discard: Some(6),
    };
    let units = others(of, field, home, &mut mix);
    // A line of the discard pile stands beside the one that says what the card does.
    let beside: Vec<String> = match place {
        Place::Pile if line.is(CardType::Battle) && line.first != line.text => {
            vec![line.first.clone()]
        }
        _ => Vec::new(),
    };
    let full = beside.iter().cloned().chain([line.text.clone()]).collect();
    let [with, without] = host(line, of, place, home, ([full, beside], n % 8 == 5));
    let damage = i32::from(mix.one_in(2, true) && n % 8 != 2);
    let tapped = mix.one_in(5, false);
    let of_each = if mix.one_in(2, true) {
        counters(6)
    } else {
        BTreeMap::new()
    };
    let alone = mix.one_in(4, false);
    let board = |mut it: UnitSpec| {
        it.counters.clone_from(&of_each);
        if place == Place::Late {
            it.counters.insert(CounterKind::Build, 3);
        } else {
            it.damage = damage;
            it.tapped = tapped;
        }
        // On some boards it outlives the whole turn.
        if n.is_multiple_of(8) || n % 8 == 5 {
            it.facts.health = 60;
        }
        let mut units = units.clone();
        if alone {
            units.retain(|u| u.side != Side::Dark || u.zone == Zone::Build);
        }
        units.insert(0, it);
        Situation {
            seed: Some(n),
            dark: pool,
            light: pool,
            units,
            ..Situation::default()
        }
    };
    Boards {
        with: board(with),
        without: board(without),
        home,
        field,
    }
}
