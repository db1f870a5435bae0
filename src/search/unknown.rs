//! Names in a question that no card of the catalogue has.

use super::find::find;
use super::index::Snapshot;
use super::mentions::Mention;
use super::query::Query;
use super::synonyms::{Token, lexicon};
use super::tokens::{Word, folded};
use super::versions::like_version;

/// A name that the question writes with capitals and that no card has: several words of which one
/// is no word of the rules, or a single such word that is not merely the first of the sentence.
pub(super) fn unknown_name(
    snapshot: &Snapshot,
    text: &str,
    mentions: &[Mention],
) -> Option<String> {
    let words = folded(text);
    let longest = mentions
        .iter()
        .map(|mention| mention.words)
        .max()
        .unwrap_or(0);
    let written = |at: usize| {
        words
            .get(at)
            .and_then(|word| text.get(word.at.clone()))
            .unwrap_or_default()
    };
    let capital =
        |at: usize| written(at).starts_with(char::is_uppercase) && written(at).chars().count() > 1;
    let ordinary = |at: usize| snapshot.prose.has_word(written(at), lexicon());
    let mut at = 0;
    while at < words.len() {
        let mut end = at;
        while capital(end) || (end > at && is_joint(written(end)) && capital(end + 1)) {
            end += 1;
        }
        // "If Lucky" and "Can Ahsoka" begin with a word of questions.
        let from = if end > at + 1 && ordinary(at) && lexicon().tokens(written(at)).is_empty() {
            at + 1
        } else {
            at
        };
        let strange = (from..end).any(|at| !ordinary(at) && !is_joint(written(at)));
        let length = end.saturating_sub(from);
        let telling = strange && (length > 1 || from > 0 || stands_alone(text, &words, from));
        let name = name_of(text, words.get(from..end).unwrap_or_default());
        let unread = || titled(text, name) || written_nowhere(snapshot, text, name);
        if length > longest && (telling || (length > 1 && unread())) {
            return Some(name.to_owned());
        }
        at = end.max(at + 1);
    }
    None
}

/// The part of the text from the first of these words to the last.
fn name_of<'a>(text: &'a str, words: &[Word]) -> &'a str {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return "";
    };
    text.get(first.at.start..last.at.end).unwrap_or_default()
}

/// Whether the name stands before the question as its title, as in `Ground Speed: may I...`, and
/// says more than names of keywords, numbers and other things of the rules.
fn titled(text: &str, name: &str) -> bool {
    let colon = text.split_once(name).map(|(_, rest)| rest);
    colon.is_some_and(|rest| rest.starts_with(':') || rest.starts_with(" -")) && says_more(name)
}

/// Whether the name is one of ordinary words that no text has in this order, in a text that does
/// not write most of its words with capitals.
fn written_nowhere(snapshot: &Snapshot, text: &str, name: &str) -> bool {
    let capitals = text
        .split_whitespace()
        .filter(|w| w.starts_with(char::is_uppercase));
    if capitals.count() * 2 > text.split_whitespace().count()
        || name.contains(" and ")
        || !says_more(name)
    {
        return false;
    }
    let quoted = Query::parse(&format!("\"{name}\""));
    find(snapshot, &quoted, 0, 1).is_ok_and(|found| found.total == 0)
}

/// Whether a name has a word beside keywords, numbers and other things with several names.
fn says_more(name: &str) -> bool {
    let plain = |token: &Token| token.keyword().is_none() && !token.text.starts_with('~');
    lexicon().tokens(name).iter().any(plain)
}

/// Small words inside names.
fn is_joint(word: &str) -> bool {
    matches!(word, "the" | "of" | "to" | "a" | "and" | "in" | "for")
}

/// Whether the first word of a sentence is a name by what follows it.
fn stands_alone(text: &str, words: &[Word], at: usize) -> bool {
    let next = words.get(at + 1).map(|next| next.text.as_str());
    let acts = matches!(
        next,
        None | Some("does" | "is" | "has" | "and" | "with" | "rolls" | "attacks" | "gets" | "s")
    );
    acts || words
        .get(at)
        .is_some_and(|word| named_by_colon(text, &word.at))
}

fn named_by_colon(text: &str, at: &std::ops::Range<usize>) -> bool {
    text.get(at.end..)
        .is_some_and(|rest| rest.starts_with(':') || rest.starts_with(" -"))
}

/// A known name with a version in brackets that no card of that name has: `Vader (F)`.
pub(super) fn unknown_version(snapshot: &Snapshot, text: &str) -> Option<String> {
    text.match_indices('(').find_map(|(at, _)| {
        let (version, _) = text.get(at + 1..)?.split_once(')')?;
        let before = folded(text.get(..at)?);
        let last = before.last()?;
        let key = version.to_lowercase();
        let of_rules = snapshot.prose.is_in_clauses(&last.text, lexicon());
        if of_rules || !like_version(&key) || snapshot.names.has_version(&last.text, &key)? {
            return None;
        }
        let capital = |word: &&Word| {
            let written = text.get(word.at.clone()).unwrap_or_default();
            written.starts_with(char::is_uppercase)
        };
        let first = before.iter().rev().take_while(capital).last();
        let from = first.unwrap_or(last).at.start;
        Some(format!("{} ({version})", text.get(from..at)?.trim_end()))
    })
}
