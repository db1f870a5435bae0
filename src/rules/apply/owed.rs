//! Bounties and other grants which a player still has to choose among.

use crate::cardtext::{Cost, Duration, Grant};
use crate::clause;
use crate::game::Side;
use crate::rules::deed::OweGrounds;
use crate::rules::effects::Cx;
use crate::rules::look::Look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{DueBounty, UnitIx};
use crate::rules::trace::{Cite, StepKind};

impl Run<'_> {
    pub(super) fn earn_bounty(
        &mut self,
        (by, fallen, keyword): (UnitIx, UnitIx, crate::rulebook::Keyword),
        effect: crate::cardtext::Effect,
        printed: &str,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let side = self.table.side(by);
        let text = format!(
            "{} earns its Bounty: \"{printed}\" when the next build step of the {} starts.",
            self.table.name(by),
            side.name()
        );
        let cite = cites.first().cloned().unwrap_or(Cite::Hand);
        let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, by);
        self.step(step.resting_on(cites))?;
        self.table.bounties.push(DueBounty {
            side,
            unit: by,
            fallen,
            keyword,
            effect,
            printed: printed.into(),
            cite,
        });
        Ok(())
    }

    /// Of several owed costs one that can be paid is paid; if none can, nothing happens (8.3).
    pub(super) fn owe(
        &mut self,
        by: UnitIx,
        alternatives: &[Vec<Cost>],
        printed: String,
        grounds: OweGrounds,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let side = self.table.side(by);
        let mut cx = self.cx_for(by, printed, &cites);
        cx.pay = std::mem::take(&mut self.owed_pay);
        let payable: Vec<usize> = alternatives
            .iter()
            .enumerate()
            .filter(|(_, costs)| {
                costs
                    .iter()
                    .all(|c| self.cost_reasons(c, &cx, side).is_empty())
            })
            .map(|(i, _)| i)
            .collect();
        let text = format!("{} owes: \"{}\".", self.table.name(by), cx.printed);
        let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, by);
        let n = self.step(step.resting_on(cites))?;
        let outer = self.parent.replace(n);
        let chosen = match payable.as_slice() {
            [] => None,
            [only] => Some(*only),
            several => Some(self.choose_owed(side, alternatives, several, &mut cx)?),
        };
        self.note_owed(by, alternatives, (&payable, chosen), grounds)?;
        if let Some(costs) = chosen.and_then(|i| alternatives.get(i)) {
            self.owed_paid = true;
            for cost in costs {
                self.pay(cost, &mut cx, side)?;
            }
        }
        self.parent = outer;
        self.refresh();
        self.check_health()
    }

    /// Says why this of the owed costs is paid, or none.
    fn note_owed(
        &mut self,
        by: UnitIx,
        alternatives: &[Vec<Cost>],
        (payable, chosen): (&[usize], Option<usize>),
        grounds: OweGrounds,
    ) -> Result<(), Stop> {
        let dropped = payable.len() < alternatives.len();
        let (text, clauses) = if chosen.is_none() {
            let why = if self.owed_paid {
                grounds.by_order
            } else {
                grounds.no_penalty
            };
            let text = "None of it can be paid in full, so nothing is owed.";
            (text, vec![grounds.none, clause!("8.3.2"), why])
        } else if payable.len() > 1 {
            let text = "Which of the costs is paid is its player's choice.";
            let first = dropped.then_some(clause!("8.3.1"));
            let rest = [grounds.chosen, clause!("8.3.2")];
            (text, first.into_iter().chain(rest).collect())
        } else if dropped {
            let tapped = self.table.unit(by).tapped
                && alternatives.iter().enumerate().any(|(i, costs)| {
                    !payable.contains(&i) && costs.iter().any(|c| matches!(c, Cost::Tap(_)))
                });
            let special = if tapped {
                grounds.tapped
            } else {
                grounds.chosen
            };
            let text = "Only one of the costs can be paid, so that one must be.";
            (text, vec![clause!("8.3.1"), grounds.only, special])
        } else {
            let text = "It can be paid, so it must be.";
            (text, vec![grounds.only, clause!("8.3.2")])
        };
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, by);
        self.step(step.resting_on(clauses.into_iter().map(Cite::from)))
            .map(drop)
    }

    fn choose_owed(
        &mut self,
        side: Side,
        alternatives: &[Vec<Cost>],
        payable: &[usize],
        cx: &mut Cx,
    ) -> Result<usize, Stop> {
        let words: Vec<String> = payable
            .iter()
            .filter_map(|i| alternatives.get(*i))
            .map(|costs| {
                costs
                    .iter()
                    .map(crate::rules::words::cost)
                    .collect::<Vec<_>>()
                    .join(", ")
            })
            .collect();
        let printed = printed_ways(&cx.printed, alternatives.len());
        let as_printed: Vec<String> = payable
            .iter()
            .filter_map(|i| printed.get(*i).cloned())
            .collect();
        let among = |all: &[String], wanted: &str| {
            all.iter().position(|w| {
                let w = crate::rules::naming::normal(w);
                w.contains(wanted) || wanted.contains(&w)
            })
        };
        let named = cx.pay.iter().find_map(|p| {
            let wanted = crate::rules::naming::normal(p);
            among(&as_printed, &wanted).or_else(|| among(&words, &wanted))
        });
        let unit_named = || {
            cx.pay
                .iter()
                .any(|p| {
                    crate::rules::situation::Handle::new(p)
                        .and_then(|h| self.table.find(&h))
                        .is_some()
                })
                .then(|| {
                    words
                        .iter()
                        .position(|w| !w.to_lowercase().starts_with("pay"))
                })
        };
        let at = match named.or_else(|| unit_named().flatten()) {
            Some(at) => at,
            None => {
                let asks = "Several of the owed costs can be paid: which one is?";
                // An answer may use the printed words of a cost.
                let line = std::mem::replace(&mut cx.printed, as_printed.join(" Or: ").into());
                let chosen = self.choose_text(side, &words, asks, cx);
                cx.printed = line;
                chosen?
            }
        };
        Ok(payable.get(at).copied().unwrap_or(0))
    }

    pub(super) fn choose_grants(
        &mut self,
        on: UnitIx,
        texts: &[Vec<Grant>],
        until: Duration,
        printed: String,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let mut cx = self.cx_for(on, printed, &cites);
        let words: Vec<String> = texts
            .iter()
            .map(|g| crate::rules::words::grants(g))
            .collect();
        let side = self.table.side(on);
        let asks = format!("Which text does {} take?", self.table.name(on));
        let at = self.choose_text(side, &words, &asks, &mut cx)?;
        match texts.get(at) {
            Some(grants) => {
                let look = Look::from(&self.table, on);
                self.give_to(on, grants, until, &look, &cx.printed, cites)
            }
            None => Ok(()),
        }
    }
}

/// The costs of a line such as `Upkeep: one cost, another or a third` as they are printed; none if
/// the line does not fall into so many parts.
fn printed_ways(line: &str, parts: usize) -> Vec<String> {
    let list = line.split_once(':').map_or(line, |(_, list)| list);
    let by_or: Vec<&str> = list.split(" or ").collect();
    let by_comma = by_or.iter().flat_map(|part| part.split(','));
    let all: Vec<String> = if by_or.len() == parts {
        by_or.iter().map(|w| (*w).to_owned()).collect()
    } else {
        by_comma.map(str::to_owned).collect()
    };
    let ways: Vec<String> = all
        .iter()
        .map(|w| w.trim().trim_end_matches(['.', ',']).to_owned())
        .filter(|w| !w.is_empty())
        .collect();
    if ways.len() == parts {
        ways
    } else {
        Vec::new()
    }
}
