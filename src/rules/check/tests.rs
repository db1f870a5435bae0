use std::collections::BTreeMap;

use super::*;
use crate::catalogue::CardIndex;
use crate::clause;
use crate::game::Zone;
use crate::rulebook::Edition;
use crate::rules::document::read_toml;
use crate::rules::trace::{
    Board, NotApplied, RollKind, RollRecord, Step, StepKind, Unmodelled, Verdict,
};
use crate::rules::window::WindowId;

fn reason(clause: ClauseId) -> Reason {
    Reason {
        clause: Some(clause),
        text: "a reason".to_owned(),
    }
}

fn ruling() -> Ruling {
    let luke = Handle::new("luke").unwrap();
    let unit = UnitState {
        name: "Luke".to_owned(),
        side: Side::Light,
        zone: Zone::Character,
        carried_by: None,
        damage: 2,
        power: 3,
        speed: 60,
        health: 5,
        tapped: false,
        counters: BTreeMap::new(),
        bounty: 0,
    };
    let roll = |kind, dice: &[u8], added, hits| RollRecord {
        n: 1,
        kind,
        unit: None,
        first: dice.to_vec(),
        added,
        last: dice.to_vec(),
        counted: Vec::new(),
        needs: 4,
        hits,
        read: Vec::new(),
    };
    Ruling {
        edition: Edition::default(),
        engine: "test".to_owned(),
        verdict: Verdict {
            kind: VerdictKind::Ruled,
            summary: "Luke takes 2.".to_owned(),
        },
        steps: vec![Step {
            n: 1,
            window: WindowId::Declare,
            kind: StepKind::Attack,
            side: None,
            unit: None,
            ability: None,
            text: "An attack.".to_owned(),
            cites: vec![Cite::Clause(clause!("attack.declare")), Cite::Hand],
            changes: Vec::new(),
            parent: None,
        }],
        refused: vec![Refusal {
            n: 2,
            verb: "use".to_owned(),
            play: "luke: Evade 2".to_owned(),
            index: 1,
            reasons: vec![reason(clause!("evade.2"))],
            said: None,
        }],
        not_applied: vec![NotApplied {
            unit: luke.clone(),
            ability: "Parry 2".to_owned(),
            because: vec![reason(clause!("parry.1"))],
        }],
        unmodelled: vec![Unmodelled {
            unit: luke.clone(),
            line: "Some odd line.".to_owned(),
            matters: false,
            why: String::new(),
        }],
        request: None,
        problems: Vec::new(),
        rolls: vec![
            roll(RollKind::Attack, &[6, 6, 1, 2], 1, Some(2)),
            roll(RollKind::Damage, &[], 0, None),
            roll(RollKind::Damage, &[5, 5], 0, Some(2)),
        ],
        hits: Some(2),
        pending: Some(4),
        before: Board::default(),
        after: Board {
            units: BTreeMap::from([(luke, unit)]),
            dark: PoolState {
                force: 3,
                ..PoolState::default()
            },
            ..Board::default()
        },
        readings: Vec::new(),
    }
}

#[test]
fn a_former_name_means_the_keyword() {
    let luke = Handle::new("luke").unwrap();
    for (old, present) in crate::rulebook::ids::FORMER_NAMES {
        let present = Keyword::from_slug(present).unwrap().name();
        assert!(is_line(&format!("luke: {old}"), &luke, present), "{old}");
        assert!(!is_line(&format!("leia: {old}"), &luke, present), "{old}");
    }
    assert!(!is_line("luke: Parry", &luke, "Evade 2"));
}

fn found(expect: &str, strict: bool) -> Vec<String> {
    let text = format!("[[unit]]\nid = \"luke\"\nside = \"light\"\n[expect]\n{expect}");
    let case = read_toml(&text, &CardIndex::default()).unwrap();
    let found = compare(&ruling(), &case.expect.unwrap(), strict);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn a_ruling_as_expected() {
    let expect = r#"
force = { dark = 3 }
hand = { light = 0 }
rolls = [3, 2]
hits = 2
pending = 4
cites = ["3.2", "attack.declare", "evade.2", "parry.1"]
never = ["6.3", "deflect.1"]
refused = [ { use = "Luke: evade  2", because = ["parry.1", "evade.2"] } ]
not_applied = [ { ability = "luke: Parry", because = ["parry.1"] }, { ability = "luke: Parry 2" } ]
unmodelled = ["luke: some odd"]
control = { space = "none" }
[expect.units.luke]
damage = 2
zone = "character"
tapped = false
side = "light"
counters = { build = 0 }
"#;
    assert_eq!(found(expect, true), [""; 0]);
    assert_eq!(found("", false), [""; 0]);
}

#[test]
fn every_difference_is_told() {
    let expect = r#"
verdict = "cannot"
request = "roll"
force = { dark = 4 }
rolls = [4, 2]
hits = 1
pending = 3
cites = ["6.3"]
never = ["3.2"]
refused = []
not_applied = [ { ability = "luke: Parry 2", because = ["parry.2"] }, { ability = "luke: Armor" } ]
unmodelled = ["luke: other"]
control = { space = "dark" }
[expect.units.luke]
damage = 1
zone = "discard"
[expect.units.luke-1]
tapped = true
"#;
    assert_eq!(
        found(expect, false),
        [
            "verdict: expected cannot, got ruled (Luke takes 2.)",
            "request: expected roll, got no request",
            "force.dark: expected 4, got 3",
            "rolls: expected [4, 2], got [3, 2]",
            "hits: expected 1, got 2",
            "pending: expected 3, got 4",
            "cites: expected 6.3, got attack.declare, evade.2, parry.1",
            "never: expected no 3.2, got attack.declare",
            "refused[0]: expected no refusal, got use = `luke: Evade 2` (evade.2)",
            "not_applied `luke: Parry 2`: expected one of parry.2, got parry.1",
            "not_applied `luke: Armor`: expected a note why it did nothing, got none",
            "unmodelled: expected `luke: other`, got `luke: Some odd line.`",
            "control.space: expected dark, got none",
            "units.luke.damage: expected 1, got 2",
            "units.luke.zone: expected discard, got character",
            "units.luke-1: expected a unit, got none",
        ]
    );
}

#[test]
fn refusals_are_compared_in_order() {
    assert_eq!(
        found("", true),
        ["refused[0]: expected no refusal, got use = `luke: Evade 2` (evade.2)"]
    );
    assert_eq!(
        found(
            "refused = [ { use = \"luke: Evade 2\" }, { attack = \"luke\" } ]",
            true
        ),
        ["refused[1]: expected attack = `luke`, got no refusal"]
    );
    assert_eq!(
        found(
            "refused = [ { use = \"luke: Evade 2\", because = [\"evade.1\"] } ]",
            true
        ),
        ["refused[0]: expected one of evade.1, got use = `luke: Evade 2` (evade.2)"]
    );
}
