//! Prevention bought before the dice are shown (cunning.3).

use crate::cardtext::Effect;
use crate::rules::act::Found;
use crate::rules::effects::Cx;
use crate::rules::grounds;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::trace::StepKind;
use crate::rules::window::WindowId;

impl Run<'_> {
    /// The blind chance: with hidden dice, prevention plays written before the roll are bought now
    /// and take effect once the dice are shown (cunning.3).
    pub(super) fn blind_chance(&mut self) -> Result<(), Stop> {
        self.hand_plays()?;
        let prevents = |found: Found| matches!(&found, Found::Act(a) if a.timing.windows.contains(&WindowId::Prevention));
        if !crate::rules::run::is_play(self.peek()) || !prevents(self.find_act()) {
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.window, WindowId::Prevention);
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.blind = true;
        }
        while crate::rules::run::is_play(self.peek()) {
            let Found::Act(act) = self.find_act() else {
                break;
            };
            if !act.timing.windows.contains(&WindowId::Prevention) {
                break;
            }
            let mut reasons = self.off_reasons(&act);
            reasons.extend(self.cost_reasons_of(&act));
            if !reasons.is_empty() {
                self.refuse_play(reasons)?;
                continue;
            }
            self.take();
            let mut cx = self.cx_of(&act);
            self.announce(&act, &mut cx)?;
            let attacker = self.table.attack().map(|a| a.attacker);
            if let Some(blind) = attacker.and_then(|a| grounds::blind(&self.table, a)) {
                let text = "It is played before the dice are known, and takes effect with them.";
                self.step(NewStep::of(StepKind::Note, text).on(blind.before))?;
            }
            self.bought_blind.push((act.ability.effect.clone(), cx));
        }
        self.window = outer;
        Ok(())
    }

    /// What was bought before the dice were shown takes effect.
    pub(in crate::rules) fn blind_prevention(&mut self) -> Result<(), Stop> {
        let bought: Vec<(Effect, Cx)> = std::mem::take(&mut self.bought_blind);
        for (effect, mut cx) in bought {
            cx.instance = self.table.open.first().copied();
            self.perform(&effect, &mut cx)?;
        }
        Ok(())
    }
}
