//! Stored rulings: storing one, loading one, comparing it with today's engine.

use serde::Deserialize;
use serde_json::{Value, json};

use super::desk::draft;
use super::engine;
use super::error::Problem;
use super::state::State;
use crate::catalogue::CardIndex;
use crate::rulebook::{Keyword, rulebook};
use crate::rules::document;
use crate::rules::situation::Case;
use crate::rules::trace::{Cite, Ruling};
use crate::store::{Agreement, NewRuling, RulingId, StoredAt, StoredRuling, Versions};

/// A stored ruling with its parts read.
#[derive(Debug)]
pub struct Stored {
    /// The row.
    pub row: StoredRuling,
    /// The situation it was made from.
    pub case: Case,
    /// The ruling as it was given.
    pub ruling: Ruling,
}

/// Rules on the case and stores the ruling; one with the same board and plays stays as it is.
///
/// # Errors
/// If the database does not answer.
pub async fn store(state: &State, case: &Case) -> Result<StoredAt, Problem> {
    let situation = &case.situation;
    let ruling = engine::rule(situation);
    state.metrics.ruling();
    let resolved: Value = serde_json::from_str(&document::canonical_json(situation))
        .map_err(|error| Problem::internal(&error))?;
    let new = NewRuling {
        resolved,
        input: document::to_json_value(case, None),
        title: situation.about.title.clone(),
        edition: ruling.edition.as_str().to_owned(),
        engine_version: ruling.engine.clone(),
        rules_version: rulebook().version(),
        verdict: kind_word(&ruling).to_owned(),
        summary: ruling.verdict.summary.clone(),
        cards: cards(case),
        keywords: keywords(&ruling)
            .into_iter()
            .map(|k| k.slug().to_owned())
            .collect(),
        ruling: serde_json::to_value(&ruling).map_err(|error| Problem::internal(&error))?,
    };
    Ok(state.db.store_ruling(&new).await?)
}

/// A stored ruling.
///
/// # Errors
/// If there is none of that id, or a judge has hidden it.
pub async fn load(state: &State, id: &str) -> Result<Stored, Problem> {
    let missing = || {
        Problem::missing(
            "no-such-ruling",
            "there is no stored ruling at this address",
        )
        .suggest("rulings", "/rulings")
        .suggest("make one", "/judge")
    };
    let id = RulingId::parse(id).ok_or_else(missing)?;
    let row = state.db.ruling(&id).await?.ok_or_else(missing)?;
    if let Some(note) = &row.hidden_note {
        let detail = format!("a judge has taken this ruling away: {note}");
        return Err(Problem::new(
            actix_web::http::StatusCode::GONE,
            "hidden",
            detail,
        ));
    }
    let case = draft::read_value(&row.input, &state.cards.now())?;
    let ruling = Ruling::deserialize(&row.ruling).map_err(|error| Problem::internal(&error))?;
    Ok(Stored { row, case, ruling })
}

/// Whether today's engine agrees with the stored ruling; worked out once for each version of
/// engine, rules and catalogue.
///
/// # Errors
/// If the database does not answer.
pub async fn agreement(state: &State, stored: &Stored) -> Result<Agreement, Problem> {
    let Some(id) = RulingId::parse(&stored.row.id) else {
        return Ok(Agreement::Same);
    };
    let now = versions(&state.cards.now());
    if let Some(known) = state.db.agreement(&id, &now).await? {
        return Ok(known);
    }
    let today = engine::rule(&stored.case.situation);
    let agreement = compare(&stored.ruling, &today);
    state.db.record_agreement(&id, &now, &agreement).await?;
    Ok(agreement)
}

/// What an outcome depends on today.
#[must_use]
pub fn versions(cards: &CardIndex) -> Versions {
    Versions {
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        rules: rulebook().version(),
        catalogue: cards.version().to_owned(),
    }
}

/// The first step that differs, and both outcomes. Wording alone is no difference.
#[must_use]
pub fn compare(then: &Ruling, today: &Ruling) -> Agreement {
    let same_outcome = then.verdict.kind == today.verdict.kind && then.after == today.after;
    let differs = |n: &usize| match (then.steps.get(*n), today.steps.get(*n)) {
        (Some(a), Some(b)) => {
            (a.window, a.kind, a.side, &a.unit, &a.changes)
                != (b.window, b.kind, b.side, &b.unit, &b.changes)
        }
        (None, None) => false,
        _ => true,
    };
    let most = then.steps.len().max(today.steps.len());
    let first = (0..most).find(differs);
    if same_outcome && first.is_none() {
        return Agreement::Same;
    }
    Agreement::Differs(json!({
        "step": first.map_or(most, |n| n + 1),
        "then": then.verdict.summary,
        "today": today.verdict.summary,
        "outcome": !same_outcome,
    }))
}

/// The keywords whose clauses a ruling cites in its steps.
#[must_use]
pub fn keywords(ruling: &Ruling) -> Vec<Keyword> {
    let mut keywords = Vec::new();
    for cite in ruling.steps.iter().flat_map(|s| &s.cites) {
        if let Cite::Clause(id) = cite
            && let Some(keyword) = id.keyword()
            && !keywords.contains(&keyword)
        {
            keywords.push(keyword);
        }
    }
    keywords
}

/// The cards on a board and on its units.
#[must_use]
pub fn cards(case: &Case) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for unit in &case.situation.units {
        let parts = unit.under.iter().chain(&unit.attached).chain(&unit.pilot);
        for card in std::iter::once(&unit.card)
            .chain(parts.map(|p| &p.card))
            .flatten()
        {
            if !names.contains(card) {
                names.push(card.clone());
            }
        }
    }
    names
}

/// The word of the verdict in the database.
#[must_use]
pub const fn kind_word(ruling: &Ruling) -> &'static str {
    use crate::rules::trace::VerdictKind;
    match ruling.verdict.kind {
        VerdictKind::Ruled => "ruled",
        VerdictKind::Depends => "depends",
        VerdictKind::Cannot => "cannot",
    }
}
