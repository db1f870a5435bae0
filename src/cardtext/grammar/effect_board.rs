//! What happens to units and counters on the table.

use winnow::Parser;
use winnow::combinator::alt;

use super::effect_counters::{counters, heal_to};
use super::input::{In, R, ahead, attempt, eat, fail, p, some};
use super::{give, num, place, subject};
use crate::cardtext::ability::Ability;
use crate::cardtext::effect::{Created, Effect};
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::{Filter, Owner, Place, Player, Quantity, Selector, Who};
use crate::game::Arena;

/// A target chosen by that player.
pub(crate) fn target_by(i: &mut In<'_>, player: Player) -> R<Who> {
    let who = subject::target(i)?;
    if player == Player::Each && !matches!(&who, Who::Units(s) if s.quantity == Quantity::Each) {
        // Each would choose of his own.
        return fail(i);
    }
    if player != Player::Opponent {
        return Ok(who);
    }
    let Who::Units(mut s) = who else {
        return Ok(who);
    };
    s.quantity = match s.quantity {
        Quantity::Choose(n) => Quantity::OpponentChooses(n),
        Quantity::Each => Quantity::Each,
        _ => return fail(i),
    };
    Ok(Who::Units(s))
}

/// Tapping, discarding, moving, counters, new units.
pub(crate) fn board(i: &mut In<'_>) -> R<Effect> {
    let before = *i;
    if let Some(effect) = attempt(i, each_player) {
        return Ok(effect);
    }
    let player = match attempt(i, |i| {
        let player = subject::player(i)?;
        let _ = eat(i, "must");
        Ok(player)
    }) {
        Some(player)
            if ahead(i, "gains control of")
                || ahead(
                    i,
                    "taps|untaps|discards|retreats|returns|puts|chooses|removes|retreat|tap|discard|put",
                ) =>
        {
            player
        }
        Some(_) => {
            *i = before;
            return fail(i);
        }
        None => i.doer,
    };
    alt((
        create,
        attach,
        heal_to,
        counters,
        |i: &mut In<'_>| give::control(i, player),
        |i: &mut In<'_>| simple(i, player),
        passive,
        backwards,
    ))
    .parse_next(i)
}

/// "Each player retreats one of his or her units": each chooses of the own ones.
fn each_player(i: &mut In<'_>) -> R<Effect> {
    p("each player").parse_next(i)?;
    let _ = eat(i, "must");
    let _ = eat(i, "choose|chooses and");
    let act: fn(Who) -> Effect = if eat(i, "tap|taps") {
        Effect::Tap
    } else if eat(i, "untap|untaps") {
        Effect::Untap
    } else if eat(i, "retreat|retreats") {
        Effect::Retreat
    } else {
        p("discard|discards").parse_next(i)?;
        Effect::Discard
    };
    // "His or her units" are the chooser's own here.
    i.they = Owner::Yours;
    let Who::Units(chosen) = subject::target(i)? else {
        return fail(i);
    };
    let Quantity::Choose(n) = chosen.quantity else {
        return fail(i);
    };
    if chosen.filter.owner != Owner::Yours || !super::input::at_end(i) {
        return fail(i);
    }
    let of = |owner, quantity| {
        let filter = Filter {
            owner,
            ..chosen.filter.clone()
        };
        act(Who::Units(Selector { quantity, filter }))
    };
    Ok(Effect::Seq(vec![
        of(Owner::Yours, Quantity::Choose(n.clone())),
        of(Owner::Opponents, Quantity::OpponentChooses(n)),
    ]))
}

/// Verbs with a unit behind them.
fn simple(i: &mut In<'_>, player: Player) -> R<Effect> {
    let _ = eat(i, "choose|chooses and");
    if eat(i, "tap|taps") {
        let who = target_by(i, player)?;
        return Ok(two_objects(i, who, player, Effect::Tap));
    }
    if eat(i, "untap|untaps") {
        let who = target_by(i, player)?;
        return Ok(in_one_arena(i, Effect::Untap, who));
    }
    if eat(i, "discard|discards") {
        if let Some(effect) = attempt(i, attached_card) {
            return Ok(effect);
        }
        let who = target_by(i, player)?;
        if who == Who::This {
            let _ = attempt(i, place::located);
        }
        let effect = two_objects(i, who, player, Effect::Discard);
        return if ahead(i, "attached|from") {
            fail(i)
        } else {
            Ok(effect)
        };
    }
    if eat(i, "retreat|retreats") {
        let who = target_by(i, player)?;
        return Ok(two_objects(i, who, player, Effect::Retreat));
    }
    if eat(i, "return|returns") {
        let who = target_by(i, player)?;
        if who == Who::This {
            let _ = eat(i, "from your discard pile");
        }
        let home = eat(i, "to its|their owner's|owners' hand")
            || eat(i, "to your hand")
            || eat(i, "to his or her hand")
            || eat(i, "to their hand|owners'")
            || eat(i, "to your opponent's hand");
        if !home && eat(i, "to your|its|their|the supply") {
            return Ok(Effect::ToSupply(who));
        }
        return if home {
            Ok(Effect::Return(who))
        } else {
            fail(i)
        };
    }
    if eat(i, "remove|removes") {
        let who = target_by(i, player)?;
        // A card named in a quotation may be one that is attached, which is no unit.
        if i.depth > 0 && matches!(&who, Who::Units(s) if s.quantity == Quantity::Each) {
            return fail(i);
        }
        let stack = eat(
            i,
            "and any|all of? the? cards in|of its|his|her|their stack",
        );
        p("from the game").parse_next(i)?;
        return Ok(if stack {
            Effect::RemoveStack(who)
        } else {
            Effect::RemoveFromGame(who)
        });
    }
    move_to(i, player)
}

