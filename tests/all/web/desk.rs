//! The judge's desk as a browser without script uses it: forms and redirects only.

use reqwest::blocking::Response;

use super::server::{Page, Server};

/// A visitor at the desk.
struct Visitor {
    server: &'static Server,
    at: String,
}

impl Visitor {
    fn new() -> Visitor {
        Visitor {
            server: Server::shared(),
            at: "/judge".to_owned(),
        }
    }

    fn try_send(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.server.form(path, fields)
    }

    /// Sends a form to the present page and follows the redirect.
    fn send(&mut self, fields: &[(&str, &str)]) -> Page {
        let response = self.try_send(&self.at.clone(), fields);
        assert_eq!(
            response.status(),
            303,
            "{}: {}",
            self.at,
            response.text().unwrap()
        );
        self.at = response.headers()["location"].to_str().unwrap().to_owned();
        self.page()
    }

    fn page(&self) -> Page {
        self.server.page(&self.at)
    }

    fn duel(&mut self) -> Page {
        self.send(&[
            ("a", "inquisitor e"),
            ("a_on", "inquisitors lightsaber"),
            ("d", "ahsoka h"),
            ("dark", "4"),
            ("light", "8"),
        ])
    }
}

/// The value of the radio button whose label begins with those words.
fn option(page: &Page, words: &str) -> String {
    let labels = page.texts(".opt:not(.no) label");
    let values = page.attributes(".opt:not(.no) input", "value");
    let at = labels.iter().position(|l| l.contains(words));
    values[at.unwrap_or_else(|| panic!("no option `{words}` among {labels:?}"))].clone()
}

#[test]
fn half_typed_names_make_a_board() {
    let mut visitor = Visitor::new();
    let page = visitor.duel();
    assert!(visitor.at.starts_with("/judge/"));
    let names = page.texts(".side .name");
    assert!(
        names.contains(&"Grand Inquisitor (E)".to_owned()),
        "{names:?}"
    );
    assert!(names.contains(&"Ahsoka Tano (H)".to_owned()), "{names:?}");
    assert!(page.text("#toml").contains("Inquisitor's Lightsaber"));
}

#[test]
fn names_that_are_not_clear_are_asked_about() {
    let mut visitor = Visitor::new();
    let page = visitor.send(&[("a", "maul"), ("d", "inquisitor e")]);
    assert!(visitor.at.starts_with("/judge?"));
    assert!(
        page.attributes("input[name=a_pick]", "value")
            .contains(&"Darth Maul (B)".to_owned())
    );
    assert_eq!(
        page.attributes("#d", "value"),
        ["inquisitor e"],
        "what was typed stays"
    );
    let mut visitor = Visitor::new();
    visitor.send(&[
        ("a", "maul"),
        ("a_pick", "Darth Maul (B)"),
        ("d", "inquisitor e"),
    ]);
    assert!(visitor.at.starts_with("/judge/"), "{}", visitor.at);
}

#[test]
fn names_of_no_card_can_be_units_of_their_own() {
    let mut visitor = Visitor::new();
    let page = visitor.send(&[("a", "Nobody Zzyzx"), ("d", "ahsoka h"), ("adhoc", "1")]);
    assert!(
        page.texts(".side .name")
            .contains(&"Nobody Zzyzx".to_owned())
    );
}

#[test]
fn a_draft_has_the_address_of_its_content() {
    let (mut one, mut two) = (Visitor::new(), Visitor::new());
    one.duel();
    two.duel();
    assert_eq!(one.at, two.at);
    two.send(&[("do", "force"), ("side", "dark"), ("amount", "1")]);
    assert_ne!(one.at, two.at);
    two.send(&[("undo", "1")]);
    assert_eq!(one.at, two.at, "undo leads back to the same address");
}

