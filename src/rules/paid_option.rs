//! Texts of which each has a cost of its own ("Choose one: Pay 3 Force -> ... Or: Pay 5 Force ->
//! ..."): the text is chosen when the card is announced, and its cost is one like any other
//! (4.3.a, 4.3.b).

use crate::cardtext::{Activated, Cost, Effect, Player};

use super::act::{Act, ActKind};
use super::choices::choice;
use super::run::{Run, Stop, unique};
use super::situation::Answer;
use super::timing;
use super::trace::{Choice, Reason};

impl Act {
    /// The plays it may be, if it leaves a choice between texts of which one costs something.
    pub(super) fn by_option(&self) -> Vec<Act> {
        let plays = matches!(self.kind, ActKind::Ability | ActKind::Card);
        let Effect::ChooseOne(texts) = &self.ability.effect else {
            return Vec::new();
        };
        if !plays || !texts.iter().any(|t| paid(t).is_some()) {
            return Vec::new();
        }
        texts.iter().map(|t| self.with_option(t)).collect()
    }

    fn with_option(&self, text: &Effect) -> Act {
        let (costs, effect) = match paid(text) {
            Some((costs, effect)) => (costs.to_vec(), effect.clone()),
            None => (Vec::new(), text.clone()),
        };
        let mut all = self.ability.costs.clone();
        all.extend(costs);
        let ability = Activated {
            costs: all,
            effect,
            limits: self.ability.limits.clone(),
        };
        let mut timing = timing::of(&ability);
        // What else says when it is played stays so.
        for clause in &self.timing.timing {
            if !timing.timing.contains(clause) {
                timing.timing.push(*clause);
            }
        }
        Act {
            ability,
            timing,
            ..self.clone()
        }
    }
}

/// The cost of a text, and what it does.
fn paid(text: &Effect) -> Option<(&[Cost], &Effect)> {
    match text {
        Effect::IfDone(first, then, None) => match &**first {
            Effect::Pay(Player::You, costs) => Some((costs, then)),
            _ => None,
        },
        _ => None,
    }
}

impl Run<'_> {
    /// Why none of the texts can be played.
    pub(super) fn reasons_for_any_option(&self, options: &[Act]) -> Vec<Reason> {
        let each: Vec<Vec<Reason>> = options
            .iter()
            .map(|a| self.reasons_with_a_target(a))
            .collect();
        if each.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        unique(each.into_iter().flatten().collect())
    }

    /// Tries a play that has yet to say which of its texts is meant.
    pub(super) fn attempt_for_option(&mut self, act: &Act, options: &[Act]) -> Result<bool, Stop> {
        let reasons = self.reasons_for_any_option(options);
        if !reasons.is_empty() {
            self.refuse_play(reasons)?;
            return Ok(false);
        }
        self.take();
        let chosen = self.choose_option(act, options)?;
        if let Some(reason) = self.reasons_with_a_target(&chosen).first() {
            return self.misfit_back(reason.text.clone());
        }
        let chosen = self.with_target(chosen)?;
        self.carry_out_act(&chosen)?;
        Ok(true)
    }

    fn choose_option(&mut self, act: &Act, options: &[Act]) -> Result<Act, Stop> {
        let open: Vec<&Act> = options
            .iter()
            .filter(|a| self.reasons_with_a_target(a).is_empty())
            .collect();
        let named = matches!(self.peek(), Some(super::situation::Play::Choose { .. }));
        if let ([only], false) = (open.as_slice(), named) {
            return Ok((*only).clone());
        }
        let labels: Vec<String> = options.iter().map(label).collect();
        let mut cx = self.cx_of(act);
        if named {
            let at = self.choose_text(act.side, &labels, "Which of the texts?", &mut cx)?;
            return match options.get(at) {
                Some(found) => Ok(found.clone()),
                None => self.misfit_back("there is no such text".to_owned()),
            };
        }
        let shown = options.iter().zip(&labels).map(|(option, label)| {
            let reasons = self.reasons_with_a_target(option);
            Choice {
                legal: reasons.is_empty(),
                reasons,
                ..choice(label, Answer::Text(label.clone()))
            }
        });
        self.ask(
            super::trace::RequestKind::Choice,
            act.side,
            "Which of the texts?".to_owned(),
            None,
            shown.collect(),
        )
    }
}

/// The text in words, with what it costs.
fn label(act: &Act) -> String {
    let costs: Vec<String> = act.ability.costs.iter().map(super::words::cost).collect();
    let effect = super::words::effect(&act.ability.effect);
    if costs.is_empty() {
        effect
    } else {
        format!("{} -> {effect}", costs.join(", "))
    }
}
