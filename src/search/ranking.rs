//! Ranking of clauses and rulings for a question: BM25F over tokens, and what questions are about.
//!
//! A question is about keywords first: a clause of the keyword that is asked about counts more than
//! one that mentions it, and one that names two of the keywords asked about more than one that names
//! one. Phrases of players (`search-hints.toml`) count as a whole when the question has all their
//! words; ways to ask for a clause (`asked/`) count word by word, and again by how much they are
//! like the question as a whole.

use super::prose::{Asked, Phrase, Prepared, Prose};
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
    pub const WAYS: f32 = 0.3;
    /// Their saturation.
    pub const WAYS_K1: f32 = 1.0;
    /// How alike the ways to ask are that are most like the question, the best first.
    pub const WAY: [f32; 3] = [0.62, 0.33, 0.26];
    /// Neighbouring words of the ways to ask.
    pub const WORD_PAIRS: f32 = 0.3;
    /// Neighbouring tokens of the ways to ask.
    pub const TOKEN_PAIRS: f32 = 0.2;
    /// How much of the question the clause has in any way.
    pub const COVERED: f32 = 0.65;
    /// The clause belongs to a keyword asked about.
    pub const OWN: f32 = 4.2;
    /// The clause mentions a keyword asked about.
    pub const MENTIONED: f32 = 2.6;
    /// Each further keyword asked about that the clause names.
    pub const FURTHER: f32 = 2.3;
    /// The part that counts for a keyword whose name is also an ordinary word.
    pub const COMMON: f32 = 0.4;
    /// The clause belongs to a keyword that nobody asked about.
    pub const FOREIGN: f32 = 0.84;
    /// The clause is no rule by itself.
    pub const INFORMATIVE: f32 = 0.9;
    /// A word that the clause may say instead of what was asked.
    pub const RELATED: f32 = 0.2;
    /// A misspelt word.
    pub const TYPO: f32 = 0.7;
    /// A number.
    pub const NUMBER: f32 = 0.8;
    /// A number right after a keyword, which only says how strong it is.
    pub const STRENGTH: f32 = 0.3;
    /// A word that only says who is on the table.
    pub const BYSTANDER: f32 = 0.6;
    /// The phrase of players that the question has most of.
    pub const PHRASE: f32 = 0.78;
    /// What the next phrases add to it.
    pub const PHRASES: f32 = 0.23;
    /// How alike a ruling's own question is.
    pub const ALIKE: f32 = 0.6;
    /// The part of its score that a ruling keeps: it has to be alike to stand before clauses.
    pub const RULING: f32 = 0.85;
    /// A clause that a ruling like the question rests on.
    pub const VOTE: f32 = 0.36;
}

/// How many rulings like the question speak for the clauses they rest on.
const VOTERS: usize = 8;

/// The most rulings that are compared with the question as a whole, those with the most of its words.
const MOST_RULINGS: usize = 400;

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
    /// What each term of the texts counts by its number: 0 where it was not asked, at most 1.
    weights: Vec<f32>,
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
        let mut weights = vec![0.0; prose.postings.len()];
        for term in &list {
            if let Some(weight) = weights.get_mut(term.term as usize) {
                *weight = term.weight.min(1.0);
            }
        }
        Terms {
            weights,
            whole: asked
                .terms
                .iter()
                .filter(|(_, weight)| **weight > weight::RELATED)
                .map(|(text, weight)| weight * prose.rarity_of(text))
                .sum(),
            list,
        }
    }

    /// How much of a text's terms the question has.
    fn met(&self, prose: &Prose, phrase: &Phrase) -> f32 {
        let mut met = 0.0;
        for term in &phrase.terms {
            let weight = self.weight(*term);
            if weight > 0.0 {
                met += prose.rarity(*term) * weight;
            }
        }
        met
    }

    fn weight(&self, term: u32) -> f32 {
        self.weights.get(term as usize).copied().unwrap_or(0.0)
    }

    /// How alike a text and the question are: how much of the one is in the other, both ways.
    fn alike(&self, prose: &Prose, phrase: &Phrase) -> f32 {
        let met = self.met(prose, phrase);
        if met == 0.0 {
            return 0.0;
        }
        met * met / (phrase.whole * self.whole).sqrt().max(1.0)
    }
}

/// What a text has of a question, word by word.
#[derive(Clone, Copy, Default)]
struct Words {
    /// What the words add one by one.
    score: f32,
    /// How much of the question the text has in any way.
    covered: f32,
}

