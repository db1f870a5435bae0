//! How a small board shows a keyword at work. The pages about pairs are made of such boards, so
//! that they know nothing of a keyword that its own file does not say.

use crate::game::Arena;
use crate::rulebook::{ClauseId, Keyword, Moment};

use super::window::WindowId;

/// What a keyword needs to have its occasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// An attack.
    Attack,
    /// The start of the battle step in which the attack is made.
    Step,
    /// An attack into that arena.
    Reach(Arena),
    /// A build step.
    Build,
    /// A partly built card that is completed.
    Complete,
    /// An opponent's unit that arrives.
    Arrival,
    /// A discard pile to be played from.
    DiscardPile,
    /// Another ability to lend.
    Lends,
    /// A Battle card that is played.
    Card,
}

/// At whom a use is aimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AimAt {
    /// Nobody.
    Nobody,
    /// The unit that uses it.
    Itself,
    /// The attacker, or the defender if the attacker uses it.
    Opponent,
    /// The defender's friend, or the defender if the friend uses it.
    Neighbour,
}

/// The play that uses a keyword.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The window in which it is used.
    pub window: WindowId,
    /// At whom.
    pub aim: AimAt,
    /// It predicts the hits of the attack.
    pub predicts: bool,
}

impl Usage {
    /// A use in that window.
    #[must_use]
    pub const fn of(window: WindowId, aim: AimAt) -> Usage {
        Usage {
            window,
            aim,
            predicts: false,
        }
    }

    /// A prediction of the hits in that window.
    #[must_use]
    pub const fn prediction(window: WindowId) -> Usage {
        Usage {
            window,
            aim: AimAt::Nobody,
            predicts: true,
        }
    }
}

/// A line whose text lends an ability.
pub type Lending = fn(ability: &str) -> String;

/// The card that has the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearer {
    /// The unit.
    Unit,
    /// A card under it.
    Under,
    /// Equipment on it.
    Equipment,
    /// A Pilot on it.
    Pilot,
    /// A Battle card.
    BattleCard,
}

/// What becomes of the card before it is completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// It lies in its arena.
    Arena,
    /// It lies in the build zone, partly built, with so many build counters.
    Partly(i32),
    /// It lies in the build zone and stays there.
    Retreated,
    /// It lies in the discard pile.
    Discarded,
}

/// Where a keyword works that has to do with a unit beside the attacked one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// It does not.
    No,
    /// On that unit.
    On,
    /// On the attacker or the attacked unit, and reaches that unit.
    Reaches,
}

/// What a keyword asks for of another unit than its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfAnother {
    /// That it is discarded.
    Discard,
    /// Damage that its own unit does to it.
    DamageTo,
    /// Damage that it does to its own unit.
    DamageFrom,
}

impl OfAnother {
    /// What that is, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            OfAnother::Discard => "the discard of another unit",
            OfAnother::DamageTo => "damage to another unit",
            OfAnother::DamageFrom => "damage from another unit",
        }
    }
}

