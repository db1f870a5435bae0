//! Clauses of a keyword on which steps of the engine rest: the engine asks for them where the
//! circumstance they speak of arises, without knowing the keyword.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::game::Zone;
use crate::rulebook::{Activation, ClauseId, Keyword};

use super::derive::Carrier;
use super::keyword::{self, Held};
use super::table::{AtEnd, SubCard, Table, UnitIx};
use super::trace::{Cite, Reason};

/// A step rests on so many clauses at most: the special ones go before the general ones.
pub const MOST: usize = 3;

/// The circumstance in which a copy lends its abilities.
pub type LendsFn = fn(&Table, UnitIx, Carrier) -> Option<ClauseId>;

/// Why a keyword may be used now.
pub type PlayedFn = fn(&Table, &Held) -> Vec<ClauseId>;

/// What completing a card by the keyword rests on, for so much Force.
pub type CompletedFn = fn(&Table, UnitIx, i32) -> Vec<ClauseId>;

/// The clauses of a change of power by a keyword.
pub type BonusFn = fn(&Table, &Held) -> Vec<ClauseId>;

/// The special clauses of a keyword, each for one circumstance; `None` where it says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Grounds {
    /// Why it may be used now; shown with its use.
    pub played: Option<PlayedFn>,
    /// The circumstance in which a copy on the unit lends its abilities.
    pub lends: Option<LendsFn>,
    /// What it lends at a start acts at that start still.
    pub at_once: Option<ClauseId>,
    /// What it lends keeps its own kind.
    pub lent_kind: Option<ClauseId>,
    /// What it lends follows its own rules in the build zone.
    pub lent_place: Option<ClauseId>,
    /// It is silent on a covered card.
    pub covered: Option<ClauseId>,
    /// It is off in the build zone.
    pub off_in_build_zone: Option<ClauseId>,
    /// Only the first start of a build step in a turn counts.
    pub first_start_only: Option<ClauseId>,
    /// Its place among what happens when the build step starts is free.
    pub free_place: Option<ClauseId>,
    /// Put counters do not set it off.
    pub not_by_counters: Option<ClauseId>,
    /// It speaks of all damage its unit does, not only of that of its attacks.
    pub every_damage: Option<ClauseId>,
    /// The damage it does counts for what looks at damage of the unit (Stun).
    pub counts_as_damage: Option<ClauseId>,
    /// The damage it does is placed together with all other damage.
    pub placed_together: Option<ClauseId>,
    /// Damage that is a mere number does not concern it.
    pub fixed_damage: Option<ClauseId>,
    /// It speaks of attack dice only.
    pub attack_dice_only: Option<ClauseId>,
    /// What it adds to a die leaves the natural face.
    pub natural_stays: Option<ClauseId>,
    /// What it adds to a die counts against a higher need too.
    pub against_need: Option<ClauseId>,
    /// It asks for a higher result and leaves the die, to which so much is added.
    pub need_not_die: Option<fn(i32) -> Vec<ClauseId>>,
    /// What the roll and then the damage of an effect at the attack's end rest on.
    pub at_end: Option<fn(&Table, &AtEnd) -> EndGrounds>,
    /// Several of them resolve in the order in which they were set up.
    pub end_order: Option<ClauseId>,
    /// What depended on the old defender ends when it changes the defender.
    pub ends_with_defender: Option<ClauseId>,
    /// Why it does not keep the unit from being attacked now.
    pub touchable: Option<fn(&Table, UnitIx) -> Option<ClauseId>>,
    /// What it gave for the next attack is not used up by dice that are none of an attack.
    pub kept: Option<ClauseId>,
    /// What it gave for the next attack applies to that one attack.
    pub next_attack: Option<ClauseId>,
    /// How it completes the card, for so much Force.
    pub completed: Option<CompletedFn>,
    /// It makes a Battle card cost another amount of Force.
    pub lowers_cards: Option<ClauseId>,
    /// Stacking takes still more off the cost it leaves.
    pub lowered_further: Option<ClauseId>,
    /// It lets a card be stacked that is no version of the unit.
    pub listed: Option<Listed>,
    /// What a declared additional cost of a card rests on: whether its effect replaces the basic
    /// one is given.
    pub declared: Option<fn(bool) -> [ClauseId; 2]>,
    /// Additional costs are paid before anybody can disrupt.
    pub before_disrupt: Option<ClauseId>,
    /// A card that is not partly built yet cannot be completed by it.
    pub partly_built: Option<ClauseId>,
    /// It does not bring a Pilot onto a unit at once.
    pub not_aboard: Option<ClauseId>,
    /// Moving a retreated unit back does not set it off.
    pub not_by_moving: Option<ClauseId>,
    /// It does nothing for its own discard.
    pub off_in_discard: Option<ClauseId>,
    /// What it says of attacks into another arena.
    pub reach: Option<Reach>,
    /// What the damage to a second unit rests on.
    pub second: &'static [ClauseId],
    /// Its damage can be prevented like any other.
    pub preventable: Option<ClauseId>,
    /// A second unit was not attacked.
    pub second_not_attacked: Option<ClauseId>,
    /// It does not keep damage away that is no attack on the unit.
    pub hidden_from: Option<ClauseId>,
    /// Only damage of the attack on the defender has additional counters.
    pub extra_only: Option<ClauseId>,
    /// It lets a unit prevent unpreventable damage; what both keywords say.
    pub leave: &'static [ClauseId],
    /// It is for damage to the unit itself only.
    pub own_only: Option<ClauseId>,
    /// It does nothing against put counters.
    pub put_counters: Option<ClauseId>,
    /// What hidden attack dice change.
    pub blind: Option<Blind>,
    /// What it gives the unit that carries its card.
    pub carried: &'static [ClauseId],
    /// Its additional counters come on top.
    pub on_top: Option<ClauseId>,
    /// Of what its change of power consists.
    pub bonus: Option<BonusFn>,
    /// It locks the defender against every effect.
    pub locks: Option<fn(&super::derive::Copy) -> ClauseId>,
    /// When what it gave ends.
    pub ends: Option<ClauseId>,
    /// It may be used after its attack even if another attack came in between.
    pub after_another: Option<ClauseId>,
    /// It does not let its unit go from one arena to another in battle.
    pub stays_in_arena: Option<ClauseId>,
    /// It changes the place of its unit in the order of attacks.
    pub changes_order: Option<ClauseId>,
    /// It is not gained once that place was changed.
    pub not_after_order: Option<ClauseId>,
}

