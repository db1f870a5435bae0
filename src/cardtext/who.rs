//! Whom and how much an ability speaks of: units, players, places, numbers, conditions.

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CardSide, CardType, CounterKind};
use crate::rulebook::Keyword;

/// The units an ability speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The unit that has the ability, also under its own name.
    This,
    /// The unit or units chosen or spoken of last in the same ability ("that unit", "the chosen unit").
    That,
    /// The unit or units that paid the cost ("the unit you tapped"), where others were spoken of since.
    Paid,
    /// The attacking unit of the present attack.
    Attacker,
    /// The defending unit of the present attack.
    Defender,
    /// The unit that acts in the triggering event.
    Actor,
    /// The unit acted on in the triggering event.
    Patient,
    /// Units of a description.
    Units(Selector),
}

/// So many units of a description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Selector {
    /// How many, and who picks them.
    pub quantity: Quantity,
    /// The description.
    pub filter: Filter,
}

/// How many units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// All of them; in events and conditions: any of them ("a Jedi").
    Each,
    /// So many, chosen by the player who plays the ability.
    Choose(Num),
    /// From 0 to so many, chosen.
    UpTo(Num),
    /// Any number, chosen.
    AnyNumber,
    /// So many, chosen by the opponent.
    OpponentChooses(Num),
}

/// A description of units. All parts must fit; an empty part always does.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// Whose units.
    pub owner: Owner,
    /// Not the unit that has the ability ("other").
    pub other: bool,
    /// What they are: any of the alternatives, of each all parts (`Rebel Characters` is one
    /// alternative of two parts, `Jedi or Sith` are two alternatives).
    pub kinds: Vec<Vec<Kind>>,
    /// Where they are: any of these. Empty: in any arena; see [`Place`].
    pub places: Vec<Place>,
    /// Their state: all of these.
    pub traits: Vec<Trait>,
    /// Further descriptions; a unit that fits one of them fits too ("one of your Jedi in this
    /// arena or one of your Ewoks").
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Filter>,
}

impl Filter {
    /// The same units, wherever they lie on the table.
    pub fn everywhere(&mut self) {
        self.places = vec![Place::Anywhere];
        self.or.iter_mut().for_each(Filter::everywhere);
    }

    /// The units that do not fit, if one description can say so: it is about kinds only, or about
    /// one state only.
    #[must_use]
    pub fn complement(&self) -> Option<Filter> {
        let plain = Filter {
            kinds: self.kinds.clone(),
            traits: self.traits.clone(),
            ..Filter::default()
        };
        if *self != plain {
            return None;
        }
        match (self.kinds.as_slice(), self.traits.as_slice()) {
            ([], [state]) => Some(Filter {
                traits: vec![state.opposite()?],
                ..Filter::default()
            }),
            ([_, ..], []) => Some(Filter {
                kinds: none_of(&self.kinds),
                ..Filter::default()
            }),
            _ => None,
        }
    }
}

/// Of each alternative one kind is missing: every way in which that can be.
fn none_of(kinds: &[Vec<Kind>]) -> Vec<Vec<Kind>> {
    kinds.iter().fold(vec![Vec::new()], |ways, alternative| {
        let longer = |way: &Vec<Kind>| -> Vec<Vec<Kind>> {
            let lacking = |kind: &Kind| {
                let lacked = match kind {
                    Kind::Not(inner) => (**inner).clone(),
                    Kind::Unique(is) => Kind::Unique(!is),
                    kind => Kind::Not(Box::new(kind.clone())),
                };
                [way.as_slice(), &[lacked]].concat()
            };
            alternative.iter().map(lacking).collect()
        };
        ways.iter().flat_map(longer).collect()
    })
}

/// Whose units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// Anybody's.
    #[default]
    Anyone,
    /// Those of the player who controls the ability.
    Yours,
    /// Those of the other player.
    Opponents,
}

