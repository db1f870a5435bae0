//! Reading the table for an ability: which units it speaks of, what its numbers are, whether its
//! conditions hold. Nothing here changes anything.

use crate::cardtext::{
    Cmp, Cond, Filter, Kind, Num, Owner, Place, Player, Selector, Stat, Trait, Under, Who,
};
use crate::game::{Arena, CardType, Side, Zone};

use super::derive;
use super::table::{Table, Unit, UnitIx};

/// In whose name an ability looks at the table, and what it has chosen so far.
#[derive(Clone, Debug)]
pub struct Look {
    /// The player who controls the ability.
    pub you: Side,
    /// The unit that has it.
    pub this: Option<UnitIx>,
    /// Units chosen or spoken of last.
    pub that: Vec<UnitIx>,
    /// Units that paid the cost.
    pub paid: Vec<UnitIx>,
    /// Where units spoken of lay when they were, for those that have left their arena since.
    pub was_in: Vec<(UnitIx, Arena)>,
    /// The unit that acts in the triggering event.
    pub actor: Option<UnitIx>,
    /// The unit acted on in it.
    pub patient: Option<UnitIx>,
    /// The chosen arena.
    pub arena: Option<Arena>,
    /// The arena that a unit left as a cost.
    pub left: Option<Arena>,
    /// The X paid or chosen.
    pub x: Option<i32>,
    /// Damage prevented earlier in the ability.
    pub prevented: i32,
    /// Damage done in the triggering event.
    pub damage_done: i32,
}

impl Look {
    /// Looking in the name of a player, from no unit.
    #[must_use]
    pub const fn of(you: Side) -> Look {
        Look {
            you,
            this: None,
            that: Vec::new(),
            paid: Vec::new(),
            was_in: Vec::new(),
            actor: None,
            patient: None,
            arena: None,
            left: None,
            x: None,
            prevented: 0,
            damage_done: 0,
        }
    }

    /// Looking from a unit.
    #[must_use]
    pub fn from(table: &Table, unit: UnitIx) -> Look {
        Look {
            this: Some(unit),
            ..Look::of(table.side(unit))
        }
    }

    /// The units are those spoken of from now on; where they lie is kept, for "the same arena"
    /// still means it once they have left.
    pub fn speak_of(&mut self, table: &Table, units: &[UnitIx]) {
        let places = units
            .iter()
            .filter_map(|u| table.unit(*u).arena().map(|a| (*u, a)));
        self.was_in.extend(places);
        self.that = units.to_vec();
    }

    /// The arena the unit is in, or was in when the ability spoke of it.
    #[must_use]
    pub fn arena_of(&self, table: &Table, unit: UnitIx) -> Option<Arena> {
        let before = || self.was_in.iter().rev().find(|(u, _)| *u == unit);
        table
            .unit(unit)
            .arena()
            .or_else(|| before().map(|(_, arena)| *arena))
    }

    /// The player meant, seen from the ability. `None` for both.
    #[must_use]
    pub fn player(&self, table: &Table, player: Player) -> Option<Side> {
        match player {
            Player::You => Some(self.you),
            Player::Opponent => Some(self.you.opponent()),
            Player::Each => None,
            Player::ActorController => {
                Some(self.actor.map_or(self.you.opponent(), |u| table.side(u)))
            }
            Player::ThatController => Some(
                self.that
                    .last()
                    .or(self.patient.as_ref())
                    .map_or(self.you.opponent(), |u| table.side(*u)),
            ),
        }
    }

    /// The sides meant.
    #[must_use]
    pub fn players(&self, table: &Table, player: Player) -> Vec<Side> {
        self.player(table, player)
            .map_or_else(|| Side::BOTH.to_vec(), |s| vec![s])
    }
}

/// Whether the unit fits the description.
#[must_use]
pub fn fits(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    fits_this(table, look, filter, ix) || filter.or.iter().any(|f| fits(table, look, f, ix))
}

/// The same for the first of several descriptions.
fn fits_this(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    place_fits(table, look, &filter.places, ix) && fits_but_place(table, look, filter, ix)
}

