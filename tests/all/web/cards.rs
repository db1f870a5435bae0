//! Card pages, sets, and what programs get of cards.

use super::server::Server;

#[test]
fn a_card_shows_its_lines_as_they_are_read() {
    let page = Server::shared().page("/c/ahsoka-tano-h");
    assert_eq!(page.text("h1"), "Ahsoka Tano (H)");
    let lines = page.texts(".card-lines > li");
    assert!(lines.len() > 1);
    assert!(
        lines
            .iter()
            .all(|l| l.contains("Read as") || l.contains("Not modelled")),
        "{lines:#?}"
    );
    let labels = page.texts("article section > p.small.soft");
    assert!(
        labels
            .iter()
            .any(|l| l.starts_with("Shown because its text has"))
    );
}

#[test]
fn a_card_lists_the_rulings_it_takes_part_in_and_those_of_its_keywords() {
    let page = Server::shared().page("/c/ahsoka-tano-h");
    assert!(page.count("[aria-labelledby=h-prec] li") > 0);
    assert!(page.count(".of-keyword") > 1);
    for href in page.attributes(".of-keyword h2 a", "href") {
        assert!(href.starts_with("/k/"), "{href}");
    }
}

#[test]
fn a_name_written_otherwise_leads_to_the_card_and_an_unknown_one_to_the_nearest() {
    let server = Server::shared();
    let response = server.get("/c/Ahsoka%20Tano%20(H)");
    assert_eq!(response.status(), 303);
    assert_eq!(response.headers()["location"], "/c/ahsoka-tano-h");
    let page = server.error_page("/c/nom-annor", 404);
    assert!(
        page.attributes("main a", "href")
            .iter()
            .any(|href| href.starts_with("/c/nom-anor"))
    );
    let response = server.get("/api/v1/cards/nom-annor");
    assert_eq!(response.status(), 404);
    let problem: serde_json::Value = response.json().unwrap();
    assert_eq!(problem["code"], "unknown-card");
    assert!(problem["suggestions"].as_array().unwrap().len() > 1);
}

#[test]
fn every_set_lists_its_cards_and_every_card_has_a_page() {
    let server = Server::shared();
    let sets = server.page("/sets").attributes("main .list a", "href");
    assert!(!sets.is_empty());
    let mut cards = 0;
    for set in sets {
        let page = server.page(&set);
        let hrefs = page.attributes("main .list a", "href");
        cards += hrefs.len();
        for href in hrefs.iter().take(2) {
            server.page(href);
        }
    }
    let known = server.json("/api/v1/cards?limit=1")["total"]
        .as_u64()
        .unwrap();
    assert!(cards as u64 >= known);
    assert_eq!(
        server.error_page("/sets/nowhere", 404).text("code"),
        "unknown-set"
    );
}

#[test]
fn programs_get_cards_one_by_one_by_name_and_all_at_once() {
    let server = Server::shared();
    let one = server.json("/api/v1/cards/ahsoka-tano-h");
    assert_eq!(one["card"]["name"], "Ahsoka Tano (H)");
    assert!(one["lines"].as_array().unwrap().len() > 1);
    assert!(one["keywords"].as_array().unwrap().len() > 1);
    let named = server.json("/api/v1/cards?q=ahsoka+h");
    assert_eq!(named["cards"][0]["id"], "ahsoka-tano-h");
    let first = server.json("/api/v1/cards?limit=2");
    let second = server.json("/api/v1/cards?limit=1&skip=1");
    assert_eq!(first["cards"][1], second["cards"][0]);
    let all = server.json("/api/v1/bulk/cards.json");
    assert_eq!(all["count"], first["total"]);
    assert_eq!(
        all["cards"].as_array().unwrap().len() as u64,
        all["count"].as_u64().unwrap()
    );
}

#[test]
fn bulk_files_are_sent_once_and_may_be_read_from_anywhere() {
    let server = Server::shared();
    for table in ["cards", "keywords", "clauses"] {
        let path = format!("/api/v1/bulk/{table}.json");
        let response = server.get(&path);
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()["access-control-allow-origin"], "*");
        let tag = response.headers()["etag"].to_str().unwrap().to_owned();
        let rows: serde_json::Value = response.json().unwrap();
        assert!(rows[table].as_array().unwrap().len() > 10, "{table}");
        let again = server
            .request("GET", &path)
            .header("if-none-match", &tag)
            .send()
            .unwrap();
        assert_eq!(again.status(), 304, "{path}");
        assert_eq!(again.headers()["etag"].to_str().unwrap(), tag);
    }
}

#[test]
fn cards_are_linked_where_they_are_named() {
    let server = Server::shared();
    let links = |path: &str, selector: &str| server.page(path).attributes(selector, "href");
    assert!(
        links("/k/evade", "[aria-labelledby=h-cards] a")
            .iter()
            .all(|href| href.starts_with("/c/") || href.starts_with("/ask"))
    );
    assert_eq!(links("/ask?q=ahsoka+h", "aside a")[0], "/c/ahsoka-tano-h");
    let ruling = "/rulings/ahsoka-attacks-the-inquisitor";
    assert!(
        links(ruling, ".board .name a")
            .iter()
            .all(|h| h.starts_with("/c/"))
    );
    assert!(!links(ruling, ".board .name a").is_empty());
}
