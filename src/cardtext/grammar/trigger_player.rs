//! Events of players: what they deploy, play, draw and complete.

use winnow::Parser;

use super::input::{Ant, In, R, attempt, eat, fail, p};
use super::subject::Mode;
use super::trigger::actor;
use super::{place, subject};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Filter, Owner, Player, Selector, Who};

/// What players do.
pub(super) fn players(i: &mut In<'_>) -> R<Event> {
    if eat(i, "a battle card is played") {
        return Ok(Event::PlaysBattleCard(Player::Each));
    }
    let player = subject::player(i)?;
    if let Some(keyword) = attempt(i, |i| {
        p("use|uses").parse_next(i)?;
        super::filter::keyword(i)
    }) {
        if player == Player::Each {
            return fail(i);
        }
        let who = units_of(player);
        actor(i, &who, Ant::Actor);
        return Ok(Event::Uses(who, keyword));
    }
    if eat(i, "deploy|deploys") {
        let who = whose(subject::who(i, Mode::Event)?, player);
        let into = attempt(i, place::located).unwrap_or_default();
        actor(i, &who, Ant::Actor);
        return Ok(Event::Deployed {
            who,
            into,
            meditated: false,
        });
    }
    if eat(i, "retreat|retreats") {
        let who = whose(subject::who(i, Mode::Event)?, player);
        actor(i, &who, Ant::Patient);
        return Ok(match player {
            Player::You | Player::Opponent => Event::RetreatedBy(player, who),
            _ => Event::Retreats(who),
        });
    }
    if eat(i, "attack|attacks") {
        let target = subject::who(i, Mode::Event)?;
        actor(i, &target, Ant::Patient);
        return Ok(Event::Attacks {
            who: units_of(player),
            target: Some(target),
        });
    }
    // What is moved there is not deployed there, and no event here tells the two apart.
    if eat(i, "put|puts") {
        let mut who = whose(subject::who(i, Mode::Event)?, player);
        let into = match attempt(i, place::located) {
            Some(into) => into,
            // It was read as part of the description.
            None => match &mut who {
                Who::Units(s) if !s.filter.places.is_empty() => {
                    std::mem::take(&mut s.filter.places)
                }
                _ => return fail(i),
            },
        };
        actor(i, &who, Ant::Actor);
        return Ok(Event::Arrives { who, into });
    }
    if eat(i, "play|plays a battle card") {
        return Ok(Event::PlaysBattleCard(player));
    }
    if eat(i, "draw|draws a card") {
        return Ok(Event::Draws(player));
    }
    if eat(i, "complete|completes") || eat(i, "finish|finishes building") {
        let who = subject::who(i, Mode::Event)?;
        return match who {
            Who::This => Ok(Event::Deployed {
                who: Who::This,
                into: Vec::new(),
                meditated: false,
            }),
            Who::Units(s) => Ok(Event::Completes(player, s.filter)),
            _ => fail(i),
        };
    }
    if eat(i, "roll|rolls one|1 or more dice in an attack on") {
        let target = subject::who(i, Mode::Event)?;
        let who = units_of(player);
        return Ok(Event::Rolls {
            who,
            target: Some(target),
            natural: None,
        });
    }
    fail(i)
}

/// Units of that player.
fn units_of(player: Player) -> Who {
    let owner = if player == Player::Opponent {
        Owner::Opponents
    } else {
        Owner::Yours
    };
    subject::each(Filter {
        owner,
        ..Filter::default()
    })
}

/// "your opponent deploys a Jedi": one of your opponent's.
fn whose(who: Who, player: Player) -> Who {
    let owner = match player {
        Player::You => Owner::Yours,
        Player::Opponent => Owner::Opponents,
        Player::Each | Player::ThatController | Player::ThatOwner | Player::ActorController => {
            Owner::Anyone
        }
    };
    match who {
        Who::Units(Selector {
            quantity,
            mut filter,
        }) => {
            if filter.owner == Owner::Anyone {
                filter.owner = owner;
            }
            Who::Units(Selector { quantity, filter })
        }
        who => who,
    }
}
