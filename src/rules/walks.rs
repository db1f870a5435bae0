//! Random boards and random plays: what must hold for every trace.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::catalogue::CardIndex;
use crate::rules::document::read_toml;
use crate::rules::run::{Options, Run, STEP_GUARD, Stop};
use crate::rules::situation::Situation;
use crate::rules::trace::{Ruling, StepKind};
use crate::rules::window::WindowId;
use crate::rules::{judge, setup, step};

const LINES: &[&str] = &[
    "Critical Hit 1",
    "Critical Hit 2",
    "Fury 1",
    "Fury 2",
    "Parry 1",
    "Parry 2",
    "Riposte 1",
    "Lucky 1",
    "Lucky 2",
    "Accuracy 1",
    "Accuracy -1",
    "Armor",
    "Shields 1",
    "Shields 2",
    "Stun 1",
    "Surge 1",
    "Overkill",
    "Double Damage",
    "Ferocity",
    "Fortitude",
    "Double Strike",
    "Tenacity 2",
    "Backfire 1",
    "Focus 1",
    "Overload 1",
    "Stealth",
    "Precision",
    "Cunning",
    "Avenge 1",
    "Area Damage 1",
    "Consume",
    "Resilience 1",
    "Inspiration",
    "Intimidation",
    "Pay 1 Force -> Evade 1",
    "Pay 1 Force -> Evade 2",
    "Pay 1 Force -> Deflect 1",
    "Pay 2 Force -> Deflect 2",
    "Pay 1 Force -> Protect 1",
    "Pay 1 Force -> Absorb 1",
    "Pay 1 Force -> Persuade 1",
    "Pay 1 Force -> Retaliate 2",
    "Pay 0 Force -> Intercept",
    "Pay 0 Force -> Deflect 1",
    "Pay 0 Force -> Evade 1",
    "Pay 0 Force -> Retaliate 3",
    "Pay 0 Force -> Ambush 2",
    "Riposte 3",
    "Backfire 2",
    "Velocity 20",
    "Pay 1 Force -> Deflect 2 and Evade 1",
    "When this unit is damaged, it does 1 damage to each other unit in its arena.",
    "Last Stand: Do 2 damage to each unit in this arena.",
    "Pay 1 Force -> Redirect",
    "Bounty: Gain 1 Force.",
    "Damage Control 1",
    "Upkeep: Pay 1 build point or tap this unit.",
    "Last Stand: Gain 1 Force.",
    "When this unit attacks, gain 1 Force.",
    "Each of your other units gets +1 power.",
    "Pay 1 Force -> This unit gets +2 power for this attack.",
    "a line that nobody reads",
];

fn pick<'a>(rng: &mut ChaCha8Rng, from: &'a [&'a str]) -> &'a str {
    from.get(rng.random_range(0..from.len()))
        .copied()
        .unwrap_or_default()
}

/// A board of six units and a dozen plays, some of them senseless; dice come from the seed.
fn board(seed: u64) -> String {
    board_of(seed, 3)
}

/// A board of so many units of each side.
fn board_of(seed: u64, of_each: usize) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = format!(
        "seed = {seed}\n[dark]\nforce = {}\n[light]\nforce = {}\n",
        rng.random_range(0..9),
        rng.random_range(0..9)
    );
    let mut ids = Vec::new();
    for side in ["d", "l"] {
        ids.extend((1..=of_each).map(|n| format!("{side}{n}")));
    }
    let mut lines_of = Vec::new();
    for id in &ids {
        let side = if id.starts_with('d') { "dark" } else { "light" };
        let lines: Vec<&str> = (0..rng.random_range(0..4))
            .map(|_| pick(&mut rng, LINES))
            .collect();
        let quoted: Vec<String> = lines.iter().map(|l| format!("{l:?}")).collect();
        text += &format!(
            "[[unit]]\nid = \"{id}\"\nside = \"{side}\"\npower = {}\nhealth = {}\nspeed = {}\ntext = [{}]\n",
            rng.random_range(0..6),
            rng.random_range(1..7),
            10 * rng.random_range(1..6),
            quoted.join(", ")
        );
        lines_of.push((id, lines));
    }
    for _ in 0..rng.random_range(3..12) {
        let (id, lines) = &lines_of[rng.random_range(0..ids.len())];
        let other = &ids[rng.random_range(0..ids.len())];
        text += "[[play]]\n";
        text += &match rng.random_range(0..10) {
            0..=3 => format!("attack = \"{id}\"\non = \"{other}\"\n"),
            4..=7 if !lines.is_empty() => {
                format!(
                    "use = {:?}\non = \"{other}\"\n",
                    format!(
                        "{id}: {}",
                        lines[rng.random_range(0..lines.len())].trim_end_matches('.')
                    )
                )
            }
            8 => format!(
                "damage = {}\nto = \"{id}\"\nfrom = \"{other}\"\n",
                rng.random_range(1..4)
            ),
            _ => format!("set = \"{id}\"\npower = \"+1\"\n"),
        };
    }
    text
}

