//! The language of the game: what players say and what the rules call it.
//!
//! The tables are data in `rulings/`: `synonyms.toml` and `search-hints.toml`. A text becomes a list
//! of [`Token`]s: keywords (`k:parry`), things with several names (`~discard`) and stems.

pub use super::tables::TableError;
use super::tables::{HINTS, HintFile, Related, SYNONYMS, Same, SynonymFile, file, read};
use super::tokens::{Run, Word, Words, runs, slack};
use crate::rulebook::Keyword;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

/// The longest phrase of the tables, in words.
const LONGEST_PHRASE: usize = 3;

/// The shortest word that may be a misspelt keyword, in letters.
const SHORTEST_TYPO: usize = 5;

/// A unit of meaning in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// `k:` and a keyword's slug, `~` and the first name of a thing, or a stem.
    pub text: String,
    /// Where it stands in the text, in bytes.
    pub at: Range<usize>,
}

impl Token {
    /// The keyword, if the token is one.
    #[must_use]
    pub fn keyword(&self) -> Option<Keyword> {
        keyword_of(&self.text)
    }
}

/// A text, taken apart.
pub struct Reading {
    /// Its tokens, words of questions left out.
    pub tokens: Vec<Token>,
    /// The stems of all its words, those of questions too.
    pub stems: Vec<String>,
    /// The runs of letters of all its words.
    pub runs: Vec<Run>,
}

/// The keyword that a token's text names.
#[must_use]
pub fn keyword_of(token: &str) -> Option<Keyword> {
    token.strip_prefix("k:").and_then(Keyword::from_slug)
}

/// The token of a keyword.
#[must_use]
pub fn keyword_token(keyword: Keyword) -> String {
    format!("k:{}", keyword.slug())
}

/// Phrases by their first words, the longest first, each with its token.
type Phrases = BTreeMap<String, Vec<(Vec<String>, String)>>;

/// The tables, ready for use.
pub struct Lexicon {
    words: Words,
    question_words: BTreeSet<String>,
    skipped: BTreeSet<String>,
    common: BTreeSet<Keyword>,
    /// The tokens of words that only say who is on the table.
    bystanders: BTreeSet<String>,
    exact: Phrases,
    stems: Phrases,
    related: BTreeMap<Vec<String>, Vec<String>>,
    hints: BTreeMap<String, Vec<String>>,
    /// What a token stands for, as the tables write it.
    shown: BTreeMap<String, String>,
    version: String,
}

/// The embedded tables.
///
/// # Panics
/// If the embedded files have a fault; a test proves that they have none.
#[expect(
    clippy::panic,
    reason = "the files are part of the binary, and a test loads them"
)]
pub fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| match Lexicon::load(&file(SYNONYMS), &file(HINTS)) {
        Ok(lexicon) => lexicon,
        Err(error) => panic!("{error}"),
    })
}

impl Lexicon {
    /// Loads the tables from the texts of the two files.
    ///
    /// # Errors
    /// The first fault found.
    pub fn load(synonyms: &str, hints: &str) -> Result<Lexicon, TableError> {
        let table: SynonymFile = read(SYNONYMS, synonyms)?;
        let hinted: HintFile = read(HINTS, hints)?;
        let mut lexicon = Lexicon {
            words: Words::default(),
            question_words: table.question_words.iter().cloned().collect(),
            skipped: table.skipped.iter().cloned().collect(),
            common: BTreeSet::new(),
            bystanders: BTreeSet::new(),
            exact: Phrases::new(),
            stems: Phrases::new(),
            related: BTreeMap::new(),
            hints: BTreeMap::new(),
            shown: BTreeMap::new(),
            version: blake3::hash(format!("{synonyms}\n{hints}").as_bytes())
                .to_hex()
                .to_string(),
        };
        lexicon.add_keywords(&table)?;
        for same in &table.same {
            lexicon.add_same(same)?;
        }
        let bystanders = table.bystanders.iter();
        lexicon.bystanders = bystanders
            .flat_map(|word| lexicon.tokens(word))
            .map(|token| token.text)
            .collect();
        for related in &table.related {
            lexicon.add_related(related)?;
        }
        for phrase in hinted.hints.values().flatten() {
            lexicon.check(HINTS, phrase)?;
        }
        lexicon.hints = hinted.hints;
        Ok(lexicon)
    }

