//! Published rulings: proposed, written, reviewed, superseded; where they appear; drift.

use std::time::{Duration, Instant};

use arbiter::store::{Role, Versions};
use arbiter::web::Rates;
use serde_json::{Value, json};

use super::server::{Page, Server, Session, location};

const SITUATION: &str = "[[unit]]\nid = \"a\"\nside = \"dark\"\nname = \"Raider\"\npower = 3\nhealth = 4\n\
    [[unit]]\nid = \"b\"\nside = \"light\"\nname = \"Guard\"\nhealth = 4\n\
    [[play]]\nattack = \"a\"\non = \"b\"\n[[play]]\nroll = [6, 5, 1]\n";

fn server() -> Server {
    let server = Server::start(Rates::OPEN);
    server.add_judge("ann", Role::Judge);
    server.add_judge("ben", Role::Judge);
    server.add_judge("head", Role::Head);
    server
}

/// The fields of a ruling.
fn ruling<'a>(title: &'a str, status: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("title", title),
        ("question", "Does the wobbling zebra parry?"),
        ("answer", "No, a zebra *never* parries."),
        (
            "explanation",
            "# Why\n\nSee [it](javascript:alert(1)) <script>alert(1)</script>",
        ),
        ("status", status),
        ("edition", "2018"),
        ("clauses", "parry.1, 11.1"),
        ("keywords", "Parry"),
    ]
}

/// Publishes a ruling and gives its address.
fn publish(session: &Session<'_>, fields: &[(&str, &str)]) -> String {
    let response = session.form("/judges/write", fields);
    assert_eq!(response.status(), 303, "{}", response.text().unwrap());
    location(&response).trim_end_matches("/review").to_owned()
}

#[test]
fn a_published_ruling_stands_wherever_it_belongs() {
    let server = server();
    let ann = server.sign_in("ann");
    let mut fields = ruling("Zebras & parrying", "judge");
    fields.push(("situation", SITUATION));
    fields.push(("cards", "ahsoka tano (h)"));
    let address = publish(&ann, &fields);
    assert!(address.starts_with("/rulings/zebras"), "{address}");
    let page = server.page(&address);
    assert_eq!(page.text("h1"), "Zebras & parrying");
    assert_eq!(page.text(".badge.status"), "Judge");
    assert!(page.text(".answer").contains("never"));
    assert_eq!(page.count("main script"), 0);
    assert!(
        !page
            .attributes("main a", "href")
            .iter()
            .any(|h| h.contains("javascript"))
    );
    assert!(page.count("section[aria-labelledby=h-steps] li") > 0);

    let card = server
        .page("/c/ahsoka-tano-h")
        .text("section[aria-labelledby=h-pub]");
    assert!(card.contains("No, a zebra never parries."), "{card}");
    assert_eq!(server.page("/").text("#h-new"), "Latest rulings");

    let shown = |path: &str| {
        let entries = server.page(path).texts(".kinds > li");
        entries
            .into_iter()
            .find(|e| e.contains("Zebras & parrying"))
    };
    assert!(
        shown("/k/parry")
            .unwrap()
            .contains("about Parry · Judge’s ruling")
    );
    assert!(shown("/").is_some());
    assert!(shown("/rulings?status=judge").is_some());
    assert!(shown("/rulings?status=official").is_none());
    assert!(shown("/rulings?card=ahsoka&status=judge").is_some());
    assert!(
        shown("/rules/11/1")
            .unwrap()
            .contains("rests on question 11.1")
    );
    assert!(
        server
            .page("/k/parry")
            .texts(".clause li")
            .iter()
            .any(|e| e.contains("(judge’s ruling)"))
    );

    let bulk = server.json("/api/v1/bulk/rulings.json");
    assert_eq!(bulk["published"][0]["clauses"], json!(["11.1", "parry.1"]));
    assert_eq!(bulk["published"][0]["cards"], json!(["Ahsoka Tano (H)"]));
    assert!(bulk["precedents"].as_array().unwrap().len() > 100);
    let feed = server.get("/rulings.atom");
    assert_eq!(
        feed.headers()["content-type"],
        "application/atom+xml; charset=utf-8"
    );
    let feed = feed.text().unwrap();
    assert!(
        feed.contains("<title>Zebras &#38; parrying</title>"),
        "{feed}"
    );
    assert!(!feed.contains("<script"), "{feed}");
    let feeds = server
        .page("/")
        .attributes("link[type=\"application/atom+xml\"]", "href");
    assert_eq!(feeds, ["/rulings.atom"]);

    found_soon(&server, "wobbling zebra", "Zebras & parrying");
}

