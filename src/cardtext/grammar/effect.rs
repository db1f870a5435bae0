//! Effects: sentences one after another, their parts, choices and conditions.

use winnow::Parser;
use winnow::combinator::alt;

use super::choose::{choice, choose_one, may};
use super::condition::condition;
use super::input::{Ant, In, Much, R, ahead, attempt, eat, eat_sym, fail, p};
use super::{
    cost, duration, effect_attack, effect_board, effect_damage, effect_player, give, keyword_line,
    limits, note, num, subject, trigger,
};
use crate::cardtext::ability::{Event, Limit, StaticRule};
use crate::cardtext::effect::{Duration, Effect, Lender, Sort};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Filter, Num, Place, Player, Trait, Who};

/// Effects with the limits that stand behind or between them.
pub(crate) struct Body {
    /// All of them, in printed order.
    pub effect: Effect,
    /// "Play only ..." sentences.
    pub limits: Vec<Limit>,
}

/// Sentences up to the next ability.
pub(crate) fn body(i: &mut In<'_>) -> R<Body> {
    let mut limits = Vec::new();
    while let Some(more) = attempt(i, limits::sentence) {
        // A few cards state the limit first.
        limits.extend(more);
        let _ = eat_sym(i, Sym::Dot);
    }
    let mut seq = vec![sentence(i)?];
    loop {
        let here = *i;
        let _ = attempt(i, num::x_clause);
        let parted = eat_sym(i, Sym::Dot);
        let _ = eat_sym(i, Sym::Dot);
        if let Some(more) = attempt(i, limits::sentence) {
            limits.extend(more);
        } else if attempt(i, |i| follow_up(i, &mut seq)).is_some()
            || parted && attempt(i, |i| goes_on(i, &mut seq)).is_some()
        {
        } else if parted && let Some(more) = attempt(i, sentence) {
            seq.push(more);
        } else if !parted
            && eat(i, ", then|and")
            && let Some(more) = attempt(i, sentence)
        {
            seq.push(more);
        } else {
            *i = here;
            break;
        }
    }
    let _ = attempt(i, num::x_clause);
    // Behind ways to pay, a limit may be that of the last way only.
    if !limits.is_empty() && matches!(seq.last(), Some(last) if pays_by_option(last)) {
        return fail(i);
    }
    Ok(Body {
        effect: sequence(seq),
        limits,
    })
}

/// A sentence behind "When ..., ..." that speaks of what has happened then: it waits with it.
fn goes_on(i: &mut In<'_>, seq: &mut [Effect]) -> R<()> {
    let Some(Effect::Later { when, effect, .. }) = seq.last_mut() else {
        return fail(i);
    };
    let at_end = matches!(**when, Event::AttackEnds { .. });
    let words = i.toks.iter().take_while(|t| t.sym != Sym::Dot);
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
    if at_end || !refers {
        return fail(i);
    }
    let more = sentence(i)?;
    let first = std::mem::replace(&mut **effect, Effect::Seq(Vec::new()));
    **effect = sequence(vec![first, more]);
    Ok(())
}

/// A choice between texts of which at least one is paid for by itself.
fn pays_by_option(effect: &Effect) -> bool {
    let paid =
        |e: &Effect| matches!(e, Effect::IfDone(first, ..) if matches!(**first, Effect::Pay(..)));
    matches!(effect, Effect::ChooseOne(options) if options.iter().any(paid))
}