/// Whether the unit fits the first description, wherever it is: one that has just left the table
/// is what it was.
#[must_use]
pub fn fits_but_place(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    let meant = table.unit(ix).is_unit() || filter.kinds.iter().flatten().any(names_non_unit);
    meant && described(table, look, filter, ix)
}

/// Whether the description fits the card, be it a unit or not.
fn is_so(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    place_fits(table, look, &filter.places, ix) && described(table, look, filter, ix)
        || filter.or.iter().any(|f| is_so(table, look, f, ix))
}

fn described(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    let owner = match filter.owner {
        Owner::Anyone => true,
        Owner::Yours => unit.side == look.you,
        Owner::Opponents => unit.side != look.you,
    };
    owner
        && !(filter.other && look.this == Some(ix))
        && kinds_fit(table, &filter.kinds, ix)
        && filter
            .traits
            .iter()
            .all(|t| trait_holds(table, look, t, ix))
        && filter
            .traits
            .iter()
            .all(|t| is_extreme(table, look, filter, t, ix))
}

/// Whether no other unit of the description has a lower number, or a higher one.
fn is_extreme(table: &Table, look: &Look, filter: &Filter, state: &Trait, ix: UnitIx) -> bool {
    let Trait::Extreme {
        stat,
        printed,
        highest,
    } = state
    else {
        return true;
    };
    let mut plain = filter.clone();
    plain.traits.retain(|t| !matches!(t, Trait::Extreme { .. }));
    let number = |u: UnitIx| {
        if *printed {
            printed_stat(table, u, *stat)
        } else {
            stat_of(table, u, *stat)
        }
    };
    let mine = number(ix);
    fitting(table, look, &plain).into_iter().all(|u| {
        if *highest {
            number(u) <= mine
        } else {
            number(u) >= mine
        }
    })
}

/// Whether one of the descriptions fits the unit, wherever it is.
fn is_of_one(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    fits_but_place(table, look, filter, ix)
        || filter.or.iter().any(|f| is_of_one(table, look, f, ix))
}

fn names_non_unit(kind: &Kind) -> bool {
    match kind {
        Kind::AnyCard | Kind::Name(_) => true,
        Kind::Type(t) => t.arena().is_none() && *t != CardType::Subordinate,
        _ => false,
    }
}

fn place_fits(table: &Table, look: &Look, places: &[Place], ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    if places.is_empty() {
        // Cards that are no units work beside the arenas too: a Resource, a Campaign, an Event.
        return unit.arena().is_some() || unit.works_as_a_card();
    }
    places.iter().any(|p| in_place(table, look, *p, unit))
}

/// Whether the card lies in the place, seen from the ability.
#[must_use]
pub fn in_place(table: &Table, look: &Look, place: Place, unit: &Unit) -> bool {
    let same_as = |other: Option<UnitIx>| {
        other
            .and_then(|o| look.arena_of(table, o))
            .is_some_and(|a| unit.arena() == Some(a))
    };
    match place {
        Place::Arena(a) => unit.arena() == Some(a),
        Place::ThisArena => same_as(look.this),
        Place::ThatArena => {
            // Where nothing else was spoken of it is the arena of the card that speaks.
            let that = look.that.last().copied().or(look.patient).or(look.this);
            // A unit that has left as a cost was in the arena it left.
            let gone = that.is_some_and(|u| !table.unit(u).zone.on_table());
            same_as(that) || gone && look.left.is_some() && unit.arena() == look.left
        }
        Place::ChosenArena => look.arena.is_some() && unit.arena() == look.arena,
        Place::AttackArena => same_as(table.attack().map(|a| a.defender)),
        Place::AttackerArena => same_as(table.attack().map(|a| a.attacker)),
        Place::AnyArena => unit.arena().is_some(),
        Place::Build => unit.is_retreated(),
        Place::OwnBuild => unit.is_retreated() && unit.side == look.you,
        Place::OpponentsBuild => unit.is_retreated() && unit.side != look.you,
        Place::Partly => unit.is_face_down(),
        Place::Hand => unit.zone == Zone::Hand,
        Place::DiscardPile => unit.zone == Zone::Discard,
        Place::Anywhere => unit.arena().is_some() || unit.is_retreated() || unit.works_as_a_card(),
    }
}