#[test]
fn an_attack_is_stepped_through_refused_undone_changed_forked_and_shared() {
    let mut visitor = Visitor::new();
    visitor.duel();
    // Both players pass until the dice are asked for.
    let mut page = visitor.page();
    for _ in 0..6 {
        if page.count("#decision .pick") > 0 {
            break;
        }
        let pass = option(&page, "pass");
        page = visitor.send(&[("do", "take"), ("take", &pass)]);
    }
    let dice = page.count("#decision .pick");
    assert!(dice > 0, "no dice were asked for");
    let faces: Vec<&str> = ["6", "4", "2", "1", "1", "5", "3", "3"]
        .into_iter()
        .take(dice)
        .collect();
    let before_roll = visitor.at.clone();
    visitor.send(&[("do", "roll"), ("roll", &faces.join(" "))]);
    let after_roll = visitor.at.clone();
    visitor.send(&[("undo", "1")]);
    assert_eq!(visitor.at, before_roll);
    visitor.at = after_roll.clone();
    let at = visitor.page().attributes("input[name=at]", "value")[0].clone();
    let mut changed = faces.clone();
    changed[0] = "1";
    visitor.send(&[("do", "dice"), ("at", &at), ("roll", &changed.join(" "))]);
    assert_ne!(visitor.at, after_roll, "a changed die is a branch");
    assert_eq!(
        visitor.server.get(&after_roll).status(),
        200,
        "the other line stays"
    );
    let ruling = visitor.send(&[("finish", "1"), ("title", "A test")]);
    assert!(visitor.at.starts_with("/r/"));
    assert_eq!(ruling.text(".verdict .small.soft"), "A test");
    let id = visitor.at.strip_prefix("/r/").unwrap().to_owned();
    visitor.at = "/judge".to_owned();
    visitor.send(&[("ruling", &id)]);
    assert!(visitor.at.starts_with("/judge/"), "a fork is a draft");
}

#[test]
fn what_is_wrong_with_a_text_is_told_by_line() {
    let visitor = Visitor::new();
    let response = visitor.try_send(
        "/judge",
        &[("situation", "[[unit]]\nid = \"x\"\nside = \"drak\"\n")],
    );
    assert_eq!(response.status(), 422);
    let text = response.text().unwrap();
    assert!(text.contains("drak") && text.contains("line 3"), "{text}");
}

#[test]
fn only_equipment_is_put_on_a_unit_as_equipment() {
    let mut visitor = Visitor::new();
    let page = visitor.send(&[
        ("a", "inquisitor e"),
        ("a_on", "mace windu b"),
        ("d", "ahsoka h"),
    ]);
    assert!(visitor.at.starts_with("/judge?"), "{}", visitor.at);
    let says = page.text("#a_on-doubt");
    assert!(
        says.contains("Mace Windu (B)") && says.contains("only Equipment"),
        "{says}"
    );
    assert_eq!(page.attributes("#a_on", "value"), ["mace windu b"]);
    // Half a name that units and Equipment begin with means the Equipment here.
    let mut visitor = Visitor::new();
    let page = visitor.send(&[("a", "inquisitor e"), ("a_on", "inquis"), ("d", "ahsoka h")]);
    assert!(
        page.text(".unit")
            .contains("Equipment: Inquisitor's Lightsaber")
    );
    let cards = arbiter::catalogue::CardIndex::starter().unwrap();
    let equipment = |name: &String| {
        let types = &cards.get(name).unwrap().types;
        types.contains(&arbiter::game::CardType::Equipment)
    };
    let server = Server::shared();
    let found = server.json("/api/v1/suggest/cards?q=inquis&of=equipment");
    assert!(!found["cards"].as_array().unwrap().is_empty());
    for card in found["cards"].as_array().unwrap() {
        assert!(equipment(&card.as_str().unwrap().to_owned()), "{card}");
    }
}

