//! What a step rests on: a clause, a line, a ruling by hand.

use serde::{Deserialize, Serialize};

use crate::rulebook::ClauseId;
use crate::rules::grounds;

/// What a step rests on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Cite {
    /// A numbered clause.
    Clause(ClauseId),
    /// An ability line: `card:nom-anor-b/3` or `unit:vader/2`, counted from 1.
    Line(String),
    /// A ruling by hand.
    Hand,
}

impl From<Cite> for String {
    fn from(cite: Cite) -> String {
        match cite {
            Cite::Clause(id) => id.as_str().to_owned(),
            Cite::Line(line) => line,
            Cite::Hand => "hand".to_owned(),
        }
    }
}

impl TryFrom<String> for Cite {
    type Error = String;

    fn try_from(text: String) -> Result<Cite, String> {
        match ClauseId::parse(&text) {
            Some(id) => Ok(Cite::Clause(id)),
            None if text == "hand" => Ok(Cite::Hand),
            None if text.starts_with("card:") || text.starts_with("unit:") => Ok(Cite::Line(text)),
            None => Err(format!(
                "`{text}` is no clause, card line or ruling by hand"
            )),
        }
    }
}

impl From<ClauseId> for Cite {
    fn from(id: ClauseId) -> Cite {
        Cite::Clause(id)
    }
}

/// Something with the ground it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cited<T> {
    what: T,
    first: Cite,
    more: Vec<Cite>,
}

impl<T> Cited<T> {
    /// The thing, resting on that ground.
    pub fn new(what: T, ground: impl Into<Cite>) -> Cited<T> {
        Cited {
            what,
            first: ground.into(),
            more: Vec::new(),
        }
    }

    /// The same, resting on further ground too.
    #[must_use]
    pub fn and(mut self, ground: impl Into<Cite>) -> Cited<T> {
        let ground = ground.into();
        if ground != self.first && !self.more.contains(&ground) {
            self.more.push(ground);
        }
        self
    }

    /// The same, resting on further ground too if it does not rest on enough already.
    #[must_use]
    pub fn also(self, ground: impl Into<Cite>) -> Cited<T> {
        if self.more.len() + 1 < grounds::MOST {
            self.and(ground)
        } else {
            self
        }
    }

    /// The same for several grounds.
    #[must_use]
    pub fn also_all(self, more: impl IntoIterator<Item = ClauseId>) -> Cited<T> {
        more.into_iter().fold(self, Cited::also)
    }

    /// The thing itself.
    pub const fn what(&self) -> &T {
        &self.what
    }

    /// The thing and everything it rests on, the first ground first.
    pub fn into_parts(self) -> (T, Vec<Cite>) {
        let mut cites = vec![self.first];
        cites.extend(self.more);
        (self.what, cites)
    }
}