/// Whether the unit is of one of the kinds; without kinds every unit is.
#[must_use]
pub fn kinds_fit(table: &Table, kinds: &[Vec<Kind>], ix: UnitIx) -> bool {
    kinds.is_empty()
        || kinds
            .iter()
            .any(|all| all.iter().all(|k| kind_fits(table, k, ix)))
}

fn kind_fits(table: &Table, kind: &Kind, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    match kind {
        Kind::Type(t) => has_type(unit, *t),
        Kind::Subtype(word) if word.eq_ignore_ascii_case("multi-arena") => {
            unit.types.iter().filter(|t| t.arena().is_some()).count() > 1
        }
        Kind::Subtype(word) => {
            derive::has_subtype(table, ix, word) || unit.unique && is_name(unit, word)
        }
        Kind::Name(name) => has_name(unit, name),
        Kind::Side(side) => unit.card_side == Some(*side),
        Kind::Unique(unique) => unit.unique == *unique,
        Kind::AnyCard => true,
        Kind::Not(inner) => !kind_fits(table, inner, ix),
    }
}

/// A unit of several arenas is of the type of the arena it is in; elsewhere it is of each of them.
fn has_type(unit: &Unit, wanted: CardType) -> bool {
    match (unit.arena(), wanted.arena()) {
        (Some(here), Some(arena)) if unit.types.len() > 1 => here == arena,
        _ => unit.types.contains(&wanted),
    }
}

/// Whether the words are the whole name of the unit, its version apart.
fn is_name(unit: &Unit, words: &str) -> bool {
    let full = unit.name.to_lowercase();
    let wanted = words.to_lowercase();
    full.split(" (").next().is_some_and(|name| name == wanted)
}

/// Whether the unit goes by that name, whatever its version. A Spirit is not the person (1.5.4).
fn has_name(unit: &Unit, name: &str) -> bool {
    let full = unit.name.to_lowercase();
    let wanted = name.to_lowercase();
    let spirit = full.contains("spirit") && !wanted.contains("spirit");
    !spirit && contains_words(&full, &wanted)
}

/// Whether the words stand in the text as whole words; a possessive does not count.
#[must_use]
pub fn contains_words(text: &str, words: &str) -> bool {
    let words = words.trim();
    if words.is_empty() {
        return false;
    }
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(words)) {
        let start = from + at;
        let end = start + words.len();
        let before = text.get(..start).and_then(|t| t.chars().next_back());
        let mut after = text.get(end..).unwrap_or("").chars();
        let next = after.next();
        let possessive = matches!(next, Some('\'' | '’')) && after.next().is_some_and(|c| c == 's');
        let whole = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        if whole(before) && whole(next) && !possessive {
            return true;
        }
        from = end;
    }
    false
}

fn trait_holds(table: &Table, look: &Look, state: &Trait, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    match state {
        Trait::Tapped => unit.tapped,
        Trait::Untapped => !unit.tapped,
        Trait::Damaged => unit.damage > 0,
        Trait::Undamaged => unit.damage == 0,
        Trait::Attacking => table.attack().is_some_and(|a| a.attacker == ix),
        Trait::Defending => table.attack().is_some_and(|a| a.defender == ix),
        Trait::Has(k) => table.view(ix).has(*k),
        // What the ability itself lends does not count: "that doesn't have it already".
        Trait::HasNot(k) => !table
            .view(ix)
            .copies_of(*k)
            .any(|c| c.off.is_none() && (c.by.is_none() || c.by != look.this)),
        Trait::Lacks(state) => !trait_holds(table, look, state, ix),
        Trait::Piloted => !unit.pilots.is_empty(),
        Trait::Equipped => !unit.attached.is_empty(),
        Trait::Attached(of, n) => carries(&unit.attached, of) >= usize::from(*n),
        Trait::PilotedBy(of, n) => carries(&unit.pilots, of) >= usize::from(*n),
        Trait::StackHas(of, n) => carries(&unit.under, of) >= usize::from(*n),
        // Looked at beside the others, where all parts of the description are known.
        Trait::Extreme { .. } => true,
        Trait::AttacksWith(k) => table
            .attack()
            .is_some_and(|a| a.attacker == ix && a.with == Some(*k)),
        Trait::Stacked(n, which) => cards_under(unit, *which) >= i32::from(*n),
        Trait::Stat {
            stat,
            printed,
            cmp,
            to,
        } => {
            let mine = if *printed {
                printed_stat(table, ix, *stat)
            } else {
                stat_of(table, ix, *stat)
            };
            cmp.holds(mine, value(table, look, to))
        }
        Trait::Counters(kind, n) => counters_on(unit, *kind) >= i32::from(*n),
        Trait::NotThat => !look.that.contains(&ix),
        Trait::IsThat => look.that.contains(&ix),
        Trait::IsThis => look.this == Some(ix),
        Trait::HasAttacked => unit.attacks > 0,
        Trait::AttackedByThis => table
            .attack()
            .is_some_and(|a| a.defender == ix && look.this == Some(a.attacker)),
        Trait::SameNameAsThis => look
            .this
            .is_some_and(|t| t != ix && has_name(unit, &table.unit(t).name)),
    }
}