/// The same done to a second unit, if one is named.
fn two_objects(i: &mut In<'_>, who: Who, player: Player, act: fn(Who) -> Effect) -> Effect {
    match attempt(i, |i| second_object(i, &who, player)) {
        Some((first, second)) => Effect::Seq(vec![act(first), act(second)]),
        None => act(who),
    }
}

/// "one of your units and one of your opponent's units in the chosen arena": both, the place behind
/// the second being that of the first as well.
fn second_object(i: &mut In<'_>, first: &Who, player: Player) -> R<(Who, Who)> {
    p("and").parse_next(i)?;
    if !ahead(i, "a|an|one|each|another|up") {
        return fail(i);
    }
    let second = target_by(i, player)?;
    let mut first = first.clone();
    if let (Who::Units(a), Who::Units(b)) = (&mut first, &second)
        && a.filter.places == [Place::Anywhere]
    {
        a.filter.places.clone_from(&b.filter.places);
    }
    Ok((first, second))
}

/// "up to 2 of your units in one arena": the arena is chosen first, the units in it.
fn in_one_arena(i: &mut In<'_>, act: impl Fn(Who) -> Effect, who: Who) -> Effect {
    let open = matches!(&who, Who::Units(s) if s.filter.places == [Place::Anywhere]);
    if !open || !(eat(i, "in one arena") || eat(i, "in a single arena")) {
        return act(who);
    }
    let Who::Units(mut units) = who else {
        return act(who);
    };
    units.filter.places = vec![Place::ChosenArena];
    i.arena_chosen = true;
    let arena = Effect::ChooseArena {
        among: Vec::new(),
        condition: None,
    };
    Effect::Seq(vec![arena, act(Who::Units(units))])
}

/// The card's own name as it stands on it, if the name is that but for a slip.
fn as_on_card(i: &In<'_>, name: String) -> String {
    let words: Vec<Tok> = name.split(' ').map(Tok::word).collect();
    let same = words.len() == i.card.len()
        && words
            .iter()
            .zip(i.card)
            .all(|(word, own)| subject::same_word(own, word));
    if same {
        super::kinds::spell(i.card)
    } else {
        name
    }
}

/// "an Equipment card attached to one of your opponent's units", "a Trait from this unit".
pub(crate) fn attached_card(i: &mut In<'_>) -> R<Effect> {
    if let Some(name) = attempt(i, super::own::the_equipment) {
        return Ok(Effect::DiscardAttached {
            from: Who::This,
            of: vec![vec![crate::cardtext::who::Kind::Name(name)]],
        });
    }
    let of = match attempt(i, |i| {
        let _ = eat(i, "a|an");
        super::kinds::name(i, false)
    }) {
        Some(name) => vec![vec![crate::cardtext::who::Kind::Name(as_on_card(i, name))]],
        None => {
            p("a|an|1|one").parse_next(i)?;
            let found = super::kinds::alt_kinds(i)?;
            let of = super::filter::carriable(i, found.kinds)?;
            if of.is_empty() { Vec::new() } else { vec![of] }
        }
    };
    if eat(i, "attached to") {
        let from = subject::target(i)?;
        return Ok(Effect::DiscardAttached { from, of });
    }
    p("from").parse_next(i)?;
    subject::this(i)?;
    Ok(Effect::DiscardAttached {
        from: Who::This,
        of,
    })
}

/// "move that unit to the Ground arena", "put it into the Space arena tapped", "take one of your
/// Rebels from your build zone and put it into its arena".
fn move_to(i: &mut In<'_>, player: Player) -> R<Effect> {
    let who = if eat(i, "take|takes") {
        let who = target_by(i, player)?;
        let lies = matches!(&who, Who::Units(s) if matches!(
            s.filter.places.as_slice(),
            [Place::Build | Place::OwnBuild | Place::OpponentsBuild]
        ));
        if !lies {
            return fail(i);
        }
        p("and puts|put it|them").parse_next(i)?;
        who
    } else {
        p("move|moves|put|puts").parse_next(i)?;
        target_by(i, player)?
    };
    let place = if eat(i, "into|to its arena") {
        Place::AnyArena
    } else {
        let places = place::located(i)?;
        match places.as_slice() {
            [one] => *one,
            _ => return fail(i),
        }
    };
    let put = Effect::Put(who.clone(), place);
    // "one of your units" is chosen once; from then on it is "that unit".
    let again = if matches!(who, Who::Units(_)) {
        Who::That
    } else {
        who
    };
    if eat(i, "tapped") {
        return Ok(Effect::Seq(vec![put, Effect::Tap(again)]));
    }
    if eat(i, "untapped") {
        return Ok(Effect::Seq(vec![put, Effect::Untap(again)]));
    }
    if ahead(i, "with|under|beneath|face-down|facedown") {
        fail(i)
    } else {
        Ok(put)
    }
}

