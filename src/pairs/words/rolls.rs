//! What is said of dice.

use crate::clause;
use crate::rulebook::ClauseId;
use crate::rules::keyword::def;

use super::super::board::Board;
use super::super::probe::{one, other};
use super::super::recipe::Recipe;
use super::super::role::Role;
use super::{Said, does, first_of, firsts, name};

/// One rerolls, the other reads a face.
pub(super) fn rerolls(recipes: &[Recipe; 2], by: usize, face: u8, counts: bool) -> Said {
    let (reroller, reader) = (name(one(recipes, by)), name(other(recipes, by)));
    if counts {
        let text = format!(
            "{reroller} can make or remove the natural {face} that {reader} looks for: the roll after all rerolls counts."
        );
        let own = other(recipes, by).shown.on_rerolls.iter().copied();
        let general = [clause!("3.4"), clause!("attack.reroll")];
        return (text, own.chain(general).collect());
    }
    let late = format!(
        "{reroller} comes too late for {reader}: it looks for a natural {face} in the first roll, and no reroll adds or removes that"
    );
    let own = other(recipes, by).shown.on_rerolls.iter().copied();
    let general = [clause!("3.4"), clause!("attack.initial-roll")];
    let cites: Vec<ClauseId> = own.chain(general).collect();
    match other(recipes, by).shown.added_dice {
        Some(clause) => {
            let text = format!("{late}; but the dice that {reader} adds may be rerolled.");
            (text, [vec![clause], cites].concat())
        }
        None => (format!("{late}."), cites),
    }
}

/// The dice that one adds can show what the other looks for.
pub(super) fn adds(recipes: &[Recipe; 2], by: usize, face: u8) -> Said {
    let (adder, reader) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "The dice that {} adds are attack dice like the others: here one of them shows the natural {face} that {} looks for, and {} acts on it.",
        name(adder),
        name(reader),
        name(reader)
    );
    let own = adder.shown.speaks_of.iter();
    let own = own.filter(|(k, _)| *k == reader.keyword).map(|(_, c)| *c);
    let named = adder.shown.added_dice.into_iter().chain(own);
    (text, named.chain([clause!("3.4")]).collect())
}

/// One asks how much damage the attack did, the other makes it more or less.
pub(super) fn below(
    recipes: &[Recipe; 2],
    by: usize,
    ([without, with], number): ([i32; 2], i32),
    board: &Board,
) -> Said {
    let (asks, changes) = (one(recipes, by), other(recipes, by));
    let against = match &board.foil {
        Some(foil) if foil.role.side() == Role::Attacker.side() => {
            format!(" of an attacker with {}", name(&foil.recipe))
        }
        Some(foil) => format!(" against a unit with {}", name(&foil.recipe)),
        None => String::new(),
    };
    let how = if with < number {
        "so it acts, as it would not otherwise"
    } else {
        "so it does not act, as it would otherwise"
    };
    let text = format!(
        "{} counts the damage that the attack{against} has done in the end: with {} that is {with} here instead of {without}, {how}.",
        asks.numbered(number),
        name(changes)
    );
    (text, asks.shown.below.into_iter().collect())
}

/// A change of power counts for an attack into another arena.
pub(super) fn counts(recipes: &[Recipe; 2], by: usize, [without, with]: [usize; 2]) -> Said {
    let (reach, power) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "Changes of power count for an attack with {} too: on this board {} makes it {} instead of {without}.",
        name(reach),
        name(power),
        dice(with)
    );
    let clause = def(reach.keyword).and_then(|d| d.grounds.reach);
    let cites = clause.into_iter().map(|r| r.power);
    (text, cites.chain(first_of(power)).collect())
}

/// A number of dice in words.
fn dice(n: usize) -> String {
    if n == 1 {
        "1 die".to_owned()
    } else {
        format!("{n} dice")
    }
}

/// One predicts the hits, and the other changes how many there are.
pub(super) fn hits(recipes: &[Recipe; 2], by: usize, [without, with]: [i32; 2]) -> Said {
    let (predicts, changes) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "{} compares the number of hits that are counted in the end: with {} that is {with} here instead of {without}, so {with} is what has to be predicted.",
        name(predicts),
        name(changes)
    );
    let own = predicts.shown.hits.into_iter();
    (text, own.chain(first_of(changes)).collect())
}

/// Both change the power or the speed of one unit.
pub(super) fn numbers(recipes: &[Recipe; 2], what: &str, [without, with]: [i32; 2]) -> Said {
    let [a, b] = recipes;
    let shown = if with == without {
        format!("here they leave {with} {what} as it was")
    } else {
        format!("here {with} {what} instead of {without}")
    };
    let text = format!(
        "Both change the {what} of a unit, and the changes add up, {shown}: {}; {}.",
        does(a),
        does(b)
    );
    let general = [clause!("5.2.1")].into_iter();
    (text, general.chain(firsts(recipes)).collect())
}

/// Two changes of power for one roll.
pub(super) fn sum(recipes: &[Recipe; 2], [without, with]: [usize; 2]) -> Said {
    let [a, b] = recipes;
    let shown = if with == without {
        format!("here they leave {} as they were", dice(with))
    } else {
        format!("here {} instead of {without}", dice(with))
    };
    let text = format!(
        "Both change the number of attack dice, and the changes add up, {shown}: {}; {}.",
        does(a),
        does(b)
    );
    (text, vec![clause!("5.2.1"), clause!("attack.roll")])
}

/// One speaks of attack dice, the other rolls dice of damage, and may add attack dice as well.
pub(super) fn other_dice(recipes: &[Recipe; 2], reader: usize, adds: bool) -> Said {
    let (reader, roller) = (one(recipes, reader), other(recipes, reader));
    let (of, rolls) = (name(reader), name(roller));
    let text = if adds {
        format!(
            "The attack dice that {rolls} adds are attack dice like the others, so {of} is about them too; the dice of damage that {rolls} rolls are none, and {of} leaves those alone."
        )
    } else {
        format!(
            "{of} is about attack dice only; the dice of damage that {rolls} rolls are none, and it leaves them alone."
        )
    };
    let clauses = [
        reader.attack_dice(),
        roller.shown.damage_dice,
        Some(clause!("6.1")),
    ];
    let adding = adds.then(|| first_of(roller)).flatten();
    (text, clauses.into_iter().flatten().chain(adding).collect())
}
