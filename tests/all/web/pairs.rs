//! The pages of two keywords.

use arbiter::pairs;
use arbiter::rulebook::Keyword;

use super::server::Server;

#[test]
fn a_pair_answers_first_and_shows_its_board() {
    let page = Server::shared().page("/k/ferocity/with/parry");
    assert_eq!(page.text("h1"), "Ferocity with Parry");
    assert!(page.text(".lead").contains("Parry does nothing"));
    assert_eq!(page.count("[aria-labelledby='h-out'] dt"), 4);
    assert!(page.count("[aria-labelledby='h-steps'] details") > 0);
}

#[test]
fn clauses_that_speak_of_both_are_shown() {
    let page = Server::shared().page("/k/accuracy/with/armor");
    let clauses = page.attributes("[aria-labelledby='h-law'] li.clause", "id");
    assert!(clauses.contains(&"accuracy.3".to_owned()));
}

#[test]
fn the_other_order_leads_to_the_page() {
    let response = Server::shared().get("/k/parry/with/ferocity");
    assert_eq!(response.status(), 308);
    assert_eq!(response.headers()["location"], "/k/ferocity/with/parry");
    let careless = Server::shared().get("/k/Parries/with/Critical%20Hits");
    assert_eq!(careless.headers()["location"], "/k/critical-hit/with/parry");
}

#[test]
fn an_unknown_keyword_is_told_the_nearest() {
    let page = Server::shared().error_page("/k/parry/with/evad", 404);
    let near = page.attributes("main a", "href");
    assert!(near.contains(&"/k/evade".to_owned()));
}

#[test]
fn the_board_of_a_pair_opens_at_the_desk() {
    let server = Server::shared();
    let response = server.form("/judge", &[("pair", "ferocity parry")]);
    assert_eq!(response.status(), 303);
    let desk = response.headers()["location"].to_str().unwrap().to_owned();
    assert!(desk.starts_with("/judge/"));
    assert!(server.get(&desk).text().unwrap().contains("Ferocity"));
}

#[test]
fn a_keyword_leads_to_every_pair_it_is_in() {
    let page = Server::shared().page("/k/parry");
    let links = page.attributes("[aria-labelledby='h-int'] a", "href");
    let parry = Keyword::from_slug("parry").unwrap();
    for other in Keyword::all() {
        let [a, b] = pairs::ordered(parry, other);
        let href = format!("/k/{}/with/{}", a.slug(), b.slug());
        assert!(links.contains(&href), "{href}");
    }
}
