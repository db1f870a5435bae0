//! Conditions: "as long as ...", "if ...", "play only if ...".

use winnow::Parser;
use winnow::combinator::alt;

pub(crate) use super::condition_count::amount;
use super::condition_count::{existing, having};
use super::condition_past::past;
use super::filter::described;
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::subject::Mode;
use super::{filter, num, place, subject};
use crate::cardtext::who::{
    Cmp, Cond, Filter, Kind, Num, Owner, Place, Player, Selector, Stat, Trait, Who,
};
use crate::game::CardType;

/// A condition of one or several parts. What it speaks of does not become what "it" means,
/// unless that is the unit itself.
pub(crate) fn condition(i: &mut In<'_>) -> R<Cond> {
    let start = *i;
    let cond = parts(i)?;
    if i.it == Ant::That && start.it != Ant::None {
        i.it = start.it;
    }
    if matches!(i.it, Ant::Attacker | Ant::Defender) && i.it != start.it {
        // "If the attacking unit has higher speed than the defending unit": it is about the first.
        i.it = match super::pronoun::subject_of(&start) {
            Some(ant @ (Ant::Attacker | Ant::Defender)) => ant,
            _ => start.it,
        };
    }
    i.that = start.that;
    Ok(cond)
}

fn parts(i: &mut In<'_>) -> R<Cond> {
    let first = simple(i)?;
    let mut all = vec![first];
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        p("and").parse_next(i)?;
        let _ = eat(i, "only");
        let _ = eat(i, "if|when") || eat(i, "as long as");
        simple(i)
    }) {
        all.push(more);
    }
    if all.len() > 1 {
        return Ok(Cond::All(all));
    }
    let mut any = all;
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        p("or").parse_next(i)?;
        let _ = eat(i, "if");
        simple(i)
    }) {
        any.push(more);
    }
    let single = if any.len() == 1 { any.pop() } else { None };
    Ok(single.unwrap_or(Cond::Any(any)))
}

fn simple(i: &mut In<'_>) -> R<Cond> {
    if let Some(cond) = attempt(i, past) {
        return Ok(cond);
    }
    if let Some(cond) = attempt(i, controls) {
        return Ok(cond);
    }
    alt((no_attack, step, having, existing, compared, about)).parse_next(i)
}

/// "you control the Space arena".
fn controls(i: &mut In<'_>) -> R<Cond> {
    if eat(i, "no player controls the") {
        let arena = place::arena(i)?;
        p("arena").parse_next(i)?;
        let not = |player| Cond::Not(Box::new(Cond::Controls(player, arena)));
        return Ok(Cond::All(vec![not(Player::You), not(Player::Opponent)]));
    }
    if let Some(cond) = attempt(i, arenas_controlled) {
        return Ok(cond);
    }
    let player = subject::player(i)?;
    p("control|controls the").parse_next(i)?;
    let mut controlled = vec![Cond::Controls(player, place::arena(i)?)];
    while let Some(more) = attempt(i, |i| {
        p("and").parse_next(i)?;
        let _ = eat(i, "the");
        place::arena(i)
    }) {
        controlled.push(Cond::Controls(player, more));
    }
    p("arena|arenas").parse_next(i)?;
    some(i, super::static_rule::joined(controlled))
}

/// "your opponent controls an arena", "you control 2 or more arenas", "no player controls 2 or more
/// arenas".
fn arenas_controlled(i: &mut In<'_>) -> R<Cond> {
    let nobody = eat(i, "no player controls");
    let player = if nobody {
        Player::Each
    } else {
        let player = subject::player(i)?;
        p("control|controls").parse_next(i)?;
        player
    };
    let most = if eat(i, "an|any arena") {
        1
    } else {
        let n = num::small(i)?;
        p("or more arenas").parse_next(i)?;
        n
    };
    let of = |player| Cond::ControlsArenas(player, most);
    match (nobody, player) {
        (true, _) => Ok(Cond::All(
            [Player::You, Player::Opponent]
                .map(|p| Cond::Not(Box::new(of(p))))
                .into(),
        )),
        (false, Player::You | Player::Opponent) => Ok(of(player)),
        _ => fail(i),
    }
}

