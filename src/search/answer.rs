//! The answer to a question: the clause or ruling that settles it, then the others, the keywords
//! and the cards it names.

use super::address::{Address, address};
use super::document::{Document, Kind};
use super::find::{Found, find};
use super::index::{Places, Snapshot};
use super::mentions::Mention;
use super::names::ambiguous;
use super::prose::Asked;
use super::query::{Query, Warning};
use super::snippet::{Marker, Run};
use super::synonyms::lexicon;
use super::tokens::{Word, folded};
use super::unknown::{unknown_name, unknown_version, unknown_word};
use crate::rulebook::{ClauseId, Edition, Keyword, rulebook};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query as Tantivy, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{Score, Term};

/// How many cards the index proposes that a question may mean.
const CANDIDATES: usize = 400;

/// How long an excerpt is, in characters.
const EXCERPT: usize = 320;

/// Up to this many words a text may be a card's name.
const NAME_WORDS: usize = 5;

/// The most cards listed that a question does not name outright.
const HALF_NAMED: usize = 3;

/// The most cards listed beside an answer.
const MOST_CARDS: usize = 12;

/// The answer to what was typed into the search box.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Answer {
    /// The page that an address leads to; everything else is then empty.
    pub goto: Option<String>,
    /// The best clause or ruling; the card, where the text is nothing but the name of one.
    pub best: Option<Item>,
    /// The next ones.
    pub others: Vec<Item>,
    /// How many there are in all.
    pub total: usize,
    /// The keywords asked about.
    pub keywords: Vec<Keyword>,
    /// The cards that were named, or whose names are like what was typed.
    pub cards: Vec<Item>,
    /// Whether several cards are meant equally well.
    pub ambiguous: bool,
    /// A name in the question that no card of the catalogue has.
    pub unknown_card: Option<String>,
    /// Cards that have all the keywords asked about, where there are at least two.
    pub cards_with_all: Vec<Item>,
    /// What was read in place of a word: as written, as read.
    pub read_as: Vec<(String, String)>,
    /// What was not understood.
    pub warnings: Vec<Warning>,
    /// Queries to go on with: one filter left out, or other spellings.
    pub ways_on: Vec<String>,
}

/// One thing found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Item {
    /// What kind of thing.
    pub kind: Kind,
    /// Its id among its kind.
    pub id: String,
    /// Its title or name; empty for most clauses.
    pub title: String,
    /// Its page.
    pub address: String,
    /// The text, or an excerpt, with the words that matter marked.
    pub text: Vec<Run>,
    /// A ruling's answer; empty for other kinds.
    pub answer: String,
    /// The clauses a ruling rests on.
    pub cites: Vec<ClauseId>,
    /// Where a clause's words come from.
    pub provenance: Option<&'static str>,
    /// A note on the edition of a clause's words.
    pub edition_note: Option<&'static str>,
}

impl Answer {
    /// Best and others in one list.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.best.iter().chain(&self.others)
    }

    /// Whether the text is the name of several cards and nothing more, so that the reader has to
    /// choose before anything answers him.
    #[must_use]
    pub fn which_card(&self) -> bool {
        let card = |item: &Item| item.kind == Kind::Card;
        self.ambiguous && self.best.as_ref().is_some_and(card)
    }

    /// The sentence for a card that no catalogue has.
    #[must_use]
    pub fn unknown_card_sentence(&self) -> Option<String> {
        let name = self.unknown_card.as_ref()?;
        Some(format!(
            "I do not know this card: `{name}` is in no loaded set."
        ))
    }

    /// Whether nothing was found at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.goto.is_none()
            && self.best.is_none()
            && self.cards.is_empty()
            && self.keywords.is_empty()
    }
}

/// Answers what was typed: at most `limit` clauses and rulings.
///
/// # Errors
/// If the index cannot be read.
pub fn ask(snapshot: &Snapshot, text: &str, limit: usize) -> tantivy::Result<Answer> {
    if let Some(Address::Page(page)) = address(text) {
        return Ok(Answer {
            goto: Some(page),
            ..Answer::default()
        });
    }
    let query = Query::parse(text);
    let mut answer = if query.has_filters() {
        filtered(snapshot, &query, limit)?
    } else {
        question(snapshot, text, limit)?
    };
    answer.warnings.extend(query.warnings);
    Ok(answer)
}

/// The documents that a query with filters finds, with ways on where it finds none.
fn filtered(snapshot: &Snapshot, query: &Query, limit: usize) -> tantivy::Result<Answer> {
    let found = find(snapshot, query, 0, limit)?;
    let mut answer = Answer {
        total: found.total,
        others: items(snapshot, &found, &query.words()),
        read_as: found.corrected.clone(),
        ..Answer::default()
    };
    if found.total == 0 {
        let loosened = (0..query.groups.len()).map(|at| query.without(at));
        answer.ways_on = loosened.filter(|text| !text.is_empty()).collect();
    } else if !answer.others.is_empty() {
        answer.best = Some(answer.others.remove(0));
    }
    Ok(answer)
}