/// The search follows what is published within moments.
fn found_soon(server: &Server, q: &str, title: &str) {
    let began = Instant::now();
    loop {
        let text = server
            .get(&format!("/ask?q={}", q.replace(' ', "+")))
            .text()
            .unwrap();
        if text.replace("&#38;", "&").contains(title) {
            return;
        }
        assert!(
            began.elapsed() < Duration::from_secs(180),
            "`{title}` is not found"
        );
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn faults_come_all_at_once_with_the_nearest_right_thing_and_what_was_typed() {
    let server = server();
    let ann = server.sign_in("ann");
    let fields = [
        ("title", "Kept title"),
        ("question", "Kept <b>question</b>"),
        ("answer", ""),
        ("status", "official"),
        ("edition", "2018"),
        ("clauses", "parry.77, evade.2"),
        ("keywords", "Pary"),
        ("cards", "Ahsoka Tanoo (H)"),
        ("date", "1 March"),
        ("link", "javascript:alert(1)"),
        ("situation", "[[unit]]\nid = 5"),
    ];
    let response = ann.form("/judges/write", &fields);
    assert_eq!(response.status(), 422);
    let page = Page::of(response);
    let faults = page.texts("#faults li");
    for (field, word) in [
        ("answer", "needed"),
        ("clauses", "parry."),
        ("keywords", "Parry"),
        ("cards", "Ahsoka Tano"),
        ("date", "2018-03-01"),
        ("link", "https://"),
        ("authority", "official"),
        ("situation", "line"),
    ] {
        let fault = faults.iter().find(|f| f.starts_with(field));
        assert!(
            fault.is_some_and(|f| f.contains(word)),
            "{field}: {faults:?}"
        );
    }
    assert_eq!(page.attributes("#title", "value"), ["Kept title"]);
    assert_eq!(page.text("#question"), "Kept <b>question</b>");
    assert_eq!(page.text("#cards"), "Ahsoka Tanoo (H)");
}

#[test]
fn of_two_who_edit_the_same_ruling_neither_loses_a_word() {
    let server = server();
    let (ann, ben) = (server.sign_in("ann"), server.sign_in("ben"));
    let address = publish(&ann, &ruling("A conflict", "judge"));
    let edit = format!("{address}/edit");
    let base = ben
        .page(&edit)
        .attributes("input[name=base]", "value")
        .remove(0);
    let with = |answer: &'static str, base: &str| {
        let mut fields = ruling("A conflict", "judge");
        fields.retain(|(name, _)| *name != "answer");
        let fields: Vec<(String, String)> = fields
            .into_iter()
            .chain([("answer", answer), ("note", "why")])
            .map(|(n, v)| (n.to_owned(), v.to_owned()))
            .chain([("base".to_owned(), base.to_owned())])
            .collect();
        fields
    };
    let send = |session: &Session<'_>, fields: &[(String, String)]| {
        let fields: Vec<(&str, &str)> = fields
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
            .collect();
        session.form(&edit, &fields)
    };
    assert_eq!(
        send(&ann, &with("No, it always parries.", &base)).status(),
        303
    );
    let late = send(&ben, &with("Ben's own long answer.", &base));
    assert_eq!(late.status(), 409);
    let page = Page::of(late);
    assert_eq!(page.text("#answer"), "Ben's own long answer.");
    assert!(
        page.texts(".doubt ins")
            .iter()
            .any(|t| t.contains("always")),
        "what the other changed"
    );
    let next = page.attributes("input[name=base]", "value").remove(0);
    assert_eq!(next, "2");
    assert_eq!(
        send(&ben, &with("Ben's own long answer.", &next)).status(),
        303
    );

    let history = server.page(&format!("{address}/history"));
    assert_eq!(
        history.texts("h2"),
        ["Revision 3", "Revision 2", "Revision 1"]
    );
    let newest = history.text("ol > li");
    assert!(
        newest.contains("Judge ben") && newest.contains("“why”"),
        "{newest}"
    );
    assert!(history.texts("del").iter().any(|t| t.contains("always")));
}