/// How many of the cards carried fit one of the descriptions.
fn carries(cards: &[super::table::SubCard], of: &[Vec<Kind>]) -> usize {
    carried(cards, of).len()
}

/// The places of the cards carried that fit one of the descriptions.
#[must_use]
pub fn carried(cards: &[super::table::SubCard], of: &[Vec<Kind>]) -> Vec<usize> {
    let fits = |card: &super::table::SubCard| {
        of.is_empty() || of.iter().any(|all| all.iter().all(|k| card_is(card, k)))
    };
    let mut out = Vec::new();
    for (at, card) in cards.iter().enumerate() {
        if fits(card) {
            out.push(at);
        }
    }
    out
}

/// Whether a carried card is of that kind; of its side and uniqueness nothing is kept.
fn card_is(card: &super::table::SubCard, kind: &Kind) -> bool {
    match kind {
        Kind::Type(t) => card.types.contains(t),
        Kind::Subtype(word) => {
            let word = word.to_lowercase();
            card.subtypes
                .iter()
                .any(|s| contains_words(&s.to_lowercase(), &word))
        }
        Kind::Name(name) => contains_words(&card.name.to_lowercase(), &name.to_lowercase()),
        Kind::AnyCard => true,
        Kind::Not(inner) => !card_is(card, inner),
        Kind::Side(_) | Kind::Unique(_) => false,
    }
}

/// Counters of a kind on a card.
#[must_use]
pub fn counters_on(unit: &Unit, kind: crate::game::CounterKind) -> i32 {
    match kind {
        crate::game::CounterKind::Damage => unit.damage,
        other => unit.counters.get(&other).copied().unwrap_or(0),
    }
}

/// A number of a unit as it stands.
#[must_use]
pub fn stat_of(table: &Table, ix: UnitIx, stat: Stat) -> i32 {
    let (unit, view) = (table.unit(ix), table.view(ix));
    match stat {
        Stat::Speed => view.speed,
        Stat::Power => view.power,
        Stat::Health => view.health,
        Stat::RemainingHealth => view.health - unit.damage,
        Stat::BuildCost => unit.cost,
        Stat::TotalBuildCost => table.total_cost(ix),
        Stat::Damage => unit.damage,
    }
}

/// A number of a unit as printed.
#[must_use]
pub fn printed_stat(table: &Table, ix: UnitIx, stat: Stat) -> i32 {
    let unit = table.unit(ix);
    match stat {
        Stat::Speed => unit.speed,
        Stat::Power => unit.power,
        Stat::Health => unit.health,
        Stat::BuildCost => unit.cost,
        other => stat_of(table, ix, other),
    }
}

/// The units meant without any choice: all that fit, or the one spoken of.
#[must_use]
pub fn units(table: &Table, look: &Look, who: &Who) -> Vec<UnitIx> {
    match who {
        Who::This => look.this.into_iter().collect(),
        Who::That => look.that.clone(),
        Who::Paid => look.paid.clone(),
        Who::Attacker => table.attack().map(|a| a.attacker).into_iter().collect(),
        Who::Defender => table.attack().map(|a| a.defender).into_iter().collect(),
        Who::Actor => look.actor.into_iter().collect(),
        Who::Patient => look.patient.into_iter().collect(),
        Who::Units(Selector { filter, .. }) => fitting(table, look, filter),
    }
}