    fn add_keywords(&mut self, table: &SynonymFile) -> Result<(), TableError> {
        for name in &table.common_words {
            let keyword = Keyword::find(name).ok_or_else(|| TableError::Keyword(name.clone()))?;
            self.common.insert(keyword);
        }
        for keyword in Keyword::all() {
            // The old name's entry says only that it means the present one.
            let meant = Keyword::find(keyword.name()).unwrap_or(keyword);
            self.name(keyword.name(), &keyword_token(meant))?;
        }
        for entry in &table.keyword {
            let keyword = Keyword::find(&entry.name)
                .ok_or_else(|| TableError::Keyword(entry.name.clone()))?;
            for phrase in &entry.words {
                self.name(phrase, &keyword_token(keyword))?;
            }
        }
        Ok(())
    }

    fn add_same(&mut self, same: &Same) -> Result<(), TableError> {
        let Some(first) = same.words.first() else {
            return Ok(());
        };
        let token = format!("~{}", self.stems_of(first).join("-"));
        self.shown.insert(token.clone(), first.clone());
        for phrase in &same.words {
            self.name(phrase, &token)?;
        }
        for phrase in &same.exact {
            self.check(SYNONYMS, phrase)?;
            let words = self.kept(phrase).into_iter().map(|w| w.text).collect();
            put(&mut self.exact, words, &token, phrase)?;
        }
        Ok(())
    }

    fn add_related(&mut self, related: &Related) -> Result<(), TableError> {
        for phrase in related.ask.iter().chain(&related.read) {
            self.check(SYNONYMS, phrase)?;
        }
        let texts = |phrase: &String| -> Vec<String> {
            self.tokens(phrase).into_iter().map(|t| t.text).collect()
        };
        let read: Vec<String> = related.read.iter().flat_map(texts).collect();
        let asked: Vec<Vec<String>> = related.ask.iter().map(texts).collect();
        for ask in asked.into_iter().filter(|ask| !ask.is_empty()) {
            self.related.entry(ask).or_default().extend(read.clone());
        }
        Ok(())
    }

    fn name(&mut self, phrase: &str, token: &str) -> Result<(), TableError> {
        self.check(SYNONYMS, phrase)?;
        let stems = self.stems_of(phrase);
        put(&mut self.stems, stems, token, phrase)
    }

    fn check(&self, file: &'static str, phrase: &str) -> Result<(), TableError> {
        if (1..=LONGEST_PHRASE).contains(&self.words.of(phrase).len()) {
            return Ok(());
        }
        Err(TableError::Length {
            file,
            phrase: phrase.to_owned(),
        })
    }

    fn stems_of(&self, phrase: &str) -> Vec<String> {
        self.kept(phrase).into_iter().map(|w| w.stem).collect()
    }

    /// The words that matter for phrases; all of them where none would be left.
    fn kept(&self, text: &str) -> Vec<Word> {
        let words = self.words.of(text);
        if words.iter().all(|w| self.skipped.contains(&w.text)) {
            return words;
        }
        words
            .into_iter()
            .filter(|w| !self.skipped.contains(&w.text))
            .collect()
    }

