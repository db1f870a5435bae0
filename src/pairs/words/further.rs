//! What is counted after an attack, and what a kind of keyword does to all others of a kind.

use crate::clause;
use crate::rulebook::ClauseId;
use crate::rules::keyword::def;

use super::super::probe::{Relation, one, other};
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::{Said, does, effects, first_of, firsts, name, quoted, rolls};

/// What is said of such a relation.
pub(super) fn said(recipes: &[Recipe; 2], relation: &Relation) -> Said {
    match relation {
        Relation::Next { by, dice } => next(recipes, *by, *dice),
        Relation::Threshold {
            by,
            counters,
            number,
        } => threshold(recipes, *by, *counters, *number),
        Relation::Excess {
            by,
            hits,
            at,
            again,
        } => excess(recipes, *by, *hits, (*at, *again)),
        Relation::GoesOn { by, turns } => goes_on(recipes, *by, *turns),
        Relation::Within(by) => within(recipes, *by),
        Relation::Covered(by) => covered(recipes, *by),
        Relation::Quiet(by) => quiet(one(recipes, *by), other(recipes, *by)),
        Relation::Wards(by) => wards(recipes, *by),
        Relation::Firm(by) => firm(recipes, *by),
        Relation::Powers => powers(recipes),
        Relation::Counted(by) => counted(recipes, *by),
        Relation::Gives(which, seen) => effects::gives(recipes, *which, seen),
        Relation::NoAttack(which) => effects::no_attack(recipes, *which),
        Relation::Occasion(which) => occasion(recipes, *which),
        Relation::OnePrice => one_price(recipes),
        Relation::OtherDice { reader, adds } => rolls::other_dice(recipes, *reader, *adds),
        Relation::Leaves(which, reason) => effects::leaves(recipes, *which, reason),
        Relation::More(which, seen) => effects::more(recipes, None, *which, seen),
        _ => super::more::said(recipes, relation),
    }
}

/// A further attack is the next attack.
fn next(recipes: &[Recipe; 2], by: usize, [without, with]: [usize; 2]) -> Said {
    let (attacks, leaves) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "The attack that {} makes is the next one for {}: it is made with {with} dice here instead of {without}, by what was done in the first.",
        name(attacks),
        name(leaves)
    );
    let clauses = &leaves.keyword.entry().clauses;
    let second = clauses.get(1).copied();
    (text, second.into_iter().chain(first_of(attacks)).collect())
}

/// Damage counters that one looks at.
fn threshold(recipes: &[Recipe; 2], by: usize, [without, with]: [i32; 2], number: i32) -> Said {
    let (looks, changes) = (one(recipes, by), other(recipes, by));
    let how = if with >= number {
        "works, as it would not otherwise"
    } else {
        "does not work, as it would otherwise"
    };
    let text = format!(
        "{} looks at the damage counters on its unit: if {} makes them {with} instead of {without}, {} {how}.",
        name(looks),
        name(changes),
        looks.numbered(number)
    );
    let own = looks.shown.threshold.into_iter();
    (text, own.chain(first_of(changes)).collect())
}

/// Hits that are too many for the defender.
fn excess(
    recipes: &[Recipe; 2],
    by: usize,
    [without, with]: [i32; 2],
    (at, again): (Option<Role>, bool),
) -> Said {
    let (divides, changes) = (one(recipes, by), other(recipes, by));
    let whose = match at {
        Some(Role::Attacker) => " on the attacker",
        Some(Role::Defender) => " on the attacked unit",
        Some(Role::Friend) => " on a unit beside the attacked one",
        Some(Role::Partner) => " on a unit beside the attacker",
        None => "",
    };
    let over = match with {
        0 => "none".to_owned(),
        n => format!("up to {n}"),
    };
    let begins = if again {
        "With".to_owned()
    } else {
        let divides = name(divides);
        format!("{divides} divides the hits beyond the defender’s remaining health: with")
    };
    let text = format!(
        "{begins} {}{whose} {over} can go over here instead of {without}.",
        name(changes)
    );
    let own = divides.shown.excess.into_iter();
    (text, own.chain(first_of(changes)).collect())
}

/// The attacker's keyword goes on against the new defender.
fn goes_on(recipes: &[Recipe; 2], by: usize, turns: bool) -> Said {
    let (mover, acts) = (name(one(recipes, by)), other(recipes, by));
    let of = name(acts);
    let text = if turns && acts.shown.excess.is_some() {
        format!(
            "After {mover} it is the same attack against the new defender, so {of} of the attacker divides the hits on that one."
        )
    } else if turns {
        format!(
            "After {mover} it is the same attack against the new defender, so {of} of the attacker acts on what is done to that one."
        )
    } else {
        format!(
            "After {mover} it is still the same attack, so {of} of the attacker works in it as before, whoever the defender is."
        )
    };
    let own = first_of(acts).into_iter();
    (
        text,
        own.chain([clause!("7.1.2"), clause!("7.1.6")]).collect(),
    )
}

