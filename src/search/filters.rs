//! What the filters of the query language ask for: `k:evade>=2`, `t:character`, `cost<=5`.

use super::document::{Kind, side_word};
use super::schema::LARGEST_STRENGTH;
use crate::catalogue::name_key;
use crate::game::{CardSide, CardType};
use crate::rulebook::{Keyword, ids, nearest};

/// A filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filter {
    /// Has, or belongs to, a keyword; of a card also with a number.
    Keyword(Keyword, Option<(Compare, i64)>),
    /// Card type.
    Type(CardType),
    /// Subtype or a word of one.
    Subtype(String),
    /// Side.
    Side(CardSide),
    /// Set code.
    Set(String),
    /// Rarity letter.
    Rarity(String),
    /// A printed number.
    Number(Number, Compare, i64),
    /// Words in this order in the text alone.
    Text(String),
    /// A property.
    Is(Property),
    /// Kind of document.
    Kind(Kind),
}

/// A printed number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// Build or Force cost.
    Cost,
    /// Speed.
    Speed,
    /// Power.
    Power,
    /// Health.
    Health,
}

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`, `:`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Compare {
    /// Whether the comparison holds.
    #[must_use]
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Compare::Less => left < right,
            Compare::AtMost => left <= right,
            Compare::Equal => left == right,
            Compare::AtLeast => left >= right,
            Compare::More => left > right,
        }
    }
}

/// A property of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// The engine acts on all of its text.
    Modelled,
    /// It has a version letter.
    Unique,
}

/// The names of filters with the word to show for each.
pub(super) const FILTERS: &[(&str, &str)] = &[
    ("k", "k"),
    ("kw", "k"),
    ("keyword", "k"),
    ("t", "t"),
    ("type", "t"),
    ("st", "st"),
    ("subtype", "st"),
    ("side", "side"),
    ("set", "set"),
    ("s", "set"),
    ("cost", "cost"),
    ("speed", "speed"),
    ("power", "power"),
    ("health", "health"),
    ("r", "rarity"),
    ("rarity", "rarity"),
    ("text", "text"),
    ("o", "text"),
    ("is", "is"),
    ("kind", "kind"),
];

/// The filter of that name with what follows it; otherwise why there is none.
pub(super) fn build(filter: &str, compare: Compare, value: &str) -> Result<Filter, String> {
    let number = |which| Ok(Filter::Number(which, compare, whole(value)?));
    let key = || {
        Some(name_key(value))
            .filter(|key| !key.is_empty())
            .ok_or("nothing follows it".to_owned())
    };
    match filter {
        "cost" => return number(Number::Cost),
        "speed" => return number(Number::Speed),
        "power" => return number(Number::Power),
        "health" => return number(Number::Health),
        "k" => return keyword(compare, value),
        _ if compare != Compare::Equal => return Err("only numbers can be compared".to_owned()),
        _ => {}
    }
    Ok(match filter {
        "t" => Filter::Type(card_type(value)?),
        "st" => Filter::Subtype(key()?),
        "side" => Filter::Side(side(value)?),
        "set" => Filter::Set(key()?),
        "rarity" => Filter::Rarity(key()?),
        "text" => key().map(|_| Filter::Text(value.to_owned()))?,
        "is" => Filter::Is(property(value)?),
        _ => Filter::Kind(kind(value)?),
    })
}

fn whole(value: &str) -> Result<i64, String> {
    value
        .parse()
        .map_err(|_| format!("`{value}` is no whole number"))
}

/// `evade`, or `critical hit>=2` where the comparison was inside.
fn keyword(compare: Compare, value: &str) -> Result<Filter, String> {
    let (name, strength) = match split_compare(value) {
        Some((name, compare, number)) => (name.trim_matches('"'), Some((compare, whole(number)?))),
        None if compare == Compare::Equal => (value, None),
        None => return Err("a keyword follows `k:`".to_owned()),
    };
    match Keyword::find(name) {
        Some(keyword) => Ok(Filter::Keyword(keyword, strength)),
        None => Err(unknown("keyword", name, ids::KEYWORD_NAMES.iter().copied())),
    }
}

fn card_type(value: &str) -> Result<CardType, String> {
    let found =
        CardType::find(value).or_else(|| CardType::find(value.trim_end_matches(['s', 'S'])));
    found.ok_or_else(|| unknown("card type", value, CardType::ALL.iter().map(|t| t.name())))
}

fn side(value: &str) -> Result<CardSide, String> {
    const SIDES: [CardSide; 4] = [
        CardSide::Light,
        CardSide::Dark,
        CardSide::Neutral,
        CardSide::YuuzhanVong,
    ];
    let value = value.to_lowercase();
    let letter = match value.as_str() {
        "l" | "ls" => Some(CardSide::Light),
        "d" | "ds" => Some(CardSide::Dark),
        "n" => Some(CardSide::Neutral),
        "y" | "yuuzhan" | "yuuzhan vong" => Some(CardSide::YuuzhanVong),
        _ => None,
    };
    letter
        .or_else(|| SIDES.into_iter().find(|side| side_word(*side) == value))
        .ok_or_else(|| unknown("side", &value, SIDES.iter().map(|side| side_word(*side))))
}

fn property(value: &str) -> Result<Property, String> {
    match value.to_lowercase().as_str() {
        "modelled" | "modeled" => Ok(Property::Modelled),
        "unique" => Ok(Property::Unique),
        _ => Err(unknown("property", value, ["modelled", "unique"])),
    }
}

fn kind(value: &str) -> Result<Kind, String> {
    let value = value.to_lowercase();
    let singular = value.strip_suffix('s').unwrap_or(&value);
    let found = Kind::ALL
        .into_iter()
        .find(|kind| kind.word() == value || kind.word() == singular);
    found.ok_or_else(|| unknown("kind", &value, Kind::ALL.iter().map(|kind| kind.word())))
}

fn unknown<'a>(what: &str, value: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(value, known) {
        Some(near) => format!("there is no {what} `{value}`: did you mean `{near}`?"),
        None => format!("there is no {what} `{value}`"),
    }
}

/// Name, comparison and value of what looks like a filter.
pub(super) fn divide(text: &str) -> Option<(&str, Compare, &str)> {
    let colon = text.find(':');
    let sign = text.find(['<', '>', '=']);
    match (colon, sign) {
        (Some(colon), sign) if sign.is_none_or(|sign| colon < sign) => {
            let (name, rest) = text.split_at_checked(colon)?;
            let rest = rest.strip_prefix(':')?;
            // `cost:<=5` compares; `k:evade>=2` compares inside.
            match split_compare(rest) {
                Some(("", compare, value)) => plain(name).then_some((name, compare, value)),
                _ => plain(name).then_some((name, Compare::Equal, rest)),
            }
        }
        _ => split_compare(text).filter(|(name, ..)| plain(name)),
    }
}

/// Whether a filter's name is one word of letters.
fn plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Cuts at the first comparison.
fn split_compare(text: &str) -> Option<(&str, Compare, &str)> {
    let at = text.find(['<', '>', '='])?;
    let (name, rest) = text.split_at_checked(at)?;
    let signs = [
        ("<=", Compare::AtMost),
        ("=<", Compare::AtMost),
        (">=", Compare::AtLeast),
        ("=>", Compare::AtLeast),
        ("<", Compare::Less),
        (">", Compare::More),
        ("=", Compare::Equal),
    ];
    signs
        .into_iter()
        .find_map(|(sign, compare)| Some((name, compare, rest.strip_prefix(sign)?)))
}

impl std::fmt::Display for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let quoted = |text: &str| match text.contains(char::is_whitespace) {
            true => format!("\"{text}\""),
            false => text.to_owned(),
        };
        match self {
            Filter::Keyword(keyword, strength) => {
                write!(f, "k:{}", quoted(&keyword.name().to_lowercase()))?;
                match strength {
                    Some((compare, number)) => write!(f, "{compare}{number}"),
                    None => Ok(()),
                }
            }
            Filter::Type(kind) => write!(f, "t:{}", kind.name().to_lowercase()),
            Filter::Subtype(subtype) => write!(f, "st:{}", quoted(subtype)),
            Filter::Side(side) => write!(f, "side:{}", side_word(*side)),
            Filter::Set(set) => write!(f, "set:{}", quoted(set)),
            Filter::Rarity(rarity) => write!(f, "rarity:{}", quoted(rarity)),
            Filter::Number(number, compare, value) => write!(f, "{number}{compare}{value}"),
            Filter::Text(text) => write!(f, "text:{}", quoted(text)),
            Filter::Is(Property::Modelled) => f.write_str("is:modelled"),
            Filter::Is(Property::Unique) => f.write_str("is:unique"),
            Filter::Kind(kind) => write!(f, "kind:{}", kind.word()),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Number::Cost => "cost",
            Number::Speed => "speed",
            Number::Power => "power",
            Number::Health => "health",
        })
    }
}

impl std::fmt::Display for Compare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Compare::Less => "<",
            Compare::AtMost => "<=",
            Compare::Equal => "=",
            Compare::AtLeast => ">=",
            Compare::More => ">",
        })
    }
}

/// The numbers after a keyword for which a comparison holds, as the strengths a card may have.
#[must_use]
pub fn strengths(compare: Compare, number: i64) -> Option<(u32, u32)> {
    let fitting = (0..=LARGEST_STRENGTH).filter(|n| compare.holds(i64::from(*n), number));
    let (mut least, mut most) = (None, None);
    for n in fitting {
        least = least.or(Some(n));
        most = Some(n);
    }
    least.zip(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_that_fit() {
        assert_eq!(strengths(Compare::AtLeast, 2), Some((2, LARGEST_STRENGTH)));
        assert_eq!(strengths(Compare::Less, 2), Some((0, 1)));
        assert_eq!(strengths(Compare::More, 99), None);
    }
}