/// What a query found, as items.
#[must_use]
pub fn items(snapshot: &Snapshot, found: &Found, words: &str) -> Vec<Item> {
    let marker = Marker::new(words).and_words(found.spellings.iter().map(String::as_str));
    let places = found.hits.iter().map(|hit| hit.place);
    places
        .filter_map(|place| item(snapshot, place, &marker))
        .collect()
}

fn question(snapshot: &Snapshot, text: &str, limit: usize) -> tantivy::Result<Answer> {
    let asked = snapshot.prose.read(text, lexicon());
    let ranked = snapshot.prose.rank(&asked, lexicon());
    let named = named_cards(snapshot, text, &asked)?;
    let read = asked.corrected.iter().map(|(_, read)| read.as_str());
    let marker = Marker::new(text).and_words(read);
    let mut listed: Vec<Item> = ranked
        .iter()
        .take(limit)
        .filter_map(|(place, _)| item(snapshot, *place, &marker))
        .collect();
    if let Some(keyword) = alone(text, &asked) {
        listed.retain(|item| item.kind != Kind::Keyword);
        let entry = place_of(snapshot, Kind::Keyword, keyword.slug());
        if let Some(entry) = entry.and_then(|place| item(snapshot, place, &marker)) {
            listed.insert(0, entry);
        }
    } else if let Some(card) = named.cards.first().filter(|_| named.alone) {
        listed.splice(0..0, item(snapshot, *card, &marker));
    }
    let mut read_as = asked.corrected.clone();
    read_as.extend(lexicon().read_as(text));
    let mut answer = Answer {
        total: ranked.len(),
        cards_with_all: cards_with_all(snapshot, &asked.keywords)?,
        keywords: asked.keywords,
        unknown_card: named.unknown,
        cards: named
            .cards
            .iter()
            .filter_map(|place| item(snapshot, *place, &marker))
            .collect(),
        ambiguous: named.ambiguous,
        warnings: named.missed.map(no_such_version).into_iter().collect(),
        read_as,
        ..Answer::default()
    };
    let mut listed = listed.into_iter();
    answer.best = listed.next();
    answer.others = listed.collect();
    if answer.is_empty() {
        answer.ways_on = suggestions(snapshot, text)?;
    }
    Ok(answer)
}

fn no_such_version(version: String) -> Warning {
    let version = version.to_uppercase();
    Warning(format!(
        "no loaded card of this name has the version {version}; these are the others"
    ))
}

/// The keyword, if the text is the name of one and nothing more.
fn alone(text: &str, asked: &Asked) -> Option<Keyword> {
    let tokens = lexicon().tokens(text);
    match (tokens.len(), asked.keywords.as_slice()) {
        (1, [keyword]) => Some(*keyword),
        _ => None,
    }
}

/// The cards that have any term of the question, as the index ranks them.
fn propose(snapshot: &Snapshot, asked: &Asked) -> tantivy::Result<Vec<(usize, Score)>> {
    let meaning = snapshot.fields.meaning;
    let terms: Vec<(Occur, Box<dyn Tantivy>)> = asked
        .terms
        .iter()
        .map(|(text, weight)| -> (Occur, Box<dyn Tantivy>) {
            let term = Term::from_field_text(meaning, text);
            let term = TermQuery::new(term, IndexRecordOption::WithFreqs);
            let boosted = BoostQuery::new(Box::new(term), *weight);
            (Occur::Should, Box::new(boosted))
        })
        .collect();
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let facet = format!("kind:{}", Kind::Card.word());
    let card = Term::from_field_text(snapshot.fields.facet, &facet);
    let card = TermQuery::new(card, IndexRecordOption::Basic);
    let card: Box<dyn Tantivy> = Box::new(BoostQuery::new(Box::new(card), 0.0));
    let query = BooleanQuery::new(vec![
        (Occur::Must, card),
        (Occur::Must, Box::new(BooleanQuery::new(terms))),
    ]);
    let searcher = snapshot.searcher();
    let top = searcher.search(&query, &TopDocs::with_limit(CANDIDATES).order_by_score())?;
    let places = Places::of(&searcher)?;
    let placed = top
        .into_iter()
        .filter_map(|(score, address)| Some((places.at(address)?, score)));
    Ok(placed.collect())
}

#[derive(Default)]
struct NamedCards {
    cards: Vec<usize>,
    unknown: Option<String>,
    ambiguous: bool,
    /// The version that was asked for and that no card of the name has.
    missed: Option<String>,
    /// Whether the text is the name of a card and nothing more.
    alone: bool,
}

