//! Static abilities about players, and those that matter only outside the board.

use winnow::Parser;
use winnow::combinator::alt;

use super::filter::described;
use super::input::{In, R, ahead, attempt, eat, fail, p};
use super::static_damage::doubling;
use super::subject::Mode;
use super::{filter, num, place, stacking, subject, tax};
use crate::cardtext::ability::{OffBoard, PlayerBan, StaticRule};
use crate::cardtext::effect::{Ban, Effect, Grant};
use crate::cardtext::who::{Cond, Filter, Owner, Player, Who};

/// A rule about players, costs or damage that stands for a while.
pub(crate) fn stand(i: &mut In<'_>) -> R<Effect> {
    if let Some(rule) = attempt(i, tax::next_card) {
        return Ok(Effect::Stand {
            rule: Box::new(rule),
            until: crate::cardtext::effect::Duration::NextCard,
        });
    }
    if let Some((rule, until)) = attempt(i, |i| {
        let (rule, until) = super::static_damage::instead_of_discard_until(i)?;
        let until = super::input::some(i, until)?;
        Ok((rule, until))
    }) {
        return Ok(Effect::Stand {
            rule: Box::new(rule),
            until,
        });
    }
    let rule = alt((tax::tax, players, doubling)).parse_next(i)?;
    let here = attempt(i, super::duration::duration).or(i.dur);
    let until = super::input::some(i, here)?;
    Ok(Effect::Stand {
        rule: Box::new(rule),
        until,
    })
}

/// What players may not do.
pub(super) fn players(i: &mut In<'_>) -> R<StaticRule> {
    if eat(i, "battle cards can't be played") {
        let during = attempt(i, |i| {
            p("during the").parse_next(i)?;
            let arena = place::arena(i)?;
            p("battle step").parse_next(i)?;
            Ok(arena)
        });
        return ban(i, Player::Each, PlayerBan::BattleCards, during);
    }
    let player = if eat(i, "players") {
        Player::Each
    } else {
        subject::player(i)?
    };
    p("can't").parse_next(i)?;
    if eat(i, "play battle cards") {
        let during = attempt(i, |i| {
            p("during the").parse_next(i)?;
            let arena = place::arena(i)?;
            p("battle step").parse_next(i)?;
            Ok(arena)
        });
        return ban(i, player, PlayerBan::BattleCards, during);
    }
    for (phrase, what) in [
        ("play|use activated abilities", PlayerBan::Abilities),
        ("disrupt", PlayerBan::Disrupt),
        ("lose the game", PlayerBan::Lose),
        ("win the game", PlayerBan::Win),
        ("gain force", PlayerBan::GainForce),
        ("lose force", PlayerBan::LoseForce),
    ] {
        if eat(i, phrase) {
            return ban(i, player, what, None);
        }
    }
    p("retreat").parse_next(i)?;
    let owner = if player == Player::Opponent {
        Owner::Opponents
    } else {
        return fail(i);
    };
    let _ = eat(i, "any") || eat(i, "his or her");
    let mut filter = described(i, owner, false)?;
    filter.owner = owner;
    let ban = if super::ban::retreat_step(i) {
        Ban::RetreatStep
    } else {
        Ban::Retreat
    };
    let rule = StaticRule::Give {
        who: subject::each(filter),
        grants: vec![Grant::Cannot(ban)],
    };
    if super::input::at_end(i) || super::duration::duration(&mut i.clone()).is_ok() {
        Ok(rule)
    } else {
        fail(i)
    }
}

pub(super) fn ban(
    i: &mut In<'_>,
    player: Player,
    what: PlayerBan,
    during: Option<crate::game::Arena>,
) -> R<StaticRule> {
    if super::input::at_end(i) || ahead(i, "until|this|for") {
        Ok(StaticRule::PlayerCannot {
            player,
            what,
            during,
        })
    } else {
        fail(i)
    }
}

/// Lines that matter only outside the board.
pub(super) fn notes(i: &mut In<'_>) -> R<StaticRule> {
    if eat(
        i,
        "your opponent plays with his|her|their or? her? hand revealed|open",
    ) {
        return Ok(StaticRule::Note(OffBoard::HandSeen));
    }
    if let Some(rule) = attempt(i, |i| {
        alt((stacking::beneath, stacking::size)).parse_next(i)
    }) {
        return Ok(rule);
    }
    if let Some(rule) = attempt(i, pilots_on) {
        return Ok(rule);
    }
    let who = subject::who(i, Mode::Event)?;
    if eat(i, "doesn't|don't|can't count toward|towards") || eat(i, "does not count toward|towards")
    {
        return Ok(StaticRule::Give {
            who,
            grants: vec![uncounted(i)?],
        });
    }
    if ahead(i, "can|may have") {
        return more_pilots(i, who);
    }
    if eat(i, "can be piloted only? by") {
        filter::kinds(i)?;
        return Ok(StaticRule::Note(OffBoard::Pilots));
    }
    fail(i)
}

/// Behind "doesn't count toward": "arena control", "controlling the Ground or Character arena".
fn uncounted(i: &mut In<'_>) -> R<Grant> {
    let none = Grant::Cannot(Ban::Control);
    if eat(i, "arena control") || eat(i, "controlling arenas") {
        return Ok(none);
    }
    let _ = eat(i, "controlling") || eat(i, "the? control of");
    let places = place::places(i)?;
    // A unit counts in the arena it is in.
    let there = Filter {
        places,
        ..Filter::default()
    };
    Ok(Grant::When(Cond::Is(Who::This, there), Box::new(none)))
}

/// "You may have up to two Pilots on this unit."
fn pilots_on(i: &mut In<'_>) -> R<StaticRule> {
    p("you may|can have").parse_next(i)?;
    let (most, further) = how_many_pilots(i)?;
    p("on").parse_next(i)?;
    let of = subject::who(i, Mode::Event)?;
    Ok(StaticRule::Pilots {
        of,
        most,
        further,
        but: Vec::new(),
    })
}

/// "up to 2 Pilots", "an extra Pilot": how many, and whether they come on top of those it may have
/// anyway.
fn how_many_pilots(i: &mut In<'_>) -> R<(u8, bool)> {
    let further = !eat(i, "up to");
    let most = num::small(i)?;
    if further {
        p("extra|additional").parse_next(i)?;
    }
    p("pilot|pilots").parse_next(i)?;
    Ok((most, further))
}

/// "can have up to 2 Pilots", "can have an extra Pilot as long as that Pilot isn't a Droid".
fn more_pilots(i: &mut In<'_>, of: Who) -> R<StaticRule> {
    p("can|may have").parse_next(i)?;
    let (most, further) = how_many_pilots(i)?;
    let but = if eat(i, "as long as that pilot isn't a|an") {
        filter::kinds(i)?
    } else {
        Vec::new()
    };
    Ok(StaticRule::Pilots {
        of,
        most,
        further,
        but,
    })
}
