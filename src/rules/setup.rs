//! From a situation to a table: every line is read, every card gets its place.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::cardtext::{self, Ability, Activated, Cost, Created, Effect, Num, Place, ReadContext};
use crate::game::{Arena, CardType, Zone};

use super::effects::Cx;
use super::look::Look;
use super::situation::{CardSpec, Facts, Handle, Pool, Situation, UnitSpec};
use super::table::{ForAttack, Lasting, Line, Phase, PoolNow, SubCard, Table, Unit, UnitIx};
use super::trace::Cite;

/// The table at the beginning of a situation.
#[must_use]
pub fn table(situation: &Situation) -> Table {
    let mut table = empty(situation);
    let mut serial = 0;
    for spec in &situation.units {
        let unit = unit(spec, &mut serial);
        table.units.push(unit);
    }
    table.serial = serial;
    super::derive::refresh(&mut table);
    for (n, spec) in situation.units.iter().enumerate() {
        for words in &spec.modifiers {
            modifier(&mut table, UnitIx(n), words);
        }
    }
    table
}

fn empty(situation: &Situation) -> Table {
    Table {
        edition: situation.edition,
        readings: situation.readings.clone(),
        units: Vec::new(),
        views: Vec::new(),
        pools: [pool(&situation.dark), pool(&situation.light)],
        lasting: Vec::new(),
        delayed: Vec::new(),
        lent: Vec::new(),
        standing: Vec::new(),
        bounties: Vec::new(),
        attacks: Vec::new(),
        fallen: Vec::new(),
        had: BTreeMap::new(),
        arrived: Vec::new(),
        arrivals: 0,
        instances: Vec::new(),
        open: Vec::new(),
        past: Vec::new(),
        attacked_from: Vec::new(),
        uses: BTreeMap::new(),
        phase: Phase::Open,
        ordered: false,
        turn: 1,
        battle_step: 1,
        attack_count: 0,
        build_steps: [0, 0],
        build_step: 0,
        arenas_attacked: BTreeSet::new(),
        battle_over: false,
        holding: false,
        serial: 0,
        winner: None,
    }
}

const fn pool(pool: &Pool) -> PoolNow {
    const fn or_zero(n: Option<i32>) -> i32 {
        match n {
            Some(n) => n,
            None => 0,
        }
    }
    PoolNow {
        force: pool.force,
        build_points: pool.build_points,
        hand: or_zero(pool.hand),
        hand_known: pool.hand.is_some(),
        deck: or_zero(pool.deck),
        deck_known: pool.deck.is_some(),
        discard: or_zero(pool.discard),
        discard_known: pool.discard.is_some(),
        build_points_due: 0,
        build_points_next_turn: 0,
    }
}

fn unit(spec: &UnitSpec, serial: &mut u32) -> Unit {
    let facts = &spec.facts;
    let origin = match &spec.card {
        Some(card) => format!("card:{}", slug(card)),
        None => format!("unit:{}", spec.id),
    };
    let cards =
        |list: &[CardSpec], serial: &mut u32| list.iter().map(|c| card(c, &[], serial)).collect();
    // What is attached is Equipment, also where the board does not say so.
    let attached = |list: &[CardSpec], serial: &mut u32| {
        let of = &[CardType::Equipment];
        list.iter().map(|c| card(c, of, serial)).collect()
    };
    Unit {
        id: spec.id.clone(),
        side: spec.side,
        owner: spec.side,
        name: facts.name.as_str().into(),
        types: facts.types.clone(),
        subtypes: facts.subtypes.clone(),
        // A card made up for the board is of its player's side.
        card_side: facts.card_side.or(Some(spec.side.card_side())),
        unique: facts.unique,
        cost: facts.cost,
        speed: facts.speed,
        power: facts.power,
        health: facts.health,
        lines: lines(facts, &origin),
        under: cards(&spec.under, serial),
        attached: attached(&spec.attached, serial),
        pilots: cards(&spec.pilot, serial),
        beneath: 0,
        zone: spec.zone,
        tapped: spec.tapped,
        damage: spec.damage,
        counters: spec.counters.clone(),
        // A Subordinate comes from the supply, whenever it came (11.40).
        made: facts.types.contains(&CardType::Subordinate),
        attacks: 0,
        tapping: 0,
        stays_tapped: false,
        rode: None,
        carried_by: None,
        leaves_by: None,
    }
}

/// A card under or on a unit; its lines are read as those of the types it has, or else of these.
fn card(spec: &CardSpec, types: &[CardType], serial: &mut u32) -> SubCard {
    *serial += 1;
    let facts = &spec.facts;
    let origin = format!("card:{}", slug(spec.card.as_deref().unwrap_or(&facts.name)));
    SubCard {
        name: facts.name.as_str().into(),
        subtypes: facts.subtypes.clone(),
        types: facts.types.clone(),
        card_side: facts.card_side,
        unique: facts.unique,
        cost: facts.cost,
        speed: facts.speed,
        power: facts.power,
        health: facts.health,
        lines: lines_of(
            facts,
            if facts.types.is_empty() {
                types
            } else {
                &facts.types
            },
            &origin,
        ),
        serial: *serial,
        rode: None,
    }
}

