//! Minimal boards: an attacker, a defender and the defender's friend, with the lines of two
//! keywords on them.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `units` | the cards of a board |
//! | `scenes` | what happens on it |
//! | `uses` | which abilities are used, when and on whom |

mod scenes;
mod units;
mod uses;

use crate::rulebook::Keyword;
use crate::rules::situation::Play;
use crate::rules::window::WindowId;

use super::recipe::{Need, Recipe};
use super::role::Role;

/// One keyword on the board.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// How it is put there.
    pub recipe: Recipe,
    /// On which unit.
    pub role: Role,
    /// Its line.
    pub line: String,
}

/// How much damage the units of a run bear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Health {
    /// Whatever is done to them.
    Stands,
    /// The defenders fall by two damage counters.
    Weak,
    /// The attacker falls by one damage counter.
    Exposed,
    /// Every unit falls by one damage counter.
    Frail,
    /// The defender stands after one attack and falls by a second one.
    Later,
}

impl Health {
    /// Who falls.
    pub const fn words(self) -> &'static str {
        match self {
            Health::Stands => "",
            Health::Weak => "the attacked unit falls by 2 damage",
            Health::Exposed => "the attacker falls by any damage",
            Health::Frail => "every unit falls by any damage",
            Health::Later => "the attacked unit falls by two attacks",
        }
    }
}

/// A second attack of a run, for what one attack leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Then {
    /// There is none.
    Nothing,
    /// The attacked unit attacks in the same turn.
    Returned,
    /// The attacker attacks again in the next turn.
    NextTurn,
}

/// The dice and the health of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    /// Faces of the attack dice, repeated if more are needed.
    pub faces: [u8; 6],
    /// Face of dice rolled additionally.
    pub added: u8,
    /// Faces of dice of damage, in turn.
    pub damage: [u8; 2],
    /// Which units fall.
    pub health: Health,
    /// Which die is rerolled, from 1, and into what; `None`: dice that the player likes least, into
    /// what the player likes.
    pub rerolled: Option<(u8, u8)>,
    /// The hits that are predicted.
    pub predicted: i32,
    /// What follows the attack.
    pub then: Then,
}

/// What both keywords need of the board; the same whichever of them is on it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The two keywords.
    pub parts: [Part; 2],
    /// The dice and the health.
    pub variant: Variant,
    /// A hidden unit is tapped, so that it can be attacked.
    pub open: bool,
    /// The part that lends the line of the other one, which lies nowhere else when both are there.
    pub lender: Option<usize>,
    /// Another unit's keyword, without which the others have nothing to do.
    pub foil: Option<Part>,
    /// The same keyword on the other of two units, used between two copies of it.
    pub back: Option<Part>,
    /// One of the two keywords on another unit too, when that one is there.
    pub twin: Option<(usize, Role)>,
    /// The cards lie as for an attack into another arena in every run, also without the keyword that
    /// makes it.
    pub apart: bool,
    /// The part whose line stands on the card that is stacked under the other one's unit, when both are
    /// there.
    pub covered: Option<usize>,
    /// The hits of the variant are predicted, right or wrong.
    pub foretold: bool,
    /// The attacker may attack units in the build zone.
    pub into_zone: bool,
    /// The lines and the uses of the two are in the other order.
    pub reversed: bool,
}

/// A use that waits for its window.
#[derive(Clone, Debug)]
pub(super) struct Want {
    /// The window.
    pub window: WindowId,
    /// It comes after the dice of that window, not before.
    pub late: bool,
    /// Its place among uses in one window: what changes the defender comes after what the first
    /// defender does and before what the new one does.
    pub turn: u8,
    /// It changes the defender.
    pub moves: bool,
    /// The play.
    pub play: Play,
}

/// Plays that are made one after the other, with the uses that fall among them.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    /// The plays.
    pub plays: Vec<Play>,
    /// The uses.
    pub wants: Vec<Want>,
    /// The uses of a further attack that one of them makes.
    pub again: Vec<Want>,
}

impl Board {
    /// Whether damage counters lie on a unit from the start.
    pub fn is_wounded(&self) -> bool {
        self.parts.iter().any(|p| p.recipe.shown.wounded)
    }

    /// The same with another line for one of the two.
    pub fn with_line(mut self, which: usize, line: String) -> Board {
        let [a, b] = &mut self.parts;
        let part = if which == 0 { a } else { b };
        part.line = line;
        self
    }

    /// Where the two keywords lie.
    pub fn roles(&self) -> [Role; 2] {
        let [a, b] = &self.parts;
        [a.role, b.role]
    }

    /// The two keywords.
    pub fn keywords(&self) -> [Keyword; 2] {
        let [a, b] = &self.parts;
        [a.recipe.keyword, b.recipe.keyword]
    }