#[test]
fn an_official_ruling_needs_two_pairs_of_eyes() {
    let server = server();
    let (ann, ben, head) = (
        server.sign_in("ann"),
        server.sign_in("ben"),
        server.sign_in("head"),
    );
    let term = [
        ("name", "The Committee"),
        ("since", "2010-01-01"),
        ("until", "2015-12-31"),
    ];
    assert_eq!(head.form("/judges/authorities", &term).status(), 303);
    let authority = ann
        .page("/judges/write")
        .attributes("#authority option", "value")
        .remove(1);
    let mut fields = ruling("Two eyes", "official");
    fields.push(("authority", &authority));
    fields.push(("date", "2012-05-01"));
    let address = publish(&ann, &fields);
    assert_eq!(
        server.get(&address).status(),
        404,
        "not before it is approved"
    );
    let approve = format!("{address}/approve");
    assert_eq!(
        ann.form(&approve, &[("revision", "1")]).status(),
        403,
        "not by its author"
    );
    assert!(ben.page("/judges").text("main").contains("Two eyes"));
    assert_eq!(ben.form(&approve, &[("revision", "1")]).status(), 303);
    assert_eq!(server.page(&address).text(".badge"), "Official");

    // What takes its place needs them too, whatever it calls itself.
    let mut weaker = ruling("Two eyes", "community");
    weaker.push(("base", "1"));
    let response = ann.form(&format!("{address}/edit"), &weaker);
    assert_eq!(location(&response), format!("{address}/review"));
    assert_eq!(server.page(&address).text(".badge"), "Official");

    // Dated outside the term of office it shows as community.
    let mut late = ruling("Out of office", "official");
    late.push(("authority", &authority));
    late.push(("date", "2016-01-01"));
    let address = publish(&ann, &late);
    assert_eq!(
        ben.form(&format!("{address}/approve"), &[("revision", "1")])
            .status(),
        303
    );
    let page = server.page(&address);
    assert_eq!(page.text(".badge"), "Community");
    assert!(page.text("main").contains("outside the term of office"));
}

#[test]
fn a_proposal_becomes_a_ruling_and_keeps_its_words() {
    let server = server();
    let refused = server.form(
        "/propose",
        &[("question", ""), ("clause", "parry.77"), ("answer", "kept")],
    );
    assert_eq!(refused.status(), 422);
    let page = Page::of(refused);
    assert_eq!(page.count("#faults li"), 2);
    assert_eq!(page.text("#answer"), "kept");
    let long = "x".repeat(4001);
    assert_eq!(
        server.form("/propose", &[("question", &long)]).status(),
        422
    );

    let words = "May I <i>parry</i> twice??";
    let sent = server.form("/propose", &[("question", words), ("author", "Visitor")]);
    assert_eq!(location(&sent), "/propose?sent=1");
    let ann = server.sign_in("ann");
    let form = ann.page("/judges/write?proposal=1");
    assert_eq!(form.text("#question"), words);
    let mut fields = ruling("Parry twice", "judge");
    fields.push(("proposal", "1"));
    let address = publish(&ann, &fields);
    let proposal = ann.page("/judges/proposals/1");
    assert_eq!(proposal.text("blockquote"), words, "as it came");
    assert!(proposal.attributes("main a", "href").contains(&address));
    let again = ann.form("/judges/write", &fields);
    assert_eq!(again.status(), 409, "it is decided");
    let page = Page::of(again);
    assert_eq!(
        page.attributes("#title", "value"),
        ["Parry twice"],
        "nothing typed is lost"
    );

    server.form("/propose", &[("question", "Spam")]);
    let decline = [("decision", "decline"), ("words", "no question of rules")];
    assert_eq!(ann.form("/judges/proposals/2", &decline).status(), 303);
    assert!(
        ann.page("/judges/proposals?state=declined")
            .text("main")
            .contains("Spam")
    );
}