/// A text that has words of a question.
struct Candidate<'a> {
    text: &'a Prepared,
    words: Words,
    /// How alike a ruling's own question is.
    alike: f32,
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
    /// Ranks clauses and rulings, best first; equal scores in document order. Texts without any of
    /// the question's terms are left out, and so are all but the best rulings.
    #[must_use]
    pub fn rank(&self, asked: &Asked, lexicon: &Lexicon) -> Vec<(usize, f32)> {
        let terms = Terms::new(self, asked);
        let candidates = self.candidates(&terms, asked);
        let votes = votes(&candidates);
        let mut ranked: Vec<(usize, f32)> = candidates
            .iter()
            .map(|candidate| {
                let place = candidate.text.document;
                let vote = votes.get(&place).copied().unwrap_or(0.0);
                (place, self.score(candidate, &terms, asked, lexicon) + vote)
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }

    /// All clauses and the best rulings that have words of the question.
    fn candidates(&self, terms: &Terms, asked: &Asked) -> Vec<Candidate<'_>> {
        let mut words = self.words(terms);
        self.pairs(asked, &mut words);
        let met = self.texts.iter().zip(words);
        let (mut rulings, mut clauses): (Vec<_>, Vec<_>) = met
            .filter(|(_, words)| words.score > 0.0)
            .map(|(text, words)| Candidate {
                text,
                words,
                alike: 0.0,
            })
            .partition(|candidate| candidate.text.is_ruling());
        rulings.sort_by(|a, b| b.words.score.total_cmp(&a.words.score));
        rulings.truncate(MOST_RULINGS);
        for ruling in &mut rulings {
            ruling.alike = terms.alike(self, &ruling.text.question);
        }
        clauses.append(&mut rulings);
        clauses
    }

    fn score(
        &self,
        candidate: &Candidate<'_>,
        terms: &Terms,
        asked: &Asked,
        lexicon: &Lexicon,
    ) -> f32 {
        let Candidate { text, words, alike } = *candidate;
        let mut score = words.score
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
        score += weight::COVERED * words.covered * words.covered / terms.whole.max(1.0);
        if text.is_ruling() {
            return score * weight::RULING + weight::ALIKE * alike;
        }
        score
    }

    /// What the words of the question add to each text, in the order of the texts.
    fn words(&self, terms: &Terms) -> Vec<Words> {
        let mut found = vec![Words::default(); self.texts.len()];
        for term in &terms.list {
            let postings = self.postings.get(term.term as usize);
            for posting in postings.into_iter().flatten() {
                let (Some(words), Some(text)) =
                    (found.get_mut(posting.text), self.texts.get(posting.text))
                else {
                    continue;
                };
                let long = text.length / self.mean_length;
                let scale = weight::K1 * (1.0 - weight::B + weight::B * long);
                let asked = posting.asked;
                let frequency = posting.written + weight::ASKED * asked;
                words.score += term.tells() * frequency * (weight::K1 + 1.0) / (frequency + scale);
                words.score += weight::WAYS
                    * term.weight
                    * term.rarity_in_asked
                    * asked
                    * (weight::WAYS_K1 + 1.0)
                    / (asked + weight::WAYS_K1);
                if term.is_asked() {
                    words.covered += term.tells();
                }
            }
        }
        found
    }

    /// What neighbouring words add to the texts that have any word by itself.
    fn pairs(&self, asked: &Asked, found: &mut [Words]) {
        let kinds = [
            (&self.word_pairs, &asked.words, weight::WORD_PAIRS),
            (&self.token_pairs, &asked.tokens, weight::TOKEN_PAIRS),
        ];
        for (pairs, sequence, weight) in kinds {
            let rare = |spread| self.rare(spread);
            pairs.score(sequence, rare, |text, score| {
                if let Some(words) = found.get_mut(text).filter(|words| words.score > 0.0) {
                    words.score += weight * score;
                }
            });
        }
    }

    /// What the ways to ask add that are most like the question.
    fn ways(&self, text: &Prepared, terms: &Terms) -> f32 {
        let mut best = [0.0_f32; weight::WAY.len()];
        for way in &text.ways {
            let mut alike = terms.alike(self, way);
            for place in &mut best {
                if alike > *place {
                    std::mem::swap(place, &mut alike);
                }
            }
        }
        let weighed = best.iter().zip(weight::WAY);
        weighed.map(|(alike, weight)| alike * weight).sum()
    }

    /// What the phrases of players add: the best one by how much of it the question has, and the
    /// next ones by the terms that those before did not have.
    fn phrases(&self, text: &Prepared, terms: &Terms) -> f32 {
        let mut found: Vec<(f32, &Vec<u32>)> = text
            .phrases
            .iter()
            .filter_map(|phrase| {
                let met = terms.met(self, phrase);
                (met > 0.0).then_some((met * met / phrase.whole, &phrase.terms))
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

/// What the rulings most like the question add to the clauses they rest on.
fn votes(candidates: &[Candidate<'_>]) -> HashMap<usize, f32> {
    let mut alike: Vec<&Candidate<'_>> = candidates
        .iter()
        .filter(|candidate| candidate.alike > 0.0)
        .collect();
    let place = |candidate: &Candidate<'_>| candidate.text.document;
    alike.sort_by(|a, b| b.alike.total_cmp(&a.alike).then(place(a).cmp(&place(b))));
    let mut votes: HashMap<usize, f32> = HashMap::new();
    for ruling in alike.into_iter().take(VOTERS) {
        for (clause, tells) in &ruling.text.rests_on {
            *votes.entry(*clause).or_default() += weight::VOTE * ruling.alike * tells;
        }
    }
    votes
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
