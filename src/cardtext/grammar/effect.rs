//! Effects: sentences one after another, their parts, choices and conditions.

use winnow::Parser;
use winnow::combinator::alt;

use super::borrow::borrow;
use super::choose::{choice, choose_one, may};
use super::condition::condition;
pub(crate) use super::follow_up::follow_up;
use super::follow_up::goes_on;
pub(crate) use super::follow_up::pays_by_option;
use super::input::{Ant, In, Much, R, ahead, attempt, eat, eat_sym, fail, p};
use super::later::{at_attack_end, later, whenever};
use super::{
    cost, duration, effect_attack, effect_board, effect_damage, effect_player, give, keyword_line,
    limits, note, num, subject,
};
use crate::cardtext::ability::{Cost, Limit, StaticRule};
use crate::cardtext::effect::{Duration, Effect, Grant};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Filter, Place, Player, Quantity, Selector, Trait, Who};

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
    while let Some(more) = attempt(i, super::fronted::limits_first) {
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
        } else if let Some(most) = attempt(i, super::fronted::most_x) {
            limits.push(most);
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
    let mut effect = sequence(seq);
    super::arena_limit::settle(&mut effect, &mut limits);
    Ok(Body { effect, limits })
}

/// Several effects as one.
pub(crate) fn sequence(seq: Vec<Effect>) -> Effect {
    let flat = seq.into_iter().flat_map(|e| match e {
        Effect::Seq(inner) => inner,
        other => vec![other],
    });
    let mut seq: Vec<Effect> = flat.map(as_a_rule).collect();
    match seq.pop() {
        Some(only) if seq.is_empty() => only,
        Some(last) => {
            seq.push(last);
            Effect::Seq(seq)
        }
        None => Effect::Seq(seq),
    }
}

/// "Your opponent's units can't retreat this turn", "units in the chosen arena can't attack this
/// turn": what all units of a sort may not do for a while is a rule, which binds those that come
/// later as well (1.1.5).
fn as_a_rule(effect: Effect) -> Effect {
    match effect {
        Effect::Give {
            who: Who::Units(s),
            grants,
            until,
        } if is_of_a_sort(&s)
            && lasts(until)
            && grants.iter().all(|g| matches!(g, Grant::Cannot(_))) =>
        {
            Effect::Stand {
                rule: Box::new(StaticRule::Give {
                    who: Who::Units(s),
                    grants,
                }),
                until,
            }
        }
        other => other,
    }
}

/// Whether all units are meant that are of a kind, of a player or in a place that is named: not those
/// of some state, which are the ones that are in it now.
fn is_of_a_sort(units: &Selector) -> bool {
    let filter = &units.filter;
    let named = |place: &Place| {
        matches!(
            place,
            Place::ChosenArena | Place::Arena(_) | Place::AnyArena | Place::Anywhere
        )
    };
    units.quantity == Quantity::Each
        && filter.traits.is_empty()
        && filter.or.is_empty()
        && filter.places.iter().all(named)
}

/// Whether it goes on beyond what is going on now.
fn lasts(until: Duration) -> bool {
    matches!(
        until,
        Duration::BattleStep
            | Duration::ArenaStep(_)
            | Duration::Battle
            | Duration::Turn
            | Duration::NextTurn
    )
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
    if let Some(effect) = attempt(i, super::fronted::counted_first) {
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
    let start = *i;
    i.measured = false;
    let cond = condition(i)?;
    if i.measured && i.once && i.that != Ant::That {
        // "If the attacking unit has higher speed": a card that is played has none to compare.
        return fail(i);
    }
    p(",").parse_next(i)?;
    let asked = super::pronoun::asked_of(&start);
    let then = super::pronoun::either(i, start.it, asked, clauses, |effect| effect)?;
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

pub(super) fn clauses_or_choice(i: &mut In<'_>) -> R<Effect> {
    if let Some(effect) = attempt(i, choose_one) {
        Ok(effect)
    } else {
        clauses(i)
    }
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
            if joined {
                of_the_same(i, named)
            } else {
                fail(i)
            }
        });
        match more {
            Some(more) => seq.push(more),
            None => break,
        }
    }
    Ok(sequence(seq))
}

/// A further clause; where its verb has no subject of its own, that of the first clause does it:
/// "your opponent loses 2 Force and discards a card".
fn of_the_same(i: &mut In<'_>, named: Option<Player>) -> R<Effect> {
    let outer = i.doer;
    if let Some(player) = named
        && ahead(
            i,
            "loses|gains|gets|draws|discards|pays|chooses|taps|untaps|retreats|returns|removes|puts",
        )
    {
        i.doer = player;
    }
    let read = clause(i);
    i.doer = outer;
    read
}

