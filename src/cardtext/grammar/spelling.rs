//! Slips of the pen: a word that is no word of the game, one letter away from exactly one that is.
//!
//! Only lines that cannot be read as they stand are mended, and only if all of a line can be read
//! then; so no word that means something is ever taken for another.

use super::kinds::is_subtype;
use crate::cardtext::tokens::{Sym, Tok};
use crate::rulebook::Keyword;

/// Shorter words are too much like each other.
const SHORTEST: usize = 5;

/// The words that rules texts are made of.
const WORDS: &str = "abilities ability about activate activated activates activation additional \
    after against alternative always amount another anytime arena arenas attach attached attaches \
    attack attacked attacker attackers attacking attacks away base battle because become becomes \
    before begin begins beneath between bonus bonuses bottom bought both build building built \
    cannot card cards cause caused causes chance change changes choice choose chooses chosen \
    complete completed completes control controlled controller controlling controls copies cost \
    costs could count counter counters counts damage damaged damages deal dealt deck decks defender \
    defending deploy deployed deploying deploys detach detached dice different discard discarded \
    discarding discards disrupt disrupted disrupts divide divided does doesn't don't double draws \
    during each effect effects either ends enough equal equals equip equipped even every exactly \
    except extra facedown face-down fewer finish finished finishes first five follow following \
    force four from gain gained gains game gets give given gives greater ground half hand have \
    health higher highest hits instance instead into isn't isolated itself kept kind last least \
    leave leaves less life like loses lower lowest made makes many means more move moved moves much \
    must name named names neither never next none number numbers once only open opponent \
    opponent's opponents opponents' order original other others otherwise owner owner's owners \
    partially pays phase pile pilot piloted piloting pilots place placed places play played player \
    player's players playing plays plus point points possible power predict prevent prevented \
    preventing prevention prevents printed random receives reduce reduced remain remaining remains \
    remove removed removes replace reroll rerolled rerolls resource rest retreat retreated \
    retreating retreats return returned returns reveal revealed reveals roll rolled rolling rolls \
    rounded same search searches second separate several show shown shows shuffle shuffles since \
    single sixth skip space speed stack stacked stacks stand start starting starts stay stays step \
    steps still subtype subtypes take taken takes tapped taps text than that their them then there \
    these they third this those though three through time times together toward towards treat \
    treated triple turn turns twice type types under unique unit unit's units units' unless \
    unpreventable untap untapped untaps until upkeep used uses using value very when whenever where \
    whether which while whole whose with within without word words would your";

/// Types and places, written with a capital letter.
const NAMES: &str = "character characters equipment location locations mission missions \
    subordinate subordinates";

/// Whether rules texts use the word.
pub(crate) fn is_rules_word(low: &str) -> bool {
    let known = |list: &str| list.split_whitespace().any(|w| w == low);
    known(WORDS) || known(NAMES)
}

/// The same words without slips; `None` if there is none that could be mended.
pub(crate) fn mend(toks: &[Tok]) -> Option<Vec<Tok>> {
    let mut out = Vec::with_capacity(toks.len());
    let mut mended = false;
    for (at, tok) in toks.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|k| toks.get(k));
        if stray(tok, before) && at + 1 >= toks.len() {
            mended = true;
            continue;
        }
        match right(tok, before, toks.get(at + 1)) {
            Some(word) => {
                mended = true;
                out.push(word);
            }
            None => out.push(tok.clone()),
        }
    }
    mended.then_some(out)
}

/// A single letter behind the last dot.
fn stray(tok: &Tok, before: Option<&Tok>) -> bool {
    tok.sym == Sym::Word
        && tok.low.chars().count() == 1
        && before.is_some_and(|b| b.sym == Sym::Dot)
}

/// What the word should have been.
fn right(tok: &Tok, before: Option<&Tok>, after: Option<&Tok>) -> Option<Tok> {
    if tok.sym != Sym::Word {
        return None;
    }
    let arena = |t: Option<&Tok>| {
        t.is_some_and(|t| matches!(t.low.as_str(), "space" | "ground" | "character"))
    };
    if tok.low == "of" && arena(before) && arena(after) {
        return Some(Tok::word("or"));
    }
    if is_rules_word(&tok.low) || is_subtype(&tok.low) {
        return None;
    }
    let begins = before.is_none_or(|t| {
        matches!(
            t.sym,
            Sym::Dot | Sym::Arrow | Sym::Colon | Sym::Open | Sym::Bullet
        )
    });
    if tok.is_capital() {
        let word = capital(&tok.low).map(|w| Tok::word(&w));
        let first = || only_near(&tok.low, WORDS.split_whitespace()).map(Tok::word);
        return word.or_else(|| if begins { first() } else { None });
    }
    let doubled = tok
        .low
        .chars()
        .next_back()
        .map(|c| format!("{}{c}", tok.low));
    if let Some(word) = doubled.filter(|w| WORDS.split_whitespace().any(|k| k == w)) {
        return Some(Tok::word(&word));
    }
    only_near(&tok.low, WORDS.split_whitespace()).map(Tok::word)
}

