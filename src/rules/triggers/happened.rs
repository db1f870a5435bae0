//! What can happen on the table.

use crate::game::{Arena, CounterKind, Side};
use crate::rulebook::Keyword;
use crate::rules::table::{Fallen, UnitIx};

/// Something that happened.
#[derive(Clone, Debug)]
pub(in crate::rules) enum Happened {
    /// A unit attacks another.
    Attacked { attacker: UnitIx, defender: UnitIx },
    /// Attack dice were rolled.
    Rolled { attacker: UnitIx, defender: UnitIx },
    /// An attack ends.
    AttackEnded { attacker: UnitIx, defender: UnitIx },
    /// Counters were placed as a result of damage.
    Damaged {
        source: Option<UnitIx>,
        target: UnitIx,
        amount: i32,
        attack: bool,
        /// All that its source does in the attack with this placement, told with the first unit it
        /// damages; 0 with further ones and outside of attacks.
        in_attack: i32,
        /// The keyword that did it, and the one that added to it.
        using: [Option<Keyword>; 2],
    },
    /// Damage was prevented.
    Prevented {
        by: UnitIx,
        with: Option<Keyword>,
        to: UnitIx,
    },
    /// A unit was discarded.
    Discarded(Fallen),
    /// A unit was deployed.
    Deployed(UnitIx),
    /// A unit came into an arena.
    Arrived(UnitIx),
    /// A unit was returned to a hand.
    Returned(Fallen),
    /// A unit was retreated, by that player.
    Retreated(UnitIx, Side),
    /// A unit became tapped.
    Tapped(UnitIx),
    /// A unit became untapped.
    Untapped(UnitIx),
    /// Counters were put on a unit.
    CountersPut(UnitIx, CounterKind),
    /// A card was drawn.
    Drew(Side),
    /// A Battle card was played.
    PlayedCard(Side),
    /// A build step starts.
    BuildStarts(Side),
    /// A build step ends.
    BuildEnds(Side),
    /// A Mission, Location or Equipment was completed.
    Completed(UnitIx),
    /// A unit used a keyword with an activation cost.
    Used(UnitIx, Keyword),
    /// A ready phase.
    Ready,
    /// The battle phase starts.
    BattleStarts,
    /// A battle step starts.
    StepStarts(Arena),
    /// A battle step ends.
    StepEnds(Arena),
    /// The battle phase ends.
    BattleEnds,
    /// The turn ends.
    TurnEnds,
    /// A unit did something else in its place in the order instead of attacking.
    DidNotAttack(UnitIx),
}

/// Kinds of event that have happened in a run, for lines that were not understood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::rules) enum EventKind {
    /// An attack.
    Attack,
    /// Attack dice.
    Roll,
    /// The end of an attack.
    AttackEnd,
    /// Damage placed.
    Damage,
    /// Damage prevented.
    Prevent,
    /// A discard.
    Discard,
    /// A deploy or arrival.
    Arrival,
    /// A retreat.
    Move,
    /// A tap, an untap.
    Tap,
    /// The use of a keyword.
    Use,
    /// Counters, cards.
    Other,
    /// The start of a build step.
    Build,
    /// Battle phase or step.
    Battle,
    /// The end of the turn.
    TurnEnd,
}

impl Happened {
    pub(in crate::rules) const fn kind(&self) -> EventKind {
        match self {
            Happened::Attacked { .. } | Happened::DidNotAttack(_) => EventKind::Attack,
            Happened::Rolled { .. } => EventKind::Roll,
            Happened::AttackEnded { .. } => EventKind::AttackEnd,
            Happened::Damaged { .. } => EventKind::Damage,
            Happened::Prevented { .. } => EventKind::Prevent,
            Happened::Discarded(_) | Happened::Returned(_) => EventKind::Discard,
            Happened::Deployed(_) | Happened::Arrived(_) | Happened::Completed(_) => {
                EventKind::Arrival
            }
            Happened::Retreated(..) => EventKind::Move,
            Happened::Tapped(_) | Happened::Untapped(_) => EventKind::Tap,
            Happened::Used(..) => EventKind::Use,
            Happened::CountersPut(..)
            | Happened::Drew(_)
            | Happened::PlayedCard(_)
            | Happened::Ready => EventKind::Other,
            Happened::BuildStarts(_) | Happened::BuildEnds(_) => EventKind::Build,
            Happened::BattleStarts
            | Happened::StepStarts(_)
            | Happened::StepEnds(_)
            | Happened::BattleEnds => EventKind::Battle,
            Happened::TurnEnds => EventKind::TurnEnd,
        }
    }

    /// The unit that acts and the unit acted on.
    pub(super) fn roles(&self) -> (Option<UnitIx>, Option<UnitIx>) {
        match self {
            Happened::Attacked { attacker, defender }
            | Happened::Rolled { attacker, defender }
            | Happened::AttackEnded { attacker, defender } => (Some(*attacker), Some(*defender)),
            Happened::Damaged { source, target, .. } => (*source, Some(*target)),
            Happened::Prevented { by, to, .. } => (Some(*by), Some(*to)),
            Happened::Discarded(f) => {
                let source = match f.by.as_slice() {
                    [only] => Some(*only),
                    _ => f.attacker.or(f.cause),
                };
                (source, Some(f.unit))
            }
            Happened::Returned(f) => (None, Some(f.unit)),
            Happened::Deployed(u)
            | Happened::Arrived(u)
            | Happened::Retreated(u, _)
            | Happened::Tapped(u)
            | Happened::Untapped(u)
            | Happened::Completed(u)
            | Happened::Used(u, _)
            | Happened::CountersPut(u, _) => (Some(*u), Some(*u)),
            _ => (None, None),
        }
    }
}
