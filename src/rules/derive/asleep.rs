//! Where an ability does not work (1.2.3).

use crate::cardtext::{Ability, Effect, Grant, Static, StaticRule};
use crate::clause;
use crate::game::Zone;
use crate::rulebook::Activation;
use crate::rules::keyword::{self, KeywordDef};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::Reason;
use crate::rules::window::WindowId;

use super::Copy;

/// Why an ability does not work where its unit lies (1.2.3).
pub(super) fn asleep(table: &Table, ix: UnitIx, ability: &Ability) -> Option<Reason> {
    let unit = table.unit(ix);
    if unit.arena().is_some() || unit.is_event() {
        return None;
    }
    let entry = match ability {
        Ability::Keyword(k) => keyword::def(k.keyword),
        Ability::Activated(a) => match &a.effect {
            Effect::Keyword(k) => keyword::def(k.keyword),
            // What is done besides comes with the card that is played from there.
            Effect::Seq(all) => all.iter().find_map(|e| match e {
                Effect::Keyword(k) => keyword::def(k.keyword).filter(|d| d.from_discard),
                _ => None,
            }),
            _ => None,
        },
        _ => None,
    };
    if unit.zone == Zone::Build {
        let reason = |clause, text: String| {
            Some(Reason {
                clause: Some(clause),
                text,
            })
        };
        if unit.is_face_down() && !entry.is_some_and(|d| d.while_partly_built) {
            return reason(
                clause!("1.2.2"),
                format!("{} is only partly built", unit.name),
            );
        }
        if !unit.is_unit() || entry.is_some_and(|d| d.in_build_zone) {
            return None;
        }
        if entry.is_some_and(|d| works_there_too(table, d)) || speaks_of_build_zone(ability) {
            return None;
        }
        return reason(
            clause!("1.2.3"),
            format!(
                "{} is in the build zone, where this ability is off",
                unit.name
            ),
        );
    }
    (!entry.is_some_and(|d| d.from_discard)).then(|| Reason {
        clause: Some(clause!("1.2.3")),
        text: format!("{} is in {}", unit.name, unit.zone.name()),
    })
}

/// A text that lets its unit attack out of the build zone works there, by what it says.
fn speaks_of_build_zone(ability: &Ability) -> bool {
    let Ability::Static(Static {
        rule: StaticRule::Give { grants, .. },
        ..
    }) = ability
    else {
        return false;
    };
    grants.contains(&Grant::FromBuildZone)
}

/// Whether an activated keyword prevents damage to its own unit (11.37).
fn prevents_own(def: &KeywordDef) -> bool {
    def.keyword.entry().activation == Activation::Activated
        && !def.guards_others
        && def
            .offer
            .is_some_and(|o| o.windows.contains(&WindowId::Prevention))
}

/// The same of a copy of an ability.
#[must_use]
pub fn prevents_for_itself(copy: &Copy) -> bool {
    copy.keyword()
        .and_then(|k| keyword::def(k.keyword))
        .is_some_and(prevents_own)
}

/// Other readings of what works in the build zone (11.32, 11.37).
fn works_there_too(table: &Table, def: &KeywordDef) -> bool {
    if def.keyword.entry().activation == Activation::Activated {
        table.reading(clause!("11.37")) == Some("allowed") && prevents_own(def)
    } else {
        table.reading(clause!("11.32")) == Some("works")
    }
}
