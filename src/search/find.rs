//! Running a query against the index.
//!
//! Hits come in tiers, each a constant that no sum of word scores reaches: the whole name, all words
//! in the name, the last one only begun, all words in the text, all words with typing errors allowed.
//! A hit by a typing error therefore never outranks an exact one.

use super::combine::{Boxed, any, constant, every, negate, range, silent};
use super::filters::{Compare, Filter, Number, Property, strengths};
use super::index::{Places, Snapshot};
use super::query::{Group, Part, Query, What};
use super::synonyms::lexicon;
use super::tokens::{folded, slack};
use crate::catalogue::name_key;
use std::collections::BTreeSet;
use tantivy::collector::{Count, DocSetCollector, TopDocs};
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, DisjunctionMaxQuery, EmptyQuery, FuzzyTermQuery, Occur,
    PhraseQuery, TermQuery, TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, Score, Searcher, Term};

/// The distance between two tiers; the words' own scores stay far below.
const TIER: Score = 1_000.0;

/// The most words that are looked up one by one.
const MOST_WORDS: usize = 12;

/// The most spellings that one misspelt word is taken for.
const MOST_SPELLINGS: usize = 24;

/// A document that was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// Its place among all documents.
    pub place: usize,
    /// Its score; only its order matters.
    pub score: Score,
    /// Whether it was met only by taking a word for a misspelt one.
    pub typo: bool,
}

/// What a query found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The hits, best first.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: usize,
    /// Words that were taken for others, as written and as read.
    pub corrected: Vec<(String, String)>,
    /// All spellings that a misspelt word was taken for.
    pub spellings: Vec<String>,
}

/// The tier of hits with typing errors, the lowest.
const TYPO_TIER: Score = TIER;

/// The tier of a hit that only some filter or negation made.
const FILTER_TIER: Score = 2.0 * TIER;

/// Runs a query: at most `limit` hits after the first `skip`.
///
/// # Errors
/// If the index cannot be read.
pub fn find(
    snapshot: &Snapshot,
    query: &Query,
    skip: usize,
    limit: usize,
) -> tantivy::Result<Found> {
    if query.groups.is_empty() {
        return Ok(Found::default());
    }
    let searcher = snapshot.searcher();
    let run = Run {
        snapshot,
        searcher: &searcher,
        places: Places::of(&searcher)?,
    };
    let exact = run.collect(query, None, skip, limit)?;
    if exact.total > 0 {
        return Ok(exact);
    }
    let spellings = run.spellings(query)?;
    if spellings.iter().all(|(_, read)| read.is_empty()) {
        return Ok(exact);
    }
    run.collect(query, Some(&spellings), skip, limit)
}

/// A word with the words it may be a misspelling of.
type Spelling = (String, Vec<String>);

struct Run<'a> {
    snapshot: &'a Snapshot,
    searcher: &'a Searcher,
    places: Places,
}

