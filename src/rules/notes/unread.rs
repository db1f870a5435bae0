//! Lines that are not modelled, and whether they could have mattered.

use crate::cardtext::{Ability, Grant, OffBoard, Static, StaticRule, Unknown, Who};
use crate::rules::look;
use crate::rules::relevance::Lies;
use crate::rules::run::Run;
use crate::rules::setup;
use crate::rules::table::{Line, UnitIx};
use crate::rules::trace::Unmodelled;

impl Run<'_> {
    /// Every line that is not modelled, and whether it could have mattered.
    pub(in crate::rules) fn unmodelled(&self) -> Vec<Unmodelled> {
        let mut found = Vec::new();
        for unit in self.table.all() {
            let u = self.table.unit(unit);
            let own = u.lines.iter().map(|l| (l, Lies::Top));
            let own = own.filter(|_| !setup::is_read_as_card(u));
            let lent = u
                .attached
                .iter()
                .chain(&u.pilots)
                .flat_map(|c| &c.lines)
                .map(|l| (l, Lies::Lent));
            let under = u.under.iter().flat_map(|c| &c.lines);
            let covered = under.map(|l| (l, Lies::Under));
            for (line, lies) in own.chain(lent).chain(covered) {
                found.extend(self.unmodelled_line(unit, line, lies));
            }
        }
        found.extend(self.unread_grants());
        self.mark_needed(&mut found);
        self.mark_played(&mut found);
        found
    }

    /// Lines that effects lend, as far as they were not understood.
    fn unread_grants(&self) -> Vec<Unmodelled> {
        let mut found = Vec::new();
        for lasting in &self.table.lasting {
            for grant in &lasting.grants {
                if let crate::cardtext::Grant::Ability(a) = grant
                    && let Ability::Unknown(u) = &**a
                {
                    found.push(self.judge_unknown(lasting.on, u, Lies::Lent));
                }
            }
        }
        found
    }

    /// A line that could be another way to complete a card mattered.
    fn mark_needed(&self, found: &mut Vec<Unmodelled>) {
        for (unit, words) in &self.unread_needed {
            found.retain(|f| f.line != *words);
            found.push(Unmodelled {
                unit: self.table.unit(*unit).id.clone(),
                line: words.clone(),
                matters: true,
                why: "it could be another way to complete the card".to_owned(),
            });
        }
    }

    /// A line that was played mattered.
    fn mark_played(&self, found: &mut Vec<Unmodelled>) {
        for (unit, words) in &self.unread_played {
            let already = found.iter().any(|f| f.matters && f.line == *words);
            if let (Some(unit), false) = (unit, already) {
                found.retain(|f| f.line != *words);
                found.push(Unmodelled {
                    unit: self.table.unit(*unit).id.clone(),
                    line: words.clone(),
                    matters: true,
                    why: "it was played".to_owned(),
                });
            }
        }
    }

    fn unmodelled_line(&self, unit: UnitIx, line: &Line, lies: Lies) -> Vec<Unmodelled> {
        line.abilities
            .iter()
            .filter_map(|a| match &**a {
                // A card that was carried out as a whole left nothing of its lines over.
                Ability::Unknown(_) if self.carried_out.contains(&unit) => None,
                Ability::Unknown(u) => Some(self.judge_unknown(unit, u, lies)),
                other => {
                    let why = self.only_noted(unit, other, lies)?;
                    Some(Unmodelled {
                        unit: self.table.unit(unit).id.clone(),
                        line: line.printed.to_string(),
                        matters: true,
                        why: why.to_owned(),
                    })
                }
            })
            .collect()
    }

    /// Why a line that is understood but not acted on would have mattered, if it would.
    fn only_noted(&self, unit: UnitIx, ability: &Ability, lies: Lies) -> Option<&'static str> {
        if lies == Lies::Under {
            return None;
        }
        let looked = |what: OffBoard| self.concerned.contains(&(what, unit));
        match ability {
            Ability::Static(Static {
                rule:
                    StaticRule::Give {
                        who: Who::Units(s),
                        grants,
                    },
                ..
            }) => {
                let of = &s.filter.kinds;
                let takes = (grants.contains(&Grant::LosesAbilities)
                    || grants.contains(&Grant::LosesText))
                    && !of.is_empty();
                let mut units = self.table.all().map(|u| self.table.unit(u));
                let carried = units.any(|u| !look::carried(&u.attached, of).is_empty());
                let here = self.at_work(unit);
                (takes && carried && here).then_some("a card it could speak of is attached")
            }
            Ability::Static(Static {
                rule: StaticRule::Note(what),
                ..
            }) => match what {
                OffBoard::Completing => {
                    looked(OffBoard::BuildCosts).then_some("its card was to be completed")
                }
                OffBoard::BuildCosts => {
                    let any = self.concerned.iter().any(|(w, _)| w == what);
                    let here = self.at_work(unit);
                    (any && here).then_some("something was built or attached")
                }
                OffBoard::Pilots => looked(*what).then_some("a Pilot was to go aboard"),
                OffBoard::HandSeen
                | OffBoard::Deck
                | OffBoard::DiscardPile
                | OffBoard::Uncounted => None,
            },
            _ => None,
        }
    }

    /// Whether the card lies where its lines work.
    fn at_work(&self, unit: UnitIx) -> bool {
        let card = self.table.unit(unit);
        card.arena().is_some() || card.works_as_a_card()
    }

    fn judge_unknown(&self, unit: UnitIx, unknown: &Unknown, lies: Lies) -> Unmodelled {
        let (matters, why) = self.relevance(unit, unknown, lies);
        Unmodelled {
            unit: self.table.unit(unit).id.clone(),
            line: unknown.words.clone(),
            matters,
            why: why.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::CardIndex;
    use crate::rules::document::read_toml;
    use crate::rules::judge;

    #[test]
    fn the_text_of_a_completed_mission_is_not_called_unmodelled() {
        let text = r#"
            light = { force = 9 }
            unit = [
              { id = "raid", side = "dark", type = "Mission", cost = 1, zone = "build", counters = { build = 1 }, text = ["Your opponent loses 7 Force."] },
            ]
            play = [{ build_step = "dark" }, { deploy = "raid" }]
        "#;
        let case = read_toml(text, &CardIndex::from_cards([])).unwrap();
        let ruling = judge(&case.situation);
        assert_eq!(ruling.after.light.force, 2);
        assert!(ruling.unmodelled.is_empty(), "{:?}", ruling.unmodelled);
    }
}