/// How a board shows a keyword.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Its line; `""`: its name, with the number 1 if it has one.
    pub line: &'static str,
    /// The line of a second copy beside the first, of which one is used; `""`: the same.
    pub second: &'static str,
    /// Its line on a Battle card that costs 1 Force; `""`: it is shown on units only.
    pub on_battle_card: &'static str,
    /// What it needs.
    pub need: Need,
    /// The play that uses it; `None`: it acts by itself.
    pub usage: Option<Usage>,
    /// The moment at which it has its effect, if that is not the first of its glossary entry.
    pub at: Option<Moment>,
    /// It acts only when a unit falls or could fall.
    pub falls: bool,
    /// It changes the defender.
    pub moves_the_attack: bool,
    /// A keyword its unit has besides, without which it has nothing to do.
    pub companion: Option<Keyword>,
    /// A keyword of another unit without which it has nothing to do: of the unit that changes the
    /// defender if the keyword does so, of the other side's unit if not.
    pub foil: Option<Keyword>,
    /// Damage counters have to lie on its unit.
    pub wounded: bool,
    /// Its unit has to be unique, by this clause.
    pub unique: Option<ClauseId>,
    /// Its line when it lends an ability; `None`: its name, a colon, and the ability.
    pub lending: Option<Lending>,
    /// The clauses by which it lends.
    pub lends_by: &'static [ClauseId],
    /// How long or where a unit has what it lends, if that is not as long as it lies there.
    pub lends_how: &'static str,
    /// What it lends is gone before the next build step.
    pub lends_for_the_turn: bool,
    /// Which card has its line.
    pub bearer: Bearer,
    /// Where its card lies first.
    pub start: Start,
    /// Its unit is of two arenas.
    pub two_arenas: bool,
    /// Another card is stacked under its unit.
    pub stacks: bool,
    /// Its text begins with the battle step.
    pub from_step: bool,
    /// It rerolls attack dice.
    pub rerolls: bool,
    /// It keeps its unit from being attacked.
    pub hides: bool,
    /// What it has to do with a unit beside the attacked one.
    pub beside: Beside,
    /// It makes its unit attack once more.
    pub again: bool,
    /// It acts if the attack did less damage than its number, by this clause.
    pub below: Option<ClauseId>,
    /// The further attack that it makes has the target of the first one, by this clause.
    pub same_target: Option<ClauseId>,
    /// What it prevents costs the attacking unit power, by this clause.
    pub from_attacker: Option<ClauseId>,
    /// It compares the number of hits of the attack, by this clause.
    pub hits: Option<ClauseId>,
    /// What it says of rerolls.
    pub on_rerolls: &'static [ClauseId],
    /// It speaks of attack dice only, by this clause.
    pub attack_dice: Option<ClauseId>,
    /// It rolls dice of damage, by this clause.
    pub damage_dice: Option<ClauseId>,
    /// The damage it does is no attack, by this clause.
    pub no_attack: Option<ClauseId>,
    /// It answers attacks only, by this clause.
    pub attacks_only: Option<ClauseId>,
    /// The clause by which dice it adds can be rerolled.
    pub added_dice: Option<ClauseId>,
    /// What is said of several units that have it.
    pub several: &'static [ClauseId],
    /// What it says of several copies on one unit, besides that they are of its kind.
    pub copies: &'static [ClauseId],
    /// By this clause the rest of its card's text is off while it is used.
    pub quiets: Option<ClauseId>,
    /// By this clause the text of cards that lie under its unit does not work.
    pub covers: Option<ClauseId>,
    /// It waits for the discard of its own card, by this clause.
    pub own_discard: Option<ClauseId>,
    /// It waits for the discard of another unit, by this clause.
    pub discard_of_others: Option<ClauseId>,
    /// The damage it does is its unit's own damage to itself, by this clause.
    pub own_damage: Option<ClauseId>,
    /// What it asks for of another unit than its own, and by which clause.
    pub of_another: Option<(OfAnother, ClauseId)>,
    /// It takes damage counters off a unit, by this clause.
    pub heals: Option<ClauseId>,
    /// It looks at the damage counters on its unit, by this clause.
    pub threshold: Option<ClauseId>,
    /// It divides the hits that are too many for the defender, by this clause.
    pub excess: Option<ClauseId>,
    /// The damage it adds is part of that of the hits, by this clause.
    pub same_damage: Option<ClauseId>,
    /// It gives its effect when its unit is deployed, by this clause.
    pub on_deploy: Option<ClauseId>,
    /// Clauses that speak of it and of another keyword without both names.
    pub speaks_of: &'static [(Keyword, ClauseId)],
}

impl Shown {
    /// Build counters that complete a card of a board.
    pub const COST: i32 = 6;

    /// It acts in attacks, by itself, by its name and the number 1.
    pub const IN_ATTACK: Shown = Shown {
        line: "",
        second: "",
        on_battle_card: "",
        need: Need::Attack,
        usage: None,
        at: None,
        falls: false,
        moves_the_attack: false,
        companion: None,
        foil: None,
        wounded: false,
        unique: None,
        lending: None,
        lends_by: &[],
        lends_how: "",
        lends_for_the_turn: false,
        bearer: Bearer::Unit,
        start: Start::Arena,
        two_arenas: false,
        stacks: false,
        from_step: false,
        rerolls: false,
        hides: false,
        beside: Beside::No,
        again: false,
        below: None,
        same_target: None,
        from_attacker: None,
        hits: None,
        on_rerolls: &[],
        attack_dice: None,
        damage_dice: None,
        no_attack: None,
        attacks_only: None,
        added_dice: None,
        several: &[],
        copies: &[],
        quiets: None,
        covers: None,
        own_discard: None,
        discard_of_others: None,
        own_damage: None,
        of_another: None,
        heals: None,
        threshold: None,
        excess: None,
        same_damage: None,
        on_deploy: None,
        speaks_of: &[],
    };
}