    /// The tokens of a text, words of questions left out.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        self.tokens_of(self.words.of(text))
    }

    /// A text taken apart in every way.
    #[must_use]
    pub fn reading(&self, text: &str) -> Reading {
        let words = self.words.of(text);
        Reading {
            stems: words.iter().map(|word| word.stem.clone()).collect(),
            runs: runs(words.iter().map(|word| word.text.as_str())),
            tokens: self.tokens_of(words),
        }
    }

    fn tokens_of(&self, mut words: Vec<Word>) -> Vec<Token> {
        words.retain(|word| !self.skipped.contains(&word.text));
        let mut tokens = Vec::with_capacity(words.len());
        let mut rest = words.as_slice();
        while let Some((first, after)) = rest.split_first() {
            if let Some((token, length)) = self.phrase(rest) {
                let end = rest.get(length - 1).unwrap_or(first).at.end;
                // "Play-or-pass chance" says one thing twice.
                match tokens.last_mut() {
                    Some(Token { text, at }) if *text == token && token.starts_with('~') => {
                        at.end = end;
                    }
                    _ => tokens.push(Token {
                        text: token,
                        at: first.at.start..end,
                    }),
                }
                rest = rest.get(length..).unwrap_or_default();
                continue;
            }
            if !self.question_words.contains(&first.text) {
                tokens.push(Token {
                    text: first.stem.clone(),
                    at: first.at.clone(),
                });
            }
            rest = after;
        }
        tokens
    }

    /// The longest phrase of the tables at the start of `words`, and its length in words.
    fn phrase(&self, words: &[Word]) -> Option<(String, usize)> {
        let exact = longest(&self.exact, words, |word| &word.text);
        let stems = longest(&self.stems, words, |word| &word.stem);
        let (token, length) = match (exact, stems) {
            (Some(exact), Some(stems)) if stems.1 > exact.1 => stems,
            (exact, stems) => exact.or(stems)?,
        };
        Some((token.to_owned(), length))
    }

    /// The keyword that a misspelt stem is nearest to.
    #[must_use]
    pub fn keyword_near(&self, stem: &str) -> Option<Keyword> {
        let letters = stem.chars().count();
        if letters < SHORTEST_TYPO {
            return None;
        }
        let near = |word: &str, limit| super::tokens::distance(word, stem, limit).is_some();
        (1..=slack(letters)).find_map(|limit| {
            let by_stem = || {
                self.stems
                    .iter()
                    .filter(|(first, _)| near(first, limit))
                    .flat_map(|(_, phrases)| phrases)
                    .filter(|(phrase, _)| phrase.len() == 1)
                    .find_map(|(_, token)| keyword_of(token))
            };
            // A misspelt ending is not stemmed as the right one is.
            let by_name = || {
                Keyword::all()
                    .map(|keyword| Keyword::find(keyword.name()).unwrap_or(keyword))
                    .find(|keyword| near(&keyword.name().to_lowercase(), limit))
            };
            by_stem().or_else(by_name)
        })
    }

    /// What a clause may say instead of the tokens that a question has, in any place.
    #[must_use]
    pub fn related(&self, tokens: &[String]) -> BTreeSet<&str> {
        (1..=LONGEST_PHRASE)
            .flat_map(|length| tokens.windows(length))
            .filter_map(|window| self.related.get(window))
            .flatten()
            .map(String::as_str)
            .collect()
    }

    /// Phrases of players for a clause, a section or a keyword, by its id or slug.
    #[must_use]
    pub fn hints(&self, id: &str) -> &[String] {
        self.hints.get(id).map_or(&[], Vec::as_slice)
    }

    /// Changes with the tables.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Everything that has hints.
    pub fn hinted(&self) -> impl Iterator<Item = &str> {
        self.hints.keys().map(String::as_str)
    }

    /// Whether the keyword's name is also an ordinary word of the game, such as Deploy.
    #[must_use]
    pub fn is_common(&self, keyword: Keyword) -> bool {
        self.common.contains(&keyword)
    }

    /// Whether a token only says who is on the table, as "trooper" does.
    #[must_use]
    pub fn is_bystander(&self, token: &str) -> bool {
        self.bystanders.contains(token)
    }

    /// What was read in place of the words of a question: pairs of what was written and what it
    /// was taken for, where the two differ.
    #[must_use]
    pub fn read_as(&self, question: &str) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for token in self.tokens(question) {
            let (Some(shown), Some(written)) =
                (self.shown.get(&token.text), question.get(token.at.clone()))
            else {
                continue;
            };
            if self.stems_of(shown) != self.stems_of(written) {
                let pair = (written.to_owned(), shown.clone());
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }
}

