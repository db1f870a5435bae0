//! Static abilities: what holds while the unit is in an arena.

use winnow::Parser;
use winnow::combinator::alt;

use super::condition::condition;
use super::input::{Ant, In, R, attempt, eat, fail, p};
use super::static_damage::{
    both_ways, doubling, extra_counters, instead_of_discard, more_damage, more_in_attack,
    points_of_damage, prevention, unpreventable,
};
use super::static_player::{notes, players};
use super::static_units::{
    against_this, attackers_barred, equipped, lying_cards, may_stay_tapped, must_if_able, steady,
    treat,
};
use super::subject::Mode;
use super::{give, grant, subject, tax};
use crate::cardtext::ability::{Ability, Event, Static, StaticRule, Triggered};
use crate::cardtext::effect::{Ban, Effect, Grant};
use crate::cardtext::who::{Cond, Filter, Kind, Trait, Who};

/// One static sentence, with its condition before or behind.
pub(crate) fn line(i: &mut In<'_>) -> R<Vec<Ability>> {
    let start = *i;
    let mut before = attempt(i, |i| {
        let cond = if let Some(cond) = attempt(i, in_its_attack).or_else(|| attempt(i, meanwhile)) {
            cond
        } else {
            if !(eat(i, "as long as") || eat(i, "if|while")) {
                return fail(i);
            }
            condition(i)?
        };
        p(",").parse_next(i)?;
        if matches!(cond, Cond::WouldBeDiscarded(_)) {
            // What happens instead of it is no state of the game.
            return fail(i);
        }
        Ok(cond)
    });
    let spoken = before
        .as_ref()
        .and_then(|cond| super::pronoun::spoken_units(&start, cond));
    super::pronoun::behind_condition(i, spoken.is_some());
    if matches!(before, Some(Cond::Attacking(..) | Cond::Attacked(..))) {
        i.dur = Some(crate::cardtext::effect::Duration::Attack);
    }
    let mut out = match attempt(i, sentence) {
        Some(out) => out,
        // The card that speaks backwards has its condition inside the sentence.
        None => {
            *i = start;
            i.it = Ant::This;
            before = None;
            sentence(i)?
        }
    };
    // "each of your Jedi gets +10 speed and Anakin Skywalker gets +2 power"
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        p("and").parse_next(i)?;
        sentence(i)
    }) {
        out.extend(more);
    }
    let behind = attempt(i, grant::as_long_as).or_else(|| attempt(i, if_behind));
    let parts: Vec<Cond> = [before, behind].into_iter().flatten().collect();
    let condition = joined(parts);
    let meant = out
        .into_iter()
        .map(|a| super::pronoun::settled(a, spoken.as_ref()))
        .collect::<Option<Vec<Ability>>>();
    let meant = super::input::some(i, meant)?;
    Ok(meant
        .into_iter()
        .map(|a| with(a, condition.clone()))
        .collect())
}

/// "During the Space battle step", "during the battle phase".
fn meanwhile(i: &mut In<'_>) -> R<Cond> {
    p("during the").parse_next(i)?;
    if eat(i, "battle phase") {
        return Ok(Cond::BattlePhase);
    }
    let arena = super::place::arena(i)?;
    p("battle step").parse_next(i)?;
    Ok(Cond::BattleStep(arena))
}

/// "While attacking a Droid", "when defending": the unit's own attack, or the one on it.
fn in_its_attack(i: &mut In<'_>) -> R<Cond> {
    p("when|while").parse_next(i)?;
    if eat(i, "attacking") {
        let of = attempt(i, super::condition::any_unit);
        return Ok(Cond::Attacking(Who::This, of));
    }
    if !eat(i, "defending") {
        p("being? attacked").parse_next(i)?;
    }
    let by = attempt(i, |i| {
        p("by|against").parse_next(i)?;
        super::condition::any_unit(i)
    });
    Ok(Cond::Attacked(Who::This, by))
}

/// "Each Battle card you play during the Space battle step costs 1 less Force to play."
fn in_a_battle_step(i: &mut In<'_>) -> R<Vec<Ability>> {
    let (rule, arena) = tax::tax_in_step(i)?;
    Ok(vec![Ability::Static(Static {
        condition: Some(Cond::BattleStep(arena)),
        rule,
    })])
}

/// "... unless it's tapped", "costs 2 less to build if you have a Hutt".
fn if_behind(i: &mut In<'_>) -> R<Cond> {
    if eat(i, "if") {
        return condition(i);
    }
    p("unless").parse_next(i)?;
    let cond = condition(i)?;
    Ok(Cond::Not(Box::new(cond)))
}

