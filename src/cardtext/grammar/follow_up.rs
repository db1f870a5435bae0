//! Sentences that change what stands before them.

use winnow::Parser;

use super::condition::condition;
use super::effect::{chosen_first, sentence, sequence};
use super::effect_damage;
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use crate::cardtext::ability::Event;
use crate::cardtext::effect::{Effect, Grant};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Cond, Player, Who};

/// A sentence behind "When ..., ..." that speaks of what has happened then: it waits with it. So does
/// every sentence of a text that begins with it, up to one with a time of its own.
pub(super) fn goes_on(i: &mut In<'_>, seq: &mut [Effect]) -> R<()> {
    let begins = seq.len() == 1 && !ahead(i, "when|whenever|until|this turn");
    let Some(Effect::Later { when, effect, .. }) = seq.last_mut() else {
        return fail(i);
    };
    let at_end = matches!(**when, Event::AttackEnds { .. });
    let words = i.toks.iter().take_while(|t| t.sym != Sym::Dot);
    // What lasts until the turn ends would come too late then.
    let for_the_turn = words.clone().any(|t| t.low == "turn");
    let begins = begins && !(matches!(**when, Event::TurnEnds) && for_the_turn);
    let spoken = [
        "that",
        "those",
        "it",
        "its",
        "them",
        "him",
        "her",
        "then",
        "otherwise",
    ];
    let refers = words.clone().any(|t| spoken.contains(&t.low.as_str()));
    if at_end || !(refers || begins) {
        return fail(i);
    }
    let more = sentence(i)?;
    let first = std::mem::replace(&mut **effect, Effect::Seq(Vec::new()));
    **effect = sequence(vec![first, more]);
    Ok(())
}

/// A choice between texts of which at least one is paid for by itself.
pub(crate) fn pays_by_option(effect: &Effect) -> bool {
    let paid =
        |e: &Effect| matches!(e, Effect::IfDone(first, ..) if matches!(**first, Effect::Pay(..)));
    matches!(effect, Effect::ChooseOne(options) if options.iter().any(paid))
}

/// Sentences that change what stands before them: "If you do, ...", "This damage can't be prevented."
pub(crate) fn follow_up(i: &mut In<'_>, seq: &mut Vec<Effect>) -> R<()> {
    if eat(i, "this|that damage can't be prevented") {
        return match seq.last_mut() {
            Some(Effect::Damage { preventable, .. }) => {
                *preventable = false;
                Ok(())
            }
            _ => fail(i),
        };
    }
    if let Some(Effect::Damage { barred, .. }) = seq.last_mut()
        && barred.is_none()
        && let Some(found) = attempt(i, effect_damage::barred)
    {
        *barred = Some(Box::new(found));
        return Ok(());
    }
    if let Some(more) = attempt(i, |i| when_it_does(i, seq.last())) {
        seq.push(more);
        return Ok(());
    }
    if let Some(merged) = attempt(i, |i| instead_if(i, seq.last())) {
        seq.pop();
        seq.push(merged);
        return Ok(());
    }
    if let Some(merged) = attempt(i, |i| instead_of_it(i, seq.last())) {
        seq.pop();
        seq.extend(merged);
        return Ok(());
    }
    let done = if done_phrase(i) {
        true
    } else if not_done_phrase(i) {
        false
    } else {
        return fail(i);
    };
    let _ = eat(i, ",");
    let optional = matches!(
        seq.last(),
        Some(Effect::May(..) | Effect::Discard(_) | Effect::IfDone(..) | Effect::Pay(..))
    );
    if !optional {
        return fail(i);
    }
    i.doer = Player::You;
    let then = sentence(i)?;
    let Some(first) = seq.pop() else {
        return fail(i);
    };
    let merged = match (first, done) {
        (Effect::IfDone(a, b, None), false) => Effect::IfDone(a, b, Some(Box::new(then))),
        (Effect::IfDone(..), _) => return fail(i),
        (first, true) => Effect::IfDone(Box::new(first), Box::new(then), None),
        (first, false) => Effect::IfDone(
            Box::new(first),
            Box::new(Effect::Seq(Vec::new())),
            Some(Box::new(then)),
        ),
    };
    seq.push(merged);
    Ok(())
}

/// "This turn, it may attack a unit in your opponent's build zone. When it does, ...".
fn when_it_does(i: &mut In<'_>, before: Option<&Effect>) -> R<Effect> {
    let Some(Effect::Give { who, grants, until }) = before else {
        return fail(i);
    };
    let [Grant::MayAttack(of)] = grants.as_slice() else {
        return fail(i);
    };
    p("when it|he|she does ,").parse_next(i)?;
    let effect = sentence(i)?;
    Ok(Effect::Later {
        when: Box::new(Event::Attacks {
            who: who.clone(),
            target: Some(super::subject::each((**of).clone())),
        }),
        each_time: true,
        until: *until,
        effect: Box::new(effect),
    })
}