/// One clause with what may stand behind it.
fn clause(i: &mut In<'_>) -> R<Effect> {
    // "Its controller discards it unless he or she pays 2 Force": the same player.
    let controller = if ahead(i, "its controller|owner") || ahead(i, "that unit's controller|owner")
    {
        attempt(&mut i.clone(), subject::player)
    } else {
        None
    };
    let _ = attempt(i, |i| {
        let at = duration::duration(i)?;
        p(",").parse_next(i)?;
        i.dur = Some(at);
        Ok(())
    });
    if i.dur == Some(Duration::Tapped)
        && let Some(effect) = attempt(i, |i| super::later::each_time_while_tapped(i))
    {
        return Ok(effect);
    }
    let effect = super::each_arena::in_each(i, |i| alt((may, choice, one)).parse_next(i))?;
    let _ = attempt(i, num::x_clause);
    let effect = only_if(i, effect);
    let ends =
        eat(i, "when the|this|that attack ends") || eat(i, "at the? end of the|this|that attack");
    let effect = if ends { at_attack_end(effect) } else { effect };
    unless(i, effect, controller)
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
fn unless(i: &mut In<'_>, effect: Effect, doer: Option<Player>) -> R<Effect> {
    if !(eat(i, "unless") || eat(i, ", unless")) {
        return Ok(effect);
    }
    let disrupts = matches!(effect, Effect::Disrupt(_));
    let player = if disrupts && eat(i, "its controller") {
        Player::Opponent
    } else if let Some(player) = doer
        && eat(i, "he or she")
    {
        player
    } else {
        subject::player(i)?
    };
    // "unless your opponent has a Jedi in that arena and pays 2 Force": only then may it be paid.
    let able = attempt(i, |i| {
        let cond = super::condition_count::had_by(i, player)?;
        p("and").parse_next(i)?;
        Ok(cond)
    });
    let costs = cost::list(i)?;
    // Whose unit it is has to be known before its controller is asked.
    let asks = matches!(player, Player::ThatController | Player::ThatOwner);
    if able.is_none()
        && (asks || costs.iter().any(of_that))
        && let Some((chosen, effect)) = chosen_first(&effect)
    {
        let unpaid = Effect::Unless(player, costs, Box::new(effect));
        return Ok(Effect::Seq(vec![Effect::Choose(chosen), unpaid]));
    }
    let unpaid = Effect::Unless(player, costs, Box::new(effect.clone()));
    Ok(match able {
        Some(cond) => Effect::If(cond, Box::new(unpaid), Some(Box::new(effect))),
        None => unpaid,
    })
}

/// "Pay 1 Force or tap this unit", "you must pay 2 Force or discard this unit": what is not paid
/// for happens.
fn pays_or(i: &mut In<'_>) -> R<Effect> {
    let _ = eat(i, "you must");
    if !ahead(i, "pay") {
        return fail(i);
    }
    let costs = cost::list(i)?;
    let _ = eat(i, ",");
    p("or").parse_next(i)?;
    let unpaid = one(i)?;
    match unpaid {
        Effect::Tap(_) | Effect::Discard(_) | Effect::Retreat(_) => {
            Ok(Effect::Unless(Player::You, costs, Box::new(unpaid)))
        }
        _ => fail(i),
    }
}

/// Whether the unit spoken of pays.
const fn of_that(cost: &Cost) -> bool {
    matches!(
        cost,
        Cost::Tap(Who::That)
            | Cost::Discard(Who::That)
            | Cost::Retreat(Who::That)
            | Cost::PutCounters { on: Who::That, .. }
            | Cost::RemoveCounters {
                from: Who::That,
                ..
            }
    )
}

/// The unit that the effect chooses, and the effect on the unit chosen.
pub(super) fn chosen_first(effect: &Effect) -> Option<(Selector, Effect)> {
    let mut of_it = effect.clone();
    let who = match &mut of_it {
        Effect::Tap(who)
        | Effect::Discard(who)
        | Effect::Retreat(who)
        | Effect::Return(who)
        | Effect::Give { who, .. }
        | Effect::PutCounters { on: who, .. }
        | Effect::Damage { target: who, .. }
        | Effect::Prevent { target: who, .. } => who,
        _ => return None,
    };
    match std::mem::replace(who, Who::That) {
        Who::Units(chosen) if chosen.quantity != Quantity::Each => Some((chosen, of_it)),
        _ => None,
    }
}

/// One plain effect.
pub(crate) fn one(i: &mut In<'_>) -> R<Effect> {
    alt((
        alt((super::bare::for_a_while, keyword_line::effect_keywords)),
        alt((
            give::give,
            give::numbers,
            give::hand,
            give::doesnt_untap,
            give::no_prevention,
            give::unpreventable,
            give::steady_attacks,
            give::opponent_cannot,
        )),
        effect_damage::damage,
        effect_damage::prevent,
        effect_player::player_effect,
        effect_board::board,
        effect_attack::attack_effect,
        |i: &mut In<'_>| note::sentence(i),
        alt((
            building,
            super::static_player::stand,
            steady,
            not_again,
            borrow,
            pays_or,
        )),
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

/// "The disrupted ability may not be activated again this turn."
fn not_again(i: &mut In<'_>) -> R<Effect> {
    p("the|that disrupted? ability").parse_next(i)?;
    let _ = eat(i, "can't|cannot") || {
        p("may not").parse_next(i)?;
        true
    };
    p("be activated|used|played again this turn").parse_next(i)?;
    Ok(Effect::NotAgain)
}

/// Changes of what building and deploying cost.
fn building(i: &mut In<'_>) -> R<Effect> {
    match super::tax::building(i)? {
        crate::cardtext::ability::StaticRule::Note(what) => Ok(Effect::Note(what)),
        // It is read in front of what the card does.
        crate::cardtext::ability::StaticRule::Completing { .. } => fail(i),
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
