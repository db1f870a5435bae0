//! What answers of a kind have to say, and what their boards have to show.

use super::known::tests::{interacts, rows, said};
use crate::rulebook::Keyword;

/// What does damage when an attack ends, of the unit itself or of others.
const AT_THE_END: [&str; 4] = ["backfire", "overload", "retaliate", "riposte"];

/// Keywords by which a unit attacks into another arena.
const REACHES: [&str; 3] = ["barrage", "bombard", "ion-cannon"];

/// Damage at the end of the first attack may leave nobody to make a further one.
#[test]
fn damage_comes_between_two_attacks() {
    for again in ["double-strike", "tenacity"] {
        for harm in AT_THE_END {
            let text = said(again, harm);
            assert!(text.contains("there is no further attack"), "{text}");
        }
        let last = rows(again, "backfire").pop().unwrap();
        assert!(last.contains("discarded") && last.contains("is refused"));
    }
    assert!(said("avenge", "double-strike").contains("there is no further attack"));
}

/// A further attack on the same target promises no other target and no other arena.
#[test]
fn the_same_target_is_no_new_one() {
    for falls in ["area-damage", "avenge", "bounty", "consume", "last-stand"] {
        assert!(said("tenacity", falls).contains("if the first attack discards that"));
        assert!(said("double-strike", falls).contains("acts in that one too"));
    }
    for reach in REACHES {
        assert!(said("tenacity", reach).contains("no new choice of an arena"));
    }
    let hidden = said("double-strike", "stealth");
    assert!(hidden.contains("so Double Strike cannot choose it"));
}

/// What decides whether the first attack is weak enough is told, seen where it can be seen only.
#[test]
fn what_makes_an_attack_weak_is_told() {
    for changes in ["ferocity", "fortitude", "shields"] {
        let text = said("tenacity", changes);
        assert!(text.contains("counts the damage that the attack"), "{text}");
    }
    assert!(said("double-damage", "tenacity").contains("not the counters"));
}

/// Further counters are placed for damage of the attack to the defender, and after prevention.
#[test]
fn further_counters_are_told_by_kind() {
    for harm in [
        "ambush",
        "area-damage",
        "avenge",
        "backfire",
        "overload",
        "riposte",
    ] {
        let text = said("double-damage", harm);
        assert!(text.contains("no further counters for it"), "{text}");
    }
    for harm in ["backfire", "riposte"] {
        assert!(!interacts("double-damage", harm), "{harm}");
    }
    assert!(said("double-damage", "overload").contains("are doubled like the rest"));
    assert!(said("double-damage", "area-damage").starts_with("Area Damage acts on what"));
    assert!(said("critical-hit", "double-damage").contains("8 counters here instead of 6"));
    for prevents in ["evade", "parry", "protect"] {
        assert!(said("double-damage", prevents).contains("keeps two counters off"));
    }
    assert!(interacts("double-damage", "fortitude"));
}

/// Dice that are added have to hit like the others; damage that is added is passed on with the rest.
#[test]
fn what_is_added_is_like_the_rest() {
    assert!(said("armor", "fury").contains("need 5 or more"));
    assert!(said("critical-hit", "deflect").contains("and pass it on like the rest"));
}

/// An attacker of another arena is answered, and power is lost by attacks only.
#[test]
fn who_answers_and_who_pays_is_told() {
    for reach in REACHES {
        for answers in ["avenge", "riposte"] {
            let text = said(reach, answers);
            assert!(
                text.contains("in another arena than the unit with"),
                "{text}"
            );
        }
    }
    for harm in AT_THE_END.into_iter().chain(["ambush", "avenge"]) {
        let text = said("persuade", harm);
        assert!(text.contains("nobody loses power by it"), "{text}");
    }
    for harm in ["area-damage", "deflect", "overkill"] {
        let text = said("persuade", harm);
        assert!(text.contains("loses as much power for its next"), "{text}");
    }
}

/// What a unit does to itself is nothing for what asks for another unit.
#[test]
fn a_unit_s_damage_to_itself_is_told() {
    for own in ["backfire", "overload"] {
        for asks in ["bounty", "consume", "stun", "surge"] {
            let text = said(own, asks);
            assert!(text.contains("damage of a unit to itself"), "{text}");
        }
    }
    assert!(!interacts("backfire", "consume") && !interacts("backfire", "surge"));
}

/// Hits that are sent on: decided before prevention, not counted for the target, and no matter to
/// what the attacked unit does.
#[test]
fn hits_that_go_over_are_told() {
    for prevents in ["absorb", "deflect", "evade", "parry", "persuade"] {
        let text = said("overkill", prevents);
        assert!(
            text.contains("decided before any damage is prevented"),
            "{text}"
        );
    }
    assert!(
        said("overkill", "tenacity").contains("counts only what the attack does to its target")
    );
    assert!(said("overkill", "retaliate").contains("acts as in any attack"));
    for chosen in ["area-damage", "deflect", "overkill"] {
        let text = said(chosen, "stealth");
        assert!(text.contains("can be chosen for"), "{text}");
    }
}

