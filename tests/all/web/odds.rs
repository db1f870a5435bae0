//! Exact odds: `POST /api/v1/odds`, and the panel on the desk, on rulings and on precedents.

use reqwest::blocking::Response;
use serde_json::{Value, json};

use super::server::Server;

const LUCKY: &str = r#"
[[unit]]
id = "raider"
side = "dark"
power = 5
text = ["Lucky 2"]
[[unit]]
id = "guard"
side = "light"
health = 4
text = ["Parry 2"]
[[play]]
attack = "raider"
on = "guard"
"#;

fn attack(power: u8, text: &[&str]) -> Value {
    json!({
        "light": { "force": 9 },
        "unit": [
            { "id": "a", "side": "dark", "power": power },
            { "id": "d", "side": "light", "health": 2, "text": text },
        ],
        "play": [{ "attack": "a", "on": "d" }],
    })
}

fn odds(path: &str, body: &str) -> Response {
    Server::shared()
        .request("POST", path)
        .body(body.to_owned())
        .send()
        .unwrap()
}

fn counted(body: &Value) -> Value {
    let response = odds("/api/v1/odds", &body.to_string());
    assert_eq!(response.status(), 200);
    response.json().unwrap()
}

fn refused(response: Response, status: u16) -> Value {
    assert_eq!(response.status(), status);
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
    response.json().unwrap()
}

fn near(value: &Value, wanted: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - wanted).abs() < 1e-12, "{value} {wanted}");
}

#[test]
fn a_situation_gets_its_odds() {
    let response = odds("/api/v1/odds", &attack(2, &[]).to_string());
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    assert_eq!(response.headers()["cache-control"], "private, no-store");
    let found: Value = response.json().unwrap();
    assert_eq!(found["policy"], "none");
    near(&found["hits"]["exactly"]["1"], 0.5);
    near(&found["hits"]["at_least"]["1"], 0.75);
    near(&found["hits"]["expected"], 1.0);
    let guard = &found["units"][0];
    assert_eq!(
        (&guard["unit"], &guard["role"]),
        (&json!("d"), &json!("defender"))
    );
    near(&guard["discarded"], 0.25);
}

#[test]
fn the_policy_stands_in_the_body_or_in_the_address() {
    let mut body = attack(2, &["Pay 1 Force -> Evade 1"]);
    let expected = |found: &Value| found["units"][0]["damage"]["expected"].as_f64().unwrap();
    let none = expected(&counted(&body));
    let text = body.to_string();
    let address: Value = odds("/api/v1/odds?policy=all", &text).json().unwrap();
    body["policy"] = json!("all");
    let inside = counted(&body);
    assert_eq!(inside, address);
    assert_eq!(inside["policy"], "all");
    // Of no hit, one and two in four, one and a half are prevented by Evade 1.
    assert!((none - expected(&inside) - 0.75).abs() < 1e-12);
    body["policy"] = json!("luck");
    let problem = refused(odds("/api/v1/odds", &body.to_string()), 422);
    assert_eq!(problem["code"], "unknown-policy");
    assert!(
        problem["detail"].as_str().unwrap().contains("`best`"),
        "{problem}"
    );
    body["policy"] = json!(7);
    assert_eq!(odds("/api/v1/odds", &body.to_string()).status(), 422);
}

#[test]
fn what_is_too_much_is_refused_with_the_reason() {
    let evades = ["Pay 1 Force -> Evade 1"; 5];
    for (body, code, words) in [
        (attack(61, &[]), "too-many-dice", "61"),
        (attack(3, &evades), "too-many-options", "more than 4"),
        (json!({}), "no-attack-roll", "nobody attacks"),
    ] {
        let problem = refused(odds("/api/v1/odds", &body.to_string()), 422);
        assert_eq!(problem["code"], code, "{problem}");
        assert!(
            problem["detail"].as_str().unwrap().contains(words),
            "{problem}"
        );
    }
    let mut broken = attack(3, &[]);
    broken["unit"][0]["pwer"] = json!(3);
    let problem = refused(odds("/api/v1/odds", &broken.to_string()), 422);
    assert_eq!(problem["code"], "unusable-situation");
    for body in [
        "",
        "{",
        "[]",
        "{\"policy\": }",
        "\u{0}",
        "{\"policy\":{\"policy\":[]}}",
    ] {
        let status = odds("/api/v1/odds", body).status();
        assert!(status.is_client_error(), "{body}: {status}");
    }
    let large = refused(odds("/api/v1/odds", &"x".repeat(70_000)), 413);
    assert_eq!(large["code"], "too-large");
}

#[test]
fn any_origin_may_ask_and_cookies_are_ignored() {
    let server = Server::shared();
    let first = server
        .request("OPTIONS", "/api/v1/odds")
        .header("origin", "https://elsewhere.example")
        .header("access-control-request-method", "POST")
        .send()
        .unwrap();
    assert_eq!(first.status(), 204);
    assert_eq!(first.headers()["access-control-allow-origin"], "*");
    let then = server
        .request("POST", "/api/v1/odds")
        .header("origin", "https://elsewhere.example")
        .header("sec-fetch-site", "cross-site")
        .header("cookie", "session=anything")
        .body(attack(1, &[]).to_string())
        .send()
        .unwrap();
    assert_eq!(then.status(), 200);
    assert!(!then.headers().contains_key("set-cookie"));
    let described = server.json("/api/v1/openapi.json");
    let operation = &described["paths"]["/api/v1/odds"]["post"];
    assert_eq!(operation["parameters"][0]["schema"]["enum"][2], "best");
}

