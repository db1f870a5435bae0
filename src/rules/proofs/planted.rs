//! The second opinion of `tests/all/model` notices when the engine loses a part of a keyword it covers.

use super::lamed;
use super::model::{in_one_attack, in_two_attacks};

/// Faults, and whether the attacks in a row show them rather than a single attack.
const FAULTS: &[(&str, bool)] = &[
    ("accuracy: die_bonus", false),
    ("armor: hit_by", false),
    ("critical-hit: hook at attack.pending", false),
    ("evade: offer", false),
    ("ferocity: unpreventable", false),
    ("fortitude: prevents_all", false),
    ("fury: hook at attack.initial-roll", false),
    ("lucky: offer", false),
    ("parry: hook at attack.prevention", false),
    ("retaliate: offer", false),
    ("riposte: hook at attack.hits", false),
    ("shields: against_attacker", false),
    ("absorb: offer", true),
    ("backfire: hook at attack.initial-roll", true),
    ("double-damage: extra_counters", true),
    ("double-strike: offer", true),
    ("focus: hook at attack.initial-roll", true),
    ("overkill: offer", true),
    ("overload: offer", true),
    ("persuade: offer", true),
    ("precision: locks_defender", true),
    ("protect: offer", true),
    ("redirect: offer", true),
    ("stealth: untouchable", true),
    ("surge: offer", true),
    ("tenacity: offer", true),
];

#[test]
fn planted_faults_are_noticed() {
    const BOARDS: usize = 400;
    let parts = lamed::parts();
    let mut unnoticed = Vec::new();
    for (name, in_a_row) in FAULTS {
        let part = parts.iter().find(|p| p.name == *name);
        let Some(part) = part else {
            panic!("there is no `{name}`");
        };
        let noticed = lamed::without(part, || {
            if *in_a_row {
                in_two_attacks(BOARDS).is_some()
            } else {
                in_one_attack(BOARDS).is_some()
            }
        });
        if !noticed {
            unnoticed.push(*name);
        }
    }
    assert!(unnoticed.is_empty(), "unnoticed: {unnoticed:?}");
}
