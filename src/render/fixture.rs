//! A ruling written by hand, for tests: Ahsoka, attacked by the Grand Inquisitor, evades,
//! deflects, and wants to evade once more.

use std::collections::BTreeMap;

use crate::clause;
use crate::game::{CardType, Side, Zone};
use crate::rulebook::Edition;
use crate::rules::situation::{About, Facts, Handle, Play, Pool, Situation, UnitSpec};
use crate::rules::trace::{
    Board, Change, Choice, Cite, FaceRead, NotApplied, OtherReading, PoolState, ReadingNote,
    Reason, Refusal, Request, RequestKind, RollKind, RollRecord, Ruling, Step, StepKind, UnitState,
    Unmodelled, Verdict, VerdictKind,
};
use crate::rules::window::WindowId;

/// The handle that a text names.
pub fn handle(text: &str) -> Handle {
    Handle::new(text).unwrap()
}

fn unit(id: &str, name: &str, side: Side, text: &[&str]) -> UnitSpec {
    let facts = Facts {
        name: name.to_owned(),
        types: vec![CardType::Character],
        subtypes: Vec::new(),
        card_side: None,
        unique: true,
        cost: 5,
        speed: 50,
        power: 6,
        health: 5,
        text: text.iter().map(|line| (*line).to_owned()).collect(),
    };
    UnitSpec::plain(handle(id), side, facts, Zone::Character)
}

/// The situation, with these names for attacker and defender.
pub fn situation(attacker: &str, defender: &str) -> Situation {
    Situation {
        about: About::default(),
        dark: Pool {
            force: 1,
            ..Pool::default()
        },
        light: Pool {
            force: 6,
            ..Pool::default()
        },
        units: vec![
            unit("inq", attacker, Side::Dark, &["Critical Hit 2", "Parry 1"]),
            unit("reva", "Reva (A)", Side::Dark, &[]),
            unit(
                "ahsoka",
                defender,
                Side::Light,
                &["2 Force -> Evade 2", "4 Force -> Deflect 2"],
            ),
        ],
        plays: vec![Play::Attack {
            unit: handle("inq"),
            on: Some(handle("ahsoka")),
            with: None,
        }],
        ..Situation::default()
    }
}

fn state(name: &str, side: Side, damage: i32, tapped: bool) -> UnitState {
    UnitState {
        name: name.to_owned(),
        side,
        zone: Zone::Character,
        carried_by: None,
        damage,
        power: 6,
        speed: 50,
        health: 5,
        tapped,
        counters: BTreeMap::new(),
        bounty: 0,
    }
}

fn board(names: [&str; 2], damage: [i32; 2], tapped: bool, force: i32) -> Board {
    let [attacker, defender] = names;
    let [on_attacker, on_defender] = damage;
    let units = [
        ("inq", state(attacker, Side::Dark, on_attacker, tapped)),
        ("reva", state("Reva (A)", Side::Dark, 0, false)),
        ("ahsoka", state(defender, Side::Light, on_defender, false)),
    ];
    Board {
        units: units
            .into_iter()
            .map(|(id, state)| (handle(id), state))
            .collect(),
        dark: PoolState {
            force: 1,
            ..PoolState::default()
        },
        light: PoolState {
            force,
            ..PoolState::default()
        },
        ..Board::default()
    }
}

fn step(
    n: u32,
    window: WindowId,
    kind: StepKind,
    text: String,
    cite: impl Into<Cite>,
    changes: Vec<Change>,
) -> Step {
    Step {
        n,
        window,
        kind,
        side: None,
        unit: None,
        ability: None,
        text,
        cites: vec![cite.into()],
        changes,
        parent: None,
    }
}

fn pending(unit: &str, from: i32, to: i32) -> Change {
    Change::Pending {
        unit: handle(unit),
        from,
        to,
    }
}

fn force(from: i32, to: i32) -> Change {
    Change::Force {
        side: Side::Light,
        from,
        to,
    }
}

