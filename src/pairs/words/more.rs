//! What follows from the kinds of two keywords, besides or instead of anything else.

use crate::clause;
use crate::rulebook::{ClauseId, Moment};
use crate::rules::keyword::def;

use super::super::probe::{Relation, one, other};
use super::super::recipe::{Need, Recipe};
use super::{Said, does, first_of, firsts, name};

/// What is said of such a relation.
pub(super) fn said(recipes: &[Recipe; 2], relation: &Relation) -> Said {
    match relation {
        Relation::Between(by) => between(recipes, *by),
        Relation::Chooses(by) => chooses(recipes, *by),
        Relation::Across(by) => across(recipes, *by),
        Relation::Foretold { by, own } => foretold(recipes, *by, *own),
        Relation::GoesBack(by) => goes_back(recipes, *by),
        Relation::SentOver(by) => sent_over(recipes, *by),
        Relation::Doubled { by, counters } => doubled(recipes, *by, *counters),
        Relation::Undoubled { by, adds } => undoubled(recipes, *by, *adds),
        Relation::Unseen(by) => unseen(recipes, *by),
        Relation::Uncounted {
            by,
            counters,
            number,
        } => uncounted(recipes, *by, *counters, *number),
        Relation::Hard(by) => hard(recipes, *by),
        Relation::Tied(by) => tied(recipes, *by),
        Relation::Late(by) => late(recipes, *by),
        Relation::OnTop(by) => on_top(recipes, *by),
        Relation::Persuaded { by, loses } => persuaded(recipes, *by, *loses),
        Relation::OwnDamage(by) => own_damage(recipes, *by),
        Relation::Spent(by) => spent(recipes, *by),
        _ => super::sequel::said(recipes, relation),
    }
}

/// Damage between two attacks of one unit.
fn between(recipes: &[Recipe; 2], by: usize) -> Said {
    let (harm, again) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = format!(
        "The damage of {harm} at the end of the first attack comes before {again}: if it discards the attacker, there is no further attack."
    );
    let cites = vec![
        clause!("attack.end"),
        clause!("attack.after"),
        clause!("3.5.4"),
    ];
    (text, cites)
}

/// Whom a further attack can be made on.
fn chooses(recipes: &[Recipe; 2], by: usize) -> Said {
    let again = one(recipes, by);
    let text = if again.shown.same_target.is_some() {
        format!(
            "The target of {} could be attacked before, so it can be again, unless it is untapped and without damage counters by then.",
            name(again)
        )
    } else {
        format!(
            "{}, so {} cannot choose it then.",
            does(other(recipes, by)),
            name(again)
        )
    };
    (text, firsts(recipes))
}

/// Damage to an attacker of another arena.
fn across(recipes: &[Recipe; 2], by: usize) -> Said {
    let (answers, reach) = (one(recipes, by), name(other(recipes, by)));
    let text = format!(
        "By our reading {} acts on an attack made with {reach} as well, and the attacker takes the damage where it is, in another arena than the unit with {}.",
        name(answers),
        name(answers)
    );
    let clauses = answers.keyword.entry().clauses.iter().copied().take(2);
    (text, clauses.chain(first_of(other(recipes, by))).collect())
}

/// A prediction made before the defender changes.
fn foretold(recipes: &[Recipe; 2], by: usize, own: bool) -> Said {
    let (mover, predicts) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = if own {
        format!(
            "By our reading the prediction that {predicts} has made stands after {mover}, and no new one is made."
        )
    } else {
        format!(
            "By our reading the prediction that the unit attacked first has made with {predicts} stands after {mover}, and the new defender makes none with its own."
        )
    };
    (text, firsts(recipes))
}

/// Hits that go to the unit attacked first.
fn goes_back(recipes: &[Recipe; 2], by: usize) -> Said {
    let divides = other(recipes, by);
    let text = format!(
        "{} counts from the new defender’s remaining health, and the hits beyond it may go to the unit attacked first.",
        name(divides)
    );
    (text, divides.shown.excess.into_iter().collect())
}

