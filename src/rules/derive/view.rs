//! What a unit has at the moment: its abilities, its numbers, what it may and must do.

use std::rc::Rc;

use crate::cardtext::{Ability, Ban, Filter, Stat, Who};
use crate::rulebook::{Activation, Keyword};
use crate::rules::look::{self, Look};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::Cite;

use super::Copy;

/// A ban on a unit.
#[derive(Clone, Debug)]
pub struct Banned {
    /// What it may not do or suffer.
    pub ban: Ban,
    /// The words.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cite: Cite,
    /// In whose name filters inside it are read.
    pub look: Look,
}

/// That damage from a unit can't be prevented.
#[derive(Clone, Debug)]
pub struct Unprevented {
    /// With these keywords; empty: at all.
    pub by: Vec<Keyword>,
    /// Such units may prevent it all the same.
    pub except: Option<Filter>,
    /// What it rests on.
    pub cite: Cite,
    /// In whose name the exception is read.
    pub look: Look,
}

/// A permission or duty to attack.
#[derive(Clone, Debug)]
pub struct AttackDuty {
    /// Whom, if it is said.
    pub target: Option<Who>,
    /// In whose name it is read.
    pub look: Look,
    /// What it rests on.
    pub cite: Cite,
}

/// What a unit has at the moment.
#[derive(Clone, Debug, Default)]
pub struct UnitView {
    /// Its abilities.
    pub copies: Vec<Copy>,
    /// Speed.
    pub speed: i32,
    /// Power; may be below 0 (11.31).
    pub power: i32,
    /// Health.
    pub health: i32,
    /// Subtypes it has gained.
    pub gained_subtypes: Vec<String>,
    /// Subtypes it has lost.
    pub lost_subtypes: Vec<String>,
    /// What it may not do.
    pub bans: Vec<Banned>,
    /// Whom it must attack.
    pub must_attack: Vec<AttackDuty>,
    /// Whom it may attack beyond the rule.
    pub may_attack: Vec<(Filter, Look)>,
    /// It may attack out of the build zone.
    pub from_build: bool,
    /// Whether it may be left tapped in the untap step, and by which line.
    pub may_stay_tapped: Option<Cite>,
    /// Attack dice it rolls whatever its power is, and by what (3.2.6).
    pub dice: Option<(i32, Cite)>,
    /// How many changes of its power by effects there are.
    pub power_changes: usize,
    /// What changes, sets or multiplies its power, and by how much it changes it.
    pub power_by: Vec<(i32, Cite)>,
    /// On the way to its power the sum was below 0, and that counts (11.31).
    pub power_was_below: bool,
    /// What it says against the prevention of damage from it.
    pub unpreventable: Vec<Unprevented>,
    /// Keywords it has lost.
    pub lost: Vec<(Keyword, Cite)>,
    /// The words by which it has lost its whole text.
    pub lost_all: Option<Rc<str>>,
    /// The words by which it has lost its own text, but nothing that others give it.
    pub lost_text: Option<Rc<str>>,
}

impl UnitView {
    /// Whether the unit can't gain or can't lose so much of a number (1.1.6).
    #[must_use]
    pub fn keeps_out(&self, stat: Stat, by: i32) -> bool {
        let kept_out = |b: &Banned| match &b.ban {
            Ban::Gain(s) => *s == stat && by > 0,
            Ban::LoseStat(s) => *s == stat && by < 0,
            _ => false,
        };
        self.banned(kept_out).is_some()
    }

    /// The words by which it has lost its own text.
    #[must_use]
    pub fn silenced(&self) -> Option<&Rc<str>> {
        self.lost_all.as_ref().or(self.lost_text.as_ref())
    }

    /// The copies of a keyword, those that do not work now included. An activated keyword counts
    /// with or without a cost; any other only without.
    pub fn copies_of(&self, keyword: Keyword) -> impl Iterator<Item = &Copy> {
        let activated = keyword.entry().activation == Activation::Activated;
        self.copies.iter().filter(move |c| {
            let bare = matches!(&*c.ability, Ability::Keyword(_));
            c.keyword().is_some_and(|k| k.keyword == keyword) && (bare || activated)
        })
    }

    /// Whether it has the keyword and the keyword works.
    #[must_use]
    pub fn has(&self, keyword: Keyword) -> bool {
        self.copies_of(keyword).any(|c| c.off.is_none())
    }

    /// The first ban that fits.
    pub fn banned(&self, fits: impl Fn(&Banned) -> bool) -> Option<&Banned> {
        self.bans.iter().find(|b| fits(b))
    }
}

/// Whether the subtype word stands in the unit's type line, gains and losses counted.
#[must_use]
pub fn has_subtype(table: &Table, ix: UnitIx, word: &str) -> bool {
    let wanted = word.to_lowercase();
    let hit = |phrases: &[String]| {
        phrases
            .iter()
            .any(|p| look::contains_words(&p.to_lowercase(), &wanted))
    };
    let (unit, view) = (table.unit(ix), table.view(ix));
    hit(&view.gained_subtypes) || (hit(&unit.subtypes) && !hit(&view.lost_subtypes))
}
