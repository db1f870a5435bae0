//! What players gain, lose, draw and discard.

use winnow::Parser;
use winnow::combinator::alt;

use super::input::{In, R, ahead, attempt, eat, fail, p, some};
use super::{num, subject};
use crate::cardtext::ability::Event;
use crate::cardtext::effect::{Duration, Effect, When};
use crate::cardtext::who::{Num, Player};

/// "gain 2 Force and draw a card", "your opponent loses 1 Force".
pub(crate) fn player_effect(i: &mut In<'_>) -> R<Effect> {
    let player = attempt(i, subject::player).unwrap_or(i.doer);
    let first = gains(i, player)?;
    let mut either = vec![first];
    // "Gain 2 Force or draw a card": whoever gains it chooses.
    if player == Player::You {
        while let Some(more) = attempt(i, |i| {
            p("or").parse_next(i)?;
            match attempt(i, |i| resource(i, player, false)) {
                Some(more) => Ok(more),
                None => gains(i, player),
            }
        }) {
            either.push(more);
        }
    }
    match either.pop() {
        Some(only) if either.is_empty() => Ok(only),
        Some(last) => {
            either.push(last);
            Ok(Effect::ChooseOne(either))
        }
        None => fail(i),
    }
}

/// One thing that a player gains, loses, draws, discards or pays.
fn gains(i: &mut In<'_>, player: Player) -> R<Effect> {
    alt((
        |i: &mut In<'_>| resources(i, player),
        |i: &mut In<'_>| draw(i, player),
        |i: &mut In<'_>| discard(i, player),
        |i: &mut In<'_>| backwards(i, player),
        |i: &mut In<'_>| pay_now(i, player),
    ))
    .parse_next(i)
}

/// A change of Force alone, as a cost may ask for it.
pub(crate) fn force_change(i: &mut In<'_>) -> R<Effect> {
    let player = attempt(i, subject::player).unwrap_or(i.doer);
    resources(i, player)
}

fn resources(i: &mut In<'_>, player: Player) -> R<Effect> {
    let loses = if eat(i, "gain|gains|get|gets") {
        false
    } else {
        p("lose|loses").parse_next(i)?;
        true
    };
    let mut out = vec![resource(i, player, loses)?];
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        p("and").parse_next(i)?;
        resource(i, player, loses)
    }) {
        out.push(more);
    }
    let later = matches!(
        out.last(),
        Some(Effect::BuildPoints(_, _, When::NextBuildStep))
    );
    let force = out.iter().any(|e| matches!(e, Effect::Force(..)));
    if force && matches!(out.last(), Some(Effect::BuildPoints(_, _, When::NextTurn))) {
        return fail(i);
    }
    Ok(if later && force {
        next_build_step(player, out)
    } else {
        super::effect::sequence(out)
    })
}

/// "gain 1 Force and 1 build point when your next build step starts": both come then.
fn next_build_step(player: Player, mut all: Vec<Effect>) -> Effect {
    for effect in &mut all {
        if let Effect::BuildPoints(_, _, when) = effect {
            *when = When::Now;
        }
    }
    Effect::Later {
        when: Box::new(Event::BuildStepStarts(player)),
        each_time: false,
        until: Duration::Game,
        effect: Box::new(super::effect::sequence(all)),
    }
}

fn resource(i: &mut In<'_>, player: Player, loses: bool) -> R<Effect> {
    let _ = eat(i, "an");
    if eat(i, "additional force equal to") || eat(i, "force equal to") {
        let n = num::counted(i)?;
        return Ok(Effect::Force(
            player,
            if loses { num::negative(n) } else { n },
        ));
    }
    let _ = eat(i, "+");
    let n = if eat(i, "that much") {
        some(i, i.much.num())?
    } else {
        num::number(i)?
    };
    let _ = eat(i, "more|additional|extra");
    let force = eat(i, "force");
    if !force {
        p("build point|points").parse_next(i)?;
    }
    let when = if force { None } else { Some(arrival(i)?) };
    let n = match attempt(i, per) {
        Some(each) => num::times(n, each),
        None => n,
    };
    let _ = attempt(i, num::x_clause);
    let n = if loses { num::negative(n) } else { n };
    let when = match when {
        Some(When::Now) => Some(arrival(i)?),
        other => other,
    };
    Ok(match when {
        None => Effect::Force(player, n),
        Some(when) => Effect::BuildPoints(player, n, when),
    })
}

/// "for each Jedi you have", "for each point of damage done".
fn per(i: &mut In<'_>) -> R<Num> {
    if let Some(n) = attempt(i, |i| {
        p("for each point of? damage|damage").parse_next(i)?;
        let _ = eat(i, "damage");
        p("done").parse_next(i)?;
        let done = some(
            i,
            (i.much == super::input::Much::Done).then_some(Num::DamageDone),
        )?;
        Ok(done)
    }) {
        return Ok(n);
    }
    super::multiplier::for_each(i)
}

