//! What a keyword is to the engine: one value per keyword, with everything it does (design: the
//! engine). Stacking (RULES 5.2) is done here once, for all of them.

use crate::cardtext::{Grant, KeywordAbility, KeywordValue, Scope};
use crate::game::Arena;
use crate::rulebook::{ClauseId, Keyword, Stacking};

use super::deed::Deed;
use super::derive::Copy;
use super::grounds::{Grounds, LentBy};
use super::look::{self, Look};
use super::shown::Shown;
use super::table::{Attack, CopyId, Table, UnitIx};
use super::trace::{Cited, Reason};
use super::window::WindowId;

/// A keyword as one unit has it: the copies that work, and their sum.
#[derive(Clone, Debug)]
pub struct Held {
    /// The unit.
    pub unit: UnitIx,
    /// The keyword.
    pub keyword: Keyword,
    /// The number: the sum of the copies for a cumulative keyword, otherwise the copy's own.
    pub value: i32,
    /// Its value for this attack: the number already there when the dice were rolled, and still
    /// there. Equal to `value` when no attack dice have been rolled.
    pub at_roll: i32,
    /// The copies behind it; one for a layered or selective keyword.
    pub copies: Vec<Copy>,
    /// How much of it a player asked for, where the keyword leaves that choice.
    pub asked: Option<i32>,
}

impl Held {
    /// How it is named in a trace: `Parry 2`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.copies.first().map(|c| c.keyword_value()) {
            Some(Some(KeywordValue::Number(_))) => {
                format!("{} {}", self.keyword.name(), self.value)
            }
            _ => self.keyword.name().to_owned(),
        }
    }

    /// The identity under which uses are counted: one for a cumulative or isolated keyword.
    #[must_use]
    pub fn copy_id(&self) -> CopyId {
        self.copies.first().map_or(CopyId(0), |c| {
            if matches!(
                self.keyword.entry().stacking,
                Stacking::Cumulative | Stacking::Isolated
            ) {
                CopyId::whole(self.unit, self.keyword)
            } else {
                c.id
            }
        })
    }

    /// The effect that the keyword's line lists after its name (`Last Stand: Draw a card`), if it
    /// does.
    #[must_use]
    pub fn listed_effect(&self) -> Option<Deed> {
        let copy = self.copies.first()?;
        let Some(KeywordValue::Effect(effect)) = copy.keyword_value() else {
            return None;
        };
        Some(Deed::Text {
            by: self.unit,
            effect: (**effect).clone(),
            printed: copy.printed.to_string(),
        })
    }

    /// Whether several copies make it up.
    #[must_use]
    pub const fn is_sum(&self) -> bool {
        self.copies.len() > 1
    }
}

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

/// What a play does, or what has to be known first.
pub type PlayFn = fn(&Table, &Held, &Aimed) -> Result<Vec<Cited<Deed>>, Ask>;

/// What a play does whose player declines to name a unit.
pub type DeclineFn = fn(&Table, &Held, &Aimed) -> Option<Cited<Deed>>;

/// A reason why a unit (first) cannot be attacked by another one (second).
pub type UntouchableFn = fn(&Table, UnitIx, UnitIx) -> Option<Reason>;

/// Whether a keyword of the top card lets another card be stacked with it.
/// Then by which clause it lies under the top card.
pub type StacksFn = fn(&Table, UnitIx, &KeywordValue, UnitIx) -> Option<ClauseId>;

/// All reasons against doing less than possible.
pub type LessFn = fn(&Table, &Held, i32) -> Vec<Reason>;

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

/// The aims of a play, with units looked up.
#[derive(Clone, Debug, Default)]
pub struct Aimed {
    /// How much of "up to X".
    pub amount: Option<i32>,
    /// Units, in the order in which they are asked for.
    pub on: Vec<UnitIx>,
    /// The pending instance of damage it is played against.
    pub instance: Option<usize>,
    /// Dice, from 1.
    pub dice: Vec<u8>,
    /// Their new faces.
    pub faces: Option<Vec<u8>>,
}

/// What a play needs to be told before it can go on.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The question.
    pub asks: String,
    /// What is chosen among.
    pub among: Among,
}

/// What a player has to name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Among {
    /// One of these units.
    Units(Vec<UnitIx>),
    /// Dice of the attack roll, counted from 1.
    Dice,
    /// Any number, 0 included.
    Numbers,
}

impl FromIterator<UnitIx> for Among {
    fn from_iter<I: IntoIterator<Item = UnitIx>>(units: I) -> Among {
        Among::Units(units.into_iter().collect())
    }
}

impl From<Vec<UnitIx>> for Among {
    fn from(units: Vec<UnitIx>) -> Among {
        Among::Units(units)
    }
}

