//! Names of units, and what tells them from descriptions.

use crate::cardtext::grammar::input::{In, R, ahead, attempt, eat, fail, some};
use crate::cardtext::grammar::words::is_term;
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::Kind;

use super::{is_stop, is_subtype, singular, term, type_word};

/// The unit's own full name used as a description: "each other Scurrier".
pub(super) fn own_full_name(i: &mut In<'_>) -> R<Kind> {
    let len = i.own.len();
    let head = some(i, i.toks.get(..len))?;
    let same = len > 0 && head.iter().zip(i.own).all(|(a, b)| a.low == b.low);
    if !same || i.own.iter().all(|t| is_subtype(&t.low)) {
        return fail(i);
    }
    let name = spell(i.own);
    i.toks = i.toks.get(len..).unwrap_or_default();
    Ok(Kind::Name(name))
}

/// The words of a name with blanks between.
pub(crate) fn spell(toks: &[Tok]) -> String {
    toks.iter()
        .map(|t| t.raw.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A name: capital words that are not all subtypes. With `possessive` it must end in `'s`,
/// which is dropped.
pub(crate) fn name(i: &mut In<'_>, possessive: bool) -> R<String> {
    let (toks, end) = name_span(i, possessive)?;
    let mut out = spell(toks);
    if possessive {
        let stem = some(i, out.strip_suffix("'s").or_else(|| out.strip_suffix('\'')))?;
        out = stem.to_owned();
    }
    i.toks = end;
    Ok(out)
}

/// The tokens of a name and what follows; nothing is consumed.
pub(crate) fn name_span<'t>(i: &mut In<'t>, possessive: bool) -> R<(&'t [Tok], &'t [Tok])> {
    let mut len = 0;
    while let Some(tok) = i.toks.get(len) {
        let joint = matches!(tok.low.as_str(), "the" | "of") && len > 0;
        let next_capital = i
            .toks
            .get(len + 1)
            .is_some_and(|t| t.is_capital() && !is_stop(&t.low));
        if joint && next_capital {
            len += 2;
        } else if tok.is_capital() && !(is_stop(&tok.low) && (len == 0 || tok.low != "battle")) {
            len += 1;
        } else {
            break;
        }
        let ends = i
            .toks
            .get(len.saturating_sub(1))
            .is_some_and(|t| t.low.ends_with("'s") || t.low.ends_with("s'"));
        if possessive
            && ends
            && !i
                .toks
                .get(len)
                .is_some_and(|t| t.is_capital() && !is_stop(&t.low))
        {
            break;
        }
    }
    let toks = some(i, i.toks.get(..len).filter(|t| !t.is_empty()))?;
    let plain = all_kinds(toks);
    let tail = toks
        .last()
        .is_some_and(|t| t.low.ends_with("'s") || t.low.ends_with("s'"));
    if plain || (tail != possessive) {
        return fail(i);
    }
    Ok((toks, i.toks.get(len..).unwrap_or_default()))
}

/// Whether the words are nothing but subtypes, types and sides: then they are a description.
fn all_kinds(toks: &[Tok]) -> bool {
    let mut rest = toks;
    while let Some(first) = rest.first() {
        let two = rest
            .get(1)
            .map(|t| format!("{} {}", first.low, singular(&t.low)));
        let three = rest
            .get(1)
            .zip(rest.get(2))
            .map(|(a, b)| format!("{} {} {}", first.low, a.low, singular(&b.low)));
        let term = |p: &Option<String>| p.as_ref().is_some_and(|p| is_term(p));
        let side = two
            .as_ref()
            .is_some_and(|p| p == "dark side" || p == "light side");
        let one = is_subtype(&first.low)
            || type_word(first).is_some()
            || is_stop(&first.low)
            || matches!(first.low.as_str(), "neutral" | "unique" | "non-unique")
            || first.low.starts_with("non-");
        let len = if term(&three) {
            3
        } else if term(&two) || side {
            2
        } else if one {
            1
        } else {
            return false;
        };
        rest = rest.get(len..).unwrap_or_default();
    }
    true
}

/// Whether capital words behind a determiner are a name rather than subtypes: two words or more or
/// one with figures in it ("WAC-47"), none of them a known subtype, in the singular, with no noun
/// behind.
pub(crate) fn looks_like_name(i: &mut In<'_>) -> bool {
    let Ok((toks, rest)) = name_span(i, false) else {
        return false;
    };
    let known = |t: &Tok| is_subtype(&t.low) || type_word(t).is_some();
    let plural = toks.last().is_some_and(|t| singular(&t.low) != t.low);
    let noun = rest
        .first()
        .is_some_and(|t| matches!(t.low.as_str(), "unit" | "units" | "card" | "cards"));
    let starts_kind = term(&mut i.clone()).is_some();
    let figures = |t: &Tok| t.low.contains('-') && t.low.chars().any(|c| c.is_ascii_digit());
    let long = toks.len() > 1 || toks.iter().any(figures);
    long && !toks.iter().any(known) && !plural && !noun && !starts_kind
}

/// A name of one word, as an item of a list.
pub(crate) fn one_word_name(i: &mut In<'_>) -> R<String> {
    let (toks, rest) = name_span(i, false)?;
    let item = matches!(
        rest.first().map(|t| t.sym),
        None | Some(Sym::Comma | Sym::Dot | Sym::Close)
    ) || rest
        .first()
        .is_some_and(|t| matches!(t.low.as_str(), "and" | "or"));
    if toks.len() != 1 || !item {
        return fail(i);
    }
    i.toks = rest;
    Ok(spell(toks))
}

/// One name, or several joined by "or" / "and": alternatives of a description.
pub(crate) fn names(i: &mut In<'_>) -> R<Vec<String>> {
    let mut out = vec![name(i, false)?];
    loop {
        let more = attempt(i, |i| {
            if !(eat(i, ", or|and")
                || eat(i, "or")
                || (ahead(i, ",") && list_goes_on(i) && eat(i, ",")))
            {
                return fail(i);
            }
            name(i, false)
        });
        match more {
            Some(next) => out.push(next),
            None => return Ok(out),
        }
    }
}

/// Whether a comma is followed, before the next sentence mark, by "or" between names.
fn list_goes_on(i: &In<'_>) -> bool {
    i.toks
        .iter()
        .skip(1)
        .take_while(|t| t.is_capital() || matches!(t.low.as_str(), "," | "or" | "the" | "of"))
        .any(|t| t.low == "or")
}