/// Every unit that fits, in the order of the document.
#[must_use]
pub fn fitting(table: &Table, look: &Look, filter: &Filter) -> Vec<UnitIx> {
    table
        .all()
        .filter(|ix| fits(table, look, filter, *ix))
        .collect()
}

/// Whether the unit is one of those meant; a quantity means any of them.
#[must_use]
pub fn means(table: &Table, look: &Look, who: &Who, ix: UnitIx) -> bool {
    match who {
        Who::Units(selector) => fits(table, look, &selector.filter, ix),
        other => units(table, look, other).contains(&ix),
    }
}

/// The number, with everything counted now. `Chosen` counts as 0 until it is chosen.
#[must_use]
pub fn value(table: &Table, look: &Look, num: &Num) -> i32 {
    let sum =
        |who: &Who, f: &dyn Fn(UnitIx) -> i32| units(table, look, who).into_iter().map(f).sum();
    match num {
        Num::Const(n) => *n,
        Num::X | Num::Chosen => look.x.unwrap_or(0),
        Num::Count(filter) => i32::try_from(fitting(table, look, filter).len()).unwrap_or(i32::MAX),
        Num::StatOf(who, stat) => sum(who, &|u| stat_of(table, u, *stat)),
        Num::PrintedStatOf(who, stat) => sum(who, &|u| printed_stat(table, u, *stat)),
        Num::CountersOn(who, kind) => sum(who, &|u| counters_on(table.unit(u), *kind)),
        Num::CardsUnder(who, which) => sum(who, &|u| cards_under(table.unit(u), *which)),
        Num::Prevented => look.prevented,
        Num::DamageDone => look.damage_done,
        Num::Hits => table.attack().and_then(|a| a.hits).unwrap_or(0),
        Num::Misses => table.attack().map_or(0, misses),
        Num::AttachedTo(who) => sum(who, &|u| {
            i32::try_from(table.unit(u).attached.len()).unwrap_or(0)
        }),
        Num::ForceOf(p) => look
            .players(table, *p)
            .into_iter()
            .map(|s| table.pool(s).force)
            .sum(),
        Num::HandOf(p) => look
            .players(table, *p)
            .into_iter()
            .map(|s| table.pool(s).hand)
            .sum(),
        Num::Plus(a, b) => value(table, look, a).saturating_add(value(table, look, b)),
        Num::Times(k, n) => value(table, look, n).saturating_mul(*k),
        Num::Over(n, by) => value(table, look, n).checked_div(*by).unwrap_or(0),
        Num::AtMost(a, b) => value(table, look, a).min(value(table, look, b)),
        // As much as can be, where nobody chooses.
        Num::UpTo(n) => value(table, look, n),
    }
}

/// The dice of the attack as they lie now, without those that hit.
fn misses(attack: &super::table::Attack) -> i32 {
    let dice = i32::try_from(attack.dice.len()).unwrap_or(i32::MAX);
    attack.hits.map_or(0, |hits| (dice - hits).max(0))
}

/// Whether the number needs an X that was not given yet.
#[must_use]
pub fn needs_x(num: &Num) -> bool {
    match num {
        Num::X | Num::Chosen => true,
        Num::Plus(a, b) | Num::AtMost(a, b) => needs_x(a) || needs_x(b),
        Num::Times(_, n) | Num::Over(n, _) | Num::UpTo(n) => needs_x(n),
        _ => false,
    }
}

fn cards_under(unit: &Unit, which: Under) -> i32 {
    let stacked = i32::try_from(unit.under.len()).unwrap_or(i32::MAX);
    match which {
        Under::Stacked => stacked,
        Under::FaceDown => unit.beneath,
        Under::Any => stacked.saturating_add(unit.beneath),
    }
}