/// "The same arena" in an attack into another one.
#[test]
fn the_arena_of_an_attack_is_told() {
    for reach in REACHES {
        for asks in [
            "area-damage",
            "deflect",
            "intercept",
            "overkill",
            "redirect",
        ] {
            let text = said(reach, asks);
            assert!(text.contains("the arena of the attacked unit"), "{text}");
        }
    }
}

/// A card from the discard pile arrives, too; one that is completed late was not there before.
#[test]
fn when_a_card_comes_is_told() {
    for waits in ["ambush", "deploy"] {
        assert!(
            said("meditate", waits).contains("is an occasion for"),
            "{waits}"
        );
    }
    for starts in ["adapt", "velocity"] {
        let text = said("hidden-cost", starts);
        assert!(text.contains("does nothing in that step"), "{text}");
    }
}

/// What Reserves can list and what works in the build zone by it, its boards show.
#[test]
fn what_is_listed_works_in_the_build_zone() {
    for works in [
        "absorb",
        "damage-control",
        "deflect",
        "evade",
        "fortitude",
        "lucky",
        "resilience",
        "shields",
        "stealth",
    ] {
        let text = said("reserves", works);
        assert!(text.contains("that it lists works"), "{text}");
        assert!(interacts("reserves", works), "{works}");
    }
    let evades = rows("evade", "reserves");
    let told: Vec<bool> = evades.iter().map(|r| r.contains("takes 1")).collect();
    assert_eq!(told, [false, false, true]);
    assert!(
        rows("fortitude", "reserves")
            .pop()
            .unwrap()
            .contains("takes 1")
    );
    assert!(
        rows("reserves", "stealth")
            .pop()
            .unwrap()
            .contains("is refused")
    );
    assert!(said("reserves", "retaliate").contains("that it lists does nothing there either"));
    assert!(!said("bounty", "reserves").contains("does nothing there"));
    assert!(!interacts("reserves", "intercept"));
}

/// One sign for what goes on after the defender has changed, and what becomes of it then.
#[test]
fn a_changed_defender_is_told_alike() {
    for keyword in Keyword::all().map(Keyword::slug) {
        if !["intercept", "redirect"].contains(&keyword) {
            let both = ["intercept", "redirect"].map(|mover| interacts(mover, keyword));
            assert_eq!(both, [both[0]; 2], "{keyword}");
        }
    }
    for mover in ["intercept", "redirect"] {
        assert!(interacts(mover, "accuracy") && interacts(mover, "stun"));
        assert!(said(mover, "overkill").contains("may go to the unit attacked first"));
        assert!(said(mover, "precision").contains("its cost is lost"));
        assert!(said(mover, "forewarning").contains("the new defender makes none"));
        assert!(said(mover, "foresight").contains("no new one is made"));
    }
}

/// Both halves where one keyword lies on either side, or changes two things.
#[test]
fn the_other_half_is_told() {
    let lucky = said("lucky", "overkill");
    assert!(lucky.contains("on the attacker") && lucky.contains("on the attacked unit"));
    for prevents in ["absorb", "persuade"] {
        let text = said(prevents, "resilience");
        assert!(text.contains("looks at the damage counters"), "{text}");
        let row = rows(prevents, "resilience").pop().unwrap();
        assert!(row.contains("Resilience 5 does nothing"), "{row}");
    }
    for acts in ["surge", "bounty", "consume"] {
        let text = said("deflect", acts);
        assert!(text.contains("Deflect can prevent"), "{text}");
    }
    for acts in ["area-damage", "avenge"] {
        let text = said("overkill", acts);
        assert!(text.contains("discarded by the attack, too"), "{text}");
    }
    assert!(said("stack", "upkeep").contains("Not owed while covered"));
    assert!(said("inspiration", "inspiration").contains("Plain bonuses add"));
    assert!(said("resilience", "stealth").starts_with("Both look at the damage counters"));
}

/// A Battle card is played on the boards of what is bought with one.
#[test]
fn a_card_is_played_for_what_is_bought_with_it() {
    let evade = rows("enhance", "evade");
    let draws: Vec<bool> = evade.iter().map(|r| r.contains("draws 1 card")).collect();
    assert_eq!(draws, [false, true, false, true]);
    let several = rows("enhance", "enhance").pop().unwrap();
    assert!(several.contains("draws 2 cards"));
    for cost in ["alternative-cost", "meditate", "reduced-cost"] {
        assert!(said("enhance", cost).contains("comes on top of what its card costs"));
        assert!(interacts("enhance", cost), "{cost}");
    }
    let cheaper = rows("enhance", "reduced-cost");
    assert!(!cheaper[2].contains("pays"), "{cheaper:?}");
}

/// The names that units have on the boards are no names in a sentence.
#[test]
fn no_answer_names_a_unit_of_a_board() {
    for pair in super::all() {
        let answer = &super::known(pair).unwrap().answer;
        for name in ["Attacker", "Defender", "Partner"] {
            assert!(!super::mentions(answer, name), "{answer}");
        }
    }
}
