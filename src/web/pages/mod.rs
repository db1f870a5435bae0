//! Pages, one file each.

pub(super) mod about;
pub(super) mod ask;
pub(super) mod attack;
pub(super) mod card;
pub(super) mod desk;
pub(super) mod edit;
pub(super) mod go;
pub(super) mod home;
pub(super) mod judge;
pub(super) mod judges;
pub(super) mod keyword;
pub(super) mod keywords;
pub(super) mod login;
pub(super) mod odds;
pub(super) mod pair;
pub(super) mod precedent;
pub(super) mod propose;
pub(super) mod published;
pub(super) mod question;
pub(super) mod rules;
pub(super) mod ruling;
pub(super) mod rulings;
pub(super) mod sets;
pub(super) mod wrong;

use serde::Deserialize;

use super::error::Problem;
use super::precedents::Precedent;
use super::view::VerdictView;
use crate::rulebook::{ClauseId, Edition};

/// A ruling in a list.
#[derive(Clone, Debug)]
pub(super) struct RulingEntry {
    pub verdict: VerdictView,
    pub href: String,
    pub title: String,
    pub answer: String,
    pub origin: String,
}

impl RulingEntry {
    pub(super) fn of(precedent: &Precedent) -> RulingEntry {
        let about = &precedent.case.situation.about;
        let answer = super::markdown::plain(&about.ruling);
        let mut origin = vec![precedent.origin()];
        origin.extend((!precedent.keywords.is_empty()).then(|| {
            let names: Vec<&str> = precedent.keywords.iter().map(|k| k.name()).collect();
            names.join(", ")
        }));
        RulingEntry {
            verdict: precedent.ruling.verdict.kind.into(),
            href: precedent.href(),
            title: precedent.title().to_owned(),
            answer: super::frame::clip(
                if answer.is_empty() {
                    &precedent.ruling.verdict.summary
                } else {
                    &answer
                },
                160,
            ),
            origin: origin.join(" · "),
        }
    }
}

/// `?edition=2025`.
#[derive(Deserialize, Debug, Default)]
pub(super) struct EditionQuery {
    edition: Option<String>,
}

impl EditionQuery {
    /// The edition asked for; the usual one where none is.
    pub(super) fn get(&self) -> Result<Edition, Problem> {
        let Some(text) = &self.edition else {
            return Ok(Edition::default());
        };
        let known = Edition::ALL.into_iter().find(|e| e.as_str() == text);
        known.ok_or_else(|| {
            Problem::unusable(
                "unknown-edition",
                format!("there is no edition `{text}`; there are 2018 and 2025"),
            )
        })
    }
}

/// A clause that is not there, with the nearest that is.
pub(super) fn no_clause(id: &str) -> Problem {
    let problem = match id.parse::<ClauseId>() {
        Err(error) => {
            let nearest = error.nearest.and_then(ClauseId::parse);
            let problem = Problem::missing("unknown-clause", error.to_string());
            match nearest {
                Some(id) => problem.suggest(id.as_str(), super::view::clause_href(id)),
                None => problem,
            }
        }
        Ok(_) => Problem::missing("unknown-clause", format!("no clause `{id}`")),
    };
    problem.suggest("all rules", "/rules")
}
