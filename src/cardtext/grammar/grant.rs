//! What units get, lose, and may not do.

use winnow::Parser;
use winnow::combinator::alt;

use super::ban::bans;
use super::condition::{any_unit, condition};
use super::filter::keyword;
use super::grant_attack::{dice_instead, must_attack, permit};
use super::input::{In, R, ahead, attempt, eat, fail, next_sym, p, some};
use super::{keyword_line, kinds, num, quoted, subject};
use crate::cardtext::ability::{Ability, KeywordAbility};
use crate::cardtext::effect::Grant;
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Cond, Filter, Num, Stat, Trait, Who};

/// Everything said about the subject: "gets +2 power and Armor and can't be attacked".
pub(crate) fn predicate(i: &mut In<'_>) -> R<Vec<Grant>> {
    let mut out = verb_phrase(i)?;
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ", and") || eat(i, "and") || eat(i, ",");
        let _ = eat(i, "it|he|she|they");
        verb_phrase(i)
    }) {
        out.extend(more);
    }
    Ok(out)
}

fn verb_phrase(i: &mut In<'_>) -> R<Vec<Grant>> {
    let _ = eat(i, "each|also|either");
    if eat(i, "gets|get|gains|gain|has|have|receives also? :? either?") {
        return list(i);
    }
    if eat(i, "loses|lose") {
        return losses(i);
    }
    if eat(i, "can't|cannot") || eat(i, "may not") {
        return bans(i);
    }
    if eat(i, "can only") || ahead(i, "can be attacked only by") && eat(i, "can") {
        return super::ban::only(i);
    }
    if eat(i, "can|may attack only") {
        return super::ban::attack_only(i);
    }
    if eat(i, "doesn't|don't untap") {
        return super::ban::untap_step(i);
    }
    if eat(
        i,
        "can|may stay|remain tapped during its|his|her|their|your untap step",
    ) {
        return Ok(vec![Grant::MayStayTapped]);
    }
    if ahead(i, "can|may attack") {
        return permit(i);
    }
    if eat(i, "must attack") {
        return must_attack(i);
    }
    if eat(i, "rolls|roll") {
        return dice_instead(i);
    }
    fail(i)
}

/// Items joined by commas and "and", with what limits all of them.
pub(crate) fn list(i: &mut In<'_>) -> R<Vec<Grant>> {
    let mut out = item(i)?;
    loop {
        let more = attempt(i, |i| {
            if !(eat(i, ", and") || eat(i, "and also?") || eat(i, ",")) {
                return fail(i);
            }
            item(i)
        });
        match more {
            Some(more) => out.extend(more),
            None => break,
        }
    }
    suffix(i, out)
}

/// "for each ...", "when attacking ...", "as long as ..." behind the list.
pub(crate) fn suffix(i: &mut In<'_>, mut grants: Vec<Grant>) -> R<Vec<Grant>> {
    if let Some(each) = attempt(i, super::multiplier::for_each) {
        let mut changed = false;
        for grant in &mut grants {
            if let Grant::Change(_, n) = grant {
                *n = num::times(n.clone(), each.clone());
                changed = true;
            } else if let Grant::Keyword(KeywordAbility {
                value: crate::cardtext::ability::KeywordValue::Number(n),
                ..
            }) = grant
            {
                *n = num::times(n.clone(), each.clone());
                changed = true;
            } else {
                return fail(i);
            }
        }
        if !changed {
            return fail(i);
        }
        if let Some(most) = attempt(i, at_most) {
            let [one] = grants.as_mut_slice() else {
                return fail(i);
            };
            some(i, cap(one, most))?;
        }
    }
    let _ = attempt(i, num::x_clause);
    let measured = i.measured;
    if let Some(cond) = attempt(i, when_attacking).or_else(|| attempt(i, unless_it_is)) {
        // "A unit with lower speed" than the one that attacks it, which has what it gets.
        i.measured = measured;
        grants = grants
            .into_iter()
            .map(|g| Grant::When(cond.clone(), Box::new(g)))
            .collect();
        if matches!(cond, Cond::Attacking(..)) && i.that == super::input::Ant::None {
            // What X is, is said behind it; "that unit" is the one attacked.
            let mut look = *i;
            look.that = super::input::Ant::Defender;
            if num::x_clause(&mut look).is_ok() {
                i.toks = look.toks;
            }
        }
    }
    Ok(grants)
}

/// ", up to +3", ", to a maximum of +3 power" behind what is counted.
fn at_most(i: &mut In<'_>) -> R<i32> {
    let _ = eat(i, ",");
    if !eat(i, "up to") {
        p("to a maximum of").parse_next(i)?;
    }
    let _ = eat(i, "+");
    let most = num::count(i)?;
    let _ = attempt(i, num::stat);
    Ok(most)
}

