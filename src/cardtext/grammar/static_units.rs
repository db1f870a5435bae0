//! Static abilities of certain units: bearers of Equipment, attackers of this unit, cards that
//! lie on the table.

use winnow::Parser;

use super::condition::condition;
use super::filter::described;
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::static_rule::joined;
use super::subject::Mode;
use super::{filter, grant, grant_attack, place, subject};
use crate::cardtext::ability::{Ability, Static, StaticRule};
use crate::cardtext::effect::{Ban, Grant};
use crate::cardtext::tokens::Tok;
use crate::cardtext::who::{Cond, Filter, Kind, Owner, Place, Who};
use crate::game::CardType;

/// "Equipped Jedi gets ...": lines of Equipment are the bearer's.
pub(super) fn equipped(i: &mut In<'_>) -> R<Vec<Ability>> {
    p("equipped").parse_next(i)?;
    let outer = *i;
    let named = super::kinds::name_span(i, false).ok().map(|(toks, _)| toks);
    let mut filter = described(i, Owner::Anyone, false)?;
    or_of_that_name(&mut filter, named);
    i.forget();
    i.it = Ant::This;
    i.that = Ant::This;
    // On the Equipment its own name is not the bearer's; the bearer's is what stands here.
    (i.own, i.short) = named.map_or((&[][..], false), |toks| (toks, true));
    let grants = grant::predicate(i)?;
    (i.own, i.short) = (outer.own, outer.short);
    let rule = StaticRule::Give {
        who: Who::This,
        grants,
    };
    let condition = (filter != Filter::default()).then_some(Cond::Is(Who::This, filter));
    Ok(vec![Ability::Static(Static { condition, rule })])
}

/// Capital words that are not all subtypes may be a person's name as well: either fits.
fn or_of_that_name(filter: &mut Filter, named: Option<&[Tok]>) {
    let Some(toks) = named else { return };
    let types = toks.iter().any(|t| CardType::find(&t.low).is_some());
    let known = filter
        .kinds
        .iter()
        .flatten()
        .any(|k| matches!(k, Kind::Name(_)));
    let plain = matches!(filter.kinds.as_slice(), [alt] if alt.len() == toks.len());
    if plain && !types && !known {
        filter
            .kinds
            .push(vec![Kind::Name(super::kinds::spell(toks))]);
    }
}

/// "You may choose not to untap this unit during your untap step."
pub(super) fn may_stay_tapped(i: &mut In<'_>) -> R<StaticRule> {
    p("you may choose not to untap").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    p("during your|the untap step").parse_next(i)?;
    Ok(StaticRule::Give {
        who,
        grants: vec![Grant::MayStayTapped],
    })
}

/// "Attacks from this unit can't be disrupted", "its activated abilities can't be disrupted".
pub(super) fn steady(i: &mut In<'_>) -> R<StaticRule> {
    let (who, ban) = match attempt(i, grant_attack::steady_attacks) {
        Some(who) => (who, Ban::AttackDisrupted),
        None => (grant_attack::steady_abilities(i)?, Ban::BeDisrupted),
    };
    if !super::input::at_end(i) {
        return fail(i);
    }
    Ok(StaticRule::Give {
        who,
        grants: vec![Grant::Cannot(ban)],
    })
}

/// "Resource cards in play can't be discarded", "the Location in the Space arena can't be discarded",
/// "Resource effects can't be disrupted".
pub(super) fn lying_cards(i: &mut In<'_>) -> R<StaticRule> {
    let each = eat(i, "each|all");
    let _ = !each && eat(i, "the");
    let owner = filter::owner(i);
    let ty = if eat(i, "resource|resources") {
        CardType::Resource
    } else {
        p("location|locations")
            .parse_next(i)
            .map(|()| CardType::Location)?
    };
    let effects = eat(i, "effects|abilities");
    let _ = !effects && eat(i, "card|cards");
    let places = attempt(i, place::located).unwrap_or_else(|| vec![Place::Anywhere]);
    p("can't|cannot be").parse_next(i)?;
    let ban = if effects {
        p("disrupted").parse_next(i).map(|()| Ban::BeDisrupted)?
    } else {
        p("discarded").parse_next(i).map(|()| Ban::BeDiscarded)?
    };
    if !super::input::at_end(i) {
        return fail(i);
    }
    Ok(StaticRule::Give {
        who: subject::each(Filter {
            owner,
            kinds: vec![vec![Kind::Type(ty)]],
            places,
            ..Filter::default()
        }),
        grants: vec![Grant::Cannot(ban)],
    })
}

/// "Whenever a unit in the Space arena can attack, it must do so."
pub(super) fn must_if_able(i: &mut In<'_>) -> R<StaticRule> {
    p("when|whenever|if").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    p("can|could attack , it|he|she must do so").parse_next(i)?;
    Ok(StaticRule::Give {
        who,
        grants: vec![Grant::MustAttack(None)],
    })
}

/// "Treat this unit as a Dark Jedi."
pub(super) fn treat(i: &mut In<'_>) -> R<StaticRule> {
    p("treat").parse_next(i)?;
    let who = if ahead(i, "as") {
        Who::This
    } else {
        subject::who(i, Mode::Event)?
    };
    p("as a|an?").parse_next(i)?;
    let mut grants = Vec::new();
    let alt = super::kinds::alt_kinds(i)?;
    for kind in alt.kinds {
        match kind {
            Kind::Subtype(s) => grants.push(Grant::Subtype(s)),
            _ => return fail(i),
        }
    }
    if grants.is_empty() || ahead(i, "unit|for|and") {
        fail(i)
    } else {
        Ok(StaticRule::Give { who, grants })
    }
}

