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
    let word = |at: usize| words.get(at).map(|word| word.text.as_str());
    if word(at).is_some_and(is_anybody) {
        return false;
    }
    let acts = match word(at + 1) {
        None => true,
        // "Lobot can tap" has a verb there, "Hey can I" somebody else.
        Some("can" | "may" | "will" | "does" | "is") => !word(at + 2).is_some_and(is_somebody),
        Some(next) => matches!(
            next,
            "has"
                | "and"
                | "with"
                | "rolls"
                | "attacks"
                | "gets"
                | "gives"
                | "says"
                | "lets"
                | "makes"
                | "uses"
                | "s"
        ),
    };
    acts || words
        .get(at)
        .is_some_and(|word| named_by_colon(text, &word.at))
}

/// Words for nobody in particular, and to begin with.
fn is_anybody(word: &str) -> bool {
    matches!(
        word,
        "somebody"
            | "someone"
            | "something"
            | "anybody"
            | "anyone"
            | "anything"
            | "everybody"
            | "everyone"
            | "everything"
            | "nobody"
            | "nothing"
            | "hey"
            | "hello"
            | "question"
    )
}

/// Words with which somebody or something else begins.
fn is_somebody(word: &str) -> bool {
    matches!(
        word,
        "i" | "you"
            | "he"
            | "she"
            | "it"
            | "we"
            | "they"
            | "this"
            | "that"
            | "there"
            | "anyone"
            | "a"
            | "an"
            | "the"
            | "my"
            | "your"
            | "his"
            | "her"
            | "our"
            | "their"
            | "both"
    )
}

fn named_by_colon(text: &str, at: &std::ops::Range<usize>) -> bool {
    text.get(at.end..)
        .is_some_and(|rest| rest.starts_with(':') || rest.starts_with(" -"))
}

/// A name that is told by its place alone, capitals or not, of which no card and no text has a
/// word: `what does zorblat do`, `zorblat's ability`, `can I use zorblat`.
pub(super) fn unknown_word(snapshot: &Snapshot, text: &str) -> Option<String> {
    let words = folded(text);
    let strange = |word: &&Word| is_strange(snapshot, &word.text);
    let owner = words.iter().find_map(|word| {
        let name = owned(text, word)?;
        is_strange(snapshot, &folded(name).first()?.text).then(|| name.to_owned())
    });
    let asked_for = || {
        let name = asked_for(&words)?;
        name.iter().find(strange)?;
        Some(name_of(text, name).to_owned())
    };
    let played = || {
        let after = words.iter().position(|word| is_play(&word.text))? + 1;
        let rest = words.get(after..)?;
        let begin = rest.iter().position(|word| !is_somebody(&word.text))?;
        let name: Vec<Word> = rest
            .iter()
            .skip(begin)
            .take(LONGEST_PLAYED)
            .cloned()
            .collect();
        let last = name.iter().rposition(|word| strange(&word))?;
        Some(name_of(text, name.get(..=last)?).to_owned())
    };
    owner.or_else(asked_for).or_else(played)
}

/// Up to which word after "play" a name is looked for.
const LONGEST_PLAYED: usize = 2;

/// The shortest word that may be a strange one, in letters.
const SHORTEST_STRANGE: usize = 4;

/// Whether no text, no way to ask and no card's name has the word or one that is spelled nearly so.
fn is_strange(snapshot: &Snapshot, word: &str) -> bool {
    word.chars().count() >= SHORTEST_STRANGE
        && word.chars().all(char::is_alphabetic)
        // "May I play defensively" names nothing.
        && !word.ends_with("ly")
        && !snapshot.prose.has_like(word, lexicon())
        && !snapshot.names.has_like(word)
}

/// The owner that a word like `zorblat's` names.
fn owned<'a>(text: &'a str, word: &Word) -> Option<&'a str> {
    let written = text.get(word.at.clone())?;
    written
        .strip_suffix("'s")
        .or_else(|| written.strip_suffix("\u{2019}s"))
}

/// What stands between `what does` or `how does` and `do` or `work` at the end.
fn asked_for(words: &[Word]) -> Option<&[Word]> {
    let word = |at: usize| words.get(at).map(|word| word.text.as_str());
    let begins = matches!(word(0), Some("what" | "how")) && matches!(word(1), Some("does" | "do"));
    match words {
        [_, _, name @ .., last] if begins && !name.is_empty() => {
            matches!(last.text.as_str(), "do" | "work" | "mean" | "say").then_some(name)
        }
        _ => None,
    }
}

fn is_play(word: &str) -> bool {
    matches!(
        word,
        "use" | "used" | "using" | "play" | "played" | "plays" | "playing"
    )
}

