//! `POST /api/v1/judge` and stored rulings for programs.

use reqwest::blocking::Response;
use serde_json::{Value, json};

use super::server::Server;

fn attack() -> Value {
    json!({
        "light": { "force": 2 },
        "unit": [
            { "id": "a", "side": "dark", "name": "Attacker", "power": 4, "speed": 50, "health": 5 },
            { "id": "d", "side": "light", "name": "Defender", "power": 3, "speed": 40, "health": 5,
              "text": ["1 Force -> Evade 1"] },
        ],
        "play": [{ "attack": "a", "on": "d" }, { "roll": [6, 4, 2, 1] }],
    })
}

fn judge(body: String) -> Response {
    Server::shared()
        .request("POST", "/api/v1/judge")
        .body(body)
        .send()
        .unwrap()
}

fn problem(response: Response, status: u16) -> Value {
    assert_eq!(response.status(), status);
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
    response.json().unwrap()
}

#[test]
fn a_situation_gets_its_ruling() {
    let response = judge(attack().to_string());
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    assert_eq!(response.headers()["cache-control"], "private, no-store");
    let ruling: Value = response.json().unwrap();
    assert_eq!(ruling["verdict"]["kind"], "ruled", "{ruling}");
    assert_eq!(ruling["final"]["units"]["d"]["damage"], 2);
    let steps = ruling["steps"].as_array().unwrap();
    assert!(
        steps
            .iter()
            .all(|s| !s["cites"].as_array().unwrap().is_empty())
    );
}

#[test]
fn every_fault_of_a_situation_is_told_with_its_place() {
    let mut broken = attack();
    broken["unit"][0]["pwer"] = json!(3);
    broken["play"][0]["attack"] = json!("nobody");
    let problem = problem(judge(broken.to_string()), 422);
    assert_eq!(problem["code"], "unusable-situation");
    let faults = problem["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 2, "{faults:?}");
    let text = problem.to_string();
    assert!(text.contains("`power`"), "{text}");
}

#[test]
fn hostile_bodies_get_problems_and_never_break_anything() {
    for body in [
        "",
        "{",
        "[]",
        "null",
        "\u{0}",
        "{\"unit\": 7}",
        "= = =",
        "{\"a\":{\"b\":{\"c\":[[[[[[]]]]]]}}}",
    ] {
        let response = judge(body.to_owned());
        assert!(
            response.status().is_client_error() || response.status().is_success(),
            "{body:?}"
        );
    }
    let not_utf8 = Server::shared()
        .request("POST", "/api/v1/judge")
        .body(vec![0xff, 0xfe, 0x00])
        .send()
        .unwrap();
    assert_eq!(problem(not_utf8, 422)["code"], "not-utf-8");
    let nested = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    assert!(judge(nested).status().is_client_error());
}

#[test]
fn large_bodies_are_not_taken() {
    let problem = problem(judge("x".repeat(70_000)), 413);
    assert_eq!(problem["code"], "too-large");
}

#[test]
fn any_origin_may_ask_first() {
    let response = Server::shared()
        .request("OPTIONS", "/api/v1/judge")
        .header("origin", "https://elsewhere.example")
        .header("access-control-request-method", "POST")
        .send()
        .unwrap();
    assert_eq!(response.status(), 204);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    assert_eq!(
        response.headers()["access-control-allow-headers"],
        "content-type"
    );
}

#[test]
fn storing_from_elsewhere_needs_a_token() {
    let server = Server::shared();
    let send = |origin: &str| {
        let request = server
            .request("POST", "/api/v1/rulings")
            .header("origin", origin);
        request.body(attack().to_string()).send().unwrap()
    };
    assert_eq!(
        problem(send("https://elsewhere.example"), 401)["code"],
        "no-token"
    );
    let response = send(server.origin());
    assert_eq!(response.status(), 201);
    let stored: Value = response.json().unwrap();
    let again: Value = send(server.origin()).json().unwrap();
    assert_eq!(
        stored["id"], again["id"],
        "the same board has the same address"
    );
    let id = stored["id"].as_str().unwrap();
    assert_eq!(
        server.json(&format!("/api/v1/rulings/{id}"))["ruling"],
        stored["ruling"]
    );
}

#[test]
fn title_and_question_do_not_change_the_address() {
    let server = Server::shared();
    let store = |body: &Value| -> Value {
        let request = server
            .request("POST", "/api/v1/rulings")
            .header("origin", server.origin());
        request
            .body(body.to_string())
            .send()
            .unwrap()
            .json()
            .unwrap()
    };
    let mut named = attack();
    named["title"] = json!("Named");
    named["question"] = json!("And asked?");
    assert_eq!(store(&attack())["id"], store(&named)["id"]);
    let mut other = attack();
    other["light"]["force"] = json!(3);
    assert_ne!(store(&attack())["id"], store(&other)["id"]);
}

#[test]
fn half_a_name_suggests_cards() {
    let answer = Server::shared().json("/api/v1/suggest/cards?q=ahsoka%20h");
    assert_eq!(answer["cards"], json!(["Ahsoka Tano (H)"]));
    assert_eq!(
        Server::shared().json("/api/v1/suggest/cards?q=")["cards"],
        json!([])
    );
}

#[test]
fn the_api_describes_itself() {
    let document = Server::shared().json("/api/v1/openapi.json");
    assert!(document["paths"]["/api/v1/judge"]["post"]["summary"].is_string());
    assert_eq!(
        document["paths"]["/api/v1/clauses/{id}"]["get"]["parameters"][0]["name"],
        "id"
    );
}
