//! Static abilities: what holds as long as something is so.

use serde::{Deserialize, Serialize};

use crate::cardtext::effect::{Effect, Grant};
use crate::cardtext::who::{Cond, Filter, Kind, Num, Place, Player, Who};
use crate::game::Arena;
use crate::rulebook::Keyword;

use super::Cost;

/// A static ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Static {
    /// "As long as ..." (`None`: always, while its unit is in an arena, 1.2.3).
    pub condition: Option<Cond>,
    /// What holds.
    pub rule: StaticRule,
}

/// What a static ability does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StaticRule {
    /// Units have something: bonuses, keywords, quoted abilities, bans.
    Give {
        /// Which units.
        who: Who,
        /// What they have.
        grants: Vec<Grant>,
    },
    /// Standing prevention, at the end of the prevention chance (6.3.3, 6.3.7).
    Prevent {
        /// Damage to which units.
        to: Who,
        /// Damage from which sources.
        from: Option<Who>,
        /// How much.
        amount: Amount,
        /// Only damage of an attack.
        attack_only: bool,
    },
    /// Activated abilities cost more (4.3.5).
    Tax {
        /// Whose abilities.
        of: Player,
        /// Abilities of which units; `None` for all.
        units: Option<Filter>,
        /// Only abilities of that keyword.
        keyword: Option<Keyword>,
        /// Only abilities that cost 0 or more Force.
        force_only: bool,
        /// Battle cards instead of abilities.
        battle_cards: bool,
        /// How much more Force; negative for less.
        more: Num,
        /// What costs so much or more is not reduced below it; 0 for no such floor.
        #[serde(default, skip_serializing_if = "is_zero")]
        least: u8,
    },
    /// Damage done by such units is multiplied before prevention.
    MultiplyDamage {
        /// The sources.
        by: Who,
        /// By how much, such as 2.
        times: u8,
    },
    /// Damage done by such units is so much more before prevention.
    MoreDamage {
        /// The sources.
        by: Who,
        /// How much more, for each instance.
        more: Num,
    },
    /// Each damage counter put brings further ones (6.5.4).
    ExtraCounters {
        /// On which units.
        on: Who,
        /// How many for each.
        each: u8,
    },
    /// Something happens instead of a discard (6.3.8).
    InsteadOfDiscard {
        /// The unit that would be discarded.
        who: Who,
        /// From where; empty for anywhere.
        from: Vec<Place>,
        /// What happens instead.
        effect: Box<Effect>,
        /// Whether its controller may decline.
        may: bool,
        /// Only if damage causes it; then it prevents that damage.
        by_damage: bool,
    },
    /// Attacks must be paid for ("can't attack it unless he or she pays 2 Force").
    AttackCost {
        /// Which attackers.
        who: Who,
        /// When they attack which units; `None` for all.
        target: Option<Who>,
        /// What their controller pays for each attack.
        costs: Vec<Cost>,
    },
    /// Cards need more build counters, or fewer, to be deployed or completed (1.4).
    BuildCost {
        /// Which cards, wherever they are built.
        who: Who,
        /// How many more; negative for fewer.
        more: Num,
    },
    /// Units carry more than one Pilot (pilot.3).
    Pilots {
        /// Which units.
        of: Who,
        /// How many in all, or how many further ones.
        most: u8,
        /// They come on top of those it may have anyway.
        further: bool,
        /// Not for Pilots of these kinds.
        but: Vec<Vec<Kind>>,
    },
    /// What completing this very card asks for besides build counters.
    Completing {
        /// What is paid besides.
        costs: Vec<Cost>,
        /// What has to hold.
        only_if: Option<Cond>,
    },
    /// This card may be stacked beneath such a unit, as if it were a version of it (1.5.5).
    LiesBeneath(Who),
    /// The stacks of units hold more cards than others (1.5.5).
    StackSize {
        /// Whose stacks.
        of: Who,
        /// How many more; `None` for any number.
        further: Option<u8>,
    },
    /// A player may not do something.
    PlayerCannot {
        /// Who may not.
        player: Player,
        /// What.
        what: PlayerBan,
        /// Only during that arena's battle step.
        during: Option<Arena>,
    },
    /// A player plays differently in a way the board does not show (open hand, extra pilots, deck rules).
    Note(OffBoard),
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde calls it in"
)]
pub(crate) const fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// What a player may be forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerBan {
    /// Playing Battle cards.
    BattleCards,
    /// Playing activated abilities.
    Abilities,
    /// Disrupting.
    Disrupt,
    /// Retreating units.
    Retreat,
    /// Losing the game.
    Lose,
    /// Winning the game.
    Win,
    /// Completing cards.
    Complete,
    /// Gaining Force.
    GainForce,
    /// Losing Force.
    LoseForce,
}

/// How much is prevented.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amount {
    /// All of it.
    All,
    /// That much, the most possible.
    Exactly(Num),
    /// From 0 to that much, chosen (6.3.2).
    UpTo(Num),
    /// Everything over that much.
    AllBut(Num),
    /// Half, rounded down or up.
    Half {
        /// Rounded up.
        up: bool,
    },
}

/// Things that happen outside what a board holds: they change nothing a ruling shows and are noted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OffBoard {
    /// Looking at a hand or playing with it open.
    HandSeen,
    /// Searching, looking at or arranging a deck.
    Deck,
    /// Searching or taking from a discard pile.
    DiscardPile,
    /// Cards change their places between hands, decks and piles in a way that is not counted.
    Uncounted,
    /// Which Pilots a unit takes.
    Pilots,
    /// What completing or attaching asks for besides build counters.
    BuildCosts,
    /// What completing this very card asks for besides.
    Completing,
}
