//! Who may use which route: the whole list against everybody, so that a route without a row here
//! cannot be added.

use std::collections::BTreeSet;

use arbiter::store::{Actor, Role};
use arbiter::web::{Kind, ROUTES, Rates};
use reqwest::blocking::Response;

use super::server::{Server, location};

/// Whom a route lets in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Open {
    /// Everybody.
    All,
    /// From our own pages everybody; from elsewhere a token that is not revoked.
    Token,
    /// A judge's session.
    Judges,
    /// A head judge's session.
    Heads,
}

use Open::{All, Heads, Judges, Token};

/// Every route of the service. The patterns are written out, for a test that reads its expectation
/// from what it tests would expect anything.
const TABLE: &[(&str, &str, Open)] = &[
    ("GET", "/", All),
    ("GET", "/ask", All),
    ("GET", "/k", All),
    ("GET", "/k/{keyword}", All),
    ("GET", "/k/{a}/with/{b}", All),
    ("GET", "/rules", All),
    ("GET", "/rules/attack", All),
    ("GET", "/rules/11/{number}", All),
    ("GET", "/rules/{chapter}", All),
    ("GET", "/rulings", All),
    ("GET", "/rulings/{slug}", All),
    ("GET", "/rulings/{slug}/history", All),
    ("GET", "/rulings.atom", All),
    ("GET", "/propose", All),
    ("POST", "/propose", All),
    ("GET", "/about", All),
    ("GET", "/c/{card}", All),
    ("GET", "/sets", All),
    ("GET", "/sets/{set}", All),
    ("GET", "/api/v1/cards", All),
    ("GET", "/api/v1/cards/{id}", All),
    ("GET", "/api/v1/bulk/cards.json", All),
    ("GET", "/api/v1/bulk/keywords.json", All),
    ("GET", "/api/v1/bulk/clauses.json", All),
    ("GET", "/api/v1/ask", All),
    ("GET", "/api/v1/search", All),
    ("GET", "/api/v1/suggest", All),
    ("GET", "/judge", All),
    ("POST", "/judge", All),
    ("GET", "/judge/{id}", All),
    ("POST", "/judge/{id}", All),
    ("GET", "/judge/{id}/edit", All),
    ("POST", "/judge/{id}/edit", All),
    ("GET", "/r/{id}.json", All),
    ("GET", "/r/{id}.md", All),
    ("GET", "/r/{id}.bbcode", All),
    ("GET", "/r/{id}.txt", All),
    ("GET", "/r/{id}.html", All),
    ("GET", "/r/{id}.svg", All),
    ("GET", "/r/{id}.png", All),
    ("GET", "/r/{id}/qr.svg", All),
    ("GET", "/r/{id}/embed", All),
    ("GET", "/r/{id}/rerun", All),
    ("GET", "/r/{id}/wrong", All),
    ("POST", "/r/{id}/wrong", All),
    ("GET", "/r/{id}", All),
    ("GET", "/table/{id}", All),
    ("GET", "/go", All),
    ("GET", "/go/{code}", All),
    ("POST", "/api/v1/judge", All),
    ("OPTIONS", "/api/v1/judge", All),
    ("POST", "/api/v1/rulings", Token),
    ("GET", "/api/v1/rulings/{id}", All),
    ("GET", "/api/v1/keywords", All),
    ("GET", "/api/v1/clauses/{id}", All),
    ("GET", "/api/v1/suggest/cards", All),
    ("GET", "/api/v1/oembed", All),
    ("GET", "/api/v1/openapi.json", All),
    ("GET", "/rules/odds", All),
    ("GET", "/rulings/{slug}/odds", All),
    ("GET", "/judge/{id}/odds", All),
    ("GET", "/r/{id}/odds", All),
    ("POST", "/api/v1/odds", All),
    ("OPTIONS", "/api/v1/odds", All),
    ("GET", "/sw.js", All),
    ("GET", "/pack.json", All),
    ("GET", "/offline", All),
    ("GET", "/api/v1/bulk/rulings.json", All),
    ("GET", "/login", All),
    ("POST", "/login", All),
    ("POST", "/logout", All),
    ("GET", "/judges", Judges),
    ("GET", "/judges/proposals", Judges),
    ("GET", "/judges/proposals/{id}", Judges),
    ("POST", "/judges/proposals/{id}", Judges),
    ("GET", "/judges/write", Judges),
    ("POST", "/judges/write", Judges),
    ("GET", "/rulings/{slug}/edit", Judges),
    ("POST", "/rulings/{slug}/edit", Judges),
    ("GET", "/rulings/{slug}/review", Judges),
    ("POST", "/rulings/{slug}/approve", Judges),
    ("POST", "/rulings/{slug}/supersede", Judges),
    ("POST", "/rulings/{slug}/hide", Heads),
    ("POST", "/r/{id}/hide", Heads),
    ("GET", "/judges/authorities", Judges),
    ("POST", "/judges/authorities", Heads),
    ("GET", "/judges/tokens", Judges),
    ("POST", "/judges/tokens", Judges),
    ("POST", "/judges/tokens/{id}/revoke", Judges),
    ("GET", "/judges/accounts", Heads),
    ("POST", "/judges/accounts/{login}/disable", Heads),
    ("GET", "/judges/log", Heads),
    ("GET", "/judges/imports", Judges),
    ("GET", "/drift", Judges),
    ("POST", "/drift", Judges),
    ("GET", "/assets/{file}", All),
    ("GET", "/favicon.ico", All),
    ("GET", "/robots.txt", All),
    ("GET", "/healthz", All),
    ("GET", "/readyz", All),
    ("GET", "/metrics", All),
];

