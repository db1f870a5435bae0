//! Ability lines as printed on cards, read into abilities the engine can act on (RULES 5).

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod ability;
pub mod effect;
mod grammar;
#[cfg(test)]
mod later_shapes;
#[cfg(test)]
mod mutate;
#[cfg(test)]
mod other_words;
pub mod print;
mod read;
pub mod report;
#[cfg(test)]
mod reviewed;
mod tokens;
pub mod who;

pub use ability::{
    Ability, Activated, Amount, Cost, Event, KeywordAbility, KeywordValue, Limit, OffBoard,
    PlayerBan, Scope, Shape, Static, StaticRule, Triggered, Unknown,
};
pub use effect::{
    Ban, Barred, Created, DisruptWhat, Duration, Effect, Fetch, Grant, Lender, Pile, Sort, When,
};
pub(crate) use grammar::spelling::is_misprint;
pub use print::{explain, explain_effect, explain_who, to_notation};
pub use read::{
    EffectReading, ReadContext, Reading, read_effect, read_line, read_modifier, read_ways,
};
pub use who::{
    Cmp, Cond, Filter, Kind, Num, Owner, Place, Player, Quantity, Selector, Stat, Trait, Under, Who,
};