/// What one adds is part of the damage that the other prevents.
fn within(recipes: &[Recipe; 2], by: usize) -> Said {
    let (adds, prevents) = (one(recipes, by), other(recipes, by));
    let passes = if prevents.shown.no_attack.is_some() {
        " and pass it on like the rest, as much as it prevents"
    } else {
        ", and need not tell one from the other"
    };
    let text = format!(
        "The damage that {} adds is part of the damage of the attack, so {} can prevent it with the rest{passes}.",
        name(adds),
        name(prevents)
    );
    let text = match prevents.shown.no_attack {
        Some(_) => format!(
            "{text} What is passed on is the damage of {}, to which {} adds nothing.",
            name(prevents),
            name(adds)
        ),
        None => text,
    };
    let own = adds.shown.same_damage.into_iter();
    (text, own.chain(first_of(prevents)).collect())
}

/// The text of cards under the top one.
fn covered(recipes: &[Recipe; 2], by: usize) -> Said {
    let (lets, text) = (one(recipes, by), name(other(recipes, by)));
    let said = format!(
        "Of the cards of a stack only the top one’s text works: {text} on a card that lies under another by {} does nothing.",
        name(lets)
    );
    let own = lets.shown.covers.into_iter();
    (said, own.chain(first_of(lets)).collect())
}

/// The rest of the text of a card that is used.
pub(super) fn quiet(rides: &Recipe, own: &Recipe) -> Said {
    let Some(clause) = rides.shown.quiets else {
        return Said::default();
    };
    let text = format!(
        "{} printed on the card with {} itself: {}.",
        name(own),
        name(rides),
        super::lowered(&quoted(clause))
    );
    (text, vec![clause])
}

/// Damage that could not be prevented otherwise.
fn wards(recipes: &[Recipe; 2], by: usize) -> Said {
    let (guard, harm) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "The damage that {} does can be prevented like any other; {} matters only where something makes it unpreventable, and works then as in an attack.",
        name(harm),
        name(guard)
    );
    let own = def(guard.keyword).and_then(|d| d.prevents_all);
    let cites: Vec<ClauseId> = own.into_iter().chain(first_of(harm)).collect();
    (text, cites)
}

/// Damage that cannot be prevented.
fn firm(recipes: &[Recipe; 2], by: usize) -> Said {
    let (firm, harm) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "The damage that {} does is damage from its unit, so it cannot be prevented if that unit has {}.",
        name(harm),
        name(firm)
    );
    let clauses = firm.keyword.entry().clauses.iter().copied().take(2);
    (text, clauses.chain(first_of(harm)).collect())
}

/// Hits of which the damage is prevented.
fn counted(recipes: &[Recipe; 2], by: usize) -> Said {
    let (looks, prevents) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "{} compares the hits before any damage is prevented: a hit counts for it even if {} then prevents its damage.",
        name(looks),
        name(prevents)
    );
    let own = looks.shown.hits.into_iter();
    (text, own.chain(first_of(prevents)).collect())
}

/// Two changes of power.
fn powers(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    let text = format!(
        "Both change power, and where they do so for one attack the changes add up: {}; {}.",
        does(a),
        does(b)
    );
    let general = [clause!("5.2.1"), clause!("attack.roll")];
    (text, general.into_iter().chain(firsts(recipes)).collect())
}

/// A card that is completed.
fn occasion(recipes: &[Recipe; 2], which: usize) -> Said {
    let (waits, completes) = (one(recipes, which), other(recipes, which));
    let (begins, comes) = if completes.shown.need == Need::DiscardPile {
        ("By our reading a", "plays")
    } else {
        ("A", "completes")
    };
    let text = format!(
        "{begins} unit that {} {comes} is deployed like any other, and that is an occasion for {}: it {}.",
        name(completes),
        name(waits),
        waits.does
    );
    let own = waits.shown.on_deploy.or(first_of(waits));
    (text, own.into_iter().chain(first_of(completes)).collect())
}

/// Two prices of one card.
fn one_price(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    let text = format!(
        "A card is completed in one of the two ways: {}, {}, and its player chooses.",
        does(a),
        does(b)
    );
    (text, firsts(recipes))
}
