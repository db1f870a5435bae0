//! Rerolls, attacks, disrupting, rolling a die.

use winnow::Parser;
use winnow::combinator::alt;

use super::condition::any_unit;
use super::input::{Dice, In, R, ahead, attempt, eat, eat_sym, fail, p};
use super::{effect, num, subject};
use crate::cardtext::effect::{DisruptWhat, Effect};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Owner, Player, Quantity, Trait, Who};

/// Effects about attacks and dice.
pub(crate) fn attack_effect(i: &mut In<'_>) -> R<Effect> {
    alt((reroll, disrupt, new_defender, attacks, ends, roll_die)).parse_next(i)
}

/// "Choose one or more of your attack dice. Reroll those dice.", "reroll up to 2 attack dice".
fn reroll(i: &mut In<'_>) -> R<Effect> {
    let some_of = |of| Effect::Reroll {
        up_to: None,
        all: false,
        faces: Vec::new(),
        of,
    };
    if eat(i, "choose one or|of more of your attack dice")
        || eat(i, "choose any number of your attack dice")
    {
        p(". reroll those dice").parse_next(i)?;
        return Ok(some_of(Owner::Yours));
    }
    if eat(
        i,
        "choose one|any or more|number of your opponent's attack dice",
    ) || eat(i, "choose one or|of more of your opponent's attack dice")
    {
        p(". your opponent rerolls those dice").parse_next(i)?;
        return Ok(some_of(Owner::Opponents));
    }
    if eat(i, "your opponent rerolls all of? his or her attack dice") {
        return Ok(Effect::Reroll {
            up_to: None,
            all: true,
            faces: Vec::new(),
            of: Owner::Opponents,
        });
    }
    p("reroll|rerolls").parse_next(i)?;
    for (mine, of) in [(true, Owner::Yours), (false, Owner::Opponents)] {
        let all = if mine {
            eat(i, "all of? your attack? dice")
        } else {
            eat(i, "all of? your opponent's attack dice")
        };
        if all {
            return Ok(Effect::Reroll {
                up_to: None,
                all: true,
                faces: Vec::new(),
                of,
            });
        }
        let any = if mine {
            eat(i, "any of your attack? dice")
                || eat(i, "one or more of your attack? dice")
                || eat(i, "any number of your attack? dice")
        } else {
            eat(i, "any of your opponent's attack dice")
                || eat(i, "one or more of your opponent's attack dice")
                || eat(i, "any number of your opponent's attack dice")
        };
        if any {
            return Ok(some_of(of));
        }
    }
    if eat(i, "all of? its|those|the|that attack? dice") || eat(i, "all of? his or her attack dice")
    {
        return Ok(Effect::Reroll {
            up_to: None,
            all: true,
            faces: Vec::new(),
            of: Owner::Anyone,
        });
    }
    if eat(i, "any of those dice")
        || eat(i, "any number of those dice")
        || eat(i, "any of those|the attack? dice")
        || eat(i, "one or more of those|the attack? dice")
        || eat(i, "any number of the|those attack? dice")
    {
        return Ok(some_of(Owner::Anyone));
    }
    let up_to = eat(i, "up to") || ahead(i, "one|1 of");
    let n = num::number(i)?;
    let of = if eat(i, "of? your opponent's") {
        Owner::Opponents
    } else if eat(i, "of? your") {
        Owner::Yours
    } else {
        let _ = eat(i, "of those|the|its|his|her");
        Owner::Anyone
    };
    let whose = possessive(i);
    p("attack? dice|die").parse_next(i)?;
    let of = match whose {
        Some(Who::This) => {
            i.dice = Dice::Own;
            of
        }
        _ if attempt(i, rolled_at_this).is_some() => {
            i.dice = Dice::AtThis;
            of
        }
        _ => of,
    };
    if up_to || ahead(i, "->") {
        Ok(Effect::Reroll {
            up_to: Some(n),
            all: false,
            faces: Vec::new(),
            of,
        })
    } else {
        fail(i)
    }
}

/// "of a unit attacking this unit", "rolled against this unit".
fn rolled_at_this(i: &mut In<'_>) -> R<()> {
    if !(eat(i, "of a unit attacking") || eat(i, "of the unit attacking")) {
        p("rolled? against").parse_next(i)?;
    }
    subject::this(i)
}

fn possessive(i: &mut In<'_>) -> Option<Who> {
    attempt(i, |i| {
        let _ = eat(i, "of");
        subject::possessive(i)
    })
}

