//! Triggered abilities, and the events that set them off.

use serde::{Deserialize, Serialize};

use crate::cardtext::effect::Effect;
use crate::cardtext::who::{Cond, Filter, Place, Player, Who};
use crate::game::{Arena, CounterKind};
use crate::rulebook::Keyword;

use super::Scope;

/// A triggered ability (4.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Triggered {
    /// What sets it off.
    pub event: Event,
    /// Its "if" and "as long as" parts, checked when it triggers (4.5.1).
    pub condition: Option<Cond>,
    /// What happens; a "may" inside is decided on resolution (4.5.4).
    pub effect: Effect,
    /// So often only.
    pub limit: Option<(u8, Scope)>,
    /// "Treat this ability as an isolated effect": a second copy on the unit does nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub isolated: bool,
}

/// What can set off a trigger. `Who::This` is the unit with the ability; the unit that acts is
/// the event's *actor*, the one acted on its *patient* ([`Who::Actor`], [`Who::Patient`]).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A unit attacks (actor), a unit is attacked (patient): `attack.triggers`.
    Attacks {
        /// The attacker.
        who: Who,
        /// The attacked unit.
        target: Option<Who>,
    },
    /// A unit would attack: before an attack, in its place in the order.
    WouldAttack(Who),
    /// Attack dice were rolled (natural, before rerolls unless `natural` is `None` and the effect rerolls).
    Rolls {
        /// The attacking unit.
        who: Who,
        /// The attacked unit.
        target: Option<Who>,
        /// At least one such natural face.
        natural: Option<u8>,
    },
    /// The attack ends.
    AttackEnds {
        /// The attacker.
        who: Who,
        /// The attacked unit.
        target: Option<Who>,
    },
    /// At least one counter was placed as a result of damage (6.1).
    Damages {
        /// The source.
        who: Who,
        /// The damaged unit.
        target: Who,
        /// Only in an attack.
        attacking: bool,
        /// Only if Critical Hit added to it, and the like.
        using: Option<Keyword>,
    },
    /// A unit would be damaged: acts at the end of the prevention chance (6.3.3).
    WouldBeDamaged {
        /// The unit to be damaged.
        who: Who,
        /// By which source.
        by: Option<Who>,
        /// Only when attacked.
        attacked: bool,
    },
    /// Damage was prevented: `who` prevents.
    Prevents {
        /// The unit whose ability prevents.
        who: Who,
        /// With which keyword.
        using: Option<Keyword>,
        /// Damage to which unit (patient).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Who>,
    },
    /// A unit is discarded (patient), caused by a source (actor).
    Discarded {
        /// The discarded unit.
        who: Who,
        /// From where; empty for anywhere.
        from: Vec<Place>,
        /// By damage of which unit.
        by: Option<Who>,
        /// That unit may have caused it in any other way as well.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        caused: bool,
    },
    /// A unit is deployed (not merely put) into an arena.
    Deployed {
        /// The unit.
        who: Who,
        /// Where; empty for anywhere.
        into: Vec<Place>,
        /// The text names Meditate beside it, by which it is deployed as well.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        meditated: bool,
    },
    /// A unit comes into an arena in any way.
    Arrives {
        /// The unit.
        who: Who,
        /// Where.
        into: Vec<Place>,
    },
    /// A unit is returned to a hand.
    Returned {
        /// The unit.
        who: Who,
        /// From where; empty for anywhere.
        from: Vec<Place>,
    },
    /// A unit is retreated.
    Retreats(Who),
    /// A player retreats a unit: in the retreat step, or by what he or she plays.
    RetreatedBy(Player, Who),
    /// A unit becomes tapped.
    Tapped(Who),
    /// A unit becomes untapped.
    Untapped(Who),
    /// Counters are put on a unit.
    CountersPut(Who, CounterKind),
    /// A player plays a Battle card.
    PlaysBattleCard(Player),
    /// A player draws a card.
    Draws(Player),
    /// A player completes a card of that description.
    Completes(Player, Filter),
    /// A unit uses a keyword.
    Uses(Who, Keyword),
    /// The ready phase, untap, or build-point roll.
    ReadyPhase(Player),
    /// A build step starts.
    BuildStepStarts(Player),
    /// A build step ends.
    BuildStepEnds(Player),
    /// The battle phase starts.
    BattleStarts,
    /// An arena's battle step starts; `None`: the one of the unit's arena, or each.
    BattleStepStarts(Option<Arena>),
    /// An arena's battle step ends.
    BattleStepEnds(Option<Arena>),
    /// The battle phase ends.
    BattleEnds,
    /// The turn ends.
    TurnEnds,
}
