//! Stored rulings: page, formats, embed, oEmbed, short code, objections.

use std::sync::OnceLock;

use arbiter::store::{Db, NewRuling};
use arbiter::web::{Rates, Site};
use serde_json::{Value, json};

use super::server::Server;

const HOSTILE: &str =
    "<script>alert(1)</script>[/quote][url=javascript:alert(2)]x[/url]`](http://x) \u{202e}";

/// A stored ruling on a board with hostile names.
fn stored() -> &'static Value {
    static STORED: OnceLock<Value> = OnceLock::new();
    STORED.get_or_init(|| {
        let server = Server::shared();
        let long = "x".repeat(300);
        let board = json!({
            "title": HOSTILE,
            "question": HOSTILE,
            "unit": [
                { "id": "a", "side": "dark", "name": HOSTILE, "power": 4, "speed": 50, "health": 5, "text": [HOSTILE] },
                { "id": "d", "side": "light", "name": long, "power": 3, "speed": 40, "health": 5 },
            ],
            "play": [{ "attack": "a", "on": "d" }, { "roll": [6, 4, 2, 1] }],
        });
        let request = server.request("POST", "/api/v1/rulings").header("origin", server.origin());
        let response = request.body(board.to_string()).send().unwrap();
        assert_eq!(response.status(), 201);
        response.json().unwrap()
    })
}

fn id() -> &'static str {
    stored()["id"].as_str().unwrap()
}

#[test]
fn the_page_begins_with_the_verdict_sentence() {
    let server = Server::shared();
    let page = server.page(&format!("/r/{}", id()));
    let summary = stored()["ruling"]["verdict"]["summary"].as_str().unwrap();
    // Marks that turn the direction of writing are taken out of what people typed.
    let summary = summary.replace('\u{202e}', "");
    let heading = page.text("h1").replace('\u{a0}', " ");
    assert_eq!(
        heading,
        summary.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let anchors = page.attributes(".step", "id");
    assert_eq!(
        anchors.len(),
        stored()["ruling"]["steps"].as_array().unwrap().len()
    );
    assert_eq!(anchors[0], "s1");
}

#[test]
fn hostile_names_are_inert_on_every_page() {
    let server = Server::shared();
    for path in ["", "/rerun", "/wrong", "/embed"] {
        let page = server.page(&format!("/r/{}{path}", id()));
        assert_eq!(page.count("script:not([src])"), 0, "{path}");
        assert_eq!(page.count("[href^=javascript]"), 0, "{path}");
    }
    assert_eq!(server.page(&format!("/table/{}", id())).count("script"), 0);
}

#[test]
fn link_previews_are_complete_and_early() {
    let server = Server::shared();
    let html = server.get(&format!("/r/{}", id())).text().unwrap();
    let early: String = html.chars().take(16_000).collect();
    for needed in [
        "og:title",
        "og:image",
        "og:description",
        "application/json+oembed",
        "rel=\"canonical\"",
        "</head>",
    ] {
        assert!(early.contains(needed), "{needed}");
    }
    let page = server.page(&format!("/r/{}", id()));
    let description = page
        .attributes("meta[name=description]", "content")
        .remove(0);
    assert!(
        (50..=200).contains(&description.chars().count()),
        "{description}"
    );
}

#[test]
fn every_format_is_served_with_its_type() {
    let server = Server::shared();
    for (ending, kind) in [
        ("json", "application/json"),
        ("md", "text/markdown; charset=utf-8"),
        ("bbcode", "text/plain; charset=utf-8"),
        ("txt", "text/plain; charset=utf-8"),
        ("html", "text/html; charset=utf-8"),
        ("svg", "image/svg+xml"),
        ("png", "image/png"),
    ] {
        let response = server.get(&format!("/r/{}.{ending}", id()));
        assert_eq!(response.status(), 200, "{ending}");
        assert_eq!(response.headers()["content-type"], kind, "{ending}");
        assert_eq!(
            response.headers()["access-control-allow-origin"],
            "*",
            "{ending}"
        );
        assert!(response.headers().contains_key("etag"), "{ending}");
        let policy = response.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("sandbox"),
            "{ending}: {policy}"
        );
    }
    assert_eq!(
        server.get("/r/aaaaaaaaaaaaaaaa.json").headers()["content-type"],
        "application/problem+json"
    );
}

#[test]
fn only_the_embed_may_be_framed_and_it_runs_no_script() {
    let server = Server::shared();
    let embed = server.get(&format!("/r/{}/embed?theme=dark", id()));
    let policy = embed.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        policy.contains("frame-ancestors *") && !policy.contains("script-src"),
        "{policy}"
    );
    assert!(!embed.headers().contains_key("x-frame-options"));
    assert!(!embed.headers().contains_key("set-cookie"));
    let page = server.page(&format!("/r/{}/embed?theme=dark", id()));
    assert_eq!(page.attributes("html", "data-theme"), ["dark"]);
    assert_eq!(page.count("script"), 0);
    let odd = server.page(&format!("/r/{}/embed?theme=%22onload%3D", id()));
    assert_eq!(odd.attributes("html", "data-theme"), ["auto"]);
}

