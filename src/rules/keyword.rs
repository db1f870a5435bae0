//! What a keyword is to the engine: one value per keyword, with everything it does (design: the
//! engine). Stacking (RULES 5.2) is done once, for all of them.

mod held;
mod offer;

pub use held::{Held, held, number_of, power_grounds, through, value};
pub use offer::{Aimed, Among, Ask, DeclineFn, FromPile, LessFn, Offer, PlayFn};

use crate::cardtext::{Grant, KeywordValue};
use crate::game::Arena;
use crate::rulebook::{ClauseId, Keyword};

use super::deed::Deed;
use super::grounds::Grounds;
use super::shown::Shown;
use super::table::{Table, UnitIx};
use super::trace::{Cited, Reason};
use super::window::WindowId;

/// Every keyword the engine acts on, without the part that a test takes away.
#[cfg(test)]
pub use super::proofs::lamed::all;

/// What a hook proposes.
#[derive(Clone, Debug)]
pub enum Proposal {
    /// It is not concerned.
    Silent,
    /// It does nothing, for these reasons (shown as "did nothing because").
    Skip(Vec<Reason>),
    /// It does this.
    Do(Vec<Cited<Deed>>),
}

impl Proposal {
    /// Nothing, for one reason.
    #[must_use]
    pub fn skip(clause: ClauseId, text: impl Into<String>) -> Proposal {
        Proposal::Skip(vec![Reason {
            clause: Some(clause),
            text: text.into(),
        }])
    }

    /// One deed.
    #[must_use]
    pub fn one(deed: Cited<Deed>) -> Proposal {
        Proposal::Do(vec![deed])
    }
}

/// A plain function that looks at the table and proposes.
pub type HookFn = fn(&Table, &Held) -> Proposal;

/// A reason why a unit (first) cannot be attacked by another one (second).
pub type UntouchableFn = fn(&Table, UnitIx, UnitIx) -> Option<Reason>;

/// Whether a keyword of the top card lets another card be stacked with it.
/// Then by which clause it lies under the top card.
pub type StacksFn = fn(&Table, UnitIx, &KeywordValue, UnitIx) -> Option<ClauseId>;

/// Something a keyword does by itself in a window.
#[derive(Clone, Copy)]
pub struct Hook {
    /// The window.
    pub window: WindowId,
    /// Which of several keywords of the window comes first; smaller first.
    pub order: u8,
    /// What it does.
    pub run: HookFn,
}

/// Bonuses to a unit's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// Speed.
    pub speed: i32,
    /// Power.
    pub power: i32,
    /// Health.
    pub health: i32,
}

impl Numbers {
    /// So many times +10 speed, +1 power, +1 health: the bonus of stacks and several keywords.
    #[must_use]
    pub const fn steps(n: i32) -> Numbers {
        Numbers {
            speed: 10 * n,
            power: n,
            health: n,
        }
    }
}