/// All of them as one condition.
pub(super) fn joined(mut parts: Vec<Cond>) -> Option<Cond> {
    if parts.len() > 1 {
        Some(Cond::All(parts))
    } else {
        parts.pop()
    }
}

/// The ability under a further condition.
fn with(ability: Ability, cond: Option<Cond>) -> Ability {
    match ability {
        Ability::Static(Static { condition, rule }) => {
            let condition = joined([cond, condition].into_iter().flatten().collect());
            Ability::Static(Static { condition, rule })
        }
        Ability::Triggered(t) => {
            let condition = joined([cond, t.condition].into_iter().flatten().collect());
            Ability::Triggered(Triggered { condition, ..t })
        }
        other => other,
    }
}

pub(super) fn holds(rule: StaticRule) -> Vec<Ability> {
    vec![Ability::Static(Static {
        condition: None,
        rule,
    })]
}

fn sentence(i: &mut In<'_>) -> R<Vec<Ability>> {
    if let Some(found) = attempt(i, equipped) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, by_stack) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, arrives_tapped) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, both_ways) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, against_this) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, points_of_damage) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, more_in_attack) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, in_a_battle_step) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, two_subjects) {
        return Ok(found);
    }
    let rule = alt((
        alt((
            unpreventable,
            steady,
            may_stay_tapped,
            lying_cards,
            must_if_able,
        )),
        treat,
        prevention,
        alt((doubling, more_damage)),
        instead_of_discard,
        extra_counters,
        alt((tax::tax, tax::attack_cost, attackers_barred, tax::building)),
        alt((players, notes, no_retreat_from, gives)),
    ))
    .parse_next(i)?;
    Ok(holds(rule))
}

/// "This unit comes into play tapped."
fn arrives_tapped(i: &mut In<'_>) -> R<Vec<Ability>> {
    let who = subject::who(i, Mode::Event)?;
    if !(eat(i, "comes|come into play tapped") || eat(i, "is|are deployed tapped")) {
        p("enters|enter play|its|their arena|arenas? tapped").parse_next(i)?;
    }
    let tapped = if who == Who::This {
        Who::This
    } else {
        Who::Patient
    };
    Ok(vec![Ability::Triggered(Triggered {
        event: Event::Arrives {
            who,
            into: Vec::new(),
        },
        condition: None,
        effect: Effect::Tap(tapped),
        limit: None,
        isolated: false,
    })])
}

/// "Tarn gets the following if a card with a name listed below is in its stack: Orla Venn: "Fury
/// 2", Bren Sund: Armor.
fn by_stack(i: &mut In<'_>) -> R<Vec<Ability>> {
    subject::this(i)?;
    p("gets the following if a card with a name listed below is in its|his|her|their stack :")
        .parse_next(i)?;
    let mut out = Vec::new();
    loop {
        let name = super::kinds::name(i, false)?;
        p(":").parse_next(i)?;
        let grants = grant::list(i)?;
        let filter = Filter {
            traits: vec![Trait::StackHas(vec![vec![Kind::Name(name)]], 1)],
            ..Filter::default()
        };
        out.push(Ability::Static(Static {
            condition: Some(Cond::Is(Who::This, filter)),
            rule: StaticRule::Give {
                who: Who::This,
                grants,
            },
        }));
        if !(eat(i, ";") || eat(i, ",")) {
            return Ok(out);
        }
    }
}

/// "Each of your Clones gets +1 power."
fn gives(i: &mut In<'_>) -> R<StaticRule> {
    if let Some(rule) = attempt(i, set_numbers) {
        return Ok(rule);
    }
    if let Some(rule) = attempt(i, forward_suffix) {
        return Ok(rule);
    }
    if super::input::ahead(i, "one of") {
        // One that is chosen, which nothing chooses here.
        return fail(i);
    }
    let that = i.that;
    let who = give::subject(i, Mode::Event)?;
    let outer = i.it;
    i.measured = false;
    if matches!(who, Who::Units(_)) {
        // A rule that stands has chosen nobody.
        i.that = that;
        // "Each of your Jedi gets +1 power for each counter on it": on the one that gets it.
        i.it = Ant::That;
    }
    let attacking = match &who {
        Who::Units(_) => attempt(i, in_an_attack),
        _ => None,
    };
    if matches!(&who, Who::Units(_)) && speaks_of_others(i) {
        // Others than which of them, or than the unit with this text?
        return fail(i);
    }
    let mut grants = grant::predicate(i)?;
    let own = match &who {
        Who::Units(_) => super::pronoun::of_each(i)?,
        _ => None,
    };
    if matches!(&who, Who::Units(_)) && i.measured {
        // "Units with lower speed can't attack them": than which of them?
        return fail(i);
    }
    if matches!(&who, Who::Units(_)) && grants.iter().any(aims_at_itself) {
        // "Units with less power can't attack him": nobody was chosen whom "him" could mean.
        return fail(i);
    }
    for cond in [own, attacking].into_iter().flatten() {
        let only_then = |g| Grant::When(cond.clone(), Box::new(g));
        grants = grants.into_iter().map(only_then).collect();
    }
    i.it = outer;
    i.bearer = None;
    if i.dur == Some(crate::cardtext::effect::Duration::Attack) {
        // "As long as it is attacking a Jedi, it gets +2 power for that attack."
        let _ = eat(i, "for that|this attack");
    }
    if super::duration::duration(&mut i.clone()).is_ok() {
        // With a duration it would be an effect.
        return fail(i);
    }
    let _ = attempt(i, |i| super::num::x_clause(i));
    Ok(StaticRule::Give { who, grants })
}

