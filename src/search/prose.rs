//! Ranking of clauses and rulings for a question: BM25F over tokens, and what questions are about.
//!
//! A question is about keywords first: a clause of the keyword that is asked about counts more than
//! one that mentions it, and one that names two of the keywords asked about more than one that names
//! one. Phrases of players (`search-hints.toml`) count as a whole when the question has all their words.

use super::document::{Document, Kind};
use super::synonyms::{Lexicon, keyword_of, keyword_token};
use super::tokens;
use crate::rulebook::Keyword;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The weights, found by trial on the questions that tuning may use.
mod weight {
    /// A word in the text, the title or a phrase of players.
    pub const TEXT: f32 = 1.0;
    /// A word in what surrounds the clause.
    pub const CONTEXT: f32 = 0.48;
    /// Saturation of BM25.
    pub const K1: f32 = 0.54;
    /// How much longer texts are held back.
    pub const B: f32 = 0.75;
    /// The clause belongs to a keyword asked about.
    pub const OWN: f32 = 3.0;
    /// The clause mentions a keyword asked about.
    pub const MENTIONED: f32 = 1.5;
    /// Each further keyword asked about that the clause names.
    pub const FURTHER: f32 = 2.0;
    /// The part that counts for a keyword whose name is also an ordinary word.
    pub const COMMON: f32 = 0.4;
    /// The clause belongs to a keyword that nobody asked about.
    pub const FOREIGN: f32 = 0.8;
    /// The clause is no rule by itself.
    pub const INFORMATIVE: f32 = 0.74;
    /// A word that the clause may say instead of what was asked.
    pub const RELATED: f32 = 0.2;
    /// A misspelt word.
    pub const TYPO: f32 = 0.7;
    /// A number.
    pub const NUMBER: f32 = 0.8;
    /// A number right after a keyword, which only says how strong it is.
    pub const STRENGTH: f32 = 0.3;
    /// The phrase of players that the question has most of.
    pub const PHRASE: f32 = 0.6;
    /// What the next phrases add to it.
    pub const PHRASES: f32 = 0.2;
    /// How alike a ruling's own question is.
    pub const ALIKE: f32 = 0.3;
    /// The part of its score that a ruling keeps: it has to be alike to stand before clauses.
    pub const RULING: f32 = 0.7;
    /// A clause that a ruling like the question rests on.
    pub const VOTE: f32 = 0.4;
}

/// The most spellings that a misspelt word is taken for.
const MOST_SPELLINGS: usize = 3;

/// How many rulings like the question speak for the clauses they rest on.
const VOTERS: usize = 8;

/// The most phrases that add to the best one.
const MORE_PHRASES: usize = 3;

/// A clause or ruling, taken apart.
struct Prepared {
    /// The place of the document among all documents.
    document: usize,
    frequencies: HashMap<u32, f32>,
    length: f32,
    phrases: Vec<Vec<u32>>,
    named: BTreeSet<Keyword>,
    own: Option<Keyword>,
    informative: bool,
    /// The terms of a ruling's title and question; empty for clauses.
    question: Vec<u32>,
    /// The documents of the clauses a ruling rests on, each with how much it tells: little for
    /// a clause that many rulings rest on.
    rests_on: Vec<(usize, f32)>,
}

/// All clauses and rulings, ready to be ranked.
pub struct Prose {
    terms: HashMap<String, u32>,
    /// In how many clauses each term is.
    spread: Vec<u32>,
    texts: Vec<Prepared>,
    /// The place in `texts` of each document that is one.
    places: HashMap<usize, usize>,
    /// How many of the texts are clauses.
    clauses: f32,
    mean_length: f32,
}