/// "it's the Space battle step".
fn step(i: &mut In<'_>) -> R<Cond> {
    if !(eat(i, "it's the") || eat(i, "it is the")) {
        return fail(i);
    }
    let arena = place::arena(i)?;
    p("battle step").parse_next(i)?;
    Ok(Cond::BattleStep(arena))
}

fn no_attack(i: &mut In<'_>) -> R<Cond> {
    p("no unit|units is|are attacking").parse_next(i)?;
    Ok(Cond::NoAttack)
}

/// "your Force total is 4 or more", "this unit's power is 5 or more".
fn compared(i: &mut In<'_>) -> R<Cond> {
    if eat(i, "you have no cards in your hand") {
        return Ok(Cond::Compare(
            Num::HandOf(Player::You),
            Cmp::Is,
            Num::Const(0),
        ));
    }
    let left = num::counted(i)?;
    p("is").parse_next(i)?;
    let (cmp, right) = num::bound(i)?;
    Ok(Cond::Compare(left, cmp, right))
}

/// Something about units: where they are, what they do, what they have. Of one that was discarded
/// only what is printed on it can still be told: how it was when it fell counts (4.5.1), and nothing
/// keeps that.
fn about(i: &mut In<'_>) -> R<Cond> {
    let before = *i;
    let (who, is) = subject_and_is(i)?;
    let cond = of_them(i, &before, who.clone(), is)?;
    if Some(&who) == i.gone.who().as_ref() && !is_of_what_is_printed(&cond) {
        return fail(i);
    }
    Ok(cond)
}

fn is_of_what_is_printed(cond: &Cond) -> bool {
    let cost = |stat: &Stat| matches!(stat, Stat::BuildCost);
    match cond {
        Cond::Not(inner) => is_of_what_is_printed(inner),
        Cond::Is(_, filter) => {
            filter.traits.is_empty() && filter.places.is_empty() && filter.or.is_empty()
        }
        Cond::Compare(Num::PrintedStatOf(..), ..) => true,
        Cond::Compare(Num::StatOf(_, stat), ..) => cost(stat),
        _ => false,
    }
}

fn of_them(i: &mut In<'_>, before: &In<'_>, who: Who, is: bool) -> R<Cond> {
    if !is && eat(i, "isn't|aren't") {
        return if of_all(before, i) {
            fail(i)
        } else {
            Ok(Cond::Not(Box::new(being(i, &who)?)))
        };
    }
    if of_all(before, i) {
        return if is { every(i, who) } else { fail(i) };
    }
    if is {
        return being(i, &who);
    }
    if eat(i, "has|have") {
        return has(i, &who);
    }
    if let Some(places) = attempt(i, |i| {
        // The card that speaks backwards: "if Yoda in the Character arena is".
        let places = place::located(i)?;
        p("is").parse_next(i)?;
        Ok(places)
    }) {
        return Ok(fits(
            &who,
            Filter {
                places,
                ..Filter::default()
            },
        ));
    }
    if eat(i, "attacked this turn") || eat(i, "has attacked this turn") {
        return Ok(Cond::AttackedThisTurn(who));
    }
    if eat(i, "didn't|hasn't attack|attacked this turn")
        || eat(i, "did|has not attack|attacked this turn")
    {
        return Ok(Cond::Not(Box::new(Cond::AttackedThisTurn(who))));
    }
    if eat(i, "would be discarded") {
        return Ok(Cond::WouldBeDiscarded(who));
    }
    fail(i)
}

/// Whether the subject was all units of a description: "each of your Droids is", "your units are".
fn of_all(before: &In<'_>, behind: &In<'_>) -> bool {
    let read = before.toks.len() - behind.toks.len();
    let last = read.checked_sub(1).and_then(|at| before.toks.get(at));
    let are = last.is_some_and(|t| t.low == "are");
    ahead(before, "each|all|both") || are && ahead(before, "your")
}

