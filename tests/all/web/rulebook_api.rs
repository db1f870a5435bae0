//! The rulebook for programs.

use arbiter::rulebook::rulebook;

use super::server::Server;

#[test]
fn keywords_come_with_the_version_of_the_rules() {
    let answer = Server::shared().json("/api/v1/keywords");
    assert_eq!(answer["version"], rulebook().version());
    assert_eq!(
        answer["keywords"].as_array().unwrap().len(),
        rulebook().keywords().len()
    );
}

#[test]
fn a_clause_has_text_ground_and_place() {
    let answer = Server::shared().json("/api/v1/clauses/parry.2");
    assert_eq!(answer["id"], "parry.2");
    assert_eq!(answer["provenance"], "glossary");
    assert_eq!(answer["href"], "/k/parry#parry.2");
    assert_ne!(answer["text"]["2018"], answer["text"]["2025"]);
}

#[test]
fn an_unknown_clause_is_answered_with_the_nearest() {
    let response = Server::shared().get("/api/v1/clauses/pary.4");
    assert_eq!(response.status(), 404);
    let problem: serde_json::Value = response.json().unwrap();
    assert_eq!(problem["code"], "unknown-clause");
    assert_eq!(problem["suggestions"][0]["name"], "parry.4");
}

#[test]
fn any_origin_may_read() {
    let response = Server::shared().get("/api/v1/keywords");
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
}