/// Several effects as one.
pub(crate) fn sequence(mut seq: Vec<Effect>) -> Effect {
    match seq.pop() {
        Some(only) if seq.is_empty() => only,
        Some(last) => {
            seq.push(last);
            let flat = seq.into_iter().flat_map(|e| match e {
                Effect::Seq(inner) => inner,
                other => vec![other],
            });
            Effect::Seq(flat.collect())
        }
        None => Effect::Seq(seq),
    }
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
    if let Some(merged) = attempt(i, |i| instead_if(i, seq.last())) {
        seq.pop();
        seq.push(merged);
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

/// "If you have a Jedi in this arena, prevent up to 2 damage to that unit instead."
fn instead_if(i: &mut In<'_>, before: Option<&Effect>) -> R<Effect> {
    let Some(basic @ Effect::Prevent { target, .. }) = before else {
        return fail(i);
    };
    p("if").parse_next(i)?;
    let cond = condition(i)?;
    p(",").parse_next(i)?;
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

/// One sentence.
pub(crate) fn sentence(i: &mut In<'_>) -> R<Effect> {
    let (dur, doer) = (i.dur, i.doer);
    let read = sentence_inner(i);
    i.dur = dur;
    i.doer = doer;
    read
}

fn sentence_inner(i: &mut In<'_>) -> R<Effect> {
    let _ = eat(i, "then ,?");
    let _ = eat(i, "also ,?");
    if let Some(effect) = attempt(i, choose_one) {
        return Ok(effect);
    }
    if let Some(effect) = attempt(i, later) {
        return Ok(effect);
    }
    if let Some(until) = attempt(i, |i| {
        let d = duration::duration(i)?;
        p(",").parse_next(i)?;
        Ok(d)
    }) {
        i.dur = Some(until);
        if let Some(effect) = attempt(i, |i| whenever(i, until)) {
            return Ok(effect);
        }
    }
    if let Some(effect) = attempt(i, if_then) {
        return Ok(effect);
    }
    if let Some(effect) = attempt(i, clauses) {
        return Ok(effect);
    }
    // "A gets +2 power, and B can't retreat until end of turn": it is said once, for both.
    if i.dur.is_some() {
        return fail(i);
    }
    i.dur = super::choose::last_duration(i);
    if i.dur.is_some() { clauses(i) } else { fail(i) }
}

/// "If ..., ..." with an "otherwise".
fn if_then(i: &mut In<'_>) -> R<Effect> {
    if i.once && eat(i, "as long as") {
        let cond = condition(i)?;
        p(",").parse_next(i)?;
        return Ok(Effect::If(cond, Box::new(steady(i)?), None));
    }
    if let Some(effect) = attempt(i, any_of_those) {
        return Ok(effect);
    }
    p("if").parse_next(i)?;
    let cond = condition(i)?;
    p(",").parse_next(i)?;
    let then = clauses(i)?;
    let other = attempt(i, |i| {
        p(". otherwise ,?").parse_next(i)?;
        clauses(i)
    });
    Ok(Effect::If(cond, Box::new(then), other.map(Box::new)))
}

/// "If any of those units is a Droid, put 1 more damage counter on it": on each of them that is.
fn any_of_those(i: &mut In<'_>) -> R<Effect> {
    if i.that != Ant::That {
        return fail(i);
    }
    p("if any of those").parse_next(i)?;
    super::filter::kinds(i)?;
    p("is|are a|an?").parse_next(i)?;
    let kinds = super::filter::kinds(i)?;
    p(", put").parse_next(i)?;
    let count = num::number(i)?;
    let _ = eat(i, "more|additional|extra");
    let kind = num::counter_kind(i)?;
    p("counter|counters on it|them").parse_next(i)?;
    let filter = Filter {
        kinds,
        places: vec![Place::Anywhere],
        traits: vec![Trait::IsThat],
        ..Filter::default()
    };
    Ok(Effect::PutCounters {
        kind,
        count,
        on: subject::each(filter),
    })
}

/// "When this attack ends, ..."; in texts that happen once, any event.
fn later(i: &mut In<'_>) -> R<Effect> {
    if eat(i, "when this|that|the attack ends ,?") {
        let effect = clauses(i)?;
        return Ok(at_attack_end(effect));
    }
    if let Some(effect) = attempt(i, next_attack) {
        return Ok(effect);
    }
    let each_time = ahead(i, "whenever") || ahead(i, "each|every time");
    let found = trigger::trigger(i)?;
    let said = attempt(i, duration::duration);
    if !i.once && said.is_none() {
        return fail(i);
    }
    p(",").parse_next(i)?;
    let cond = attempt(i, |i| {
        p("if").parse_next(i)?;
        let cond = condition(i)?;
        p(",").parse_next(i)?;
        Ok(cond)
    });
    let effect = clauses_or_choice(i)?;
    if found.condition.is_some() || found.events.len() != 1 {
        return fail(i);
    }
    let effect = match cond {
        Some(cond) => Effect::If(cond, Box::new(effect), None),
        None => effect,
    };
    let Some(when) = found.events.into_iter().next() else {
        return fail(i);
    };
    waits(i, when, each_time, said.unwrap_or(Duration::Turn), effect)
}

/// "The next time it would attack this turn, ...": the first attack from then on.
fn next_attack(i: &mut In<'_>) -> R<Effect> {
    p("the next time").parse_next(i)?;
    let who = subject::who(i, subject::Mode::Event)?;
    if !eat(i, "attacks") {
        p("would attack").parse_next(i)?;
    }
    let until = attempt(i, duration::duration).or(i.dur);
    p(",").parse_next(i)?;
    match who {
        Who::This => {}
        // The unit chosen before stays the one that is meant.
        Who::That => (i.it, i.that) = (Ant::That, Ant::That),
        _ => (i.it, i.that) = (Ant::Actor, Ant::Actor),
    }
    let effect = clauses_or_choice(i)?;
    let when = Event::Attacks { who, target: None };
    Ok(Effect::Later {
        when: Box::new(when),
        each_time: false,
        until: until.unwrap_or(Duration::Game),
        effect: Box::new(effect),
    })
}

/// An effect that waits for its event. A prevention of what would be done holds instead, as a
/// standing one does (6.3.3).
fn waits(
    i: &mut In<'_>,
    when: Event,
    each_time: bool,
    until: Duration,
    effect: Effect,
) -> R<Effect> {
    let Event::WouldBeDamaged { who, by, attacked } = when else {
        return Ok(Effect::Later {
            when: Box::new(when),
            each_time,
            until,
            effect: Box::new(effect),
        });
    };
    match effect {
        Effect::Prevent {
            target,
            amount,
            from: None,
        } if each_time && (target == who || target == Who::Patient) => {
            let rule = StaticRule::Prevent {
                to: Who::This,
                from: by,
                amount,
                attack_only: attacked,
            };
            Ok(give::shielded(who, rule, until))
        }
        _ => fail(i),
    }
}

fn clauses_or_choice(i: &mut In<'_>) -> R<Effect> {
    if let Some(effect) = attempt(i, choose_one) {
        Ok(effect)
    } else {
        clauses(i)
    }
}

fn at_attack_end(effect: Effect) -> Effect {
    let when = Event::AttackEnds {
        who: Who::Attacker,
        target: None,
    };
    Effect::Later {
        when: Box::new(when),
        each_time: false,
        until: Duration::Attack,
        effect: Box::new(effect),
    }
}

/// "This turn, whenever ..., ..." and "each of your units that are in that arena whenever ... gets ...".
fn whenever(i: &mut In<'_>, until: Duration) -> R<Effect> {
    if let Some(effect) = attempt(i, |i| give::units_present(i, until)) {
        return Ok(effect);
    }
    if let Some(effect) = attempt(i, |i| give::extra_counters(i, until)) {
        return Ok(effect);
    }
    let each_time = ahead(i, "whenever") || ahead(i, "each time");
    let found = trigger::trigger(i)?;
    p(",").parse_next(i)?;
    let effect = clauses_or_choice(i)?;
    if found.condition.is_some() || found.events.len() != 1 {
        return fail(i);
    }
    let Some(when) = found.events.into_iter().next() else {
        return fail(i);
    };
    waits(i, when, each_time, until, effect)
}

/// Clauses of one sentence: "... and ...", "..., then ...".
pub(crate) fn clauses(i: &mut In<'_>) -> R<Effect> {
    let named = attempt(&mut i.clone(), subject::player);
    let mut seq = vec![clause(i)?];
    loop {
        let more = attempt(i, |i| {
            // "Your opponent gains 2 Force and may draw a card": the same player.
            if let Some(player) = named
                && (eat(i, "and may") || eat(i, ", and may"))
            {
                return super::choose::may_of(i, player);
            }
            let joined = eat(i, ", and|then then|also?")
                || eat(i, "and then|also?")
                || eat(i, "then")
                || eat(i, ",");
            if joined { clause(i) } else { fail(i) }
        });
        match more {
            Some(more) => seq.push(more),
            None => break,
        }
    }
    Ok(sequence(seq))
}

/// One clause with what may stand behind it.
fn clause(i: &mut In<'_>) -> R<Effect> {
    let _ = attempt(i, |i| {
        let at = duration::duration(i)?;
        p(",").parse_next(i)?;
        i.dur = Some(at);
        Ok(())
    });
    let effect = alt((may, choice, one)).parse_next(i)?;
    let _ = attempt(i, num::x_clause);
    let effect = only_if(i, effect);
    let ends =
        eat(i, "when the|this|that attack ends") || eat(i, "at the? end of the|this|that attack");
    let effect = if ends { at_attack_end(effect) } else { effect };
    unless(i, effect)
}

/// "... if you have a Jedi in this arena" behind the clause.
fn only_if(i: &mut In<'_>, effect: Effect) -> Effect {
    let cond = attempt(i, |i| {
        p("if").parse_next(i)?;
        condition(i)
    });
    match cond {
        Some(cond) => Effect::If(cond, Box::new(effect), None),
        None => effect,
    }
}

/// "unless your opponent pays 2 Force".
fn unless(i: &mut In<'_>, effect: Effect) -> R<Effect> {
    if !(eat(i, "unless") || eat(i, ", unless")) {
        return Ok(effect);
    }
    let disrupts = matches!(effect, Effect::Disrupt(_));
    let player = if disrupts && eat(i, "its controller") {
        Player::Opponent
    } else {
        subject::player(i)?
    };
    let costs = cost::list(i)?;
    Ok(Effect::Unless(player, costs, Box::new(effect)))
}

/// One plain effect.
pub(crate) fn one(i: &mut In<'_>) -> R<Effect> {
    alt((
        keyword_line::effect_keywords,
        alt((
            give::give,
            give::hand,
            give::doesnt_untap,
            give::no_prevention,
            give::steady_attacks,
            give::opponent_cannot,
        )),
        effect_damage::damage,
        effect_damage::prevent,
        effect_player::player_effect,
        effect_board::board,
        effect_attack::attack_effect,
        |i: &mut In<'_>| note::sentence(i),
        alt((building, super::static_rule::stand, steady, borrow)),
    ))
    .parse_next(i)
}

/// "This card can't be disrupted", in the text of a card that is played once.
fn steady(i: &mut In<'_>) -> R<Effect> {
    if !i.once {
        return fail(i);
    }
    subject::this(i)?;
    p("also? can't|cannot be disrupted").parse_next(i)?;
    Ok(Effect::Steady)
}

/// "Choose an ability on another card in this unit's stack. This unit gets the chosen ability until
/// end of turn", "this unit gets up to 2 of that unit's abilities until end of turn".
fn borrow(i: &mut In<'_>) -> R<Effect> {
    if eat(i, "choose an|a") {
        let sort = sort(i)?;
        p("ability on another card in").parse_next(i)?;
        let owner = subject::possessive(i)?;
        p("stack").parse_next(i)?;
        let _ = eat(i, ".");
        let _ = eat(i, "if you do ,");
        i.it = Ant::This;
        let who = subject::one(i)?;
        if who != owner {
            return fail(i);
        }
        p("gets|gains the chosen ability").parse_next(i)?;
        let until = duration::duration(i)?;
        return Ok(Effect::Borrow {
            who,
            from: Lender::Stack,
            sort,
            count: Some(Num::Const(1)),
            until,
        });
    }
    let who = subject::one(i)?;
    p("gets|gains").parse_next(i)?;
    let count = attempt(i, |i| {
        let _ = eat(i, "up to");
        let n = num::number(i)?;
        p("of").parse_next(i)?;
        Ok(n)
    });
    if count.is_some() {
        let owner = subject::possessive(i)?;
        let sort = sort(i)?;
        p("abilities|ability").parse_next(i)?;
        return lent(i, who, owner, sort, count);
    }
    p("the").parse_next(i)?;
    let sort = sort(i)?;
    p("abilities|ability of").parse_next(i)?;
    let owner = subject::target(i)?;
    lent(i, who, owner, sort, None)
}

fn lent(i: &mut In<'_>, who: Who, owner: Who, sort: Sort, count: Option<Num>) -> R<Effect> {
    let _ = eat(i, ", in addition to its|his|her own ,");
    let until = duration::duration(i)?;
    Ok(Effect::Borrow {
        who,
        from: Lender::Units(owner),
        sort,
        count,
        until,
    })
}

fn sort(i: &mut In<'_>) -> R<Sort> {
    Ok(if eat(i, "activated") {
        Sort::Activated
    } else if eat(i, "force-activated") {
        Sort::ForceActivated
    } else if let Some(keyword) = attempt(i, super::filter::keyword) {
        Sort::Of(keyword)
    } else {
        Sort::Any
    })
}

/// Changes of what building and deploying cost.
fn building(i: &mut In<'_>) -> R<Effect> {
    match super::tax::building(i)? {
        crate::cardtext::ability::StaticRule::Note(what) => Ok(Effect::Note(what)),
        rule => {
            // What cards cost is asked for in the build steps of one turn.
            let until = attempt(i, duration::duration).or(i.dur);
            Ok(Effect::Stand {
                rule: Box::new(rule),
                until: until.unwrap_or(Duration::Turn),
            })
        }
    }
}

/// Notes that damage was prevented: "that much damage" is that.
pub(crate) fn prevented(i: &mut In<'_>) {
    i.much = Much::Prevented;
    if i.it == Ant::None {
        i.it = Ant::This;
    }
}