/// "each of your other units is tapped": none of them is not.
fn every(i: &mut In<'_>, who: Who) -> R<Cond> {
    let Who::Units(Selector { mut filter, .. }) = who else {
        return fail(i);
    };
    let lacking = if eat(i, "tapped") {
        Trait::Untapped
    } else if eat(i, "untapped") {
        Trait::Tapped
    } else if eat(i, "damaged") {
        Trait::Undamaged
    } else {
        p("undamaged").parse_next(i).map(|()| Trait::Damaged)?
    };
    if !filter.or.is_empty() {
        return fail(i);
    }
    filter.traits.push(lacking);
    Ok(Cond::Count(filter, Cmp::Is, Num::Const(0)))
}

/// "the Death Star", where its name has no article.
fn with_article(i: &mut In<'_>) -> R<Who> {
    p("the").parse_next(i)?;
    super::spoken::named(i)
}

/// The subject, and whether "is" was read with it ("he's").
fn subject_and_is(i: &mut In<'_>) -> R<(Who, bool)> {
    if ahead(i, "it's|he's|she's")
        && let Some(who) = i.it.who()
    {
        let _ = eat(i, "it's|he's|she's");
        return Ok((who, true));
    }
    let who = match attempt(i, |i| subject::who(i, Mode::Event)) {
        Some(who) => who,
        None => with_article(i)?,
    };
    let is = eat(i, "is|are|remains|remain|stays|stay")
        // "If the discarded unit was a Jedi": it lies in the pile when that is asked.
        || who == Who::Patient && i.acted_on && eat(i, "was");
    Ok((who, is))
}

/// Behind "is".
fn being(i: &mut In<'_>, who: &Who) -> R<Cond> {
    if eat(i, "not") || eat(i, "n't") {
        return Ok(Cond::Not(Box::new(being(i, who)?)));
    }
    if let Some(cond) = attempt(i, |i| piloting(i, who)) {
        return Ok(cond);
    }
    if eat(i, "attacking") {
        let of = attempt(i, any_unit);
        return Ok(Cond::Attacking(who.clone(), of));
    }
    if eat(i, "being? attacked") || eat(i, "defending") {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            any_unit(i)
        });
        return Ok(Cond::Attacked(who.clone(), by));
    }
    if eat(i, "the only unit you have") || eat(i, "your only unit") {
        let places = place::located(i)?;
        let this = *who == Who::This;
        let traits = if this {
            Vec::new()
        } else {
            vec![Trait::NotThat]
        };
        let filter = Filter {
            owner: Owner::Yours,
            other: this,
            places,
            traits,
            ..Filter::default()
        };
        if !this && *who != Who::That {
            return fail(i);
        }
        let there = Filter {
            places: filter.places.clone(),
            ..Filter::default()
        };
        let alone = Cond::Count(filter, Cmp::Is, Num::Const(0));
        return Ok(if there.places.is_empty() {
            alone
        } else {
            Cond::All(vec![Cond::Is(who.clone(), there), alone])
        });
    }
    if let Some(places) = attempt(i, place::located) {
        return Ok(fits(
            who,
            Filter {
                places,
                ..Filter::default()
            },
        ));
    }
    if eat(i, "at") {
        let (cmp, to) = num::bound(i)?;
        p("remaining health").parse_next(i)?;
        let stat = crate::cardtext::who::Stat::RemainingHealth;
        return Ok(fits(
            who,
            with(Trait::Stat {
                stat,
                printed: false,
                cmp,
                to,
            }),
        ));
    }
    if let Some(cond) = attempt(i, |i| bearer_is(i, who)) {
        return Ok(cond);
    }
    for (word, state) in [
        ("tapped", Trait::Tapped),
        ("untapped", Trait::Untapped),
        ("damaged", Trait::Damaged),
        ("undamaged", Trait::Undamaged),
        ("piloted", Trait::Piloted),
        ("equipped", Trait::Equipped),
    ] {
        if eat(i, word) {
            return Ok(fits(who, with(state)));
        }
    }
    if let Some(list) = attempt(i, super::kinds::names) {
        let kinds = list.into_iter().map(|n| vec![Kind::Name(n)]).collect();
        return Ok(fits(
            who,
            Filter {
                kinds,
                ..Filter::default()
            },
        ));
    }
    if eat(i, "a|an") || ahead(i, "neutral|unique") {
        let kinds = filter::kinds(i)?;
        return Ok(fits(
            who,
            Filter {
                kinds,
                ..Filter::default()
            },
        ));
    }
    fail(i)
}

