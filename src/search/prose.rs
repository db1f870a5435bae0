//! Clauses and rulings, and questions about them, taken apart for ranking (`ranking`).

use super::document::{Document, Kind};
use super::pairs::Pairs;
use super::ranking::weight;
use super::spoken::Spoken;
use super::synonyms::{Lexicon, Token, keyword_of, keyword_token};
use super::tokens::{self, Run};
use crate::rulebook::Keyword;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a question is about that names one keyword with a number two times, with its weight.
const COPIES: [(&str, f32); 2] = [("copies", 1.0), ("cumulative", 0.6)];

/// The chapter of what the rules leave open.
const OPEN_CHAPTER: &str = "11";

/// Terms that count as a whole.
#[derive(Default)]
pub(super) struct Phrase {
    /// The terms, each once, in the order of their numbers.
    pub terms: Vec<u32>,
    /// How much all of them tell.
    pub whole: f32,
}

/// A clause or ruling, taken apart.
#[derive(Default)]
pub(super) struct Prepared {
    /// The place of the document among all documents.
    pub document: usize,
    pub length: f32,
    pub phrases: Vec<Phrase>,
    /// The ways to ask for it.
    pub ways: Vec<Phrase>,
    pub named: BTreeSet<Keyword>,
    pub own: Option<Keyword>,
    /// A clause that only says how we read what the rules leave open.
    pub open: bool,
    /// A ruling's title and question; empty for clauses.
    pub question: Phrase,
}

/// Whether a clause belongs to the chapter of what the rules leave open.
fn is_open(id: &str) -> bool {
    id.split('.').next() == Some(OPEN_CHAPTER)
}

/// How often a text has a term.
#[derive(Clone, Copy, Default)]
pub(super) struct Posting {
    /// The place of the text in `texts`.
    pub text: usize,
    /// In the text itself and what surrounds it, weighted.
    pub written: f32,
    /// In the ways to ask for it.
    pub asked: f32,
}

impl Prepared {
    /// Whether it is a ruling, and not a clause.
    pub fn is_ruling(&self) -> bool {
        !self.question.terms.is_empty()
    }
}

/// All clauses and rulings, ready to be ranked.
pub struct Prose {
    pub(super) terms: HashMap<String, u32>,
    /// In how many clauses, or ways to ask for them, each term is.
    spread: Vec<Spread>,
    /// How much each term tells.
    rarities: Vec<f32>,
    /// The texts that have each term, in order.
    pub(super) postings: Vec<Vec<Posting>>,
    /// The terms by their first letters, each with the letters it has.
    pub(super) spelled: BTreeMap<char, Vec<(u32, String)>>,
    pub(super) texts: Vec<Prepared>,
    /// The words of the ways to ask.
    pub(super) spoken: Spoken<String>,
    /// The runs of letters of these words.
    pub(super) runs: Spoken<Run>,
    /// Neighbouring words of the ways to ask.
    pub(super) word_pairs: Pairs,
    /// How many of the texts are clauses.
    clauses: f32,
    pub(super) mean_length: f32,
}

/// How widely a term is spread.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    /// In how many clauses it is, the ways to ask for them included.
    pub clauses: u32,
    /// Whether a text has it, and not only a way to ask.
    pub written: bool,
}

/// A question, taken apart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Asked {
    /// Terms with their weights.
    pub terms: BTreeMap<String, f32>,
    /// The keywords asked about, in the order of the question.
    pub keywords: Vec<Keyword>,
    /// The stems of all words, in order.
    pub words: Vec<String>,
    /// The runs of letters of all words.
    pub runs: Vec<Run>,
    /// Spellings that were taken for others.
    pub corrected: Vec<(String, String)>,
}

impl Prose {
    /// Takes the clauses and rulings among the documents apart.
    #[must_use]
    pub fn new(documents: &[Document], lexicon: &Lexicon) -> Prose {
        let mut prose = Prose {
            terms: HashMap::new(),
            spread: Vec::new(),
            rarities: Vec::new(),
            postings: Vec::new(),
            spelled: BTreeMap::new(),
            texts: Vec::new(),
            spoken: Spoken::default(),
            runs: Spoken::default(),
            word_pairs: Pairs::default(),
            clauses: 1.0,
            mean_length: 1.0,
        };
        for (place, document) in documents.iter().enumerate() {
            if matches!(document.kind, Kind::Clause | Kind::Ruling) {
                let prepared = prose.prepare(place, document, lexicon);
                prose.texts.push(prepared);
            }
        }
        let clauses = prose.texts.iter().filter(|text| !text.is_ruling());
        let (count, total) = clauses.fold((0, 0.0), |(count, total), text| {
            (count + 1, total + text.length)
        });
        if count > 0 {
            prose.clauses = count as f32;
            prose.mean_length = total / prose.clauses;
        }
        prose.weigh();
        prose
    }

