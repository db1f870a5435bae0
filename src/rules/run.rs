//! The runner: the only place where the table changes. It walks the window lists, asks the plays
//! for answers in order, and records a step for everything that happens.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::clause;
use crate::game::Side;
use crate::rulebook::{ClauseId, Keyword};

use super::deed::Deed;
use super::derive;
use super::keyword::{self, Held, Proposal};
use super::situation::{Play, Situation};
use super::table::{Phase, Table, UnitIx};
use super::trace::{
    Change, Choice, Cite, Reason, Refusal, Request, RequestKind, RollRecord, Step, StepKind,
};
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
    /// Prevention bought before hidden dice were shown.
    pub(super) bought_blind: Vec<(crate::cardtext::Effect, super::effects::Cx)>,
    /// Unmodelled lines somebody played.
    pub(super) unread_played: Vec<(Option<UnitIx>, String)>,
    /// How many cards lay under units when they left the table.
    pub(super) stacks_left: std::collections::BTreeMap<UnitIx, i32>,
    /// The unit whose ability just now discards units or puts counters on them.
    pub(super) causing: Option<UnitIx>,
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
            bought_blind: Vec::new(),
            unread_played: Vec::new(),
            stacks_left: std::collections::BTreeMap::new(),
            causing: None,
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

    /// Says which choices answer no question.
    pub(super) fn note_unasked(&mut self) -> Result<(), Stop> {
        for index in self.options.unasked.clone() {
            let text = format!(
                "Play {} answers no question that is asked, and is passed over.",
                index + 1
            );
            self.step(NewStep::of(StepKind::Note, text).on(clause!("4.3.a")))?;
        }
        Ok(())
    }

    /// The choice at the cursor answers nothing.
    pub(super) fn unasked<T>(&self, text: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::Unasked {
            index: self.cursor,
            text: text.into(),
        })
    }

    /// Remakes what follows from the table.
    pub(super) fn refresh(&mut self) {
        derive::refresh(&mut self.table);
    }

    /// Records a step.
    pub(super) fn step(&mut self, step: NewStep) -> Result<u32, Stop> {
        if self.steps.len() >= STEP_GUARD {
            return Err(Stop::Cannot(format!(
                "after {STEP_GUARD} steps there is still no end: the effects in play feed each other"
            )));
        }
        let n = u32::try_from(self.steps.len()).unwrap_or(u32::MAX) + 1;
        let mut cites = step.cites;
        cites.dedup();
        self.steps.push(Step {
            n,
            window: self.window,
            kind: step.kind,
            side: step.side,
            unit: step.unit.map(|u| self.table.unit(u).id.clone()),
            ability: step.ability,
            text: step.text,
            cites,
            changes: step.changes,
            parent: self.parent,
        });
        Ok(n)
    }

    /// Records that a play is refused, with all reasons, and goes on behind it.
    pub(super) fn refuse(
        &mut self,
        verb: &str,
        what: String,
        reasons: Vec<Reason>,
    ) -> Result<(), Stop> {
        let mut reasons = unique(reasons);
        if reasons.is_empty() {
            reasons.push(reason(
                clause!("4.2"),
                "no chance that is open lets it be played",
            ));
        }
        let index = self.cursor;
        let cites: Vec<Cite> = reasons
            .iter()
            .filter_map(|r| r.clause)
            .map(Cite::from)
            .collect();
        let text = match reasons.first() {
            Some(first) => format!("{what} is refused: {}.", first.text),
            None => format!("{what} is refused."),
        };
        let cites = if cites.is_empty() {
            vec![clause!("4.2").into()]
        } else {
            cites
        };
        let n = self.step(NewStep::of(StepKind::Refusal, text).resting_on(cites))?;
        let mut refusal = Refusal {
            n,
            verb: verb.to_owned(),
            play: what,
            index,
            reasons,
            said: None,
        };
        if verb == "deploy" {
            // A later deployment onto the unit changes its name.
            let name = |id: &super::situation::Handle| {
                let unit = self.table.find(id);
                unit.map_or_else(|| id.to_string(), |u| self.table.name(u).to_owned())
            };
            refusal.said = refusal.in_words(&self.situation.plays, &name);
        }
        self.refused.push(refusal);
        self.take();
        Ok(())
    }

    /// A question of the engine, with every option.
    pub(super) fn ask<T>(
        &self,
        kind: RequestKind,
        side: Side,
        asks: String,
        dice: Option<usize>,
        options: Vec<Choice>,
    ) -> Result<T, Stop> {
        Err(Stop::Ask(Box::new(Request {
            kind,
            side,
            window: self.window,
            asks,
            dice,
            options,
        })))
    }

    /// The play at the cursor does not fit.
    pub(super) fn misfit<T>(&self, text: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::Misfit {
            index: self.cursor,
            text: text.into(),
        })
    }

    /// Runs every keyword's hooks of a window, in order.
    pub(super) fn run_hooks(&mut self, window: WindowId) -> Result<(), Stop> {
        let mut hooks: Vec<(u8, Keyword, keyword::HookFn)> = super::keyword::all()
            .iter()
            .flat_map(|d| d.hooks.iter().map(move |h| (d.keyword, h)))
            .filter(|(_, h)| h.window == window)
            .map(|(k, h)| (h.order, k, h.run))
            .collect();
        hooks.sort_by_key(|(order, ..)| *order);
        for (_, keyword, hook) in hooks {
            for unit in self.in_turn() {
                for mut held in keyword::held(&self.table, unit, keyword) {
                    self.take_asked(&mut held)?;
                    let proposal = hook(&self.table, &held);
                    self.carry_out(&held, proposal)?;
                }
            }
        }
        Ok(())
    }

    /// The next play may say how much of a keyword that acts by itself is wanted.
    fn take_asked(&mut self, held: &mut Held) -> Result<(), Stop> {
        let Some(Play::Use(u)) = self.peek() else {
            return Ok(());
        };
        let unit = u.unit.as_ref().and_then(|h| self.table.find(h));
        let copies = unit
            .map(|x| super::naming::matching(&self.table, x, &u.ability))
            .unwrap_or_default();
        let named = unit == Some(held.unit)
            && copies
                .iter()
                .any(|c| held.copies.iter().any(|h| h.id == c.id));
        let Some(less) = keyword::def(held.keyword)
            .and_then(|d| d.less)
            .filter(|_| named)
        else {
            return Ok(());
        };
        if let Some(asked) = u.aim.amount {
            let reasons = less(&self.table, held, asked);
            if !reasons.is_empty() {
                return self.refuse_play(reasons);
            }
            held.asked = Some(asked);
        }
        let acts = matches!(
            keyword::def(held.keyword)
                .and_then(|d| d.hooks.iter().find(|h| h.window == self.window))
                .map(|h| (h.run)(&self.table, held)),
            Some(Proposal::Do(_))
        );
        if acts {
            self.take();
        }
        Ok(())
    }

    /// Every card, the Dark Side's first (4.5.3).
    pub(super) fn in_turn(&self) -> Vec<UnitIx> {
        let mut all: Vec<UnitIx> = self.table.all().collect();
        all.sort_by_key(|u| self.table.seat(*u, self.table.side(*u)));
        all
    }

    /// Does what a hook proposes, or remembers why it does nothing.
    pub(super) fn carry_out(&mut self, held: &Held, proposal: Proposal) -> Result<(), Stop> {
        let key = (held.unit, held.keyword);
        match proposal {
            Proposal::Silent => Ok(()),
            Proposal::Skip(reasons) => {
                let late = self.too_late(held);
                if self.table.attack().is_none() {
                    self.note_keyword(held.unit, held.keyword, held.label(), reasons);
                    return Ok(());
                }
                self.account
                    .skipped
                    .entry(key)
                    .or_default()
                    .extend(late.into_iter().chain(reasons));
                Ok(())
            }
            Proposal::Do(deeds) => {
                let gained_late = held.at_roll == 0 && held.value != 0;
                if let Some(late) = self.too_late(held).filter(|_| gained_late) {
                    self.account.skipped.entry(key).or_default().push(late);
                    return Ok(());
                }
                self.account.applied.insert(key);
                for deed in deeds {
                    if self.acting > 0 && matches!(deed.what(), Deed::Text { .. }) {
                        self.text_later(deed, held);
                    } else {
                        self.apply(deed, Some(held))?;
                    }
                }
                Ok(())
            }
        }
    }

    fn too_late(&self, held: &Held) -> Option<Reason> {
        let clause = keyword::def(held.keyword)?.too_late?;
        let late = self.table.attack().is_some_and(|a| a.rolled) && held.at_roll < held.value;
        late.then(|| Reason {
            clause: Some(clause),
            text: format!(
                "{} came after the attack dice were rolled, too late for them",
                held.label()
            ),
        })
    }

    /// Whether the present place in the turn is that player's build step.
    pub(super) fn in_build_step_of(&self, side: Side) -> bool {
        self.table.phase == Phase::Build(side)
    }
}