/// The cards that the text names, or is the name of.
fn named_cards(snapshot: &Snapshot, text: &str, asked: &Asked) -> tantivy::Result<NamedCards> {
    let words = folded(text);
    let ordinary = |word: &str| snapshot.prose.has_word(word, lexicon());
    if words.len() <= NAME_WORDS {
        let hits = snapshot.names.find(text);
        if let Some(first) = hits.first() {
            let of_names = |word: &Word| {
                let clauses = snapshot.prose.clauses_with(&word.text, lexicon());
                clauses < snapshot.names.cards_with(&word.text)
            };
            let strange = || words.iter().any(of_names);
            return Ok(NamedCards {
                unknown: None,
                ambiguous: ambiguous(&hits),
                missed: first.missed.clone(),
                alone: first.exact && (first.whole || strange()),
                cards: hits.iter().take(MOST_CARDS).map(|hit| hit.place).collect(),
            });
        }
    }
    let mut mentions = snapshot.names.in_question(text, ordinary);
    let mut unknown =
        unknown_name(snapshot, text, &mentions).or_else(|| unknown_word(snapshot, text));
    if unknown.is_some() {
        // One word of an unknown name may be a word of a known one.
        mentions.retain(|mention| mention.words > 1);
    }
    let mut missed = None;
    if unknown.is_none()
        && let Some((name, version)) = unknown_version(snapshot, text)
    {
        unknown = Some(name);
        missed = Some(version);
    }
    if mentions.is_empty() && unknown.is_none() {
        return Ok(NamedCards {
            cards: half_named(snapshot, text, asked)?,
            ..NamedCards::default()
        });
    }
    if mentions.len() > 1 {
        let proposed = propose(snapshot, asked)?;
        let scores: HashMap<usize, Score> = proposed.into_iter().collect();
        let score = |mention: &Mention| scores.get(&mention.place).copied().unwrap_or(0.0);
        mentions.sort_by(|a, b| {
            let sure = |m: &Mention| (!m.whole, !m.version, std::cmp::Reverse(m.words));
            sure(a).cmp(&sure(b)).then(score(b).total_cmp(&score(a)))
        });
    }
    Ok(NamedCards {
        cards: mentions.iter().take(MOST_CARDS).map(|m| m.place).collect(),
        unknown,
        missed,
        ..NamedCards::default()
    })
}

/// Cards that have all of at least two keywords.
fn cards_with_all(snapshot: &Snapshot, keywords: &[Keyword]) -> tantivy::Result<Vec<Item>> {
    if keywords.len() < 2 {
        return Ok(Vec::new());
    }
    let filters: Vec<String> = keywords
        .iter()
        .map(|k| format!("k:\"{}\"", k.name()))
        .collect();
    let query = Query::parse(&format!("kind:card {}", filters.join(" ")));
    let found = find(snapshot, &query, 0, MOST_CARDS)?;
    Ok(items(snapshot, &found, ""))
}

/// The cards most like the question of whose names it has at least two words, in any order.
fn half_named(snapshot: &Snapshot, text: &str, asked: &Asked) -> tantivy::Result<Vec<usize>> {
    let told: BTreeSet<String> = folded(text)
        .into_iter()
        .map(|word| word.text)
        .filter(|word| !lexicon().tokens(word).is_empty())
        .collect();
    let half = |place: &usize| {
        let name = snapshot
            .documents
            .get(*place)
            .map(|card| folded(&card.title));
        let words: BTreeSet<String> = name.into_iter().flatten().map(|word| word.text).collect();
        words.intersection(&told).count() >= 2
    };
    let proposed = propose(snapshot, asked)?;
    let places = proposed.into_iter().map(|(place, _)| place);
    Ok(places.filter(half).take(HALF_NAMED).collect())
}

/// Other spellings to try, where nothing was found.
fn suggestions(snapshot: &Snapshot, text: &str) -> tantivy::Result<Vec<String>> {
    let found = find(snapshot, &Query::parse(text), 0, 5)?;
    let mut ways: BTreeSet<String> = BTreeSet::new();
    for (written, read) in &found.corrected {
        ways.insert(text.to_lowercase().replace(written, read));
    }
    Ok(ways.into_iter().collect())
}

fn place_of(snapshot: &Snapshot, kind: Kind, id: &str) -> Option<usize> {
    snapshot
        .documents
        .iter()
        .position(|document| document.kind == kind && document.id == id)
}

fn item(snapshot: &Snapshot, place: usize, marker: &Marker) -> Option<Item> {
    let document: &Document = snapshot.documents.get(place)?;
    let clause = ClauseId::parse(&document.id)
        .filter(|_| document.kind == Kind::Clause)
        .map(|id| rulebook().clause(id));
    let text = match document.kind {
        Kind::Clause => marker.mark(&document.body),
        _ => marker.excerpt(&document.body, EXCERPT),
    };
    Some(Item {
        kind: document.kind,
        id: document.id.clone(),
        title: document.title.clone(),
        address: document.address(),
        text,
        answer: document.answer.clone(),
        cites: document.cites.clone(),
        provenance: clause.map(|clause| clause.provenance.as_str()),
        edition_note: clause.and_then(|clause| clause.edition_note(Edition::E2018)),
    })
}
