//! Forewarning: when the unit is attacked, its controller may predict the hits; a right prediction brings the listed effect.

use crate::cardtext::{KeywordValue, Scope};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Among, Ask, Held, Hook, KeywordDef, Offer, Proposal};
use crate::rules::shown::{Shown, Usage};
use crate::rules::table::Table;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Forewarning. It is compared with the hits after rerolls, before anything is added or prevented
/// (foresight.i1).
pub const FOREWARNING: KeywordDef = KeywordDef {
    hooks: &[Hook {
        window: WindowId::Hits,
        order: 80,
        run: compare,
    }],
    offer: Some(Offer {
        windows: &[WindowId::AttackTriggers],
        scope: Scope::Attack,
        limit: &[clause!("forewarning.1"), clause!("4.4.1")],
        timing: &[clause!("forewarning.1"), clause!("attack.triggers")],
        against,
        play,
    }),
    shown: Shown {
        line: "Forewarning: Draw a card",
        usage: Some(Usage::prediction(WindowId::AttackTriggers)),
        attacks_only: Some(clause!("forewarning.1")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("forewarning"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let mut reasons = Vec::new();
    if table.attack().is_none_or(|a| a.defender != held.unit) {
        let text = format!("{name} is not attacked");
        reasons.push(Reason::by(clause!("forewarning.1"), text));
    }
    if let Some(asked) = aimed.amount.filter(|a| *a < 0) {
        let text = format!("{asked} is no number of hits");
        reasons.push(Reason::by(clause!("forewarning.1"), text));
    }
    reasons
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
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
    Ok(vec![Cited::new(deed, clause!("forewarning.1"))])
}

fn compare(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack() else {
        return Proposal::Silent;
    };
    let own = (held.unit, held.copy_id());
    let predicted = attack
        .predictions
        .iter()
        .find(|(unit, copy, _)| (*unit, *copy) == own)
        .map(|(_, _, hits)| *hits);
    let (Some(predicted), Some(hits)) = (predicted, attack.hits) else {
        return Proposal::Silent;
    };
    if predicted != hits {
        let text = format!(
            "{}: {predicted} hits were predicted, but the roll has {hits}; nothing happens.",
            held.label()
        );
        return Proposal::one(Cited::new(Deed::Note(text), clause!("forewarning.2")));
    }
    let Some(copy) = held.copies.first() else {
        return Proposal::Silent;
    };
    let Some(KeywordValue::Effect(effect)) = copy.keyword_value() else {
        return Proposal::Silent;
    };
    let deed = Deed::Text {
        by: held.unit,
        effect: (**effect).clone(),
        printed: copy.printed.to_string(),
    };
    Proposal::one(Cited::new(deed, clause!("forewarning.2")).and(clause!("foresight.i1")))
}
