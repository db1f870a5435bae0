//! What a run records: steps, refusals and questions.

use crate::clause;
use crate::game::Side;
use crate::rulebook::ClauseId;
use crate::rules::situation::Handle;
use crate::rules::trace::{Choice, Cite, Reason, Refusal, Request, RequestKind, Step, StepKind};

use super::{NewStep, Run, STEP_GUARD, Stop};

impl<'s> Run<'s> {
    /// What another text or a play does in the middle of a text: who has decided and what was left
    /// undone is each text's own.
    pub(in crate::rules) fn on_its_own<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let deciding = self.deciding.take();
        let partly = std::mem::take(&mut self.partly);
        let done = act(self);
        self.deciding = deciding;
        self.partly = partly;
        done
    }

    /// Says which choices answer no question.
    pub(in crate::rules) fn note_unasked(&mut self) -> Result<(), Stop> {
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
    pub(in crate::rules) fn unasked<T>(&self, text: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::Unasked {
            index: self.cursor,
            text: text.into(),
        })
    }

    /// Records a step.
    pub(in crate::rules) fn step(&mut self, step: NewStep) -> Result<u32, Stop> {
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
    pub(in crate::rules) fn refuse(
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
        let text = match reasons.first() {
            Some(first) => format!("{what} is refused: {}.", first.text),
            None => format!("{what} is refused."),
        };
        let cites = grounds_of(&reasons);
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
            let name = |id: &Handle| {
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
    pub(in crate::rules) fn ask<T>(
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
    pub(in crate::rules) fn misfit<T>(&self, text: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::Misfit {
            index: self.cursor,
            text: text.into(),
        })
    }
}

/// The clauses that reasons rest on.
fn grounds_of(reasons: &[Reason]) -> Vec<Cite> {
    let cites: Vec<Cite> = reasons
        .iter()
        .filter_map(|r| r.clause)
        .map(Cite::from)
        .collect();
    if cites.is_empty() {
        vec![clause!("4.2").into()]
    } else {
        cites
    }
}

/// Reasons without repetition, in the order given.
pub(in crate::rules) fn unique(reasons: Vec<Reason>) -> Vec<Reason> {
    let mut seen: Vec<Reason> = Vec::new();
    for reason in reasons {
        if !seen.contains(&reason) {
            seen.push(reason);
        }
    }
    seen
}

/// A reason resting on a clause.
pub(in crate::rules) fn reason(clause: ClauseId, text: impl Into<String>) -> Reason {
    Reason {
        clause: Some(clause),
        text: text.into(),
    }
}