/// "If you have a Jedi in this arena, prevent up to 2 damage to that unit instead."
fn instead_if(i: &mut In<'_>, before: Option<&Effect>) -> R<Effect> {
    if let Some(found) = attempt(i, |i| more_for_the_player(i, before)) {
        return Ok(found);
    }
    let Some(basic @ Effect::Prevent { target, .. }) = before else {
        return fail(i);
    };
    p("if").parse_next(i)?;
    let cond = condition(i)?;
    p(",").parse_next(i)?;
    if matches!(cond, Cond::Is(Who::That, _)) {
        // Which unit that is has to be chosen first.
        return fail(i);
    }
    let found = effect_damage::prevent(i)?;
    p("instead").parse_next(i)?;
    // It is chosen once, by whichever of the two happens.
    let better = match found {
        Effect::Prevent {
            target: Who::That,
            amount,
            from,
        } => Effect::Prevent {
            target: target.clone(),
            amount,
            from,
        },
        _ => return fail(i),
    };
    Ok(Effect::If(
        cond,
        Box::new(better),
        Some(Box::new(basic.clone())),
    ))
}

/// "If you control the Space arena, gain 2 build points instead": of what a player gets or loses.
fn more_for_the_player(i: &mut In<'_>, before: Option<&Effect>) -> R<Effect> {
    let Some(
        basic @ (Effect::Force(..)
        | Effect::BuildPoints(..)
        | Effect::Draw(..)
        | Effect::DiscardDeck(..)
        | Effect::DiscardRandom(..)),
    ) = before
    else {
        return fail(i);
    };
    p("if").parse_next(i)?;
    let cond = condition(i)?;
    p(",").parse_next(i)?;
    let better = super::effect::clauses(i)?;
    p("instead").parse_next(i)?;
    let same = std::mem::discriminant(&better) == std::mem::discriminant(basic);
    if !same || !super::input::at_end(i) {
        return fail(i);
    }
    let basic = Box::new(basic.clone());
    Ok(Effect::If(cond, Box::new(better), Some(basic)))
}

/// "Prevent up to 6 damage", of the unit spoken of.
fn more_of_it(i: &mut In<'_>) -> R<Effect> {
    p("prevent").parse_next(i)?;
    let amount = effect_damage::how_much(i)?;
    p("damage").parse_next(i)?;
    if !super::input::ahead(i, "instead") {
        return fail(i);
    }
    Ok(Effect::Prevent {
        target: Who::That,
        amount,
        from: None,
    })
}

/// "If that unit is a Rebel, it gets +4 power instead": the unit is chosen first, then one of the
/// two happens to it.
fn instead_of_it(i: &mut In<'_>, before: Option<&Effect>) -> R<Vec<Effect>> {
    let Some(basic @ (Effect::Give { .. } | Effect::Damage { .. } | Effect::Prevent { .. })) =
        before
    else {
        return fail(i);
    };
    let (chosen, basic) = match chosen_first(basic) {
        Some((selector, of_it)) => (Some(Effect::Choose(selector)), of_it),
        None => (None, basic.clone()),
    };
    let mut in_attack = None;
    let of_that = match &basic {
        Effect::Give { who, until, .. } => {
            i.dur = i.dur.or(Some(*until));
            in_attack = match who {
                Who::Attacker => Some(Ant::Attacker),
                Who::Defender => Some(Ant::Defender),
                _ => None,
            };
            *who == Who::That || in_attack.is_some()
        }
        Effect::Damage { target, .. } | Effect::Prevent { target, .. } => *target == Who::That,
        _ => false,
    };
    if !of_that {
        return fail(i);
    }
    p("if").parse_next(i)?;
    let cond = condition(i)?;
    p(",").parse_next(i)?;
    // "It gets +4 power instead": what has got something, whoever is asked about.
    i.it = in_attack.unwrap_or(i.it);
    let better = match attempt(i, more_of_it) {
        Some(better) => better,
        None => super::effect::clauses(i)?,
    };
    p("instead").parse_next(i)?;
    let same = std::mem::discriminant(&better) == std::mem::discriminant(&basic);
    let on_that = matches!(
        (&better, &basic),
        (Effect::Give { who: a, .. }, Effect::Give { who: b, .. }) if a == b
    ) || matches!(
        &better,
        Effect::Damage {
            target: Who::That,
            ..
        } | Effect::Prevent {
            target: Who::That,
            ..
        }
    );
    if !(same && on_that) {
        return fail(i);
    }
    let either = Effect::If(cond, Box::new(better), Some(Box::new(basic)));
    Ok(chosen.into_iter().chain([either]).collect())
}

fn done_phrase(i: &mut In<'_>) -> bool {
    eat(i, "if you do")
        || eat(i, "if he or she does")
        || eat(i, "if your opponent does")
        || eat(i, "if they do")
}

fn not_done_phrase(i: &mut In<'_>) -> bool {
    eat(i, "if you don't")
        || eat(i, "if he or she doesn't")
        || eat(i, "if your opponent doesn't")
        || eat(i, "if they don't")
        || eat(i, "otherwise")
}
