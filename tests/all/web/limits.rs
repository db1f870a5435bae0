//! Limits on bytes and on requests.

use arbiter::web::Rates;

use super::server::Server;

#[test]
fn who_asks_too_often_waits() {
    let server = Server::start(Rates {
        read: 3,
        ..Rates::OPEN
    });
    for _ in 0..3 {
        assert_eq!(server.get("/api/v1/keywords").status(), 200);
    }
    let refused = server.get("/api/v1/keywords");
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    let problem: serde_json::Value = refused.json().unwrap();
    assert_eq!(problem["code"], "too-many-requests");
    assert_eq!(server.error_page("/", 429).text("h1"), "Too many requests");
    assert_eq!(
        server.get("/healthz").status(),
        200,
        "machinery is not limited"
    );
}
