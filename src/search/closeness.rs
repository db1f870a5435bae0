//! How closely a card's name is what was typed.

use super::names::{Named, Typed};
use super::versions::{Far, apart};

/// How a typed word is met by a word of a name: smaller is better.
pub(super) type Penalty = u32;
pub(super) const EXACT: Penalty = 0;
pub(super) const POSSESSIVE: Penalty = 1;
pub(super) const PREFIX: Penalty = 2;
pub(super) const TYPO: Penalty = 4;

/// Orders hits; the derived order compares field after field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank {
    /// The worst-met word decides first.
    pub worst: Penalty,
    /// How far the version is from the one that was asked for.
    pub version: Far,
    /// The typed words are not the whole name.
    pub part: bool,
    total: Penalty,
    /// The typed words begin somewhere inside the name.
    inside: bool,
    promo: bool,
    /// Units before what is built for them.
    no_unit: bool,
    words_left: usize,
    /// The place among all names in order.
    order: u32,
}

/// The rank of a name that has all typed words: the worst-met one, and all of them together.
pub(super) fn rank(named: &Named, typed: &Typed, worst: Penalty, total: Penalty) -> Rank {
    let first = typed.words.first().map_or("", String::as_str);
    Rank {
        worst,
        version: apart(&named.version, typed.version.as_ref()),
        part: typed.key != named.key,
        total,
        inside: !named
            .base
            .first()
            .is_some_and(|word| word.starts_with(first)),
        promo: named.promo,
        no_unit: !named.unit,
        words_left: named.base.len().saturating_sub(typed.words.len()),
        order: named.order,
    }
}