#[test]
fn superseded_and_hidden_rulings_say_so() {
    let server = server();
    let (ann, head) = (server.sign_in("ann"), server.sign_in("head"));
    let old = publish(&ann, &ruling("The old one", "judge"));
    let new = publish(&ann, &ruling("The new one", "judge"));
    let fields = [
        ("revision", "1"),
        ("successor", new.as_str()),
        ("note", "clearer"),
    ];
    assert_eq!(ann.form(&format!("{old}/supersede"), &fields).status(), 303);
    let page = server.page(&old);
    assert_eq!(page.text(".badge"), "Superseded");
    assert!(page.attributes("header a", "href").contains(&new));
    let listed = server
        .page("/k/parry")
        .texts("section[aria-labelledby=h-rul] li h3");
    assert_eq!(
        listed[..2],
        ["The new one", "The old one"],
        "superseded ones come last"
    );

    let hide = format!("{new}/hide");
    assert_eq!(head.form(&hide, &[]).status(), 422);
    assert_eq!(
        head.form(&hide, &[("note", "a private name in it")])
            .status(),
        303
    );
    let gone = server.error_page(&new, 410);
    assert!(gone.text("main").contains("a private name in it"));
    assert!(
        !server
            .get("/rulings.atom")
            .text()
            .unwrap()
            .contains("The new one")
    );
    assert_eq!(head.form(&hide, &[("show", "1")]).status(), 303);
    assert_eq!(server.get(&new).status(), 200);
}

#[test]
fn a_ruling_that_comes_out_differently_is_under_review() {
    let server = server();
    let ann = server.sign_in("ann");
    let mut fields = ruling("A drifter", "judge");
    fields.push(("situation", SITUATION));
    let address = publish(&ann, &fields);
    let mut steady = ruling("A steady one", "judge");
    steady.push(("situation", SITUATION));
    publish(&ann, &steady);
    assert_eq!(ann.form("/drift", &[]).status(), 303);
    assert!(
        ann.page("/drift")
            .text("main header")
            .contains("All come out as they were written")
    );

    // As if an older engine had written it: another number of damage in a step, another verdict.
    server.with_db(async |db| {
        let slug = address.trim_start_matches("/rulings/");
        let mut content = db.published(slug).await.unwrap().unwrap().revision.content;
        let mut outcome: Value = content.outcome.take().unwrap();
        outcome["verdict"]["summary"] = json!("Guard takes 9.");
        outcome["final"]["units"]["b"]["damage"] = json!(9);
        content.outcome = Some(outcome);
        let judge = db.judges().await.unwrap().remove(0);
        db.revise(slug, 1, &content, "", &judge).await.unwrap();
        let nobody = Versions {
            engine: String::new(),
            rules: String::new(),
            catalogue: String::new(),
        };
        assert!(db.drifted(&nobody).await.unwrap().is_empty());
    });
    assert_eq!(ann.form("/drift", &[]).status(), 303);
    let drift = ann.page("/drift");
    assert_eq!(drift.texts("main li h3"), ["A drifter"]);
    let entry = drift.text("main li");
    assert!(
        entry.contains("First differing step") && entry.contains("Guard takes 9."),
        "{entry}"
    );
    let page = server.page(&address);
    assert_eq!(page.text(".badge"), "Under review");
    let listed = server
        .page("/k/parry")
        .texts("section[aria-labelledby=h-rul] li");
    assert!(
        listed
            .iter()
            .any(|e| e.contains("Under review") && e.contains("A drifter"))
    );

    // Editing the words keeps the review open; accepting today's outcome closes it.
    let edit = format!("{address}/edit");
    let mut words = fields.clone();
    words.push(("base", "2"));
    assert_eq!(ann.form(&edit, &words).status(), 303);
    assert_eq!(ann.form("/drift", &[]).status(), 303);
    assert_eq!(server.page(&address).text(".badge"), "Under review");
    let mut accepted = fields.clone();
    accepted.extend([("base", "3"), ("accept", "1")]);
    assert_eq!(ann.form(&edit, &accepted).status(), 303);
    assert_eq!(ann.form("/drift", &[]).status(), 303);
    assert_eq!(server.page(&address).text(".badge"), "Judge");
}