#[test]
fn the_board_editor_refuses_what_cannot_be_there_and_keeps_what_was_typed() {
    let mut visitor = Visitor::new();
    visitor.duel();
    let at = format!("{}/edit", visitor.at);
    let fields = [
        ("dark_force", "6"),
        ("u1_side", "light"),
        ("u1_zone", "character"),
        ("u1_damage", "1"),
        ("u1_text", "Parry 2"),
        ("u1_attached", "mace windu b"),
        ("new", "Bystander"),
    ];
    let response = visitor.try_send(&at, &fields);
    assert_eq!(response.status(), 422);
    let page = Page::of(response);
    let says = page.text("#board-wrong");
    assert!(
        says.contains("Ahsoka Tano (H), Equipment on it") && says.contains("only Equipment"),
        "{says}"
    );
    assert_eq!(page.text("#u1_attached"), "mace windu b");
    assert_eq!(page.attributes("#u1_damage", "value"), ["1"]);
    assert_eq!(page.attributes("#dark_force", "value"), ["6"]);
    assert_eq!(page.attributes("#new", "value"), ["Bystander"]);
    let page = Page::of(visitor.try_send(&at, &[("u1_side", "light"), ("u1_damage", "two")]));
    let says = page.text("#board-wrong");
    assert!(says.contains("“two”") && says.contains("Ahsoka"), "{says}");
}

#[test]
fn passing_is_what_a_chance_begins_with() {
    let mut visitor = Visitor::new();
    let page = visitor.duel();
    assert_eq!(
        page.attributes("#decision input[checked]", "value"),
        ["both"]
    );
    let labels = page.texts("#decision .opt:not(.no) label");
    assert!(labels[0].starts_with("Both pass"), "{labels:?}");
    assert!(labels.last().unwrap().contains("Dark Side passes"));
    // The options of the player whose turn it is stand before those of the other one.
    let side = |label: &String| label.contains("Light Side");
    let sides: Vec<bool> = labels[1..labels.len() - 1].iter().map(side).collect();
    assert!(sides.is_sorted(), "{labels:?}");
    assert!(sides.contains(&true), "Ahsoka may buy something");
}

/// Passes until dice are asked for.
fn to_the_dice(visitor: &mut Visitor) -> Page {
    let mut page = visitor.page();
    for _ in 0..8 {
        if page.count("#decision .pick") > 0 {
            return page;
        }
        page = visitor.send(&[("do", "take"), ("take", "both")]);
    }
    panic!("no dice were asked for");
}

#[test]
fn dice_that_do_not_fit_are_asked_for_again() {
    let mut visitor = Visitor::new();
    visitor.send(&[("preset", "two-evades")]);
    let page = to_the_dice(&mut visitor);
    let dice = page.count("#decision .pick");
    let before = visitor.at.clone();
    let page = visitor.send(&[("do", "roll"), ("roll", "6 5 4")]);
    assert_eq!(page.count("#decision .pick"), dice, "the question stays");
    assert_eq!(page.attributes("#typed", "value"), ["6 5 4"]);
    assert_eq!(
        page.text("#typed-wrong"),
        format!("{dice} dice are rolled here, but 3 faces are given.")
    );
    let page = visitor.send(&[("do", "roll"), ("roll", "6 5 x 4 1")]);
    assert!(page.text("#typed-wrong").contains("“x”"));
    assert_eq!(page.attributes("#typed", "value"), ["6 5 x 4 1"]);
    visitor.send(&[("undo", "1")]);
    assert_eq!(visitor.at, before, "undo takes the wrong dice back");
    let faces = vec!["6"; dice].join(" ");
    let page = visitor.send(&[("do", "roll"), ("roll", &faces)]);
    assert_eq!(page.count("#typed"), 0);
    assert_eq!(page.count("button[name=finish]"), 1);
    // A changed roll of the wrong number is told at its field, and the board stays.
    let at = page.attributes("input[name=at]", "value")[0].clone();
    let response = visitor.try_send(&visitor.at, &[("do", "dice"), ("at", &at), ("roll", "1 2")]);
    assert_eq!(response.status(), 422);
    let page = Page::of(response);
    assert!(
        page.text(&format!("#r{at}-wrong"))
            .contains("2 faces are given")
    );
    assert_eq!(page.attributes(&format!("#r{at}"), "value"), ["1 2"]);
}

const ONE_DIE: &str = r#"
[[unit]]
id = "a"
side = "dark"
power = 1
[[unit]]
id = "d"
side = "light"
[[play]]
attack = "a"
on = "d"
"#;

