//! Policies: best play against trying everything, what was played, and the advice in words.

use std::collections::BTreeMap;

use super::super::{Effort, Policy, advice, odds};
use super::{Board, roll, rolls, seen};
use crate::catalogue::CardIndex;
use crate::rules::document::read_toml;
use crate::rules::judge;
use crate::rules::situation::{Play, Situation};

/// Best play worked out the slow way: every choice of dice, every result, by the engine itself.
struct Slow {
    base: Situation,
    lucky: [Option<(&'static str, usize, bool)>; 2],
}

#[derive(Clone, Copy, PartialEq)]
enum Left {
    Both,
    DarkPassed,
    Only(usize),
    Nobody,
}

impl Slow {
    fn damage(&self, dice: &[u8], plays: &[Play]) -> f64 {
        let mut run = self.base.clone();
        run.plays.push(roll(dice));
        run.plays.extend(plays.iter().cloned());
        let ruling = judge(&run);
        assert!(ruling.refused.is_empty(), "{:?}", ruling.refused);
        f64::from(seen(&ruling).3)
    }

    fn value(&self, first: &[u8], now: &[u8], plays: &[Play], left: Left) -> f64 {
        let (who, pass) = match left {
            Left::Nobody => return self.damage(first, plays),
            Left::Both => (0, self.value(first, now, plays, Left::DarkPassed)),
            Left::DarkPassed => (1, self.damage(first, plays)),
            Left::Only(who) => (who, self.damage(first, plays)),
        };
        let next = match left {
            Left::Both => Left::Only(1),
            Left::DarkPassed => Left::Only(0),
            _ => Left::Nobody,
        };
        let Some((unit, most, attacks)) = self.lucky[who] else {
            return pass;
        };
        let mut best = pass;
        for set in 1u32..(1 << now.len()) {
            let dice: Vec<usize> = (0..now.len()).filter(|i| set & (1 << i) != 0).collect();
            if dice.len() > most {
                continue;
            }
            let mut sum = 0.0;
            for (faces, p) in rolls(dice.len()) {
                let mut then = now.to_vec();
                for (die, face) in dice.iter().zip(&faces) {
                    then[*die] = *face;
                }
                let mut plays = plays.to_vec();
                plays.push(reroll(unit, &dice, &faces));
                sum += p * self.value(first, &then, &plays, next);
            }
            best = if attacks {
                best.max(sum)
            } else {
                best.min(sum)
            };
        }
        best
    }

    fn expected(&self, dice: usize, left: Left) -> f64 {
        // The order of the dice does not matter to what is best.
        let mut all: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
        for (mut first, p) in rolls(dice) {
            first.sort_unstable();
            *all.entry(first).or_default() += p;
        }
        all.into_iter()
            .map(|(first, p)| p * self.value(&first, &first, &[], left))
            .sum()
    }
}

fn reroll(unit: &str, dice: &[usize], faces: &[u8]) -> Play {
    let dice: Vec<String> = dice.iter().map(|d| (d + 1).to_string()).collect();
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    let text = format!(
        "[[unit]]\nid = \"{unit}\"\nside = \"dark\"\n[[play]]\nuse = \"{unit}: Lucky\"\ndice = [{}]\nroll = [{}]\n",
        dice.join(", "),
        faces.join(", ")
    );
    let read = read_toml(&text, &CardIndex::from_cards([])).expect("a well-formed play");
    read.situation.plays.into_iter().next().expect("one play")
}

/// Best play of both sides as counted, against trying everything.
fn best_play(attacker: &str, defender: &str, power: u8, light_attacks: bool) {
    let board = Board {
        light_attacks,
        health: 9,
        ..Board::new(attacker, defender, power)
    };
    let base = board.situation();
    let number = |text: &str| if text.contains("Lucky 2") { 2 } else { 1 };
    let own = attacker
        .contains("Lucky")
        .then(|| ("a", number(attacker), true));
    let theirs = defender
        .contains("Lucky")
        .then(|| ("d", number(defender), false));
    let lucky = if light_attacks {
        [theirs, own]
    } else {
        [own, theirs]
    };
    let left = match lucky {
        [Some(_), Some(_)] => Left::Both,
        [Some(_), None] => Left::Only(0),
        _ => Left::Only(1),
    };
    let counted = odds(&base, Policy::Best).expect("it can be counted");
    let counted = counted.defender().expect("it is there").damage.expected;
    let slow = Slow { base, lucky }.expected(usize::from(power), left);
    assert!(
        (counted - slow).abs() < 1e-12,
        "{attacker} / {defender}: {counted} {slow}"
    );
}

#[test]
fn best_play_of_one_side_is_what_trying_everything_finds() {
    let one = "\"Lucky 2\", \"Critical Hit 2\"";
    best_play(one, "\"Parry 2\"", 2, false);
    best_play("\"Critical Hit 1\"", "\"Lucky 1\", \"Parry 1\"", 3, true);
}

#[test]
#[ignore = "takes minutes; run by hand and by night"]
fn best_play_of_both_sides_is_what_trying_everything_finds() {
    let (attacker, defender) = (
        "\"Lucky 1\", \"Critical Hit 2\"",
        "\"Lucky 1\", \"Parry 2\"",
    );
    best_play(attacker, defender, 2, false);
    best_play(attacker, defender, 2, true);
}

fn expected(board: &Board, policy: Policy) -> f64 {
    let counted = odds(&board.situation(), policy).expect("it can be counted");
    counted.defender().expect("it is there").damage.expected
}

#[test]
fn best_play_is_no_worse_than_any_other() {
    let board = Board::new("\"Lucky 2\", \"Critical Hit 2\"", "\"Parry 2\"", 4);
    assert!(expected(&board, Policy::Best) + 1e-12 >= expected(&board, Policy::All));
    assert!(expected(&board, Policy::All) > expected(&board, Policy::None));
    let two = "\"Pay 1 Force -> Evade 1\", \"Pay 3 Force -> Evade 3\"";
    let board = Board::new("", two, 5);
    assert!(expected(&board, Policy::Best) < expected(&board, Policy::All));
    assert!(expected(&board, Policy::All) < expected(&board, Policy::None));
}

#[test]
fn what_was_used_after_the_roll_is_used_again() {
    let rolled = "[[play]]\nroll = [6, 5, 1]\n[[play]]\nuse = \"d: Evade 1\"\n";
    let board = Board::new("", "\"Pay 1 Force -> Evade 1\"", 3).plays(rolled);
    let counted = odds(&board.situation(), Policy::Played).expect("it can be counted");
    let actual = counted.actual.expect("it is finished");
    assert_eq!((actual.hits, actual.pending, actual.damage), (2, 2, 1));
    // One or more after Evade 1: two or more hits of three.
    assert!((actual.this_or_worse - 0.5).abs() < 1e-12, "{actual:?}");
    assert!(
        (actual.hits_or_fewer - 7.0 / 8.0).abs() < 1e-12,
        "{actual:?}"
    );
}

#[test]
fn the_advice_names_the_dice() {
    let rolled = "[[play]]\nroll = [6, 5, 4, 1, 1]\n";
    let board = Board::new("\"Lucky 2\"", "\"Parry 2\"", 5).plays(rolled);
    let now = advice(&board.situation(), Effort::FULL).expect("it can be counted");
    assert_eq!(now.len(), 1);
    assert_eq!(now[0].reroll, [1, 1]);
    assert!(
        now[0].text.contains("reroll the two 1s; expected damage"),
        "{}",
        now[0].text
    );
    assert!(now[0].expected > now[0].passing);
    let hopeless = Board::new("", "\"Lucky 2\"", 3).plays("[[play]]\nroll = [1, 2, 3]\n");
    let now = advice(&hopeless.situation(), Effort::FULL).expect("it can be counted");
    assert!(
        now[0].reroll.is_empty() && now[0].text.contains("keep the dice"),
        "{}",
        now[0].text
    );
}
