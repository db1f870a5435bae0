//! The fields of the index and what of a document goes into each.

use super::document::{CardFacts, Document, side_word};
use super::synonyms::{Lexicon, Token};
use super::tokens::{Word, folded};
use crate::catalogue::name_key;
use crate::game::{Card, Printed};
use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STRING, Schema, SchemaBuilder, TextFieldIndexing,
    TextOptions,
};
use tantivy::tokenizer::PreTokenizedString;

/// Changes whenever the fields or what goes into them change: an index of another version is rebuilt.
pub const SCHEMA_VERSION: u32 = 2;

/// The largest number after a keyword that the filter can compare with.
pub const LARGEST_STRENGTH: u32 = 30;

/// The fields.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// The document's place among all documents.
    pub place: Field,
    /// The whole name or id, folded.
    pub key: Field,
    /// A card's name without its version, folded.
    pub base: Field,
    /// The words of the name, not stemmed.
    pub name: Field,
    /// The words of the text, not stemmed, with their places.
    pub body: Field,
    /// The tokens of name and text: keywords, synonyms, stems.
    pub meaning: Field,
    /// The tokens of what players say and ask, and of what surrounds a clause.
    pub around: Field,
    /// What filters ask for, such as `t:character`.
    pub facet: Field,
    /// Build or Force cost.
    pub cost: Field,
    /// Speed.
    pub speed: Field,
    /// Power.
    pub power: Field,
    /// Health.
    pub health: Field,
}

/// The schema with its fields.
#[must_use]
pub fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let fields = Fields {
        place: builder.add_u64_field("place", FAST | INDEXED),
        key: builder.add_text_field("key", STRING),
        base: builder.add_text_field("base", STRING),
        name: words(&mut builder, "name"),
        body: words(&mut builder, "body"),
        meaning: words(&mut builder, "meaning"),
        around: words(&mut builder, "around"),
        facet: builder.add_text_field("facet", STRING),
        cost: builder.add_i64_field("cost", FAST | INDEXED),
        speed: builder.add_i64_field("speed", FAST | INDEXED),
        power: builder.add_i64_field("power", FAST | INDEXED),
        health: builder.add_i64_field("health", FAST | INDEXED),
    };
    (builder.build(), fields)
}

/// A field of words that were cut before.
fn words(builder: &mut SchemaBuilder, name: &str) -> Field {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    builder.add_text_field(name, TextOptions::default().set_indexing_options(indexing))
}

/// What of a document is indexed.
#[must_use]
pub fn indexed(
    place: usize,
    document: &Document,
    fields: &Fields,
    lexicon: &Lexicon,
) -> TantivyDocument {
    let mut made = TantivyDocument::default();
    made.add_u64(fields.place, place as u64);
    made.add_text(fields.key, name_key(&document.id));
    if !document.title.is_empty() && document.title != document.id {
        made.add_text(fields.key, name_key(&document.title));
    }
    let name = if document.title.is_empty() {
        &document.id
    } else {
        &document.title
    };
    made.add_pre_tokenized_text(fields.name, plain(&folded(name)));
    made.add_pre_tokenized_text(fields.body, plain(&folded(&document.body)));
    let mut meaning = lexicon.tokens(&document.title);
    meaning.extend(lexicon.tokens(&document.body));
    made.add_pre_tokenized_text(fields.meaning, meant(&meaning));
    let mut around = lexicon.tokens(&document.context);
    for hint in lexicon.hints(&document.id).iter().chain(&document.asked) {
        around.extend(lexicon.tokens(hint));
    }
    made.add_pre_tokenized_text(fields.around, meant(&around));
    made.add_text(fields.facet, format!("kind:{}", document.kind.word()));
    if let Some(keyword) = document.keyword {
        made.add_text(fields.facet, format!("k:{}", keyword.slug()));
    }
    if let Some(facts) = &document.card {
        made.add_text(fields.base, name_key(facts.card.base_name()));
        for facet in facets(facts) {
            made.add_text(fields.facet, facet);
        }
        for (field, number) in numbers(&facts.card, fields) {
            made.add_i64(field, i64::from(number));
        }
    }
    made
}

/// What the filters may ask of a card, as terms.
#[must_use]
pub fn facets(facts: &CardFacts) -> Vec<String> {
    let card = &facts.card;
    let mut terms = vec![
        format!("side:{}", side_word(card.side)),
        format!("set:{}", name_key(&card.set)),
        format!("rarity:{}", name_key(&card.rarity)),
    ];
    terms.extend(
        card.types
            .iter()
            .map(|t| format!("t:{}", t.name().to_lowercase())),
    );
    for subtype in &card.subtypes {
        let key = name_key(subtype);
        terms.extend(
            key.split(' ')
                .filter(|word| *word != key)
                .map(|word| format!("st:{word}")),
        );
        terms.push(format!("st:{key}"));
    }
    for (keyword, strength) in &facts.keywords {
        let slug = keyword.slug();
        terms.push(format!("k:{slug}"));
        if let Some(strength) = strength {
            terms.push(format!("k:{slug}=number"));
            let reached = 0..=(*strength).min(LARGEST_STRENGTH);
            terms.extend(reached.map(|n| format!("k:{slug}>={n}")));
        }
    }
    if card.is_unique() {
        terms.push("is:unique".to_owned());
    }
    if facts.modelled {
        terms.push("is:modelled".to_owned());
    }
    terms
}

/// The printed numbers of a card; what is left open (`*`, `X`) is no number.
fn numbers<'a>(card: &'a Card, fields: &Fields) -> impl Iterator<Item = (Field, i32)> + use<'a> {
    [
        (fields.cost, card.cost),
        (fields.speed, card.speed),
        (fields.power, card.power),
        (fields.health, card.health),
    ]
    .into_iter()
    .filter_map(|(field, printed)| Some((field, printed.and_then(Printed::number)?)))
}

fn plain(words: &[Word]) -> PreTokenizedString {
    cut(words.iter().map(|word| word.text.as_str()))
}

fn meant(tokens: &[Token]) -> PreTokenizedString {
    cut(tokens.iter().map(|token| token.text.as_str()))
}

fn cut<'a>(texts: impl Iterator<Item = &'a str>) -> PreTokenizedString {
    let tokens = texts
        .enumerate()
        .map(|(position, text)| tantivy::tokenizer::Token {
            position,
            text: text.to_owned(),
            ..Default::default()
        })
        .collect();
    PreTokenizedString {
        text: String::new(),
        tokens,
    }
}
