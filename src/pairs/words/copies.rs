//! One keyword twice.

use crate::clause;
use crate::rulebook::{ClauseId, Edition, Keyword, Stacking, rulebook};
use crate::rules::keyword::def;

use super::super::recipe::{Need, Recipe};
use super::{Said, and, lowered, name, quoted, spoken};

/// Two copies on one unit, and what the keyword says of several units that have it.
pub(super) fn copies(recipe: &Recipe, stacking: Stacking) -> Said {
    let own = own_clause_of_copies(recipe.keyword);
    let (text, general) = if recipe.shown.need == Need::Lends {
        lent_twice(recipe, stacking, own)
    } else {
        copies_by_kind(recipe.keyword, stacking)
    };
    let general = general.into_iter().filter(|c| Some(*c) != own);
    let cites: Vec<ClauseId> = own.into_iter().chain(general).collect();
    let copies = recipe.shown.copies;
    let said = if copies.is_empty() {
        (text, cites)
    } else {
        and((text, cites), spoken([recipe.keyword; 2], copies))
    };
    let several = recipe.shown.several;
    if several.is_empty() {
        return said;
    }
    let also: Vec<String> = several.iter().map(|c| quoted(*c)).collect();
    let also = format!("On two units: {}.", also.join(". "));
    and(said, (also, several.to_vec()))
}

/// What lends a text is not used or added up; what it lends is.
fn lent_twice(recipe: &Recipe, stacking: Stacking, own: Option<ClauseId>) -> Said {
    let name = name(recipe);
    if let (Stacking::Selective, Some(offer)) =
        (stacking, def(recipe.keyword).and_then(|d| d.offer))
    {
        let often = offer.limit.first().copied();
        let said: Vec<ClauseId> = own.into_iter().chain(often).collect();
        let text: Vec<String> = said.iter().map(|c| lowered(&quoted(*c))).collect();
        return (
            format!("{name} twice on one card: {}.", text.join("; ")),
            said,
        );
    }
    let text = match own {
        Some(clause) => format!(
            "{} What they lend combines as its own kind says.",
            spoken([recipe.keyword; 2], &[clause]).0
        ),
        None => format!(
            "Each {name} lends its text by itself, and what they lend combines as its own kind says."
        ),
    };
    (text, vec![clause!("5.2")])
}

/// The clause of the keyword that speaks of several copies of it.
fn own_clause_of_copies(keyword: Keyword) -> Option<ClauseId> {
    let name = keyword.name().to_lowercase();
    let several = ["several", "two", "all"].map(|many| format!("{many} {name}"));
    let speaks = |clause: &&ClauseId| {
        let text = rulebook().clause(**clause).text(Edition::default());
        let text = text.to_lowercase();
        let words = ["copies", " copy ", "separately"];
        words.iter().any(|w| text.contains(w)) || several.iter().any(|s| text.contains(s))
    };
    keyword.entry().clauses.iter().find(speaks).copied()
}

fn copies_by_kind(keyword: Keyword, stacking: Stacking) -> Said {
    let name = keyword.name();
    match stacking {
        Stacking::Cumulative => (
            format!(
                "Yes, they add up: several copies of {name} on one unit are one {name} with the sum of their numbers."
            ),
            vec![clause!("5.2.cumulative")],
        ),
        Stacking::Layered => (
            format!(
                "Each copy stands alone: two copies of {name} on one unit are two abilities, each used or triggered by itself."
            ),
            vec![clause!("5.2.layered")],
        ),
        Stacking::Isolated => (
            format!("No: a second copy of {name} on one unit does nothing more."),
            vec![clause!("5.2.isolated")],
        ),
        Stacking::Selective => (
            format!(
                "They do not add up: of several copies of {name} on one unit each is an option of its own."
            ),
            vec![clause!("5.2.selective")],
        ),
        Stacking::Unclassed => (
            format!(
                "The glossary does not say how copies of {name} combine; each is taken to give its own effect."
            ),
            vec![clause!("5.2")],
        ),
    }
}
