//! Full-text search and answers to questions.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `document` | what is searched: clauses, keywords, cards, rulings |
//! | `asked` | ways to ask for a clause: `rulings/asked/` |
//! | `tokens` | words, folded or stemmed; typing errors |
//! | `tables` | the files of these tables |
//! | `synonyms` | the game's language: tables in `rulings/` |
//! | `schema` | the fields of the index |
//! | `index` | the index on disk and in memory: [`Search`], [`Snapshot`] |
//! | `query` | the filter language |
//! | `filters` | what its filters ask for |
//! | `combine` | queries of the index put together |
//! | `find` | running a query, in tiers |
//! | `names` | cards by the names people type |
//! | `closeness` | how closely a name is what was typed |
//! | `nicknames` | what players call cards |
//! | `mentions` | cards that a question names |
//! | `pairs` | neighbouring words in ways to ask |
//! | `spoken` | words in ways to ask |
//! | `prose` | clauses, rulings and questions, taken apart |
//! | `ranking` | ranking clauses and rulings for a question |
//! | `address` | what leads straight to a page |
//! | `answer` | [`ask`]: the answer to a question |
//! | `snippet` | texts with the words that matter marked |
//! | `unknown` | names that no card has |
//! | `versions` | version letters of cards |
//! | `vocabulary` | which words texts have |
//! | `eval` | figures over files of questions |

pub mod address;
pub mod answer;
mod asked;
mod closeness;
mod combine;
pub mod document;
pub mod eval;
pub mod filters;
pub mod find;
mod fts5;
pub mod index;
pub mod mentions;
pub mod names;
mod nicknames;
mod pairs;
pub mod prose;
pub mod query;
mod ranking;
pub mod schema;
pub mod snippet;
mod spoken;
pub mod synonyms;
mod tables;
pub mod tokens;
mod unknown;
mod versions;
mod vocabulary;

pub use answer::{Answer, Item, ask};
pub use document::{Document, Kind, RulingText};
pub use index::{Search, Snapshot};
pub use query::Query;
