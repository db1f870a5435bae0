//! Which units a sentence speaks of.

use winnow::Parser;
use winnow::combinator::alt;

use super::determiner::{anywhere, described_units, partly_built};
use super::filter::described;
use super::input::{Ant, In, R, ahead, attempt, eat, fail};
pub(crate) use super::own::{same_word, this};
pub(crate) use super::spoken::possessive;
use super::spoken::{definite, named};
use crate::cardtext::who::{
    Filter, Kind, Num, Owner, Place, Player, Quantity, Selector, Trait, Who,
};

/// How an indefinite description is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Chosen when the effect happens.
    Target,
    /// Any unit that fits: events, conditions.
    Event,
}

/// One definite unit: this, that, the attacker, a pronoun, or a named one.
pub(crate) fn one(i: &mut In<'_>) -> R<Who> {
    alt((definite, named)).parse_next(i)
}

/// The one unit on or under which things are counted. "It" in "this unit gets +1 power for each card
/// under it" is this unit, unless another one was spoken of: then it could be either.
pub(crate) fn counted(i: &mut In<'_>) -> R<Who> {
    let another = match i.that {
        Ant::None | Ant::This => false,
        Ant::That => true,
        _ => i.acted_on,
    };
    if i.it == Ant::This && another && ahead(i, "it|him|her") {
        return fail(i);
    }
    let who = one(i)?;
    // In a pile nothing lies on it or under it any more.
    if Some(&who) == i.gone.who().as_ref() {
        fail(i)
    } else {
        Ok(who)
    }
}

/// All units of a description.
pub(crate) fn each(filter: Filter) -> Who {
    Who::Units(Selector {
        quantity: Quantity::Each,
        filter,
    })
}

/// Whom an effect is done to, or whom an event is about.
pub(crate) fn who(i: &mut In<'_>, mode: Mode) -> R<Who> {
    let mut found = one_who(i, mode)?;
    while let Some(more) = attempt(i, |i| further(i, mode, &found)) {
        found = more;
    }
    Ok(found)
}

/// "... or one of your Ewoks": the same number of units, of any of the descriptions.
fn further(i: &mut In<'_>, mode: Mode, first: &Who) -> R<Who> {
    let after_comma = eat(i, ", or on|to?");
    if !after_comma && !eat(i, "or on|to?") {
        return fail(i);
    }
    let mut all = match first {
        Who::Units(s) => s.clone(),
        Who::This => Selector {
            quantity: match mode {
                Mode::Target => Quantity::Choose(Num::Const(1)),
                Mode::Event => Quantity::Each,
            },
            filter: this_filter(),
        },
        _ => return fail(i),
    };
    let next = match attempt(i, |i| same_again(i, &all.filter)) {
        Some(filter) => filter,
        None => match one_who(i, mode)? {
            Who::Units(s) if s.quantity == all.quantity => s.filter,
            // A name means that unit, however many the others are.
            Who::Units(s) if only_name(&s.filter) => s.filter,
            Who::This if *first != Who::This => this_filter(),
            _ => return fail(i),
        },
    };
    if after_comma
        && ahead(
            i,
            "gets|get|gains|loses|has|does|can|can't|may|must|attacks",
        )
    {
        // A choice between effects: what follows is its next text.
        return fail(i);
    }
    if only_name(&all.filter) && mode == Mode::Target {
        all.quantity = Quantity::Choose(Num::Const(1));
    }
    all.filter.or.push(next);
    Ok(Who::Units(all))
}

fn this_filter() -> Filter {
    Filter {
        places: vec![Place::Anywhere],
        traits: vec![Trait::IsThis],
        ..Filter::default()
    }
}

fn only_name(filter: &Filter) -> bool {
    matches!(filter.kinds.as_slice(), [all] if matches!(all.as_slice(), [Kind::Name(_)]))
        && filter.traits.is_empty()
}

/// "... or tapped Speeders in the Ground arena", "... or other Characters": of the same owner.
fn same_again(i: &mut In<'_>, first: &Filter) -> R<Filter> {
    if !ahead(i, "other|tapped|untapped|damaged|undamaged") {
        return fail(i);
    }
    let mut filter = described(i, first.owner, false)?;
    if filter.places.is_empty() {
        filter.places.clone_from(&first.places);
    }
    Ok(filter)
}

fn one_who(i: &mut In<'_>, mode: Mode) -> R<Who> {
    if let Some(found) = attempt(i, definite) {
        return Ok(found);
    }
    if mode == Mode::Target
        && let Some(found) = attempt(i, partly_built)
    {
        return Ok(found);
    }
    if let Some(found) = attempt(i, |i| described_units(i, mode)) {
        return Ok(found);
    }
    let before = i.toks;
    let found = named(i)?;
    let read = before.len() - i.toks.len();
    let either = before.iter().take(read).any(|t| t.low == "or");
    Ok(match (mode, found) {
        (Mode::Target, Who::Units(mut s)) => {
            anywhere(&mut s.filter);
            if either {
                // "Orla Venn or Bren Sund": one of them.
                s.quantity = Quantity::Choose(Num::Const(1));
            }
            Who::Units(s)
        }
        (_, found) => found,
    })
}

/// A target of an effect.
pub(crate) fn target(i: &mut In<'_>) -> R<Who> {
    who(i, Mode::Target)
}

/// A player: "you", "your opponent", "each player".
pub(crate) fn player(i: &mut In<'_>) -> R<Player> {
    if eat(i, "your|you opponent|opponents") {
        i.they = Owner::Opponents;
        return Ok(Player::Opponent);
    }
    if eat(i, "you") {
        return Ok(Player::You);
    }
    if eat(i, "each player") || eat(i, "both players") {
        i.they = Owner::Anyone;
        return Ok(Player::Each);
    }
    if i.they == Owner::Opponents && (eat(i, "he or she") || eat(i, "they")) {
        return Ok(Player::Opponent);
    }
    let meant = if ahead(i, "its") && i.it != Ant::This {
        i.it
    } else {
        i.that
    };
    let player = match meant {
        Ant::Actor => Player::ActorController,
        Ant::That | Ant::Patient => Player::ThatController,
        _ => return fail(i),
    };
    if eat(i, "its controller") || eat(i, "that unit's controller") {
        return Ok(player);
    }
    if eat(i, "its owner") || eat(i, "that unit's owner") {
        return Ok(match player {
            Player::ThatController => Player::ThatOwner,
            other => other,
        });
    }
    fail(i)
}