/// "Each Jedi gets -2 power when attacking this unit": while one attacks it, the attacker has it.
pub(super) fn against_this(i: &mut In<'_>) -> R<Vec<Ability>> {
    if let Some(found) = attempt(i, while_one_attacks).or_else(|| attempt(i, attacked_by_this)) {
        return Ok(found);
    }
    let Who::Units(mut units) = subject::who(i, Mode::Event)? else {
        return fail(i);
    };
    let described = units.filter.clone();
    let attackers = attempt(i, |i| {
        if !(eat(i, "that attack|attacks") || eat(i, "that is|are attacking")) {
            p("attacking").parse_next(i)?;
        }
        subject::this(i)
    });
    let grants = grant::predicate(i)?;
    let this = attackers.is_some()
        || (eat(i, "when|while attacking")
            || eat(i, "as long as it's|he's attacking")
            || as_long_as_it_attacks(i))
            && subject::this(i).is_ok();
    if !this {
        return fail(i);
    }
    let further = attempt(i, |i| {
        p("and").parse_next(i)?;
        condition(i)
    });
    units
        .filter
        .traits
        .push(crate::cardtext::who::Trait::Attacking);
    let attacked = Cond::Attacked(Who::This, Some(described));
    let condition = joined([Some(attacked), further].into_iter().flatten().collect());
    let rule = StaticRule::Give {
        who: Who::Units(units),
        grants,
    };
    Ok(vec![Ability::Static(Static { condition, rule })])
}

/// "Units attacked by this unit can't use Evade", "each Jedi that this unit attacks gets -1 power".
fn attacked_by_this(i: &mut In<'_>) -> R<Vec<Ability>> {
    let Who::Units(mut units) = subject::who(i, Mode::Event)? else {
        return fail(i);
    };
    let described = units.filter.clone();
    if eat(i, "attacked by") {
        subject::this(i)?;
    } else {
        let _ = eat(i, "that");
        subject::this(i)?;
        p("attacks|is attacking?").parse_next(i)?;
    }
    let grants = grant::predicate(i)?;
    units
        .filter
        .traits
        .push(crate::cardtext::who::Trait::Defending);
    let rule = StaticRule::Give {
        who: Who::Units(units),
        grants,
    };
    let condition = Some(Cond::Attacking(Who::This, Some(described)));
    Ok(vec![Ability::Static(Static { condition, rule })])
}

/// "As long as a Jedi is attacking this unit, that Jedi gets -1 power."
fn while_one_attacks(i: &mut In<'_>) -> R<Vec<Ability>> {
    if !eat(i, "as long as") {
        p("while").parse_next(i)?;
    }
    let Who::Units(mut units) = subject::who(i, Mode::Event)? else {
        return fail(i);
    };
    p("is attacking").parse_next(i)?;
    subject::this(i)?;
    p(", that").parse_next(i)?;
    let named = super::kinds::alt_kinds(i)?.kinds;
    if !named.is_empty() && units.filter.kinds != [named] {
        // Another unit than the one that attacks.
        return fail(i);
    }
    i.it = Ant::That;
    let grants = grant::predicate(i)?;
    if !super::input::at_end(i) {
        return fail(i);
    }
    let condition = Some(Cond::Attacked(Who::This, Some(units.filter.clone())));
    units
        .filter
        .traits
        .push(crate::cardtext::who::Trait::Attacking);
    let who = Who::Units(units);
    let rule = StaticRule::Give { who, grants };
    Ok(vec![Ability::Static(Static { condition, rule })])
}

/// "Your opponent can't attack this unit", "Jedi can't attack this unit", "only Jedi can attack this
/// unit": said of the attackers, it is a ban on attacks on this unit.
pub(super) fn attackers_barred(i: &mut In<'_>) -> R<StaticRule> {
    let only = eat(i, "only");
    let by = if !only && eat(i, "your opponent") {
        Filter {
            owner: Owner::Opponents,
            ..Filter::default()
        }
    } else {
        super::condition::any_unit(i)?
    };
    // "Units with lower speed" are slower than the one they attack, which is this unit.
    i.measured = false;
    let by = if only {
        p("can|may attack").parse_next(i)?;
        super::input::some(i, by.complement())?
    } else {
        if !eat(i, "can't|cannot attack") {
            p("may not attack").parse_next(i)?;
        }
        by
    };
    subject::this(i)?;
    let ends = super::input::at_end(i) || ahead(i, "as long as") || ahead(i, "unless|if|while");
    if !ends {
        return fail(i);
    }
    Ok(StaticRule::Give {
        who: Who::This,
        grants: vec![Grant::Cannot(Ban::BeAttacked(Some(by)))],
    })
}

/// "as long as that Jedi is attacking".
fn as_long_as_it_attacks(i: &mut In<'_>) -> bool {
    attempt(i, |i| {
        p("as long as that").parse_next(i)?;
        super::kinds::alt_kinds(i)?;
        p("is attacking").parse_next(i)
    })
    .is_some()
}