    /// What is known only when all texts are: how much terms tell, and which are spelled alike.
    fn weigh(&mut self) {
        self.rarities = self
            .spread
            .iter()
            .map(|spread| self.rare(spread.clauses))
            .collect();
        self.spoken.weigh(&weight::WORDS);
        self.runs.weigh(&weight::RUNS);
        let rarities = &self.rarities;
        for text in &mut self.texts {
            let phrases = text.phrases.iter_mut().chain(&mut text.ways);
            for phrase in phrases.chain(std::iter::once(&mut text.question)) {
                let told = phrase.terms.iter().map(|term| told_by(rarities, *term));
                phrase.whole = told.sum();
            }
        }
        for term in self.terms.keys().filter(|term| !term.starts_with('~')) {
            if let Some(first) = term.chars().next() {
                let alike = self.spelled.entry(first).or_default();
                alike.push((tokens::letters(term), term.clone()));
            }
        }
    }

    fn prepare(&mut self, place: usize, document: &Document, lexicon: &Lexicon) -> Prepared {
        let mut made = Prepared {
            document: place,
            named: document.keyword.into_iter().collect(),
            own: document.keyword,
            open: document.kind == Kind::Clause && is_open(&document.id),
            ..Prepared::default()
        };
        let mut found = Frequencies::new();
        self.add_text(&mut made, &mut found, &document.body, weight::TEXT, lexicon);
        self.add_text(
            &mut made,
            &mut found,
            &document.title,
            weight::TEXT,
            lexicon,
        );
        for token in lexicon.tokens(&document.context) {
            let term = self.written(&token.text);
            found.entry(term).or_default().written += weight::CONTEXT;
        }
        for hint in lexicon.hints(&document.id) {
            let terms = self.add_text(&mut made, &mut found, hint, weight::HINT, lexicon);
            made.phrases.push(phrase(terms));
        }
        if let Some(keyword) = document.keyword {
            let term = self.written(&keyword_token(keyword));
            found.entry(term).or_default().written += weight::TEXT;
        }
        made.length = found.values().map(|found| found.written).sum();
        self.add_ways(&mut made, &mut found, &document.asked, lexicon);
        made.question = self.question_terms(document, lexicon);
        if document.kind == Kind::Clause {
            self.count(&found);
        }
        self.post(found);
        made
    }

    /// Adds the terms of a text that names keywords; gives them in order.
    fn add_text(
        &mut self,
        made: &mut Prepared,
        found: &mut Frequencies,
        text: &str,
        weight: f32,
        lexicon: &Lexicon,
    ) -> Vec<u32> {
        let tokens = lexicon.tokens(text);
        made.named.extend(tokens.iter().filter_map(Token::keyword));
        let terms: Vec<u32> = tokens
            .iter()
            .map(|token| self.written(&token.text))
            .collect();
        for term in &terms {
            found.entry(*term).or_default().written += weight;
        }
        terms
    }

    /// Adds the terms of the ways to ask, their words and the runs of letters of these.
    fn add_ways(
        &mut self,
        made: &mut Prepared,
        found: &mut Frequencies,
        asked: &[String],
        lexicon: &Lexicon,
    ) {
        let mut words: Vec<Vec<String>> = Vec::with_capacity(asked.len());
        let mut runs: Vec<Vec<Run>> = Vec::with_capacity(asked.len());
        for way in asked {
            let read = lexicon.reading(way);
            let tokens = read.tokens.iter();
            let terms: Vec<u32> = tokens.map(|token| self.term(&token.text)).collect();
            for term in &terms {
                found.entry(*term).or_default().asked += 1.0;
            }
            made.ways.push(phrase(terms));
            words.push(read.stems);
            runs.push(read.runs);
        }
        let text = self.texts.len();
        self.word_pairs.add(text, &words);
        self.spoken.add(text, &words);
        self.runs.add(text, &runs);
    }

    /// Enters the next text with each of its terms.
    fn post(&mut self, found: Frequencies) {
        self.postings.resize_with(self.spread.len(), Vec::new);
        let text = self.texts.len();
        for (term, posting) in found {
            if let Some(postings) = self.postings.get_mut(term as usize) {
                postings.push(Posting { text, ..posting });
            }
        }
    }

    /// Rarity is measured on the rulebook, so that rulings never change how clauses are ranked.
    fn count(&mut self, clause: &Frequencies) {
        for term in clause.keys() {
            if let Some(spread) = self.spread.get_mut(*term as usize) {
                spread.clauses += 1;
            }
        }
    }

    fn question_terms(&mut self, document: &Document, lexicon: &Lexicon) -> Phrase {
        if document.kind != Kind::Ruling {
            return Phrase::default();
        }
        let question = document
            .body
            .strip_suffix(&document.answer)
            .unwrap_or(&document.body);
        let tokens = lexicon.tokens(&format!("{} {question}", document.title));
        let terms = tokens.iter().map(|token| self.written(&token.text));
        phrase(terms.collect())
    }

    /// The number of a term of a text.
    fn written(&mut self, text: &str) -> u32 {
        let term = self.term(text);
        if let Some(spread) = self.spread.get_mut(term as usize) {
            spread.written = true;
        }
        term
    }

