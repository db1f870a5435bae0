//! "Play only ..." sentences and other restrictions behind an effect.

use winnow::Parser;

use super::condition::{any_unit, condition};
use super::input::{In, R, ahead, attempt, eat, fail, p, some};
use super::subject::{self, Mode};
use super::{filter, num, place};
use crate::cardtext::ability::{Limit, Scope};
use crate::cardtext::who::{Cond, Filter, Owner, Place, Trait, Who};
use crate::game::Arena;

/// One sentence of limits: "Play only during your build step and only once per turn."
pub(crate) fn sentence(i: &mut In<'_>) -> R<Vec<Limit>> {
    if let Some(limit) = attempt(i, free_use) {
        return Ok(vec![limit]);
    }
    if let Some(limits) = attempt(i, backwards) {
        return Ok(limits);
    }
    p("play|use|activate|you").parse_next(i)?;
    let _ = eat(i, "may play");
    let _ = eat(i, "this") && eat(i, "ability|card|effect");
    let _ = eat(i, "it");
    if let Some(limit) = attempt(i, times) {
        let mut out = vec![limit];
        more(i, &mut out)?;
        return Ok(out);
    }
    if !eat(i, "only") && !ahead(i, "when no") {
        return fail(i);
    }
    let mut out = vec![limit(i)?];
    more(i, &mut out)?;
    Ok(out)
}

fn more(i: &mut In<'_>, out: &mut Vec<Limit>) -> R<()> {
    while let Some(next) = attempt(i, |i| {
        let _ = eat(i, ",");
        p("and").parse_next(i)?;
        let _ = eat(i, "only|play|use");
        let _ = eat(i, "only");
        limit(i)
    }) {
        out.push(next);
    }
    Ok(())
}

/// "You may play this ability any number of times during each attack."
fn free_use(i: &mut In<'_>) -> R<Limit> {
    let _ = eat(i, "you may");
    p("play|use this? ability? any number of times").parse_next(i)?;
    let _ = eat(i, "during each attack") || eat(i, "each|per turn|attack");
    Ok(Limit::AnyNumberOfTimes)
}

/// "Only during your build step play."
fn backwards(i: &mut In<'_>) -> R<Vec<Limit>> {
    p("only").parse_next(i)?;
    let limit = if eat(i, "when|if") {
        let no = eat(i, "no unit attacking is") || eat(i, "no unit is attacking");
        if no {
            Limit::NoAttack
        } else {
            let who = subject::who(i, Mode::Event)?;
            p("would attack").parse_next(i)?;
            Limit::WouldAttack(who)
        }
    } else {
        limit(i)?
    };
    p("play").parse_next(i)?;
    Ok(vec![limit])
}

/// "once per turn", "up to 2 times each turn".
fn times(i: &mut In<'_>) -> R<Limit> {
    let only = eat(i, "only");
    let n = if eat(i, "once") {
        1
    } else if eat(i, "up to") {
        let n = num::small(i)?;
        p("times").parse_next(i)?;
        n
    } else if only && eat(i, "twice") {
        2
    } else {
        return fail(i);
    };
    Ok(Limit::Times(n, scope(i)?))
}

fn scope(i: &mut In<'_>) -> R<Scope> {
    const PHRASES: &[(&str, Scope)] = &[
        ("per|each|a|this|every turn", Scope::Turn),
        ("per|each|an|this|every attack", Scope::Attack),
        ("per|each|a battle step", Scope::BattleStep),
        ("per|each|a build step", Scope::BuildStep),
        ("per|each game", Scope::Game),
        ("during each turn", Scope::Turn),
        ("during each attack", Scope::Attack),
        (
            "each time damage would be done to this unit",
            Scope::Instance,
        ),
        ("for each instance of damage", Scope::Instance),
        ("per instance of damage", Scope::Instance),
    ];
    let found = PHRASES
        .iter()
        .find(|(phrase, _)| eat(i, phrase))
        .map(|(_, s)| *s);
    some(i, found)
}

fn limit(i: &mut In<'_>) -> R<Limit> {
    if let Some(found) = attempt(i, moment) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, times) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, on_what) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, about_units) {
        return Ok(found);
    }
    p("if|when|while").parse_next(i)?;
    condition(i).map(|c| match c {
        Cond::NoAttack => Limit::NoAttack,
        Cond::Count(filter, cmp, n) => Limit::If(Cond::Count(beside(filter), cmp, n)),
        c => Limit::If(c),
    })
}

/// "no other units in that arena": others than the unit chosen, whose arena it is.
fn beside(mut filter: Filter) -> Filter {
    if filter.other && filter.places == [Place::ThatArena] {
        filter.other = false;
        filter.traits.push(Trait::NotThat);
    }
    filter
}

