//! Bonuses and keywords without a subject: what the unit with the text has, under a condition or for
//! a while.

use super::condition::condition;
use super::grant::{self, grant_of};
use super::input::{Ant, In, R, ahead, at_end, attempt, eat, fail, p};
use super::{duration, static_rule};
use crate::cardtext::ability::{Ability, Static, StaticRule};
use crate::cardtext::effect::{Effect, Grant};
use crate::cardtext::who::{Cond, Who};
use winnow::Parser;

/// Behind a cost: "Critical Hit 2 for this attack", "+2 power until end of turn".
pub(super) fn for_a_while(i: &mut In<'_>) -> R<Effect> {
    // Equipment speaks of its bearer, or of the card; and of another unit it could be spoken, too.
    if i.equipment || i.once || !matches!(i.it, Ant::None | Ant::This) {
        return fail(i);
    }
    let grants = grant::list(i)?;
    let until = duration::duration(i)?;
    if !at_end(i) {
        return fail(i);
    }
    Ok(Effect::Give {
        who: Who::This,
        grants,
        until,
    })
}

/// A line of its own: "Critical Hit 2 when attacking a Speeder", "Armor as long as it is untapped".
pub(super) fn limited(i: &mut In<'_>) -> R<Ability> {
    if i.equipment {
        return fail(i);
    }
    i.it = Ant::This;
    let grants = grant::list(i)?;
    let condition = if grants.iter().all(|g| matches!(g, Grant::When(..))) {
        None
    } else {
        Some(grant::as_long_as(i)?)
    };
    if at_end(i) {
        Ok(given(grants, condition))
    } else {
        fail(i)
    }
}

fn given(grants: Vec<Grant>, condition: Option<Cond>) -> Ability {
    let rule = StaticRule::Give {
        who: Who::This,
        grants,
    };
    Ability::Static(Static { condition, rule })
}

/// A further sentence that takes the place of what was read: "Retaliate 2. If this unit has 2 or more
/// damage counters on it, Retaliate 4 instead", "... it gets +2 power instead".
pub(super) fn instead(i: &mut In<'_>, first: &[Ability]) -> R<Vec<Ability>> {
    p(".").parse_next(i)?;
    if !ahead(i, "if|as") {
        return fail(i);
    }
    let who = subject_of(first);
    i.it = match who {
        Some(Who::This) => Ant::This,
        _ => Ant::None,
    };
    let (cond, second) = match attempt(i, |i| whole_sentence(i, who.as_ref())) {
        Some(found) => found,
        None if who == Some(Who::This) => bare_sentence(i)?,
        None => return fail(i),
    };
    if first.iter().map(things).sum::<usize>() > things(&second) {
        // Of several things only one could be meant.
        return fail(i);
    }
    let otherwise = Cond::Not(Box::new(cond.clone()));
    let before = first.iter().map(|a| only_if(a.clone(), &otherwise));
    let all = before.chain([only_if(second, &cond)]);
    super::input::some(i, all.collect())
}

/// How many bonuses and keywords the ability gives.
fn things(ability: &Ability) -> usize {
    match ability {
        Ability::Static(Static {
            rule: StaticRule::Give { grants, .. },
            ..
        }) => grants.len(),
        _ => 1,
    }
}

/// The unit that all of the abilities are about, if they are bonuses and keywords of one.
fn subject_of(abilities: &[Ability]) -> Option<Who> {
    let mut subjects = abilities.iter().map(|ability| match ability {
        Ability::Keyword(_) | Ability::Activated(_) => Some(Who::This),
        Ability::Static(Static {
            condition: None,
            rule: StaticRule::Give { who, .. },
        }) => Some(who.clone()),
        _ => None,
    });
    let first = subjects.next()??;
    subjects
        .all(|who| who.as_ref() == Some(&first))
        .then_some(first)
}

/// "If you control the Ground arena, this unit gets +2 power instead": about the same units.
fn whole_sentence(i: &mut In<'_>, who: Option<&Who>) -> R<(Cond, Ability)> {
    let found = static_rule::line(i)?;
    p("instead").parse_next(i)?;
    let [
        Ability::Static(Static {
            condition: Some(cond),
            rule,
        }),
    ] = found.as_slice()
    else {
        return fail(i);
    };
    let same = matches!(rule, StaticRule::Give { who: units, .. } if Some(units) == who);
    if !same || !at_end(i) {
        return fail(i);
    }
    let ability = Ability::Static(Static {
        condition: None,
        rule: rule.clone(),
    });
    Ok((cond.clone(), ability))
}

/// "If you control the Ground arena, Shields 2 instead".
fn bare_sentence(i: &mut In<'_>) -> R<(Cond, Ability)> {
    if !eat(i, "as long as") {
        p("if").parse_next(i)?;
    }
    let cond = condition(i)?;
    p(",").parse_next(i)?;
    let grants = grant::list(i)?;
    p("instead").parse_next(i)?;
    if at_end(i) {
        Ok((cond, given(grants, None)))
    } else {
        fail(i)
    }
}

/// The bonus or keyword under a condition; nothing for what is played.
fn only_if(ability: Ability, cond: &Cond) -> Option<Ability> {
    match ability {
        Ability::Static(Static {
            condition: None,
            rule,
        }) => Some(Ability::Static(Static {
            condition: Some(cond.clone()),
            rule,
        })),
        keyword @ Ability::Keyword(_) => Some(given(vec![grant_of(keyword)], Some(cond.clone()))),
        played @ Ability::Activated(_) if is_free(&played) => {
            Some(given(vec![grant_of(played)], Some(cond.clone())))
        }
        _ => None,
    }
}

/// Whether it is a keyword that costs nothing, as a bare Retaliate.
fn is_free(ability: &Ability) -> bool {
    matches!(ability, Ability::Activated(a)
        if matches!(a.effect, Effect::Keyword(_))
            && a.costs == [crate::cardtext::ability::Cost::Force(crate::cardtext::who::Num::Const(0))])
}