/// "that unit is discarded", "this unit retreats".
fn passive(i: &mut In<'_>) -> R<Effect> {
    let who = subject::one(i)?;
    if eat(i, "retreats") || eat(i, "is retreated") {
        return Ok(Effect::Retreat(who));
    }
    if eat(i, "is discarded") {
        return Ok(Effect::Discard(who));
    }
    p("is tapped").parse_next(i)?;
    Ok(Effect::Tap(who))
}

/// "attach this Trait to that unit": the card itself, at no cost.
fn attach(i: &mut In<'_>) -> R<Effect> {
    p("attach").parse_next(i)?;
    i.equips = true;
    // By these words it is the card, not a unit of that subtype.
    if !(eat(i, "this trait|equipment|card")) {
        subject::this(i)?;
    }
    p("to").parse_next(i)?;
    // The card may take its bearer's name into its own.
    let own = std::mem::take(&mut i.own);
    let who = subject::target(i);
    i.own = own;
    let who = who?;
    if ahead(i, "without|for|by") {
        fail(i)
    } else {
        Ok(Effect::Attach(who))
    }
}

/// "Yoda untap."
fn backwards(i: &mut In<'_>) -> R<Effect> {
    if eat(i, "into your hand") {
        let who = subject::one(i)?;
        p("put").parse_next(i)?;
        return Ok(Effect::Return(who));
    }
    let who = subject::one(i)?;
    if eat(i, "untap") {
        return Ok(Effect::Untap(who));
    }
    p("tap").parse_next(i)?;
    Ok(Effect::Tap(who))
}

/// "take 1 40/2/2 Nikto Bounty Hunter Subordinate with "Fury 1" and put it into the Character arena".
fn create(i: &mut In<'_>) -> R<Effect> {
    p("take|tak").parse_next(i)?;
    let count = num::number(i)?;
    let speed = num::count(i)?;
    p("/").parse_next(i)?;
    let power = num::count(i)?;
    p("/").parse_next(i)?;
    let health = num::count(i)?;
    let name = subordinate_name(i)?;
    // The name of the card that makes them is not theirs.
    i.bearer = Some(&[]);
    let abilities = created_abilities(i)?;
    i.bearer = None;
    let _ = eat(i, ",");
    p("and put it|them|him|her").parse_next(i)?;
    let places = if eat(i, "into its|their arena") {
        vec![Place::AnyArena]
    } else if i.acted_on && eat(i, "into the same arena") {
        // That of the unit of the event.
        vec![Place::ThatArena]
    } else {
        place::located(i)?
    };
    let tapped = eat(i, "tapped");
    let make = |place: &Place| {
        Effect::Create(Box::new(Created {
            count: count.clone(),
            name: name.clone(),
            speed,
            power,
            health,
            abilities: abilities.clone(),
            place: *place,
            tapped,
        }))
    };
    super::filter::spoken_of(i);
    match places.as_slice() {
        [one] => Ok(make(one)),
        several => {
            let among: Option<Vec<Arena>> = several.iter().map(|p| p.named_arena()).collect();
            let among = some(i, among)?;
            i.arena_chosen = true;
            let arena = Effect::ChooseArena {
                among,
                condition: None,
            };
            Ok(Effect::Seq(vec![arena, make(&Place::ChosenArena)]))
        }
    }
}

/// Everything up to the word Subordinate.
fn subordinate_name(i: &mut In<'_>) -> R<String> {
    let len = i
        .toks
        .iter()
        .take(8)
        .position(|t| t.low == "subordinate" || t.low == "subordinates");
    let len = some(i, len.filter(|n| *n > 0))?;
    let toks = i.toks.get(..len).unwrap_or_default();
    if toks.iter().any(|t| t.sym != Sym::Word) {
        return fail(i);
    }
    i.toks = i.toks.get(len + 1..).unwrap_or_default();
    Ok(super::kinds::spell(toks))
}

fn created_abilities(i: &mut In<'_>) -> R<Vec<Ability>> {
    let mut out = Vec::new();
    if !eat(i, "with") {
        return Ok(out);
    }
    loop {
        if let Some(found) = attempt(i, super::quoted) {
            out.extend(found);
        } else {
            out.push(Ability::Keyword(super::keyword_line::plain(i)?));
        }
        let more = eat(i, ", and") || (ahead_item(i) && (eat(i, ",") || eat(i, "and")));
        if !more {
            return Ok(out);
        }
    }
}

/// Whether a further ability follows the comma or "and".
fn ahead_item(i: &In<'_>) -> bool {
    let mut look = *i;
    (eat(&mut look, ",") || eat(&mut look, "and"))
        && (look.toks.first().is_some_and(|t| t.sym == Sym::Open)
            || super::filter::keyword(&mut look).is_ok())
}
