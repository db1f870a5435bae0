//! What follows from a clause that is quoted for two keywords.

use super::super::probe::{Relation, one, other};
use super::super::recipe::Recipe;
use super::{Said, first_of, name};
use crate::clause;
use crate::rulebook::Keyword;
use crate::rules::keyword::def;
use crate::rules::shown::Start;

/// What is said of such a relation.
pub(super) fn said(recipes: &[Recipe; 2], relation: &Relation) -> Said {
    let of = |by: usize| (one(recipes, by), other(recipes, by));
    match relation {
        Relation::Apiece(by) => apiece(of(*by)),
        Relation::Before(by) => before(of(*by)),
        Relation::Reaches(by) => reaches(of(*by)),
        Relation::Hides(by) => hides(of(*by)),
        Relation::Where(by) => place(of(*by)),
        Relation::AsAlways(by) => as_always(of(*by)),
        Relation::Settled(by) => settled(of(*by)),
        Relation::Locked(by) => locked(of(*by)),
        Relation::Hidden(by) => hidden(of(*by)),
        Relation::Firmly(by) => firmly(of(*by)),
        Relation::NoHit(by) => no_hit(of(*by)),
        Relation::Anyway(by) => anyway(of(*by)),
        Relation::Granted(by) => granted(of(*by)),
        Relation::Afterwards(by) => afterwards(of(*by)),
        _ => Said::default(),
    }
}

/// Damage that counts for the unit it is done to.
fn apiece((divides, counts): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "By our reading {} counts only what the attack does to its target, not the hits that {} sends to another unit.",
        name(counts),
        name(divides)
    );
    let clauses = [counts.shown.below, divides.shown.excess];
    (text, clauses.into_iter().flatten().collect())
}

/// Hits that are divided before anything is prevented.
fn before((divides, prevents): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "How many hits go over is decided before any damage is prevented: {} of the defender works on those that stay, and changes nothing of that.",
        name(prevents)
    );
    let clauses = divides.shown.excess.into_iter();
    (text, clauses.chain([clause!("attack.pending")]).collect())
}

/// A hidden unit that is chosen.
fn reaches((harm, hides): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So a unit that {} keeps from being attacked can be chosen for {}.",
        name(hides),
        name(harm)
    );
    (text, vec![clause!("7.2")])
}

/// Counters that are taken off.
fn hides((heals, hides): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So an untapped unit with {} cannot be attacked any more once {} has removed its last damage counter.",
        name(hides),
        name(heals)
    );
    (
        text,
        first_of(hides)
            .into_iter()
            .chain(heals.shown.heals)
            .collect(),
    )
}

/// The arena of an attack.
fn place((reach, _): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "In an attack with {} that is the arena of the attacked unit, not the attacker’s.",
        name(reach)
    );
    (text, Vec::new())
}

/// What the attacked unit does.
fn as_always((divides, answers): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "{} of the unit that was attacked acts as in any attack, whatever {} sends on.",
        name(answers),
        name(divides)
    );
    (text, first_of(answers).into_iter().collect())
}

/// What was done before the defender changed.
fn settled((moves, acts): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So what {} has done for the attack stays after {}, and it is not used again.",
        name(acts),
        name(moves)
    );
    (text, vec![clause!("7.1.2")])
}

/// A target that stays the same.
fn locked((_, again): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So the attack that {} makes on the same target cannot be turned to another unit either.",
        name(again)
    );
    (text, again.shown.same_target.into_iter().collect())
}

/// What acts by dice that one side does not see.
fn hidden((hides, acts): (&Recipe, &Recipe)) -> Said {
    let (of, by) = (name(acts), name(hides));
    let text = if acts.shown.excess.is_some() {
        format!(
            "By our reading the attacker’s player divides the hits with {of} before the dice are shown, and what prevents damage to either unit is chosen without seeing them."
        )
    } else if acts.prevents() {
        format!(
            "By our reading {of} prevents by the hidden dice of an attacker with {by} all the same; what else prevents the damage is chosen without seeing them."
        )
    } else {
        format!("So whoever prevents damage does not know yet whether {of} has added to it.")
    };
    let blind = def(hides.keyword).and_then(|d| d.grounds.blind);
    let clauses = blind.into_iter().map(|b| b.shown);
    (text, clauses.chain(first_of(acts)).collect())
}

/// What cannot be prevented with the rest.
fn firmly((firm, more): (&Recipe, &Recipe)) -> Said {
    let lets = |k: &Keyword| def(*k).is_some_and(|d| d.prevents_all.is_some());
    let unless = Keyword::all().find(lets).map_or_else(String::new, |lets| {
        format!(
            ", unless that unit has {} and prevents it for itself",
            lets.name()
        )
    });
    let of = name(more);
    let text = if more.shown.excess.is_some() {
        format!(
            "So the damage of the hits that {of} sends to another unit cannot be prevented there either{unless}."
        )
    } else {
        format!(
            "So the damage that {of} adds cannot be prevented either, whichever unit is attacked{unless}."
        )
    };
    let own = more.shown.same_damage.or(more.shown.excess);
    let clauses = first_of(firm).into_iter().chain(own);
    (text, clauses.chain([clause!("6.3.4")]).collect())
}

/// Damage without hits.
fn no_hit((adds, predicts): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So what {} adds is damage without a hit, and does not count for the prediction of {}.",
        name(adds),
        name(predicts)
    );
    let clauses = [adds.shown.same_damage, predicts.shown.hits];
    (text, clauses.into_iter().flatten().collect())
}

/// A hidden unit that is damaged.
fn anyway((harm, hides): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So a unit that {} keeps from being attacked takes the damage of {} all the same.",
        name(hides),
        name(harm)
    );
    (text, vec![clause!("7.2")])
}

/// What the top card has.
fn granted((grants, given): (&Recipe, &Recipe)) -> Said {
    let (by, of) = (name(grants), name(given));
    let text = if given.shown.covers.is_some() {
        format!(
            "So what a card gives by {by} works for the top card, though the card lies under it by {of}."
        )
    } else if given.shown.start == Start::Retreated {
        format!(
            "By our reading {of} that {by} gives the top card works in the build zone as if it were printed there: that is where its own rule lets it work."
        )
    } else {
        format!(
            "So the top card can have {of} from {by}, which then works as if it were printed on it."
        )
    };
    (text, first_of(given).into_iter().collect())
}

/// Power that is lost when the attack is over.
fn afterwards((harm, weakens): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "The damage of {} comes when the attack ends: what {} takes from the attacker by it counts for a further attack of that unit in the same battle, not for this one.",
        name(harm),
        name(weakens)
    );
    let clauses = first_of(weakens).into_iter();
    (text, clauses.chain([clause!("attack.end")]).collect())
}
