//! Typed fields made into a ruling. Everything that is wrong is told at once, each fault with its
//! field and the nearest thing that is known.

use serde_json::Value;
use time::macros::format_description;

use super::Typed;
use crate::catalogue::{CardIndex, Found};
use crate::rulebook::{ClauseId, Edition, Keyword};
use crate::rules::document;
use crate::rules::situation::{About, Case};
use crate::rules::trace::Ruling;
use crate::store::{Authority, Content, Link, LinkKind, RulingStatus, Source};
use crate::web::engine;
use crate::web::error::Fault;
use crate::web::library::QUESTIONS;
use crate::web::names;

/// The longest texts, in characters.
const TITLE: usize = 200;
const SHORT: usize = 4000;
const LONG: usize = 30_000;
/// How many things of a kind a ruling may touch.
const TOUCHED: usize = 40;

/// Gathers faults.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, field: &str, detail: impl Into<String>) {
        self.0.push(Fault {
            place: field.to_owned(),
            detail: detail.into(),
        });
    }
}

impl Typed {
    /// The ruling that was typed. `before` is the one it was edited from: where the situation is
    /// the same, its outcome stays what drift is measured against, unless today's is accepted.
    ///
    /// # Errors
    /// Everything that is wrong, by field.
    pub fn check(
        &self,
        cards: &CardIndex,
        authorities: &[Authority],
        before: Option<&Content>,
    ) -> Result<Content, Vec<Fault>> {
        let mut faults = Faults::default();
        self.check_texts(&mut faults);
        let status = self.status(before, &mut faults);
        let authority = self.authority(status, authorities, &mut faults);
        self.check_source(authority, &mut faults);
        let run = self.run(cards, &mut faults);
        let links = self.links(cards, run.as_ref().map(|(_, ruling)| ruling), &mut faults);
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        let (situation, outcome) = match run {
            None => (None, None),
            Some((situation, ruling)) => {
                let kept = before
                    .filter(|b| !self.accept && b.situation.as_ref() == Some(&situation))
                    .and_then(|b| b.outcome.clone());
                let outcome = kept.or_else(|| serde_json::to_value(&ruling).ok());
                (Some(situation), outcome)
            }
        };
        Ok(Content {
            title: self.title.clone(),
            question: self.question.clone(),
            answer: self.answer.clone(),
            explanation: self.explanation.clone(),
            status,
            edition: self.edition.clone(),
            verdict: self.verdict.clone(),
            situation,
            outcome,
            source: Source {
                place: self.place.clone(),
                who: self.who.clone(),
                date: self.date.clone(),
                link: self.link.clone(),
            },
            authority,
            links,
        })
    }

    fn check_texts(&self, faults: &mut Faults) {
        let fields = [
            ("title", &self.title, TITLE, true),
            ("question", &self.question, SHORT, true),
            ("answer", &self.answer, SHORT, true),
            ("explanation", &self.explanation, LONG, false),
            ("verdict", &self.verdict, TITLE, false),
            ("place", &self.place, TITLE, false),
            ("who", &self.who, TITLE, false),
            ("link", &self.link, SHORT, false),
            ("note", &self.note, TITLE, false),
        ];
        for (field, text, most, needed) in fields {
            let letters = text.chars().count();
            if needed && letters == 0 {
                faults.add(field, "this is needed");
            }
            if letters > most {
                faults.add(field, format!("{letters} letters; at most {most} fit"));
            }
        }
        if !Edition::ALL.iter().any(|e| e.as_str() == self.edition) {
            faults.add(
                "edition",
                format!(
                    "there is no edition `{}`; there are 2018 and 2025",
                    self.edition
                ),
            );
        }
    }

    fn status(&self, before: Option<&Content>, faults: &mut Faults) -> RulingStatus {
        let Some(status) = RulingStatus::find(&self.status) else {
            faults.add("status", format!("there is no status `{}`", self.status));
            return RulingStatus::Judge;
        };
        let was = before.is_some_and(|b| b.status == RulingStatus::Superseded);
        if status == RulingStatus::Superseded && !was {
            faults.add(
                "status",
                "name the ruling that takes its place on the ruling's review page",
            );
        }
        status
    }

    fn authority(
        &self,
        status: RulingStatus,
        authorities: &[Authority],
        faults: &mut Faults,
    ) -> Option<i64> {
        let known = self
            .authority
            .parse::<i64>()
            .ok()
            .filter(|id| authorities.iter().any(|a| a.id == *id));
        if !self.authority.is_empty() && known.is_none() {
            faults.add("authority", "there is no such authority");
        }
        if status == RulingStatus::Official && self.authority.is_empty() {
            faults.add(
                "authority",
                "an official ruling names the authority that made it",
            );
        }
        known
    }