/// What a unit is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A card type (1.3.2).
    Type(CardType),
    /// A subtype in the singular, looked for as whole words in the type line (1.3.1).
    Subtype(String),
    /// A name without version letter (1.3.3).
    Name(String),
    /// The printed side.
    Side(CardSide),
    /// Unique or not.
    Unique(bool),
    /// A card of any type, not only a unit.
    AnyCard,
    /// Not this.
    Not(Box<Kind>),
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// That arena.
    Arena(Arena),
    /// The arena of the unit that has the ability ("this arena", "the same arena").
    ThisArena,
    /// The arena of the unit chosen or spoken of last.
    ThatArena,
    /// The arena chosen in the same ability.
    ChosenArena,
    /// The arena of the present attack's defender.
    AttackArena,
    /// The arena of the present attack's attacker.
    AttackerArena,
    /// Any arena.
    AnyArena,
    /// Either player's build zone.
    Build,
    /// The build zone of the player who controls the ability.
    OwnBuild,
    /// The build zone of the other player.
    OpponentsBuild,
    /// A hand.
    Hand,
    /// A discard pile.
    DiscardPile,
    /// Face down in the build zone, partly built.
    Partly,
    /// Wherever cards lie on the table: any arena or the build zone. The default of targets whose
    /// text names no place (U: an effect that taps may choose a unit in the build zone).
    Anywhere,
}

impl Place {
    /// The arena, where one is named.
    #[must_use]
    pub const fn named_arena(self) -> Option<Arena> {
        match self {
            Place::Arena(arena) => Some(arena),
            _ => None,
        }
    }
}

/// A state of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    /// Tapped.
    Tapped,
    /// Untapped.
    Untapped,
    /// Has at least one damage counter.
    Damaged,
    /// Has no damage counter.
    Undamaged,
    /// Is the attacking unit.
    Attacking,
    /// Is the defending unit.
    Defending,
    /// Has the keyword.
    Has(Keyword),
    /// Has not the keyword.
    HasNot(Keyword),
    /// Is not in that state: carries no Pilot, no Equipment.
    Lacks(Box<Trait>),
    /// Carries a Pilot.
    Piloted,
    /// Carries Equipment.
    Equipped,
    /// Carries at least so many Equipment cards of one of these descriptions.
    Attached(Vec<Vec<Kind>>, u8),
    /// Carries at least so many Pilots of one of these descriptions.
    PilotedBy(Vec<Vec<Kind>>, u8),
    /// Has at least so many cards under it.
    Stacked(u8, Under),
    /// Has at least so many cards of one of these descriptions under it, as part of its stack.
    StackHas(Vec<Vec<Kind>>, u8),
    /// Of all units that fit otherwise it has the lowest such number, or the highest.
    Extreme {
        /// Which number.
        stat: Stat,
        /// The printed number instead of the present one.
        printed: bool,
        /// The highest instead of the lowest.
        highest: bool,
    },
    /// Attacks with the help of that keyword ("using Bombard").
    AttacksWith(Keyword),
    /// A number compared: `power 4 or less`, `lower speed than this unit`.
    Stat {
        /// Which number.
        stat: Stat,
        /// The printed number instead of the present one.
        printed: bool,
        /// How.
        cmp: Cmp,
        /// With what.
        to: Num,
    },
    /// At least so many counters of the kind.
    Counters(CounterKind, u8),
    /// Not one of the units chosen before ("another").
    NotThat,
    /// One of the units chosen before.
    IsThat,
    /// Is the unit that has the ability.
    IsThis,
    /// Attacked in this turn.
    HasAttacked,
    /// Is attacked by the unit that has the ability.
    AttackedByThis,
    /// Has the same name, subtype or arena as the unit spoken of; kept for "a unit with the same name".
    SameNameAsThis,
}

impl Trait {
    /// The state of a unit that is not in this one, where there is a word for it.
    fn opposite(&self) -> Option<Trait> {
        Some(match self {
            Trait::Tapped => Trait::Untapped,
            Trait::Untapped => Trait::Tapped,
            Trait::Damaged => Trait::Undamaged,
            Trait::Undamaged => Trait::Damaged,
            Trait::Has(k) => Trait::HasNot(*k),
            Trait::HasNot(k) => Trait::Has(*k),
            Trait::Lacks(state) => (**state).clone(),
            Trait::Piloted | Trait::Equipped => Trait::Lacks(Box::new(self.clone())),
            Trait::Stat {
                stat,
                printed,
                cmp,
                to,
            } => Trait::Stat {
                stat: *stat,
                printed: *printed,
                cmp: cmp.opposite()?,
                to: to.clone(),
            },
            _ => return None,
        })
    }
}