/// The discard of a second unit.
fn sent_over(recipes: &[Recipe; 2], by: usize) -> Said {
    let (divides, waits) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "By our reading a unit that is discarded by the hits that {} sends over is discarded by the attack, too, and {} acts on that: it {}.",
        name(divides),
        name(waits),
        waits.does
    );
    let own = waits.shown.discard_of_others.into_iter();
    (text, own.chain(divides.shown.excess).collect())
}

/// Counters for damage that the other one adds.
fn doubled(recipes: &[Recipe; 2], by: usize, [without, with]: [i32; 2]) -> Said {
    let (adds, doubles) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "The damage that {} adds is part of the damage of the attack, so {} places one more counter for each of it too: {with} counters here instead of {without}.",
        name(adds),
        name(doubles)
    );
    let own = adds.shown.same_damage.into_iter();
    (text, own.chain(first_of(doubles)).collect())
}

/// Damage for which no counters are added.
fn undoubled(recipes: &[Recipe; 2], by: usize, adds: bool) -> Said {
    let (doubles, harm) = (one(recipes, by), other(recipes, by));
    let more = if adds {
        format!(
            "The hits of the attack dice that {} adds are doubled like the rest; but the",
            name(harm)
        )
    } else {
        "The".to_owned()
    };
    let text = format!(
        "{more} damage that {} does is not damage of the attack to the defender, so {} places no further counters for it.",
        name(harm),
        name(doubles)
    );
    (text, of_doubling(doubles, harm))
}

/// The clauses of further counters, with the first of another keyword.
fn of_doubling(doubles: &Recipe, besides: &Recipe) -> Vec<ClauseId> {
    let only = def(doubles.keyword).and_then(|d| d.grounds.extra_only);
    let own = first_of(doubles).into_iter().chain(only);
    own.chain(first_of(besides)).collect()
}

/// Counters that are added after prevention.
fn unseen(recipes: &[Recipe; 2], by: usize) -> Said {
    let (doubles, prevents) = (one(recipes, by), other(recipes, by));
    let (of, by) = (name(doubles), name(prevents));
    let text = if prevents.prevents() {
        format!(
            "The counters that {of} adds are placed after prevention: each damage that {by} prevents keeps two counters off, and {by} cannot be used on the added ones alone.{}",
            amount(prevents)
        )
    } else {
        format!(
            "The counters that {of} adds are placed after prevention, so nothing prevents them, with {by} or without; whoever prevents the damage that they are added for keeps them off."
        )
    };
    (text, of_doubling(doubles, prevents))
}

/// What is counted where prevention changes power.
fn amount(prevents: &Recipe) -> String {
    if prevents.does.contains(" power ") {
        format!(
            " For the power of {} only the damage prevented counts, not the counters kept off.",
            name(prevents)
        )
    } else {
        String::new()
    }
}

/// Counters that are no damage.
fn uncounted(recipes: &[Recipe; 2], by: usize, [damage, counters]: [i32; 2], number: i32) -> Said {
    let (asks, doubles) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "By our reading {} counts the damage that the attack has done, not the counters: with {} {counters} counters are placed here for {damage} damage, and it acts all the same.",
        asks.numbered(number),
        name(doubles)
    );
    let own = asks.shown.below.into_iter();
    (text, own.chain(of_doubling(doubles, asks)).collect())
}

/// Dice that are added against a unit that is hard to hit.
fn hard(recipes: &[Recipe; 2], by: usize) -> Said {
    let (adds, hard) = (one(recipes, by), other(recipes, by));
    let (of, against) = (name(adds), name(hard));
    let hit_by = def(hard.keyword).and_then(|d| d.hit_by);
    let needs = hit_by.map_or_else(String::new, |(n, _)| n.to_string());
    let face = adds.face().map_or_else(String::new, |f| f.to_string());
    let text = format!(
        "A natural {face} counts for {of} though it is no hit on a unit with {against}, and the dice that {of} adds need {needs} or more to hit it, like the others."
    );
    let clauses = hit_by.map(|(_, clause)| clause).into_iter();
    let own = first_of(adds).into_iter().chain(adds.shown.added_dice);
    (text, own.chain(clauses).chain([clause!("3.4")]).collect())
}

