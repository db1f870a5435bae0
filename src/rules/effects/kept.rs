//! What a unit keeps out of what it is given (1.1.6).

use crate::cardtext::{Ban, Grant, Num};
use crate::clause;
use crate::rules::derive::UnitView;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::UnitIx;
use crate::rules::trace::{Cite, StepKind};
use crate::rules::words;

impl Run<'_> {
    /// Says which parts of a gift change nothing, as the unit can't gain or lose such a thing.
    pub(super) fn tell_kept_out(&mut self, unit: UnitIx, grants: &[Grant]) -> Result<(), Stop> {
        let view = self.table.view(unit);
        let kept = grants.iter().filter_map(|grant| kept_out(view, grant));
        let (mut what, cites): (Vec<String>, Vec<Cite>) = kept.unzip();
        let all = what.len() == grants.len();
        what.dedup();
        if what.is_empty() {
            return Ok(());
        }
        let text = format!(
            "{} can't {}: {}.",
            self.table.name(unit),
            what.join(" or "),
            if all {
                "nothing changes"
            } else {
                "that part does nothing"
            }
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        self.step(step.on(clause!("1.1.6")).resting_on(cites))?;
        Ok(())
    }
}

/// What the unit can't do that this would do to it, and the line that says so.
fn kept_out(view: &UnitView, grant: &Grant) -> Option<(String, Cite)> {
    let by = |fits: &dyn Fn(&Ban) -> bool, what: String| {
        let banned = view.banned(|b| fits(&b.ban))?;
        Some((what, banned.cite.clone()))
    };
    match grant {
        Grant::Change(stat, Num::Const(n)) if *n > 0 => by(
            &|ban| *ban == Ban::Gain(*stat),
            format!("gain {}", words::stat_word(*stat)),
        ),
        Grant::Change(stat, Num::Const(n)) if *n < 0 => by(
            &|ban| *ban == Ban::LoseStat(*stat),
            format!("lose {}", words::stat_word(*stat)),
        ),
        Grant::Loses(keyword) => by(
            &|ban| *ban == Ban::Lose(*keyword),
            format!("lose {}", keyword.name()),
        ),
        Grant::LosesAbilities | Grant::LosesText => by(
            &|ban| *ban == Ban::LoseAbilities,
            "lose its text".to_owned(),
        ),
        Grant::Subtype(subtype) => by(
            &|ban| *ban == Ban::GainSubtype(subtype.clone()),
            format!("gain the subtype {subtype}"),
        ),
        Grant::LosesSubtype(_) => by(
            &|ban| *ban == Ban::LoseSubtypes,
            "lose its subtypes".to_owned(),
        ),
        _ => None,
    }
}