/// What a keyword says of cards it lists for its unit's stack.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// A listed card may lie under the unit.
    pub under: ClauseId,
    /// The unit does not count as the cards under it, and does not contest with them.
    pub apart: ClauseId,
    /// Other cards are not listed.
    pub others: ClauseId,
    /// One version of each unique unit at most.
    pub once: ClauseId,
    /// Cards that are not unique are allowed.
    pub common: ClauseId,
    /// The limit of a stack holds.
    pub limit: ClauseId,
    /// Under another top card they are discarded.
    pub lost: ClauseId,
    /// Whether a card that lies under the unit is listed.
    pub holds: fn(&KeywordValue, &SubCard) -> bool,
}

/// What hidden attack dice change.
#[derive(Clone, Copy, Debug)]
pub struct Blind {
    /// Damage is prevented before the dice are known.
    pub before: ClauseId,
    /// They are shown afterwards.
    pub shown: ClauseId,
    /// There is a prevention chance in any case.
    pub always: ClauseId,
    /// Numbers are fixed before the dice are shown, dice after it.
    pub fixed: ClauseId,
}

/// What a keyword says of attacks into another arena.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Such an attack or an ordinary one is a choice.
    pub choice: ClauseId,
    /// No other arena is reached.
    pub only: ClauseId,
    /// Changes of power count for it.
    pub power: ClauseId,
}

/// The grounds of an effect that waited for the end of an attack.
#[derive(Clone, Debug, Default)]
pub struct EndGrounds {
    /// Of its dice.
    pub roll: Vec<Cite>,
    /// Of the damage that is pending then.
    pub pending: Vec<Cite>,
}

impl Grounds {
    /// A keyword without special clauses.
    pub const NONE: Grounds = Grounds {
        played: None,
        lends: None,
        at_once: None,
        lent_kind: None,
        lent_place: None,
        covered: None,
        off_in_build_zone: None,
        first_start_only: None,
        free_place: None,
        not_by_counters: None,
        every_damage: None,
        counts_as_damage: None,
        placed_together: None,
        fixed_damage: None,
        attack_dice_only: None,
        natural_stays: None,
        against_need: None,
        need_not_die: None,
        at_end: None,
        end_order: None,
        ends_with_defender: None,
        touchable: None,
        kept: None,
        next_attack: None,
        completed: None,
        listed: None,
        declared: None,
        before_disrupt: None,
        lowers_cards: None,
        lowered_further: None,
        partly_built: None,
        not_aboard: None,
        not_by_moving: None,
        off_in_discard: None,
        reach: None,
        second: &[],
        preventable: None,
        second_not_attacked: None,
        hidden_from: None,
        extra_only: None,
        leave: &[],
        own_only: None,
        put_counters: None,
        blind: None,
        carried: &[],
        on_top: None,
        bonus: None,
        locks: None,
        ends: None,
        after_another: None,
        stays_in_arena: None,
        changes_order: None,
        not_after_order: None,
    };
}

