//! Comparing a ruling with what a case expects (case format, section 4).
//!
//! Only what is written is compared. A strict check also refuses refusals that nobody expected.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::game::Side;
use crate::rulebook::{ClauseId, Keyword};

use super::naming::normal;
use super::situation::{Expect, ExpectNotApplied, ExpectRefusal, ExpectUnit, Handle};
use super::trace::{Cite, PoolState, Reason, Refusal, RequestKind, Ruling, UnitState, VerdictKind};

/// One thing in which a ruling differs from what was expected.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Mismatch {
    /// What was compared, such as `units.luke.damage`.
    pub what: String,
    /// What the case says.
    pub expected: String,
    /// What the ruling says.
    pub got: String,
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: expected {}, got {}",
            self.what, self.expected, self.got
        )
    }
}

/// Everything in which the ruling differs; empty if it is as expected.
#[must_use]
pub fn compare(ruling: &Ruling, expect: &Expect, strict: bool) -> Vec<Mismatch> {
    let mut check = Check {
        ruling,
        found: Vec::new(),
    };
    check.verdict(expect);
    check.plays();
    check.pools(expect);
    check.dice(expect);
    check.citations(expect);
    check.refusals(expect.refused.as_deref(), strict);
    for idle in &expect.not_applied {
        check.not_applied(idle);
    }
    for line in &expect.unmodelled {
        check.unmodelled(line);
    }
    for (arena, side) in &expect.control {
        let got = ruling.after.control.get(arena).copied().flatten();
        check.same(
            &format!("control.{}", arena.word()),
            &control(*side),
            &control(got),
        );
    }
    for (id, unit) in &expect.units {
        check.unit(id, unit);
    }
    check.found
}

/// Every clause that steps, refusals and not-applied notes of a ruling cite.
#[must_use]
pub fn cited(ruling: &Ruling) -> std::collections::BTreeSet<ClauseId> {
    let steps = ruling.steps.iter().flat_map(|step| &step.cites);
    let steps = steps.filter_map(|cite| match cite {
        Cite::Clause(id) => Some(*id),
        Cite::Line(_) | Cite::Hand => None,
    });
    let refused = ruling.refused.iter().flat_map(|refusal| &refusal.reasons);
    let idle = ruling.not_applied.iter().flat_map(|idle| &idle.because);
    steps
        .chain(refused.chain(idle).filter_map(|reason| reason.clause))
        .collect()
}

/// Number of dice of each roll, in order. Additional attack dice (Fury) have a record of their own,
/// and a roll of no dice is none.
#[must_use]
pub fn dice_rolled(ruling: &Ruling) -> Vec<usize> {
    let rolls = ruling.rolls.iter();
    let dice = rolls.map(|roll| roll.first.len().saturating_sub(roll.added));
    dice.filter(|dice| *dice > 0).collect()
}

fn control(side: Option<Side>) -> &'static str {
    side.map_or("none", Side::word)
}

fn any_of(wanted: &[ClauseId], reasons: &[Reason]) -> bool {
    let mut given = reasons.iter().filter_map(|reason| reason.clause);
    wanted.is_empty() || given.any(|clause| wanted.iter().any(|w| w.contains(clause)))
}

fn ids(clauses: impl Iterator<Item = ClauseId>) -> String {
    let ids: Vec<&str> = clauses.map(ClauseId::as_str).collect();
    if ids.is_empty() {
        "no clause".to_owned()
    } else {
        ids.join(", ")
    }
}

fn grounds(reasons: &[Reason]) -> String {
    ids(reasons.iter().filter_map(|reason| reason.clause))
}

const fn verdict(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Ruled => "ruled",
        VerdictKind::Depends => "depends",
        VerdictKind::Cannot => "cannot",
    }
}

const fn request(kind: RequestKind) -> &'static str {
    match kind {
        RequestKind::Roll => "roll",
        RequestKind::Choice => "choice",
        RequestKind::Pop => "pop",
    }
}

struct Check<'r> {
    ruling: &'r Ruling,
    found: Vec<Mismatch>,
}

