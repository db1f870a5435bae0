//! How a play names an ability: the keyword with or without its number, or the whole printed line.

use crate::cardtext::{Ability, KeywordAbility, KeywordValue, Num};

use super::derive::Copy;
use super::table::{Table, UnitIx};

/// The copies of a unit's abilities that the words name, in printed order: by the whole line, by
/// keyword and number, by keyword alone, then by the first words of a line or of what it lends.
#[must_use]
pub fn matching(table: &Table, unit: UnitIx, words: &str) -> Vec<Copy> {
    let wanted = normal(words);
    let copies = &table.view(unit).copies;
    let pick = |fits: &dyn Fn(&Copy) -> bool| -> Vec<Copy> {
        copies
            .iter()
            .filter(|c| playable(c) && fits(c))
            .cloned()
            .collect()
    };
    let summed = |c: &Copy| {
        c.keyword().is_some_and(|k| {
            let sum = super::keyword::value(table, unit, k.keyword);
            normal(&format!("{} {sum}", k.keyword.name())) == wanted
        })
    };
    let after_arrow = |c: &Copy| {
        let line = normal(&c.printed);
        line.rsplit_once(" -> ")
            .is_some_and(|(_, effect)| begins(effect, words))
    };
    let notation = |c: &Copy| normal(&crate::cardtext::to_notation(&c.ability));
    let whole_cost = |c: &Copy| {
        let line = normal(&c.printed);
        line.split_once(" -> ")
            .is_some_and(|(cost, _)| cost == wanted)
    };
    let tries: [&dyn Fn(&Copy) -> bool; 10] = [
        &|c| normal(&c.printed) == wanted,
        &|c| notation(c) == wanted,
        &|c| {
            c.names()
                .iter()
                .any(|k| numbered(k) == Some(wanted.clone()))
        },
        &summed,
        &|c| c.names().iter().any(|k| normal(k.keyword.name()) == wanted),
        &|c| wanted.len() >= 6 && normal(&c.printed).starts_with(&wanted),
        &whole_cost,
        &after_arrow,
        &|c| wanted.len() >= 6 && notation(c).starts_with(&wanted),
        &|c| unread_names(c, &wanted),
    ];
    let found = tries
        .iter()
        .map(|fits| pick(fits))
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    if !found.is_empty() {
        return found;
    }
    let outer = outer_of(copies, &wanted);
    if outer.is_empty() {
        quoted(table, unit, words)
    } else {
        outer
    }
}

/// The `nth` (from 1) of the copies that the words name, counted over every copy with the keyword and
/// the number they say, whatever it costs.
#[must_use]
pub fn nth(table: &Table, unit: UnitIx, words: &str, nth: u8) -> Option<Copy> {
    let wanted = normal(words);
    let numbered_so = |c: &&Copy| {
        let names = c.names();
        playable(c) && names.iter().any(|k| numbered(k).as_ref() == Some(&wanted))
    };
    let copies = &table.view(unit).copies;
    let same: Vec<Copy> = copies.iter().filter(numbered_so).cloned().collect();
    let found = matching(table, unit, words);
    let among = if same.len() > found.len() {
        same
    } else {
        found
    };
    among.get(usize::from(nth.max(1)) - 1).cloned()
}

/// Whether the words name the ability of a line: as the line, as its keyword with or without its
/// number, or by its first words. Of an ability that is quoted there is no line.
#[must_use]
pub fn says(ability: &Ability, printed: &str, words: &str) -> bool {
    let wanted = normal(words);
    let line = normal(printed);
    let mut names = Vec::new();
    super::derive::collect_names(ability, &mut names);
    let static_line = matches!(ability, Ability::Static(_));
    let by_line = line == wanted || wanted.len() >= 6 && line.starts_with(&wanted);
    !static_line && (by_line || normal(&crate::cardtext::to_notation(ability)) == wanted)
        || names.iter().any(|k| {
            let name = normal(k.keyword.name());
            let number = numbered(k);
            name == wanted || number.as_ref() == Some(&wanted)
        })
}

