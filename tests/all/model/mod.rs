//! A second opinion: attacks worked out by straight-line arithmetic that shares no type and no code
//! with the engine, on random boards.

mod boards;

use boards::{in_one_attack, in_two_attacks};

/// How many boards are looked at; `ARBITER_BOARDS` raises it for the nightly run.
fn boards() -> usize {
    let given = std::env::var("ARBITER_BOARDS").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(1_000)
}

#[test]
fn the_engine_agrees_with_plain_arithmetic_on_one_attack() {
    assert_eq!(in_one_attack(boards()), None);
}

#[test]
fn the_engine_agrees_with_plain_arithmetic_on_attacks_in_a_row() {
    assert_eq!(in_two_attacks(boards()), None);
}