/// Everything one keyword does. A part that is `None` or empty is something it does not do.
#[derive(Clone, Copy)]
pub struct KeywordDef {
    /// Which keyword.
    pub keyword: Keyword,
    /// It works while its unit is retreated (1.2.3).
    pub in_build_zone: bool,
    /// It works nowhere else, so that a text which lends it means units there.
    pub lent_there: bool,
    /// It works on a card under the top of a stack, if the readings say so (1.5.6).
    pub while_covered: Option<fn(&Table) -> bool>,
    /// It works while its card pilots a unit (8.6).
    pub while_piloting: bool,
    /// It works on a face-down, partly built card (1.2.2).
    pub while_partly_built: bool,
    /// It works from the discard pile.
    pub from_discard: bool,
    /// How it plays a Battle card from there.
    pub battle_card: Option<FromPile>,
    /// Its prevention is for other units, not its own.
    pub guards_others: bool,
    /// It speaks of attack dice: gained after the roll it is too late, by this clause.
    pub too_late: Option<ClauseId>,
    /// Abilities and grants it stands for (INSERT, Reserves, Switch, Pilot).
    pub expand: Option<fn(&Table, UnitIx, &KeywordValue) -> Expansion>,
    /// Bonuses to its own unit.
    pub numbers: Option<fn(&Table, UnitIx, i32) -> Numbers>,
    /// Bonuses to another unit.
    pub aura: Option<fn(&Table, UnitIx, UnitIx) -> Numbers>,
    /// The clause by which it changes numbers, of its own unit or of others.
    pub bonus_by: Option<ClauseId>,
    /// The attacker's power changes by this against the unit.
    pub against_attacker: Option<fn(i32) -> (i32, ClauseId)>,
    /// An attack into this arena, with its number as base power.
    pub reaches: Option<(Arena, ClauseId)>,
    /// A reason why the attacker may not attack the unit.
    pub untouchable: Option<UntouchableFn>,
    /// While the unit attacks, the defender cannot be changed.
    pub locks_defender: Option<ClauseId>,
    /// Added to each of its attack dice.
    pub die_bonus: Option<fn(i32) -> (i32, ClauseId)>,
    /// The least result that hits the unit.
    pub hit_by: Option<(i32, ClauseId)>,
    /// That result counts for dice of damage too, by this clause.
    pub hit_by_damage_dice: Option<ClauseId>,
    /// Damage from the unit can't be prevented.
    pub unpreventable: Option<ClauseId>,
    /// The unit may prevent unpreventable damage to itself.
    pub prevents_all: Option<ClauseId>,
    /// Additional counters for the damage of its attack placed on the defender.
    pub extra_counters: Option<fn(i32) -> (i32, ClauseId)>,
    /// Its attack dice are hidden until prevention is over.
    pub hides_dice: Option<ClauseId>,
    /// So many attack dice its player may have rerolled in the reroll chance, by its number; by this
    /// the odds know what may still change behind the roll.
    pub rerolls: Option<fn(i32) -> usize>,
    /// What it does by itself.
    pub hooks: &'static [Hook],
    /// What it offers.
    pub offer: Option<Offer>,
    /// Why it cannot speak of dice of damage showing this face.
    pub not_damage_dice: Option<(u8, ClauseId)>,
    /// The clauses on which the payment of what it earned rests.
    pub payment: Option<fn(&Table, UnitIx) -> Vec<ClauseId>>,
    /// The chances in which its card may not be completed, by this clause.
    pub not_in_reserved: Option<ClauseId>,
    /// What a card completed in the build step rests on, by having it.
    pub completed: Option<ClauseId>,
    /// Another way to complete the card.
    pub completes: Option<fn(&Table, UnitIx, &KeywordValue) -> Completion>,
    /// Cards it lets be stacked under the unit.
    pub stacks: Option<StacksFn>,
    /// All reasons against doing less of it than possible; `None`: there is nothing to choose.
    pub less: Option<LessFn>,
    /// What it does if its player does not name the unit it asks for; `None`: one has to be named.
    pub decline: Option<DeclineFn>,
    /// Why it did nothing in an attack, if no hook said so.
    pub idle: Option<HookFn>,
    /// How a small board shows it at work.
    pub shown: Shown,
    /// Its clauses for special circumstances.
    pub grounds: Grounds,
}

/// Another way to complete a card than by its build cost in build counters.
#[derive(Clone, Debug)]
pub enum Completion {
    /// It costs that many build counters instead.
    Costs(i32, ClauseId),
    /// With at least so many build counters on it, Force pays for the rest, at almost any time:
    /// the clause of the counters and that of the Force.
    ForceForRest(i32, [ClauseId; 2]),
    /// These costs replace the build cost; the clause by which they do, and the one that asks for
    /// all of it.
    Instead(Vec<crate::cardtext::Cost>, [ClauseId; 2]),
    /// It would cost less, if the condition held, which that clause asks for.
    Unmet(ClauseId),
    /// Not at all.
    Nothing,
}

/// What a keyword stands for.
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    /// Abilities the unit has by it.
    pub abilities: Vec<crate::cardtext::Ability>,
    /// Grants the unit has by it.
    pub grants: Vec<Grant>,
    /// Why they do not work now.
    pub off: Option<Reason>,
    /// They work in the build zone, whatever their own kind.
    pub awake: bool,
    /// The clause by which the unit has them.
    pub through: Option<ClauseId>,
}

impl KeywordDef {
    /// A keyword that does nothing, to be filled in.
    #[must_use]
    pub const fn plain(keyword: Keyword) -> KeywordDef {
        KeywordDef {
            keyword,
            in_build_zone: false,
            lent_there: false,
            while_covered: None,
            while_piloting: false,
            while_partly_built: false,
            from_discard: false,
            battle_card: None,
            guards_others: false,
            too_late: None,
            expand: None,
            numbers: None,
            aura: None,
            bonus_by: None,
            against_attacker: None,
            reaches: None,
            untouchable: None,
            locks_defender: None,
            die_bonus: None,
            hit_by: None,
            hit_by_damage_dice: None,
            unpreventable: None,
            prevents_all: None,
            extra_counters: None,
            hides_dice: None,
            rerolls: None,
            hooks: &[],
            offer: None,
            not_damage_dice: None,
            payment: None,
            not_in_reserved: None,
            completed: None,
            completes: None,
            stacks: None,
            less: None,
            decline: None,
            idle: None,
            shown: Shown::IN_ATTACK,
            grounds: Grounds::NONE,
        }
    }
}

/// Every keyword the engine acts on.
#[cfg(not(test))]
#[must_use]
pub const fn all() -> &'static [&'static KeywordDef] {
    super::keywords::ALL
}

/// What the engine knows of a keyword; `None` for one it has no file for.
#[must_use]
pub fn def(keyword: Keyword) -> Option<&'static KeywordDef> {
    all().iter().copied().find(|d| d.keyword == keyword)
}