/// A step about to be recorded.
#[derive(Clone, Debug)]
pub(super) struct NewStep {
    kind: StepKind,
    side: Option<Side>,
    unit: Option<UnitIx>,
    ability: Option<String>,
    text: String,
    cites: Vec<Cite>,
    changes: Vec<Change>,
}

impl NewStep {
    /// A step of nobody's, resting on nothing yet.
    pub fn of(kind: StepKind, text: impl Into<String>) -> NewStep {
        NewStep {
            kind,
            side: None,
            unit: None,
            ability: None,
            text: text.into(),
            cites: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// With that sentence.
    pub fn with_text(mut self, text: String) -> NewStep {
        self.text = text;
        self
    }

    /// Of a player.
    pub const fn by(mut self, side: Side) -> NewStep {
        self.side = Some(side);
        self
    }

    /// Of a unit and its controller.
    pub fn unit(mut self, table: &Table, unit: UnitIx) -> NewStep {
        self.unit = Some(unit);
        self.side = self.side.or(Some(table.side(unit)));
        self
    }

    /// The ability at work.
    pub fn ability(mut self, words: impl Into<String>) -> NewStep {
        self.ability = Some(words.into());
        self
    }

    /// A clause it rests on.
    pub fn on(mut self, clause: ClauseId) -> NewStep {
        self.cites.push(Cite::Clause(clause));
        self
    }

    /// What it rests on.
    pub fn resting_on(mut self, cites: impl IntoIterator<Item = Cite>) -> NewStep {
        for cite in cites {
            if !self.cites.contains(&cite) {
                self.cites.push(cite);
            }
        }
        self
    }

    /// What it rests on too, as long as it does not rest on enough already.
    pub fn also(mut self, more: impl IntoIterator<Item = impl Into<Cite>>) -> NewStep {
        super::grounds::add(&mut self.cites, more);
        self
    }

    /// A change it makes.
    pub fn change(mut self, change: Change) -> NewStep {
        self.changes.push(change);
        self
    }

    /// Changes it makes.
    pub fn changes(mut self, changes: impl IntoIterator<Item = Change>) -> NewStep {
        self.changes.extend(changes);
        self
    }
}

/// Whether a play is one of an ability or a card.
#[must_use]
pub(super) const fn is_play(play: Option<&Play>) -> bool {
    matches!(play, Some(Play::Use(_) | Play::Card { .. }))
}

/// Reasons without repetition, in the order given.
pub(super) fn unique(reasons: Vec<Reason>) -> Vec<Reason> {
    let mut seen: Vec<Reason> = Vec::new();
    for reason in reasons {
        if !seen.contains(&reason) {
            seen.push(reason);
        }
    }
    seen
}

/// A reason resting on a clause.
pub(super) fn reason(clause: ClauseId, text: impl Into<String>) -> Reason {
    Reason {
        clause: Some(clause),
        text: text.into(),
    }
}
