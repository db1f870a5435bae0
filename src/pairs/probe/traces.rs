//! What the trace of a run says about a keyword.

use crate::rulebook::{ClauseId, Keyword};
use crate::rules::situation::Handle;
use crate::rules::trace::{Board as Outcome, Cite, Reason, RollKind, Ruling, Step, StepKind};

use super::relation::Seen;

/// The power and the speed of each unit in the end.
pub(super) fn numbers(result: &Result) -> Vec<(Handle, &'static str, i32)> {
    let units = result.units.units.iter();
    let powers = units.clone().map(|(id, u)| (id.clone(), "power", u.power));
    let speeds = units.map(|(id, u)| (id.clone(), "speed", u.speed));
    powers.chain(speeds).collect()
}

/// What a run came to. Force is left out: it is paid for uses that change nothing, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Result {
    units: Outcome,
    hits: Option<i32>,
    pending: Option<i32>,
    rolls: Vec<(usize, Vec<u8>)>,
}

impl Result {
    /// Whether the same came of all cards that both runs have.
    pub fn is_same_as(&self, other: &Result) -> bool {
        let known = |own: &Outcome, there: &Outcome| {
            let mut own = own.clone();
            own.units.retain(|id, _| there.units.contains_key(id));
            own
        };
        let units = known(&self.units, &other.units);
        let mut own = self.clone();
        own.units = units;
        let mut there = other.clone();
        there.units = known(&other.units, &self.units);
        own == there
    }
}

/// What a run came to.
pub(super) fn result(ruling: &Ruling) -> Result {
    let mut units = ruling.after.clone();
    units.dark.force = 0;
    units.light.force = 0;
    Result {
        units,
        hits: ruling.hits,
        pending: ruling.pending,
        rolls: ruling
            .rolls
            .iter()
            .map(|r| (r.first.len(), r.last.clone()))
            .collect(),
    }
}

/// The dice of the rolls, and the damage on each unit.
pub(super) fn came_to(result: &Result) -> (Vec<usize>, Vec<i32>) {
    let dice = result.rolls.iter().map(|(first, _)| *first).collect();
    let units = result.units.units.values();
    (dice, units.map(|u| u.damage).collect())
}

/// How often each keyword did something in a run.
pub(super) fn all_acted(ruling: &Ruling) -> Vec<(Keyword, usize)> {
    let mut all: Vec<(Keyword, usize)> = Vec::new();
    for step in ruling.steps.iter().filter(|s| at_work(s)) {
        let mut here: Vec<Keyword> = clauses_of(step).filter_map(ClauseId::keyword).collect();
        here.sort_unstable();
        here.dedup();
        for keyword in here {
            match all.iter_mut().find(|(k, _)| *k == keyword) {
                Some((_, times)) => *times += 1,
                None => all.push((keyword, 1)),
            }
        }
    }
    all
}

/// The steps in which a keyword did something.
pub(in super::super) fn acted(keyword: Keyword, ruling: &Ruling) -> impl Iterator<Item = &Step> {
    let steps = ruling.steps.iter();
    steps.filter(move |s| at_work(s) && rests_on(s, keyword))
}

/// Whether something rests on the keyword: what it does, or what is refused because of it.
pub(super) fn is_named(keyword: Keyword, ruling: &Ruling) -> bool {
    let tells = |s: &&Step| at_work(s) || matches!(s.kind, StepKind::Refusal | StepKind::Note);
    let mut steps = ruling.steps.iter();
    steps.any(|s| tells(&s) && rests_on(s, keyword))
}

const fn at_work(step: &Step) -> bool {
    !matches!(
        step.kind,
        StepKind::Refusal | StepKind::Note | StepKind::Pass | StepKind::Cost | StepKind::Use
    )
}

fn rests_on(step: &Step, keyword: Keyword) -> bool {
    clauses_of(step).any(|id| id.keyword() == Some(keyword))
}

/// Whether something that was done rests on that clause.
pub(super) fn rests_on_clause(ruling: &Ruling, clause: ClauseId) -> bool {
    let mut steps = ruling.steps.iter().filter(|s| at_work(s));
    steps.any(|s| clauses_of(s).any(|id| id == clause))
}

/// The clauses on which a step rests.
fn clauses_of(step: &Step) -> impl Iterator<Item = ClauseId> {
    step.cites.iter().filter_map(|cite| match cite {
        Cite::Clause(id) => Some(*id),
        _ => None,
    })
}

/// What a step shows.
pub(super) fn seen(step: &Step) -> Seen {
    Seen {
        text: step.text.clone(),
        cites: clauses_of(step).collect(),
    }
}

/// What the keyword does in the second attack: by itself, or what is refused because of it.
pub(super) fn seen_again(keyword: Keyword, ruling: &Ruling) -> Option<Seen> {
    let attacks = ruling.steps.iter().filter(|s| s.kind == StepKind::Attack);
    let second = attacks.map(|s| s.n).nth(1)?;
    let tells = |s: &&Step| at_work(s) || matches!(s.kind, StepKind::Refusal | StepKind::Note);
    let mut later = ruling.steps.iter().filter(|s| s.n >= second);
    let step = later.find(|s| tells(s) && rests_on(s, keyword))?;
    let mut seen = seen(step);
    if step.kind == StepKind::Refusal {
        // It begins with the handle of a unit.
        let mut chars = seen.text.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        let first: String = first.collect();
        seen.text = format!("{first}{}", chars.as_str());
    }
    Some(seen)
}

/// The hits of the first attack, which a prediction has to name.
pub(in super::super) fn first_hits(ruling: &Ruling) -> Option<i32> {
    let mut rolls = ruling.rolls.iter();
    rolls.find(|r| r.kind == RollKind::Attack)?.hits
}

/// The hits of each attack, in order.
pub(super) fn all_hits(ruling: &Ruling) -> Vec<i32> {
    let rolls = ruling.rolls.iter();
    let attacks = rolls.filter(|r| r.kind == RollKind::Attack);
    attacks.filter_map(|r| r.hits).collect()
}

/// The attack dice that its power gave each attack, in order.
pub(super) fn attack_dice(ruling: &Ruling) -> Vec<usize> {
    let attacks = ruling.rolls.iter().filter(|r| r.kind == RollKind::Attack);
    attacks
        .map(|r| r.first.len().saturating_sub(r.added))
        .collect()
}

/// Why a keyword did nothing.
pub(super) fn why_not(keyword: Keyword, ruling: &Ruling) -> Option<Reason> {
    let name = keyword.name();
    let refused = ruling.refused.iter().find(|r| r.play.contains(name));
    let idle = ruling
        .not_applied
        .iter()
        .find(|n| n.ability.starts_with(name));
    let noted = || {
        let mut steps = ruling.steps.iter();
        let step = steps.find(|s| s.kind == StepKind::Note && rests_on(s, keyword))?;
        Some(Reason {
            clause: clauses_of(step).next(),
            text: step.text.clone(),
        })
    };
    let reason = refused
        .and_then(|r| r.reasons.first())
        .or_else(|| idle.and_then(|n| n.because.first()))
        .cloned()
        .or_else(noted)?;
    (!says_nothing(&reason.text)).then_some(reason)
}

/// Whether a reason says only that nothing happened, not what kept it from happening.
pub(in super::super) fn says_nothing(reason: &str) -> bool {
    let empty = [
        "nobody used it",
        "nothing called for it",
        "nothing in this",
        "it is played in",
        "it acts in another",
        "it changes numbers on which nothing",
    ];
    reason.ends_with("is in the discard pile") || empty.iter().any(|w| reason.starts_with(w))
}
