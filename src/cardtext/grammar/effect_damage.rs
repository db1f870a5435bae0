//! Damage and its prevention.

use winnow::Parser;

use super::effect::prevented;
use super::input::{Ant, In, Much, R, ahead, attempt, eat, fail, p, some};
use super::subject::{self, Mode};
use super::{duration, give, num};
use crate::cardtext::ability::{Amount, StaticRule};
use crate::cardtext::effect::{Barred, Effect};
use crate::cardtext::who::{Filter, Kind, Num, Place, Quantity, Selector, Who};

/// "This unit does 3 damage to that unit", "do 2 dice of damage to ...".
pub(crate) fn damage(i: &mut In<'_>) -> R<Effect> {
    if let Some(effect) = attempt(i, taken) {
        return Ok(effect);
    }
    // "That unit may do that much damage": its controller decides.
    let spoken = other_spoken_of(i);
    let optional = attempt(i, |i| {
        let who = subject::one(i)?;
        p("may do").parse_next(i)?;
        Ok(who)
    });
    if let Some(source) = optional {
        let much = amount(i)?;
        let target = to(i, &source, spoken)?;
        let damage = done(&source, target, much);
        return Ok(Effect::May(
            crate::cardtext::who::Player::You,
            Box::new(damage),
        ));
    }
    let source = if eat(i, "do|deal|deals") {
        Who::This
    } else if eat(i, "does") {
        some(i, i.it.who())?
    } else {
        let who = subject::one(i)?;
        p("does|do|deals|deal").parse_next(i)?;
        who
    };
    if let Some((amount, dice, preventable)) = attempt(i, amount) {
        let at_end = ahead(i, "when the|this|that attack ends");
        let target = if at_end {
            // "It does 1 additional damage when the attack ends": to whom it attacked.
            Who::Defender
        } else {
            to(i, &source, spoken)?
        };
        let mut all = vec![done(&source, target, (amount, dice, preventable))];
        while let Some(more) = attempt(i, |i| further(i, &source)) {
            all.push(more);
        }
        return Ok(super::effect::sequence(all));
    }
    if let Some(effect) = attempt(i, |i| divided(i, &source)) {
        return Ok(effect);
    }
    // "does damage to that unit equal to ..."
    p("damage").parse_next(i)?;
    let first = attempt(i, |i| {
        p("equal to").parse_next(i)?;
        num::counted(i)
    });
    let target = to(i, &source, spoken)?;
    let amount = match first {
        Some(amount) => amount,
        None => {
            p("equal to").parse_next(i)?;
            num::counted(i)?
        }
    };
    Ok(Effect::Damage {
        source,
        target,
        amount,
        dice: false,
        preventable: true,
        barred: None,
    })
}

/// "That unit takes 2 damage": this unit, or the card that is played, does it.
fn taken(i: &mut In<'_>) -> R<Effect> {
    let target = subject::target(i)?;
    p("takes|take").parse_next(i)?;
    let much = amount(i)?;
    Ok(done(&Who::This, target, much))
}

/// "... and 1 damage to one of your opponent's units in the Ground arena", of the same source.
fn further(i: &mut In<'_>, source: &Who) -> R<Effect> {
    let _ = eat(i, ",");
    p("and").parse_next(i)?;
    let much = amount(i)?;
    let spoken = other_spoken_of(i);
    let target = to(i, source, spoken)?;
    Ok(done(source, target, much))
}

/// So much damage, dice of it or not, preventable or not.
fn done(source: &Who, target: Who, (amount, dice, preventable): (Num, bool, bool)) -> Effect {
    Effect::Damage {
        source: source.clone(),
        target,
        amount,
        dice,
        preventable,
        barred: None,
    }
}

/// "10 damage divided as you choose between your opponent's units in the Ground arena".
fn divided(i: &mut In<'_>, source: &Who) -> R<Effect> {
    let amount = num::number(i)?;
    p("damage divided as you choose|like between|among").parse_next(i)?;
    let among = match attempt(i, one_or_more) {
        Some(among) => among,
        None => match subject::target(i)? {
            Who::Units(mut s) => {
                if s.quantity == Quantity::Each {
                    s.quantity = Quantity::AnyNumber;
                }
                Who::Units(s)
            }
            _ => return fail(i),
        },
    };
    Ok(Effect::Divide {
        source: source.clone(),
        among,
        amount,
    })
}

/// "1 or 2 of your opponent's units", "1, 2, or 3 of your opponent's units".
fn one_or_more(i: &mut In<'_>) -> R<Who> {
    let mut most = num::count(i)?;
    let mut ways = 1;
    while let Some(n) = attempt(i, |i| {
        if !(eat(i, ", or") || eat(i, "or") || eat(i, ",")) {
            return fail(i);
        }
        num::count(i)
    }) {
        ways += 1;
        most = most.max(n);
    }
    p("of").parse_next(i)?;
    let owner = super::filter::owner(i);
    let mut filter = super::filter::described(i, owner, false)?;
    if filter.places.is_empty() {
        filter.places.push(Place::Anywhere);
    }
    super::filter::spoken_of(i);
    if ways < 2 {
        return fail(i);
    }
    Ok(Who::Units(Selector {
        quantity: Quantity::UpTo(Num::Const(most)),
        filter,
    }))
}

