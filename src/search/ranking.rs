//! Ranking of clauses and rulings for a question: BM25F over tokens, and what questions are about.
//!
//! A question is about keywords first: a clause of the keyword that is asked about counts more than
//! one that mentions it, and one that names two of the keywords asked about more than one that names
//! one. Phrases of players (`search-hints.toml`) count as a whole when the question has all their
//! words; ways to ask for a clause (`asked/`) count word by word, in pairs of words and by the runs of
//! letters in them, by what the question lacks of them, and again by how much they are like it as a whole.

use super::prose::{Asked, Phrase, Prepared, Prose};
use super::synonyms::Lexicon;
use std::collections::BTreeSet;

/// The weights: those of the words of a text were found by trial; what the other parts of a score
/// count beside them, by fitting the odds that the best one is right to the questions that tuning
/// may use.
pub(super) mod weight {
    use super::super::spoken::Tells;

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
    /// A word of the ways to ask.
    pub const WORDS: Tells = Tells {
        share: 0.88,
        once: 0.7,
        again: 1.13,
        lacking: 1.65,
    };
    /// A run of letters of the ways to ask.
    pub const RUNS: Tells = Tells {
        share: 0.18,
        once: 0.28,
        again: 0.27,
        lacking: 0.0,
    };
    /// How alike the ways to ask are that are most like the question, the best first.
    pub const WAY: [f32; 2] = [0.39, 0.17];
    /// Neighbouring words of the ways to ask.
    pub const WORD_PAIRS: f32 = 0.23;
    /// The clause belongs to a keyword asked about.
    pub const OWN: f32 = 0.89;
    /// The clause mentions a keyword that a long question is about.
    pub const MENTIONED: f32 = 5.9;
    /// The number of words of a question at which what is mentioned counts half: in a short one
    /// the keyword is what it is all about, and many clauses and rulings mention it.
    pub const MENTIONED_HALF: f32 = 12.0;
    /// The part that counts for a keyword whose name is also an ordinary word.
    pub const COMMON: f32 = 0.4;
    /// Taken off a clause that belongs to a keyword nobody asked about.
    pub const FOREIGN: f32 = 1.33;
    /// Taken off a clause of what the rules leave open: what they do say is asked more often.
    pub const OPEN: f32 = 1.18;
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
    pub const PHRASE: f32 = 0.27;
    /// How alike a ruling's own question is.
    pub const ALIKE: f32 = 0.18;
    /// What the words of a ruling count, which has no ways to ask beside them.
    pub const RULING_WORDS: f32 = 2.15;
    /// A ruling mentions a keyword that a long question is about.
    pub const RULING_MENTIONED: f32 = 15.1;
}

/// The most rulings that are compared with the question as a whole, those with the most of its words.
const MOST_RULINGS: usize = 400;

/// The most clauses whose ways to ask are compared with the question as a whole, those with the
/// highest score without it.
const MOST_COMPARED: usize = 100;

/// A term of a question.
struct Term {
    term: u32,
    weight: f32,
    rarity: f32,
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
    /// What the words of the text add.
    written: f32,
    /// What the words of the ways to ask add, runs of their letters, and pairs of words.
    spoken: f32,
}

/// A text that has words of a question.
struct Candidate<'a> {
    /// Its place among all texts.
    place: usize,
    text: &'a Prepared,
    words: Words,
    /// How alike a ruling's own question is.
    alike: f32,
}

impl Term {
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
        let score = |candidate| self.score(candidate, &terms, asked, lexicon);
        let mut ranked: Vec<(usize, f32)> = candidates
            .iter()
            .map(|candidate| (candidate.place, score(candidate)))
            .collect();
        sort(&mut ranked);
        for (text, score) in ranked.iter_mut().take(MOST_COMPARED) {
            if let Some(text) = self.texts.get(*text) {
                *score += self.ways(text, &terms);
            }
        }
        sort(&mut ranked);
        let document = |text: usize| self.texts.get(text).map(|text| text.document);
        let placed = |(text, score)| Some((document(text)?, score));
        ranked.into_iter().filter_map(placed).collect()
    }

    /// All clauses and the best rulings that have words of the question.
    fn candidates(&self, terms: &Terms, asked: &Asked) -> Vec<Candidate<'_>> {
        let mut words = self.words(terms);
        self.spoken(asked, &mut words);
        let met = self.texts.iter().zip(words).enumerate();
        let (mut rulings, mut clauses): (Vec<_>, Vec<_>) = met
            .filter(|(_, (_, words))| words.written > 0.0)
            .map(|(place, (text, words))| Candidate {
                place,
                text,
                words,
                alike: 0.0,
            })
            .partition(|candidate| candidate.text.is_ruling());
        rulings.sort_by(|a, b| b.words.written.total_cmp(&a.words.written));
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
        let Candidate {
            text, words, alike, ..
        } = *candidate;
        let keywords = keywords(text, asked, lexicon);
        if text.is_ruling() {
            return weight::RULING_WORDS * words.written + weight::ALIKE * alike + keywords;
        }
        let foreign = text.own.is_some_and(|own| !asked.keywords.contains(&own));
        words.written + words.spoken + self.phrases(text, terms) + keywords
            - if foreign { weight::FOREIGN } else { 0.0 }
            - if text.open { weight::OPEN } else { 0.0 }
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
                let frequency = posting.written + weight::ASKED * posting.asked;
                words.written +=
                    term.tells() * frequency * (weight::K1 + 1.0) / (frequency + scale);
            }
        }
        found
    }

    /// What the words of the ways to ask add, runs of their letters, and pairs of words.
    fn spoken(&self, asked: &Asked, found: &mut [Words]) {
        let mut add = |text: usize, score: f32| {
            if let Some(words) = found.get_mut(text) {
                words.spoken += score;
            }
        };
        self.spoken.score(&asked.words, &weight::WORDS, &mut add);
        self.runs.score(&asked.runs, &weight::RUNS, &mut add);
        let rare = |spread| self.rare(spread);
        self.word_pairs.score(&asked.words, rare, |text, score| {
            add(text, weight::WORD_PAIRS * score);
        });
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

    /// What the phrase of players adds that the question has most of.
    fn phrases(&self, text: &Prepared, terms: &Terms) -> f32 {
        let best = text.phrases.iter().map(|phrase| {
            let met = terms.met(self, phrase);
            if met > 0.0 {
                met * met / phrase.whole
            } else {
                0.0
            }
        });
        weight::PHRASE * best.fold(0.0, f32::max)
    }
}

/// Best first; equal scores in the order of the texts.
fn sort(ranked: &mut [(usize, f32)]) {
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
}

/// What the keywords of the question add.
fn keywords(text: &Prepared, asked: &Asked, lexicon: &Lexicon) -> f32 {
    let words = asked.words.iter().collect::<BTreeSet<_>>().len() as f32;
    let long = words / (words + weight::MENTIONED_HALF);
    let named = asked.keywords.iter().filter(|k| text.named.contains(k));
    named
        .map(|keyword| {
            let weight = if text.is_ruling() {
                weight::RULING_MENTIONED * long
            } else if text.own == Some(*keyword) {
                weight::OWN
            } else {
                weight::MENTIONED * long
            };
            let common = lexicon.is_common(*keyword);
            weight * if common { weight::COMMON } else { 1.0 }
        })
        .sum()
}
