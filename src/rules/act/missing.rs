//! Why a unit does not have the ability that a play names, although some card speaks of it: the
//! text is lost or covered, or what gives the ability does not hold now.

use crate::cardtext::{Ability, Cond, Grant, KeywordValue, Static, StaticRule, Who};
use crate::clause;
use crate::game::Zone;
use crate::rules::derive::Copy;
use crate::rules::look::{self, Look};
use crate::rules::naming;
use crate::rules::notes::first_clause;
use crate::rules::run::{Run, reason};
use crate::rules::table::{Line, SubCard, UnitIx};
use crate::rules::trace::Reason;

impl Run<'_> {
    /// Every reason why the words name nothing that the unit has now; none if no card here speaks
    /// of such an ability.
    pub(super) fn missing_reasons(&self, unit: UnitIx, words: &str) -> Vec<Reason> {
        let mut reasons = self.own_text_reasons(unit, words);
        reasons.extend(self.covered_reasons(unit, words));
        reasons.extend(self.unpicked_reasons(unit, words));
        for holder in self.table.all() {
            reasons.extend(self.ungiven_reasons(holder, unit, words));
        }
        crate::rules::run::unique(reasons)
    }

    /// Its own text names it and is lost, or lies where it says nothing.
    fn own_text_reasons(&self, unit: UnitIx, words: &str) -> Vec<Reason> {
        let card = self.table.unit(unit);
        let mut reasons = Vec::new();
        let own = card.lines.iter().any(|l| line_says(l, words));
        let away = !card.zone.on_table() && card.zone != Zone::Discard && !card.is_event();
        if own && away {
            let text = format!("{} is in {}", card.name, card.zone.name());
            reasons.push(reason(clause!("1.2.3"), text));
        }
        let view = self.table.view(unit);
        if let Some(lost) = view.silenced().filter(|_| own) {
            let text = format!("{} has lost its abilities: \"{lost}\"", card.name);
            reasons.push(reason(clause!("1.1.5"), text));
        }
        if view.copies.iter().any(|c| is_static(c, words)) {
            let text = "that is on or off by itself; nobody plays it";
            reasons.push(reason(clause!("5.1"), text));
        }
        reasons
    }

    /// A card under it or a Pilot on it names it, and is silent there.
    fn covered_reasons(&self, unit: UnitIx, words: &str) -> Vec<Reason> {
        let card = self.table.unit(unit);
        let says = |c: &&SubCard| c.lines.iter().any(|l| line_says(l, words));
        let under = card.under.iter().find(says).map(|c| {
            let text = format!("{} lies under the top card, whose text works alone", c.name);
            reason(clause!("1.5.6"), text)
        });
        let aboard = card.pilots.iter().find(says).map(|c| {
            let text = format!("of {} only what it says as a Pilot works there", c.name);
            reason(clause!("8.6"), text)
        });
        under.into_iter().chain(aboard).collect()
    }

    /// A keyword of the unit could give it, and has not been made to, or not where the unit is.
    fn unpicked_reasons(&self, unit: UnitIx, words: &str) -> Vec<Reason> {
        let copies = self.table.view(unit).copies.iter();
        copies
            .filter_map(|c| match &*c.ability {
                Ability::Keyword(k) => Some((k, c)),
                _ => None,
            })
            .filter(|(k, _)| match &k.value {
                KeywordValue::Texts(texts) => texts.iter().flatten().any(|g| gives(g, words)),
                _ => false,
            })
            .map(|(k, c)| {
                let text = format!("\"{}\" does not give it now", c.printed);
                reason(first_clause(k.keyword), text)
            })
            .collect()
    }

    /// A text would give it, and does not now.
    fn ungiven_reasons(&self, holder: UnitIx, unit: UnitIx, words: &str) -> Vec<Reason> {
        let look = Look::from(&self.table, holder);
        let mut reasons = Vec::new();
        for copy in &self.table.view(holder).copies {
            let Some((condition, who, grants)) = giving(&copy.ability) else {
                continue;
            };
            let Some(grant) = grants.iter().find(|g| gives(g, words)) else {
                continue;
            };
            if let Some(off) = &copy.off {
                reasons.push(off.clone());
                continue;
            }
            let holds = |c: &Cond| look::holds(&self.table, &look, c);
            let text = if !condition.is_none_or(holds) {
                format!("what \"{}\" asks for does not hold", copy.printed)
            } else if !look::means(&self.table, &look, who, unit) {
                let name = self.table.name(unit);
                format!("\"{}\" does not speak of {name} now", copy.printed)
            } else if matches!(grant, Grant::When(..)) {
                format!("what \"{}\" asks for does not hold", copy.printed)
            } else {
                continue;
            };
            reasons.push(reason(clause!("5.1"), text));
        }
        if let Some(lost) = self.table.view(holder).silenced() {
            let abilities = self.table.unit(holder).lines.iter();
            let mut lines = abilities.flat_map(|l| &l.abilities);
            let gave = lines.any(|a| {
                giving(a).is_some_and(|(_, _, grants)| grants.iter().any(|g| gives(g, words)))
            });
            let name = self.table.name(holder);
            let text = format!("{name}, which would give it, has lost its abilities: \"{lost}\"");
            reasons.extend((gave && holder != unit).then(|| reason(clause!("1.1.5"), text)));
        }
        reasons
    }
}

/// What a static ability gives, to whom, and as long as what.
fn giving(ability: &Ability) -> Option<(Option<&Cond>, &Who, &[Grant])> {
    match ability {
        Ability::Static(Static {
            condition,
            rule: StaticRule::Give { who, grants },
        }) => Some((condition.as_ref(), who, grants)),
        _ => None,
    }
}

/// Whether an ability of the line is one that the words name.
fn line_says(line: &Line, words: &str) -> bool {
    let mut abilities = line.abilities.iter();
    abilities.any(|a| naming::says(a, &line.printed, words))
}

/// Whether a unit that has the grant has an ability that the words name.
fn gives(grant: &Grant, words: &str) -> bool {
    match grant {
        Grant::Keyword(k) => naming::says(&Ability::Keyword(k.clone()), "", words),
        Grant::Ability(a) => naming::says(a, "", words),
        Grant::When(_, inner) => gives(inner, words),
        _ => false,
    }
}

/// Whether the copy is a static line that the words begin.
fn is_static(copy: &Copy, words: &str) -> bool {
    matches!(&*copy.ability, Ability::Static(_)) && naming::begins(&copy.printed, words)
}