/// A number on a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stat {
    /// Speed.
    Speed,
    /// Power, also "total power".
    Power,
    /// Health.
    Health,
    /// Health minus damage counters (1.4).
    RemainingHealth,
    /// Build cost of the card.
    BuildCost,
    /// Build cost with its stack (1.5.9).
    TotalBuildCost,
    /// Damage counters on it.
    Damage,
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cmp {
    /// Equal.
    Is,
    /// At least.
    AtLeast,
    /// At most.
    AtMost,
    /// Less.
    Less,
    /// More.
    More,
}

impl Cmp {
    /// What holds where this does not. Numbers are whole, so "more than 4" is "at least 5".
    const fn opposite(self) -> Option<Cmp> {
        match self {
            Cmp::AtLeast => Some(Cmp::Less),
            Cmp::AtMost => Some(Cmp::More),
            Cmp::Less => Some(Cmp::AtLeast),
            Cmp::More => Some(Cmp::AtMost),
            Cmp::Is => None,
        }
    }

    /// Whether `a` stands so to `b`.
    #[must_use]
    pub const fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Cmp::Is => a == b,
            Cmp::AtLeast => a >= b,
            Cmp::AtMost => a <= b,
            Cmp::Less => a < b,
            Cmp::More => a > b,
        }
    }
}

/// A player, seen from the ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// The player who controls the ability.
    You,
    /// The other one.
    Opponent,
    /// Both.
    Each,
    /// The controller of the unit chosen or spoken of last.
    ThatController,
    /// The owner of the unit spoken of.
    ThatOwner,
    /// The controller of the acting unit of the event.
    ActorController,
}

/// Which cards under a unit are meant: those put there face down are no part of its stack (1.5.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Under {
    /// Cards of its stack.
    Stacked,
    /// Cards put there face down.
    FaceDown,
    /// Both.
    Any,
}

/// A number, printed or counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Num {
    /// A printed number; negative for "-2 power".
    Const(i32),
    /// The X that was paid or chosen with the cost.
    X,
    /// A number the player chooses now ("any number").
    Chosen,
    /// How many units fit.
    Count(Box<Filter>),
    /// A number of a unit.
    StatOf(Box<Who>, Stat),
    /// The printed number of a unit.
    PrintedStatOf(Box<Who>, Stat),
    /// Counters on a unit.
    CountersOn(Box<Who>, CounterKind),
    /// Cards under a unit.
    CardsUnder(Box<Who>, Under),
    /// Damage prevented earlier in the same ability.
    Prevented,
    /// Damage done (placed) in the triggering event.
    DamageDone,
    /// Hits of the present attack.
    Hits,
    /// Dice of the present attack that do not hit.
    Misses,
    /// Equipment cards attached to a unit.
    AttachedTo(Box<Who>),
    /// A player's Force.
    ForceOf(Player),
    /// Cards in a player's hand.
    HandOf(Player),
    /// A sum.
    Plus(Box<Num>, Box<Num>),
    /// A product.
    Times(i32, Box<Num>),
    /// A part, rounded down: `1 for each 10 speed` is speed over 10.
    Over(Box<Num>, i32),
    /// The larger or smaller of two.
    AtMost(Box<Num>, Box<Num>),
    /// From 0 to that much, chosen when it happens.
    UpTo(Box<Num>),
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cond {
    /// All hold.
    All(Vec<Cond>),
    /// At least one holds.
    Any(Vec<Cond>),
    /// It does not hold.
    Not(Box<Cond>),
    /// The unit fits the description (in an arena, damaged, tapped, a Jedi ...).
    Is(Who, Filter),
    /// So many units fit.
    Count(Filter, Cmp, Num),
    /// The unit is attacking, such a unit if named.
    Attacking(Who, Option<Filter>),
    /// The unit is being attacked, by such a unit if named.
    Attacked(Who, Option<Filter>),
    /// Two numbers compared.
    Compare(Num, Cmp, Num),
    /// No unit is attacking.
    NoAttack,
    /// The unit attacked already this turn.
    AttackedThisTurn(Who),
    /// It is that arena's battle step.
    BattleStep(Arena),
    /// It is the battle phase.
    BattlePhase,
    /// A Location lies in the arena.
    LocationIn(Arena),
    /// The unit would be discarded by the damage now pending on it.
    WouldBeDiscarded(Who),
    /// The player controls the arena (9.2.1).
    Controls(Player, Arena),
    /// The player controls at least so many arenas.
    ControlsArenas(Player, u8),
    /// It has happened this turn, at least so often; of damage and the like: to so many units.
    Happened(Box<super::ability::Event>, u8),
}
