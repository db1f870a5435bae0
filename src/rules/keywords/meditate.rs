//! Meditate: the card may be played from the discard pile for another cost.

use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Meditate.
pub const MEDITATE: KeywordDef = KeywordDef::plain(keyword!("meditate"));