#[test]
fn a_ruling_follows_the_text_of_its_cards() {
    use arbiter::catalogue::CardIndex;
    use arbiter::game::{Card, CardType, Printed};
    use arbiter::store::Source;
    use arbiter::web::publish::{Typed, rerun_all};
    let server = server();
    let starter = CardIndex::starter().unwrap();
    let is_character = |card: &&Card| card.types == [CardType::Character];
    let mut guard = starter.iter().find(is_character).unwrap().clone();
    (guard.name, guard.health, guard.text) =
        ("Guard (T)".to_owned(), Some(Printed::Number(4)), Vec::new());
    let before = CardIndex::from_cards([guard.clone()]);
    guard.health = Some(Printed::Number(2));
    let after = CardIndex::from_cards([guard]);
    let mut typed = Typed::blank();
    (typed.title, typed.question, typed.answer) = (
        "A guard".to_owned(),
        "Does it live?".to_owned(),
        "Yes.".to_owned(),
    );
    typed.situation = SITUATION.replace("name = \"Guard\"\nhealth = 4", "card = \"Guard (T)\"");
    let content = typed.check(&before, &[], None).unwrap();
    assert_eq!(content.source, Source::default());
    server.with_db(async |db| {
        let judge = db.judges().await.unwrap().remove(0);
        let slug = db.publish(&content, &judge).await.unwrap().slug;
        let same = rerun_all(db, &before, true).await.unwrap();
        assert_eq!((same.ran, same.under_review.len()), (1, 0));
        let other = rerun_all(db, &after, false).await.unwrap();
        assert_eq!(
            other.under_review.len(),
            1,
            "another catalogue is run by itself"
        );
        assert_eq!(other.under_review[0].ruling.slug, slug);
        let gone = rerun_all(db, &CardIndex::default(), false).await.unwrap();
        assert_eq!(gone.under_review.len(), 1, "so is one without the card");
    });
}

#[test]
fn a_published_ruling_can_be_taken_to_the_desk() {
    let server = server();
    let ann = server.sign_in("ann");
    let mut fields = ruling("To the desk", "judge");
    fields.push(("situation", SITUATION));
    let address = publish(&ann, &fields);
    let slug = server
        .page(&address)
        .attributes("button[name=published]", "value")
        .remove(0);
    let desk = server.form("/judge", &[("published", &slug)]);
    assert!(location(&desk).starts_with("/judge/"));
    assert!(
        server
            .page(&location(&desk))
            .text("main")
            .contains("Raider")
    );
    publish(&ann, &ruling("Words only", "judge"));
    let none = server.form("/judge", &[("published", "words-only")]);
    assert_eq!(none.status(), 404);
}
