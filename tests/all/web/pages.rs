//! The pages of the rulebook.

use arbiter::rulebook::{Keyword, rulebook};
use arbiter::rules::window::ATTACK;

use super::server::Server;

#[test]
fn every_keyword_has_a_page_with_all_its_clauses() {
    let server = Server::shared();
    for keyword in Keyword::all() {
        let page = server.page(&format!("/k/{}", keyword.slug()));
        assert_eq!(page.text("h1"), keyword.name());
        let shown = page.attributes("li.clause", "id");
        let clauses: Vec<&str> = keyword
            .entry()
            .clauses
            .iter()
            .map(|id| id.as_str())
            .collect();
        assert_eq!(shown, clauses, "{}", keyword.slug());
        assert_eq!(
            page.count("li.clause .prov"),
            clauses.len(),
            "each clause says what it rests on"
        );
    }
}

#[test]
fn former_and_careless_names_lead_to_the_keyword() {
    let server = Server::shared();
    let response = server.get("/k/Critical%20Hits");
    assert_eq!(response.status(), 308);
    assert_eq!(response.headers()["location"], "/k/critical-hit");
    let page = server.error_page("/k/pary", 404);
    assert!(
        page.attributes("main a", "href")
            .contains(&"/k/parry".to_owned())
    );
}

#[test]
fn a_keyword_marks_the_windows_it_acts_in() {
    let page = Server::shared().page("/k/parry");
    assert_eq!(page.texts(".rail .acts b"), ["Damage prevention"]);
    assert_eq!(page.count(".rail li"), ATTACK.len());
}

#[test]
fn both_editions_can_be_read() {
    let server = Server::shared();
    let (old, new) = (
        server.page("/k/parry"),
        server.page("/k/parry?edition=2025"),
    );
    assert_ne!(
        old.text("[id='parry.2'] .law"),
        new.text("[id='parry.2'] .law")
    );
    assert_eq!(
        server.error_page("/k/parry?edition=1999", 422).text("code"),
        "unknown-edition"
    );
}

#[test]
fn every_chapter_shows_every_clause_at_its_anchor() {
    let server = Server::shared();
    for chapter in rulebook().chapters().iter().filter(|c| c.number != 10) {
        let page = server.page(&format!("/rules/{}", chapter.number));
        let ids = page.attributes("main li[id]", "id");
        for clause in &chapter.clauses {
            assert!(ids.iter().any(|id| id == clause.as_str()), "{clause}");
        }
    }
}

#[test]
fn a_clause_id_leads_to_its_place() {
    let server = Server::shared();
    for (id, place) in [
        ("6.4.2", "/rules/6#6.4.2"),
        ("parry.4", "/k/parry#parry.4"),
        ("attack.hits", "/rules/attack#attack.hits"),
    ] {
        let response = server.get(&format!("/rules/{id}"));
        assert_eq!(response.status(), 308, "{id}");
        assert_eq!(response.headers()["location"], place);
    }
    let page = server.error_page("/rules/retalliate.4", 404);
    assert!(
        page.attributes("main a", "href")
            .contains(&"/k/retaliate#retaliate.4".to_owned())
    );
}

#[test]
fn the_attack_page_walks_the_engines_list() {
    let page = Server::shared().page("/rules/attack");
    let names: Vec<&str> = ATTACK.iter().map(|w| w.name).collect();
    assert_eq!(page.texts(".attack h2"), names);
    let ids: Vec<&str> = ATTACK.iter().map(|w| w.clause.as_str()).collect();
    assert_eq!(page.attributes(".attack > li", "id"), ids);
}

#[test]
fn every_page_names_edition_and_rules_version() {
    let server = Server::shared();
    let version = rulebook().version();
    for path in [
        "/",
        "/k",
        "/k/parry",
        "/rules",
        "/rules/4",
        "/rules/attack",
        "/rulings",
        "/about",
    ] {
        let page = server.page(path);
        let edition = page.text(".ed");
        let (_, rules) = edition.split_once("Edition 2018, rules ").unwrap();
        assert!(version.starts_with(rules), "{path}: {edition}");
        assert_eq!(page.count("h1"), 1, "{path}");
        let description = page
            .attributes("meta[name=description]", "content")
            .remove(0);
        assert!(
            (30..=200).contains(&description.chars().count()),
            "{path}: {description}"
        );
    }
}

#[test]
fn links_inside_the_rulebook_lead_somewhere() {
    let server = Server::shared();
    let pages = [
        "/k/parry",
        "/k/deflect",
        "/rules/4",
        "/rules/6",
        "/rules/attack",
    ];
    for path in pages {
        for href in server.page(path).attributes("main a", "href") {
            let (target, anchor) = href.split_once('#').unwrap_or((&href, ""));
            let inside = target.starts_with("/k") || target.starts_with("/rules");
            if !inside {
                continue;
            }
            let page = server.page(target);
            assert!(
                anchor.is_empty() || page.count(&format!("[id='{anchor}']")) == 1,
                "{path}: {href}"
            );
        }
    }
}

#[test]
fn what_a_visitor_types_is_escaped() {
    let server = Server::shared();
    let page = server.page("/rulings?card=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
    assert_eq!(page.count("main script"), 0);
    assert_eq!(
        page.attributes("#card", "value"),
        ["\"><script>alert(1)</script>"]
    );
    let page = server.error_page("/k/%3Cimg%20src=x%20onerror=alert(1)%3E", 404);
    assert_eq!(page.count("main img"), 0);
}

#[test]
fn the_list_of_rulings_comes_in_pages() {
    let server = Server::shared();
    let links = |page: &super::server::Page| page.attributes("ul.kinds h3 a", "href");
    let first = server.page("/rulings");
    assert_eq!(links(&first).len(), 50);
    let next = first.attributes("nav.pages a[rel=next]", "href");
    assert_eq!(next, ["/rulings?page=2"]);
    let second = server.page(&next[0]);
    assert!(
        links(&second)
            .iter()
            .all(|href| !links(&first).contains(href))
    );
    assert_eq!(
        second.attributes("nav.pages a[rel=prev]", "href"),
        ["/rulings?page=1"]
    );
    // Every ruling stands on one page, and the filter is kept.
    let mut at = "/rulings?keyword=parry&status=&card=&page=1".to_owned();
    let mut seen = std::collections::BTreeSet::new();
    loop {
        let page = server.page(&at);
        for href in links(&page) {
            assert!(seen.insert(href.clone()), "{href} stands twice");
        }
        match page.attributes("nav.pages a[rel=next]", "href").pop() {
            Some(next) => {
                assert!(next.starts_with("/rulings?keyword=parry&page="), "{next}");
                at = next;
            }
            None => break,
        }
    }
    let told = server.page("/rulings?keyword=parry").text("p[role=status]");
    assert!(told.starts_with(&format!("{} of ", seen.len())), "{told}");
    let last = server.page("/rulings?page=9999");
    assert_eq!(last.count("nav.pages a[rel=next]"), 0);
    assert!(!links(&last).is_empty());
    server.error_page("/rulings?page=x", 422);
    server.error_page("/rulings?page=0", 422);
}

#[test]
fn without_published_rulings_the_first_page_calls_precedents_so() {
    let page = Server::shared().page("/");
    assert_eq!(page.text("#h-new"), "Some precedents");
    assert_eq!(
        page.count("section[aria-labelledby=h-new] .badge.status"),
        0
    );
}
