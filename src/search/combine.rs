//! Queries of the index put together: all of them, any, none.

use super::filters::Compare;
use std::ops::Bound;
use tantivy::query::{
    AllQuery, BooleanQuery, ConstScoreQuery, EmptyQuery, Occur, Query as Tantivy, RangeQuery,
};
use tantivy::schema::Field;
use tantivy::{Score, Term};

pub(super) type Boxed = Box<dyn Tantivy>;

pub(super) fn constant(query: Boxed, score: Score) -> Boxed {
    Box::new(ConstScoreQuery::new(query, score))
}

/// Filters hold or do not; they add nothing to a score.
pub(super) fn silent(query: Boxed) -> Boxed {
    constant(query, 0.0)
}

pub(super) fn every(queries: Vec<Boxed>) -> Boxed {
    if queries.is_empty() {
        return Box::new(EmptyQuery);
    }
    Box::new(BooleanQuery::intersection(queries))
}

pub(super) fn any(queries: Vec<Boxed>) -> Boxed {
    if queries.is_empty() {
        return Box::new(EmptyQuery);
    }
    Box::new(BooleanQuery::union(queries))
}

pub(super) fn negate(query: Boxed) -> Boxed {
    Box::new(BooleanQuery::new(vec![
        (Occur::Must, Box::new(AllQuery)),
        (Occur::MustNot, query),
    ]))
}

pub(super) fn range(field: Field, compare: Compare, value: i64) -> Boxed {
    let term = Term::from_field_i64(field, value);
    let (from, to) = match compare {
        Compare::Less => (Bound::Unbounded, Bound::Excluded(term)),
        Compare::AtMost => (Bound::Unbounded, Bound::Included(term)),
        Compare::Equal => (Bound::Included(term.clone()), Bound::Included(term)),
        Compare::AtLeast => (Bound::Included(term), Bound::Unbounded),
        Compare::More => (Bound::Excluded(term), Bound::Unbounded),
    };
    Box::new(RangeQuery::new(from, to))
}