/// A type's or keyword's name with a slip, in its own spelling.
fn capital(low: &str) -> Option<String> {
    if Keyword::find(low).is_some() {
        return None;
    }
    let name = only_near(low, NAMES.split_whitespace()).map(|w| {
        let mut letters = w.chars();
        letters
            .next()
            .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
    });
    let keyword = || {
        let mut near = Keyword::all().map(Keyword::name).filter(|k| {
            let long = k.chars().count() > SHORTEST + 1;
            long && one_slip(low, &k.to_lowercase())
        });
        near.next()
            .filter(|_| near.next().is_none())
            .map(str::to_owned)
    };
    name.or_else(keyword)
}

/// The one word of the list that is a slip away.
fn only_near<'w>(low: &str, mut words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    if low.chars().count() < SHORTEST {
        return None;
    }
    let found = words.find(|w| one_slip(low, w))?;
    words.all(|w| !one_slip(low, w)).then_some(found)
}

/// One letter too many, too few, another one, or two that changed places; the first one stands.
pub(crate) fn one_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a == b || a.first() != b.first() || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = |w: &[char], from: usize| w.get(from..).unwrap_or_default().to_vec();
    let (skip_a, skip_b) = match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Less => (0, 1),
        std::cmp::Ordering::Greater => (1, 0),
        std::cmp::Ordering::Equal => (1, 1),
    };
    let swapped = a.len() == b.len()
        && a.get(front) == b.get(front + 1)
        && a.get(front + 1) == b.get(front)
        && rest(&a, front + 2) == rest(&b, front + 2);
    swapped || rest(&a, front + skip_a) == rest(&b, front + skip_b)
}

/// Whether two names of several words are the same but for one slip of the pen in a word, as lists of
/// other cards print them. A plural is another name.
#[must_use]
pub(crate) fn is_misprint(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let (one, other): (Vec<&str>, Vec<&str>) = (
        a.split_whitespace().collect(),
        b.split_whitespace().collect(),
    );
    let differ: Vec<_> = one.iter().zip(&other).filter(|(x, y)| x != y).collect();
    one.len() > 1
        && one.len() == other.len()
        && matches!(differ.as_slice(), [(x, y)] if is_slip(x, y))
}

/// Whether two words differ by one slip of the pen, and not as singular and plural do.
pub(super) fn is_slip(x: &str, y: &str) -> bool {
    let long = x.chars().count().min(y.chars().count()) >= SHORTEST;
    let plural = x.strip_suffix('s') == Some(y) || y.strip_suffix('s') == Some(x);
    long && !plural && one_slip(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cardtext::tokens::tokenize;

    fn mended(text: &str) -> Option<String> {
        let toks = mend(&tokenize(text))?;
        Some(
            toks.iter()
                .map(|t| t.raw.as_str())
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    #[test]
    fn slips_of_the_pen() {
        for (text, wanted) in [
            (
                "Disrupt an activtaed ability",
                "Disrupt an activated ability",
            ),
            ("your Space of Ground units", "your Space or Ground units"),
            ("Mediate", "Meditate"),
            ("a Charactger", "a Character"),
            ("if you rol a 4", "if you roll a 4"),
            ("until end of turn.x", "until end of turn ."),
        ] {
            assert_eq!(mended(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn names_with_a_slip() {
        for (a, b) in [
            ("Tarn Vessik", "Tarn Vesisk"),
            ("Bren Galfrund", "Bren Galdfrund"),
            ("Kaye Gilfrund", "Kaye Galfrund"),
        ] {
            assert!(is_misprint(a, b) && is_misprint(b, a), "{a}, {b}");
        }
        for (a, b) in [
            ("Tarn Vessik", "Tarn Vessik"),
            ("Vessik", "Vesisk"),
            ("Rolling Droid", "Rolling Droids"),
            ("Tarn Vessik", "Bren Vessik"),
            ("Jon Fel", "Jan Fel"),
        ] {
            assert!(!is_misprint(a, b), "{a}, {b}");
        }
    }

    #[test]
    fn words_of_the_game_stay() {
        for text in [
            "Hum a tune for each card placed in the Ground arena.",
            "one of your Tarns",
            "Pay 2 Force -> Parry 1",
            "the side of Ground units",
        ] {
            assert_eq!(mended(text), None, "{text}");
        }
    }
}
