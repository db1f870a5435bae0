//! What units get, lose, and may not do.

use winnow::Parser;
use winnow::combinator::alt;

use super::condition::{any_unit, condition};
use super::filter::keyword;
use super::input::{In, R, ahead, attempt, eat, fail, next_sym, p, some};
use super::{keyword_line, kinds, num, quoted, subject};
use crate::cardtext::ability::{Ability, KeywordAbility};
use crate::cardtext::effect::{Ban, Grant};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Cond, Filter, Num, Owner, Stat, Who};
use crate::rulebook::Keyword;

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
    if eat(i, "can't|cannot") {
        return bans(i);
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
    if let Some(each) = attempt(i, num::for_each) {
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
            } else {
                return fail(i);
            }
        }
        if !changed {
            return fail(i);
        }
    }
    let _ = attempt(i, num::x_clause);
    if let Some(cond) = attempt(i, when_attacking).or_else(|| attempt(i, unless_it_is)) {
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
        let of = attempt(i, any_unit);
        let ends = super::input::at_end(i) || ahead(i, "until|for|this|and|,|where");
        return if of.is_some() || ends {
            Ok(Cond::Attacking(Who::This, of))
        } else {
            fail(i)
        };
    }
    if eat(i, "when|while being? attacked") || eat(i, "when|while it|he|she is attacked") {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            any_unit(i)
        });
        return Ok(Cond::Attacked(Who::This, by));
    }
    fail(i)
}

/// A condition behind the sentence, about the bearer.
pub(crate) fn as_long_as(i: &mut In<'_>) -> R<Cond> {
    let _ = eat(i, ",");
    p("as long as").parse_next(i)?;
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

/// `+10 speed`, `-1 power`, `an additional +2 power`, `Ground card type`.
fn change(i: &mut In<'_>) -> R<Vec<Grant>> {
    if let Some(arena) = attempt(i, |i| {
        let _ = eat(i, "the");
        let arena = super::place::arena(i)?;
        p("card type").parse_next(i)?;
        Ok(arena)
    }) {
        return Ok(vec![Grant::CountsAs(arena)]);
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

fn subtype_words(i: &mut In<'_>) -> R<Vec<String>> {
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

fn keywords(i: &mut In<'_>) -> R<Vec<Grant>> {
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
    if eat(i, "its|his|her|their|all abilities")
        || eat(i, "all of? its|his|her|their abilities")
        || eat(i, "its|his|her|their game text")
    {
        return if eat(i, "except") {
            fail(i)
        } else {
            Ok(Grant::LosesAbilities)
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

/// Behind "can't".
fn bans(i: &mut In<'_>) -> R<Vec<Grant>> {
    let mut out = ban(i)?;
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            return fail(i);
        }
        let _ = eat(i, "can't|cannot");
        ban(i)
    }) {
        out.extend(more);
    }
    if ahead(i, "unless") { fail(i) } else { Ok(out) }
}

fn ban(i: &mut In<'_>) -> R<Vec<Grant>> {
    alt((ban_be, ban_use, ban_do)).parse_next(i)
}

fn cannot(ban: Ban) -> Vec<Grant> {
    vec![Grant::Cannot(ban)]
}

fn ban_be(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("be").parse_next(i)?;
    if eat(i, "attacked") {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            any_unit(i)
        });
        return if ahead(i, "by") {
            fail(i)
        } else {
            Ok(cannot(Ban::BeAttacked(by)))
        };
    }
    if eat(i, "tapped by your opponent|opponent's") {
        return fail(i);
    }
    for (word, ban) in [
        ("tapped", Ban::BeTapped),
        ("damaged", Ban::BeDamaged),
        ("discarded", Ban::BeDiscarded),
        ("retreated", Ban::Retreat),
        ("untapped", Ban::Untap),
        ("moved", Ban::Move),
        ("deployed", Ban::Deploy),
        ("equipped", Ban::Carry),
    ] {
        if eat(i, word) {
            let ends = super::input::at_end(i) || ahead(i, "or|and|,|this|until|as|during|for");
            return if ends { Ok(cannot(ban)) } else { fail(i) };
        }
    }
    fail(i)
}

/// "use Evade or Deflect", "use activated abilities", "retaliate".
fn ban_use(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("use|activate|play").parse_next(i)?;
    if eat(i, "any? activated? abilities") || eat(i, "its|his|her activated abilities") {
        return Ok(cannot(Ban::UseAbilities));
    }
    let mut out = vec![Grant::Cannot(Ban::Use(keyword(i)?))];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            return fail(i);
        }
        keyword(i)
    }) {
        out.push(Grant::Cannot(Ban::Use(more)));
    }
    let _ = eat(i, "abilities|ability");
    if ahead(i, "to") || ahead(i, "against") {
        fail(i)
    } else {
        Ok(out)
    }
}