fn lines(facts: &Facts, origin: &str) -> Vec<Line> {
    lines_of(facts, &facts.types, origin)
}

fn lines_of(facts: &Facts, types: &[CardType], origin: &str) -> Vec<Line> {
    let context = ReadContext {
        name: &facts.name,
        types,
        subtypes: &facts.subtypes,
    };
    facts
        .text
        .iter()
        .enumerate()
        .map(|(n, words)| line(words, &context, Cite::Line(format!("{origin}/{}", n + 1))))
        .collect()
}

fn line(words: &str, context: &ReadContext<'_>, cite: Cite) -> Line {
    let reading = cardtext::read_line(words, context);
    Line {
        printed: words.trim().into(),
        cite,
        abilities: reading.abilities.into_iter().map(Rc::new).collect(),
    }
}

/// How lines on a unit are read.
#[must_use]
pub(super) fn context_of(unit: &Unit) -> ReadContext<'_> {
    ReadContext {
        name: &unit.name,
        types: &unit.types,
        subtypes: &unit.subtypes,
    }
}

fn modifier(table: &mut Table, on: UnitIx, words: &str) {
    let (grants, until) = {
        let unit = table.unit(on);
        cardtext::read_modifier(words, &context_of(unit))
    };
    table.serial += 1;
    let id = table.unit(on).id.clone();
    table.lasting.push(Lasting {
        on,
        grants,
        until,
        look: Look::from(table, on),
        by: None,
        printed: words.into(),
        cites: vec![Cite::Line(format!("unit:{id}/modifier"))],
        attack: ForAttack::After(0),
        tied: None,
        serial: table.serial,
    });
}

/// The slug of a card's name: `nom-anor-b`.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' => slug.push(c),
            '\'' | '’' => {}
            _ if !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.trim_matches('-').to_owned()
}

/// What a step cites for a Battle card.
#[must_use]
pub(super) fn card_cite(name: &str) -> Cite {
    Cite::Line(format!("card:{}/1", slug(name)))
}

/// The lines of a card that say what it does when it is played: those that let it be played from
/// the discard pile work there only.
#[must_use]
pub(super) fn played_text<'l>(name: &str, lines: impl IntoIterator<Item = &'l str>) -> String {
    let played = lines.into_iter().filter(|line| !is_from_pile(name, line));
    played.collect::<Vec<_>>().join(" ")
}

/// Whether the line is a keyword's way to play the card from the discard pile.
fn is_from_pile(name: &str, line: &str) -> bool {
    let context = ReadContext {
        name,
        types: &[CardType::Battle],
        subtypes: &[],
    };
    let abilities = cardtext::read_line(line, &context).abilities;
    !abilities.is_empty()
        && abilities.iter().all(|a| match a {
            Ability::Activated(a) => from_pile(&a.effect).is_some(),
            _ => false,
        })
}

/// The keyword of the effect by which a Battle card is played from the discard pile, and what is
/// done besides.
#[must_use]
pub(super) fn from_pile(effect: &Effect) -> Option<(super::keyword::FromPile, Vec<Effect>)> {
    let way = |e: &Effect| match e {
        Effect::Keyword(k) => super::keyword::def(k.keyword).and_then(|d| d.battle_card),
        _ => None,
    };
    match effect {
        Effect::Seq(all) => {
            let found = all.iter().find_map(way)?;
            let besides = all.iter().filter(|e| way(e).is_none());
            Some((found, besides.cloned().collect()))
        }
        one => way(one).map(|found| (found, Vec::new())),
    }
}

/// A Battle card's text as a play; `None` if it was not understood. A printed Force cost is added
/// where the text names none.
#[must_use]
pub(super) fn read_card(name: &str, text: &str, cost: Option<i32>) -> Option<Activated> {
    let context = ReadContext {
        name,
        types: &[CardType::Battle],
        subtypes: &[],
    };
    let reading = cardtext::read_effect(text, &context)?;
    let mut costs = reading.costs;
    let has_force = costs.iter().any(|c| matches!(c, Cost::Force(_)));
    if let Some(n) = cost.filter(|n| *n > 0 && !has_force) {
        costs.insert(0, Cost::Force(Num::Const(n)));
    }
    Some(Activated {
        costs,
        effect: reading.effect,
        limits: reading.limits,
    })
}

/// A Battle card of which one of several texts is played, each with its own cost; `None` if it is
/// no such card, or is not understood. A printed Force cost is added where no text names one.
#[must_use]
pub(super) fn read_ways(name: &str, lines: &[&str], cost: Option<i32>) -> Option<Activated> {
    let context = ReadContext {
        name,
        types: &[CardType::Battle],
        subtypes: &[],
    };
    let lines = lines.iter().copied();
    let played: Vec<&str> = lines.filter(|line| !is_from_pile(name, line)).collect();
    let ways = cardtext::read_ways(&played, &context)?;
    let is_force = |c: &Cost| matches!(c, Cost::Force(_));
    let has_force = ways.iter().flat_map(|w| &w.costs).any(is_force);
    let printed = cost.filter(|n| *n > 0 && !has_force);
    let ways = ways.into_iter().map(|w| Effect::Way(Box::new(w)));
    Some(Activated {
        costs: printed
            .map(|n| Cost::Force(Num::Const(n)))
            .into_iter()
            .collect(),
        effect: Effect::ChooseOne(ways.collect()),
        limits: Vec::new(),
    })
}