/// The situation of a board of six units.
pub(super) fn situation(seed: u64) -> Situation {
    read_toml(&board(seed), &CardIndex::from_cards([]))
        .expect("a well-formed board")
        .situation
}

/// Boards looked at in each test; `ARBITER_BOARDS` raises it for the nightly run.
fn boards() -> u64 {
    std::env::var("ARBITER_BOARDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(400)
}

#[test]
fn damage_is_conserved_and_force_never_negative() {
    for seed in 0..boards() {
        let situation = situation(seed);
        let outcome = Run::new(&situation, setup::table(&situation), Options::default()).finish();
        let finished = outcome.stop.is_none();
        for i in &outcome.run.table.instances {
            assert_eq!(
                i.amount,
                i.prevented + i.placed + i.lapsed + i.pending,
                "seed {seed}: instance {} of {:?}\n{}",
                i.id,
                i.origin,
                board(seed)
            );
            assert!(
                !finished || i.pending == 0,
                "seed {seed}: damage left pending\n{}",
                board(seed)
            );
            assert!(
                i.amount >= 0 && i.prevented >= 0 && i.placed >= 0 && i.lapsed >= 0,
                "seed {seed}"
            );
        }
        for pool in &outcome.run.table.pools {
            assert!(
                pool.force >= 0 && pool.build_points >= 0,
                "seed {seed}: {pool:?}"
            );
        }
        assert!(
            !matches!(&outcome.stop, Some(Stop::Cannot(why)) if why.contains("steps")),
            "seed {seed}: the step guard was reached\n{}",
            board(seed)
        );
    }
}

#[test]
fn the_step_guard_is_never_reached_on_boards_of_ten_units() {
    let mut longest = 0;
    for seed in 0..boards() {
        let text = board_of(seed, 5);
        let case = read_toml(&text, &CardIndex::from_cards([])).expect("a well-formed board");
        let ruling = judge(&case.situation);
        longest = longest.max(ruling.steps.len());
        assert!(
            ruling.steps.len() < STEP_GUARD,
            "seed {seed}: {}\n{text}",
            ruling.verdict.summary
        );
    }
    assert!(longest > 40, "the longest ruling has {longest} steps");
}

#[test]
fn every_step_rests_on_something_and_a_replay_gives_the_same_trace() {
    for seed in 0..boards() / 2 {
        let situation = situation(seed);
        let first = judge(&situation);
        assert!(
            first.steps.iter().all(|s| !s.cites.is_empty()),
            "seed {seed}: a step without a citation"
        );
        assert!(
            first.refused.iter().all(|r| !r.reasons.is_empty()),
            "seed {seed}: a refusal without a reason"
        );
        let again = judge(&situation);
        let json = |r| serde_json::to_string(r).expect("a ruling is JSON");
        assert_eq!(json(&first), json(&again), "seed {seed}");
    }
}

/// Whether an ability was used in the chance that the first run had stopped at, before it was passed.
fn taken_at_once(before: &Ruling, after: &Ruling, chance: WindowId) -> bool {
    let new = after.steps.iter().skip(before.steps.len());
    new.take_while(|s| s.kind != StepKind::Pass)
        .any(|s| s.kind == StepKind::Use && s.window == chance)
}

#[test]
fn an_option_offered_as_legal_is_taken_and_one_offered_as_illegal_is_not() {
    for seed in 0..boards() / 8 {
        let situation = situation(seed);
        for cut in 1..=situation.plays.len() {
            let mut start = situation.clone();
            start.plays.truncate(cut);
            let before = step(&start);
            let Some(request) = &before.request else {
                continue;
            };
            for option in &request.options {
                let Some(play) = option.play.clone() else {
                    continue;
                };
                let mut tried = start.clone();
                tried.plays.push(play);
                let after = step(&tried);
                let refused = after.refused.iter().any(|r| r.index == cut);
                let told = format!(
                    "seed {seed}, after {cut} plays: {} in {}\n{}",
                    option.label,
                    request.window.as_str(),
                    board(seed)
                );
                if option.legal {
                    assert!(!refused, "offered as legal, but refused: {told}");
                } else {
                    assert!(
                        !taken_at_once(&before, &after, request.window),
                        "offered as illegal, but taken: {told}"
                    );
                }
            }
        }
    }
}
