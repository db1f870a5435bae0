//! The answers of this version, so that a list of them need not be worked out. A test works them
//! all out and writes the file anew when it is stale.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::rulebook::Keyword;

/// The lines of [`Answer::line`](super::Answer::line) for all pairs.
const ANSWERS: &str = include_str!("answers.txt");

/// The answer for two keywords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// One changes what the other does, both act in one window, or a clause speaks of both.
    pub interacts: bool,
    /// The answer in one sentence.
    pub answer: String,
}

/// The answer for two keywords, [ordered](super::ordered).
#[must_use]
pub fn known(pair: [Keyword; 2]) -> Option<&'static Known> {
    static ALL: OnceLock<BTreeMap<[Keyword; 2], Known>> = OnceLock::new();
    ALL.get_or_init(|| ANSWERS.lines().filter_map(read).collect())
        .get(&pair)
}

fn read(line: &str) -> Option<([Keyword; 2], Known)> {
    let (mark, rest) = line.split_once(' ')?;
    let (names, sentence) = rest.split_once(": ")?;
    let (a, b) = names.split_once(" with ")?;
    let pair = [named(a)?, named(b)?];
    let known = Known {
        interacts: mark == "+",
        answer: sentence.to_owned(),
    };
    Some((pair, known))
}

fn named(name: &str) -> Option<Keyword> {
    Keyword::all().find(|k| k.name() == name)
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::OnceLock;
    use std::thread;
    use std::time::Instant;

    use super::super::{Bench, all, answer, ordered, present};
    use super::{ANSWERS, read};
    use crate::rulebook::{ClauseId, Keyword};
    use crate::rules::trace::RollKind;

    /// The lines of all pairs with what they rest on, worked out once for all tests, by two threads:
    /// each takes every other keyword with all its pairs.
    fn lines() -> &'static [(String, Vec<ClauseId>)] {
        static LINES: OnceLock<Vec<(String, Vec<ClauseId>)>> = OnceLock::new();
        LINES.get_or_init(|| {
            let started = Instant::now();
            let half = |which: usize| {
                let mine: Vec<Keyword> = Keyword::all().skip(which).step_by(2).collect();
                let mut bench = Bench::default();
                all()
                    .filter(|[a, _]| mine.contains(a))
                    .map(|pair| {
                        let answer = answer(&mut bench, pair);
                        (pair, (answer.line(), answer.cites))
                    })
                    .collect::<Vec<_>>()
            };
            let mut lines = thread::scope(|scope| {
                let other = scope.spawn(|| half(1));
                let mut lines = half(0);
                lines.extend(other.join().unwrap());
                lines
            });
            lines.sort();
            let seconds = started.elapsed().as_secs_f64();
            println!("all pairs of keywords in {seconds:.1} s");
            lines.into_iter().map(|(_, line)| line).collect()
        })
    }

    /// A change of the engine or of the rules may change answers: this test then writes the file
    /// anew and fails once, so that the difference is read by somebody.
    #[test]
    fn answers_are_up_to_date() {
        let lines = lines().iter().map(|(line, _)| format!("{line}\n"));
        let now: String = lines.collect();
        if now != ANSWERS {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pairs/answers.txt");
            fs::write(path, now).unwrap();
            panic!("the answers were stale; they have been written anew");
        }
    }

    /// Every answer rests on clauses, and on none of a third keyword.
    #[test]
    fn answers_rest_on_clauses_of_their_own() {
        for (line, cites) in lines() {
            assert!(!cites.is_empty(), "{line}");
            let (pair, _) = read(line).unwrap();
            let of = |k: Keyword| pair.contains(&k) || pair.iter().any(|p| present(*p) == k);
            let mut named = cites.iter().filter_map(|c| c.keyword());
            assert!(named.all(of), "{line} {cites:?}");
        }
    }

    #[test]
    fn every_line_is_read() {
        assert_eq!(ANSWERS.lines().count(), all().count());
        assert!(ANSWERS.lines().all(|line| read(line).is_some()));
    }

    /// Everything a board or an answer has to know of a keyword is in the keyword's file.
    #[test]
    fn no_file_here_knows_a_keyword() {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pairs")];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let code = fs::read_to_string(&path).unwrap();
                let code = code.split("#[cfg(test)]").next().unwrap();
                for keyword in Keyword::all() {
                    let asks = format!("keyword!(\"{}\")", keyword.slug());
                    let rests = format!("clause!(\"{}.", keyword.slug());
                    let known = code.contains(&asks) || code.contains(&rests);
                    assert!(!known, "{} knows {}", path.display(), keyword.name());
                }
            }
        }
    }

    pub(in super::super) fn interacts(a: &str, b: &str) -> bool {
        let [a, b] = [a, b].map(|slug| Keyword::from_slug(slug).unwrap());
        super::known(ordered(a, b)).unwrap().interacts
    }

    pub(in super::super) fn said(a: &str, b: &str) -> &'static str {
        let [a, b] = [a, b].map(|slug| Keyword::from_slug(slug).unwrap());
        &super::known(ordered(a, b)).unwrap().answer
    }

    /// The kinds of answers that one attack on a unit that stands does not show.
    #[test]
    fn what_meets_on_another_board_is_found() {
        for harm in ["retaliate", "riposte", "overkill"] {
            assert!(
                said("bounty", harm).contains("Bounty acts on what"),
                "{harm}"
            );
        }
        for prevents in ["evade", "parry"] {
            assert!(said(prevents, "stun").contains("and then Stun does nothing"));
        }
        assert!(said("lucky", "retaliate").contains("about attack dice only"));
        assert!(said("ambush", "retaliate").contains("is no attack"));
        assert!(said("ion-cannon", "overload").contains("Changes of power count"));
        assert!(said("deflect", "parry").contains("is no attack"));
    }

    /// More than one thing is said where more than one is so.
    #[test]
    fn both_directions_are_told() {
        let both = said("deflect", "retaliate");
        assert!(both.contains("Not usable against damage that is not an attack"));
        assert!(both.contains("Deflect can be used on what Retaliate does"));
        assert!(said("deflect", "evade").contains("in either order"));
        assert!(said("retaliate", "riposte").contains("Both act when the attack ends"));
        for mover in ["intercept", "redirect"] {
            assert!(
                said(mover, "protect").contains("is for other units"),
                "{mover}"
            );
        }
        for prevents in ["evade", "deflect"] {
            let sum = said(prevents, "tenacity");
            assert!(sum.contains("that is 1 here instead of 3"), "{prevents}");
        }
    }

    pub(in super::super) fn rows(a: &str, b: &str) -> Vec<String> {
        let pair = [a, b].map(|slug| Keyword::from_slug(slug).unwrap());
        let rows = answer(&mut Bench::default(), pair).rows();
        rows.into_iter().map(|r| r.told).collect()
    }

    /// The rows show what the sentence says: what the board comes to differs by it.
    #[test]
    fn the_rows_show_it() {
        let last = |a: &str, b: &str| rows(a, b).pop().unwrap();
        assert!(last("critical-hit", "fury").contains("Defender takes 5"));
        assert!(last("parry", "retaliate").contains("on dice of damage"));
        assert!(last("damage-control", "damage-control").contains("loses 2 damage counters"));
        assert!(last("intercept", "intercept").contains("then to Friend"));
        assert!(last("equip", "equip").contains("is refused"));
        assert!(last("cunning", "evade").starts_with("The dice are hidden"));
        assert!(last("overkill", "retaliate").contains("Friend is not being attacked"));
        let lent = rows("fury", "insert");
        let [neither, printed, lent] = lent.as_slice() else {
            panic!("{lent:?}");
        };
        assert_eq!(printed, lent);
        assert_ne!(neither, printed);
    }

    /// Dice added by themselves and rerolled later have a record that says so.
    #[test]
    fn an_added_die_is_seen_to_be_rerolled() {
        let pair = ["fury", "lucky"].map(|slug| Keyword::from_slug(slug).unwrap());
        let ruling = answer(&mut Bench::default(), pair).both().ruling;
        let mut rolls = ruling.rolls.iter();
        let added = rolls.find(|r| r.kind == RollKind::Additional).unwrap();
        assert_eq!(
            (added.first.as_slice(), added.last.as_slice()),
            (&[1][..], &[6][..])
        );
    }

    /// What acts in an attack acts in a further one too.
    #[test]
    fn a_further_attack_is_an_attack() {
        let in_attacks = [
            "armor",
            "area-damage",
            "avenge",
            "barrage",
            "bounty",
            "cunning",
            "ferocity",
            "fortitude",
            "inspiration",
            "last-stand",
            "overkill",
            "precision",
        ];
        for acts in in_attacks {
            let text = said("double-strike", acts);
            assert!(text.contains("acts in that one too"), "{acts}: {text}");
            assert!(interacts("double-strike", acts), "{acts}");
        }
        for acts in ["cunning", "overkill"] {
            assert!(said("tenacity", acts).contains("acts in that one too"));
        }
        for before in ["deploy", "upkeep", "velocity"] {
            assert!(!interacts("double-strike", before), "{before}");
        }
    }

    /// What changes the number of hits changes what is predicted rightly.
    #[test]
    fn predicted_hits_are_those_counted_in_the_end() {
        for predicts in ["foresight", "forewarning"] {
            for changes in ["accuracy", "armor", "fury", "lucky", "shields"] {
                let text = said(predicts, changes);
                assert!(text.contains("what has to be predicted"), "{text}");
            }
        }
        let rows = rows("foresight", "lucky");
        let draws = rows.iter().map(|r| r.contains("draws 1 card"));
        assert_eq!(draws.collect::<Vec<_>>(), [false, false, false, true]);
    }

    /// Both halves of a sentence are seen on boards.
    #[test]
    fn rows_show_both_halves() {
        let last = |a: &str, b: &str| rows(a, b).pop().unwrap();
        assert!(last("critical-hit", "lucky").contains("the 6 was rerolled away"));
        assert!(last("intercept", "lucky").contains("Defender is not the defender any more"));
        assert!(last("critical-hit", "deflect").contains("Attacker takes 4"));
        assert!(last("bounty", "damage-control").contains("Damage Control acts before Bounty"));
        assert!(last("adapt", "stealth").contains("Defender has Stealth"));
        let focus = rows("adapt", "focus");
        assert_ne!(focus.first(), focus.last());
    }

    /// What is gone before its time comes is said to do nothing.
    #[test]
    fn a_loan_that_ends_too_early_is_told() {
        for late in ["upkeep", "damage-control"] {
            assert!(said("adapt", late).contains("does nothing"));
            assert!(!interacts("adapt", late));
        }
    }

    /// What is used a second time in an attack or before it, and what shows in the next attack only.
    #[test]
    fn what_meets_at_another_time_is_found() {
        assert!(said("area-damage", "surge").starts_with("Surge acts on what Area Damage does"));
        for prevents in ["absorb", "deflect", "evade"] {
            assert!(
                said("ambush", prevents).contains("can be used on what Ambush does"),
                "{prevents}"
            );
        }
        assert!(said("absorb", "bombard").contains("Changes of power count"));
        assert!(said("absorb", "shields").contains("the changes add up"));
    }

    /// What one attack leaves for the next one adds up with what changes the dice anyway.
    #[test]
    fn changes_of_power_add_up_in_the_next_attack_too() {
        for anyway in ["shields", "inspiration", "intimidation", "resilience"] {
            for later in ["absorb", "focus", "persuade"] {
                let text = said(later, anyway);
                assert!(text.contains("the changes add up"), "{later} {anyway}");
            }
        }
        assert!(said("consume", "overload").contains("the changes add up"));
    }

    /// The further attack of a unit is its next attack.
    #[test]
    fn a_further_attack_is_the_next_one() {
        for attacks in ["double-strike", "tenacity"] {
            assert!(said(attacks, "focus").contains("made with 7 dice here instead of 6"));
            assert!(said(attacks, "persuade").contains("made with 4 dice here instead of 6"));
        }
    }

    /// What never shows for one attack of a board is told by what each does alone.
    #[test]
    fn changes_of_power_are_told_where_no_board_has_both() {
        for (a, b) in [("focus", "stun"), ("focus", "surge"), ("persuade", "stun")] {
            assert!(said(a, b).contains("changes add up"), "{a} {b}");
        }
        assert!(said("bounty", "double-damage").starts_with("Bounty acts on what"));
        assert!(said("damage-control", "resilience").contains("looks at the damage counters"));
    }

    /// Prevention takes what is added to the damage with the rest of it.
    #[test]
    fn what_is_added_to_damage_is_prevented_with_it() {
        for prevents in ["absorb", "deflect", "evade", "parry", "persuade", "protect"] {
            let text = said("critical-hit", prevents);
            assert!(text.contains("part of the damage of the attack"), "{text}");
        }
    }

    /// Counters that are looked at and hits that are divided may be more or fewer.
    #[test]
    fn what_is_counted_after_an_attack_is_told() {
        for changes in ["accuracy", "armor", "evade", "retaliate", "double-damage"] {
            let text = said("resilience", changes);
            assert!(text.contains("looks at the damage counters"), "{text}");
        }
        for changes in [
            "accuracy",
            "armor",
            "fury",
            "lucky",
            "shields",
            "inspiration",
        ] {
            let text = said("overkill", changes);
            assert!(text.contains("can go over here instead of"), "{text}");
        }
    }

    /// What the attacker has goes on when the defender is another one.
    #[test]
    fn the_attack_goes_on_against_the_new_defender() {
        for mover in ["intercept", "redirect"] {
            for looks in ["stun", "overkill", "double-damage", "area-damage"] {
                assert!(interacts(mover, looks), "{mover} {looks}");
            }
            assert!(said(mover, "critical-hit").contains("still the same attack"));
            assert!(said(mover, "foresight").contains("do not fire again"));
        }
    }

    /// A clause of a kind counts for all keywords of another kind.
    #[test]
    fn what_a_kind_does_to_a_kind_is_told() {
        assert!(said("stack", "bounty").contains("only the top one’s text works"));
        assert!(said("accuracy", "pilot").contains("printed on the card with Pilot itself"));
        assert!(said("pilot", "upkeep").contains("owed even while the unit pilots"));
        assert!(said("inspiration", "equip").contains("a non-unique card cannot have it"));
        assert!(said("fortitude", "retaliate").contains("can be prevented like any other"));
        assert!(said("evade", "ferocity").contains("unless its unit has Fortitude"));
        assert!(said("fury", "overload").contains("attack dice like the others"));
    }

    /// What waits for a discard does not get that of a card that leaves the game instead.
    #[test]
    fn a_card_that_leaves_the_game_is_not_discarded() {
        assert!(said("last-stand", "meditate").contains("its Last Stand does not happen"));
        assert!(said("bounty", "meditate").contains("of another unit gets no discard"));
        assert!(!said("lucky", "meditate").contains("discarded"));
    }

    /// Completing a card is one play with one price, and it deploys a unit.
    #[test]
    fn a_completed_unit_is_deployed() {
        for completes in ["hidden-cost", "alternative-cost", "reduced-cost"] {
            for waits in ["deploy", "ambush"] {
                assert!(said(completes, waits).contains("is an occasion for"));
            }
        }
        assert!(said("alternative-cost", "hidden-cost").contains("one of the two ways"));
    }

    /// What acts as long as an attack lasts is told as such beside what decides who is attacked.
    #[test]
    fn what_stands_by_itself_is_told() {
        for mover in ["intercept", "redirect"] {
            assert!(said(mover, "ferocity").contains("still the same attack"));
            assert!(said(mover, "fortitude").contains("so it is its Fortitude that acts"));
        }
        assert!(said("stealth", "cunning").contains("only decides whether"));
        assert!(
            said("avenge", "ferocity").contains("cannot be prevented if that unit has Ferocity")
        );
        assert!(said("foresight", "parry").contains("before any damage is prevented"));
    }

    /// Both halves of what prevention does about a discard and the damage that follows from it.
    #[test]
    fn prevention_before_and_after_a_discard_is_told() {
        let both = said("avenge", "protect");
        assert!(
            both.contains("nobody is discarded") && both.contains("can be used on what Avenge")
        );
        assert!(said("avenge", "parry").contains("is no attack"));
    }

    /// Of a clause with several sentences those are told that name the other keyword; a clause about
    /// another pair is said to be one.
    #[test]
    fn what_a_clause_says_of_the_pair_is_told() {
        assert!(!said("cunning", "fury").contains("fixed blind"));
        assert!(said("redirect", "tenacity").contains("of a like case"));
        assert!(!said("intercept", "tenacity").contains("of a like case"));
    }

    /// The boards show what is said of kinds.
    #[test]
    fn boards_show_what_a_kind_does() {
        let does = |a: &str, b: &str, keyword: &str| {
            let pair = [a, b].map(|slug| Keyword::from_slug(slug).unwrap());
            let ruling = answer(&mut Bench::default(), pair).both().ruling;
            let keyword = Keyword::from_slug(keyword).unwrap();
            super::super::probe::acted(keyword, &ruling).count()
        };
        for waits in ["last-stand", "bounty", "consume", "area-damage", "avenge"] {
            assert_eq!(does(waits, "meditate", waits), 0, "{waits}");
        }
        for covered in ["bounty", "critical-hit", "retaliate", "damage-control"] {
            assert_eq!(does(covered, "stack", covered), 0, "{covered}");
        }
        let fortitude = rows("fortitude", "intercept");
        assert_ne!(fortitude.get(2), fortitude.get(3));
        let ferocity = rows("ferocity", "redirect");
        assert_ne!(ferocity.get(2), ferocity.get(3));
    }

    /// No answer is a line of the log with its dice.
    #[test]
    fn no_answer_shows_raw_dice() {
        let die = |word: &str| word.trim_end_matches('.').parse::<u8>().is_ok();
        for line in ANSWERS.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let dice = words.windows(2).any(|two| two.iter().all(|w| die(w)));
            assert!(!dice && !line.contains("stays pending"), "{line}");
        }
    }
}