/// By what a unit has an ability that another one stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LentBy {
    /// The keyword that lends it.
    pub by: Keyword,
    /// The clause by which it does.
    pub clause: ClauseId,
    /// The clause of the special circumstance.
    pub special: Option<ClauseId>,
}

impl LentBy {
    /// What a step of the ability rests on besides the ability's own clauses, the special first.
    pub fn cites(self) -> impl Iterator<Item = Cite> {
        self.special
            .into_iter()
            .chain([self.clause])
            .map(Cite::from)
    }
}

/// The special clauses of a keyword.
#[must_use]
pub fn of(keyword: Keyword) -> Grounds {
    keyword::def(keyword).map_or(Grounds::NONE, |d| d.grounds)
}

/// What hidden dice of the attacker change, if they are hidden.
#[must_use]
pub fn blind(table: &Table, attacker: UnitIx) -> Option<Blind> {
    super::keyword::all()
        .iter()
        .filter(|d| table.view(attacker).has(d.keyword))
        .find_map(|d| d.grounds.blind)
}

/// The keyword on whose clause something rests first.
#[must_use]
pub fn behind(cites: &[Cite]) -> Option<Keyword> {
    match cites.first() {
        Some(Cite::Clause(clause)) => clause.keyword(),
        _ => None,
    }
}

/// The first clause that a working keyword of the unit names for a circumstance.
#[must_use]
pub fn on_unit(
    table: &Table,
    unit: UnitIx,
    which: impl Fn(&Grounds) -> Option<ClauseId>,
) -> Option<(Keyword, ClauseId)> {
    super::keyword::all()
        .iter()
        .filter_map(|d| which(&d.grounds).map(|c| (d.keyword, c)))
        .find(|(k, _)| table.view(unit).has(*k))
}

/// What a working keyword of the unit says of cards it lists for the unit's stack.
#[must_use]
pub fn listing(table: &Table, unit: UnitIx) -> Option<Listed> {
    keyword::all()
        .iter()
        .filter(|d| table.view(unit).has(d.keyword))
        .find_map(|d| d.grounds.listed)
}

/// Whether a list of the unit has the card that lies under it.
#[must_use]
pub fn listed(table: &Table, unit: UnitIx, card: &SubCard) -> bool {
    let copies = table.view(unit).copies.iter().filter(|c| c.off.is_none());
    copies.filter_map(|c| c.keyword()).any(|k| {
        let def = keyword::def(k.keyword);
        let listed = def.and_then(|d| d.grounds.listed);
        listed.is_some_and(|l| (l.holds)(&k.value, card))
    })
}

/// Adds a clause unless it is there already or the step is full.
pub fn add(cites: &mut Vec<Cite>, more: impl IntoIterator<Item = impl Into<Cite>>) {
    for cite in more {
        let cite = cite.into();
        let clauses = cites
            .iter()
            .filter(|c| matches!(c, Cite::Clause(_)))
            .count();
        let full = clauses >= MOST && matches!(cite, Cite::Clause(_));
        if !full && !cites.contains(&cite) {
            cites.push(cite);
        }
    }
}

/// Why a copy does not work: the general reason, then what its keyword and its lender say.
#[must_use]
pub fn off_reasons(table: &Table, unit: UnitIx, copy: &super::derive::Copy) -> Vec<Reason> {
    let Some(off) = &copy.off else {
        return Vec::new();
    };
    let mut reasons = vec![off.clone()];
    if table.unit(unit).zone == Zone::Discard {
        let own = copy.keyword().and_then(|k| of(k.keyword).off_in_discard);
        reasons.extend(own.map(|c| Reason::by(c, off.text.clone())));
    }
    if table.unit(unit).is_retreated() {
        let open = super::derive::prevents_for_itself(copy).then_some(clause!("11.37"));
        reasons.extend(open.map(|c| Reason::by(c, off.text.clone())));
        let own = copy.keyword().and_then(|k| of(k.keyword).off_in_build_zone);
        let not_played = copy
            .keyword()
            .is_some_and(|k| k.keyword.entry().activation != Activation::Activated);
        let works = not_played.then_some(clause!("11.32"));
        reasons.extend(works.map(|c| Reason::by(c, off.text.clone())));
        let lent = copy.through.and_then(|l| of(l.by).lent_place);
        let more = own.into_iter().chain(lent);
        reasons.extend(more.map(|c| Reason::by(c, off.text.clone())));
    }
    reasons
}
