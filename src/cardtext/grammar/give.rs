//! Units get something for a while.

use winnow::Parser;
use winnow::combinator::alt;

use super::grant::{self, grant_of};
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::kinds::name_span;
use super::subject::{self, Mode};
use super::{duration, grant_attack, num, trigger};
use crate::cardtext::ability::{Ability, Static, StaticRule};
use crate::cardtext::effect::{Ban, Duration, Effect, Grant};
use crate::cardtext::who::{Cond, Place, Stat, Who};

/// The subject of a bonus. In quotations given to a named unit that name is its own, and in those
/// given to any other unit than this one, this one's name is that of another unit.
pub(crate) fn subject<'t>(i: &mut In<'t>, mode: Mode) -> R<Who> {
    let named: Option<&'t [crate::cardtext::tokens::Tok]> = {
        let mut look = *i;
        if subject::this(&mut look).is_ok() {
            None
        } else {
            name_span(i, false).ok().map(|(toks, _)| toks)
        }
    };
    let who = match attempt(i, grant_attack::chosen_of) {
        Some(who) => who,
        None => subject::who(i, mode)?,
    };
    i.bearer = match (&who, named) {
        (Who::This, _) => None,
        (Who::Units(_), Some(toks)) => Some(toks),
        _ => Some(&[]),
    };
    Ok(who)
}

/// "One of your Jedi gets +2 power until end of turn."
pub(crate) fn give(i: &mut In<'_>) -> R<Effect> {
    let implied = ahead(i, "gets|loses|can't") && i.it != Ant::None;
    let who = if implied {
        let who = some(i, i.it.who())?;
        i.bearer = (who != Who::This).then_some(&[]);
        who
    } else {
        subject(i, Mode::Target)?
    };
    let ant = match who {
        Who::This => Ant::This,
        // Of this unit and that one, "it" could be either from here on.
        Who::Attacker | Who::Defender if i.it == Ant::This => Ant::None,
        _ => i.it,
    };
    i.measured = false;
    let second = attempt(i, |i| {
        // "One of your Jedi and one of your Clones each get +2 power": both of them.
        p("and").parse_next(i)?;
        let second = subject(i, Mode::Target)?;
        if ahead(i, "each? get|gain|gets|gains") {
            Ok(second)
        } else {
            fail(i)
        }
    });
    if eat(i, "each") && false_start(i) {
        return fail(i);
    }
    if second.is_none()
        && let Some(effect) = attempt(i, |i| either(i, &who))
    {
        i.bearer = None;
        return Ok(effect);
    }
    let early = attempt(i, |i| {
        p(",").parse_next(i)?;
        let d = duration::duration(i)?;
        p(",").parse_next(i)?;
        Ok(d)
    });
    let grants = grant::predicate(i)?;
    i.bearer = None;
    let all = matches!(&who, Who::Units(s) if s.quantity == crate::cardtext::who::Quantity::Each);
    if all && std::mem::take(&mut i.measured) {
        // "Each of your Jedi can't be attacked by units with lower speed": than which of them?
        return fail(i);
    }
    let until = lasting(i, early)?;
    if matches!(grants.as_slice(), [Grant::MustAttack(_)]) {
        let _ = eat(i, "if able|possible") || eat(i, "if it can");
    }
    let grants = conditional(i, grants, &who)?;
    i.it = ant;
    if let Some(other) = second {
        let give = |who, grants| Effect::Give { who, grants, until };
        return Ok(Effect::Seq(vec![
            give(who, grants.clone()),
            give(other, grants),
        ]));
    }
    Ok(Effect::Give { who, grants, until })
}

/// "This unit's power becomes 6 for this attack", "double the power of one of your units".
pub(crate) fn numbers(i: &mut In<'_>) -> R<Effect> {
    let (who, grants) = alt((doubled_first, doubled_behind, set_to)).parse_next(i)?;
    let until = lasting(i, None)?;
    Ok(Effect::Give { who, grants, until })
}