/// Behind damage: "This damage can only be prevented by a Jedi Master", "Your opponent can't use
/// Evade to prevent that damage unless that unit is a Jedi Master".
pub(crate) fn barred(i: &mut In<'_>) -> R<Barred> {
    if eat(i, "this|that damage can only be prevented by")
        || eat(i, "this|that damage can be prevented only by")
    {
        let by = super::condition::any_unit(i)?;
        return Ok(Barred {
            by: Vec::new(),
            except: Some(by),
        });
    }
    if !(eat(i, "your opponent can't|cannot use") || eat(i, "that unit can't|cannot use")) {
        return fail(i);
    }
    let mut by = vec![super::filter::keyword(i)?];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            return fail(i);
        }
        super::filter::keyword(i)
    }) {
        by.push(more);
    }
    let _ = eat(i, "abilities|ability");
    p("to prevent this|that damage").parse_next(i)?;
    let except = attempt(i, |i| {
        p("unless").parse_next(i)?;
        subject::one(i)?;
        p("is a|an").parse_next(i)?;
        let kinds = super::filter::kinds(i)?;
        Ok(Filter {
            kinds,
            ..Filter::default()
        })
    });
    if super::input::at_end(i) {
        Ok(Barred { by, except })
    } else {
        fail(i)
    }
}

/// "3 damage", "X dice of damage", "that much damage", "2 unpreventable damage".
fn amount(i: &mut In<'_>) -> R<(Num, bool, bool)> {
    if eat(i, "that much damage") {
        let n = some(i, i.much.num())?;
        return Ok((n, false, true));
    }
    if eat(i, "a number of dice of damage equal to") {
        return Ok((num::counted(i)?, true, true));
    }
    let n = num::number(i)?;
    if eat(i, "additional|extra|more") && i.much == Much::Done {
        // It adds to the damage that set it off, which is over; as damage of its own it would set
        // itself off again.
        return fail(i);
    }
    let preventable = !eat(i, "unpreventable");
    let dice = eat(i, "dice|die of");
    p("damage").parse_next(i)?;
    if ahead(i, "divided") {
        fail(i)
    } else {
        Ok((n, dice, preventable))
    }
}

/// To whom; "it" is never the unit that does the damage, which would be "itself".
fn to(i: &mut In<'_>, source: &Who, spoken: Option<Ant>) -> R<Who> {
    p("to").parse_next(i)?;
    if eat(i, "itself|himself|herself") {
        return Ok(source.clone());
    }
    let before = *i;
    let target = subject::target(i)?;
    let read = before.toks.len() - i.toks.len();
    let pronoun = read == 1 && (ahead(&before, "it|him") || ahead(&before, "her"));
    if !pronoun {
        return Ok(target);
    }
    let ant = some(i, spoken)?;
    i.it = ant;
    let meant = some(i, ant.who())?;
    if meant == *source { fail(i) } else { Ok(meant) }
}

/// The one unit besides this one that was spoken of, if it is one: "it" behind a verb of this unit.
/// Where nothing but this unit was spoken of, it is this one.
fn other_spoken_of(i: &In<'_>) -> Option<Ant> {
    match (i.it, i.that) {
        (Ant::None, that) | (Ant::This, that) if that != Ant::None => Some(that),
        // In an attack these two are never taken for each other.
        (it @ (Ant::Attacker | Ant::Defender), _) => Some(it),
        (it, that) if it == that || it == Ant::This => Some(it),
        _ => None,
    }
}

/// "Prevent up to 3 damage to one of your units", "prevent 2 of that damage".
pub(crate) fn prevent(i: &mut In<'_>) -> R<Effect> {
    if let Some(effect) = attempt(i, backwards) {
        return Ok(effect);
    }
    p("prevent|prevents").parse_next(i)?;
    if let Some(amount) = attempt(i, of_that) {
        let target = pending(i)?;
        prevented(i);
        return Ok(Effect::Prevent {
            target,
            amount,
            from: None,
        });
    }
    let amount = how_much(i)?;
    if i.that == Ant::That {
        // "2 more damage to that unit" beside a prevention of its own.
        let _ = eat(i, "more");
    }
    p("damage").parse_next(i)?;
    let _ = ahead(i, "that would be done to") && eat(i, "that would be done");
    let mut effect = directed(i, amount)?;
    if let Effect::Prevent {
        amount: Amount::Half { up },
        ..
    } = &mut effect
    {
        let _ = eat(i, ",");
        *up = eat(i, "rounded|round up");
        let _ = eat(i, "rounded|round down");
    }
    prevented(i);
    Ok(effect)
}

