//! Documents of the case format: what is read, what is refused and in which words.

use arbiter::catalogue::CardIndex;
use arbiter::game::{Arena, Card, CardType, CounterKind, Printed, Side, Zone};
use arbiter::rules::document::{
    Problems, canonical_json, limits, permalink_id, read, read_json, read_kept, read_toml,
    to_json_value, to_toml,
};
use arbiter::rules::situation::{
    Against, Answer, Begin, Case, Play, SetNumber, Span, StackPlace, Status,
};
use arbiter::rules::trace::VerdictKind;

fn card(name: &str, types: &[CardType], text: &[&str]) -> Card {
    Card {
        set: "TST".to_owned(),
        types: types.to_vec(),
        subtypes: vec!["Pilot".to_owned()],
        cost: Some(Printed::Number(3)),
        speed: Some(Printed::Number(40)),
        power: Some(Printed::Number(2)),
        health: Some(Printed::Number(4)),
        text: text.iter().map(|line| (*line).to_owned()).collect(),
        ..Card::named(name)
    }
}

fn cards() -> CardIndex {
    CardIndex::from_cards([
        card("Corporal Vex (A)", &[CardType::Character], &["Parry 1"]),
        card(
            "Corporal Vex (B)",
            &[CardType::Ground, CardType::Character],
            &["Armor"],
        ),
        card(
            "Field Dressing",
            &[CardType::Battle],
            &["Prevent 2 damage to one of your units."],
        ),
        card(
            "Long Rifle",
            &[CardType::Equipment],
            &["Equipped unit gets +1 power"],
        ),
    ])
}