/// A play a keyword offers in a play-or-pass chance or another window.
#[derive(Clone, Copy)]
pub struct Offer {
    /// The windows it can be played in.
    pub windows: &'static [WindowId],
    /// The span in which each copy can be used once.
    pub scope: Scope,
    /// The clauses that say so.
    pub limit: &'static [ClauseId],
    /// The clauses that forbid it at any other time.
    pub timing: &'static [ClauseId],
    /// All reasons against it now, costs and limits apart.
    pub against: fn(&Table, &Held, &Aimed) -> Vec<Reason>,
    /// What it does, or what has to be known first.
    pub play: PlayFn,
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

/// How a keyword plays a Battle card out of the discard pile.
#[derive(Clone, Copy, Debug)]
pub struct FromPile {
    /// The clause that lets it be played only as the card itself could be played.
    pub when: ClauseId,
    /// The clauses that put the keyword's cost in the place of the printed one.
    pub instead: [ClauseId; 2],
    /// The clause by which the card then leaves the game.
    pub leaves_by: ClauseId,
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
    /// These costs replace the build cost.
    Instead(Vec<crate::cardtext::Cost>, ClauseId),
    /// Not now.
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

/// Every keyword the engine acts on, without the part that a test takes away.
#[cfg(test)]
pub use super::proofs::lamed::all;

/// What the engine knows of a keyword; `None` for one it has no file for.
#[must_use]
pub fn def(keyword: Keyword) -> Option<&'static KeywordDef> {
    all().iter().copied().find(|d| d.keyword == keyword)
}

/// The keyword as the unit has it, stacked by its kind (5.2): one [`Held`] with the sum for a
/// cumulative keyword, one for each copy of a layered or selective one, one at most for an
/// isolated one. Copies that do not work now are left out.
#[must_use]
pub fn held(table: &Table, unit: UnitIx, keyword: Keyword) -> Vec<Held> {
    let copies: Vec<Copy> = table
        .view(unit)
        .copies_of(keyword)
        .filter(|c| c.off.is_none())
        .cloned()
        .collect();
    if copies.is_empty() {
        return Vec::new();
    }
    match keyword.entry().stacking {
        Stacking::Cumulative => vec![bundle(table, unit, keyword, copies)],
        Stacking::Isolated => {
            let first = copies.into_iter().take(1).collect();
            vec![bundle(table, unit, keyword, first)]
        }
        Stacking::Layered | Stacking::Selective | Stacking::Unclassed => copies
            .into_iter()
            .map(|c| bundle(table, unit, keyword, vec![c]))
            .collect(),
    }
}

fn bundle(table: &Table, unit: UnitIx, keyword: Keyword, copies: Vec<Copy>) -> Held {
    let look = Look::from(table, unit);
    let value = copies.iter().map(|c| number(table, &look, c)).sum();
    let at_roll = table
        .attack()
        .filter(|a| a.rolled)
        .map_or(value, |a| at_roll(a, unit, keyword, value));
    Held {
        unit,
        keyword,
        value,
        at_roll,
        copies,
        asked: None,
    }
}

fn at_roll(attack: &Attack, unit: UnitIx, keyword: Keyword, now: i32) -> i32 {
    let then = attack.at_roll.get(&(unit, keyword)).copied().unwrap_or(0);
    if then >= 0 && now >= 0 {
        then.min(now)
    } else {
        then
    }
}

fn number(table: &Table, look: &Look, copy: &Copy) -> i32 {
    match copy.keyword_value() {
        Some(KeywordValue::Number(n)) => look::value(table, look, n),
        Some(_) => 1,
        None => 0,
    }
}

/// The number of a keyword ability, looked at from a unit; 1 for one without a number.
#[must_use]
pub fn number_of(table: &Table, look: &Look, ability: &KeywordAbility) -> i32 {
    match &ability.value {
        KeywordValue::Number(n) => look::value(table, look, n),
        _ => 1,
    }
}

/// The sum of a keyword on a unit now, 0 if it has none.
#[must_use]
pub fn value(table: &Table, unit: UnitIx, keyword: Keyword) -> i32 {
    held(table, unit, keyword).iter().map(|h| h.value).sum()
}

/// The clauses of the keywords that change the power of a unit now: its own, and those of others.
#[must_use]
pub fn power_grounds(table: &Table, unit: UnitIx) -> Vec<ClauseId> {
    let own = |d: &KeywordDef| {
        d.numbers.is_some_and(|f| {
            held(table, unit, d.keyword)
                .iter()
                .any(|h| f(table, unit, h.value).power != 0)
        })
    };
    let others = |d: &KeywordDef| {
        d.aura.is_some_and(|f| {
            table
                .all()
                .any(|u| table.view(u).has(d.keyword) && f(table, u, unit).power != 0)
        })
    };
    all()
        .iter()
        .filter(|d| own(d) || others(d))
        .flat_map(|d| match d.grounds.bonus {
            Some(f) => held(table, unit, d.keyword)
                .first()
                .map_or_else(Vec::new, |h| f(table, h)),
            None => d.bonus_by.into_iter().collect(),
        })
        .collect()
}

/// The clause by which another ability lends the keyword to the unit, if one does.
#[must_use]
pub fn through(table: &Table, unit: UnitIx, keyword: Keyword) -> Option<LentBy> {
    table
        .view(unit)
        .copies_of(keyword)
        .filter(|c| c.off.is_none())
        .find_map(|c| c.through)
}
