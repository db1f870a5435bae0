//! Ranking of clauses and rulings for a question: BM25F over tokens, and what questions are about.
//!
//! A question is about keywords first: a clause of the keyword that is asked about counts more than
//! one that mentions it, and one that names two of the keywords asked about more than one that names
//! one. Phrases of players (`search-hints.toml`) count as a whole when the question has all their
//! words; ways to ask for a clause (`asked/`) count word by word, and again by how much they are
//! like the question as a whole.

use super::prose::{Asked, Prepared, Prose};
use super::synonyms::Lexicon;
use std::collections::{BTreeSet, HashMap};

/// The weights, found by trial on the questions that tuning may use.
pub(super) mod weight {
    /// A word in the text or the title.
    pub const TEXT: f32 = 1.0;
    /// A word in a phrase of players.
    pub const HINT: f32 = 1.4;
    /// A word in what surrounds the clause.
    pub const CONTEXT: f32 = 0.67;
    /// A word in a way to ask, among the words of the text.
    pub const ASKED: f32 = 0.14;
    /// Saturation of BM25.
    pub const K1: f32 = 0.54;
    /// How much longer texts are held back.
    pub const B: f32 = 0.75;
    /// The words of all ways to ask by themselves.
    pub const WAYS: f32 = 0.4;
    /// Their saturation.
    pub const WAYS_K1: f32 = 1.0;
    /// How alike the way to ask is that is most like the question.
    pub const WAY: f32 = 0.7;
    /// The same of the next one.
    pub const SECOND_WAY: f32 = 0.39;
    /// How much of the question the clause has in any way.
    pub const COVERED: f32 = 0.28;
    /// The clause belongs to a keyword asked about.
    pub const OWN: f32 = 4.2;
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
    pub const PHRASE: f32 = 0.84;
    /// What the next phrases add to it.
    pub const PHRASES: f32 = 0.28;
    /// How alike a ruling's own question is.
    pub const ALIKE: f32 = 0.42;
    /// The part of its score that a ruling keeps: it has to be alike to stand before clauses.
    pub const RULING: f32 = 0.7;
    /// A clause that a ruling like the question rests on.
    pub const VOTE: f32 = 0.4;
}

/// How many rulings like the question speak for the clauses they rest on.
const VOTERS: usize = 8;

/// The most phrases that add to the best one.
const MORE_PHRASES: usize = 3;

/// A term of a question.
struct Term {
    term: u32,
    weight: f32,
    rarity: f32,
    rarity_in_asked: f32,
}

/// The terms of a question.
struct Terms {
    /// Those that any text has, in the order of their numbers, so that sums never depend on chance.
    list: Vec<Term>,
    weights: HashMap<u32, f32>,
    /// What all that was asked tells, known to any text or not.
    whole: f32,
}

impl Terms {
    fn new(prose: &Prose, asked: &Asked) -> Terms {
        let known = asked.terms.iter().filter_map(|(text, weight)| {
            let term = *prose.terms.get(text)?;
            Some(Term {
                term,
                weight: *weight,
                rarity: prose.rarity(term),
                rarity_in_asked: prose.rarity_in_asked(term),
            })
        });
        let mut list: Vec<Term> = known.collect();
        list.sort_unstable_by_key(|term| term.term);
        Terms {
            weights: list.iter().map(|term| (term.term, term.weight)).collect(),
            whole: asked
                .terms
                .iter()
                .filter(|(_, weight)| **weight > weight::RELATED)
                .map(|(text, weight)| weight * prose.rarity_of(text))
                .sum(),
            list,
        }
    }

    /// How much of a text's terms the question has, and how much they are in all.
    fn met(&self, prose: &Prose, text: &[u32]) -> (f32, f32) {
        let mut met = 0.0;
        let mut all = 0.0;
        for term in text {
            let rarity = prose.rarity(*term);
            all += rarity;
            met += rarity * self.weight(*term);
        }
        (met, all)
    }

    fn weight(&self, term: u32) -> f32 {
        self.weights
            .get(&term)
            .map_or(0.0, |weight| weight.min(1.0))
    }