#[test]
fn every_route_has_a_row_and_every_row_a_route() {
    let routes: BTreeSet<_> = ROUTES.iter().map(|r| (r.method, r.path)).collect();
    let rows: BTreeSet<_> = TABLE.iter().map(|(m, p, _)| (*m, *p)).collect();
    let without_row: Vec<_> = routes.difference(&rows).collect();
    let without_route: Vec<_> = rows.difference(&routes).collect();
    assert!(
        without_row.is_empty(),
        "say in TABLE who may use {without_row:?}"
    );
    assert!(without_route.is_empty(), "{without_route:?} is gone");
}

/// Who asks: with which headers, and what he counts as.
struct Visitor {
    name: &'static str,
    headers: Vec<(&'static str, String)>,
    session: Option<Role>,
    token: bool,
}

fn cookie_of(cookie: &str) -> Vec<(&'static str, String)> {
    vec![("cookie", cookie.to_owned())]
}

fn bearer(token: &str) -> Vec<(&'static str, String)> {
    vec![("authorization", format!("Bearer {token}"))]
}

fn visitors(server: &Server) -> Vec<Visitor> {
    let (ann, head) = (
        server.add_judge("ann", Role::Judge),
        server.add_judge("head", Role::Head),
    );
    let gone = server.add_judge("gone", Role::Head);
    let (session, head_session) = (server.sign_in("ann"), server.sign_in("head"));
    let closed = server.sign_in("gone");
    let tokens = server.with_db(async |db| {
        let good = db.add_token(&ann, "good").await.unwrap();
        let revoked = db.add_token(&head, "revoked").await.unwrap();
        let entry = db.tokens(&head).await.unwrap().remove(0);
        db.revoke_token(&head, entry.id).await.unwrap();
        let shut = db.add_token(&gone, "shut").await.unwrap();
        db.disable_judge("gone", &Actor::operator()).await.unwrap();
        [good, revoked, shut].map(|secret| secret.reveal().to_owned())
    });
    let visitor = |name, headers, session, token| Visitor {
        name,
        headers,
        session,
        token,
    };
    let [good, revoked, shut] = tokens;
    vec![
        visitor("anonymous", Vec::new(), None, false),
        visitor(
            "a judge",
            cookie_of(&session.cookie),
            Some(Role::Judge),
            false,
        ),
        visitor(
            "a head judge",
            cookie_of(&head_session.cookie),
            Some(Role::Head),
            false,
        ),
        visitor("a disabled judge", cookie_of(&closed.cookie), None, false),
        visitor(
            "an invented session",
            cookie_of("arbiter_session=00ff"),
            None,
            false,
        ),
        visitor("a token", bearer(&good), None, true),
        visitor("a revoked token", bearer(&revoked), None, false),
        visitor("a token of a disabled judge", bearer(&shut), None, false),
    ]
}

/// The word of the refusal; `None` where the handler itself answered.
fn refusal(response: Response) -> Option<&'static str> {
    if location(&response).starts_with("/login?to=") {
        return Some("sign in");
    }
    let text = response.text().unwrap();
    [
        "not-signed-in",
        "head-judges-only",
        "no-token",
        "cross-site",
    ]
    .into_iter()
    .find(|code| text.contains(code))
}