/// "Disrupt a Battle card or activated ability."
fn disrupt(i: &mut In<'_>) -> R<Effect> {
    if attempt(i, |i| {
        subject::possessive(i)?;
        p("attack is disrupted").parse_next(i)
    })
    .is_some()
    {
        return Ok(Effect::Disrupt(DisruptWhat::Attack(None)));
    }
    p("disrupt|disrupts").parse_next(i)?;
    if let Some(of) = attempt(i, attack_of) {
        return Ok(Effect::Disrupt(DisruptWhat::Attack(of)));
    }
    let _ = eat(i, "a|an|that|the");
    if eat(i, "battle or a? mission card") || eat(i, "battle card or a? mission card?") {
        return Ok(Effect::Disrupt(DisruptWhat::Card));
    }
    if eat(i, "disrupt") || eat(i, "disrupt effect") {
        return Ok(Effect::Disrupt(DisruptWhat::Disruption));
    }
    if eat(i, "battle card or an? activated ability")
        || eat(i, "activated ability or a? battle card")
    {
        return Ok(Effect::Disrupt(DisruptWhat::Either));
    }
    if eat(i, "battle card") {
        return if ahead(i, "or|and|that|with|your") {
            fail(i)
        } else {
            Ok(Effect::Disrupt(DisruptWhat::BattleCard))
        };
    }
    if let Some(kind) = attempt(i, |i| {
        let alt = super::kinds::alt_kinds(i)?;
        p("activated ability").parse_next(i)?;
        Ok(alt.kinds)
    }) {
        let filter = crate::cardtext::who::Filter {
            kinds: vec![kind],
            ..Default::default()
        };
        return Ok(Effect::Disrupt(DisruptWhat::Ability(Some(filter))));
    }
    // Only what is activated is played, and so can be disrupted (4.3.4).
    if eat(i, "activated ability|abilities") || ahead(i, "ability of") && eat(i, "ability") {
        let of = attempt(i, |i| {
            p("of|on").parse_next(i)?;
            any_unit(i)
        });
        return if ahead(i, "or|and|that|with|of|used") {
            fail(i)
        } else {
            Ok(Effect::Disrupt(DisruptWhat::Ability(of)))
        };
    }
    // A Trap is one kind of Mission, and of a Mission its kind is not known here.
    if eat(i, "mission card?") {
        return if ahead(i, "or|and|that|with") {
            fail(i)
        } else {
            Ok(Effect::Disrupt(DisruptWhat::Other))
        };
    }
    fail(i)
}

/// "an attack", "an attack by a Sith", "a Sith Character's attack".
fn attack_of(i: &mut In<'_>) -> R<Option<crate::cardtext::who::Filter>> {
    let ends = |i: &In<'_>| super::input::at_end(i) || ahead(i, "unless|.");
    if eat(i, "an|the|that attack") {
        let of = attempt(i, |i| {
            p("by|from|of").parse_next(i)?;
            any_unit(i)
        });
        return if ends(i) { Ok(of) } else { fail(i) };
    }
    // The last word of the description carries the apostrophe.
    p("a|an").parse_next(i)?;
    let at = i.toks.iter().take(4).position(|t| t.low.ends_with("'s"));
    let at = super::input::some(i, at)?;
    let mut words: Vec<crate::cardtext::tokens::Tok> =
        i.toks.get(..=at).unwrap_or_default().to_vec();
    if let Some(last) = words.last_mut() {
        last.low.truncate(last.low.len() - 2);
        let shorter = last.raw.len().saturating_sub(2);
        last.raw.truncate(shorter);
    }
    let fuel = std::cell::Cell::new(super::input::FUEL / 8);
    let mut inner = In::new(&words, &[], false, &fuel);
    let kinds = super::filter::kinds(&mut inner).ok();
    let kinds = super::input::some(i, kinds.filter(|_| inner.toks.is_empty()))?;
    i.toks = i.toks.get(at + 1..).unwrap_or_default();
    p("attack").parse_next(i)?;
    let filter = crate::cardtext::who::Filter {
        kinds,
        ..Default::default()
    };
    if ends(i) { Ok(Some(filter)) } else { fail(i) }
}

/// "The attacking unit now attacks that unit instead of the original defending unit", "it must
/// attack one of your Droids instead", "have that Creature attack this unit (instead)".
fn new_defender(i: &mut In<'_>) -> R<Effect> {
    if eat(i, "choose the defending unit|character") {
        // Any unit that can be attacked, be it of the attacker's side.
        let filter = crate::cardtext::who::Filter {
            places: vec![crate::cardtext::who::Place::AttackArena],
            ..Default::default()
        };
        return Ok(Effect::NewDefender(Who::Units(
            crate::cardtext::who::Selector {
                quantity: Quantity::Choose(crate::cardtext::who::Num::Const(1)),
                filter,
            },
        )));
    }
    if eat(i, "have") {
        attacker(i)?;
        p("attack").parse_next(i)?;
        let who = subject::target(i)?;
        let _ = eat(i, "instead");
        return if super::input::at_end(i) {
            Ok(Effect::NewDefender(who))
        } else {
            fail(i)
        };
    }
    attacker(i)?;
    let must = eat(i, "must attack");
    if !(must || eat(i, "now? attacks") || eat(i, "may? attack")) {
        return fail(i);
    }
    let another = ahead(i, "another");
    if i.once
        && another
        && matches!(
            i.that,
            super::input::Ant::None | super::input::Ant::Attacker
        )
    {
        // "In the same arena" is where the attack goes to.
        i.that = super::input::Ant::Defender;
    }
    let mut who = subject::target(i)?;
    if another {
        other_than_defender(i, &mut who)?;
    }
    if let (true, Who::Units(selector)) = (must, &mut who)
        && let Quantity::Choose(n) = &selector.quantity
    {
        // Who must do it says how: it is the other side that attacks.
        selector.quantity = Quantity::OpponentChooses(n.clone());
    }
    p("instead").parse_next(i)?;
    let _ = eat(i, "of the original? defending unit");
    let _ = eat(i, ", unless that unit can't be attacked")
        || eat(i, "unless that unit can't be attacked");
    Ok(Effect::NewDefender(who))
}

