//! Security headers, entity tags, immutable assets, compressed size.

use arbiter::store::Role;
use arbiter::web::{Kind, ROUTES, Rates, Who};

use super::server::Server;

#[test]
fn every_answer_has_the_security_headers() {
    let server = Server::shared();
    for path in [
        "/",
        "/k/parry",
        "/nowhere",
        "/api/v1/keywords",
        "/api/v1/nowhere",
        "/healthz",
    ] {
        let response = server.get(path);
        let headers = response.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(
            headers["referrer-policy"], "strict-origin-when-cross-origin",
            "{path}"
        );
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'"), "{path}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
    }
}

#[test]
fn pages_have_no_inline_script_or_style_and_load_nothing_from_elsewhere() {
    let server = Server::start(Rates::OPEN);
    server.add_judge("head", Role::Head);
    let session = server.sign_in("head");
    for route in ROUTES
        .iter()
        .filter(|r| r.kind == Kind::Page && r.method == "GET" && !r.path.contains('{'))
    {
        let page = match route.who {
            Who::Judge | Who::HeadJudge => session.page(route.path),
            Who::Anyone | Who::OwnPageOrToken => server.page(route.path),
        };
        assert_eq!(
            page.count("style, [style], script:not([src])"),
            0,
            "{}",
            route.path
        );
        for loaded in page
            .attributes("script, link[rel=stylesheet], link[rel=icon]", "src")
            .into_iter()
            .chain(page.attributes("link[rel=stylesheet], link[rel=icon]", "href"))
        {
            assert!(loaded.starts_with("/assets/"), "{}: {loaded}", route.path);
        }
        for name in ["onclick", "onload", "onsubmit", "onerror"] {
            assert_eq!(page.count(&format!("[{name}]")), 0, "{}", route.path);
        }
    }
}

#[test]
fn a_page_that_the_visitor_has_is_not_sent_again() {
    let server = Server::shared();
    let first = server.get("/k/parry");
    let tag = first.headers()["etag"].clone();
    let again = server
        .request("GET", "/k/parry")
        .header("if-none-match", &tag)
        .send()
        .unwrap();
    assert_eq!(again.status(), 304);
    assert_eq!(again.headers()["etag"], tag);
    // A policy here would take the place of the page's own.
    assert!(!again.headers().contains_key("content-security-policy"));
    let other = server
        .request("GET", "/k/evade")
        .header("if-none-match", &tag)
        .send()
        .unwrap();
    assert_eq!(other.status(), 200);
}

#[test]
fn assets_are_immutable_under_their_hashed_name() {
    let server = Server::shared();
    for path in server.page("/").attributes("link[rel=stylesheet]", "href") {
        let response = server.get(&path);
        assert_eq!(response.status(), 200);
        assert_eq!(
            response.headers()["cache-control"],
            "public, max-age=31536000, immutable"
        );
        assert_eq!(
            response.headers()["content-type"],
            "text/css; charset=utf-8"
        );
    }
    assert_eq!(server.get("/assets/app.css").status(), 404);
    assert_eq!(server.get("/assets/..%2f..%2fCargo.toml").status(), 404);
}

#[test]
fn the_first_view_is_small() {
    let server = Server::shared();
    let size = |path: &str| {
        let request = server.request("GET", path).header("accept-encoding", "br");
        request.send().unwrap().bytes().unwrap().len()
    };
    let shared: usize = server
        .page("/")
        .attributes("link[rel=stylesheet]", "href")
        .iter()
        .map(|p| size(p))
        .sum();
    for path in ["/", "/k/parry", "/rules/4", "/rules/attack"] {
        let total = shared + size(path);
        assert!(total <= 30 * 1024, "{path}: {total} bytes");
    }
}