/// On Equipment: "Orla Venn is equipped", which is with this card.
fn bearer_is(i: &mut In<'_>, who: &Who) -> R<Cond> {
    let Who::Units(Selector { filter, .. }) = who else {
        return fail(i);
    };
    let only_kinds = Filter {
        kinds: filter.kinds.clone(),
        ..Filter::default()
    };
    if !i.is_equipment() || *filter != only_kinds || filter.kinds.is_empty() {
        return fail(i);
    }
    p("equipped").parse_next(i)?;
    i.it = Ant::This;
    Ok(Cond::Is(Who::This, only_kinds))
}

/// "Orla Venn is piloting this unit": the unit carries a Pilot of that name.
fn piloting(i: &mut In<'_>, who: &Who) -> R<Cond> {
    p("piloting").parse_next(i)?;
    let Who::Units(Selector { filter, .. }) = who else {
        return fail(i);
    };
    let only_kinds = Filter {
        kinds: filter.kinds.clone(),
        ..Filter::default()
    };
    if *filter != only_kinds || filter.kinds.is_empty() {
        return fail(i);
    }
    let mut of = Vec::new();
    for alt in &filter.kinds {
        of.push(filter::carriable(i, alt.clone())?);
    }
    subject::this(i)?;
    Ok(fits(&Who::This, with(Trait::PilotedBy(of, 1))))
}

/// Behind "has".
fn has(i: &mut In<'_>, who: &Who) -> R<Cond> {
    if *who == Who::This && eat(i, "attacked this turn") {
        return Ok(Cond::AttackedThisTurn(Who::This));
    }
    if !matches!(who, Who::Units(_))
        && let Some(cond) = attempt(i, |i| counters_on(i, who))
    {
        return Ok(cond);
    }
    let found = filter::one_trait(i)?;
    Ok(fits(who, with(found)))
}

/// "no corruption counters on him", "4 or more credit counters on it".
fn counters_on(i: &mut In<'_>, who: &Who) -> R<Cond> {
    let (cmp, n, other) = amount(i)?;
    let kind = num::counter_kind(i)?;
    p("counter|counters").parse_next(i)?;
    let _ = eat(i, "on it|him|her|them");
    if other || ahead(i, "on") {
        return fail(i);
    }
    Ok(Cond::Compare(
        Num::CountersOn(Box::new(who.clone()), kind),
        cmp,
        n,
    ))
}

fn with(found: Trait) -> Filter {
    Filter {
        traits: vec![found],
        ..Filter::default()
    }
}

/// The unit fits; of described units: at least one fits both.
fn fits(who: &Who, more: Filter) -> Cond {
    let Who::Units(Selector { filter, .. }) = who else {
        return Cond::Is(who.clone(), more);
    };
    let mut filter = filter.clone();
    if !more.kinds.is_empty() {
        filter.kinds = more.kinds;
    }
    if !more.places.is_empty() {
        filter.places = more.places;
    }
    filter.traits.extend(more.traits);
    Cond::Count(filter, Cmp::AtLeast, Num::Const(1))
}

/// "a Jedi", "an opponent's unit", "one of your Rebels": any that fits.
pub(crate) fn any_unit(i: &mut In<'_>) -> R<Filter> {
    // "a Pilot" is a unit with that ability, not a subtype.
    if ahead(i, "a pilot") && !ahead(i, "a pilot on|attached|ability|or")
        || ahead(i, "a pilot or a")
    {
        let _ = eat(i, "a pilot");
        return Ok(with(Trait::Has(crate::keyword!("pilot"))));
    }
    if let Some(who) = attempt(i, |i| subject::who(i, Mode::Event)) {
        return match who {
            Who::Units(s) => Ok(s.filter),
            Who::That => Ok(with(Trait::IsThat)),
            _ => fail(i),
        };
    }
    let filter = described(i, Owner::Anyone, false)?;
    let location = filter
        .kinds
        .iter()
        .flatten()
        .any(|k| *k == Kind::Type(CardType::Location));
    let built = matches!(
        filter.places.as_slice(),
        [Place::Build | Place::OwnBuild | Place::OpponentsBuild]
    );
    if location || built {
        fail(i)
    } else {
        Ok(filter)
    }
}