/// "double that unit's power".
fn doubled_first(i: &mut In<'_>) -> R<(Who, Vec<Grant>)> {
    p("double").parse_next(i)?;
    whose_number(i)
}

/// "that unit's power is doubled".
fn doubled_behind(i: &mut In<'_>) -> R<(Who, Vec<Grant>)> {
    let found = whose_number(i)?;
    p("is doubled").parse_next(i)?;
    Ok(found)
}

fn set_to(i: &mut In<'_>) -> R<(Who, Vec<Grant>)> {
    let who = subject::possessive(i)?;
    Ok((who, grant::set(i)?))
}

/// "that unit's power", "the power of one of your units", twice as much.
fn whose_number(i: &mut In<'_>) -> R<(Who, Vec<Grant>)> {
    let (who, printed, stat) = match attempt(i, subject::possessive) {
        Some(who) => {
            let (printed, stat) = num::stat(i)?;
            (who, printed, stat)
        }
        None => {
            p("the").parse_next(i)?;
            let (printed, stat) = num::stat(i)?;
            p("of").parse_next(i)?;
            (subject::target(i)?, printed, stat)
        }
    };
    let changes = matches!(stat, Stat::Speed | Stat::Power | Stat::Health);
    if printed || !changes {
        fail(i)
    } else {
        Ok((who, vec![Grant::Multiply(stat, 2)]))
    }
}

/// "Your opponent can't use Evade to prevent damage from this unit for this attack."
pub(crate) fn no_prevention(i: &mut In<'_>) -> R<Effect> {
    p("your opponent can't use").parse_next(i)?;
    let mut by = vec![super::filter::keyword(i)?];
    while eat(i, ", or") || eat(i, "or|and") || eat(i, ",") {
        by.push(super::filter::keyword(i)?);
    }
    let _ = eat(i, "abilities");
    p("to prevent damage from|done").parse_next(i)?;
    let _ = eat(i, "by");
    let who = subject::target(i)?;
    let until = lasting(i, None)?;
    // Units on this side may use them, should its damage ever go there.
    let yours = crate::cardtext::who::Filter {
        owner: crate::cardtext::who::Owner::Yours,
        ..Default::default()
    };
    Ok(Effect::Give {
        who,
        grants: vec![Grant::Unpreventable {
            by,
            except: Some(Box::new(yours)),
        }],
        until,
    })
}

/// "Damage from the attacking unit can't be prevented for this attack."
pub(crate) fn unpreventable(i: &mut In<'_>) -> R<Effect> {
    let (who, by, except) = grant_attack::unpreventable(i)?;
    let until = lasting(i, None)?;
    Ok(Effect::Give {
        who,
        grants: vec![Grant::Unpreventable { by, except }],
        until,
    })
}

/// "Your opponent can't disrupt that unit's attack this turn."
pub(crate) fn steady_attacks(i: &mut In<'_>) -> R<Effect> {
    let who = grant_attack::steady_attacks(i)?;
    let until = lasting(i, None)?;
    Ok(Effect::Give {
        who,
        grants: vec![Grant::Cannot(Ban::AttackDisrupted)],
        until,
    })
}

/// "give it +5 power for that attack", "give this unit Stealth until end of turn".
pub(crate) fn hand(i: &mut In<'_>) -> R<Effect> {
    p("give|gives").parse_next(i)?;
    let who = subject::target(i)?;
    i.bearer = (who != Who::This).then_some(&[]);
    let grants = grant::list(i)?;
    i.bearer = None;
    let until = lasting(i, None)?;
    i.it = if who == Who::This { Ant::This } else { i.it };
    Ok(Effect::Give { who, grants, until })
}

/// "Your opponent can't use Evade this turn": his or her units can't, those that come later too.
pub(crate) fn opponent_cannot(i: &mut In<'_>) -> R<Effect> {
    p("your opponent can't use|activate|play").parse_next(i)?;
    let keyword = super::filter::keyword(i)?;
    let _ = eat(i, "abilities");
    let until = lasting(i, None)?;
    let filter = crate::cardtext::who::Filter {
        owner: crate::cardtext::who::Owner::Opponents,
        ..Default::default()
    };
    let rule = StaticRule::Give {
        who: subject::each(filter),
        grants: vec![Grant::Cannot(Ban::Use(keyword))],
    };
    Ok(Effect::Stand {
        rule: Box::new(rule),
        until,
    })
}