/// Moments of the turn.
fn moment(i: &mut In<'_>) -> R<Limit> {
    if eat(i, "during your|you|the build step")
        || eat(i, "during build step")
        || eat(i, "in your build step")
    {
        return Ok(Limit::BuildStep);
    }
    // Whose roll it is says whose unit attacks.
    for (phrase, owner) in [
        ("before your opponent rolls attack dice", Owner::Opponents),
        ("before you roll attack dice", Owner::Yours),
    ] {
        if eat(i, phrase) {
            let attacker = subject::each(Filter {
                owner,
                ..Filter::default()
            });
            return Ok(Limit::Attacking(attacker, None));
        }
    }
    if eat(i, "before attack dice are rolled") || eat(i, "before any? attack dice are rolled") {
        return Ok(Limit::BeforeRoll);
    }
    if eat(i, "during the? battle phase?") && !ahead(i, "step") {
        return Ok(Limit::BattlePhase);
    }
    if eat(i, "when|if no unit|units is|are attacking") {
        return Ok(Limit::NoAttack);
    }
    if let Some(arena) = attempt(i, |i| {
        p("during the").parse_next(i)?;
        let arena = place::arena(i)?;
        p("battle step").parse_next(i)?;
        Ok(arena)
    }) {
        return Ok(Limit::BattleStep(Some(arena)));
    }
    if let Some(arena) = attempt(i, start_of_step) {
        return Ok(Limit::BattleStepStart(arena));
    }
    if eat(i, "when the battle phase starts") || eat(i, "at the start of the battle phase") {
        return Ok(Limit::BattleStart);
    }
    if let Some(arena) = attempt(i, before_any_attack) {
        return Ok(Limit::BeforeAttacks(arena));
    }
    if eat(i, "when the turn starts") {
        return Ok(Limit::OutsideBattle);
    }
    if eat(i, "if|when|while damage is pending") {
        return Ok(Limit::WouldBeDamaged(subject::each(
            crate::cardtext::who::Filter {
                places: vec![crate::cardtext::who::Place::Anywhere],
                ..Default::default()
            },
        )));
    }
    if eat(i, "during a? reroll chance") || eat(i, "when attack? dice may be rerolled") {
        return Ok(Limit::Reroll);
    }
    fail(i)
}

/// "when the Ground battle step starts", "when this arena's battle step starts".
pub(crate) fn start_of_step(i: &mut In<'_>) -> R<Option<Arena>> {
    if eat(i, "at the start of") {
        let arena = step_name(i)?;
        return Ok(arena);
    }
    p("when|whenever").parse_next(i)?;
    let arena = step_name(i)?;
    p("starts|start|begins").parse_next(i)?;
    Ok(arena)
}

/// "the Character battle step", "this arena's battle step", "each battle step".
pub(crate) fn step_name(i: &mut In<'_>) -> R<Option<Arena>> {
    if eat(i, "this arena's battle step")
        || (ahead(i, "the battle step starts|ends|begins|begin") && eat(i, "the battle step"))
        || eat(i, "the battle step in this arena")
        || eat(
            i,
            "the battle step in the arena where this location is deployed",
        )
        || eat(i, "the battle step in its|his|her arena")
    {
        return Ok(None);
    }
    p("the").parse_next(i)?;
    let arena = place::arena(i)?;
    let _ = eat(i, "arena|arena's");
    if !eat(i, "battle? step|steps") {
        p("battle phase").parse_next(i)?;
    }
    Ok(Some(arena))
}

/// "before any unit in the Space arena attacks".
fn before_any_attack(i: &mut In<'_>) -> R<Arena> {
    p("before any unit in the").parse_next(i)?;
    let arena = place::arena(i)?;
    p("arena").parse_next(i)?;
    if eat(i, "attacks") || eat(i, "would attack") || eat(i, "has attacked") {
        Ok(arena)
    } else {
        fail(i)
    }
}

/// "on a unit with total power 4 or less": the target must fit.
fn on_what(i: &mut In<'_>) -> R<Limit> {
    p("on").parse_next(i)?;
    let _ = eat(i, "a|an");
    let owner = filter::owner(i);
    Ok(Limit::Target(filter::described(i, owner, false)?))
}

/// "when that unit is attacking a Jedi", "if this unit would be damaged".
fn about_units(i: &mut In<'_>) -> R<Limit> {
    p("when|if|while").parse_next(i)?;
    if eat(i, "attacking") {
        let of = attempt(i, any_unit);
        return ended(i, Limit::Attacking(Who::This, of));
    }
    if eat(i, "defending") || eat(i, "being? attacked") {
        let by = attempt(i, |i| {
            p("by|against").parse_next(i)?;
            any_unit(i)
        });
        return ended(i, Limit::Attacked(Who::This, by));
    }
    let who = subject::who(i, Mode::Event)?;
    if eat(i, "is|are attacking") || eat(i, "attacks") {
        let of = attempt(i, any_unit);
        return ended(i, Limit::Attacking(who, of));
    }
    if eat(i, "is|are being? attacked") || eat(i, "is defending") {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            any_unit(i)
        });
        return ended(i, Limit::Attacked(who, by));
    }
    if eat(i, "would attack") {
        return ended(i, Limit::WouldAttack(who));
    }
    if eat(i, "would be damaged") {
        return ended(i, Limit::WouldBeDamaged(who));
    }
    if eat(i, "would be discarded") {
        let places = attempt(i, place::located).unwrap_or_default();
        let _ = eat(i, "by damage done?");
        return ended(i, Limit::WouldBeDiscarded(who, places));
    }
    fail(i)
}

/// Nothing may follow that the limit does not hold.
fn ended(i: &mut In<'_>, limit: Limit) -> R<Limit> {
    let ends = super::input::at_end(i) || ahead(i, "and|play|,");
    if ends { Ok(limit) } else { fail(i) }
}
