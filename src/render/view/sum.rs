//! How the damage on a unit came about, as one sum.

use std::collections::BTreeSet;

use super::names::Names;
use crate::render::clean;
use crate::rules::situation::Handle;
use crate::rules::trace::{Change, Ruling, Step, StepKind};

/// The most characters of an ability's name in a sum.
const LONGEST: usize = 24;

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

/// The sums of all instances of damage to which something was added or from which something was
/// taken, in order, where that was a plain chain of numbers. A number that
/// does not follow from the one before it (two instances at once on one unit) gives none for
/// that unit.
pub fn sums(ruling: &Ruling, names: &Names) -> Vec<SumView> {
    let mut chains: Vec<(&Handle, Vec<Link<'_>>)> = Vec::new();
    let mut tangled: BTreeSet<&Handle> = BTreeSet::new();
    for (step, unit, from, to) in pending(ruling) {
        let link = Link { step, from, to };
        let open = chains.iter_mut().rev().find(|(of, _)| *of == unit);
        match open {
            _ if from == 0 => chains.push((unit, vec![link])),
            Some((_, chain)) if chain.last().is_some_and(|last| last.to == from) => {
                chain.push(link)
            }
            _ => drop(tangled.insert(unit)),
        }
    }
    let plain = chains.iter().filter(|(unit, _)| !tangled.contains(unit));
    plain
        .filter_map(|(unit, chain)| sum(names.of(unit), chain, ruling))
        .collect()
}

/// A change of pending damage.
struct Link<'a> {
    step: &'a Step,
    from: i32,
    to: i32,
}

/// Every change of pending damage but the last, by which placement takes it to 0.
fn pending(ruling: &Ruling) -> impl Iterator<Item = (&Step, &Handle, i32, i32)> {
    let steps = ruling.steps.iter();
    let steps = steps.filter(|step| !matches!(step.kind, StepKind::Place | StepKind::Discard));
    steps.flat_map(|step| {
        step.changes.iter().filter_map(move |change| match change {
            Change::Pending { unit, from, to } => Some((step, unit, *from, *to)),
            _ => None,
        })
    })
}

fn sum(unit: &str, chain: &[Link<'_>], ruling: &Ruling) -> Option<SumView> {
    let terms = chain.iter().map(|link| term(link, ruling));
    let terms: Vec<Term> = terms.filter(|term| term.by != 0).collect();
    let total = chain.last()?.to;
    (terms.len() > 1).then(|| SumView {
        unit: unit.to_owned(),
        terms,
        total,
    })
}

fn term(link: &Link<'_>, ruling: &Ruling) -> Term {
    let by = link.to - link.from;
    let plain = match link.step.kind {
        StepKind::Prevent => "prevented",
        _ => "damage",
    };
    let what = match (is_hits(link, ruling), by) {
        (true, 1) => "hit".to_owned(),
        (true, _) => "hits".to_owned(),
        (false, _) => ability(link.step, ruling)
            .and_then(short)
            .unwrap_or_else(|| plain.to_owned()),
    };
    Term { by, what }
}

/// The ability at work in a step, or in the step it is part of.
fn ability<'a>(step: &'a Step, ruling: &'a Ruling) -> Option<&'a str> {
    let above = || ruling.steps.iter().find(|one| Some(one.n) == step.parent);
    let own = step.ability.as_deref();
    own.or_else(|| above()?.ability.as_deref())
}

/// Whether the number is the hits of the roll before the step.
fn is_hits(link: &Link<'_>, ruling: &Ruling) -> bool {
    let roll = ruling.rolls.iter().rev().find(|roll| roll.n < link.step.n);
    link.from == 0 && roll.is_some_and(|roll| roll.hits == Some(link.to))
}

/// The ability without cost and number; `None` for a whole sentence of card text.
fn short(ability: &str) -> Option<String> {
    let ability = clean(ability);
    let effect = ability.rsplit("->").next()?.trim();
    let name = effect
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end();
    let fits = !name.is_empty() && name.chars().count() <= LONGEST;
    fits.then(|| name.to_owned())
}
