//! The search box: answers, addresses that lead straight there, and queries nobody expects.

use proptest::prelude::*;

use super::server::Server;

#[test]
fn a_question_is_answered_with_the_clause_that_settles_it() {
    let page = Server::shared().page("/ask?q=does+parry+stop+retaliate");
    assert!(page.text(".askgrid").contains("parry.11"));
    assert_eq!(page.count(".answer"), 1);
    assert!(page.count("mark") > 0);
    assert!(page.text("aside").contains("Retaliate"));
}

#[test]
fn a_name_of_several_cards_asks_which_before_anything_else() {
    let server = Server::shared();
    for name in ["maul", "mace", "mace windu", "sith interceptor squad"] {
        let page = server.page(&format!("/ask?q={}", name.replace(' ', "+")));
        let several = name != "sith interceptor squad";
        assert_eq!(page.text("#h-a") == "Which card?", several, "{name}");
        assert_eq!(page.count(".answer a[href^='/c/']") > 1, several, "{name}");
        assert_eq!(page.count("#h-c") == 0, several, "{name}");
    }
    // Words of the rules that names hold too are asked about as words of the rules.
    for word in ["attack", "damage", "retreat"] {
        let page = server.page(&format!("/ask?q={word}"));
        assert_ne!(page.text("#h-a"), "Which card?", "{word}");
    }
}

#[test]
fn addresses_lead_straight_there() {
    for (typed, page) in [("6.4.2", "/rules/6#6.4.2"), ("parry.4", "/k/parry#parry.4")] {
        let response = Server::shared().get(&format!("/ask?q={typed}"));
        assert_eq!(response.status(), 303);
        assert_eq!(response.headers().get("location").unwrap(), page);
    }
}

#[test]
fn no_query_is_an_error() {
    for query in [
        "",
        "?q=",
        "?q=%FF%00",
        "?q=%22",
        "?q=k:x+or+-",
        "?q=a&q=b",
        "?x",
        "?q=%3Cscript%3E",
    ] {
        assert_eq!(
            Server::shared().get(&format!("/ask{query}")).status(),
            200,
            "{query}"
        );
        assert_eq!(
            Server::shared()
                .get(&format!("/api/v1/search{query}"))
                .status(),
            200,
            "{query}"
        );
    }
}

#[test]
fn programs_get_the_same_as_json() {
    let server = Server::shared();
    let found = server.json("/api/v1/search?q=kind:clause+k:parry&limit=3");
    assert!(found["total"].as_u64().unwrap() > 3);
    assert_eq!(found["items"].as_array().unwrap().len(), 3);
    let answer = server.json("/api/v1/ask?q=does+parry+stop+retaliate");
    assert_eq!(answer["keywords"][0], "parry");
    let names = server.json("/api/v1/suggest?q=ahsoka");
    assert!(names[0]["name"].as_str().unwrap().starts_with("Ahsoka"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_bytes_whatever_give_an_error_page(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let query: String = bytes.iter().map(|b| format!("%{b:02X}")).collect();
        for path in ["/ask", "/api/v1/ask", "/api/v1/search", "/api/v1/suggest", "/api/v1/suggest/cards", "/api/v1/cards"] {
            let status = Server::shared().get(&format!("{path}?q={query}")).status();
            prop_assert!(status == 200 || status == 303, "{} {}: {}", path, query, status);
        }
    }
}