    /// How alike a text and the question are: how much of the one is in the other, both ways.
    fn alike(&self, prose: &Prose, text: &[u32]) -> f32 {
        let (met, all) = self.met(prose, text);
        met * met / (all * self.whole).sqrt().max(1.0)
    }
}

impl Term {
    /// Whether it was asked, and is not only what a clause may say instead.
    fn is_asked(&self) -> bool {
        self.weight > weight::RELATED
    }

    fn tells(&self) -> f32 {
        self.weight * self.rarity
    }
}

impl Prose {
    /// Ranks the documents at `places`, or all, best first; equal scores in document order.
    /// Documents without any of the question's terms are left out.
    #[must_use]
    pub fn rank(
        &self,
        asked: &Asked,
        places: Option<&[usize]>,
        lexicon: &Lexicon,
    ) -> Vec<(usize, f32)> {
        let terms = Terms::new(self, asked);
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

    fn score(&self, text: &Prepared, terms: &Terms, asked: &Asked, lexicon: &Lexicon) -> f32 {
        let (words, covered) = self.words(text, terms);
        if words == 0.0 {
            return 0.0;
        }
        let alike = if text.question.is_empty() {
            0.0
        } else {
            terms.alike(self, &text.question)
        };
        let mut score = words
            + self.phrases(text, terms)
            + self.ways(text, terms)
            + alike
            + keywords(text, asked, lexicon);
        if text.own.is_some_and(|own| !asked.keywords.contains(&own)) {
            score *= weight::FOREIGN;
        }
        if text.informative {
            score *= weight::INFORMATIVE;
        }
        score += weight::COVERED * covered * covered / terms.whole.max(1.0);
        if text.question.is_empty() {
            return score;
        }
        score * weight::RULING + weight::ALIKE * alike
    }

    /// What the words of the question add one by one, and how much of it there is in any way.
    fn words(&self, text: &Prepared, terms: &Terms) -> (f32, f32) {
        let scale = weight::K1 * (1.0 - weight::B + weight::B * text.length / self.mean_length);
        let mut score = 0.0;
        let mut covered = 0.0;
        for term in &terms.list {
            let asked = text.asked.get(&term.term).copied().unwrap_or(0.0);
            let written = text.frequencies.get(&term.term).copied().unwrap_or(0.0);
            let frequency = written + weight::ASKED * asked;
            if frequency == 0.0 {
                continue;
            }
            score += term.tells() * frequency * (weight::K1 + 1.0) / (frequency + scale);
            score +=
                weight::WAYS * term.weight * term.rarity_in_asked * asked * (weight::WAYS_K1 + 1.0)
                    / (asked + weight::WAYS_K1);
            if term.is_asked() {
                covered += term.tells();
            }
        }
        (score, covered)
    }

    /// What the ways to ask add that are most like the question.
    fn ways(&self, text: &Prepared, terms: &Terms) -> f32 {
        let (mut first, mut second) = (0.0_f32, 0.0_f32);
        for way in &text.ways {
            let alike = terms.alike(self, way);
            if alike > first {
                (first, second) = (alike, first);
            } else {
                second = second.max(alike);
            }
        }
        weight::WAY * first + weight::SECOND_WAY * second
    }

    /// What the rulings most like the question add to the clauses they rest on.
    fn votes(&self, texts: &[&Prepared], terms: &Terms) -> HashMap<usize, f32> {
        let rulings = texts.iter().filter(|text| !text.question.is_empty());
        let mut alike: Vec<(f32, &Prepared)> = rulings
            .map(|text| (terms.alike(self, &text.question), *text))
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
    fn phrases(&self, text: &Prepared, terms: &Terms) -> f32 {
        let mut found: Vec<(f32, &Vec<u32>)> = text
            .phrases
            .iter()
            .filter_map(|phrase| {
                let (met, whole) = terms.met(self, phrase);
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
                .map(|term| self.rarity(*term) * terms.weight(*term))
                .sum::<f32>();
            seen.extend(phrase.iter().copied());
        }
        weight::PHRASE * best + weight::PHRASES * further
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