#[test]
fn a_ruling_shows_how_likely_it_was() {
    let server = Server::shared();
    let mut body = attack(2, &[]);
    body["play"] = json!([{ "attack": "a", "on": "d" }, { "roll": [6, 5] }]);
    let request = server
        .request("POST", "/api/v1/rulings")
        .header("origin", server.origin());
    let stored: Value = request
        .body(body.to_string())
        .send()
        .unwrap()
        .json()
        .unwrap();
    let at = format!("/r/{}", stored["id"].as_str().unwrap());
    let page = server.page(&at);
    let words = page.text("section[aria-labelledby=h-odds]");
    assert!(
        words.contains("2 damage to d. So much exactly: 25 %; more: 0 %; less: 75 %."),
        "{words}"
    );
    assert_eq!(page.count("svg.chart[role=img] title"), 1);
    assert_eq!(page.count("svg.chart rect.now"), 1);
    assert_eq!(page.texts("svg.chart .pc"), ["25", "50", "25"]);
    assert!(words.contains("Across: damage to d."), "{words}");
    assert_eq!(page.texts(".chances th[scope=col]")[2], "At least N");
    assert_eq!(page.text(".chances tr.now th"), "2 happened");
    assert_eq!(page.texts(".chances tr.now td")[..2], ["25 %", "25 %"]);
    assert_eq!(page.count("[style]"), 0);
    let best = server.page(&format!("{at}/odds?policy=best"));
    assert!(best.text("h1").starts_with("Odds: "));
    assert_eq!(server.get(&format!("{at}/odds?policy=luck")).status(), 422);
    assert_eq!(server.get("/r/nothing/odds").status(), 404);
}

#[test]
fn the_desk_says_which_dice_to_reroll() {
    let server = Server::shared();
    let open = |text: &str| {
        let answer = server.form("/judge", &[("situation", text)]);
        assert_eq!(answer.status(), 303);
        let at = answer.headers()["location"].to_str().unwrap().to_owned();
        server.page(&at)
    };
    let before = open(LUCKY);
    assert!(
        before.count("svg.chart rect") > 3,
        "odds stand there before the dice"
    );
    assert_eq!(before.count("svg.chart .now"), 0);
    let page = open(&format!("{LUCKY}[[play]]\nroll = [6, 5, 4, 1, 1]\n"));
    let advice = page.texts("#decision li");
    assert!(
        advice
            .iter()
            .any(|l| l.contains("reroll the two 1s; expected damage")),
        "{advice:?}"
    );
    let nothing = open("[[unit]]\nid = \"raider\"\nside = \"dark\"\n");
    assert_eq!(nothing.count("#h-odds"), 0);
}

/// What is played after the roll asks for a choice of its own, which the count cannot make.
const NOT_COUNTED: &str = r#"
[dark]
force = 4
[light]
force = 8
[[unit]]
id = "inq"
side = "dark"
card = "Grand Inquisitor (E)"
[[unit]]
id = "ahsoka"
side = "light"
card = "Ahsoka Tano (H)"
[[play]]
attack = "inq"
on = "ahsoka"
[[play]]
roll = [6, 5, 4, 1, 2, 2]
[[play]]
use = "ahsoka: Evade 2"
[[play]]
use = "ahsoka: Deflect 2"
[[play]]
choose = "inq"
"#;

#[test]
fn what_was_played_and_cannot_be_counted_is_counted_otherwise() {
    let server = Server::shared();
    let answer = server.form("/judge", &[("situation", NOT_COUNTED)]);
    let at = answer.headers()["location"].to_str().unwrap().to_owned();
    let stored = server.form(&at, &[("finish", "1")]);
    assert_eq!(stored.status(), 303);
    let at = stored.headers()["location"].to_str().unwrap().to_owned();
    let page = server.page(&at);
    let words = page.text("section[aria-labelledby=h-odds]");
    assert!(words.contains("Counted instead"), "{words}");
    assert_eq!(page.count("svg.chart"), 1);
    for href in page.attributes("section[aria-labelledby=h-odds] a", "href") {
        server.page(&href);
    }
    for policy in ["played", "all", "best", "none"] {
        server.page(&format!("{at}/odds?policy={policy}"));
    }
    let page = server.page(&format!("{at}/odds"));
    assert!(page.text("main").contains("Counted instead"));
    assert_eq!(page.count("svg.chart"), 1);
}

#[test]
fn precedents_and_rules_tell_odds_too() {
    let server = Server::shared();
    let page = server.page("/rulings/critical-hit-bought-before-the-roll");
    assert_eq!(page.count("#h-odds"), 1);
    let href = page.attributes("section[aria-labelledby=h-odds] a", "href");
    assert_eq!(server.page(&href[0]).count("svg.chart"), 1);
    let note = server.page("/rules/odds");
    assert_eq!(note.text("h1"), "How odds are counted");
    let clauses = note.attributes("main li a", "href");
    assert!(
        clauses.contains(&"/k/fury#fury.i1".to_owned()),
        "{clauses:?}"
    );
}