fn expected(open: Open, method: &str, own_page: bool, visitor: &Visitor) -> Option<&'static str> {
    let sign_in = if matches!(method, "GET" | "HEAD") {
        "sign in"
    } else {
        "not-signed-in"
    };
    match (open, visitor.session) {
        (All, _) | (Judges, Some(_)) | (Heads, Some(Role::Head)) => None,
        (Token, _) if own_page || visitor.token => None,
        (Token, _) => Some("no-token"),
        (Judges | Heads, None) => Some(sign_in),
        (Heads, Some(Role::Judge)) => Some("head-judges-only"),
    }
}

#[test]
fn every_route_lets_in_whom_the_table_says_and_nobody_else() {
    let server = Server::start(Rates::OPEN);
    let visitors = visitors(&server);
    let kind = |method: &str, path: &str| {
        let route = ROUTES.iter().find(|r| r.method == method && r.path == path);
        route.unwrap().kind
    };
    for (method, pattern, open) in TABLE {
        // Signing out ends the session the rest of the table needs; it has tests of its own.
        if *pattern == "/logout" {
            continue;
        }
        let path = fill(pattern);
        let is_page = kind(method, pattern) == Kind::Page;
        for visitor in &visitors {
            for own_page in [true, false] {
                // From elsewhere an unsafe method never reaches a page, whoever it is.
                let foreign = !own_page && is_page && *method == "POST";
                let mut request = server.request(method, &path);
                for (name, value) in &visitor.headers {
                    request = request.header(*name, value);
                }
                let site = if own_page {
                    "same-origin"
                } else {
                    "cross-site"
                };
                request = request.header("sec-fetch-site", site);
                if *method == "POST" {
                    request = request
                        .header("content-type", "application/x-www-form-urlencoded")
                        .body("");
                }
                let got = refusal(request.send().unwrap());
                let wanted = if foreign {
                    Some("cross-site")
                } else {
                    expected(*open, method, own_page, visitor)
                };
                assert_eq!(
                    got, wanted,
                    "{method} {path} by {}, own page: {own_page}",
                    visitor.name
                );
            }
        }
    }
}

#[test]
fn no_spelling_of_an_address_leads_around_the_check() {
    let server = Server::shared();
    for path in [
        "/%6audges",
        "/judges/",
        "/judges/%74okens",
        "/%6a%75dges/log",
        "/rulings/x/%65dit",
    ] {
        for method in ["GET", "HEAD"] {
            let response = server.request(method, path).send().unwrap();
            assert!(
                response.status() == 303 || response.status() == 404,
                "{path}"
            );
            assert!(
                response.status() == 404 || location(&response).starts_with("/login?to="),
                "{method} {path}"
            );
        }
    }
    let sneaked = server
        .request("POST", "/%6audges/tokens")
        .header("sec-fetch-site", "cross-site")
        .send()
        .unwrap();
    assert_eq!(sneaked.status(), 403);
}

/// A path for the pattern: numbers where it wants numbers, else a word.
fn fill(pattern: &str) -> String {
    pattern
        .replace("{id}", "1")
        .replace("{number}", "1")
        .replace("{chapter}", "1")
        .replace(['{', '}'], "")
}