    fn term(&mut self, text: &str) -> u32 {
        if let Some(term) = self.terms.get(text) {
            return *term;
        }
        let term = u32::try_from(self.spread.len()).unwrap_or(u32::MAX);
        self.terms.insert(text.to_owned(), term);
        self.spread.push(Spread::default());
        term
    }

    /// Takes a question apart: keywords, synonyms, spellings, and what a clause may say instead.
    #[must_use]
    pub fn read(&self, question: &str, lexicon: &Lexicon) -> Asked {
        let mut asked = Asked::default();
        let mut texts: Vec<String> = Vec::new();
        let mut after_keyword = false;
        let read = lexicon.reading(question);
        for token in read.tokens {
            let mut text = token.text.clone();
            if !self.knows(&text)
                && let Some(keyword) = lexicon.keyword_near(&text)
            {
                let written = question.get(token.at.clone()).unwrap_or_default();
                asked
                    .corrected
                    .push((written.to_owned(), keyword.name().to_owned()));
                text = keyword_token(keyword);
            }
            let keyword = keyword_of(&text);
            if let Some(keyword) = keyword
                && !asked.keywords.contains(&keyword)
            {
                asked.keywords.push(keyword);
            }
            let weight = match (is_number(&text), after_keyword) {
                (true, true) => weight::STRENGTH,
                (true, false) => weight::NUMBER,
                (false, _) if lexicon.is_bystander(&text) => weight::BYSTANDER,
                (false, _) => 1.0,
            };
            if !self.knows(&text) {
                for spelling in self.spellings(&text) {
                    raise(&mut asked.terms, spelling, weight::TYPO);
                }
            }
            raise(&mut asked.terms, &text, weight);
            after_keyword = keyword.is_some();
            texts.push(text);
        }
        if is_repeated(&texts) {
            for (text, weight) in COPIES {
                for token in lexicon.tokens(text) {
                    raise(&mut asked.terms, &token.text, weight);
                }
            }
        }
        let written: BTreeSet<String> = asked.terms.keys().cloned().collect();
        for text in lexicon.related(&texts) {
            if !written.contains(text) {
                raise(&mut asked.terms, text, weight::RELATED);
            }
        }
        asked.words = read.stems;
        asked.runs = read.runs;
        asked
    }

    pub(super) fn spread_of(&self, term: u32) -> Spread {
        self.spread.get(term as usize).copied().unwrap_or_default()
    }

    /// How much a term tells: high for rare ones.
    pub(super) fn rarity(&self, term: u32) -> f32 {
        told_by(&self.rarities, term)
    }

    /// How much a word tells; most where no text has it.
    pub(super) fn rarity_of(&self, text: &str) -> f32 {
        let known = self.terms.get(text);
        known.map_or_else(|| self.rare(0), |term| self.rarity(*term))
    }

    /// How much something tells that so many clauses have.
    pub(super) fn rare(&self, spread: u32) -> f32 {
        let spread = spread as f32;
        (1.0 + (self.clauses - spread + 0.5) / (spread + 0.5)).ln()
    }
}

/// How often one text has each of its terms.
type Frequencies = BTreeMap<u32, Posting>;

fn told_by(rarities: &[f32], term: u32) -> f32 {
    rarities.get(term as usize).copied().unwrap_or(0.0)
}

fn phrase(mut terms: Vec<u32>) -> Phrase {
    terms.sort_unstable();
    terms.dedup();
    Phrase { terms, whole: 0.0 }
}

/// Whether one keyword stands with a number at two places: `Fury 1 and Fury 2`.
fn is_repeated(texts: &[String]) -> bool {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    texts.windows(2).any(|pair| match pair {
        [word, number] => {
            keyword_of(word).is_some() && is_number(number) && !seen.insert(word.as_str())
        }
        _ => false,
    })
}

fn raise(terms: &mut BTreeMap<String, f32>, text: &str, weight: f32) {
    let entry = terms.entry(text.to_owned()).or_default();
    *entry = entry.max(weight);
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('~').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::document::rules;
    use super::super::synonyms::lexicon;
    use super::*;

    #[test]
    fn a_keyword_named_twice_with_numbers_asks_about_copies() {
        let prose = Prose::new(&rules(), lexicon());
        let about_copies = |question: &str| {
            let asked = prose.read(question, lexicon());
            asked.terms.contains_key("~copi")
        };
        assert!(about_copies("has Fury 1 and is given Fury 2"));
        assert!(!about_copies("has Fury 1 and Parry 2"));
        assert!(!about_copies("has Fury 1 and loses Fury"));
    }

    #[test]
    fn a_word_that_only_a_way_to_ask_has_is_no_word_of_the_rules() {
        let mut clause = rules().swap_remove(0);
        clause.body = "A unit attacks.".to_owned();
        clause.asked = vec!["may Zorblat attack".to_owned()];
        let prose = Prose::new(&[clause], lexicon());
        assert!(prose.has_word("attacks", lexicon()));
        assert!(!prose.has_word("Zorblat", lexicon()));
        let asked = prose.read("Zorblat", lexicon());
        assert_eq!(prose.rank(&asked, lexicon()).len(), 1);
    }
}