/// When build points come.
fn arrival(i: &mut In<'_>) -> R<When> {
    if eat(i, "next turn") {
        return Ok(When::NextTurn);
    }
    let next = eat(i, "when your|his next build step starts")
        || eat(i, "at the start of your|the next build step")
        || eat(i, "during your next build step")
        || eat(i, "during his or her next build step")
        || eat(i, "during their next build step")
        || eat(i, "when their next build step starts")
        || eat(i, "when his or her next build step starts");
    if next {
        return Ok(When::NextBuildStep);
    }
    let _ = eat(i, "this turn");
    if ahead(i, "when|at|during") {
        fail(i)
    } else {
        Ok(When::Now)
    }
}

fn draw(i: &mut In<'_>, player: Player) -> R<Effect> {
    p("draw|draws").parse_next(i)?;
    if eat(i, "cards until you have") && player == Player::You {
        let full = num::number(i)?;
        p("cards in your hand").parse_next(i)?;
        let held = num::negative(Num::HandOf(Player::You));
        return Ok(Effect::Draw(
            player,
            Num::Plus(Box::new(full), Box::new(held)),
        ));
    }
    let up_to = eat(i, "up to");
    let n = num::number(i)?;
    let _ = eat(i, "extra|additional|more");
    p("card|cards").parse_next(i)?;
    let n = match attempt(i, super::multiplier::for_each) {
        Some(each) if !up_to => num::times(n, each),
        Some(_) => return fail(i),
        None => n,
    };
    Ok(Effect::Draw(player, chosen(n, up_to)))
}

/// "up to 2": as many as the player chooses.
fn chosen(n: Num, up_to: bool) -> Num {
    if up_to { Num::UpTo(Box::new(n)) } else { n }
}

/// "the fifth".
fn depth(i: &mut In<'_>) -> R<u8> {
    let words: [(&str, u8); 5] = [
        ("the second", 2),
        ("the third", 3),
        ("the fourth", 4),
        ("the fifth", 5),
        ("the sixth", 6),
    ];
    match words.iter().find(|(word, _)| eat(i, word)) {
        Some((_, nth)) => Ok(*nth),
        None => fail(i),
    }
}

/// Cards from hand or deck.
fn discard(i: &mut In<'_>, player: Player) -> R<Effect> {
    let _ = eat(i, "choose|chooses and");
    p("discard|discards").parse_next(i)?;
    if eat(i, "the top") {
        let n = attempt(i, num::number).unwrap_or(Num::Const(1));
        p("card|cards").parse_next(i)?;
        return deck_of(i, player).map(|p| Effect::DiscardDeck(p, n));
    }
    if let Some(nth) = attempt(i, |i| {
        let nth = depth(i)?;
        p("card from the top").parse_next(i)?;
        Ok(nth)
    }) {
        return deck_of(i, player).map(|p| Effect::DiscardNth(p, nth));
    }
    let up_to = eat(i, "up to");
    let n = chosen(num::number(i)?, up_to);
    p("card|cards").parse_next(i)?;
    if eat(i, "from the top") {
        return deck_of(i, player).map(|p| Effect::DiscardDeck(p, n));
    }
    let early = eat(i, "at random");
    let theirs = eat(i, "from his or her hand") || eat(i, "from their hand");
    let opponents = eat(i, "from your opponent's hand");
    let named = theirs || opponents || eat(i, "from your hand");
    let random = eat(i, "at random") || early;
    // "You may discard a card from his or her hand": whoever picks it, it is the other's.
    let player = match player {
        Player::You if theirs || opponents => Player::Opponent,
        Player::Opponent if opponents => return fail(i),
        other => other,
    };
    if named || super::input::at_end(i) || ahead(i, "and|,|or|unless") {
        Ok(if random {
            Effect::DiscardRandom(player, n)
        } else {
            Effect::DiscardHand(player, n)
        })
    } else {
        fail(i)
    }
}

fn deck_of(i: &mut In<'_>, player: Player) -> R<Player> {
    p("of|from").parse_next(i)?;
    if eat(i, "your opponent's deck") {
        return Ok(Player::Opponent);
    }
    if eat(i, "his or her deck") || eat(i, "their deck") {
        return Ok(player);
    }
    p("your deck").parse_next(i)?;
    Ok(Player::You)
}

/// "+1 Force you gain", "4 Force gain".
fn backwards(i: &mut In<'_>, player: Player) -> R<Effect> {
    let _ = eat(i, "+");
    let n = num::number(i)?;
    p("force you? gain").parse_next(i)?;
    Ok(Effect::Force(player, n))
}

/// "your opponent pays 2 Force".
fn pay_now(i: &mut In<'_>, player: Player) -> R<Effect> {
    if !ahead(i, "pays") {
        return fail(i);
    }
    let costs = super::cost::list(i)?;
    Ok(Effect::Pay(player, costs))
}