/// Damage counters that open a unit to attack and switch something on.
fn tied(recipes: &[Recipe; 2], by: usize) -> Said {
    let (hides, looks) = (one(recipes, by), other(recipes, by));
    let (hidden, works) = (name(hides), name(looks));
    let text = format!(
        "Both look at the damage counters on their unit: those that make {works} work open it to attacks whatever {hidden} says, and while {hidden} keeps it from being attacked {works} does nothing."
    );
    let clauses = hides.keyword.entry().clauses.iter();
    let opens = clauses.copied().find(|c| hidden_by_counters(*c));
    let cites = first_of(hides).into_iter().chain(opens);
    (text, cites.chain(looks.shown.threshold).collect())
}

/// Whether a clause says what damage counters do to a hidden unit.
fn hidden_by_counters(clause: ClauseId) -> bool {
    let text = super::quoted(clause).to_lowercase();
    text.starts_with("with any damage counter")
}

/// A unit that comes after the start of the step.
fn late(recipes: &[Recipe; 2], by: usize) -> Said {
    let (starts, completes) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "A unit that {} completes after the battle step of its arena has started was not there at the start, so its {} does nothing in that step.",
        name(completes),
        name(starts)
    );
    let clauses = completes.keyword.entry().clauses.iter().copied().take(2);
    (text, first_of(starts).into_iter().chain(clauses).collect())
}

/// A cost besides that of the card.
fn on_top(recipes: &[Recipe; 2], by: usize) -> Said {
    let (besides, cost) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "{}he cost of {} comes on top of what its card costs: {} changes only what the card itself costs.",
        if cost.shown.need == Need::DiscardPile {
            "By our reading t"
        } else {
            "T"
        },
        name(besides),
        name(cost)
    );
    (text, firsts(recipes))
}

/// Whether the attacking unit loses power by what is prevented.
fn persuaded(recipes: &[Recipe; 2], by: usize, loses: bool) -> Said {
    let (prevents, harm) = (one(recipes, by), other(recipes, by));
    let text = if harm.prevents() {
        format!(
            "The unit that made the attack loses as much power for its next attack; by our reading nobody does where that unit itself uses {} on it.",
            name(prevents)
        )
    } else if loses {
        "The unit whose attack it comes from loses as much power for its next attack.".to_owned()
    } else if harm.keyword.entry().moments.contains(&Moment::AttackEnd) {
        format!(
            "By our reading nobody loses power by it: the attacking unit is the one that uses {}, and takes none from itself.",
            name(prevents)
        )
    } else {
        format!(
            "What {} does is no attack, so nobody loses power by it.",
            name(harm)
        )
    };
    (text, prevents.shown.from_attacker.into_iter().collect())
}

/// Damage of a unit to itself.
fn own_damage(recipes: &[Recipe; 2], by: usize) -> Said {
    let (harm, asks) = (one(recipes, by), other(recipes, by));
    let Some((asked, clause)) = asks.shown.of_another else {
        return Said::default();
    };
    let text = format!(
        "{} asks for {}; what {} does is damage of a unit to itself, so {} of that unit gets nothing by it.",
        name(asks),
        asked.words(),
        name(harm),
        name(asks)
    );
    let cites = [clause].into_iter().chain(harm.shown.own_damage);
    (text, cites.collect())
}

/// A cost that is lost.
fn spent(recipes: &[Recipe; 2], by: usize) -> Said {
    let idle = name(one(recipes, by));
    let text =
        format!("By our reading {idle} may be paid for all the same; then its cost is lost.");
    (text, vec![clause!("7.1.5")])
}
