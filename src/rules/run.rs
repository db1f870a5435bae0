//! The runner: the only place where the table changes. It walks the window lists, asks the plays
//! for answers in order, and records a step for everything that happens.

mod hooks;
mod new_step;
mod record;

pub(super) use new_step::NewStep;
pub(super) use record::{reason, unique};

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::game::Side;
use crate::rulebook::Keyword;

use super::derive;
use super::situation::{Play, Situation};
use super::table::{Phase, Table, UnitIx};
use super::trace::{Reason, Refusal, Request, RollRecord, Step};
use super::window::WindowId;

/// A run that goes on for so many steps is stopped: its rules chase their own tail.
pub const STEP_GUARD: usize = 10_000;

/// Why a run stops before its last play.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A question that the plays do not answer.
    Ask(Box<Request>),
    /// No answer would settle it.
    Cannot(String),
    /// A choice that nobody asked for. It is passed over; what else the plays say stays as it is.
    Unasked {
        /// The play, counted from 0.
        index: usize,
        /// What happens in its place.
        text: String,
    },
    /// The document does not fit what happened: a wrong number of dice, an answer nobody asked for.
    Misfit {
        /// The play, counted from 0.
        index: usize,
        /// What is wrong.
        text: String,
    },
}

/// How a run is to be made.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Stop at each play-or-pass chance once the plays are used up, instead of passing.
    pub stepwise: bool,
    /// Orders of simultaneous triggers, by the number of the pool: for comparing them.
    pub orders: BTreeMap<usize, Vec<usize>>,
    /// The dice of the attack with that number as they stand when its hits are counted: for
    /// working out odds without saying who rerolled what.
    pub counted: Option<(u32, Vec<u8>)>,
    /// Choices that nobody asks for, by the number of the play: they are passed over.
    pub unasked: BTreeSet<usize>,
}

/// What a keyword on a unit came to in the present attack.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// It did something.
    pub applied: BTreeSet<(UnitIx, Keyword)>,
    /// Why it did nothing.
    pub skipped: BTreeMap<(UnitIx, Keyword), Vec<Reason>>,
    /// Why it was not allowed when a play used it.
    pub refused: BTreeMap<(UnitIx, Keyword), Reason>,
}

/// One run through a situation.
pub struct Run<'s> {
    pub(super) situation: &'s Situation,
    pub(super) options: Options,
    pub(super) table: Table,
    pub(super) cursor: usize,
    pub(super) steps: Vec<Step>,
    pub(super) refused: Vec<Refusal>,
    pub(super) rolls: Vec<RollRecord>,
    pub(super) notes: Vec<super::notes::Noted>,
    pub(super) account: Account,
    pub(super) window: WindowId,
    pub(super) parent: Option<u32>,
    pub(super) rng: Option<ChaCha8Rng>,
    pub(super) pool: Vec<super::triggers::Waiting>,
    /// Texts at the end of the attack that come after the one at work.
    pub(super) ends_ahead: Vec<super::triggers::Waiting>,
    /// Keywords that did something in an attack that is over.
    pub(super) acted_before: BTreeSet<(UnitIx, Keyword)>,
    pub(super) happened: BTreeSet<super::triggers::EventKind>,
    /// Simultaneous triggers that were taken in the default order.
    pub(super) free_orders: Vec<super::triggers::FreeOrder>,
    pub(super) pools_seen: usize,
    /// Hits of the last attack roll.
    pub(super) last_hits: Option<i32>,
    /// Pending damage on the final defender of the last attack, before prevention.
    pub(super) last_pending: Option<i32>,
    pub(super) depth: u32,
    /// The play in whose disrupt chance the run is has been disrupted.
    pub(super) disrupting: bool,
    /// The words by which the play disrupted last may not be made again this turn.
    pub(super) not_again: Option<std::rc::Rc<str>>,
    /// Copies of abilities that may not be activated in that turn, and the words that say so.
    pub(super) barred_copies: BTreeMap<super::table::CopyId, (u32, std::rc::Rc<str>)>,
    /// What the play at work names to pay an owed cost with.
    pub(super) owed_pay: std::collections::VecDeque<String>,
    /// Copies of abilities that were disrupted.
    pub(super) disrupted: BTreeSet<super::table::CopyId>,
    /// Counters are just being put, not placed as damage.
    pub(super) putting: bool,
    /// The player at work passed before in this chance.
    pub(super) passed_before: bool,
    /// An owed cost was paid when this build step started.
    pub(super) owed_paid: bool,
    /// What happens at the start of a build step is still going on.
    pub(super) starting: bool,
    /// The ready phase of this turn was played.
    pub(super) ready_done: bool,
    /// Attacks made before the running battle step began.
    pub(super) step_attacks: u32,
    /// Attacks made before this turn.
    pub(super) turn_attacks: u32,
    /// Something of this turn's ready or command phase was played, so that its battle phase is
    /// still to come.
    pub(super) commanded: bool,
    /// An ability or a card was played in this turn.
    pub(super) played: bool,
    /// Prevention bought before hidden dice were shown.
    pub(super) bought_blind: Vec<(crate::cardtext::Effect, super::effects::Cx)>,
    /// Unmodelled lines somebody played.
    pub(super) unread_played: Vec<(Option<UnitIx>, String)>,
    /// How many cards lay under units when they left the table.
    pub(super) stacks_left: std::collections::BTreeMap<UnitIx, i32>,
    /// The unit whose ability just now discards units or puts counters on them.
    pub(super) causing: Option<UnitIx>,
    /// The player who has decided that what is being done is done, where a text lets one.
    pub(super) deciding: Option<Side>,
    /// Whether a part of what "if you do" looks back at was not done.
    pub(super) partly: bool,
    /// Unmodelled lines on which the end of the run rests, and of which card they are.
    pub(super) unread_needed: Vec<(UnitIx, String)>,
    /// What the play looked at that lines may change without saying how: which sort of line, for
    /// which unit or card.
    pub(super) concerned: BTreeSet<(crate::cardtext::OffBoard, UnitIx)>,
    /// Cards whose lines were carried out as a whole.
    pub(super) carried_out: BTreeSet<UnitIx>,
    /// Unmodelled lines that wait for something to happen.
    pub(super) unread_waits: Vec<super::relevance::Waits>,
    /// The windows of the chances under way, the innermost last: one stands still while what was
    /// played in it runs through windows of its own.
    pub(super) under_way: Vec<Vec<WindowId>>,
    /// How many plays and triggered abilities are just being carried out, one inside the other.
    pub(super) acting: u32,
    /// Something was set off in the middle of a play and waits for its end (4.3.2).
    pub(super) put_off: bool,
    /// Units that left the table with lasting effects on them, which do not come back (6.6.4).
    pub(super) let_go: BTreeSet<UnitIx>,
    /// A card is just laid under this unit: the unit itself is not deployed.
    pub(super) laid_under: Option<UnitIx>,
    /// The units that have a list of what may lie under them, with cards under them.
    pub(super) lists: BTreeMap<UnitIx, super::grounds::Listed>,
    /// The arenas fought in this battle phase, in order.
    pub(super) fought: Vec<crate::game::Arena>,
    /// Whether a Light Side unit has retreated in the retreat step of this turn.
    pub(super) light_retreated: bool,
}

