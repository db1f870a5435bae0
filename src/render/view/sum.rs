//! How the damage on a unit came about, as one sum.

use std::collections::BTreeMap;

use super::count;
use super::names::Names;
use crate::render::clean;
use crate::rules::situation::Handle;
use crate::rules::trace::{Change, Ruling, Step, StepKind};

/// Pending damage on one unit from its first number to its last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumView {
    /// The unit.
    pub unit: String,
    /// What added to it and what took from it, in order.
    pub terms: Vec<Term>,
    /// What was left to be placed.
    pub total: i32,
}

/// One number of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// How much, signed.
    pub by: i32,
    /// What did it: `hits`, `Evade`.
    pub what: String,
}

impl SumView {
    /// `3 hits + 2 Critical Hit − 2 Evade = 3`.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = String::new();
        for (at, Term { by, what }) in self.terms.iter().enumerate() {
            let sign = match (at, *by < 0) {
                (0, true) => "−",
                (0, false) => "",
                (_, true) => " − ",
                (_, false) => " + ",
            };
            words.push_str(&format!("{sign}{} {what}", by.abs()));
        }
        format!("{words} = {}", self.total)
    }
}

/// The sums of all units on which pending damage was a plain chain of numbers. Two instances on
/// one unit, or a number that does not follow from the one before, give none for that unit.
pub fn sums(ruling: &Ruling, names: &Names) -> Vec<SumView> {
    let mut order: Vec<&Handle> = Vec::new();
    let mut chains: BTreeMap<&Handle, Vec<(&Step, i32, i32)>> = BTreeMap::new();
    for step in &ruling.steps {
        for change in &step.changes {
            if let Change::Pending { unit, from, to } = change {
                if !chains.contains_key(unit) {
                    order.push(unit);
                }
                chains.entry(unit).or_default().push((step, *from, *to));
            }
        }
    }
    order
        .into_iter()
        .filter_map(|unit| sum(names.of(unit), chains.get(unit)?))
        .collect()
}

fn sum(unit: &str, chain: &[(&Step, i32, i32)]) -> Option<SumView> {
    // Placement takes the number to 0: that is no part of the sum.
    let placed = |step: &Step| matches!(step.kind, StepKind::Place | StepKind::Discard);
    let chain: Vec<_> = chain.iter().filter(|(step, ..)| !placed(step)).collect();
    let (_, first, _) = chain.first()?;
    let follows = chain
        .windows(2)
        .all(|pair| matches!(pair, [(_, _, to), (_, from, _)] if to == from));
    let (.., total) = chain.last()?;
    let terms: Vec<Term> = chain
        .iter()
        .map(|(step, from, to)| term(step, to - from))
        .filter(|t| t.by != 0)
        .collect();
    (*first == 0 && follows && !terms.is_empty()).then(|| SumView {
        unit: unit.to_owned(),
        terms,
        total: *total,
    })
}

fn term(step: &Step, by: i32) -> Term {
    let what = match (&step.ability, step.kind) {
        (Some(ability), _) => short(ability, by),
        (None, StepKind::Pending | StepKind::Hits) => hits(by),
        (None, StepKind::Prevent) => "prevented".to_owned(),
        (None, _) => "damage".to_owned(),
    };
    Term { by, what }
}

/// The ability without its cost, and without its number where that is the one in the sum.
fn short(ability: &str, by: i32) -> String {
    let ability = clean(ability);
    let effect = ability.rsplit("->").next().unwrap_or(&ability).trim();
    let number = format!(" {}", by.abs());
    effect.strip_suffix(&number).unwrap_or(effect).to_owned()
}

fn hits(by: i32) -> String {
    let word = count(usize::try_from(by).unwrap_or_default(), "hit", "hits");
    word.rsplit(' ').next().unwrap_or_default().to_owned()
}