    /// A text that is the same for boards on which the same happens.
    pub fn name(&self, there: [bool; 2]) -> String {
        let mut situation = self.situation(there);
        situation.plays = self
            .scenes(there, &self.variant)
            .into_iter()
            .flat_map(|s| {
                let wants = s.wants.into_iter().chain(s.again);
                s.plays.into_iter().chain(wants.map(|w| w.play))
            })
            .collect();
        format!("{:?} {situation:?}", self.variant)
    }

    /// Whether the hits that are predicted have to be the right ones.
    pub fn predicts(&self) -> bool {
        let mut parts = self.parts.iter();
        !self.foretold && parts.any(|p| p.recipe.shown.usage.is_some_and(|u| u.predicts))
    }

    /// The parts that are there.
    fn present(&self, there: [bool; 2]) -> impl Iterator<Item = &Part> {
        let parts = self.parts.iter().zip(there);
        parts.filter(|(_, there)| *there).map(|(part, _)| part)
    }

    /// One of the two on another unit, if it is there.
    fn twin(&self, there: [bool; 2]) -> Option<Part> {
        let (which, role) = self.twin?;
        let (part, _) = self
            .parts
            .iter()
            .zip(there)
            .nth(which)
            .filter(|(_, there)| *there)?;
        Some(Part {
            role,
            ..part.clone()
        })
    }

    /// The parts whose lines stand on a card: of two of which one lends the other, the lender only.
    fn written(&self, there: [bool; 2]) -> impl Iterator<Item = &Part> {
        let lent = self.lender.filter(|_| there == [true, true]);
        let covered = self.covered.filter(|_| there == [true, true]);
        let parts = self.parts.iter().zip(there).enumerate();
        let mut own: Vec<&Part> = parts
            .filter(move |(at, (_, there))| *there && lent.is_none_or(|by| by == *at))
            .filter(move |(at, _)| covered != Some(*at))
            .map(|(_, (part, _))| part)
            .collect();
        if self.reversed {
            own.reverse();
        }
        let others = self.foil.iter().chain(self.returning(there));
        own.into_iter().chain(others)
    }

    /// What undoes the first copy, if one is there.
    fn returning(&self, there: [bool; 2]) -> Option<&Part> {
        self.back.as_ref().filter(|_| there != [false, false])
    }

    /// The parts on a unit, whether they are there or not.
    fn on(&self, role: Role) -> impl Iterator<Item = &Part> {
        let all = self.parts.iter().chain(&self.foil).chain(&self.back);
        all.filter(move |p| p.role == role)
    }

    /// The units that are there.
    fn units(&self, there: [bool; 2]) -> Vec<Role> {
        let partner =
            self.on(Role::Partner).next().is_some() || self.returned(self.lying(there)).is_some();
        let more = partner.then_some(Role::Partner);
        Role::ALL.into_iter().chain(more).collect()
    }

    /// What units have besides, so that a keyword of theirs has something to do. Another keyword of
    /// the unit that prevents damage is enough for one that needs prevention.
    fn companions(&self) -> impl Iterator<Item = Part> {
        self.parts.iter().filter_map(|p| {
            let companion = p.recipe.companion()?;
            let serves = |q: &Part| q.role == p.role && q.recipe.prevents();
            let needed = !companion.prevents() || !self.parts.iter().any(serves);
            needed.then(|| self.beside(companion, p.role))
        })
    }

    /// What a unit has besides; in the build zone it is listed there like the other one.
    fn beside(&self, companion: Recipe, role: Role) -> Part {
        let own = part(companion, role, None);
        let lender = self.lender.and_then(|by| self.parts.get(by));
        match lender.filter(|_| self.into_zone) {
            Some(lender) => Part {
                line: part(lender.recipe, role, Some(&companion)).line,
                ..own
            },
            None => own,
        }
    }

    /// Whether build steps follow the attacks.
    pub fn builds(&self) -> bool {
        self.needs(Need::Build)
    }

    fn needs(&self, need: Need) -> bool {
        self.parts.iter().any(|p| p.recipe.shown.need == need)
    }

    /// The unit that arrives, for what waits for an arrival.
    fn arrives(&self) -> Option<Role> {
        let waiting = self
            .parts
            .iter()
            .find(|p| p.recipe.shown.need == Need::Arrival)?;
        Some(match waiting.role {
            Role::Attacker => Role::Defender,
            Role::Defender | Role::Friend => Role::Attacker,
            Role::Partner => Role::Defender,
        })
    }
}

/// The part with the keyword's own line, or with that of the other keyword lent by it.
pub(super) fn part(recipe: Recipe, role: Role, lent: Option<&Recipe>) -> Part {
    let line = lent.map_or_else(|| recipe.line(), |l| recipe.lending(&l.line()));
    Part { recipe, role, line }
}