fn case(text: &str) -> Case {
    read(text, &cards()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn problems(text: &str) -> Vec<String> {
    let Problems(all) = read(text, &cards()).expect_err("this document is wrong");
    all.iter().map(ToString::to_string).collect()
}

const TWO: &str = r#"
[[unit]]
id = "b"
side = "dark"
[[unit]]
id = "d"
side = "light"
"#;

fn play(keys: &str) -> Play {
    let mut case = case(&format!("{TWO}[[play]]\n{keys}"));
    assert_eq!(case.situation.plays.len(), 1);
    case.situation.plays.remove(0)
}

fn play_problems(keys: &str) -> Vec<String> {
    let mut all = problems(&format!("{TWO}[[play]]\n{keys}"));
    for problem in &mut all {
        *problem = problem.split_once(": ").unwrap().1.to_owned();
    }
    all
}

#[test]
fn an_empty_document_is_an_empty_board() {
    assert_eq!(case(""), Case::default());
    assert_eq!(case("{}"), Case::default());
    assert_eq!(case("\u{FEFF}"), Case::default());
    assert_eq!(case("\u{FEFF} {}"), Case::default());
}

#[test]
fn the_head_and_the_players() {
    let case = case(
        r#"
title = "A title"
question = """
One line.
Another."""
status = "official"
edition = "2025"
seed = 7
readings = { "11.4" = "strict" }
[dark]
force = 4
hand = 3
[light]
build_points = 2
"#,
    );
    let s = &case.situation;
    assert_eq!(s.about.title, "A title");
    assert_eq!(s.about.question, "One line.\nAnother.");
    assert_eq!(s.about.status, Status::Official);
    assert_eq!(s.edition.as_str(), "2025");
    assert_eq!(s.seed, Some(7));
    assert_eq!(s.readings.values().collect::<Vec<_>>(), ["strict"]);
    assert_eq!((s.dark.force, s.dark.hand, s.dark.deck), (4, Some(3), None));
    assert_eq!((s.light.force, s.light.build_points), (0, 2));
    assert!(case.expect.is_none());
}

#[test]
fn an_ad_hoc_unit_has_the_defaults() {
    let case = case(TWO);
    let unit = &case.situation.units[0];
    assert_eq!(unit.facts.name, "b");
    assert_eq!(unit.facts.types, [CardType::Character]);
    assert_eq!(
        (unit.facts.speed, unit.facts.power, unit.facts.health),
        (30, 1, 5)
    );
    assert_eq!(
        (unit.zone, unit.tapped, unit.damage),
        (Zone::Character, false, 0)
    );
    assert!(!unit.facts.unique && unit.card.is_none());
}

#[test]
fn a_card_gives_the_facts_and_keys_override_them() {
    let case = case(
        r#"
[[unit]]
id = "vex"
side = "light"
card = "corporal vex b"
power = 5
counters = { corruption = 1 }
under = [{ card = "Corporal Vex (A)" }, { name = "Old Vex", text = ["INSERT: Overkill"] }]
attached = [{ card = "long rifle" }, { name = "Knife" }]
[[unit]]
id = "walker"
side = "dark"
type = "Ground/Character"
zone = "build"
"#,
    );
    let vex = &case.situation.units[0];
    assert_eq!(vex.card.as_deref(), Some("Corporal Vex (B)"));
    assert_eq!((vex.facts.power, vex.facts.health), (5, 4));
    assert_eq!(vex.zone, Zone::Ground);
    assert!(vex.facts.unique);
    assert_eq!(vex.counters[&CounterKind::Corruption], 1);
    assert_eq!(vex.under[0].facts.text, ["Parry 1"]);
    assert_eq!(vex.under[1].facts.types, [CardType::Ground]);
    assert_eq!(vex.attached[1].facts.types, [CardType::Equipment]);
    assert_eq!(case.situation.units[1].zone, Zone::Build);
}

#[test]
fn a_card_of_the_catalogue_plays_only_its_own_part_on_a_unit() {
    let on = |key: &str, card: &str| {
        format!("[[unit]]\nid = \"vex\"\nside = \"light\"\n{key} = [{{ {card} }}]\n")
    };
    for (key, card, words) in [
        ("attached", "Corporal Vex (A)", "only Equipment"),
        ("attached", "Field Dressing", "a card of type Battle"),
        ("pilot", "Long Rifle", "no Pilot ability"),
        ("pilot", "Corporal Vex (A)", "no Pilot ability"),
        ("under", "Long Rifle", "only unit cards"),
    ] {
        let told = problems(&on(key, &format!("card = \"{card}\"")));
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("line 4: `"), "{told:?}");
        assert!(
            told[0].contains(words) && told[0].contains(card),
            "{told:?}"
        );
    }
    for (key, card) in [
        ("attached", "card = \"Long Rifle\""),
        (
            "attached",
            "card = \"Corporal Vex (A)\", type = \"Equipment\"",
        ),
        (
            "attached",
            "name = \"Corporal Vex (A)\", text = [\"Equipped unit gets Armor\"]",
        ),
        (
            "pilot",
            "card = \"Corporal Vex (A)\", text = [\"Speeder Pilot. The Speeder gets: Armor\"]",
        ),
        ("pilot", "name = \"Ace\""),
        ("under", "card = \"Corporal Vex (A)\""),
        (
            "text = [\"Stack Long Rifle\"]\nunder",
            "card = \"Long Rifle\"",
        ),
    ] {
        case(&on(key, card));
    }
    // A board that was kept before this was asked stays what it was.
    let kept =
        r#"{"unit": [{"id": "vex", "side": "light", "attached": [{"card": "Corporal Vex (A)"}]}]}"#;
    assert!(read_json(kept, &cards()).is_err());
    let kept = read_kept(kept, &cards()).unwrap();
    assert_eq!(kept.situation.units[0].attached.len(), 1);
}

#[test]
fn every_verb() {
    let handle = |text: &str| arbiter::rules::situation::Handle::new(text).unwrap();
    assert_eq!(
        play("attack = \"b\"\non = \"d\"\nwith = \"bombard\""),
        Play::Attack {
            unit: handle("b"),
            on: Some(handle("d")),
            with: arbiter::rulebook::Keyword::find("Bombard"),
        }
    );
    let Play::Use(used) = play(
        "use = \"d: Evade 2 #2\"\namount = 1\non = [\"b\", \"d\"]\nagainst = \"b>d\"\npay = \"tap\"\ndice = [1, 3]\nroll = [5, 2]",
    ) else {
        panic!("a use");
    };
    assert_eq!((used.ability.as_str(), used.nth), ("Evade 2", Some(2)));
    assert_eq!(used.aim.on.len(), 2);
    assert_eq!(used.aim.pay, ["tap"]);
    assert_eq!(
        (used.aim.amount, used.aim.dice, used.aim.roll),
        (Some(1), vec![1, 3], Some(vec![5, 2]))
    );
    assert_eq!(
        used.aim.against,
        Some(Against {
            source: Some(handle("b")),
            target: handle("d")
        })
    );
    assert!(
        matches!(play("use = \"draw\""), Play::Use(u) if u.unit.is_none() && u.ability == "draw")
    );
    assert!(matches!(play("use = \"d-1: Fury 1\""), Play::Use(u) if u.unit == Some(handle("d-1"))));
    assert!(matches!(
        play("play = \"field dressing\"\non = \"d\""),
        Play::Card { name, by: Side::Light, cost: Some(3), .. } if name == "Field Dressing"
    ));
    assert!(matches!(
        play("play = \"Own Words\"\nby = \"dark\"\ntext = \"Pay 1 Force -> Draw a card.\""),
        Play::Card { by: Side::Dark, cost: None, text, .. } if text.len() == 1
    ));
    assert_eq!(
        play("roll = [6, 1]\nfor = \"b\""),
        Play::Roll {
            faces: vec![6, 1],
            of: Some("b".to_owned())
        }
    );
    assert_eq!(
        play("choose = [\"ground\", 2, true]"),
        Play::Choose {
            answer: Answer::List(vec![
                Answer::Text("ground".to_owned()),
                Answer::Number(2),
                Answer::Bool(true)
            ]),
            of: None,
        }
    );
    assert_eq!(play("pass = \"light\""), Play::Pass(Side::Light));
    assert_eq!(play("build_step = \"dark\""), Play::BuildStep(Side::Dark));
    assert!(matches!(
        play("damage = 3\nto = \"d\"\nfrom = \"b\"\ndice = true\npreventable = false"),
        Play::Damage {
            amount: 3,
            dice: true,
            preventable: false,
            from: Some(_),
            ..
        }
    ));
    assert!(matches!(
        play("counters = -2\nto = \"d\""),
        Play::Counters { amount: -2, .. }
    ));
    assert_eq!(
        play("begin = \"ground\""),
        Play::Begin(Begin::Step(Arena::Ground))
    );
    assert_eq!(play("begin = \"battle\""), Play::Begin(Begin::Battle));
    assert_eq!(
        play("bid = 4\nside = \"dark\""),
        Play::Bid {
            amount: 4,
            side: Side::Dark
        }
    );
    assert!(matches!(
        play("build = \"b\"\npoints = 3"),
        Play::Build {
            points: Some(3),
            ..
        }
    ));
    assert!(matches!(
        play("deploy = \"b\"\nto = \"ground\"\non = \"d\"\nplace = \"below\""),
        Play::Deploy {
            to: Some(Zone::Ground),
            on: Some(_),
            place: Some(StackPlace::Below),
            ..
        }
    ));
    assert!(matches!(
        play("retreat = \"b\""),
        Play::Retreat { to: None, .. }
    ));
    assert_eq!(play("ready = true"), Play::Ready);
    let Play::Set(set) = play(
        "set = \"b\"\npower = \"+2\"\nspeed = 20\ntext = [\"Armor\"]\nuntil = \"end of battle step\"",
    ) else {
        panic!("a set");
    };
    assert_eq!(
        (set.power, set.speed),
        (Some(SetNumber::By(2)), Some(SetNumber::To(20)))
    );
    assert_eq!((set.until, set.text.len()), (Some(Span::BattleStep), 1));
    assert_eq!(
        play("force = \"-3\"\nside = \"dark\""),
        Play::Force {
            delta: -3,
            side: Side::Dark
        }
    );
    assert_eq!(play("end = \"battle step\""), Play::End(Span::BattleStep));
}

#[test]
fn what_a_case_expects() {
    let case = case(&format!(
        r#"{TWO}
[expect]
verdict = "depends"
request = "roll"
force = {{ dark = 3 }}
rolls = []
hits = 3
pending = 4
cites = ["parry.4", "6.3"]
never = ["evade.1"]
refused = [ {{ use = "d: Evade 2", because = ["evade.2"] }}, {{ attack = "b" }} ]
not_applied = [ {{ ability = "d: Parry 2", because = ["parry.1"] }} ]
unmodelled = ["d: some line"]
control = {{ space = "dark", ground = "none" }}
[expect.units.d]
damage = 2
zone = "discard"
bounty = 1
[expect.units.b-1]
tapped = true
"#
    ));
    let expect = case.expect.unwrap();
    assert_eq!(expect.verdict, Some(VerdictKind::Depends));
    assert_eq!(
        (expect.rolls, expect.hits, expect.pending),
        (Some(vec![]), Some(3), Some(4))
    );
    assert_eq!((expect.cites.len(), expect.never.len()), (2, 1));
    let refused = expect.refused.unwrap();
    assert_eq!(
        (refused[0].verb.as_str(), refused[0].what.as_str()),
        ("use", "d: Evade 2")
    );
    assert!(refused[1].because.is_empty());
    assert_eq!(expect.control[&Arena::Ground], None);
    assert_eq!(expect.units["d"].zone, Some(Zone::Discard));
    assert_eq!(expect.units["b-1"].tapped, Some(true));
}

#[test]
fn all_problems_are_told_with_their_lines() {
    let text = r#"title = "x"
titel = "y"
[[unit]]
id = "b"
side = "sith"
helth = 3
[[unit]]
id = "B!"
side = "dark"
type = "Equipment"
[[play]]
attack = "bb"
on = "b"
"#;
    assert_eq!(
        problems(text),
        [
            "line 2: unknown key `titel`; did you mean `title`?",
            "line 5: unknown side `sith`; use `dark` or `light`",
            "line 6: unknown key `helth`; did you mean `health`?",
            "line 7: `zone` is missing: a card of type Equipment has no arena of its own",
            "line 8: `B!` is no handle: use up to 64 of the letters a-z, 0-9 and -",
            "line 12: no unit has the handle `bb`; did you mean `b`?",
        ]
    );
}

#[test]
fn json_problems_have_paths() {
    let text = r#"{"unit": [{"id": "b", "side": "dark", "power": 1.5, "hand": null}],
        "play": [{"roll": [7]}, {"pass": "nobody"}, {"attack": "b", "pass": "dark"}]}"#;
    assert_eq!(
        problems(text),
        [
            "unit[0].power: expected a whole number, found a fraction",
            "play[0].roll[0]: `7` is out of range: 1 to 6",
            "play[1].pass: unknown side `nobody`; use `dark` or `light`",
            "play[2]: a play has one verb, this one has `attack` and `pass`",
        ]
    );
    assert_eq!(
        problems(r#"{"seed": 1, "seed": 2}"#),
        ["seed: `seed` is given twice"]
    );
}

#[test]
fn problems_of_cards() {
    let unit = |card: &str| format!("[[unit]]\nid = \"a\"\nside = \"dark\"\ncard = \"{card}\"");
    assert_eq!(
        problems(&unit("Corporal Vex")),
        ["line 4: `Corporal Vex` could be `Corporal Vex (A)` or `Corporal Vex (B)`"]
    );
    assert_eq!(
        problems(&unit("Field Dresing")),
        ["line 4: no card is named `Field Dresing`; did you mean `Field Dressing`?"]
    );
    assert_eq!(
        problems("[[unit]]\nid = \"a\"\nside = \"dark\"\nunder = [{ text = [\"Armor\"] }]"),
        ["line 4: give `card` or `name`"]
    );
}

#[test]
fn problems_of_plays() {
    assert_eq!(
        play_problems("use = \"Evade\""),
        ["`Evade` names no ability: write `unit: ability`, or `draw`"]
    );
    assert_eq!(
        play_problems("use = \"luke: Evade 2\""),
        ["no unit has the handle `luke`; use `b` or `d`"]
    );
    assert_eq!(play_problems("damage = 3"), ["`to` is missing"]);
    assert_eq!(play_problems("ready = false"), ["`ready` can only be true"]);
    assert_eq!(
        play_problems("set = \"b\"\npower = \"two\""),
        ["`two` is no number: write `\"+2\"`, `\"-2\"` or `2`",]
    );
    assert_eq!(
        play_problems("set = \"b\"\nuntil = \"end of turn\""),
        ["`set` changes nothing: give `power`, `speed`, `health`, `tapped`, `zone` or `text`"]
    );
    assert_eq!(
        play_problems("end = \"fight\""),
        ["unknown end `fight`; use `attack`, `battle step`, `battle` or `turn`"]
    );
    assert_eq!(
        play_problems("attack = \"b\"\nwith = \"Bombrad\""),
        ["no keyword `Bombrad`; did you mean `Bombard`?"]
    );
    assert_eq!(
        play_problems("play = \"x\"\ntext = \"Draw a card.\""),
        ["`by` is missing: who plays the card?"]
    );
    assert_eq!(
        play_problems("attack = \"b\"\nonto = \"d\""),
        ["unknown key `onto`; did you mean `on`?"]
    );
    assert_eq!(
        play_problems("atack = \"b\"\non = \"d\""),
        ["unknown key `atack`; did you mean `attack`?"]
    );
}

#[test]
fn problems_of_expectations_and_readings() {
    assert_eq!(
        problems(
            "readings = { \"11.4\" = \"strikt\", \"3.1\" = \"x\" }\n[expect]\ncites = [\"pary.4\"]"
        ),
        [
            "line 1: unknown reading `strikt`; did you mean `strict`?",
            "line 1: no open question has the number `3.1`; did you mean `11.1`?",
            "line 3: no clause `pary.4`; did you mean `parry.4`?",
        ]
    );
}

#[test]
fn limits_hold() {
    let long = format!("title = \"{}\"", "x".repeat(limits::LINE + 1));
    assert_eq!(
        problems(&long),
        ["line 1: a line of more than 2000 characters"]
    );
    let large = "#".repeat(limits::BYTES + 1);
    assert_eq!(
        problems(&large),
        ["the document: 65537 bytes, but at most 65536 are allowed"]
    );
    let units: String = (0..=limits::UNITS)
        .map(|n| format!("[[unit]]\nid = \"u{n}\"\nside = \"dark\"\n"))
        .collect();
    assert_eq!(
        problems(&units),
        ["line 1: 61 entries, but at most 60 are allowed"]
    );
    let passes = "[[play]]\npass = \"dark\"\n".repeat(limits::PLAYS + 1);
    assert_eq!(
        problems(&passes),
        ["line 1: 401 entries, but at most 400 are allowed"]
    );
    assert_eq!(
        problems("[dark]\nforce = 1000"),
        ["line 2: `1000` is out of range: 0 to 999"]
    );
    assert_eq!(
        problems("title = \"a\\u0000b\""),
        ["line 1: a control character"]
    );
}

#[test]
fn hostile_documents_are_refused_quietly() {
    for text in [
        "[".repeat(60_000),
        format!("a = {}", "[".repeat(60_000)),
        format!("{{\"a\":{}", "[".repeat(60_000)),
        "a = 1\na = 2".to_owned(),
        "a.".repeat(30_000),
        "\u{FEFF}{".to_owned(),
        "= 1\n".repeat(10_000),
        "unit = 3".to_owned(),
        "[unit]\nid = \"x\"".to_owned(),
        "[[unit]]\n".repeat(60),
        "play = [[[]]]".to_owned(),
        "[[play]]\nchoose = [[[[[[1]]]]]]".to_owned(),
        "\u{202E}= 1".to_owned(),
    ] {
        assert!(read_toml(&text, &cards()).is_err() && read_json(&text, &cards()).is_err());
    }
}

/// A document that uses every key.
const FULL: &str = r#"
title = "Everything"
question = """
Two lines
of text "with quotes"."""
ruling = "Yes."
source = "here"
status = "community"
edition = "2025"
readings = { "11.4" = "strict" }
seed = 7
[dark]
force = 4
build_points = 1
hand = 3
deck = 20
discard = 0
[light]
force = 6
[[unit]]
id = "vex"
side = "light"
card = "Corporal Vex (B)"
power = 5
zone = "character"
tapped = true
damage = 2
counters = { corruption = 1, build = 2 }
modifiers = ["+2 power until end of turn"]
under = [ { card = "Corporal Vex (A)" }, { name = "Old Vex", text = ["INSERT: Overkill"], power = 3 } ]
attached = [ { card = "Long Rifle", text = [] } ]
pilot = [ { name = "Ace", subtypes = ["Rebel Pilot"] } ]
[[unit]]
id = "b"
side = "dark"
type = "Ground/Character"
subtypes = ["Sith", "Dark Jedi"]
unique = true
cost = 5
speed = 50
power = 4
health = 5
text = ["Pay 1 Force -> Evade 2", "Parry 1"]
[[unit]]
id = "x1"
side = "dark"
name = "A thing"
type = "Mission"
zone = "hand"
[[play]]
attack = "b"
on = "vex"
with = "Bombard"
[[play]]
use = "vex: Evade 2 #2"
amount = 1
on = ["b", "vex"]
against = "b>vex"
pay = ["tap", "b"]
dice = [1, 3]
roll = [5, 2]
[[play]]
use = "draw"
[[play]]
play = "Field Dressing"
by = "light"
on = "vex"
[[play]]
play = "Own Words"
by = "dark"
text = ["Pay 1 Force -> Draw a card."]
[[play]]
roll = [6, 4, 1]
for = "b"
[[play]]
choose = ["ground", 2, true, ["a", "b"]]
for = "b: Overkill"
[[play]]
pass = "light"
[[play]]
build_step = "dark"
[[play]]
damage = 3
to = "vex"
from = "b"
dice = true
preventable = false
[[play]]
counters = -2
to = "vex"
[[play]]
begin = "battle"
[[play]]
bid = 4
side = "dark"
[[play]]
build = "x1"
points = 3
[[play]]
deploy = "x1"
to = "ground"
on = "vex"
place = "above"
[[play]]
retreat = "vex"
to = "character"
[[play]]
ready = true
[[play]]
set = "b"
power = "+2"
speed = 0
health = "-1"
tapped = false
zone = "ground"
text = ["Armor"]
until = "end of battle"
[[play]]
force = "+2"
side = "dark"
[[play]]
end = "battle step"
[expect]
verdict = "depends"
force = { dark = 3 }
build_points = { light = 0 }
hand = { dark = -1 }
deck = { dark = 1 }
discard = { dark = 1 }
rolls = [5, 3]
hits = 3
pending = 4
cites = ["parry.4"]
never = ["evade.1"]
refused = [ { use = "vex: Evade 2", because = ["evade.2"] }, { attack = "b" } ]
request = "roll"
not_applied = [ { ability = "b: Parry 1", because = ["parry.1"] } ]
unmodelled = ["b: some line"]
control = { space = "dark", ground = "none" }
[expect.units.vex]
damage = 2
zone = "discard"
power = 3
speed = 1
health = 4
tapped = true
bounty = 1
side = "dark"
counters = { captivity = 1 }
[expect.units.b-1]
tapped = true
"#;

#[test]
fn a_case_survives_being_written() {
    let cards = cards();
    let case = case(FULL);
    for known in [None, Some(&cards)] {
        let text = to_toml(&case, known);
        let again = read_toml(&text, &cards).unwrap_or_else(|p| panic!("{p}\n{text}"));
        assert_eq!(again, case, "{text}");
        let json = to_json_value(&case, known).to_string();
        assert_eq!(read_json(&json, &cards).unwrap(), case, "{json}");
    }
    assert!(to_toml(&Case::default(), None).is_empty());
}

#[test]
fn the_short_form_leaves_out_what_the_card_prints() {
    let cards = cards();
    let unit = "[[unit]]\nid = \"a\"\nside = \"light\"\ncard = \"Corporal Vex (A)\"\n";
    assert_eq!(to_toml(&case(unit), Some(&cards)), unit);
    assert_eq!(
        to_toml(&case(unit), None),
        "[[unit]]\nid = \"a\"\nside = \"light\"\ncard = \"Corporal Vex (A)\"\nname = \"Corporal Vex (A)\"\n\
         type = \"Character\"\nsubtypes = [\"Pilot\"]\nunique = true\ncost = 3\nspeed = 40\npower = 2\n\
         health = 4\ntext = [\"Parry 1\"]\n"
    );
}

#[test]
fn equal_situations_have_one_permalink() {
    let a =
        case("[[unit]]\nid = \"a\"\nside = \"light\"\npower = 1\nname = \"a\"\n[dark]\nforce = 2");
    let b = case("title = \"x\"\n[dark]\nforce = 2\n[[unit]]\nside = \"light\"\nid = \"a\"");
    assert_eq!(
        canonical_json(&a.situation),
        r#"{"dark":{"force":2},"unit":[{"id":"a","side":"light"}]}"#
    );
    assert_eq!(canonical_json(&a.situation), canonical_json(&b.situation));
    // A known answer: the name must never change, since people keep links.
    assert_eq!(permalink_id(&a.situation), "t65j4f3lc67ehqh6");
    let other = case("[dark]\nforce = 3");
    assert_ne!(permalink_id(&other.situation), permalink_id(&a.situation));
    assert_eq!(permalink_id(&case(FULL).situation).len(), 16);
}

/// Pieces of documents, put together at random by [`nothing_makes_the_reader_panic`].
const PIECES: [&str; 24] = [
    "[[unit]]\n",
    "[[play]]\n",
    "[expect]\n",
    "[expect.units.b]\n",
    "[dark]\n",
    "id = \"b\"\n",
    "side = \"dark\"\n",
    "power = -5\n",
    "type = \"Ground/\"\n",
    "use = \"b: Evade #2\"\n",
    "roll = [6, 1]\n",
    "on = [\"b\", 3]\n",
    "against = \"b>b>b\"\n",
    "choose = [[1], true]\n",
    "set = \"b\"\n",
    "speed = \"+\"\n",
    "text = \"\"\n",
    "under = [{}]\n",
    "cites = [\"6\", \"\"]\n",
    "refused = [{ use = \"b: x\", roll = [1] }]\n",
    "force = \"++1\"\n",
    "until = \"end\"\n",
    "counters = { build = 1 }\n",
    "readings = { \"11.4\" = \"\" }\n",
];

proptest::proptest! {
    #[test]
    fn nothing_makes_the_reader_panic(
        picks in proptest::collection::vec(0..PIECES.len(), 0..40),
        noise in ".{0,40}",
    ) {
        let mut text: String = picks.iter().map(|pick| PIECES[*pick]).collect();
        let _ = read_toml(&text, &cards());
        text.push_str(&noise);
        let _ = read_toml(&text, &cards());
        let _ = read_json(&text, &cards());
        let _ = read_json(&format!("{{\"unit\":[{{\"id\":{}}}]}}", serde_json::Value::from(noise)), &cards());
    }
}