#[test]
fn a_board_that_does_not_fit_is_not_stored() {
    let mut visitor = Visitor::new();
    let text = format!("{ONE_DIE}[[play]]\nroll = [6, 5]\n[[play]]\npass = \"dark\"\n");
    let page = visitor.send(&[("situation", &text)]);
    assert!(
        page.text("h1")
            .starts_with("Play 2, roll [6, 5], does not fit")
    );
    let why = page.text(".verdict .why");
    assert!(why.contains("1 die is rolled here"), "{why}");
    assert_eq!(page.count("button[name=finish]"), 0);
    let response = visitor.try_send(&visitor.at, &[("finish", "1")]);
    assert_eq!(response.status(), 422);
    let back = page.attributes("#decision button[name=back]", "value");
    let page = visitor.send(&[("back", &back[0])]);
    assert_eq!(page.count("#decision .pick"), 1);
    // A last roll that does not fit waits to be set right.
    let mut visitor = Visitor::new();
    let text = format!("{ONE_DIE}[[play]]\nroll = [6, 5]\n");
    let page = visitor.send(&[("situation", &text)]);
    assert_eq!(page.attributes("#typed", "value"), ["6 5"]);
    assert_eq!(
        page.text("#typed-wrong"),
        "1 die is rolled here, but 2 faces are given."
    );
}

#[test]
fn dice_typed_beforehand_wait_for_their_roll() {
    let mut visitor = Visitor::new();
    let page = visitor.send(&[
        ("a", "inquisitor e"),
        ("d", "ahsoka h"),
        ("dark", "4"),
        ("light", "8"),
        ("roll", "6 5 4 1 2 2"),
    ]);
    let parry = option(&page, "Parry 1");
    assert!(page.text("#decision").contains("6 5 4 1 2 2"));
    // The outcome already counts with the dice that wait.
    assert!(page.text(".verdict .why").contains("takes"));
    let page = visitor.send(&[("do", "take"), ("take", &parry)]);
    assert!(
        page.texts(".unit")
            .iter()
            .any(|u| u.contains("Gained: Parry 1")),
        "{:?}",
        page.texts(".unit")
    );
    let page = to_the_dice(&mut visitor);
    assert_eq!(page.attributes("#typed", "value"), ["6 5 4 1 2 2"]);
    assert_eq!(page.count("#typed-wrong"), 0);
    assert_eq!(
        page.attributes(".pick input[checked]", "value"),
        ["6", "5", "4", "1", "2", "2"]
    );
    let page = visitor.send(&[
        ("do", "roll"),
        ("roll", "6 5 4 1 2 2"),
        ("d1", "6"),
        ("d2", "5"),
        ("d3", "4"),
        ("d4", "1"),
        ("d5", "2"),
        ("d6", "3"),
    ]);
    let plays = page.texts("li.play").join(" ");
    assert!(
        plays.contains("[6, 5, 4, 1, 2, 3]"),
        "a die by button counts: {plays}"
    );
}

#[test]
fn a_form_that_is_wrong_comes_back_as_it_was_typed() {
    for (fields, field, words) in [
        ([("a", "inquisitor e"), ("roll", "7")], "roll", "“7”"),
        ([("a", "inquisitor e"), ("dark", "x")], "dark", "“x”"),
        (
            [("a", "inquisitor e"), ("light", "-1")],
            "light",
            "0 or more",
        ),
        (
            [("a", "hero's dodge"), ("d", "ahsoka h")],
            "a",
            "only a unit attacks",
        ),
        (
            [("a", "ahsoka h"), ("d", "hero's dodge")],
            "d",
            "only a unit is attacked",
        ),
        ([("a", ""), ("d", "ahsoka h")], "a", "who attacks"),
    ] {
        let mut visitor = Visitor::new();
        let page = visitor.send(&fields);
        let says = page.text(&format!("#{field}-doubt"));
        assert!(says.contains(words), "{says}");
        for (name, value) in fields {
            assert_eq!(page.attributes(&format!("#{name}"), "value"), [value]);
        }
    }
    let fresh = Server::shared().page("/judge?d=ahsoka+h");
    assert_eq!(
        fresh.count(".doubt"),
        0,
        "nothing is wrong before it is sent"
    );
    let visitor = Visitor::new();
    let response = visitor.try_send("/judge", &[("situation", "[[unit]]\nid = 3\n")]);
    assert_eq!(response.status(), 422);
    let page = Page::of(response);
    assert!(page.text("#situation-doubt").contains("line 2"));
    assert!(page.text("#situation").contains("id = 3"));
}

