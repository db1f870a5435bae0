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
    let at = (visitor.page().count("#h-plays ~ form li") - 1).to_string();
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