/// A bonus that is counted is no more than that; nothing where it takes something away.
fn cap(grant: &mut Grant, most: i32) -> Option<()> {
    let (Grant::Change(_, n)
    | Grant::Keyword(KeywordAbility {
        value: crate::cardtext::ability::KeywordValue::Number(n),
        ..
    })) = grant
    else {
        return None;
    };
    if matches!(n, Num::Times(k, _) if *k < 0) {
        return None;
    }
    *n = Num::AtMost(Box::new(n.clone()), Box::new(Num::Const(most)));
    Some(())
}

/// "unless it's a Creature or Aquatic": the bearer is none of these.
fn unless_it_is(i: &mut In<'_>) -> R<Cond> {
    if !(eat(i, "unless it's|he's|she's a|an") || eat(i, "unless it|he|she is a|an")) {
        return fail(i);
    }
    let kinds = super::filter::kinds(i)?;
    if kinds.is_empty() || !super::input::at_end(i) {
        return fail(i);
    }
    let filter = Filter {
        kinds,
        ..Filter::default()
    };
    Ok(Cond::Not(Box::new(Cond::Is(Who::This, filter))))
}

/// "when attacking a Jedi", "when attacking a Pilot or a unit with a Pilot": the bearer's own attack.
fn when_attacking(i: &mut In<'_>) -> R<Cond> {
    let mut any = vec![one_attack(i)?];
    // A second description of what is attacked; one with a determiner is no further kind.
    while let Some(more) = attempt(i, |i| {
        p("or").parse_next(i)?;
        if !ahead(i, "a|an|one|any") {
            return fail(i);
        }
        let of = any_unit(i)?;
        Ok(match any.last() {
            Some(Cond::Attacked(..)) => Cond::Attacked(Who::This, Some(of)),
            _ => Cond::Attacking(Who::This, Some(of)),
        })
    }) {
        any.push(more);
    }
    if any.len() > 1 {
        return Ok(Cond::Any(any));
    }
    some(i, any.pop())
}

fn one_attack(i: &mut In<'_>) -> R<Cond> {
    if let Some(with) = attempt(i, |i| {
        p("when|while using").parse_next(i)?;
        keyword(i)
    }) {
        if !super::keyword_line::is_attacked_with(with) {
            // Nothing tells when the unit is using any other.
            return fail(i);
        }
        let using = Filter {
            traits: vec![Trait::AttacksWith(with)],
            ..Filter::default()
        };
        return Ok(Cond::Is(Who::This, using));
    }
    if eat(i, "when|while attacking")
        || eat(i, "when|whenever|while it|he|she attacks")
        || eat(i, "when it's attacking")
    {
        if subject::this(&mut i.clone()).is_ok() {
            // "when attacking this unit" is the attack of another unit.
            return fail(i);
        }
        if ahead(i, "unit") {
            // A word is missing: which unit?
            return fail(i);
        }
        let of = attempt(i, compared_with_bearer);
        let ends = super::input::at_end(i) || ahead(i, "until|for|this|and|,|where");
        return if of.is_some() || ends {
            Ok(Cond::Attacking(Who::This, of))
        } else {
            fail(i)
        };
    }
    if eat(i, "when|while being? attacked")
        || eat(i, "when|while defending")
        || eat(i, "when|while it|he|she is attacked")
    {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            any_unit(i)
        });
        return Ok(Cond::Attacked(Who::This, by));
    }
    fail(i)
}

/// "A unit with lower speed" than the one that attacks it, whichever was chosen before.
fn compared_with_bearer(i: &mut In<'_>) -> R<Filter> {
    let mut other = *i;
    i.measured = false;
    let of = any_unit(i)?;
    if !i.measured {
        return Ok(of);
    }
    other.that = super::input::Ant::None;
    let of = any_unit(&mut other)?;
    i.toks = other.toks;
    Ok(of)
}

/// A condition behind the sentence, about the bearer.
pub(crate) fn as_long_as(i: &mut In<'_>) -> R<Cond> {
    let _ = eat(i, ",");
    if !eat(i, "as long as") {
        p("while").parse_next(i)?;
    }
    condition(i)
}

fn item(i: &mut In<'_>) -> R<Vec<Grant>> {
    alt((quote, change, subtype, keywords)).parse_next(i)
}