/// "each" behind the subject is filler ("Up to 2 of your units each get ...").
fn false_start(i: &In<'_>) -> bool {
    !ahead(i, "gets|get|loses|lose")
}

/// The duration behind the bonus, or the one said before.
fn lasting(i: &mut In<'_>, early: Option<Duration>) -> R<Duration> {
    let _ = attempt(i, num::x_clause);
    let here = attempt(i, |i| {
        let _ = ahead(i, ", until|for") && eat(i, ",");
        duration::duration(i)
    });
    let until = some(i, here.or(early).or(i.dur))?;
    let _ = attempt(i, num::x_clause);
    Ok(until)
}

/// "as long as ..." behind the bonus.
fn conditional(i: &mut In<'_>, grants: Vec<Grant>, who: &Who) -> R<Vec<Grant>> {
    let grants = grant::suffix(i, grants)?;
    let it = (i.it, i.that);
    // Pronouns in it mean the bearer, and the card's own name only where it is the bearer.
    i.it = Ant::This;
    let own = i.own;
    if *who != Who::This {
        i.own = &[];
    }
    let mut cond = attempt(i, grant::as_long_as);
    i.own = own;
    if let Some(Cond::Count(filter, ..)) = &mut cond {
        // The condition is the bearer's: "the same arena" is the one it is in.
        for place in &mut filter.places {
            if *place == Place::ThatArena {
                *place = Place::ThisArena;
            }
        }
    }
    (i.it, i.that) = it;
    Ok(match cond {
        Some(cond) => grants
            .into_iter()
            .map(|g| Grant::When(cond.clone(), Box::new(g)))
            .collect(),
        None => grants,
    })
}

/// "gets Armor or Lucky 2 until end of turn", "gets either -4 power or +4 power".
fn either(i: &mut In<'_>, who: &Who) -> R<Effect> {
    p("gets|get either?").parse_next(i)?;
    let mut options = vec![grant::list(i)?];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or") || eat(i, "or")) {
            return fail(i);
        }
        grant::list(i)
    }) {
        options.push(more);
    }
    // "A, B, or C": the list read A and B as one; each single item is an option.
    let listed = options.len() == 2 && options.first().is_some_and(|o| o.len() > 1);
    if options.len() < 2 {
        return fail(i);
    }
    if listed {
        let flat: Vec<Vec<Grant>> = options.into_iter().flatten().map(|g| vec![g]).collect();
        options = flat;
    }
    let until = lasting(i, None)?;
    let give = |grants| Effect::Give {
        who: who.clone(),
        grants,
        until,
    };
    Ok(Effect::ChooseOne(options.into_iter().map(give).collect()))
}

/// "That unit doesn't untap during your next untap step."
pub(crate) fn doesnt_untap(i: &mut In<'_>) -> R<Effect> {
    let implied = ahead(i, "doesn't|don't") && i.it != Ant::None;
    let who = if implied {
        some(i, i.it.who())?
    } else {
        subject::target(i)?
    };
    let never = ahead(i, "can't");
    p("doesn't|don't|can't|won't untap").parse_next(i)?;
    // What untaps it at another time may still do so.
    let step = i.dur == Some(Duration::Tapped)
        && (eat(i, "during its|his|her|their|your|the untap step")
            || eat(i, "during its controller's untap step"))
        || eat(i, "during its controller's next untap step")
        || eat(i, "during your opponent's|opponents next untap step")
        || eat(i, "during its|his|her|their|your|the next untap step");
    let next = step
        || !never
            && (eat(i, "during the next turn")
                || eat(i, "next turn")
                || eat(i, "during your next turn"));
    let until = match i.dur {
        // "As long as this unit remains tapped, that unit doesn't untap during the untap step."
        Some(Duration::Tapped) if step => Duration::Tapped,
        _ if next => Duration::NextTurn,
        _ => duration::duration(i)?,
    };
    let ban = if next { Ban::UntapStep } else { Ban::Untap };
    Ok(Effect::Give {
        who,
        grants: vec![Grant::Cannot(ban)],
        until,
    })
}