fn ban_do(i: &mut In<'_>) -> R<Vec<Grant>> {
    if eat(i, "attack") {
        if let Some(of) = attempt(i, any_unit) {
            return Ok(cannot(Ban::Attack(Some(of))));
        }
        let ends = super::input::at_end(i) || ahead(i, "or|and|,|this|until|as|during|for");
        return if ends {
            Ok(cannot(Ban::Attack(None)))
        } else {
            fail(i)
        };
    }
    for (word, ban) in [
        ("retreat", Ban::Retreat),
        ("untap", Ban::Untap),
        ("intercept", Ban::Use(crate::keyword!("intercept"))),
        ("retaliate", Ban::Use(crate::keyword!("retaliate"))),
    ] {
        if eat(i, word) {
            let ban = match ban {
                Ban::Retreat if retreat_step(i) => Ban::RetreatStep,
                Ban::Untap if untap_step(i) => Ban::UntapStep,
                ban => ban,
            };
            let ends = super::input::at_end(i) || ahead(i, "or|and|,|this|until|as|for");
            return if ends { Ok(cannot(ban)) } else { fail(i) };
        }
    }
    if let Some(kept) = attempt(i, kept) {
        return Ok(kept);
    }
    if eat(i, "gain the") {
        let words = subtype_words(i)?;
        let ban = |s| Grant::Cannot(Ban::GainSubtype(s));
        return Ok(words.into_iter().map(ban).collect());
    }
    if let Some(both) = attempt(i, |i| {
        let gain = eat(i, "gain");
        let lose = !gain || eat(i, "or lose");
        if !gain {
            p("lose").parse_next(i)?;
        }
        numbers_kept(i, gain, lose)
    }) {
        return Ok(both);
    }
    if eat(i, "lose") {
        let mut out = vec![Grant::Cannot(Ban::Lose(keyword(i)?))];
        while let Some(k) = attempt(i, |i| {
            p("or|and").parse_next(i)?;
            keyword(i)
        }) {
            out.push(Grant::Cannot(Ban::Lose(k)));
        }
        return Ok(out);
    }
    if eat(i, "prevent damage") && super::input::at_end(i) {
        return Ok(cannot(Ban::Prevent));
    }
    fail(i)
}

/// "during your retreat step": effects may retreat it all the same.
pub(crate) fn retreat_step(i: &mut In<'_>) -> bool {
    eat(i, "during your|its|their|the retreat step") || eat(i, "during his or her retreat step")
}

/// "during its untap step": effects may untap it all the same.
fn untap_step(i: &mut In<'_>) -> bool {
    eat(i, "during your|its|their|the untap step") || eat(i, "during his or her untap step")
}

/// "lose speed, its subtype, or its game text": numbers and all of another sort.
fn kept(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("lose").parse_next(i)?;
    let mut out = Vec::new();
    let mut other = false;
    loop {
        if eat(i, "its|his|her|their subtype|subtypes") {
            other = true;
            out.push(Grant::Cannot(Ban::LoseSubtypes));
        } else if eat(i, "its|his|her|their game text") || eat(i, "its|his|her|their abilities") {
            other = true;
            out.push(Grant::Cannot(Ban::LoseAbilities));
        } else {
            let (printed, stat) = num::stat(i)?;
            if printed || !matches!(stat, Stat::Speed | Stat::Power | Stat::Health) {
                return fail(i);
            }
            out.push(Grant::Cannot(Ban::LoseStat(stat)));
        }
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            break;
        }
    }
    if other { Ok(out) } else { fail(i) }
}

/// "gain power", "lose speed or power", "gain or lose speed".
fn numbers_kept(i: &mut In<'_>, gain: bool, lose: bool) -> R<Vec<Grant>> {
    let mut out = Vec::new();
    loop {
        let (printed, stat) = num::stat(i)?;
        // Only what effects change: the others are no numbers a unit gains or loses.
        if printed || !matches!(stat, Stat::Speed | Stat::Power | Stat::Health) {
            return fail(i);
        }
        if gain {
            out.push(Grant::Cannot(Ban::Gain(stat)));
        }
        if lose {
            out.push(Grant::Cannot(Ban::LoseStat(stat)));
        }
        if !(eat(i, "or|and")) {
            return if ahead(i, ",") { fail(i) } else { Ok(out) };
        }
    }
}

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
    let filter = super::filter::described(i, owner, false)?;
    // Without a place or a state nothing would be allowed that is not allowed anyway.
    let says = !filter.places.is_empty() || !filter.traits.is_empty();
    let more = ahead(i, "instead") || ahead(i, "with") || ahead(i, "using");
    if says && !more { Ok(filter) } else { fail(i) }
}

/// "This unit can attack units in the Character arena."
fn permit(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("can|may attack").parse_next(i)?;
    if eat(i, "from your|its|the build zone") {
        return Ok(vec![Grant::FromBuildZone]);
    }
    let filter = attackable(i)?;
    Ok(vec![Grant::MayAttack(Box::new(filter))])
}

/// "rolls 1 die instead of its power".
fn dice_instead(i: &mut In<'_>) -> R<Vec<Grant>> {
    let dice = num::number(i)?;
    p("die|dice instead of its|his|her|their power").parse_next(i)?;
    Ok(vec![Grant::Dice(dice)])
}

fn must_attack(i: &mut In<'_>) -> R<Vec<Grant>> {
    let target = attempt(i, chosen_or_unit);
    let _ = eat(i, "if able|possible");
    let _ = eat(i, "if it can");
    Ok(vec![Grant::MustAttack(target.map(Box::new))])
}

/// "your chosen unit", "this unit".
fn chosen_or_unit(i: &mut In<'_>) -> R<Who> {
    if let Some(who) = attempt(i, chosen_of) {
        return Ok(who);
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

/// Damage from which units, not by which keywords, except by which units.
pub(crate) type Unprevented = (Who, Vec<Keyword>, Option<Box<Filter>>);

/// "Damage from this unit can't be prevented (by Evade)", "... can only be prevented by a Jedi".
pub(crate) fn unpreventable(i: &mut In<'_>) -> R<Unprevented> {
    p("damage from|by").parse_next(i)?;
    let who = subject::who(i, subject::Mode::Event)?;
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
/// can't use Evade to prevent damage from a Jedi".
pub(crate) fn barred_prevention(i: &mut In<'_>) -> R<Unprevented> {
    let by_others = eat(i, "only");
    let except = if by_others {
        let by = any_unit(i)?;
        p("can|may use").parse_next(i)?;
        by
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