fn damage(unit: &str, to: i32) -> Change {
    Change::Damage {
        unit: handle(unit),
        from: 0,
        to,
    }
}

fn steps(attacker: &str, defender: &str) -> Vec<Step> {
    let defends = vec![
        Change::Tap {
            unit: handle("inq"),
        },
        Change::Defender {
            unit: handle("ahsoka"),
        },
    ];
    let attacks = format!("{attacker} attacks {defender} and is tapped.");
    let declare = step(
        1,
        WindowId::Declare,
        StepKind::Attack,
        attacks,
        clause!("attack.declare"),
        defends,
    );
    let pass = "Both players pass.".to_owned();
    let pop = step(
        2,
        WindowId::AttackPop,
        StepKind::Pass,
        pass,
        clause!("4.1.3"),
        Vec::new(),
    );
    let rolls = "Six dice are rolled.".to_owned();
    let roll = step(
        3,
        WindowId::Roll,
        StepKind::Roll,
        rolls,
        clause!("attack.roll"),
        Vec::new(),
    );
    let three = "6, 4 and 5 hit.".to_owned();
    let hits = step(
        4,
        WindowId::Hits,
        StepKind::Hits,
        three,
        clause!("attack.hits"),
        Vec::new(),
    );
    let first = format!("3 damage is pending on {defender}.");
    let first = step(
        5,
        WindowId::Pending,
        StepKind::Pending,
        first,
        clause!("attack.pending"),
        vec![pending("ahsoka", 0, 3)],
    );
    let more = "A natural 6 adds 2.".to_owned();
    let more = step(
        6,
        WindowId::Pending,
        StepKind::Pending,
        more,
        clause!("critical-hit.1"),
        vec![pending("ahsoka", 3, 5)],
    );
    let more = Step {
        ability: Some("Critical Hit 2".to_owned()),
        side: Some(Side::Dark),
        parent: Some(5),
        ..more
    };
    [
        vec![declare, pop, roll, hits, first, more],
        prevention(),
        placement(),
    ]
    .concat()
}

fn prevention() -> Vec<Step> {
    let own = |step: Step, ability: &str| Step {
        side: Some(Side::Light),
        ability: Some(ability.to_owned()),
        ..step
    };
    let evade = "Light Side pays 2 Force for Evade 2.".to_owned();
    let changes = vec![force(6, 4), pending("ahsoka", 5, 3)];
    let evade = step(
        7,
        WindowId::Prevention,
        StepKind::Prevent,
        evade,
        clause!("evade.1"),
        changes,
    );
    let deflect = "Light Side pays 4 Force for Deflect 2.".to_owned();
    let changes = vec![force(4, 0), pending("ahsoka", 3, 1), pending("inq", 0, 2)];
    let deflect = step(
        8,
        WindowId::Prevention,
        StepKind::Prevent,
        deflect,
        clause!("deflect.1"),
        changes,
    );
    let again = "Evade 2 is asked for again and refused.".to_owned();
    let again = step(
        9,
        WindowId::Prevention,
        StepKind::Refusal,
        again,
        clause!("evade.2"),
        Vec::new(),
    );
    vec![
        own(evade, "2 Force -> Evade 2"),
        own(deflect, "Deflect 2"),
        own(again, "Evade 2"),
    ]
}

fn placement() -> Vec<Step> {
    let counters = "Counters are placed together.".to_owned();
    let changes = vec![damage("ahsoka", 1), damage("inq", 2)];
    let place = step(
        10,
        WindowId::Placement,
        StepKind::Place,
        counters,
        clause!("attack.placement"),
        changes,
    );
    let line = Cite::try_from("unit:ahsoka/2".to_owned()).unwrap();
    let place = Step {
        cites: [place.cites, vec![line, Cite::Hand]].concat(),
        ..place
    };
    let nobody = "Nobody is discarded.".to_owned();
    vec![
        place,
        step(
            11,
            WindowId::Discard,
            StepKind::Note,
            nobody,
            clause!("attack.discard"),
            Vec::new(),
        ),
    ]
}