/// Whether what units get is about attacks on the unit spoken of last, which is each of themselves.
fn aims_at_itself(grant: &Grant) -> bool {
    let spoken_of = |f: &Option<Filter>| {
        f.as_ref()
            .is_some_and(|f| f.traits.contains(&Trait::IsThat))
    };
    match grant {
        Grant::Cannot(Ban::Attack(of) | Ban::BeAttacked(of)) => spoken_of(of),
        Grant::When(Cond::Attacking(_, of) | Cond::Attacked(_, of), inner) => {
            spoken_of(of) || aims_at_itself(inner)
        }
        Grant::When(_, inner) => aims_at_itself(inner),
        _ => false,
    }
}

/// Whether the sentence goes on about "another" or "other" units, quotations apart.
fn speaks_of_others(i: &In<'_>) -> bool {
    use crate::cardtext::tokens::Sym;
    let mut depth = 0_u8;
    let sentence = i.toks.iter().take_while(|t| t.sym != Sym::Dot);
    sentence.into_iter().any(|t| {
        match t.sym {
            Sym::Open => depth = depth.saturating_add(1),
            Sym::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(t.low.as_str(), "another" | "other")
    })
}

/// "Units can't retreat from this arena": those that are there.
fn no_retreat_from(i: &mut In<'_>) -> R<StaticRule> {
    let Who::Units(mut units) = give::subject(i, Mode::Event)? else {
        return fail(i);
    };
    i.bearer = None;
    p("can't|cannot retreat").parse_next(i)?;
    let places = super::place::located(i)?;
    if !units.filter.places.is_empty() || !units.filter.or.is_empty() {
        return fail(i);
    }
    units.filter.places = places;
    Ok(StaticRule::Give {
        who: Who::Units(units),
        grants: vec![Grant::Cannot(crate::cardtext::effect::Ban::Retreat)],
    })
}

/// "This unit and each of your other Rebels get +1 power."
fn two_subjects(i: &mut In<'_>) -> R<Vec<Ability>> {
    let first = give::subject(i, Mode::Event)?;
    p("and").parse_next(i)?;
    let second = give::subject(i, Mode::Event)?;
    let grants = grant::predicate(i)?;
    i.bearer = None;
    if !super::input::at_end(i) {
        return fail(i);
    }
    let give = |who| {
        holds(StaticRule::Give {
            who,
            grants: grants.clone(),
        })
    };
    Ok([first, second].into_iter().flat_map(give).collect())
}

/// "... attacking a Jedi": in such an attack of theirs only.
fn in_an_attack(i: &mut In<'_>) -> R<Cond> {
    let _ = eat(i, "that is|are") || eat(i, "while");
    p("attacking").parse_next(i)?;
    let of = super::condition::any_unit(i)?;
    Ok(Cond::Attacking(Who::This, Some(of)))
}

/// "This unit's power is equal to ...".
fn set_numbers(i: &mut In<'_>) -> R<StaticRule> {
    let who = subject::possessive(i)?;
    let grants = grant::set(i)?;
    Ok(StaticRule::Give { who, grants })
}

/// "When attacking a Sith, +2 power and Critical Hit 2 Yoda gets."
fn forward_suffix(i: &mut In<'_>) -> R<StaticRule> {
    p("when attacking").parse_next(i)?;
    let of = super::condition::any_unit(i)?;
    p(",").parse_next(i)?;
    let cond = Cond::Attacking(Who::This, Some(of));
    let grants = if let Some(grants) = attempt(i, |i| {
        let list = grant::list(i)?;
        subject::this(i)?;
        p("gets").parse_next(i)?;
        Ok(list)
    }) {
        grants
    } else {
        subject::this(i)?;
        grant::predicate(i)?
    };
    let grants = grants
        .into_iter()
        .map(|g| Grant::When(cond.clone(), Box::new(g)))
        .collect();
    Ok(StaticRule::Give {
        who: Who::This,
        grants,
    })
}
