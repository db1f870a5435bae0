//! Texts of which each has a cost of its own ("Choose one: Pay 3 Force -> ... Or: Pay 5 Force ->
//! ..."): the text is chosen when the card is announced, and its cost is one like any other
//! (4.3.a, 4.3.b).

use crate::cardtext::{Activated, Effect, Player};
use crate::rulebook::ClauseId;

use super::act::{Act, ActKind};
use super::choices::choice;
use super::run::{Run, Stop, unique};
use super::situation::Answer;
use super::trace::{Choice, Reason};
use super::window::WindowId;
use super::{naming, timing};

impl Act {
    /// The plays it may be, if it leaves a choice between texts of which one costs something.
    pub(super) fn by_option(&self) -> Vec<Act> {
        let plays = matches!(self.kind, ActKind::Ability | ActKind::Card);
        if !plays {
            return Vec::new();
        }
        // What else says when it is played stays so.
        let own = timing::of(&self.ability).timing;
        let further = self.timing.timing.iter().filter(|c| !own.contains(c));
        let further: Vec<ClauseId> = further.copied().collect();
        let ways = options_of(&self.ability).into_iter();
        ways.map(|ability| self.with_option(ability, &further))
            .collect()
    }

    fn with_option(&self, ability: Activated, further: &[ClauseId]) -> Act {
        let mut timing = timing::of(&ability);
        timing.timing.extend(further);
        Act {
            ability,
            timing,
            ..self.clone()
        }
    }
}

/// What each of the texts makes of it, if it leaves a choice between texts of which one costs
/// something.
pub(super) fn options_of(ability: &Activated) -> Vec<Activated> {
    let Effect::ChooseOne(texts) = &ability.effect else {
        return Vec::new();
    };
    if !texts.iter().any(|t| paid(t).is_some()) {
        return Vec::new();
    }
    let option = |text: &Effect| {
        let way = paid(text).unwrap_or_else(|| Activated {
            costs: Vec::new(),
            effect: text.clone(),
            limits: Vec::new(),
        });
        Activated {
            costs: [ability.costs.as_slice(), &way.costs].concat(),
            effect: way.effect,
            limits: [ability.limits.as_slice(), &way.limits].concat(),
        }
    };
    texts.iter().map(option).collect()
}

/// A text with its cost and its limits.
fn paid(text: &Effect) -> Option<Activated> {
    match text {
        Effect::Way(way) => Some((**way).clone()),
        Effect::IfDone(first, then, None) => match &**first {
            Effect::Pay(Player::You, costs) => Some(Activated {
                costs: costs.clone(),
                effect: (**then).clone(),
                limits: Vec::new(),
            }),
            _ => None,
        },
        _ => None,
    }
}

impl Run<'_> {
    /// Why none of the texts can be played.
    pub(super) fn reasons_for_any_option(&self, options: &[Act]) -> Vec<Reason> {
        let each: Vec<Vec<Reason>> = options.iter().map(|a| self.reasons_for_option(a)).collect();
        if each.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        unique(each.into_iter().flatten().collect())
    }

    /// Why this text can't be played: its own chance is not open, or what holds for any play.
    fn reasons_for_option(&self, option: &Act) -> Vec<Reason> {
        let open = |windows: &Vec<WindowId>| {
            let mut windows = windows.iter();
            windows.any(|w| option.timing.windows.contains(w))
        };
        let mut reasons = match self.under_way.last() {
            Some(windows) if !open(windows) => self.timing_reasons(option),
            _ => Vec::new(),
        };
        reasons.extend(self.reasons_with_a_target(option));
        reasons
    }

    /// Tries a play that has yet to say which of its texts is meant.
    pub(super) fn attempt_for_option(&mut self, act: &Act, options: &[Act]) -> Result<bool, Stop> {
        let reasons = match options.iter().find_map(named_by_cost) {
            Some(named) => self.reasons_for_option(&named),
            None => self.reasons_for_any_option(options),
        };
        if !reasons.is_empty() {
            self.refuse_play(reasons)?;
            return Ok(false);
        }
        self.take();
        let chosen = self.choose_option(act, options)?;
        if let Some(reason) = self.reasons_for_option(&chosen).first() {
            return self.misfit_back(reason.text.clone());
        }
        let chosen = self.with_target(chosen)?;
        self.carry_out_act(&chosen)?;
        Ok(true)
    }

    fn choose_option(&mut self, act: &Act, options: &[Act]) -> Result<Act, Stop> {
        if let Some(paid) = options.iter().find_map(named_by_cost) {
            return Ok(paid);
        }
        let open: Vec<&Act> = options
            .iter()
            .filter(|a| self.reasons_for_option(a).is_empty())
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
            let reasons = self.reasons_for_option(option);
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

/// The text, if the play names its cost: the word for it has done its work.
fn named_by_cost(option: &Act) -> Option<Act> {
    let costs = option.ability.costs.iter().map(super::words::cost);
    let wanted = naming::normal(&costs.collect::<Vec<_>>().join(", "));
    let names = |word: &String| {
        let word = naming::normal(word);
        word == wanted || word == format!("pay {wanted}")
    };
    let mut chosen = option.clone();
    chosen.aim.pay.retain(|word| !names(word));
    (chosen.aim.pay.len() < option.aim.pay.len()).then_some(chosen)
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
