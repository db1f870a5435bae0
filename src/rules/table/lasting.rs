//! What outlives the moment in which it was made: lasting and waiting effects, Bounties to come,
//! control for a while.

use std::rc::Rc;

use crate::cardtext::{Duration, Effect, Event, Filter, Grant};
use crate::game::{Arena, Side};
use crate::rulebook::Keyword;
use crate::rules::look::Look;
use crate::rules::trace::Cite;

use super::UnitIx;

/// Something a unit has for a while.
#[derive(Clone, Debug)]
pub struct Lasting {
    /// Which unit.
    pub on: UnitIx,
    /// What; numbers are fixed.
    pub grants: Vec<Grant>,
    /// How long.
    pub until: Duration,
    /// In whose name it was given.
    pub look: Look,
    /// Whose effect it is: the unit that gave it, and its line.
    pub by: Option<UnitIx>,
    /// As printed.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cites: Vec<Cite>,
    /// How it stands to attacks, for [`Duration::Attack`] and [`Duration::NextAttack`].
    pub attack: ForAttack,
    /// What the defender of that attack has to be, if the effect is tied to it (7.1.6).
    pub tied: Option<Filter>,
    /// Order of arrival.
    pub serial: u32,
}

/// How a lasting effect stands to the attack it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForAttack {
    /// It waits for one that begins after the attack with this number; 0 is for no attack.
    After(u32),
    /// It is for the attack with this number and ends with it.
    In(u32),
}

/// An effect that waits for an event.
#[derive(Clone, Debug)]
pub struct Delayed {
    /// The event.
    pub event: Event,
    /// The effect.
    pub effect: Effect,
    /// Each time, or once.
    pub each_time: bool,
    /// Until when it waits.
    pub until: Duration,
    /// In whose name.
    pub controller: Side,
    /// The unit that set it up.
    pub this: Option<UnitIx>,
    /// The units chosen when it was set up.
    pub that: Vec<UnitIx>,
    /// The arena chosen when it was set up.
    pub arena: Option<Arena>,
    /// As printed.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cites: Vec<Cite>,
}

/// Something an earned Bounty will bring (8.2).
#[derive(Clone, Debug)]
pub struct DueBounty {
    /// Who gets it.
    pub side: Side,
    /// The unit that earned it.
    pub unit: UnitIx,
    /// The discarded unit it was earned with.
    pub fallen: UnitIx,
    /// The keyword that earned it.
    pub keyword: Keyword,
    /// What.
    pub effect: Effect,
    /// As printed.
    pub printed: Rc<str>,
    /// The line.
    pub cite: Cite,
}

/// Control of a unit that somebody has for a while. Of several loans of one unit the last one still
/// running counts; when all are over, who had it before the first has it again.
#[derive(Clone, Debug)]
pub struct Lent {
    /// The unit.
    pub unit: UnitIx,
    /// Who had it before this loan and all that came before and are over.
    pub from: Side,
    /// Who has it by this loan.
    pub to: Side,
    /// How long.
    pub until: Duration,
    /// By what.
    pub cite: Cite,
}
