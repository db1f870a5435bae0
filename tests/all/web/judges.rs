//! Signing in and out, and what may not be done with it.

use arbiter::store::{Actor, Role};
use arbiter::web::Rates;

use super::server::{PASSWORD, Server, cookie, location};

#[test]
fn a_judge_signs_in_and_out_and_the_old_session_is_worth_nothing() {
    let server = Server::start(Rates::OPEN);
    server.add_judge("ann", Role::Judge);
    let response = server.get("/judges/tokens?x=1");
    assert_eq!(location(&response), "/login?to=%2Fjudges%2Ftokens%3Fx%3D1");
    let fields = [
        ("login", "Ann "),
        ("password", PASSWORD),
        ("to", "/judges/tokens?x=1"),
    ];
    let response = server.form("/login", &fields);
    assert_eq!(location(&response), "/judges/tokens?x=1");
    let set = response.headers()["set-cookie"].to_str().unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=43200"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.contains("Secure"), "{set}: there is no TLS here");
    let session = server.sign_in("ann");
    let page = session.page("/judges");
    assert!(page.text("main").contains("Judge ann"));
    let stale = session.cookie.clone();
    let left = session.form("/logout", &[]);
    assert_eq!(left.status(), 303);
    assert!(
        left.headers()["set-cookie"]
            .to_str()
            .unwrap()
            .contains("Max-Age=0")
    );
    let replayed = server
        .request("GET", "/judges")
        .header("cookie", stale)
        .send()
        .unwrap();
    assert!(
        location(&replayed).starts_with("/login"),
        "replay after sign-out"
    );
}

#[test]
fn a_session_planted_in_the_browser_never_becomes_a_judges() {
    let server = Server::start(Rates::OPEN);
    server.add_judge("ann", Role::Judge);
    server.add_judge("eve", Role::Judge);
    // Somebody's own session planted in the victim's browser, and one made up.
    let planted = server.sign_in("eve");
    for brought in [planted.cookie.clone(), "arbiter_session=abc".to_owned()] {
        let response = server
            .request("POST", "/login")
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("cookie", &brought)
            .body(format!("login=ann&password={}", PASSWORD.replace(' ', "+")))
            .send()
            .unwrap();
        assert_eq!(response.status(), 303);
        assert_ne!(cookie(&response), brought);
    }
    assert!(
        location(&planted.get("/judges")).starts_with("/login"),
        "it has ended"
    );
}

#[test]
fn attempts_to_sign_in_fail_alike_and_are_limited() {
    let server = Server::start(Rates {
        sign_in: 4,
        ..Rates::OPEN
    });
    server.add_judge("zyx-a", Role::Judge);
    server.add_judge("zyx-b", Role::Judge);
    server.with_db(async |db| db.disable_judge("zyx-b", &Actor::operator()).await.unwrap());
    let mut answers = Vec::new();
    for (login, password) in [("zyx-a", "wrong"), ("zyx-c", "wrong"), ("zyx-b", PASSWORD)] {
        let response = server.form("/login", &[("login", login), ("password", password)]);
        assert_eq!(response.status(), 401, "{login}");
        assert!(!response.headers().contains_key("set-cookie"), "{login}");
        answers.push(response.text().unwrap().replace(login, "LOGIN"));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    assert!(
        !answers[0].contains("wrong"),
        "a password is never shown again"
    );
    server.form("/login", &[("login", "zyx-a"), ("password", "wrong")]);
    let refused = server.form("/login", &[("login", "zyx-a"), ("password", PASSWORD)]);
    assert_eq!(refused.status(), 429, "even the right password waits");
    // Another spelling of the address is the same address.
    assert_eq!(server.form("/%6cogin", &[("login", "zyx-a")]).status(), 429);
}

#[test]
fn disabling_and_resetting_end_sessions() {
    let server = Server::start(Rates::OPEN);
    server.add_judge("ann", Role::Judge);
    server.add_judge("head", Role::Head);
    let session = server.sign_in("ann");
    server.with_db(async |db| {
        db.reset_judge("ann", PASSWORD, &Actor::operator())
            .await
            .unwrap();
    });
    assert!(location(&session.get("/judges")).starts_with("/login"));
    let session = server.sign_in("ann");
    let head = server.sign_in("head");
    assert_eq!(head.form("/judges/accounts/ann/disable", &[]).status(), 303);
    assert!(location(&session.get("/judges")).starts_with("/login"));
    let own = head.form("/judges/accounts/head/disable", &[]);
    assert_eq!(own.status(), 422, "nobody shuts the account he sits in");
    let entries = head.page("/judges/log").texts("main li");
    assert!(
        entries.iter().any(|e| e.contains("judge.disable ann")),
        "{entries:?}"
    );
}

#[test]
fn a_token_stores_from_elsewhere_until_it_is_revoked() {
    let server = Server::start(Rates::OPEN);
    server.add_judge("ann", Role::Judge);
    let session = server.sign_in("ann");
    let made = session.form("/judges/tokens", &[("label", "the bot")]);
    assert_eq!(made.status(), 200);
    let page = super::server::Page::of(made);
    let token = page.text("#token");
    assert!(
        !session.page("/judges/tokens").text("main").contains(&token),
        "shown once"
    );
    let store = || {
        server
            .request("POST", "/api/v1/rulings")
            .header("authorization", format!("Bearer {token}"))
            .header("sec-fetch-site", "cross-site")
            .header("content-type", "application/json")
            .body(r#"{"unit":[{"id":"a","side":"dark","name":"A","power":3,"health":4},{"id":"b","side":"light","name":"B","health":4}],"play":[{"attack":"a","on":"b"},{"roll":[6,5,1]}]}"#)
            .send()
            .unwrap()
            .status()
    };
    assert_eq!(store(), 201);
    let revoke = page.attributes("main li form", "action");
    assert_eq!(session.form(&revoke[0], &[]).status(), 303);
    assert_eq!(store(), 401);
}

#[test]
fn behind_tls_the_cookie_is_secure() {
    use arbiter::web::Site;
    let server = Server::of(
        Rates::OPEN,
        Site {
            url: Some("https://arbiter.example".to_owned()),
            trust_proxy: false,
        },
    );
    server.add_judge("ann", Role::Judge);
    let response = server.form("/login", &[("login", "ann"), ("password", PASSWORD)]);
    let set = response.headers()["set-cookie"].to_str().unwrap();
    assert!(set.contains("Secure"), "{set}");
}

#[test]
fn judges_pages_are_kept_by_no_cache() {
    let server = Server::start(Rates::OPEN);
    server.add_judge("head", Role::Head);
    let session = server.sign_in("head");
    for path in [
        "/judges",
        "/judges/tokens",
        "/judges/write",
        "/judges/accounts",
        "/judges/log",
        "/drift",
    ] {
        let response = session.get(path);
        assert_eq!(
            response.headers()["cache-control"],
            "private, no-store",
            "{path}"
        );
    }
}
