//! One file per keyword. The list is the only place that names them all; a test keeps it in step
//! with the files.

mod deflect;
mod evade;
mod fury;
mod parry;
mod retaliate;

use super::keyword::KeywordDef;

/// Every keyword the engine acts on.
pub const ALL: &[&KeywordDef] = &[
    &deflect::DEFLECT,
    &evade::EVADE,
    &fury::FURY,
    &parry::PARRY,
    &retaliate::RETALIATE,
];