/// Whether the copy is a line with an arrow that was not understood, but names the keyword.
fn unread_names(copy: &Copy, wanted: &str) -> bool {
    let Ability::Unknown(unknown) = &*copy.ability else {
        return false;
    };
    let mut keywords = unknown.keywords.iter();
    let names = |k: &crate::rulebook::Keyword| normal(k.name()) == normal(&bare(wanted));
    unknown.shape == crate::cardtext::Shape::Activated && keywords.any(names)
}

/// A play may name an ability by the words in which another card gives it: those of the quotation,
/// or as many of its first words as are enough.
fn quoted(table: &Table, unit: UnitIx, words: &str) -> Vec<Copy> {
    let copies = &table.view(unit).copies;
    let name = &table.unit(unit).name;
    let context = crate::cardtext::ReadContext {
        name,
        ..Default::default()
    };
    let said = crate::cardtext::read_line(words, &context).abilities;
    let wanted = normal(words);
    let named = |c: &&Copy| {
        let given = quotations(&c.printed)
            .filter(|q| wanted.len() >= 6 && normal(q).starts_with(&wanted))
            .flat_map(|q| crate::cardtext::read_line(q, &context).abilities);
        playable(c) && said.iter().cloned().chain(given).any(|a| a == *c.ability)
    };
    copies.iter().filter(named).cloned().collect()
}

/// What stands between quotation marks.
fn quotations(printed: &str) -> impl Iterator<Item = &str> {
    let parts = printed.split(['"', '\u{201c}', '\u{201d}']);
    parts.skip(1).step_by(2).map(str::trim)
}

/// A play may name the keyword that lends the ability (`Reserves`, `INSERT`): then the abilities
/// inside are meant.
fn outer_of(copies: &[Copy], wanted: &str) -> Vec<Copy> {
    let lends = |c: &&Copy| {
        matches!(&*c.ability, Ability::Keyword(k)
            if matches!(k.value, KeywordValue::Abilities(_)) && normal(k.keyword.name()) == wanted)
    };
    let Some(outer) = copies.iter().find(lends) else {
        return Vec::new();
    };
    copies
        .iter()
        .filter(|c| playable(c) && c.printed == outer.printed)
        .cloned()
        .collect()
}

fn playable(copy: &Copy) -> bool {
    match &*copy.ability {
        Ability::Activated(_) | Ability::Triggered(_) | Ability::Unknown(_) => true,
        Ability::Keyword(k) => !matches!(k.value, KeywordValue::Abilities(_)),
        Ability::Static(_) => false,
    }
}

/// Whether the words are the line, or as many of its first words as are enough to name it.
#[must_use]
pub fn begins(printed: &str, words: &str) -> bool {
    let (line, wanted) = (normal(printed), normal(words));
    line == wanted || wanted.len() >= 6 && line.starts_with(&wanted)
}

fn numbered(k: &KeywordAbility) -> Option<String> {
    let number = match &k.value {
        KeywordValue::Number(Num::Const(n)) => n.to_string(),
        KeywordValue::Number(_) => "x".to_owned(),
        _ => return None,
    };
    Some(normal(&format!("{} {number}", k.keyword.name())))
}

/// The words without a number at the end.
#[must_use]
pub fn bare(words: &str) -> String {
    words
        .trim()
        .trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '-' || c == '+')
        .to_owned()
}

/// Lines are compared after normalising case, blanks, arrows, dots, quotes and tap marks.
#[must_use]
pub fn normal(words: &str) -> String {
    let mut text = words.to_lowercase();
    for (from, to) in [
        ("-->", "->"),
        ("→", "->"),
        ("[tap]", "tap"),
        ("’", "'"),
        ("“", "\""),
        ("”", "\""),
    ] {
        text = text.replace(from, to);
    }
    let text: String = text.chars().filter(|c| !matches!(c, '.' | '"')).collect();
    let text = text.replace("->", " -> ").replace(',', " , ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