#[test]
fn oembed_answers_for_our_own_addresses() {
    let server = Server::shared();
    let address = format!("{}/r/{}", server.origin(), id());
    let answer = server.json(&format!("/api/v1/oembed?url={address}&maxwidth=320"));
    assert_eq!(answer["type"], "rich");
    assert_eq!(answer["width"], 320);
    assert!(answer["html"].as_str().unwrap().contains("/embed"));
    assert_eq!(
        server
            .get("/api/v1/oembed?url=https://elsewhere.example/r/x")
            .status(),
        404
    );
    assert_eq!(
        server
            .get(&format!("/api/v1/oembed?url={address}&format=xml"))
            .status(),
        501
    );
    assert_eq!(server.get("/api/v1/oembed").status(), 400);
}

#[test]
fn a_short_code_leads_to_the_ruling() {
    let server = Server::shared();
    let code = stored()["short_code"].as_str().unwrap();
    let place = format!("/r/{}", id());
    for path in [
        format!("/go/{code}"),
        format!("/go?code={}", code.to_lowercase()),
    ] {
        let response = server.get(&path);
        assert_eq!(response.status(), 303, "{path}");
        assert_eq!(response.headers()["location"], place.as_str());
    }
    assert_eq!(server.get("/go/ZZZZZZ").status(), 404);
    assert_eq!(server.get("/go/%3Cscript%3E").status(), 404);
}

#[test]
fn the_share_panel_shows_each_format_and_its_length() {
    let server = Server::shared();
    for format in ["bbcode", "md", "html", "txt", "embed"] {
        let page = server.page(&format!("/r/{}?as={format}&length=full", id()));
        assert!(!page.text("#out").is_empty(), "{format}");
        assert_eq!(page.attributes("#fmt option[selected]", "value"), [format]);
    }
}

#[test]
fn an_objection_reaches_the_judges_with_step_and_board() {
    let server = Server::shared();
    let path = format!("/r/{}/wrong", id());
    let post = |fields: &[(&str, &str)]| server.form(&path, fields);
    assert_eq!(post(&[("question", "")]).status(), 422);
    let sent = post(&[
        ("question", "The second die should not count."),
        ("step", "3"),
        ("author", "A player"),
    ]);
    assert_eq!(sent.status(), 303);
    let place = sent.headers()["location"].to_str().unwrap().to_owned();
    assert!(
        server
            .page(&place)
            .text("[role=status]")
            .starts_with("Thank you")
    );
}

#[test]
fn todays_rules_agree_with_what_was_stored_today() {
    let page = Server::shared().page(&format!("/r/{}/rerun", id()));
    assert_eq!(page.text("#h-cmp"), "Today’s rules agree at every step");
}

/// A ruling as an older engine gave it: the one of today, but its second step placed other damage.
fn older(today: &Value) -> NewRuling {
    let mut ruling = today["ruling"].clone();
    let steps = ruling["steps"].as_array_mut().unwrap();
    steps[1]["side"] = json!("light");
    ruling["verdict"]["summary"] = json!("It was said otherwise then.");
    // The card it names is in no catalogue any more: a link lives longer than a set file.
    let input = today["situation"].to_string();
    let input = input.replace("Grand Inquisitor (E)", "Vanished Inquisitor (E)");
    NewRuling {
        resolved: json!({ "only": "for its address" }),
        input: serde_json::from_str(&input).unwrap(),
        title: String::new(),
        edition: "2018".to_owned(),
        engine_version: "0.0.1".to_owned(),
        rules_version: "an older rulebook".to_owned(),
        verdict: "ruled".to_owned(),
        summary: "It was said otherwise then.".to_owned(),
        cards: Vec::new(),
        keywords: Vec::new(),
        ruling,
    }
}

#[test]
fn an_old_ruling_is_shown_as_given_and_says_where_today_differs() {
    let server = Server::shared();
    let board = json!({
        "unit": [
            { "id": "a", "side": "dark", "card": "Grand Inquisitor (E)" },
            { "id": "d", "side": "light", "card": "Ahsoka Tano (H)" },
        ],
        "play": [{ "attack": "a", "on": "d" }, { "roll": [6, 4, 2, 1, 1] }],
    });
    let board = board.to_string();
    let request = server
        .request("POST", "/api/v1/rulings")
        .header("origin", server.origin());
    let today: Value = request.body(board).send().unwrap().json().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arbiter.sqlite");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let stored = runtime.block_on(async {
        let db = Db::open(&file).await.unwrap();
        db.store_ruling(&older(&today)).await.unwrap()
    });
    drop(runtime);
    let later = Server::start_over(folder, Rates::OPEN, Site::default());
    let page = later.page(&format!("/r/{}", stored.id.as_str()));
    assert_eq!(page.text("h1"), "It was said otherwise then.");
    assert!(
        page.text("#h-today").starts_with("Today’s rules"),
        "{}",
        page.text("#h-today")
    );
    let link = page.attributes("section[aria-labelledby=h-today] a", "href");
    assert_eq!(link[0], "#s2");
    let again = later.page(&format!("/r/{}/rerun", stored.id.as_str()));
    assert!(
        again.text("#h-cmp").contains("step 2"),
        "{}",
        again.text("#h-cmp")
    );
}
