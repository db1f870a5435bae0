//! Predictions of the hits: what a keyword does whose unit's controller names a number before the
//! roll and gets the listed effect if it was right.

use crate::rulebook::ClauseId;

use super::deed::Deed;
use super::keyword::{Aimed, Among, Ask, Held, Proposal};
use super::table::Table;
use super::trace::{Cited, Reason};

/// The reason against a number that no roll can have.
#[must_use]
pub fn amount_reason(aimed: &Aimed, ground: ClauseId) -> Option<Reason> {
    let asked = aimed.amount.filter(|a| *a < 0)?;
    Some(Reason::by(ground, format!("{asked} is no number of hits")))
}

/// The prediction is made.
///
/// # Errors
/// If nobody said how many hits.
pub fn make(
    table: &Table,
    held: &Held,
    aimed: &Aimed,
    ground: ClauseId,
) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(hits) = aimed.amount else {
        return Err(Ask {
            asks: format!("How many hits does {} predict?", table.name(held.unit)),
            among: Among::Numbers,
        });
    };
    let deed = Deed::Predict {
        by: held.unit,
        copy: held.copy_id(),
        hits,
    };
    Ok(vec![Cited::new(deed, ground)])
}

/// The prediction is compared with the hits after rerolls, before anything is added or prevented;
/// `ground` is the keyword's clause on what then happens, `moment` the one on when.
#[must_use]
pub fn compare(table: &Table, held: &Held, ground: ClauseId, moment: ClauseId) -> Proposal {
    let Some((predicted, hits)) = predicted(table, held) else {
        return Proposal::Silent;
    };
    if predicted != hits {
        let text = format!(
            "{}: {predicted} hits were predicted, but the roll has {hits}; nothing happens.",
            held.label()
        );
        return Proposal::one(Cited::new(Deed::Note(text), ground));
    }
    match held.listed_effect() {
        Some(deed) => Proposal::one(Cited::new(deed, ground).and(moment)),
        None => Proposal::Silent,
    }
}

/// The number that was predicted with the copy in this attack, and the hits of its roll.
fn predicted(table: &Table, held: &Held) -> Option<(i32, i32)> {
    let attack = table.attack()?;
    let own = (held.unit, held.copy_id());
    let mut predictions = attack.predictions.iter();
    let (_, _, predicted) = predictions.find(|(unit, copy, _)| (*unit, *copy) == own)?;
    Some((*predicted, attack.hits?))
}