/// "All damage to Yoda prevent."
fn backwards(i: &mut In<'_>) -> R<Effect> {
    let amount = how_much(i)?;
    p("damage to").parse_next(i)?;
    let target = subject::target(i)?;
    p("prevent").parse_next(i)?;
    Ok(Effect::Prevent {
        target,
        amount,
        from: None,
    })
}

/// To whom, from whom, and for how long.
fn directed(i: &mut In<'_>, amount: Amount) -> R<Effect> {
    if eat(i, "to") {
        let target = subject::target(i)?;
        return done_to(i, target, amount);
    }
    let _ = eat(i, "that");
    let source = if eat(i, "done by") || eat(i, "from") || eat(i, "by") {
        subject::target(i)?
    } else {
        let who = subject::target(i)?;
        p("would do").parse_next(i)?;
        who
    };
    let to = the_other(i, |i| p("to").parse_next(i))?;
    let to = to.unwrap_or_else(|| subject::each(crate::cardtext::who::Filter::default()));
    if let Some(until) = attempt(i, duration::duration).or(i.dur) {
        if !matches!(to, Who::Units(_)) {
            // The rule is a text of the other unit, which would speak of itself.
            return fail(i);
        }
        let rule = StaticRule::Prevent {
            to,
            from: Some(Who::This),
            amount,
            attack_only: false,
        };
        return Ok(give::shielded(source, rule, until));
    }
    Ok(Effect::Prevent {
        target: to,
        amount,
        from: Some(source),
    })
}

/// The damage to the target, of whom and for how long.
fn done_to(i: &mut In<'_>, target: Who, amount: Amount) -> R<Effect> {
    let from = the_other(i, |i| {
        p("from|by|done").parse_next(i)?;
        let _ = eat(i, "by");
        Ok(())
    })?;
    if let Some(until) = attempt(i, duration::duration).or(i.dur) {
        let rule = StaticRule::Prevent {
            to: Who::This,
            from,
            amount,
            attack_only: false,
        };
        return Ok(give::shielded(target, rule, until));
    }
    let named = |s: &Selector| {
        let only_names = |all: &Vec<Kind>| matches!(all.as_slice(), [Kind::Name(_)]);
        !s.filter.kinds.is_empty() && s.filter.kinds.iter().all(only_names)
    };
    if matches!(&target, Who::Units(s) if s.quantity == Quantity::Each && !named(s)) {
        // Damage to several units at once is prevented on each of them, which nothing does.
        return fail(i);
    }
    Ok(Effect::Prevent {
        target,
        amount,
        from,
    })
}

/// Who does the damage or suffers it besides the one named first, behind such words. Of pending
/// damage "one unit" is the one chosen; what lasts is about any, and not about some that are chosen:
/// the rule would not know of them.
fn the_other(i: &mut In<'_>, behind: fn(&mut In<'_>) -> R<()>) -> R<Option<Who>> {
    let before = *i;
    let read = |i: &mut In<'_>, mode| {
        behind(i)?;
        subject::who(i, mode)
    };
    let chosen = attempt(i, |i| read(i, Mode::Target));
    if i.dur.is_none() && duration::duration(&mut i.clone()).is_err() {
        return Ok(chosen);
    }
    *i = before;
    let mut look = before;
    if behind(&mut look).is_ok() && ahead(&look, "one|up|1|2|3") {
        return fail(i);
    }
    Ok(attempt(i, |i| read(i, Mode::Event)))
}

/// In front of "damage".
pub(crate) fn how_much(i: &mut In<'_>) -> R<Amount> {
    if eat(i, "all but") {
        return Ok(Amount::AllBut(num::number(i)?));
    }
    if eat(i, "all|any of? the?") {
        return Ok(Amount::All);
    }
    if eat(i, "up to") {
        return Ok(Amount::UpTo(num::number(i)?));
    }
    if eat(i, "half of? the?") {
        return Ok(Amount::Half { up: false });
    }
    if eat(i, "that much") {
        return Ok(Amount::Exactly(some(i, i.much.num())?));
    }
    Ok(Amount::Exactly(num::number(i)?))
}

/// "2 of that damage", "all of that damage", "that damage", "half of that damage, rounded up".
pub(crate) fn of_that(i: &mut In<'_>) -> R<Amount> {
    if eat(i, "that|the damage") {
        return if ahead(i, "to|from") {
            fail(i)
        } else {
            Ok(Amount::All)
        };
    }
    let amount = how_much(i)?;
    let _ = eat(i, "of");
    p("that damage").parse_next(i)?;
    Ok(match amount {
        Amount::Half { .. } => {
            let _ = eat(i, ",");
            let up = eat(i, "rounded|round up");
            let _ = eat(i, "rounded|round down");
            Amount::Half { up }
        }
        other => other,
    })
}

/// The unit whose pending damage "that damage" is.
fn pending(i: &mut In<'_>) -> R<Who> {
    match (i.it, i.that) {
        (Ant::This, _) => Ok(Who::This),
        (Ant::Patient, _) => Ok(Who::Patient),
        (_, Ant::Patient) => Ok(Who::Patient),
        _ => fail(i),
    }
}