/// Whoever attacks: by "the attacking unit", or by a word that can only mean it.
fn attacker(i: &mut In<'_>) -> R<()> {
    if eat(i, "it|he|she") {
        return Ok(());
    }
    p("the|that attacking|chosen?").parse_next(i)?;
    let found = super::kinds::alt_kinds(i)?;
    let named = found
        .kinds
        .iter()
        .any(|k| matches!(k, crate::cardtext::who::Kind::Name(_)));
    if named || found.card { fail(i) } else { Ok(()) }
}

/// "That unit attacks itself.", "That unit attacks one of your opponent's units."
fn attacks(i: &mut In<'_>) -> R<Effect> {
    let attacker = subject::one(i)?;
    let optional = eat(i, "may attack");
    if !optional {
        p("attacks").parse_next(i)?;
    }
    let target = if optional && eat(i, "again") {
        // Whom is the attacker's choice, as in any attack.
        None
    } else if eat(i, "itself|himself|herself") {
        Some(attacker.clone())
    } else {
        let another = ahead(i, "another");
        let mut target = subject::target(i)?;
        if another {
            other_than_defender(i, &mut target)?;
        }
        let _ = eat(i, "again");
        Some(target)
    };
    // More words would say how this attack differs.
    if ahead(i, "instead|with|using|in") {
        return fail(i);
    }
    Ok(Effect::Attack {
        who: attacker,
        target,
        grants: Vec::new(),
        optional,
    })
}

/// "another unit": than the one that was attacked.
fn other_than_defender(i: &mut In<'_>, target: &mut Who) -> R<()> {
    let Who::Units(units) = target else {
        return fail(i);
    };
    units.filter.other = false;
    units.filter.traits.retain(|t| *t != Trait::NotThat);
    units
        .filter
        .traits
        .push(Trait::Lacks(Box::new(Trait::Defending)));
    Ok(())
}

/// "The attack ends."
fn ends(i: &mut In<'_>) -> R<Effect> {
    if eat(i, "end the|this|that current? attack") || eat(i, "the|this|that|its attack ends") {
        return Ok(Effect::EndAttack);
    }
    fail(i)
}

/// "Roll a die. If you roll a 4 or more, ... If you roll ..., ..."
fn roll_die(i: &mut In<'_>) -> R<Effect> {
    let by = attempt(i, |i| {
        let player = subject::player(i)?;
        if ahead(i, "rolls") {
            Ok(player)
        } else {
            fail(i)
        }
    });
    p("roll|rolls a|1 die").parse_next(i)?;
    let mut table = Vec::new();
    while let Some(row) = attempt(i, |i| {
        let _ = eat_sym(i, Sym::Dot);
        row(i)
    }) {
        table.push(row);
    }
    if let Some(other) = attempt(i, |i| {
        p(". otherwise ,?").parse_next(i)?;
        effect::clauses(i)
    }) {
        let named = |face: &u8| table.iter().any(|(faces, _)| faces.contains(face));
        let rest: Vec<u8> = (1..=6).filter(|face| !named(face)).collect();
        if table.is_empty() || rest.is_empty() {
            return fail(i);
        }
        table.push((rest, other));
    }
    match by {
        _ if table.is_empty() => fail(i),
        Some(player) if player != Player::You => Ok(Effect::RollDieBy(player, table)),
        _ => Ok(Effect::RollDie(table)),
    }
}

fn row(i: &mut In<'_>) -> R<(Vec<u8>, Effect)> {
    if !(eat(i, "if you|they roll a|an?")
        || eat(i, "if he or she rolls a|an?")
        || eat(i, "if the result is a|an?")
        || eat(i, "on a|an"))
    {
        return fail(i);
    }
    let faces = faces(i)?;
    p(",").parse_next(i)?;
    let effect = effect::clauses(i)?;
    Ok((faces, effect))
}

/// "4 or more", "3 or less", "1 or 5", "3, 4, 5 or 6".
fn faces(i: &mut In<'_>) -> R<Vec<u8>> {
    let first = num::small(i)?;
    if !(1..=6).contains(&first) {
        return fail(i);
    }
    if eat(i, "or more|higher") {
        return Ok((first..=6).collect());
    }
    if eat(i, "or less|lower") {
        return Ok((1..=first).collect());
    }
    let mut out = vec![first];
    while let Some(next) = attempt(i, |i| {
        if !(eat(i, ", or a?") || eat(i, "or a?") || eat(i, ",")) {
            return fail(i);
        }
        num::small(i)
    }) {
        out.push(next);
    }
    Ok(out)
}