#[test]
fn what_goes_wrong_at_the_desk_is_said_there() {
    let mut visitor = Visitor::new();
    visitor.duel();
    let at = visitor.at.clone();
    for (fields, place) in [
        (vec![("do", "written"), ("play", "use = ")], "#w-play-wrong"),
        (vec![("do", "take")], "#decision-wrong"),
        (vec![("situation", "[[unit]]\n")], "#toml-wrong"),
        (vec![("do", "damage"), ("unit", "nobody")], "#h-next-wrong"),
    ] {
        let response = visitor.try_send(&at, &fields);
        assert_eq!(response.status(), 422, "{fields:?}");
        let page = Page::of(response);
        assert!(!page.text(place).is_empty(), "{fields:?}");
        assert_eq!(
            page.count("#decision .opt"),
            visitor.page().count("#decision .opt")
        );
    }
}

#[test]
fn chances_without_options_are_passed_over_with_a_line() {
    let mut visitor = Visitor::new();
    let page = visitor.send(&[("situation", ONE_DIE)]);
    assert_eq!(page.count("#decision .pick"), 1, "the dice come at once");
    let line = page.text(".skipped");
    assert!(
        line.contains("Attack chance") && line.contains("by hand"),
        "{line}"
    );
    let page = visitor.send(&[("do", "roll"), ("roll", "6")]);
    assert_eq!(page.count(".opt"), 0, "nothing is left to decide");
    assert!(!page.text("#h-fin ~ form").contains("from here on"));
    // What could not be played there stands with its reasons, and may be recorded as refused.
    let mut visitor = Visitor::new();
    let evade = ONE_DIE.replace(
        "side = \"light\"",
        "side = \"light\"\ntext = [\"Pay 1 Force -> Evade 1\"]",
    );
    visitor.send(&[("situation", &evade)]);
    let page = visitor.send(&[("do", "roll"), ("roll", "6")]);
    let skipped = page.texts(".skipped details");
    let at = skipped
        .iter()
        .position(|s| s.starts_with("Damage prevention"));
    let at = at.unwrap_or_else(|| panic!("{skipped:?}"));
    assert!(skipped[at].contains("Evade 1"), "{skipped:?}");
    let records = page.attributes(".skipped button[name=record]", "value");
    let page = visitor.send(&[("record", records.last().unwrap())]);
    assert!(
        page.text(".refusal").contains("Evade 1"),
        "{}",
        page.text("main")
    );
    visitor.send(&[("undo", "1")]);
    let page = visitor.send(&[("undo", "1")]);
    assert_eq!(page.count("#decision .pick"), 1, "undo leads to the dice");
}

#[test]
fn the_desk_shows_what_is_on_a_unit() {
    let mut visitor = Visitor::new();
    let page = visitor.duel();
    let units = page.texts(".unit");
    assert!(
        units
            .iter()
            .any(|u| u.contains("Equipment: Inquisitor's Lightsaber") && u.contains("attacks")),
        "{units:?}"
    );
    assert!(
        units
            .iter()
            .any(|u| u.contains("Ahsoka") && u.contains("defends"))
    );
}

#[test]
fn a_refused_attack_is_named() {
    let mut visitor = Visitor::new();
    let text = "[[unit]]\nid = \"x-wing\"\nname = \"X-Wing\"\nside = \"light\"\ntype = \"Space\"\n\
        [[unit]]\nid = \"inq\"\nside = \"dark\"\ncard = \"Grand Inquisitor (E)\"\n[[play]]\nattack = \"x-wing\"\non = \"inq\"\n";
    let page = visitor.send(&[("situation", text)]);
    let heading = page.text("h1");
    assert!(
        heading.contains("“X-Wing attacks Grand Inquisitor (E)” is refused"),
        "{heading}"
    );
    assert!(
        page.text(".refusal h3")
            .contains("X-Wing attacks Grand Inquisitor (E)")
    );
    assert!(
        page.text(".step.k-refusal p")
            .contains("X-Wing attacks Grand Inquisitor (E) is refused")
    );
}