impl Run<'_> {
    fn collect(
        &self,
        query: &Query,
        spellings: Option<&[Spelling]>,
        skip: usize,
        limit: usize,
    ) -> tantivy::Result<Found> {
        let whole = self.whole(query, spellings)?;
        let top = TopDocs::with_limit(limit.max(1))
            .and_offset(skip)
            .order_by_score();
        let (top, total): (Vec<(Score, DocAddress)>, usize) =
            self.searcher.search(whole.as_ref(), &(top, Count))?;
        let mut hits = Vec::with_capacity(top.len());
        for (score, address) in top {
            if let Some(place) = self.place(address) {
                hits.push(Hit {
                    place,
                    score,
                    typo: spellings.is_some(),
                });
            }
        }
        // Equal scores come in document order, which is stable.
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
        let corrected = spellings.unwrap_or_default().iter();
        Ok(Found {
            hits,
            total,
            spellings: corrected
                .clone()
                .flat_map(|(_, read)| read.clone())
                .collect(),
            corrected: corrected
                .filter_map(|(word, read)| Some((word.clone(), read.first()?.clone())))
                .collect(),
        })
    }

    fn place(&self, address: DocAddress) -> Option<usize> {
        let place = self.places.at(address);
        place.filter(|place| *place < self.snapshot.documents.len())
    }

    /// The whole query: filters and negations must hold, words are ranked by tiers.
    fn whole(&self, query: &Query, spellings: Option<&[Spelling]>) -> tantivy::Result<Boxed> {
        let mut clauses: Vec<(Occur, Boxed)> = Vec::new();
        for group in &query.groups {
            match group.0.as_slice() {
                [
                    Part {
                        negated: true,
                        what,
                    },
                ] => clauses.push((Occur::MustNot, self.settled(what)?)),
                [
                    Part {
                        what: What::Word(_),
                        ..
                    },
                ] => {}
                [
                    Part {
                        what: What::Phrase(text),
                        ..
                    },
                ] => {
                    clauses.push((Occur::Must, self.part(&What::Phrase(text.clone()))));
                }
                _ => clauses.push((Occur::Must, silent(self.group(group)?))),
            }
        }
        let words = free_words(query);
        if words.is_empty() {
            clauses.push((Occur::Must, constant(Box::new(AllQuery), FILTER_TIER)));
        } else {
            let ranked = match spellings {
                None => self.tiers(&words),
                Some(spellings) => constant(self.misspelt(&words, spellings), TYPO_TIER),
            };
            clauses.push((Occur::Must, ranked));
            clauses.push((Occur::Should, self.any_word(&words)));
        }
        Ok(Box::new(BooleanQuery::new(clauses)))
    }

    fn tiers(&self, words: &[String]) -> Boxed {
        let fields = &self.snapshot.fields;
        let key = name_key(&words.join(" "));
        let (last, before) = words
            .split_last()
            .map_or((None, words), |(last, before)| (Some(last), before));
        let mut begun: Vec<Boxed> = before
            .iter()
            .map(|word| self.term(fields.name, word))
            .collect();
        begun.extend(last.map(|word| self.prefix(fields.name, word)));
        let all = |field: Field| every(words.iter().map(|word| self.term(field, word)).collect());
        let anywhere = words.iter().map(|word| {
            any(vec![
                self.term(fields.name, word),
                self.term(fields.body, word),
            ])
        });
        let tiers: Vec<(Score, Boxed)> = vec![
            (7.0, self.term(fields.key, &key)),
            (6.0, self.term(fields.base, &key)),
            (5.0, all(fields.name)),
            (4.0, every(begun)),
            (3.0, every(anywhere.collect())),
            (2.0, self.meant(&words.join(" "))),
        ];
        let tiers = tiers
            .into_iter()
            .map(|(tier, query)| -> Boxed {
                Box::new(BoostQuery::new(constant(query, TIER), tier))
            })
            .collect();
        Box::new(DisjunctionMaxQuery::new(tiers))
    }

    /// All tokens of the text, in the text or in what players say about it.
    fn meant(&self, text: &str) -> Boxed {
        let fields = &self.snapshot.fields;
        let tokens: BTreeSet<String> = lexicon()
            .tokens(text)
            .into_iter()
            .map(|token| token.text)
            .collect();
        if tokens.is_empty() {
            return Box::new(EmptyQuery);
        }
        let each = tokens.iter().take(MOST_WORDS).map(|token| {
            any(vec![
                self.term(fields.meaning, token),
                self.term(fields.around, token),
            ])
        });
        every(each.collect())
    }

    /// All words, each as written, as a beginning, or as one of its spellings.
    fn misspelt(&self, words: &[String], spellings: &[Spelling]) -> Boxed {
        let fields = &self.snapshot.fields;
        let each = words.iter().map(|word| {
            let read = spellings
                .iter()
                .find(|(written, _)| written == word)
                .map_or(&[][..], |(_, read)| read);
            let terms = std::iter::once(word).chain(read);
            any(terms
                .flat_map(|term| [self.term(fields.name, term), self.term(fields.body, term)])
                .collect())
        });
        every(each.collect())
    }

    /// What orders hits of one tier: any of the words in name or text, by BM25.
    fn any_word(&self, words: &[String]) -> Boxed {
        let fields = &self.snapshot.fields;
        let each = words.iter().flat_map(|word| {
            let name: Boxed = Box::new(BoostQuery::new(self.term(fields.name, word), 2.0));
            [name, self.term(fields.body, word)]
        });
        any(each.collect())
    }

    /// The words of the index that each unknown word of the query may be.
    fn spellings(&self, query: &Query) -> tantivy::Result<Vec<Spelling>> {
        let mut spellings = Vec::new();
        for word in free_words(query) {
            let known = self.known(&word)?;
            let read = if known { Vec::new() } else { self.near(&word)? };
            spellings.push((word, read));
        }
        Ok(spellings)
    }

    fn known(&self, word: &str) -> tantivy::Result<bool> {
        let fields = &self.snapshot.fields;
        for field in [fields.name, fields.body] {
            if self
                .searcher
                .doc_freq(&Term::from_field_text(field, word))?
                > 0
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Words of the index within the typing errors allowed, the nearest and commonest first.
    fn near(&self, word: &str) -> tantivy::Result<Vec<String>> {
        let limit = slack(word.chars().count());
        let mut near: BTreeSet<(usize, std::cmp::Reverse<u32>, String)> = BTreeSet::new();
        if limit == 0 {
            return Ok(Vec::new());
        }
        let fields = &self.snapshot.fields;
        for field in [fields.name, fields.body] {
            let distance = u8::try_from(limit).unwrap_or(1);
            let fuzzy = FuzzyTermQuery::new(Term::from_field_text(field, word), distance, true);
            for segment in self.searcher.segment_readers() {
                let inverted = segment.inverted_index(field)?;
                let mut stream = inverted.terms().search(fuzzy.automaton()?).into_stream()?;
                while stream.advance() {
                    let Ok(term) = std::str::from_utf8(stream.key()) else {
                        continue;
                    };
                    let far = super::tokens::distance(term, word, limit).unwrap_or(limit);
                    near.insert((
                        far,
                        std::cmp::Reverse(stream.value().doc_freq),
                        term.to_owned(),
                    ));
                }
            }
        }
        let mut words: Vec<String> = Vec::new();
        for (_, _, term) in near {
            if !words.contains(&term) {
                words.push(term);
            }
        }
        words.truncate(MOST_SPELLINGS);
        Ok(words)
    }

    fn group(&self, group: &Group) -> tantivy::Result<Boxed> {
        let mut parts = Vec::with_capacity(group.0.len());
        for part in &group.0 {
            parts.push(if part.negated {
                negate(self.settled(&part.what)?)
            } else {
                self.part(&part.what)
            });
        }
        Ok(any(parts))
    }

    /// A part for exclusion. tantivy's phrase scorer cannot stand under an exclusion (it is asked
    /// for documents before its first), so the documents with a phrase are looked up first.
    fn settled(&self, what: &What) -> tantivy::Result<Boxed> {
        let query = self.part(what);
        if !matches!(what, What::Phrase(_) | What::Filter(Filter::Text(_))) {
            return Ok(query);
        }
        let mut places = Vec::new();
        for address in self.searcher.search(query.as_ref(), &DocSetCollector)? {
            if let Some(place) = self.place(address) {
                places.push(Term::from_field_u64(
                    self.snapshot.fields.place,
                    place as u64,
                ));
            }
        }
        Ok(Box::new(TermSetQuery::new(places)))
    }

    fn part(&self, what: &What) -> Boxed {
        let fields = &self.snapshot.fields;
        match what {
            What::Word(text) => {
                let words = words_of(text);
                let named = words.iter().map(|word| {
                    any(vec![
                        self.term(fields.name, word),
                        self.term(fields.body, word),
                    ])
                });
                every(named.collect())
            }
            What::Phrase(text) => any(vec![
                self.phrase(fields.name, text),
                self.phrase(fields.body, text),
            ]),
            What::Filter(filter) => self.filter(filter),
        }
    }

    fn filter(&self, filter: &Filter) -> Boxed {
        let fields = &self.snapshot.fields;
        let facet = |text: String| self.term(fields.facet, &text);
        match filter {
            Filter::Keyword(keyword, None) => facet(format!("k:{}", keyword.slug())),
            Filter::Keyword(keyword, Some((compare, number))) => {
                self.strength(keyword.slug(), *compare, *number)
            }
            Filter::Type(kind) => facet(format!("t:{}", kind.name().to_lowercase())),
            Filter::Subtype(subtype) => facet(format!("st:{subtype}")),
            Filter::Side(side) => facet(format!("side:{}", super::document::side_word(*side))),
            Filter::Set(set) => facet(format!("set:{set}")),
            Filter::Rarity(rarity) => facet(format!("rarity:{rarity}")),
            Filter::Text(text) => self.phrase(fields.body, text),
            Filter::Is(Property::Modelled) => facet("is:modelled".to_owned()),
            Filter::Is(Property::Unique) => facet("is:unique".to_owned()),
            Filter::Kind(kind) => facet(format!("kind:{}", kind.word())),
            Filter::Number(number, compare, value) => {
                let field = match number {
                    Number::Cost => fields.cost,
                    Number::Speed => fields.speed,
                    Number::Power => fields.power,
                    Number::Health => fields.health,
                };
                range(field, *compare, *value)
            }
        }
    }

    /// Cards have a term for every number up to theirs: at least the least, and not more than the most.
    fn strength(&self, slug: &str, compare: Compare, number: i64) -> Boxed {
        let fields = &self.snapshot.fields;
        let Some((least, most)) = strengths(compare, number) else {
            return Box::new(EmptyQuery);
        };
        let least = self.term(fields.facet, &format!("k:{slug}>={least}"));
        let above = self.term(fields.facet, &format!("k:{slug}>={}", most + 1));
        Box::new(BooleanQuery::new(vec![
            (Occur::Must, least),
            (Occur::MustNot, above),
        ]))
    }

    fn term(&self, field: Field, text: &str) -> Boxed {
        Box::new(TermQuery::new(
            Term::from_field_text(field, text),
            IndexRecordOption::WithFreqs,
        ))
    }

    fn prefix(&self, field: Field, text: &str) -> Boxed {
        Box::new(FuzzyTermQuery::new_prefix(
            Term::from_field_text(field, text),
            0,
            true,
        ))
    }

    fn phrase(&self, field: Field, text: &str) -> Boxed {
        let terms: Vec<Term> = words_of(text)
            .iter()
            .map(|word| Term::from_field_text(field, word))
            .collect();
        match terms.as_slice() {
            [] => Box::new(EmptyQuery),
            [one] => Box::new(TermQuery::new(one.clone(), IndexRecordOption::WithFreqs)),
            _ => Box::new(PhraseQuery::new(terms)),
        }
    }
}

/// The words that must be met, of words and quoted words alike.
fn free_words(query: &Query) -> Vec<String> {
    let mut words = words_of(&query.words());
    words.truncate(MOST_WORDS);
    words
}

fn words_of(text: &str) -> Vec<String> {
    folded(text).into_iter().map(|word| word.text).collect()
}
