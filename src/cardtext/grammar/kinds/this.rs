//! "This unit", "this Speeder": the unit itself.

use winnow::Parser;

use crate::cardtext::grammar::input::{In, R, eat, fail, next_sym, p, some};
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::Kind;

use super::{is_stop, is_subtype, singular, term, titled};

/// `this unit`, `this Character`, `this card`, `this ship`: the unit itself.
pub(crate) fn this_noun<'t>(i: &mut In<'t>, possessive: bool) -> R<()> {
    p("this").parse_next(i)?;
    let tok = some(i, i.toks.first())?;
    if tok.sym != Sym::Word || tok.low.ends_with("'s") != possessive {
        return fail(i);
    }
    let base = tok.low.strip_suffix("'s").unwrap_or(&tok.low);
    let plain = matches!(
        base,
        "unit" | "units" | "card" | "character" | "ship" | "equipment" | "location" | "resource"
    );
    // In a quotation it is not the unit that has what is quoted.
    if i.depth > 0 && base == "equipment" {
        return fail(i);
    }
    if plain {
        i.toks = i.toks.get(1..).unwrap_or_default();
        if base == "character" || base == "equipment" {
            let _ = eat(i, "unit|card|unit's|card's");
        }
        return Ok(());
    }
    if !possessive && let Some(words) = this_term(i) {
        i.kind = Some(words);
        return Ok(());
    }
    if matches!(next_sym(i), Some(Sym::Word))
        && (is_subtype(base) || tok.is_capital())
        && !is_stop(base)
    {
        // `this Speeder`: only such a unit has the ability (1.3.1).
        i.kind = i.toks.get(..1);
        i.toks = i.toks.get(1..).unwrap_or_default();
        return Ok(());
    }
    fail(i)
}

/// "this Patrol Ship": a subtype of several words.
fn this_term<'t>(i: &mut In<'t>) -> Option<&'t [Tok]> {
    let toks = i.toks;
    term(i)?;
    toks.get(..toks.len() - i.toks.len())
}

/// The subtype behind "this", in the singular.
pub(crate) fn this_kind(words: &[Tok]) -> Kind {
    let low: Vec<&str> = words.iter().map(|t| t.low.as_str()).collect();
    Kind::Subtype(titled(&singular(&low.join(" "))))
}
