//! Enhance: an additional cost for an additional effect.

use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Enhance. It is read while the card is paid for, wherever that card lies.
pub const ENHANCE: KeywordDef = KeywordDef::plain(keyword!("enhance"));
