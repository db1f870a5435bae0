//! How each keyword is put on a board: what its file and its glossary entry say of that.

use crate::rulebook::{Form, Keyword, Moment};
use crate::rules::keyword::def;
use crate::rules::shown::Shown;

pub(super) use crate::rules::shown::{AimAt, Need};

/// How a keyword is put on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe {
    /// The keyword.
    pub keyword: Keyword,
    /// What it does, as words behind its name.
    pub does: &'static str,
    /// What its file says.
    pub shown: Shown,
}

impl Recipe {
    /// Its ability line.
    pub fn line(&self) -> String {
        if !self.shown.line.is_empty() {
            return self.shown.line.to_owned();
        }
        if self.shown.need == Need::Lends {
            return self.lending(LENT);
        }
        match self.keyword.entry().form {
            Form::Number => format!("{} 1", self.keyword.name()),
            Form::Signed => format!("{} +1", self.keyword.name()),
            _ => self.keyword.name().to_owned(),
        }
    }

    /// Its line when it lends that ability.
    pub fn lending(&self, ability: &str) -> String {
        match self.shown.lending {
            Some(line) => line(ability),
            None => format!("{}: {ability}", self.keyword.name()),
        }
    }

    /// The moment at which it has its effect.
    pub fn at(&self) -> Moment {
        let first = || self.keyword.entry().moments.first().copied();
        self.shown.at.or_else(first).unwrap_or(Moment::Always)
    }

    /// The natural face of attack dice it looks at.
    pub fn face(&self) -> Option<u8> {
        def(self.keyword)
            .and_then(|d| d.not_damage_dice)
            .map(|(face, _)| face)
    }

    /// A line that its unit has besides, without which it has nothing to do.
    pub fn companion(&self) -> Option<Recipe> {
        self.shown.companion.map(recipe)
    }
}

/// What is lent where it does not matter what.
const LENT: &str = "Accuracy 1";

/// The recipe of a keyword. A former name without a file of its own acts as its entry says.
pub(super) fn recipe(keyword: Keyword) -> Recipe {
    Recipe {
        keyword,
        does: &keyword.entry().does,
        shown: def(keyword).map_or(Shown::IN_ATTACK, |d| d.shown),
    }
}
