//! Counting faces: every way the initial dice, the dice of Fury and the rerolls can fall, with its
//! weight. States that mean the same are added up as they arise.

use std::collections::BTreeMap;

use super::best;
use super::{Outcome, Policy, Profile};

/// How many dice show each face, 1 to 6.
pub(super) type Faces = [u8; 6];

/// What the initial roll has shown for good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Shown {
    three: bool,
    four: bool,
    five: bool,
}

/// Every outcome with its probability.
pub(super) fn count(profile: &Profile, policy: Policy) -> BTreeMap<Outcome, f64> {
    let mut rolled: BTreeMap<(Faces, Shown), f64> = BTreeMap::new();
    let fury = all_rolls(profile.fury);
    for (faces, p) in all_rolls(profile.dice) {
        let four = at(&faces, 4) > 0;
        if four && profile.fury > 0 {
            for (more, q) in &fury {
                let sum = add(&faces, more);
                *rolled.entry((sum, shown(&sum, true))).or_default() += p * q;
            }
        } else {
            *rolled.entry((faces, shown(&faces, four))).or_default() += p;
        }
    }
    let mut outcomes = BTreeMap::new();
    let plan = best::Plan::new(profile, policy);
    for ((faces, shown), p) in rolled {
        for (last, q) in plan.after_lucky(&faces) {
            *outcomes.entry(outcome(profile, &last, shown)).or_default() += p * q;
        }
    }
    outcomes
}

/// Focus and Backfire read the dice of Fury too (11.16); Fury itself reads the initial ones only.
fn shown(faces: &Faces, four: bool) -> Shown {
    Shown {
        three: at(faces, 3) > 0,
        four,
        five: at(faces, 5) > 0,
    }
}

fn outcome(profile: &Profile, last: &Final, shown: Shown) -> Outcome {
    Outcome {
        hits: last.hits,
        pending: profile.pending(last.hits, last.six),
        damage: profile.damage(last.hits, last.six, last.one),
        six: last.six,
        one: last.one,
        two: last.two,
        four: shown.four,
        five: shown.five,
        three: shown.three,
    }
}

/// All that matters of a final roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Final {
    /// Hits.
    pub hits: u16,
    /// A natural 6.
    pub six: bool,
    /// A natural 1.
    pub one: bool,
    /// A natural 2.
    pub two: bool,
}

impl Final {
    /// Of a roll.
    pub fn of(profile: &Profile, faces: &Faces) -> Final {
        let hits = (1..=6u8)
            .filter(|f| profile.hits(*f))
            .map(|f| u16::from(at(faces, f)))
            .sum();
        Final {
            hits,
            six: at(faces, 6) > 0,
            one: at(faces, 1) > 0,
            two: at(faces, 2) > 0,
        }
    }

    /// Two parts of a roll together.
    pub const fn with(self, other: Final) -> Final {
        Final {
            hits: self.hits + other.hits,
            six: self.six || other.six,
            one: self.one || other.one,
            two: self.two || other.two,
        }
    }
}

/// Final rolls of so many fresh dice, states that mean the same added up.
pub(super) fn fresh(profile: &Profile, dice: usize) -> BTreeMap<Final, f64> {
    let mut sum = BTreeMap::from([(Final::default(), 1.0)]);
    for _ in 0..dice {
        let mut next: BTreeMap<Final, f64> = BTreeMap::new();
        for (state, p) in &sum {
            for face in 1..=6u8 {
                let one = Final {
                    hits: u16::from(profile.hits(face)),
                    six: face == 6,
                    one: face == 1,
                    two: face == 2,
                };
                *next.entry(state.with(one)).or_default() += p / 6.0;
            }
        }
        sum = next;
    }
    sum
}

/// How many dice show the face.
pub(super) fn at(faces: &Faces, face: u8) -> u8 {
    faces.get(usize::from(face) - 1).copied().unwrap_or(0)
}

fn add(a: &Faces, b: &Faces) -> Faces {
    let mut sum = *a;
    for (slot, more) in sum.iter_mut().zip(b) {
        *slot += more;
    }
    sum
}

/// Every number of dice of each face with its multinomial weight.
pub(super) fn all_rolls(dice: usize) -> Vec<(Faces, f64)> {
    let mut rolls = vec![([0u8; 6], 1.0, dice)];
    for face in 0..6usize {
        let mut next = Vec::new();
        for (faces, weight, left) in rolls {
            let most = left;
            let least = if face == 5 { left } else { 0 };
            for n in least..=most {
                let mut more = faces;
                if let Some(slot) = more.get_mut(face) {
                    *slot = u8::try_from(n).unwrap_or(u8::MAX);
                }
                next.push((more, weight * choose(left, n), left - n));
            }
        }
        rolls = next;
    }
    let total = 6f64.powi(i32::try_from(dice).unwrap_or(i32::MAX));
    rolls
        .into_iter()
        .map(|(faces, weight, _)| (faces, weight / total))
        .collect()
}

/// Ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> f64 {
    let k = k.min(n - k.min(n));
    (0..k).fold(1.0, |ways, i| {
        let (n, i) = (u32::try_from(n).unwrap_or(0), u32::try_from(i).unwrap_or(0));
        ways * f64::from(n - i) / f64::from(i + 1)
    })
}