/// A known name with a version that no card of that name has, and that version: `Vader (F)`,
/// `Vader F`, `vader version f`.
pub(super) fn unknown_version(snapshot: &Snapshot, text: &str) -> Option<(String, String)> {
    let words = folded(text);
    (1..words.len()).find_map(|at| {
        let (before, rest) = words.split_at_checked(at)?;
        version_after(snapshot, text, before, rest.first()?)
    })
}

fn version_after(
    snapshot: &Snapshot,
    text: &str,
    before: &[Word],
    version: &Word,
) -> Option<(String, String)> {
    let written = text.get(version.at.clone())?;
    let (before, told) = match before {
        [before @ .., word] if word.text == "version" => (before, true),
        _ => (before, in_brackets(text, &version.at)),
    };
    // "A" and "I" are words, and X is a number left open.
    let apart = |last: &Word| {
        let between = text.get(last.at.end..version.at.start).unwrap_or_default();
        let next = text.get(version.at.end..).and_then(|t| t.chars().next());
        // "Y-Wing" and "R2-D2" are names.
        between.chars().all(char::is_whitespace) && !matches!(next, Some('-' | '\u{2019}' | '\''))
    };
    let alone = written.starts_with(char::is_uppercase)
        && !matches!(written, "A" | "I" | "X")
        && before.last().is_some_and(apart);
    if !like_version(&version.text) || !(told || alone) {
        return None;
    }
    let last = before.last()?;
    let of_rules = snapshot.prose.clauses_with(&last.text, lexicon()) > 0;
    if of_rules || snapshot.names.has_version(&last.text, &version.text)? {
        return None;
    }
    let capital = |word: &&Word| {
        let written = text.get(word.at.clone()).unwrap_or_default();
        written.starts_with(char::is_uppercase)
    };
    let first = before.iter().rev().take_while(capital).last();
    let name = text.get(first.unwrap_or(last).at.start..last.at.end)?;
    let version = written.to_uppercase();
    Some((format!("{name} ({version})"), version))
}

fn in_brackets(text: &str, at: &std::ops::Range<usize>) -> bool {
    let opened = text.get(..at.start).is_some_and(|t| t.ends_with('('));
    opened && text.get(at.end..).is_some_and(|t| t.starts_with(')'))
}

#[cfg(test)]
mod tests {
    use super::super::document::{Document, rules};
    use super::super::index::Snapshot;
    use super::*;
    use crate::game::Card;

    #[test]
    fn names_are_unknown_without_capitals_too() {
        let mut documents = rules();
        documents.push(Document::card(&Card::named("Mara Jade (A)"), false));
        let snapshot = Snapshot::build(documents).unwrap();
        let unknown = |text: &str| unknown_word(&snapshot, text);
        for (text, name) in [
            ("what does zorblat game do", "zorblat game"),
            ("zorblat's ability: does it hit a stealth unit", "zorblat"),
            ("can i use the zorblat in setup", "zorblat"),
            ("he played quick zorblat on my ship", "quick zorblat"),
        ] {
            assert_eq!(unknown(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "what does retalliate do",
            "how does mara jade work",
            "mara's ability, can I use it twice",
            "my opponent's unit uses evade",
            "can I use evede twice",
            "may I play a card in the build step",
            "may I play grotesquely",
        ] {
            assert_eq!(unknown(text), None, "{text}");
        }
        let first = |text: &str| unknown_name(&snapshot, text, &[]);
        assert_eq!(first("Zorblat can tap to roll").as_deref(), Some("Zorblat"));
        assert_eq!(first("Howdy can I tap to roll"), None);
    }

    #[test]
    fn versions_that_nobody_has_are_told_however_they_are_written() {
        let mut documents = rules();
        for name in [
            "Mara Jade (A)",
            "Mara Jade (B)",
            "Grim Wave Y-Wing",
            "Q5-D9 (A)",
        ] {
            documents.push(Document::card(&Card::named(name), false));
        }
        let snapshot = Snapshot::build(documents).unwrap();
        let unknown = |text: &str| unknown_version(&snapshot, text).map(|(name, _)| name);
        for text in [
            "if Mara Jade (M) attacks, may she evade",
            "does Mara Jade M untap",
            "may Mara Jade version m intercept",
        ] {
            assert_eq!(unknown(text).as_deref(), Some("Mara Jade (M)"), "{text}");
        }
        for text in [
            "if Mara Jade (B) attacks",
            "does Mara Jade B untap",
            "may Mara Jade I built intercept",
            "does Mara m8 untap",
            "Armor X on a unit",
            "can the Grim Wave Y-Wing intercept",
            "does Q5-D9 untap",
        ] {
            assert_eq!(unknown(text), None, "{text}");
        }
    }
}
