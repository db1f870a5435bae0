//! What units are called: types, subtypes, sides, names.

use winnow::Parser;

use super::input::{In, R, ahead, attempt, eat, fail, next_sym, p, some};
pub(crate) use super::words::is_stop;
use super::words::{is_small_subtype, is_term, near_term};
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::Kind;
use crate::game::{CardSide, CardType};

/// Whether a word, taken alone, is a subtype known in small letters.
pub(crate) fn is_subtype(word: &str) -> bool {
    let one = singular(word);
    is_small_subtype(&one)
}

/// The singular of a subtype: `Spies` gives `spy`.
pub(crate) fn singular(word: &str) -> String {
    let word = word
        .strip_suffix("'s")
        .or_else(|| word.strip_suffix('\''))
        .unwrap_or(word);
    if matches!(
        word,
        "duros" | "chiss" | "kaas" | "pirates'" | "shields" | "grievous" | "aquatics"
    ) {
        return word.to_owned();
    }
    if let Some(one) = irregular(word) {
        return one;
    }
    for keep in ["ss", "us", "is"] {
        if word.ends_with(keep) {
            return word.to_owned();
        }
    }
    word.strip_suffix('s')
        .filter(|w| w.len() > 2)
        .unwrap_or(word)
        .to_owned()
}

/// The singular of a plural that is more than an added `s`: `spies`, `thieves`, `guardsmen`.
fn irregular(word: &str) -> Option<String> {
    match word {
        "children" => return Some("child".to_owned()),
        "eopies" | "rookies" | "zombies" => return word.strip_suffix('s').map(str::to_owned),
        _ => {}
    }
    const ENDINGS: &[(&str, &str)] = &[
        ("ieves", "ief"),
        ("olves", "olf"),
        ("elves", "elf"),
        ("ies", "y"),
        ("men", "man"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("xes", "x"),
        ("roes", "ro"),
    ];
    ENDINGS.iter().find_map(|(many, one)| {
        let stem = word.strip_suffix(many)?;
        let whole = stem.len() > 1 || *many == "ieves" || *many == "olves";
        whole.then(|| format!("{stem}{one}"))
    })
}

/// Words with capital initials, as subtypes are kept.
fn titled(phrase: &str) -> String {
    let mut out = String::with_capacity(phrase.len());
    for word in phrase.split(' ') {
        if !out.is_empty() {
            out.push(' ');
        }
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            out.extend(first.to_uppercase());
            out.push_str(chars.as_str());
        }
    }
    out
}

/// One alternative of a description: all its parts must fit.
pub(crate) struct Alt {
    /// The parts.
    pub kinds: Vec<Kind>,
    /// Whether its last word is a plural or "unit(s)": nothing is shared with what follows.
    pub closed: bool,
    /// Whether it ends in "card(s)".
    pub card: bool,
}

/// A type, subtype, side or "unit", as far as they go.
pub(crate) fn alt_kinds(i: &mut In<'_>) -> R<Alt> {
    let mut out = Alt {
        kinds: Vec::new(),
        closed: false,
        card: false,
    };
    let mut any = false;
    while !out.closed && !out.card {
        let here = *i;
        let Some((kind, closed)) = attempt(i, one_kind) else {
            *i = here;
            if eat(i, "unit|units|unit's|units'") {
                out.closed = true;
                out.card = eat(i, "card|cards");
                any = true;
            } else if any && eat(i, "card|cards") {
                out.card = true;
            }
            break;
        };
        any = true;
        out.closed = closed && !ahead(i, "unit|units|card|cards|unit's");
        out.kinds.push(kind);
    }
    if any { Ok(out) } else { fail(i) }
}

/// One part of a description.
pub(crate) fn single(i: &mut In<'_>) -> R<Kind> {
    one_kind(i).map(|(kind, _)| kind)
}

/// One part of a description, and whether it was a plural.
fn one_kind(i: &mut In<'_>) -> R<(Kind, bool)> {
    if let Some(kind) = attempt(i, own_full_name) {
        return Ok((kind, false));
    }
    if eat(i, "unique") {
        return Ok((Kind::Unique(true), false));
    }
    if eat(i, "non-unique") {
        return Ok((Kind::Unique(false), false));
    }
    if eat(i, "neutral") || eat(i, "neutrals") {
        return Ok((Kind::Side(CardSide::Neutral), false));
    }
    if eat(i, "dark side") {
        return Ok((Kind::Side(CardSide::Dark), false));
    }
    if eat(i, "light side") {
        return Ok((Kind::Side(CardSide::Light), false));
    }
    if let Some(kind) = attempt(i, negated) {
        return Ok((kind, false));
    }
    if let Some(term) = term(i) {
        return Ok(term);
    }
    let tok = some(i, i.toks.first())?;
    if tok.sym != Sym::Word {
        return fail(i);
    }
    if let Some(found) = type_word(tok) {
        if tok.low == "battle" && !ahead(i, "battle card|cards") {
            return fail(i);
        }
        i.toks = i.toks.get(1..).unwrap_or_default();
        return Ok(found);
    }
    let known = is_subtype(&tok.low);
    if is_stop(&tok.low) || !(known || tok.is_capital()) || tok.low.ends_with("'s") {
        return fail(i);
    }
    if crate::rulebook::Keyword::find(&tok.raw).is_some() && !known {
        return fail(i);
    }
    i.toks = i.toks.get(1..).unwrap_or_default();
    let one = singular(&tok.low);
    let plural = one != tok.low;
    Ok((Kind::Subtype(titled_like(tok, &one)), plural))
}