#[test]
fn a_name_of_no_card_can_be_taken_where_it_is_doubted() {
    let mut visitor = Visitor::new();
    let page = visitor.send(&[("a", "zzzzqqq"), ("d", "ahsoka h")]);
    assert!(page.text("#a-doubt").contains("as a card of its own"));
    let page = visitor.send(&[("a", "zzzzqqq"), ("a_pick", ""), ("d", "ahsoka h")]);
    assert!(visitor.at.starts_with("/judge/"), "{}", visitor.at);
    assert!(page.texts(".side .name").contains(&"zzzzqqq".to_owned()));
}

#[test]
fn every_common_call_opens() {
    let names = Server::shared()
        .page("/judge")
        .attributes("button[name=preset]", "value");
    assert!(names.len() >= 5);
    for name in names {
        let mut visitor = Visitor::new();
        let page = visitor.send(&[("preset", &name)]);
        assert_eq!(page.count("h1"), 1, "{name}");
    }
}

#[test]
fn the_board_can_be_edited() {
    let mut visitor = Visitor::new();
    visitor.duel();
    let desk = visitor.at.clone();
    let edit = visitor.server.page(&format!("{desk}/edit"));
    assert_eq!(edit.count(".unitform"), 2);
    visitor.at = format!("{desk}/edit");
    let page = visitor.send(&[
        ("dark_force", "7"),
        ("light_force", "8"),
        ("u1_side", "light"),
        ("u1_zone", "character"),
        ("u1_damage", "2"),
        ("u1_power", "5"),
        ("u1_text", "Parry 2\nGargle the frobnicator"),
        ("new", "Bystander"),
        ("new_side", "light"),
    ]);
    assert!(
        page.texts(".side h3")
            .contains(&"Dark Side, Force 7".replace(" 7", "\u{a0}7"))
            || page.text(".side h3").contains('7')
    );
    assert!(page.texts(".side .name").contains(&"Bystander".to_owned()));
    let lines = page.texts(".line-read");
    assert!(
        lines
            .iter()
            .any(|l| l.contains("frobnicator") && l.contains("not understood")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|l| l.contains("Parry 2") && l.contains("keyword Parry")),
        "{lines:?}"
    );
}

#[test]
fn units_can_be_taken_off_the_board() {
    let mut visitor = Visitor::new();
    let page = visitor.send(&[("preset", "deflect-third")]);
    assert_eq!(page.count(".unit"), 3);
    visitor.at = format!("{}/edit", visitor.at);
    let page = visitor.send(&[("u1_remove", "1")]);
    assert_eq!(page.count(".unit"), 2);
}

#[test]
fn drafts_that_are_not_there_say_so() {
    let page = Server::shared().error_page("/judge/aaaaaaaaaaaaaaaa", 404);
    assert!(page.text(".lead").contains("30 days"));
}

#[test]
fn hostile_forms_get_a_page_and_nothing_worse() {
    let mut visitor = Visitor::new();
    visitor.duel();
    for fields in [
        vec![("take", "999"), ("do", "take")],
        vec![("do", "take")],
        vec![("record", "-1")],
        vec![("back", "999999999999999999999")],
        vec![("do", "dice"), ("at", "0"), ("roll", "1")],
        vec![("do", "roll"), ("roll", "7 8 9")],
        vec![("do", "nothing-known")],
        vec![
            ("do", "damage"),
            ("unit", "'; DROP TABLE drafts; --"),
            ("amount", "1"),
        ],
        vec![("do", "written"), ("play", "[[[[")],
        vec![],
    ] {
        let response = visitor.try_send(&visitor.at, &fields);
        assert_eq!(response.status(), 422, "{fields:?}");
        assert_eq!(
            response.headers()["content-type"],
            "text/html; charset=utf-8"
        );
    }
    let response = visitor
        .server
        .request("POST", "/judge")
        .header("sec-fetch-site", "same-origin")
        .body("{}")
        .send();
    assert_eq!(response.unwrap().status(), 415);
}