/// `"Pay 1 Force -> Evade 1"`: the abilities in quotes.
fn quote(i: &mut In<'_>) -> R<Vec<Grant>> {
    let abilities = quoted(i)?;
    Ok(abilities.into_iter().map(grant_of).collect())
}

/// An ability as a grant: plain keywords are keywords.
pub(crate) fn grant_of(ability: Ability) -> Grant {
    match ability {
        Ability::Keyword(k) => Grant::Keyword(k),
        other => Grant::Ability(Box::new(other)),
    }
}

/// `+10 speed`, `-1 power`, `an additional +2 power`.
fn change(i: &mut In<'_>) -> R<Vec<Grant>> {
    if eat(i, "double its|his|her|their") {
        let (printed, stat) = num::stat(i)?;
        let changes = matches!(stat, Stat::Speed | Stat::Power | Stat::Health);
        return if printed || !changes {
            fail(i)
        } else {
            Ok(vec![Grant::Multiply(stat, 2)])
        };
    }
    let _ = eat(i, "an additional|extra");
    let n = num::signed(i)?;
    let (printed, stat) = num::stat(i)?;
    if printed
        || matches!(
            stat,
            Stat::BuildCost | Stat::TotalBuildCost | Stat::RemainingHealth
        )
    {
        return fail(i);
    }
    Ok(vec![Grant::Change(stat, n)])
}

/// "the Jedi subtype", "the Rebel and Spy subtypes".
fn subtype(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("the").parse_next(i)?;
    let words = subtype_words(i)?;
    Ok(words.into_iter().map(Grant::Subtype).collect())
}

pub(super) fn subtype_words(i: &mut In<'_>) -> R<Vec<String>> {
    let mut out = Vec::new();
    loop {
        let found = kinds::alt_kinds(i)?;
        for kind in found.kinds {
            match kind {
                crate::cardtext::who::Kind::Subtype(s) => out.push(s),
                _ => return fail(i),
            }
        }
        if !eat(i, "and") {
            break;
        }
    }
    p("subtype|subtypes").parse_next(i)?;
    if out.is_empty() { fail(i) } else { Ok(out) }
}

pub(super) fn keywords(i: &mut In<'_>) -> R<Vec<Grant>> {
    keyword_line::plain(i).map(|k| vec![Grant::Keyword(k)])
}

/// Behind "loses": "Armor and Shields", "2 power", "the Jedi subtype", "all abilities".
fn losses(i: &mut In<'_>) -> R<Vec<Grant>> {
    let mut out = vec![loss(i)?];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", and|or") || eat(i, "and|or") || eat(i, ",")) {
            return fail(i);
        }
        loss(i)
    }) {
        out.push(more);
    }
    suffix(i, out)
}

fn loss(i: &mut In<'_>) -> R<Grant> {
    if eat(i, "its|his|her|their|all abilities") || eat(i, "all of? its|his|her|their abilities") {
        return if eat(i, "except") {
            fail(i)
        } else {
            Ok(Grant::LosesAbilities)
        };
    }
    if eat(i, "its|his|her|their game text") {
        return if ahead(i, "except|granted") {
            fail(i)
        } else {
            Ok(Grant::LosesText)
        };
    }
    if eat(i, "the") {
        let words = subtype_words(i)?;
        let one = if words.len() == 1 {
            words.into_iter().next()
        } else {
            None
        };
        return Ok(Grant::LosesSubtype(some(i, one)?));
    }
    if let Some(n) = attempt(i, num::number) {
        let (printed, stat) = num::stat(i)?;
        return if printed {
            fail(i)
        } else {
            Ok(Grant::Change(stat, num::negative(n)))
        };
    }
    let keyword = keyword(i)?;
    if matches!(next_sym(i), Some(Sym::Num(_))) {
        fail(i)
    } else {
        Ok(Grant::Loses(keyword))
    }
}

/// A static change of a number to a value: "power and health are equal to ...".
pub(crate) fn set(i: &mut In<'_>) -> R<Vec<Grant>> {
    let mut stats = vec![num::stat(i)?];
    while eat(i, ", and|,") || eat(i, "and") || eat(i, ",") {
        stats.push(num::stat(i)?);
    }
    p("is|are|becomes|become each?").parse_next(i)?;
    let _ = eat(i, "equal to");
    let n = num::counted(i)?;
    set_all(i, stats, &n)
}

fn set_all(i: &mut In<'_>, stats: Vec<(bool, Stat)>, n: &Num) -> R<Vec<Grant>> {
    if stats.iter().any(|(printed, _)| *printed) {
        return fail(i);
    }
    Ok(stats
        .into_iter()
        .map(|(_, stat)| Grant::Set(stat, n.clone()))
        .collect())
}