/// Keeps inner capitals ("IG", "Twi'lek") and drops the plural ending.
fn titled_like(tok: &Tok, one: &str) -> String {
    if tok.is_capital() && tok.raw.to_lowercase() == one {
        return tok.raw.clone();
    }
    match tok.raw.get(..one.len()) {
        Some(stem) if tok.is_capital() && stem.to_lowercase() == one => stem.to_owned(),
        _ => titled(one),
    }
}

/// A type and whether the word is a plural.
fn type_word(tok: &Tok) -> Option<(Kind, bool)> {
    let low = tok.low.strip_suffix("'s").unwrap_or(&tok.low);
    let found = |t| Some((Kind::Type(t), false));
    match low {
        "space" => found(CardType::Space),
        "ground" => found(CardType::Ground),
        "character" => found(CardType::Character),
        "characters" => Some((Kind::Type(CardType::Character), true)),
        "battle" => found(CardType::Battle),
        "mission" => found(CardType::Mission),
        "location" => found(CardType::Location),
        "locations" => Some((Kind::Type(CardType::Location), true)),
        "equipment" => found(CardType::Equipment),
        "resource" => found(CardType::Resource),
        "subordinate" => found(CardType::Subordinate),
        "subordinates" => Some((Kind::Type(CardType::Subordinate), true)),
        _ => None,
    }
}

/// `non-Jedi`, `non-Droid`.
fn negated(i: &mut In<'_>) -> R<Kind> {
    let tok = some(i, i.toks.first())?;
    let rest = some(
        i,
        tok.raw
            .get(..4)
            .filter(|s| s.eq_ignore_ascii_case("non-"))
            .and_then(|_| tok.raw.get(4..)),
    )?;
    let low = rest.to_lowercase();
    let next = i.toks.get(1).map(|t| singular(&t.low)).unwrap_or_default();
    let two = format!("{low} {next}");
    if is_term(&two) {
        i.toks = i.toks.get(2..).unwrap_or_default();
        return Ok(Kind::Not(Box::new(Kind::Subtype(titled(&two)))));
    }
    i.toks = i.toks.get(1..).unwrap_or_default();
    let part = Tok {
        sym: Sym::Word,
        low: low.clone(),
        raw: rest.to_owned(),
    };
    let kind = match low.as_str() {
        "neutral" => Kind::Side(CardSide::Neutral),
        _ => type_word(&part).map_or_else(|| Kind::Subtype(titled(&singular(&low))), |(k, _)| k),
    };
    Ok(Kind::Not(Box::new(kind)))
}

/// A subtype of several words, and whether it was a plural.
fn term(i: &mut In<'_>) -> Option<(Kind, bool)> {
    for len in [3_usize, 2] {
        let Some(words) = i.toks.get(..len) else {
            continue;
        };
        let Some((last, front)) = words.split_last() else {
            continue;
        };
        let mut phrase = String::new();
        for tok in front {
            phrase.push_str(&tok.low);
            phrase.push(' ');
        }
        let end = singular(&last.low);
        phrase.push_str(&end);
        if !is_term(&phrase)
            && words.iter().all(Tok::is_capital)
            && let Some(meant) = near_term(&phrase)
        {
            phrase = meant.to_owned();
        }
        if is_term(&phrase) {
            i.toks = i.toks.get(len..).unwrap_or_default();
            return Some((Kind::Subtype(titled(&phrase)), end != last.low));
        }
    }
    None
}

/// The unit's own full name used as a description: "each other Scurrier".
fn own_full_name(i: &mut In<'_>) -> R<Kind> {
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

/// Whether capital words behind a determiner are a name rather than subtypes: two words or more,
/// none of them a known subtype, in the singular, with no noun behind.
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
    toks.len() > 1 && !toks.iter().any(known) && !plural && !noun && !starts_kind
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

#[cfg(test)]
mod tests {
    use super::singular;

    /// Every word of the type lines of the printed cards whose plural a text may name.
    const WORDS: &str = "agent apprentice army artorian assassin astromech battlefield bodyguard \
        bothan bounty boy child citadel city clone cruiser cyborg creature dancer device diner \
        diplomat droid duchess entertainer eopie ewok facility farmer feline flagship fleet \
        force forest fortification gang geonosian guild gungan gunship handmaiden harch hunter \
        hutt imperial inquisitor jawa journalist king knight lizard lord mandalorian master \
        mechanic mercenary merchant monkey musician nightbrother nightsister officer owner \
        padawan pilot prison queen rebel refugee republic rodian rogue sandcrawler scavenger \
        scientist seer sensitive separatist settlement shaper ship skill slave smuggler soldier \
        speeder spirit spy squad squadron star starfighter station stormtrooper tank thief toy \
        transport vehicle villager walker warrior weapon wookiee zabrak guardsman wolf witch";

    fn plural(word: &str) -> String {
        let vowel = |c: char| "aeiou".contains(c);
        let before_y = word.strip_suffix('y').and_then(|s| s.chars().next_back());
        match word {
            "child" => "children".to_owned(),
            "thief" => "thieves".to_owned(),
            "wolf" => "wolves".to_owned(),
            _ if word.ends_with("man") => word.replace("man", "men"),
            _ if before_y.is_some_and(|c| !vowel(c)) => format!("{}ies", &word[..word.len() - 1]),
            _ if ["s", "x", "ch", "sh"].iter().any(|e| word.ends_with(e)) => format!("{word}es"),
            _ => format!("{word}s"),
        }
    }

    #[test]
    fn every_plural_has_its_singular() {
        for word in WORDS.split_whitespace() {
            assert_eq!(singular(&plural(word)), word);
            assert_eq!(singular(word), word);
        }
        for same in [
            "jedi", "sith", "duros", "chiss", "kaas", "voss", "polis", "naboo", "noghri",
        ] {
            assert_eq!(singular(same), same);
        }
    }
}