/// Whether the card is one that takes effect once, a Mission or a Battle card, whose text as a whole
/// is understood: its single lines are no abilities.
#[must_use]
pub(super) fn is_read_as_card(unit: &Unit) -> bool {
    let once = |t: &CardType| matches!(t, CardType::Mission | CardType::Battle);
    if !unit.types.iter().any(once) || super::mission::stays(unit) {
        return false;
    }
    let text = played_text(&unit.name, unit.lines.iter().map(|l| &*l.printed));
    read_card(&unit.name, &text, None).is_some()
}

/// A unit taken from the supply (11.40: it leaves the game when it is discarded).
#[must_use]
pub(super) fn made_unit(table: &Table, created: &Created, cx: &Cx, zone: Zone) -> Unit {
    let maker = match cx.look.this {
        Some(unit) => table.unit(unit).id.clone(),
        None => Handle::from_name(cx.card.as_deref().unwrap_or_default()),
    };
    let id = (1..)
        .map(|n| maker.made(n))
        .find(|id| table.find(id).is_none())
        .unwrap_or(maker);
    let home = zone.arena().unwrap_or(Arena::Character);
    let fights_in = match (created.place, cx.look.open.as_slice()) {
        // What may come into either arena is a unit of both, in printed order (1.3).
        (Place::ChosenArena, open) if open.contains(&home) => open.to_vec(),
        _ => vec![home],
    };
    let of_arena = |arena| match arena {
        Arena::Space => CardType::Space,
        Arena::Ground => CardType::Ground,
        Arena::Character => CardType::Character,
    };
    let types = std::iter::once(CardType::Subordinate)
        .chain(fights_in.into_iter().map(of_arena))
        .collect();
    let cite = cx.cite.clone();
    let line = Line {
        printed: cx.printed.clone(),
        cite,
        abilities: created.abilities.iter().cloned().map(Rc::new).collect(),
    };
    Unit {
        id,
        side: cx.look.you,
        owner: cx.look.you,
        name: created.name.as_str().into(),
        types,
        subtypes: vec![created.name.clone()],
        card_side: Some(cx.look.you.card_side()),
        unique: false,
        cost: 0,
        speed: created.speed,
        power: created.power,
        health: created.health,
        lines: vec![line],
        under: Vec::new(),
        attached: Vec::new(),
        pilots: Vec::new(),
        beneath: 0,
        zone,
        tapped: created.tapped,
        damage: 0,
        counters: BTreeMap::new(),
        made: true,
        attacks: 0,
        tapping: 0,
        stays_tapped: false,
        rode: None,
        carried_by: None,
        leaves_by: None,
    }
}

/// An unattached Equipment card as something a unit can carry.
pub(super) fn as_subcard(table: &mut Table, card: UnitIx) -> SubCard {
    table.serial += 1;
    let serial = table.serial;
    let unit = table.unit(card);
    SubCard {
        name: unit.name.clone(),
        subtypes: unit.subtypes.clone(),
        types: unit.types.clone(),
        card_side: unit.card_side,
        unique: unit.unique,
        cost: unit.cost,
        speed: unit.speed,
        power: unit.power,
        health: unit.health,
        lines: unit.lines.clone(),
        serial,
        rode: unit.rode,
    }
}

/// A card that was on a unit as a unit of its own, in the arena of its type.
#[must_use]
pub(super) fn from_subcard(table: &Table, bearer: UnitIx, card: SubCard) -> Unit {
    let of = table.unit(bearer);
    let id = (1..)
        .map(|n| of.id.made(n))
        .find(|id| table.find(id).is_none())
        .unwrap_or_else(|| of.id.clone());
    let arena = card.types.iter().find_map(|t| t.arena());
    Unit {
        id,
        side: of.side,
        owner: of.owner,
        unique: card.unique,
        name: card.name,
        types: card.types,
        subtypes: card.subtypes,
        card_side: card.card_side,
        cost: card.cost,
        speed: card.speed,
        power: card.power,
        health: card.health,
        lines: card.lines,
        under: Vec::new(),
        attached: Vec::new(),
        pilots: Vec::new(),
        beneath: 0,
        zone: arena.map_or(Zone::Build, Zone::from),
        tapped: of.tapped,
        damage: 0,
        counters: BTreeMap::new(),
        made: false,
        attacks: 0,
        tapping: 0,
        stays_tapped: false,
        rode: card.rode,
        carried_by: None,
        leaves_by: None,
    }
}

/// The build counters on a card.
#[must_use]
pub(super) fn build_counters(unit: &Unit) -> i32 {
    unit.counters
        .get(&crate::game::CounterKind::Build)
        .copied()
        .unwrap_or(0)
}