/// The longest phrase at the start of `words`, taken as `part` says, and its length in words.
fn longest<'a>(
    table: &'a Phrases,
    words: &[Word],
    part: fn(&Word) -> &str,
) -> Option<(&'a str, usize)> {
    let phrases = table.get(part(words.first()?))?;
    let met = phrases.iter().find(|(phrase, _)| {
        phrase.len() <= words.len() && phrase.iter().zip(words).all(|(p, word)| p == part(word))
    });
    met.map(|(phrase, token)| (token.as_str(), phrase.len()))
}

fn put(table: &mut Phrases, key: Vec<String>, token: &str, phrase: &str) -> Result<(), TableError> {
    let phrases = table.entry(key.first().cloned().unwrap_or_default());
    let phrases = phrases.or_default();
    match phrases.iter().find(|(known, _)| *known == key) {
        Some((_, old)) if old != token => return Err(TableError::Twice(phrase.to_owned())),
        Some(_) => return Ok(()),
        None => phrases.push((key, token.to_owned())),
    }
    phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::{ClauseId, rulebook};

    fn texts(text: &str) -> Vec<String> {
        lexicon().tokens(text).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn the_embedded_tables_load() {
        assert!(Lexicon::load(&file(SYNONYMS), &file(HINTS)).is_ok());
    }

    #[test]
    fn hints_belong_to_clauses_and_keywords_that_exist() {
        let chapter = |id: &str| id.parse::<u8>().is_ok_and(|n| n <= 11);
        for id in lexicon().hinted() {
            let known = ClauseId::parse(id).is_some() || Keyword::from_slug(id).is_some();
            assert!(known || chapter(id), "{id}");
        }
        assert!(!rulebook().clauses().is_empty());
    }

    #[test]
    fn one_thing_has_one_token_whatever_it_is_called() {
        assert_eq!(texts("it dies"), texts("it is destroyed"));
        assert_eq!(texts("re-roll"), texts("reroll"));
        assert_eq!(texts("play-or-pass chance"), ["~pop"]);
        assert_eq!(
            texts("he hits back with crits"),
            ["k:retaliate", "k:critical-hit"]
        );
        assert_eq!(texts("Elude"), ["k:precision"]);
        assert_eq!(texts("can I evade this?"), ["k:evade"]);
        assert_eq!(texts("one die"), ["~1", "~dice"]);
    }

    #[test]
    fn words_of_rules_are_kept() {
        for word in ["not", "only", "before", "each"] {
            assert_eq!(texts(word).len(), 1, "{word}");
        }
    }

    #[test]
    fn a_misspelt_keyword_is_recognised() {
        let near = |stem| lexicon().keyword_near(stem).map(Keyword::slug);
        assert_eq!(near("retalli"), Some("retaliate"));
        assert_eq!(near("retalliat"), Some("retaliate"));
        assert_eq!(near("ripost"), Some("riposte"));
        assert_eq!(near("defect"), Some("deflect"));
        assert_eq!(near("unit"), None);
    }

    #[test]
    fn says_what_it_read() {
        let read = lexicon().read_as("can Parry stop an exhausted guy");
        assert_eq!(
            read,
            [
                ("stop".to_owned(), "prevent".to_owned()),
                ("exhausted".to_owned(), "tap".to_owned())
            ]
        );
    }

    #[test]
    fn faults_are_named() {
        let table = "question_words=[]\nskipped=[]\ncommon_words=[]\nkeyword=[]\nrelated=[]\nbystanders=[]\n[[same]]\nwords=['a b c d']\n";
        let error = Lexicon::load(table, "[hints]").err().map(|e| e.to_string());
        let wanted =
            "the phrase `a b c d` in `rulings/synonyms.toml` does not have one to three words";
        assert_eq!(error.as_deref(), Some(wanted));
    }
}