/// The outcome of a run.
pub struct Outcome<'s> {
    /// The run as it stands.
    pub run: Run<'s>,
    /// Why it stopped, if before the end.
    pub stop: Option<Stop>,
}

impl<'s> Run<'s> {
    /// A run that has not begun.
    #[must_use]
    pub fn new(situation: &'s Situation, table: Table, options: Options) -> Run<'s> {
        let mut run = Run {
            situation,
            options,
            table,
            cursor: 0,
            steps: Vec::new(),
            refused: Vec::new(),
            rolls: Vec::new(),
            notes: Vec::new(),
            account: Account::default(),
            window: WindowId::Table,
            parent: None,
            rng: situation.seed.map(ChaCha8Rng::seed_from_u64),
            pool: Vec::new(),
            ends_ahead: Vec::new(),
            acted_before: BTreeSet::new(),
            happened: BTreeSet::new(),
            free_orders: Vec::new(),
            pools_seen: 0,
            last_hits: None,
            last_pending: None,
            depth: 0,
            disrupting: false,
            not_again: None,
            barred_copies: BTreeMap::new(),
            owed_pay: std::collections::VecDeque::new(),
            disrupted: BTreeSet::new(),
            putting: false,
            passed_before: false,
            owed_paid: false,
            starting: false,
            ready_done: true,
            step_attacks: 0,
            turn_attacks: 0,
            commanded: false,
            played: false,
            bought_blind: Vec::new(),
            unread_played: Vec::new(),
            stacks_left: std::collections::BTreeMap::new(),
            causing: None,
            deciding: None,
            partly: false,
            unread_needed: Vec::new(),
            concerned: BTreeSet::new(),
            carried_out: BTreeSet::new(),
            unread_waits: Vec::new(),
            under_way: Vec::new(),
            acting: 0,
            put_off: false,
            let_go: BTreeSet::new(),
            laid_under: None,
            lists: BTreeMap::new(),
            fought: Vec::new(),
            light_retreated: false,
        };
        run.skip_unasked();
        derive::refresh(&mut run.table);
        run.unread_waits = super::relevance::waiting(&run.table);
        run
    }

    /// Runs to the end of the plays, or to the first question they do not answer.
    #[must_use]
    pub fn finish(mut self) -> Outcome<'s> {
        let stop = self.play_all().err();
        Outcome { run: self, stop }
    }

    /// The next play.
    pub(super) fn peek(&self) -> Option<&'s Play> {
        self.situation.plays.get(self.cursor)
    }

    /// Takes the next play off the list.
    pub(super) fn take(&mut self) {
        self.cursor += 1;
        self.skip_unasked();
    }

    fn skip_unasked(&mut self) {
        while self.options.unasked.contains(&self.cursor) {
            self.cursor += 1;
        }
    }

    /// Remakes what follows from the table.
    pub(super) fn refresh(&mut self) {
        derive::refresh(&mut self.table);
    }

    /// Whether the present place in the turn is that player's build step.
    pub(super) fn in_build_step_of(&self, side: Side) -> bool {
        self.table.phase == Phase::Build(side)
    }
}

/// Whether a play is one of an ability or a card.
#[must_use]
pub(super) const fn is_play(play: Option<&Play>) -> bool {
    matches!(play, Some(Play::Use(_) | Play::Card { .. }))
}