/// Whether the condition holds.
#[must_use]
pub fn holds(table: &Table, look: &Look, cond: &Cond) -> bool {
    match cond {
        Cond::All(all) => all.iter().all(|c| holds(table, look, c)),
        Cond::Any(any) => any.iter().any(|c| holds(table, look, c)),
        Cond::Not(inner) => !holds(table, look, inner),
        Cond::Is(who, filter) => {
            let meant = units(table, look, who);
            // "It" is the unit the text speaks of, wherever that has got to.
            let anywhere = filter.places.is_empty() && !matches!(who, Who::Units(_));
            // "This Location" is known to be meant, whatever kind of card it is.
            let is = |u: UnitIx| {
                fits(table, look, filter, u)
                    || anywhere && is_of_one(table, look, filter, u)
                    || *who == Who::This && is_so(table, look, filter, u)
            };
            !meant.is_empty() && meant.into_iter().all(is)
        }
        Cond::Count(filter, cmp, num) => {
            let n = i32::try_from(fitting(table, look, filter).len()).unwrap_or(i32::MAX);
            cmp.holds(n, value(table, look, num))
        }
        Cond::Attacking(who, target) => table.attack().is_some_and(|a| {
            // A defender that this attack has discarded is still the one that is attacked.
            let fallen = !table.unit(a.defender).zone.on_table();
            let is = |f: &Filter| {
                fits(table, look, f, a.defender)
                    || fallen && fits_but_place(table, look, f, a.defender)
            };
            means(table, look, who, a.attacker) && target.as_ref().is_none_or(is)
        }),
        Cond::Attacked(who, by) => table.attack().is_some_and(|a| {
            means(table, look, who, a.defender)
                && by.as_ref().is_none_or(|f| fits(table, look, f, a.attacker))
        }),
        Cond::Compare(a, cmp, b) => cmp.holds(value(table, look, a), value(table, look, b)),
        Cond::NoAttack => table.attack().is_none(),
        Cond::AttackedThisTurn(who) => units(table, look, who)
            .into_iter()
            .any(|u| table.unit(u).attacks > 0),
        Cond::BattleStep(arena) => current_step(table) == Some(*arena),
        Cond::BattlePhase => {
            let phase = matches!(
                table.phase,
                super::table::Phase::Battle | super::table::Phase::Step(_)
            );
            phase || table.attack().is_some()
        }
        Cond::LocationIn(arena) => table
            .units
            .iter()
            .any(|u| u.types.contains(&CardType::Location) && u.arena() == Some(*arena)),
        Cond::Controls(player, arena) => look
            .players(table, *player)
            .into_iter()
            .any(|side| table.control(*arena) == Some(side)),
        Cond::ControlsArenas(player, least) => look
            .players(table, *player)
            .into_iter()
            .any(|side| controlled(table, side) >= usize::from(*least)),
        Cond::Happened(event, least) => {
            super::past::times(table, look, event) >= usize::from(*least)
        }
        Cond::WouldBeDiscarded(who) => {
            let meant = units(table, look, who);
            !meant.is_empty() && meant.into_iter().all(|u| would_be_discarded(table, u))
        }
    }
}

/// How many arenas the player controls (9.2.1).
fn controlled(table: &Table, side: Side) -> usize {
    let arenas = Arena::ALL.into_iter();
    arenas.filter(|a| table.control(*a) == Some(side)).count()
}

/// The arena whose battle step it is: the one begun, or that of the running attack's attacker.
#[must_use]
pub fn current_step(table: &Table) -> Option<Arena> {
    match table.phase {
        super::table::Phase::Step(arena) => Some(arena),
        _ => table
            .attacks
            .first()
            .and_then(|a| table.unit(a.attacker).arena()),
    }
}

/// Whether the unit has, or would have with the damage now pending, counters at least its health.
#[must_use]
pub fn would_be_discarded(table: &Table, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    unit.zone.on_table()
        && unit.damage.saturating_add(table.pending_on(ix)) >= table.view(ix).health
}

/// `cmp` as words, for reasons: "4 or less".
#[must_use]
pub const fn cmp_words(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Is => "exactly",
        Cmp::AtLeast => "at least",
        Cmp::AtMost => "at most",
        Cmp::Less => "less than",
        Cmp::More => "more than",
    }
}
