//! Ability lines as printed on cards, read into abilities the engine can act on (RULES 5).

pub mod ability;
pub mod effect;
pub mod who;

pub use ability::{
    Ability, Activated, Amount, Cost, Event, KeywordAbility, KeywordValue, Limit, OffBoard,
    PlayerBan, Scope, Shape, Static, StaticRule, Triggered, Unknown,
};
pub use effect::{Ban, Created, DisruptWhat, Duration, Effect, Grant, When};
pub use who::{
    Cmp, Cond, Filter, Kind, Num, Owner, Place, Player, Quantity, Selector, Stat, Trait, Who,
};
