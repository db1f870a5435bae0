//! Lucky: which dice are rerolled, by the stated policy.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::count::{Faces, Final, all_rolls, at, fresh};
use super::{Policy, Profile};

/// How each side uses Lucky. The Dark Side goes first (lucky.r1).
pub(super) struct Plan<'a> {
    profile: &'a Profile,
    policy: Policy,
    /// Final rolls of 0, 1, 2 ... fresh dice.
    fresh: Vec<BTreeMap<Final, f64>>,
    /// What the player who goes second makes of a roll.
    second: RefCell<BTreeMap<Faces, BTreeMap<Final, f64>>>,
}

/// One of the two players of Lucky.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lucky {
    Attacker,
    Defender,
}

impl<'a> Plan<'a> {
    pub(super) fn new(profile: &'a Profile, policy: Policy) -> Plan<'a> {
        let most = profile
            .lucky_attacker
            .max(profile.lucky_defender)
            .min(profile.dice + profile.fury);
        let fresh = (0..=most).map(|n| fresh(profile, n)).collect();
        Plan {
            profile,
            policy,
            fresh,
            second: RefCell::new(BTreeMap::new()),
        }
    }

    /// The final rolls that a roll leads to, with probabilities.
    pub(super) fn after_lucky(&self, faces: &Faces) -> BTreeMap<Final, f64> {
        let order = if self.profile.attacker_first {
            [Lucky::Attacker, Lucky::Defender]
        } else {
            [Lucky::Defender, Lucky::Attacker]
        };
        let users: Vec<Lucky> = order
            .into_iter()
            .filter(|l| self.policy != Policy::None && self.most(*l) > 0)
            .collect();
        match users.as_slice() {
            [] => BTreeMap::from([(Final::of(self.profile, faces), 1.0)]),
            [only] => self.use_once(*only, faces),
            [first, second, ..] => self.use_both(*first, *second, faces),
        }
    }

    const fn most(&self, who: Lucky) -> usize {
        match who {
            Lucky::Attacker => self.profile.lucky_attacker,
            Lucky::Defender => self.profile.lucky_defender,
        }
    }

    /// The last user: every choice is weighed by what it makes of the damage.
    fn use_once(&self, who: Lucky, faces: &Faces) -> BTreeMap<Final, f64> {
        let choices = self.choices(who, faces);
        let spread = |again: &Faces| self.spread(faces, again);
        let mut best: Option<(f64, BTreeMap<Final, f64>)> = None;
        for again in choices {
            let after = spread(&again);
            let value = self.worth(who, &after);
            if best.as_ref().is_none_or(|(v, _)| value > v + 1e-12) {
                best = Some((value, after));
            }
        }
        best.map(|(_, after)| after).unwrap_or_default()
    }

    /// The first user weighs what the second will make of each result.
    fn use_both(&self, first: Lucky, second: Lucky, faces: &Faces) -> BTreeMap<Final, f64> {
        let mut best: Option<(f64, BTreeMap<Final, f64>)> = None;
        for again in self.choices(first, faces) {
            let kept = subtract(faces, &again);
            let n: usize = again.iter().map(|x| usize::from(*x)).sum();
            let mut after: BTreeMap<Final, f64> = BTreeMap::new();
            for (new, p) in all_rolls(n) {
                let mut roll = kept;
                for (slot, more) in roll.iter_mut().zip(&new) {
                    *slot += more;
                }
                for (last, q) in self.answer(second, &roll) {
                    *after.entry(last).or_default() += p * q;
                }
            }
            let value = self.worth(first, &after);
            if best.as_ref().is_none_or(|(v, _)| value > v + 1e-12) {
                best = Some((value, after));
            }
        }
        best.map(|(_, after)| after).unwrap_or_default()
    }

    fn answer(&self, who: Lucky, faces: &Faces) -> BTreeMap<Final, f64> {
        if let Some(known) = self.second.borrow().get(faces) {
            return known.clone();
        }
        let found = self.use_once(who, faces);
        self.second.borrow_mut().insert(*faces, found.clone());
        found
    }

    /// The rerolls a player considers: none and, by policy "all", as many of the dice that hurt
    /// him as Lucky allows; by best play, every one.
    fn choices(&self, who: Lucky, faces: &Faces) -> Vec<Faces> {
        let most = self.most(who);
        if self.policy == Policy::Best {
            return below(faces, most);
        }
        let unwanted = |face: u8| self.profile.hits(face) == (who == Lucky::Defender);
        let mut again = [0u8; 6];
        let mut left = most;
        let order: [u8; 6] = if who == Lucky::Attacker {
            [1, 2, 3, 4, 5, 6]
        } else {
            [6, 5, 4, 3, 2, 1]
        };
        for face in order.into_iter().filter(|f| unwanted(*f)) {
            let n = usize::from(at(faces, face)).min(left);
            left -= n;
            if let Some(slot) = again.get_mut(usize::from(face) - 1) {
                *slot = u8::try_from(n).unwrap_or(u8::MAX);
            }
        }
        vec![again]
    }

    fn spread(&self, faces: &Faces, again: &Faces) -> BTreeMap<Final, f64> {
        let kept = Final::of(self.profile, &subtract(faces, again));
        let n: usize = again.iter().map(|x| usize::from(*x)).sum();
        let mut after = BTreeMap::new();
        for (new, p) in self.fresh.get(n).into_iter().flatten() {
            *after.entry(kept.with(*new)).or_default() += p;
        }
        after
    }

    /// The expected damage on the defender, as that player sees it.
    fn worth(&self, who: Lucky, after: &BTreeMap<Final, f64>) -> f64 {
        let damage: f64 = after
            .iter()
            .map(|(f, p)| p * f64::from(self.profile.damage(f.hits, f.six, f.one)))
            .sum();
        if who == Lucky::Attacker {
            damage
        } else {
            -damage
        }
    }
}

fn subtract(faces: &Faces, again: &Faces) -> Faces {
    let mut kept = *faces;
    for (slot, n) in kept.iter_mut().zip(again) {
        *slot = slot.saturating_sub(*n);
    }
    kept
}

/// Every choice of at most so many of the dice.
fn below(faces: &Faces, most: usize) -> Vec<Faces> {
    let mut found = vec![([0u8; 6], most)];
    for face in 0..6usize {
        let here = faces.get(face).copied().unwrap_or(0);
        let mut next = Vec::new();
        for (again, left) in found {
            for n in 0..=usize::from(here).min(left) {
                let mut more = again;
                if let Some(slot) = more.get_mut(face) {
                    *slot = u8::try_from(n).unwrap_or(u8::MAX);
                }
                next.push((more, left - n));
            }
        }
        found = next;
    }
    found.into_iter().map(|(again, _)| again).collect()
}

/// Best play in words: for each face, whether rerolling one such die helps on the whole.
pub(super) fn advice(profile: &Profile) -> Vec<String> {
    let mut advice = Vec::new();
    let misses: Vec<String> = (1..=6u8)
        .filter(|f| !profile.hits(*f))
        .map(|f| f.to_string())
        .collect();
    let hits: Vec<String> = (1..=6u8)
        .filter(|f| profile.hits(*f))
        .map(|f| f.to_string())
        .collect();
    if profile.lucky_attacker > 0 && !misses.is_empty() {
        let first = if profile.parry > 0 {
            ", a single 1 first"
        } else {
            ""
        };
        advice.push(format!(
            "The attacker rerolls misses ({}){first}.",
            misses.join(", ")
        ));
    }
    if profile.lucky_defender > 0 && !hits.is_empty() {
        let first = if profile.critical > 0 {
            ", a single 6 first"
        } else {
            ""
        };
        advice.push(format!(
            "The defender has hits rerolled ({}){first}.",
            hits.join(", ")
        ));
    }
    advice
}

/// The reroll best play makes of a given roll: the faces it rerolls, smallest first.
#[must_use]
pub fn best_reroll(profile: &Profile, faces: &[u8], attacker: bool) -> Vec<u8> {
    let mut counts = [0u8; 6];
    for face in faces {
        if let Some(slot) = counts.get_mut(usize::from(*face).saturating_sub(1)) {
            *slot += 1;
        }
    }
    let plan = Plan::new(profile, Policy::Best);
    let who = if attacker {
        Lucky::Attacker
    } else {
        Lucky::Defender
    };
    let mut best: Option<(f64, Faces)> = None;
    for again in plan.choices(who, &counts) {
        let value = plan.worth(who, &plan.spread(&counts, &again));
        if best.as_ref().is_none_or(|(v, _)| value > v + 1e-12) {
            best = Some((value, again));
        }
    }
    let again = best.map(|(_, again)| again).unwrap_or_default();
    (1..=6u8)
        .flat_map(|f| std::iter::repeat_n(f, usize::from(at(&again, f))))
        .collect()
}
