//! The build step (RULES 8): the pool at its start, then building.

mod entry;
mod points;
mod pool;

pub(super) use points::not_built;

use crate::clause;
use crate::game::Side;
use crate::rulebook::ClauseId;

use self::pool::Entry;
use super::grounds::Grounds;
use super::run::{NewStep, Run, Stop};
use super::table::Phase;
use super::trace::StepKind;
use super::triggers::Happened;
use super::window::WindowId;

impl Run<'_> {
    /// A player's build step starts.
    pub(super) fn start_build_step(&mut self, side: Side) -> Result<(), Stop> {
        self.leave_build_step()?;
        self.note_after_battle(side)?;
        self.commanded = true;
        self.window = WindowId::BuildStart;
        self.table.phase = Phase::Build(side);
        self.table.build_step += 1;
        self.note_not_readied()?;
        self.note_start(side)?;
        self.note_out_of_turn(side)?;
        let started = match side {
            Side::Dark => &mut self.table.build_steps[0],
            Side::Light => &mut self.table.build_steps[1],
        };
        *started += 1;
        if *started > 1 {
            return self.note_started_before(side);
        }
        self.owed_paid = false;
        self.note_covered_at_start(side);
        self.happened.insert(Happened::BuildStarts(side).kind());
        self.hear(&Happened::BuildStarts(side));
        let mut entries = self.build_pool(side);
        self.fire_delayed(&Happened::BuildStarts(side), None, None, 0);
        let waited = std::mem::take(&mut self.pool).into_iter();
        entries.extend(waited.map(|w| Entry::Text(Box::new(w))));
        self.starting = true;
        self.resolve_build_pool(side, entries)?;
        self.starting = false;
        Ok(())
    }

    /// A turn whose ready phase was left out gives nothing.
    fn note_not_readied(&mut self) -> Result<(), Stop> {
        if self.table.turn <= 1 || self.ready_done {
            return Ok(());
        }
        let text =
            "This turn's ready phase was not played; its Force and build points are not counted.";
        self.step(NewStep::of(StepKind::Note, text).on(clause!("2.2.R2")))?;
        self.ready_done = true;
        Ok(())
    }

    fn note_start(&mut self, side: Side) -> Result<(), Stop> {
        let text = format!("The build step of the {} starts.", side.name());
        let after = side == Side::Light && self.table.build_steps[0] > 0;
        let step = NewStep::of(StepKind::Note, text)
            .by(side)
            .on(clause!("8.1"))
            .on(clause!("8.1.1"));
        self.step(step.also(after.then_some(clause!("8.1.4"))))
            .map(drop)
    }

    /// Only the first build step of a turn has a start at which something happens (8.1.3).
    fn note_started_before(&mut self, side: Side) -> Result<(), Stop> {
        let text = "It is not the first one this turn: nothing happens at its start, and no card is drawn.";
        let once = self.keywords_of_start(side, |g| g.first_start_only);
        let step = NewStep::of(StepKind::Note, text)
            .by(side)
            .on(clause!("8.1.3"))
            .on(clause!("2.3.2"));
        self.step(step.also(once)).map(drop)
    }

    /// By the order of the turn the build steps come before the battle phase (2.2).
    fn note_after_battle(&mut self, side: Side) -> Result<(), Stop> {
        let battle = matches!(self.table.phase, Phase::Battle | Phase::Step(_));
        if !battle && !self.table.battle_over {
            return Ok(());
        }
        let text = "By the order of the turn the build steps come before the battle phase.";
        let step = NewStep::of(StepKind::Note, text).by(side);
        self.step(step.on(clause!("2.2"))).map(drop)
    }

    /// The Dark Side's build step is over before the Light Side's begins (8.1.4).
    fn note_out_of_turn(&mut self, side: Side) -> Result<(), Stop> {
        let [dark, light] = self.table.build_steps;
        if side == Side::Light || dark > 0 || light == 0 {
            return Ok(());
        }
        let text = "The Light Side's build step of this turn came before the Dark Side's; by the order of the turn it comes behind it.";
        let step = NewStep::of(StepKind::Note, text).by(side);
        self.step(step.on(clause!("8.1.4")).on(clause!("2.2")))
            .map(drop)
    }

    /// What the keywords of the player's cards say about the start of the build step.
    fn keywords_of_start(
        &self,
        side: Side,
        which: impl Fn(&Grounds) -> Option<ClauseId>,
    ) -> Vec<ClauseId> {
        super::keyword::all()
            .iter()
            .filter_map(|d| which(&d.grounds).map(|c| (d.keyword, c)))
            .filter(|(k, _)| {
                self.table
                    .all()
                    .any(|u| self.table.side(u) == side && self.table.view(u).has(*k))
            })
            .map(|(_, clause)| clause)
            .collect()
    }
}
