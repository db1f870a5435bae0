//! How large a document may be.

/// Bytes of a whole document.
pub const BYTES: usize = 64 * 1024;
/// Units and other cards.
pub const UNITS: usize = 60;
/// Plays.
pub const PLAYS: usize = 400;
/// Cards under, attached to or piloting one unit, each.
pub const CARDS_ON_UNIT: usize = 20;
/// Ability lines of one card.
pub const ABILITIES: usize = 40;
/// Characters in one line of text.
pub const LINE: usize = 2_000;
/// The largest number of anything on a board, up and down.
pub const NUMBER: i64 = 999;
/// Dice of one roll.
pub const DICE: i64 = 99;
/// Entries of any other list.
pub const LIST: usize = 200;
/// The largest seed: JSON readers keep whole numbers exactly up to here.
pub const SEED: i64 = (1 << 53) - 1;
/// Problems that are told at once.
pub const PROBLEMS: usize = 50;
