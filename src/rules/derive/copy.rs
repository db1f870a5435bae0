//! One copy of an ability on a unit, and what names it.

use std::rc::Rc;

use crate::cardtext::{Ability, Effect, KeywordAbility, KeywordValue};
use crate::rules::grounds::LentBy;
use crate::rules::table::{CopyId, UnitIx};
use crate::rules::trace::{Cite, Reason};

/// Who lends an ability to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// Its own card.
    Own,
    /// A card under it (INSERT).
    Under,
    /// Equipment on it, by serial number.
    Attached(u32),
    /// A Pilot on it, by serial number.
    Pilot(u32),
    /// An effect or another unit.
    Given,
}

/// One copy of an ability on a unit.
#[derive(Clone, Debug)]
pub struct Copy {
    /// Its identity, the same as long as its origin is there.
    pub id: CopyId,
    /// The ability.
    pub ability: Rc<Ability>,
    /// As printed.
    pub printed: Rc<str>,
    /// What a step cites for it.
    pub cite: Cite,
    /// Why it does not work now.
    pub off: Option<Reason>,
    /// Whose ability lends it.
    pub by: Option<UnitIx>,
    /// What lends it.
    pub carrier: Carrier,
    /// By what the unit has it, if another ability stands for it (INSERT, Reserves).
    pub through: Option<LentBy>,
}

impl Copy {
    /// The keyword it is, with or without a cost.
    #[must_use]
    pub fn keyword(&self) -> Option<&KeywordAbility> {
        match &*self.ability {
            Ability::Keyword(k) => Some(k),
            Ability::Activated(a) => match &a.effect {
                Effect::Keyword(k) => Some(k),
                _ => None,
            },
            _ => None,
        }
    }

    /// What stands behind its keyword.
    #[must_use]
    pub fn keyword_value(&self) -> Option<&KeywordValue> {
        self.keyword().map(|k| &k.value)
    }

    /// Every keyword that names it: its own, those of a compound effect, and the outer one.
    #[must_use]
    pub fn names(&self) -> Vec<&KeywordAbility> {
        let mut names = Vec::new();
        collect_names(&self.ability, &mut names);
        names
    }
}

pub(in crate::rules) fn collect_names<'a>(
    ability: &'a Ability,
    names: &mut Vec<&'a KeywordAbility>,
) {
    match ability {
        Ability::Keyword(k) => {
            names.push(k);
            if let KeywordValue::Abilities(inner) = &k.value {
                inner.iter().for_each(|a| collect_names(a, names));
            }
        }
        Ability::Activated(a) => effect_names(&a.effect, names),
        _ => {}
    }
}

fn effect_names<'a>(effect: &'a Effect, names: &mut Vec<&'a KeywordAbility>) {
    match effect {
        Effect::Keyword(k) => names.push(k),
        Effect::Seq(all) => all.iter().for_each(|e| effect_names(e, names)),
        _ => {}
    }
}
