//! What units get for attacks: whom they may or must attack, and what cannot be done against them.

use winnow::Parser;

use super::condition::any_unit;
use super::filter::keyword;
use super::input::{In, R, ahead, attempt, eat, fail, p};
use super::{num, subject};
use crate::cardtext::effect::Grant;
use crate::cardtext::who::{Filter, Kind, Owner, Who};
use crate::rulebook::Keyword;

/// "units in the Character arena", "Characters in your opponent's build zone".
fn attackable(i: &mut In<'_>) -> R<Filter> {
    if subject::this(i).is_ok() {
        // "Your opponent's Characters can attack this unit", wherever they are.
        return Ok(Filter {
            places: vec![crate::cardtext::who::Place::AnyArena],
            traits: vec![crate::cardtext::who::Trait::IsThis],
            ..Filter::default()
        });
    }
    let _ = eat(i, "a|an") || eat(i, "one of");
    let owner = super::filter::owner(i);
    if eat(i, "stealth unit|units") {
        return Ok(Filter {
            owner,
            traits: vec![crate::cardtext::who::Trait::Has(crate::keyword!("stealth"))],
            ..Filter::default()
        });
    }
    let filter = super::filter::described(i, owner, false)?;
    let _ = eat(i, "as though|if they|it didn't have stealth|it");
    // Without a place or a state nothing would be allowed that is not allowed anyway.
    let by_type = |alt: &Vec<Kind>| matches!(alt.as_slice(), [Kind::Type(_)]);
    let other_arena = !filter.kinds.is_empty() && filter.kinds.iter().all(by_type);
    let says = !filter.places.is_empty() || !filter.traits.is_empty() || other_arena;
    let more = ahead(i, "instead") || ahead(i, "with") || ahead(i, "using");
    if says && !more { Ok(filter) } else { fail(i) }
}

/// "This unit can attack units in the Character arena."
pub(super) fn permit(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("can|may attack").parse_next(i)?;
    if eat(i, "from your|its|the build zone") {
        return Ok(vec![Grant::FromBuildZone]);
    }
    let filter = attackable(i)?;
    Ok(vec![Grant::MayAttack(Box::new(filter))])
}

/// "rolls 1 die instead of its power".
pub(super) fn dice_instead(i: &mut In<'_>) -> R<Vec<Grant>> {
    let dice = num::number(i)?;
    p("die|dice instead of its|his|her|their power").parse_next(i)?;
    Ok(vec![Grant::Dice(dice)])
}

pub(super) fn must_attack(i: &mut In<'_>) -> R<Vec<Grant>> {
    let target = match attempt(i, the_one_spoken_of) {
        Some(who) => Some(who),
        None => attempt(i, chosen_or_unit),
    };
    let _ = eat(i, "each|every turn") || eat(i, "in each battle step");
    let _ = eat(i, "if able|possible");
    let _ = eat(i, "if it can");
    Ok(vec![Grant::MustAttack(target.map(Box::new))])
}

/// "it", "him": the unit chosen before, never the one that must attack.
fn the_one_spoken_of(i: &mut In<'_>) -> R<Who> {
    p("it|him|her").parse_next(i)?;
    match i.that {
        super::input::Ant::This => fail(i),
        that => super::input::some(i, that.who()),
    }
}

/// "your chosen unit", "this unit".
fn chosen_or_unit(i: &mut In<'_>) -> R<Who> {
    if let Some(who) = attempt(i, chosen_of) {
        return Ok(who);
    }
    if ahead(i, "it|him|her") {
        return fail(i);
    }
    subject::one(i)
}

/// "your chosen unit", "your opponent's chosen unit": of two chosen ones, by owner.
pub(crate) fn chosen_of(i: &mut In<'_>) -> R<Who> {
    let owner = super::filter::owner(i);
    if owner == Owner::Anyone || i.that != super::input::Ant::That {
        return fail(i);
    }
    p("chosen unit|character").parse_next(i)?;
    let traits = vec![crate::cardtext::who::Trait::IsThat];
    Ok(subject::each(Filter {
        owner,
        traits,
        ..Filter::default()
    }))
}

/// Damage from which units, not by which keywords, except by which units.
pub(crate) type Unprevented = (Who, Vec<Keyword>, Option<Box<Filter>>);

/// "Damage from this unit can't be prevented (by Evade)", "... can only be prevented by a Jedi".
pub(crate) fn unpreventable(i: &mut In<'_>) -> R<Unprevented> {
    let who = match attempt(i, |i| {
        let who = subject::possessive(i)?;
        p("damage").parse_next(i)?;
        Ok(who)
    }) {
        Some(who) => who,
        None => {
            p("damage done? from|by").parse_next(i)?;
            subject::who(i, subject::Mode::Event)?
        }
    };
    if eat(i, "can only be prevented by") || eat(i, "can be prevented only by") {
        let by = any_unit(i)?;
        return if super::input::at_end(i) {
            Ok((who, Vec::new(), Some(Box::new(by))))
        } else {
            fail(i)
        };
    }
    p("can't|cannot be prevented").parse_next(i)?;
    let mut by = Vec::new();
    if eat(i, "by|with|using") {
        by.push(keyword(i)?);
        while eat(i, ", or") || eat(i, "or|and") || eat(i, ",") {
            by.push(keyword(i)?);
        }
    }
    if ahead(i, "except|unless") {
        return fail(i);
    }
    Ok((who, by, None))
}

/// "Only Jedi Masters can use Evade and Deflect to prevent damage from this unit", "this unit
/// can't use Evade to prevent damage from a Jedi", "your opponent can't use Evade to ...".
pub(crate) fn barred_prevention(i: &mut In<'_>) -> R<Unprevented> {
    let by_others = eat(i, "only");
    let except = if by_others {
        let by = any_unit(i)?;
        p("can|may use").parse_next(i)?;
        by
    } else if eat(i, "your opponent can't|cannot use") {
        Filter {
            owner: Owner::Yours,
            ..Filter::default()
        }
    } else {
        subject::this(i)?;
        p("can't|cannot use").parse_next(i)?;
        Filter {
            other: true,
            ..Filter::default()
        }
    };
    let mut keywords = vec![keyword(i)?];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            return fail(i);
        }
        keyword(i)
    }) {
        keywords.push(more);
    }
    let _ = eat(i, "abilities|ability");
    p("to prevent damage from|by|done").parse_next(i)?;
    let _ = eat(i, "by");
    let who = subject::who(i, subject::Mode::Event)?;
    if super::input::at_end(i) {
        Ok((who, keywords, Some(Box::new(except))))
    } else {
        fail(i)
    }
}

/// "Attacks from this unit can't be disrupted", "your opponent can't disrupt this unit's attacks".
pub(crate) fn steady_attacks(i: &mut In<'_>) -> R<Who> {
    if eat(i, "attacks from|by") || eat(i, "an attack from|by") {
        let who = subject::who(i, subject::Mode::Event)?;
        p("can't|cannot be disrupted").parse_next(i)?;
        return Ok(who);
    }
    if eat(i, "your opponent can't|cannot disrupt") {
        let who = subject::possessive(i)?;
        p("attack|attacks").parse_next(i)?;
        return Ok(who);
    }
    let who = subject::possessive(i)?;
    p("attack|attacks can't|cannot be disrupted").parse_next(i)?;
    Ok(who)
}

/// "This unit's activated abilities can't be disrupted."
pub(crate) fn steady_abilities(i: &mut In<'_>) -> R<Who> {
    let who = subject::possessive(i)?;
    p("activated? abilities can't|cannot be disrupted").parse_next(i)?;
    Ok(who)
}
