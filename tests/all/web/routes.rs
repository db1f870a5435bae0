//! Every route of the list answers, and what is not in the list does not.

use std::collections::BTreeSet;

use arbiter::web::{Kind, ROUTES};

use super::server::Server;

#[test]
fn no_route_is_listed_twice() {
    let mut seen = BTreeSet::new();
    for route in ROUTES {
        assert!(seen.insert((route.method, route.path)), "{route:?}");
    }
}

#[test]
fn every_route_without_a_part_to_fill_in_answers() {
    let server = Server::shared();
    for route in ROUTES
        .iter()
        .filter(|r| r.method == "GET" && !r.path.contains('{'))
    {
        let needs_a_query = route.path == "/api/v1/oembed";
        let status = server.get(route.path).status();
        assert!(
            status.is_success() || status.is_redirection() || needs_a_query && status == 400,
            "{}: {status}",
            route.path
        );
    }
}

#[test]
fn head_is_answered_like_get_without_a_body() {
    let server = Server::shared();
    let head = server.request("HEAD", "/k/parry").send().unwrap();
    assert_eq!(head.status(), 200);
    assert!(head.headers().contains_key("etag"));
    assert_eq!(head.bytes().unwrap().len(), 0);
}

#[test]
fn a_wrong_method_is_told_the_right_ones() {
    let server = Server::shared();
    let response = server
        .request("POST", "/k")
        .header("sec-fetch-site", "same-origin")
        .send()
        .unwrap();
    assert_eq!(response.status(), 405);
    assert_eq!(response.headers()["allow"], "GET, HEAD");
    let response = server.request("DELETE", "/api/v1/keywords").send().unwrap();
    assert_eq!(response.status(), 405);
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
}

#[test]
fn unknown_addresses_get_a_page_or_a_problem_by_what_they_look_like() {
    let server = Server::shared();
    let page = server.error_page("/nowhere", 404);
    assert_eq!(page.text("h1"), "There is nothing here");
    let response = server.get("/api/v1/nowhere");
    assert_eq!(response.status(), 404);
    let problem: serde_json::Value = response.json().unwrap();
    assert_eq!(problem["code"], "no-such-page");
}

#[test]
fn unsafe_methods_on_pages_must_come_from_our_own_origin() {
    let server = Server::shared();
    for route in ROUTES
        .iter()
        .filter(|r| r.method != "GET" && r.kind == Kind::Page)
    {
        let path = route.path.replace(['{', '}'], "x");
        let from_elsewhere = server
            .request(route.method, &path)
            .header("sec-fetch-site", "cross-site");
        assert_eq!(from_elsewhere.send().unwrap().status(), 403, "{route:?}");
        let other_origin = server
            .request(route.method, &path)
            .header("origin", "https://evil.example");
        assert_eq!(other_origin.send().unwrap().status(), 403, "{route:?}");
        let from_nowhere = server.request(route.method, &path);
        assert_eq!(from_nowhere.send().unwrap().status(), 403, "{route:?}");
    }
}