fn roll() -> RollRecord {
    RollRecord {
        n: 3,
        kind: RollKind::Attack,
        unit: Some(handle("inq")),
        first: vec![6, 4, 2, 1, 1, 3],
        added: 0,
        last: vec![6, 4, 2, 1, 1, 5],
        counted: vec![6, 4, 2, 1, 1, 5],
        needs: 4,
        hits: Some(3),
        read: vec![FaceRead {
            face: 6,
            keyword: "Critical Hit".to_owned(),
            first: false,
        }],
    }
}

fn refusal() -> Refusal {
    Refusal {
        n: 9,
        verb: "use".to_owned(),
        play: "ahsoka: Evade 2".to_owned(),
        index: 5,
        reasons: vec![
            Reason {
                clause: Some(clause!("evade.2")),
                text: "that Evade was already played on this damage".to_owned(),
            },
            Reason {
                clause: Some(clause!("4.3")),
                text: "it costs 2 Force and Light Side has 0".to_owned(),
            },
        ],
        said: None,
    }
}

/// The ruling, with these names for attacker and defender.
pub fn named(attacker: &str, defender: &str) -> (Situation, Ruling) {
    let parry = Reason {
        clause: Some(clause!("parry.1")),
        text: "it did not defend against attack dice".to_owned(),
    };
    let summary = format!("{defender} takes 1, {attacker} takes 2. The second Evade is refused.");
    let ruling = Ruling {
        edition: Edition::E2018,
        engine: "0.1.0".to_owned(),
        verdict: Verdict {
            kind: VerdictKind::Ruled,
            summary,
        },
        steps: steps(attacker, defender),
        refused: vec![refusal()],
        not_applied: vec![NotApplied {
            unit: handle("inq"),
            ability: "Parry 1".to_owned(),
            because: vec![parry],
        }],
        unmodelled: Vec::new(),
        request: None,
        rolls: vec![roll()],
        hits: None,
        problems: Vec::new(),
        pending: None,
        before: board([attacker, defender], [0, 0], false, 6),
        after: board([attacker, defender], [2, 1], true, 0),
        readings: vec![ReadingNote {
            clause: clause!("11.4"),
            used: "adopted".to_owned(),
            others: vec![OtherReading {
                name: "other".to_owned(),
                summary: "The same.".to_owned(),
                differs: false,
            }],
        }],
    };
    (situation(attacker, defender), ruling)
}

/// The ruling as it should be.
pub fn ruled() -> (Situation, Ruling) {
    named("Grand Inquisitor (E)", "Ahsoka Tano (H)")
}

/// The same, waiting for a play or pass, with a line that is not modelled.
pub fn waiting() -> (Situation, Ruling) {
    let (situation, mut ruling) = ruled();
    ruling.verdict = Verdict {
        kind: VerdictKind::Depends,
        summary: "It depends on what Light Side does.".to_owned(),
    };
    let no = Reason {
        clause: Some(clause!("evade.2")),
        text: "it was played on this damage".to_owned(),
    };
    let evade = Choice {
        label: "Evade 2".to_owned(),
        play: None,
        legal: false,
        reasons: vec![no],
        outcome: None,
    };
    let pass = Choice {
        label: "Pass".to_owned(),
        play: Some(Play::Pass(Side::Light)),
        legal: true,
        reasons: Vec::new(),
        outcome: Some("Ahsoka takes 3.".to_owned()),
    };
    ruling.request = Some(Request {
        kind: RequestKind::Pop,
        side: Side::Light,
        window: WindowId::Prevention,
        asks: "3 pending on Ahsoka: what does Light Side do?".to_owned(),
        dice: None,
        options: vec![evade, pass],
    });
    let line = |line: &str, matters: bool| Unmodelled {
        unit: handle("reva"),
        line: line.to_owned(),
        matters,
        why: "it may stop damage".to_owned(),
    };
    ruling.unmodelled = vec![
        line("When the moon is full, howl.", false),
        line("Prevent what you like.", true),
    ];
    (situation, ruling)
}
