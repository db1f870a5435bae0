//! How each keyword is put on a board: what its file and its glossary entry say of that.

use crate::rulebook::{ClauseId, Form, Keyword, Moment};
use crate::rules::keyword::def;
use crate::rules::shown::{Bearer, Beside, Shown, Start};
use crate::rules::window::WindowId;

pub(super) use crate::rules::shown::{AimAt, Need};

use super::role::Role;

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

    /// The same keyword on a Battle card, if it is shown on one.
    pub fn on_battle_card(self) -> Option<Recipe> {
        let line = self.shown.on_battle_card;
        (!line.is_empty()).then_some(Recipe {
            shown: Shown {
                line,
                need: Need::Card,
                start: Start::Arena,
                bearer: Bearer::BattleCard,
                ..self.shown
            },
            ..self
        })
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

    /// That moment in words: what also lies on Battle cards acts when one is played, too.
    pub fn at_words(&self) -> &'static str {
        if self.at() == Moment::Complete && !self.shown.on_battle_card.is_empty() {
            "when a card in the build zone is completed or a Battle card is played"
        } else {
            self.at().words()
        }
    }

    /// The natural face of attack dice it looks at.
    pub fn face(&self) -> Option<u8> {
        def(self.keyword)
            .and_then(|d| d.not_damage_dice)
            .map(|(face, _)| face)
    }

    /// Its line with a number that no damage of a board exceeds.
    pub fn strong_line(&self) -> String {
        self.numbered(STRONG)
    }

    /// Its line with that number.
    pub fn numbered(&self, number: i32) -> String {
        let line = self.line();
        let words = line.trim_end_matches(|c: char| c.is_ascii_digit());
        format!("{words}{number}")
    }

    /// The clause by which it speaks of attack dice only.
    pub fn attack_dice(&self) -> Option<ClauseId> {
        let own = def(self.keyword)?;
        let face = own.not_damage_dice.map(|(_, clause)| clause);
        face.or(own.grounds.attack_dice_only)
            .or(self.shown.attack_dice)
    }

    /// Where it has to lie to change the defender, if it does.
    pub fn mover(&self) -> Option<Role> {
        self.shown
            .moves_the_attack
            .then_some(match self.shown.beside {
                Beside::On => Role::Friend,
                Beside::No | Beside::Reaches => Role::Defender,
            })
    }

    /// It prevents damage that is pending.
    pub fn prevents(&self) -> bool {
        def(self.keyword).is_some_and(|d| {
            let played = d
                .offer
                .is_some_and(|o| o.windows.contains(&WindowId::Prevention));
            played || d.hooks.iter().any(|h| h.window == WindowId::Prevention)
        })
    }

    /// Dice have to show more than usual to hit its unit.
    pub fn is_hard_to_hit(&self) -> bool {
        def(self.keyword).is_some_and(|d| d.hit_by.is_some())
    }

    /// It prevents damage to other units, not to its own.
    pub fn guards_others(&self) -> bool {
        def(self.keyword).is_some_and(|d| d.guards_others)
    }

    /// It does damage that is none of the attack dice.
    pub fn harms(&self) -> bool {
        self.shown.no_attack.or(self.shown.damage_dice).is_some()
    }

    /// A line that its unit has besides, without which it has nothing to do.
    pub fn companion(&self) -> Option<Recipe> {
        self.shown.companion.map(recipe)
    }
}

/// It is about playing or completing its card, not about the unit that has it.
pub(super) const fn is_of_the_card(recipe: &Recipe) -> bool {
    matches!(recipe.shown.need, Need::Complete | Need::Card)
}

/// More than any damage of a board.
const STRONG: i32 = 20;

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

/// Where one is a text of Battle cards and the other can be one, both stand on the same card.
pub(super) fn on_one_card(recipes: [Recipe; 2]) -> [Recipe; 2] {
    let of_cards = |r: &Recipe| r.shown.bearer == Bearer::BattleCard;
    if recipes.iter().any(of_cards) {
        recipes.map(|r| r.on_battle_card().unwrap_or(r))
    } else {
        recipes
    }
}