/// A question, taken apart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Asked {
    /// Terms with their weights.
    pub terms: BTreeMap<String, f32>,
    /// The keywords asked about, in the order of the question.
    pub keywords: Vec<Keyword>,
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
            texts: Vec::new(),
            places: HashMap::new(),
            clauses: 1.0,
            mean_length: 1.0,
        };
        for (place, document) in documents.iter().enumerate() {
            if matches!(document.kind, Kind::Clause | Kind::Ruling) {
                let prepared = prose.prepare(place, document, lexicon);
                prose.places.insert(place, prose.texts.len());
                prose.texts.push(prepared);
            }
        }
        prose.link(documents);
        let clauses = prose.texts.iter().filter(|text| text.question.is_empty());
        let (count, total) = clauses.fold((0, 0.0), |(count, total), text| {
            (count + 1, total + text.length)
        });
        if count > 0 {
            prose.clauses = count as f32;
            prose.mean_length = total / prose.clauses;
        }
        prose
    }

    fn prepare(&mut self, place: usize, document: &Document, lexicon: &Lexicon) -> Prepared {
        let hints = lexicon.hints(&document.id);
        let mut frequencies: HashMap<u32, f32> = HashMap::new();
        let mut named: BTreeSet<Keyword> = document.keyword.into_iter().collect();
        let mut phrases = Vec::new();
        let fields = [
            (weight::TEXT, document.body.as_str(), true),
            (weight::TEXT, document.title.as_str(), true),
            (weight::CONTEXT, document.context.as_str(), false),
        ];
        let hint_fields = hints.iter().map(|hint| (weight::TEXT, hint.as_str(), true));
        for (at, (weight, text, names)) in fields.into_iter().chain(hint_fields).enumerate() {
            let mut phrase = Vec::new();
            for token in lexicon.tokens(text) {
                named.extend(token.keyword().filter(|_| names));
                let term = self.term(&token.text);
                *frequencies.entry(term).or_default() += weight;
                phrase.push(term);
            }
            if at >= fields.len() {
                phrase.sort_unstable();
                phrase.dedup();
                phrases.push(phrase);
            }
        }
        if let Some(keyword) = document.keyword {
            let term = self.term(&keyword_token(keyword));
            *frequencies.entry(term).or_default() += 1.0;
        }
        let question = self.question_terms(document, lexicon);
        // Rarity is measured on the rulebook, so that rulings never change how clauses are ranked.
        let counted = frequencies.keys().filter(|_| document.kind == Kind::Clause);
        for term in counted {
            if let Some(spread) = self.spread.get_mut(*term as usize) {
                *spread += 1;
            }
        }
        Prepared {
            document: place,
            length: frequencies.values().sum(),
            frequencies,
            phrases,
            named,
            own: document.keyword,
            informative: document.informative,
            question,
            rests_on: Vec::new(),
        }
    }

    /// Ties each ruling to the clauses it rests on.
    fn link(&mut self, documents: &[Document]) {
        let clauses: HashMap<&str, usize> = documents
            .iter()
            .enumerate()
            .filter(|(_, document)| document.kind == Kind::Clause)
            .map(|(place, document)| (document.id.as_str(), place))
            .collect();
        let rulings = documents
            .iter()
            .filter(|document| document.kind == Kind::Ruling);
        let mut resting: HashMap<&str, f32> = HashMap::new();
        for cited in rulings.clone().flat_map(|ruling| &ruling.cites) {
            *resting.entry(cited.as_str()).or_default() += 1.0;
        }
        let all = rulings.count() as f32;
        for text in &mut self.texts {
            let cites = documents
                .get(text.document)
                .map_or(&[][..], |document| &document.cites);
            text.rests_on = cites
                .iter()
                .filter_map(|cited| {
                    let tells = match resting.get(cited.as_str()) {
                        Some(count) if all > 1.0 => (all / count).ln() / all.ln(),
                        _ => 1.0,
                    };
                    Some((*clauses.get(cited.as_str())?, tells))
                })
                .collect();
        }
    }

    fn question_terms(&mut self, document: &Document, lexicon: &Lexicon) -> Vec<u32> {
        if document.kind != Kind::Ruling {
            return Vec::new();
        }
        let question = document
            .body
            .strip_suffix(&document.answer)
            .unwrap_or(&document.body);
        let tokens = lexicon.tokens(&format!("{} {question}", document.title));
        let mut terms: Vec<u32> = tokens.iter().map(|token| self.term(&token.text)).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    fn term(&mut self, text: &str) -> u32 {
        if let Some(term) = self.terms.get(text) {
            return *term;
        }
        let term = u32::try_from(self.spread.len()).unwrap_or(u32::MAX);
        self.terms.insert(text.to_owned(), term);
        self.spread.push(0);
        term
    }

    /// Takes a question apart: keywords, synonyms, spellings, and what a clause may say instead.
    #[must_use]
    pub fn read(&self, question: &str, lexicon: &Lexicon) -> Asked {
        let mut asked = Asked::default();
        let mut texts: Vec<String> = Vec::new();
        let mut after_keyword = false;
        for token in lexicon.tokens(question) {
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
        let written: BTreeSet<String> = asked.terms.keys().cloned().collect();
        for text in lexicon.related(&texts) {
            if !written.contains(text) {
                raise(&mut asked.terms, text, weight::RELATED);
            }
        }
        asked
    }

    /// Whether any text has the word, or the tables know it.
    #[must_use]
    pub fn has_word(&self, word: &str, lexicon: &Lexicon) -> bool {
        lexicon
            .tokens(word)
            .iter()
            .all(|token| self.knows(&token.text))
    }

    fn knows(&self, term: &str) -> bool {
        self.terms.contains_key(term)
    }

    /// The known terms that a misspelt one is nearest to, the most frequent first.
    fn spellings(&self, term: &str) -> Vec<&str> {
        let letters = term.chars().count();
        if tokens::slack(letters) == 0 || term.starts_with('~') {
            return Vec::new();
        }
        let mut near: Vec<(std::cmp::Reverse<u32>, &str)> = self
            .terms
            .iter()
            .filter(|(known, _)| known.get(..1) == term.get(..1) && tokens::one_apart(known, term))
            .map(|(known, id)| (std::cmp::Reverse(self.spread_of(*id)), known.as_str()))
            .collect();
        near.sort_unstable();
        near.truncate(MOST_SPELLINGS);
        near.into_iter().map(|(_, known)| known).collect()
    }

    fn spread_of(&self, term: u32) -> u32 {
        self.spread.get(term as usize).copied().unwrap_or(0)
    }

    /// How much a term tells: high for rare ones.
    fn rarity(&self, term: u32) -> f32 {
        let spread = self.spread_of(term) as f32;
        (1.0 + (self.clauses - spread + 0.5) / (spread + 0.5)).ln()
    }

    /// Ranks the documents at `places`, or all, best first; equal scores in document order.
    /// Documents without any of the question's terms are left out.
    #[must_use]
    pub fn rank(
        &self,
        asked: &Asked,
        places: Option<&[usize]>,
        lexicon: &Lexicon,
    ) -> Vec<(usize, f32)> {
        let terms: HashMap<u32, f32> = asked
            .terms
            .iter()
            .filter_map(|(text, weight)| Some((*self.terms.get(text)?, *weight)))
            .collect();
        let texts: Vec<&Prepared> = match places {
            Some(places) => places
                .iter()
                .filter_map(|place| self.texts.get(*self.places.get(place)?))
                .collect(),
            None => self.texts.iter().collect(),
        };
        let votes = self.votes(&texts, &terms);
        let mut ranked: Vec<(usize, f32)> = texts
            .into_iter()
            .filter_map(|text| {
                let score = self.score(text, &terms, asked, lexicon);
                let vote = votes.get(&text.document).copied().unwrap_or(0.0);
                (score > 0.0).then_some((text.document, score + vote))
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }

    fn score(
        &self,
        text: &Prepared,
        terms: &HashMap<u32, f32>,
        asked: &Asked,
        lexicon: &Lexicon,
    ) -> f32 {
        let scale = weight::K1 * (1.0 - weight::B + weight::B * text.length / self.mean_length);
        let mut score: f32 = 0.0;
        for (term, weight) in terms {
            if let Some(frequency) = text.frequencies.get(term) {
                let saturated = frequency * (weight::K1 + 1.0) / (frequency + scale);
                score += weight * self.rarity(*term) * saturated;
            }
        }
        if score == 0.0 {
            return 0.0;
        }
        score +=
            self.phrases(text, terms) + self.alike(text, terms) + keywords(text, asked, lexicon);
        if text.own.is_some_and(|own| !asked.keywords.contains(&own)) {
            score *= weight::FOREIGN;
        }
        if text.informative {
            score *= weight::INFORMATIVE;
        }
        if text.question.is_empty() {
            return score;
        }
        score * weight::RULING + weight::ALIKE * self.alike(text, terms)
    }

    /// What the rulings most like the question add to the clauses they rest on.
    fn votes(&self, texts: &[&Prepared], terms: &HashMap<u32, f32>) -> HashMap<usize, f32> {
        let rulings = texts.iter().filter(|text| !text.question.is_empty());
        let mut alike: Vec<(f32, &Prepared)> = rulings
            .map(|text| (self.alike(text, terms), *text))
            .filter(|(alike, _)| *alike > 0.0)
            .collect();
        alike.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.document.cmp(&b.1.document)));
        let mut votes: HashMap<usize, f32> = HashMap::new();
        for (alike, text) in alike.into_iter().take(VOTERS) {
            for (clause, tells) in &text.rests_on {
                *votes.entry(*clause).or_default() += weight::VOTE * alike * tells;
            }
        }
        votes
    }

    /// What the phrases of players add: the best one by how much of it the question has, and the
    /// next ones by the terms that those before did not have.
    fn phrases(&self, text: &Prepared, terms: &HashMap<u32, f32>) -> f32 {
        let tells =
            |term: &u32| self.rarity(*term) * terms.get(term).map_or(0.0, |weight| weight.min(1.0));
        let mut found: Vec<(f32, &Vec<u32>)> = text
            .phrases
            .iter()
            .filter_map(|phrase| {
                let whole: f32 = phrase.iter().map(|term| self.rarity(*term)).sum();
                let met: f32 = phrase.iter().map(tells).sum();
                (met > 0.0).then_some((met * met / whole, phrase))
            })
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let Some(((best, first), next)) = found.split_first() else {
            return 0.0;
        };
        let mut seen: BTreeSet<u32> = first.iter().copied().collect();
        let mut further = 0.0;
        for (_, phrase) in next.iter().take(MORE_PHRASES) {
            further += phrase
                .iter()
                .filter(|term| !seen.contains(term))
                .map(tells)
                .sum::<f32>();
            seen.extend(phrase.iter().copied());
        }
        weight::PHRASE * best + weight::PHRASES * further
    }

    /// How much of a ruling's question is asked, and how much of what is asked it has.
    fn alike(&self, text: &Prepared, terms: &HashMap<u32, f32>) -> f32 {
        if text.question.is_empty() {
            return 0.0;
        }
        let met =
            |term: &u32| self.rarity(*term) * terms.get(term).map_or(0.0, |weight| weight.min(1.0));
        let shared: f32 = text.question.iter().map(met).sum();
        let own: f32 = text.question.iter().map(|term| self.rarity(*term)).sum();
        let asked: f32 = terms
            .iter()
            .filter(|(_, weight)| **weight > weight::RELATED)
            .map(|(term, weight)| self.rarity(*term) * weight)
            .sum();
        shared * shared / (own * asked).sqrt().max(1.0)
    }
}

/// What the keywords of the question add.
fn keywords(text: &Prepared, asked: &Asked, lexicon: &Lexicon) -> f32 {
    let mut score = 0.0;
    let mut named: f32 = 0.0;
    for keyword in &asked.keywords {
        if !text.named.contains(keyword) {
            continue;
        }
        named += 1.0;
        let weight = if text.own == Some(*keyword) {
            weight::OWN
        } else {
            weight::MENTIONED
        };
        score += weight
            * if lexicon.is_common(*keyword) {
                weight::COMMON
            } else {
                1.0
            };
    }
    score + weight::FURTHER * (named - 1.0).max(0.0)
}

fn raise(terms: &mut BTreeMap<String, f32>, text: &str, weight: f32) {
    let entry = terms.entry(text.to_owned()).or_default();
    *entry = entry.max(weight);
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('~').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