    fn check_source(&self, authority: Option<i64>, faults: &mut Faults) {
        let form = format_description!("[year]-[month]-[day]");
        if !self.date.is_empty() && time::Date::parse(&self.date, form).is_err() {
            faults.add(
                "date",
                format!("`{}` is no date; write it as 2018-03-01", self.date),
            );
        }
        if authority.is_some() && self.date.is_empty() {
            faults.add(
                "date",
                "the date decides whether the authority was in office",
            );
        }
        let is_web = self.link.starts_with("https://") || self.link.starts_with("http://");
        if !self.link.is_empty() && !is_web {
            faults.add("link", "a link begins with https://");
        }
    }

    /// The situation as it is stored, without what it says of itself, and today's ruling of it.
    fn run(&self, cards: &CardIndex, faults: &mut Faults) -> Option<(Value, Ruling)> {
        if self.situation.is_empty() {
            return None;
        }
        let mut situation = match document::read(&self.situation, cards) {
            Ok(case) => case.situation,
            Err(problems) => {
                for problem in problems.0 {
                    faults.add("situation", format!("{}: {}", problem.place, problem.what));
                }
                return None;
            }
        };
        if situation.edition.as_str() != self.edition {
            let detail = format!(
                "the situation is of edition {}; it says so with `edition = \"{}\"`",
                situation.edition.as_str(),
                self.edition
            );
            faults.add("situation", detail);
        }
        situation.about = About::default();
        let ruling = engine::rule(&situation);
        let case = Case {
            situation,
            expect: None,
        };
        Some((document::to_json_value(&case, Some(cards)), ruling))
    }

    fn links(&self, cards: &CardIndex, ruling: Option<&Ruling>, faults: &mut Faults) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        let mut add = |kind: LinkKind, target: &str| {
            let link = Link {
                kind,
                target: target.to_owned(),
            };
            if !links.contains(&link) {
                links.push(link);
            }
        };
        let between = |c: char| c == ',' || c == ';' || c.is_whitespace();
        for id in self.clauses.split(between).filter(|id| !id.is_empty()) {
            match id.parse::<ClauseId>() {
                Ok(id) => {
                    add(LinkKind::Clause, id.as_str());
                    if id.as_str().starts_with(QUESTIONS) {
                        add(LinkKind::Question, id.as_str());
                    }
                }
                Err(error) => faults.add("clauses", error.to_string()),
            }
        }
        for note in ruling.map(|r| r.readings.as_slice()).unwrap_or_default() {
            add(LinkKind::Question, note.clause.as_str());
        }
        let names = self.keywords.split([',', ';', '\n']).map(str::trim);
        for name in names.filter(|name| !name.is_empty()) {
            match Keyword::find(name) {
                Some(keyword) => add(LinkKind::Keyword, keyword.slug()),
                None => {
                    let error = name.parse::<Keyword>().err();
                    faults.add(
                        "keywords",
                        error.map_or_else(String::new, |e| e.to_string()),
                    );
                }
            }
        }
        let lines = self.cards.lines().map(str::trim);
        for name in lines.filter(|line| !line.is_empty()) {
            match card(cards, name) {
                Ok(full) => add(LinkKind::Card, &full),
                Err(detail) => faults.add("cards", detail),
            }
        }
        for kind in [LinkKind::Clause, LinkKind::Keyword, LinkKind::Card] {
            if links.iter().filter(|l| l.kind == kind).count() > TOUCHED {
                faults.add(kind.field(), format!("at most {TOUCHED} fit"));
            }
        }
        links
    }
}

/// The full name of the card that is meant.
fn card(cards: &CardIndex, typed: &str) -> Result<String, String> {
    let shown: String = typed.chars().take(80).collect();
    match names::meant(cards, typed) {
        Found::One(card) => Ok(card.name.clone()),
        Found::Many(names) => {
            let few: Vec<&str> = names.into_iter().take(6).collect();
            Err(format!("`{shown}` may be {}", few.join("; ")))
        }
        Found::None { nearest } => Err(match nearest.first() {
            Some(name) => format!("there is no card `{shown}`; the nearest is `{name}`"),
            None => format!("there is no card `{shown}`"),
        }),
    }
}

impl LinkKind {
    /// The field of the form it is typed into.
    const fn field(self) -> &'static str {
        match self {
            LinkKind::Clause | LinkKind::Question => "clauses",
            LinkKind::Keyword => "keywords",
            LinkKind::Card => "cards",
        }
    }
}