/// "each of your units that are in that arena whenever one of your opponent's units in that
/// arena is discarded gets an additional +4 power until end of battle".
pub(crate) fn units_present(i: &mut In<'_>, until: Duration) -> R<Effect> {
    let who = subject::who(i, Mode::Event)?;
    p("that are in that arena whenever").parse_next(i)?;
    let Who::Units(mut present) = who else {
        return fail(i);
    };
    let place = if i.arena_chosen {
        crate::cardtext::who::Place::ChosenArena
    } else {
        return fail(i);
    };
    present.filter.places = vec![place];
    let found = trigger::body(i)?;
    let grants = grant::predicate(i)?;
    let lasts = duration::duration(i)?;
    let when = match found.events.as_slice() {
        [only] if found.condition.is_none() => Box::new(only.clone()),
        _ => return fail(i),
    };
    let give = Effect::Give {
        who: Who::Units(present),
        grants,
        until: lasts,
    };
    Ok(Effect::Later {
        when,
        each_time: true,
        until,
        effect: Box::new(give),
    })
}

/// "for each damage counter put on a unit in that arena by ..., put 1 extra damage counter on it".
pub(crate) fn extra_counters(i: &mut In<'_>, until: Duration) -> R<Effect> {
    p("for each damage counter put on").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    if eat(i, "by an attack or effect other than") {
        // The counters it brings itself do not count again.
        subject::one(i)?;
    }
    p(", put").parse_next(i)?;
    let each = num::small(i)?;
    p("extra|additional|more damage counter|counters on it|that").parse_next(i)?;
    let _ = eat(i, "unit");
    let rule = Box::new(StaticRule::ExtraCounters { on: who, each });
    Ok(Effect::Stand { rule, until })
}

/// "Prevent all damage to that unit this turn": a standing prevention for a while.
pub(crate) fn shielded(who: Who, rule: StaticRule, until: Duration) -> Effect {
    // Of all units of a description it is a rule that stands, for units that come later too.
    if let Who::Units(units) = &who
        && units.quantity == crate::cardtext::who::Quantity::Each
        && let StaticRule::Prevent {
            to,
            from,
            amount,
            attack_only,
        } = rule.clone()
    {
        let from_these = from == Some(Who::This);
        let (to, from) = if from_these {
            (to, Some(who))
        } else {
            (who, from)
        };
        let rule = Box::new(StaticRule::Prevent {
            to,
            from,
            amount,
            attack_only,
        });
        return Effect::Stand { rule, until };
    }
    let ability = Ability::Static(Static {
        condition: None,
        rule,
    });
    Effect::Give {
        who,
        grants: vec![grant_of(ability)],
        until,
    }
}

/// Gain of control: "Gain control of that unit until end of turn."
pub(crate) fn control(i: &mut In<'_>, player: crate::cardtext::who::Player) -> R<Effect> {
    p("gain|gains|take control of").parse_next(i)?;
    let who = subject::target(i)?;
    // Without an end it lasts.
    let until = attempt(i, duration::duration)
        .or(i.dur)
        .unwrap_or(Duration::Game);
    Ok(Effect::Control(player, who, until))
}

/// "put" of counters and "until it has N remaining health": see `effect_board`.
pub(crate) fn remaining(i: &mut In<'_>) -> R<crate::cardtext::who::Num> {
    p("until").parse_next(i)?;
    if !eat(i, "it|he|she") {
        subject::one(i)?;
    }
    p("has|is").parse_next(i)?;
    let _ = eat(i, "at|only");
    let n = num::number(i)?;
    p("remaining health").parse_next(i)?;
    Ok(n)
}