impl Check<'_> {
    fn differs(&mut self, what: &str, expected: impl Display, got: impl Display) {
        self.found.push(Mismatch {
            what: what.to_owned(),
            expected: expected.to_string(),
            got: got.to_string(),
        });
    }

    fn same<T: PartialEq + Display + ?Sized>(&mut self, what: &str, expected: &T, got: &T) {
        if expected != got {
            self.differs(what, expected, got);
        }
    }

    fn maybe<T: PartialEq + Display>(&mut self, what: &str, expected: Option<T>, got: T) {
        if let Some(expected) = expected {
            self.same(what, &expected, &got);
        }
    }

    fn verdict(&mut self, expect: &Expect) {
        let wanted = expect.verdict.unwrap_or(VerdictKind::Ruled);
        let got = &self.ruling.verdict;
        if wanted != got.kind {
            let got = format!("{} ({})", verdict(got.kind), got.summary);
            self.differs("verdict", verdict(wanted), got);
        }
        if let Some(wanted) = expect.request {
            let got = self
                .ruling
                .request
                .as_ref()
                .map_or("no request", |r| request(r.kind));
            self.same("request", request(wanted), got);
        }
    }

    /// Plays that do not fit what happened are a fault of the case.
    fn plays(&mut self) {
        for problem in &self.ruling.problems {
            let what = format!("play[{}]", problem.index);
            self.differs(&what, "a play that fits", &problem.text);
        }
    }

    fn pools(&mut self, expect: &Expect) {
        type Part = fn(&PoolState) -> i32;
        let parts: [(&str, &BTreeMap<Side, i32>, Part); 5] = [
            ("force", &expect.force, |pool| pool.force),
            ("build_points", &expect.build_points, |pool| {
                pool.build_points
            }),
            ("hand", &expect.hand, |pool| pool.hand),
            ("deck", &expect.deck, |pool| pool.deck),
            ("discard", &expect.discard, |pool| pool.discard),
        ];
        for (name, sides, part) in parts {
            for (side, wanted) in sides {
                let pool = match side {
                    Side::Dark => &self.ruling.after.dark,
                    Side::Light => &self.ruling.after.light,
                };
                self.same(&format!("{name}.{}", side.word()), wanted, &part(pool));
            }
        }
    }

    fn dice(&mut self, expect: &Expect) {
        if let Some(wanted) = &expect.rolls {
            let got = dice_rolled(self.ruling);
            if *wanted != got {
                self.differs("rolls", format!("{wanted:?}"), format!("{got:?}"));
            }
        }
        self.number("hits", expect.hits, self.ruling.hits);
        self.number("pending", expect.pending, self.ruling.pending);
    }

    fn number(&mut self, what: &str, expected: Option<i32>, got: Option<i32>) {
        if let Some(expected) = expected.filter(|n| Some(*n) != got) {
            let got = got.map_or_else(|| "none".to_owned(), |n| n.to_string());
            self.differs(what, expected, got);
        }
    }

    fn citations(&mut self, expect: &Expect) {
        let cited = cited(self.ruling);
        for wanted in &expect.cites {
            if !cited.iter().any(|clause| wanted.contains(*clause)) {
                self.differs("cites", wanted, ids(cited.iter().copied()));
            }
        }
        for banned in &expect.never {
            let found = cited
                .iter()
                .copied()
                .filter(|clause| banned.contains(*clause));
            let found: Vec<ClauseId> = found.collect();
            if !found.is_empty() {
                self.differs("never", format!("no {banned}"), ids(found.into_iter()));
            }
        }
    }

    fn refusals(&mut self, expected: Option<&[ExpectRefusal]>, strict: bool) {
        let expected = match expected {
            Some(expected) => expected,
            None if strict => &[],
            None => return,
        };
        let got = &self.ruling.refused;
        for at in 0..expected.len().max(got.len()) {
            let what = format!("refused[{at}]");
            match (expected.get(at), got.get(at)) {
                (Some(wanted), Some(refusal)) => self.refusal(&what, wanted, refusal),
                (Some(wanted), None) => {
                    let wanted = format!("{} = `{}`", wanted.verb, wanted.what);
                    self.differs(&what, wanted, "no refusal");
                }
                (None, Some(refusal)) => self.differs(&what, "no refusal", described(refusal)),
                (None, None) => {}
            }
        }
    }

    fn refusal(&mut self, what: &str, wanted: &ExpectRefusal, got: &Refusal) {
        if wanted.verb != got.verb || normal(&wanted.what) != normal(&got.play) {
            let wanted = format!("{} = `{}`", wanted.verb, wanted.what);
            self.differs(what, wanted, described(got));
        } else if !any_of(&wanted.because, &got.reasons) {
            let wanted = format!("one of {}", ids(wanted.because.iter().copied()));
            self.differs(what, wanted, described(got));
        }
    }

    fn not_applied(&mut self, wanted: &ExpectNotApplied) {
        let what = format!("not_applied `{}`", wanted.ability);
        let same = |unit: &Handle, line: &str| is_line(&wanted.ability, unit, line);
        let found = self
            .ruling
            .not_applied
            .iter()
            .filter(|idle| same(&idle.unit, &idle.ability));
        let found: Vec<_> = found.collect();
        let Some(first) = found.first() else {
            self.differs(&what, "a note why it did nothing", "none");
            return;
        };
        if !found
            .iter()
            .any(|idle| any_of(&wanted.because, &idle.because))
        {
            let expected = format!("one of {}", ids(wanted.because.iter().copied()));
            self.differs(&what, expected, grounds(&first.because));
        }
    }

    fn unmodelled(&mut self, wanted: &str) {
        let mut lines = self.ruling.unmodelled.iter();
        if !lines.any(|line| is_line(wanted, &line.unit, &line.line)) {
            let got = self.ruling.unmodelled.iter();
            let got: Vec<String> = got.map(|l| format!("`{}: {}`", l.unit, l.line)).collect();
            let got = if got.is_empty() {
                "none".to_owned()
            } else {
                got.join(", ")
            };
            self.differs("unmodelled", format!("`{wanted}`"), got);
        }
    }

    fn unit(&mut self, id: &str, expect: &ExpectUnit) {
        let ruling = self.ruling;
        let Some(unit) = Handle::new(id).and_then(|id| ruling.after.units.get(&id)) else {
            self.differs(&format!("units.{id}"), "a unit", "none");
            return;
        };
        let at = |key: &str| format!("units.{id}.{key}");
        self.unit_numbers(id, expect, unit);
        self.maybe(
            &at("zone"),
            expect.zone.map(|zone| zone.word()),
            unit.zone.word(),
        );
        self.maybe(&at("tapped"), expect.tapped, unit.tapped);
        self.maybe(&at("side"), expect.side.map(Side::word), unit.side.word());
        for (kind, wanted) in &expect.counters {
            let got = unit.counters.get(kind).copied().unwrap_or(0);
            self.same(&at(&format!("counters.{}", kind.word())), wanted, &got);
        }
    }

    fn unit_numbers(&mut self, id: &str, expect: &ExpectUnit, unit: &UnitState) {
        let numbers = [
            ("damage", expect.damage, unit.damage),
            ("power", expect.power, unit.power),
            ("speed", expect.speed, unit.speed),
            ("health", expect.health, unit.health),
            ("bounty", expect.bounty, unit.bounty),
        ];
        for (key, expected, got) in numbers {
            self.maybe(&format!("units.{id}.{key}"), expected, got);
        }
    }
}

/// Whether `wanted`, written as `unit: line`, means this line: the whole of it or its first words.
/// A keyword's former name means the keyword, whose present name notes give.
fn is_line(wanted: &str, unit: &Handle, line: &str) -> bool {
    let Some((id, words)) = wanted.split_once(':') else {
        return false;
    };
    let begins = |words: &str| normal(line).starts_with(&normal(words));
    let by_present_name = || Keyword::find(words.trim()).is_some_and(|k| begins(k.name()));
    // A keyword's note has its name; the whole line that it stands on is meant as well.
    let by_whole_line = || {
        let wanted = normal(words);
        Keyword::find(line).is_some() && wanted.starts_with(&normal(&format!("{line}:")))
    };
    id.trim() == unit.as_str() && (begins(words) || by_present_name() || by_whole_line())
}

fn described(refusal: &Refusal) -> String {
    format!(
        "{} = `{}` ({})",
        refusal.verb,
        refusal.play,
        grounds(&refusal.reasons)
    )
}

#[cfg(test)]
mod tests;
