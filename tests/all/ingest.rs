//! Imports into the database: nothing twice, nothing half, nothing forgotten.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use arbiter::game::Card;
use arbiter::store::{Db, Report, Tally};

const HEADER: &str =
    "Name\tSet\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\n";

fn line(name: &str, number: usize, text: &str) -> String {
    format!(
        "{name}\tTST\tL\tCharacter\tJedi Knight\t4\t50\t4\t5\tR\t{number}\tRuled so. | And so.\t{text}\n"
    )
}

fn write_set(folder: &Path, file: &str, lines: &[String]) -> PathBuf {
    let path = folder.join(file);
    std::fs::write(&path, format!("{HEADER}{}", lines.concat())).unwrap();
    path
}

async fn open(folder: &Path) -> Db {
    Db::open(&folder.join("arbiter.sqlite")).await.unwrap()
}

async fn import(db: &Db, path: &Path) -> Report {
    db.import_lackey(&[path.to_owned()], &mut |_| ())
        .await
        .unwrap()
}

fn nothing_new(report: &Report) {
    for tally in [report.outcome, report.printings] {
        assert_eq!((tally.new, tally.changed), (0, 0), "{report}");
    }
    assert_eq!(report.changes, []);
}

fn adds_up(report: &Report) {
    let parts = report.cards + report.further_printings + report.reminders + report.refused.count;
    assert_eq!(report.lines, parts, "{report}");
}

#[tokio::test]
async fn a_second_run_changes_nothing_and_a_changed_text_keeps_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    let path = write_set(
        folder.path(),
        "TST.txt",
        &[
            line("Someone (A) (Promo)", 9, "Armor"),
            line("Someone (A)", 1, "Armor | Fury 1"),
            line("Other", 2, ""),
            "no row at all\n".to_owned(),
        ],
    );
    let first = import(&db, &path).await;
    adds_up(&first);
    assert_eq!(
        first.outcome,
        Tally {
            new: 2,
            changed: 0,
            unchanged: 0
        }
    );
    assert_eq!(
        (first.cards, first.further_printings, first.refused.count),
        (2, 1, 1)
    );
    assert_eq!(first.changes, []);
    let before = db.card_index().await.unwrap();
    assert_eq!(before.get("Someone (A)").unwrap().text, ["Armor", "Fury 1"]);

    let second = import(&db, &path).await;
    adds_up(&second);
    nothing_new(&second);
    assert_eq!(second.outcome.unchanged, 2);
    assert_eq!(db.card_index().await.unwrap().version(), before.version());

    write_set(
        folder.path(),
        "TST.txt",
        &[
            line("Someone (A)", 1, "Armor | Fury 2"),
            line("Other", 2, ""),
        ],
    );
    let third = import(&db, &path).await;
    assert_eq!(
        third.outcome,
        Tally {
            new: 0,
            changed: 1,
            unchanged: 1
        }
    );
    assert_eq!(third.changes[0].card, "Someone (A)");
    let slug = db.slug_of_card("Someone (A)").await.unwrap().unwrap();
    assert_eq!(slug, "someone-a");
    let record = db.card_by_slug(&slug).await.unwrap().unwrap();
    assert_eq!(record.card.text, ["Armor", "Fury 2"]);
    assert_eq!(record.history[0].card.text, ["Armor", "Fury 1"]);
    assert_eq!(record.rulings, ["Ruled so.", "And so."]);
    assert_eq!(
        record
            .lines
            .iter()
            .map(|l| l.text.as_str())
            .collect::<Vec<_>>(),
        ["Armor", "Fury 2"]
    );
    assert_eq!(record.printings.len(), 2);
    assert_eq!(
        (
            record.printings[1].label.as_str(),
            record.printings[1].own_text.as_ref().unwrap().len()
        ),
        ("Promo", 1)
    );
    let sets = db.sets().await.unwrap();
    assert_eq!(
        (sets[0].code.as_str(), sets[0].cards, sets[0].printings),
        ("TST", 2, 3)
    );
    let log = db.imports(10).await.unwrap();
    assert_eq!(log.len(), 3);
    assert_eq!(log[0].report.as_ref(), Some(&third));
}

#[tokio::test]
async fn two_rows_for_one_place_are_both_kept() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    let path = write_set(
        folder.path(),
        "TST.txt",
        &[
            line("Twin", 1, "Armor"),
            line("Twin", 1, "Stealth"),
            line("Twin", 1, "Armor"),
        ],
    );
    for round in 0..2 {
        let report = import(&db, &path).await;
        adds_up(&report);
        assert_eq!((report.cards, report.further_printings), (1, 2));
        assert!(report.doubtful.count >= 1);
        if round == 1 {
            nothing_new(&report);
        }
    }
    let record = db.card_by_slug("twin").await.unwrap().unwrap();
    assert_eq!(record.card.text, ["Armor"]);
    assert_eq!(record.printings.len(), 2);
}

fn starter(name: &str, text: &str) -> Card {
    Card {
        set: "TST".to_owned(),
        number: "1".to_owned(),
        text: vec![text.to_owned()],
        ..Card::named(name)
    }
}

#[tokio::test]
async fn imported_cards_replace_our_own_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    let ours = vec![
        starter("Someone (A)", "Fury 1"),
        starter("Only Ours", "Armor"),
    ];
    assert_eq!(db.load_cards(ours.clone()).await.unwrap().outcome.new, 2);
    assert_eq!(db.load_cards(ours).await.unwrap(), Report::default());
    let path = write_set(
        folder.path(),
        "TST.txt",
        &[line("Someone (A)", 7, "Gets Fury 1.")],
    );
    assert_eq!(import(&db, &path).await.outcome.changed, 1);
    nothing_new(&import(&db, &path).await);
    let newer = vec![
        starter("Someone (A)", "Fury 3"),
        starter("Only Ours", "Armor"),
    ];
    nothing_new(&db.load_cards(newer).await.unwrap());
    let index = db.card_index().await.unwrap();
    assert_eq!(index.get("Someone (A)").unwrap().text, ["Gets Fury 1."]);
    assert_eq!(index.len(), 2);
    let record = db.card_by_slug("someone-a").await.unwrap().unwrap();
    assert_eq!(record.history[0].card.text, ["Fury 1"]);
    assert_eq!(record.printings.len(), 1);
}

#[tokio::test]
async fn a_folder_may_hold_files_that_are_no_sets() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    let sets = folder.path().join("sets");
    std::fs::create_dir(&sets).unwrap();
    write_set(&sets, "TST.txt", &[line("Someone", 1, "")]);
    std::fs::write(sets.join("a.txt"), b"\0\x01binary").unwrap();
    std::fs::write(sets.join("picture.png"), b"\x89PNG").unwrap();
    let huge = std::fs::File::create(sets.join("huge.txt")).unwrap();
    huge.set_len(200 * 1024 * 1024).unwrap();
    let report = import(&db, folder.path()).await;
    adds_up(&report);
    assert_eq!(
        (report.files, report.refused_files.len(), report.cards),
        (3, 2, 1)
    );
    assert!(
        report.refused_files[1].what.contains("209715200 bytes"),
        "{report}"
    );
    assert!(
        db.import_lackey(&[folder.path().join("nowhere")], &mut |_| ())
            .await
            .is_err()
    );
}

#[tokio::test]
async fn hostile_files_are_reported_and_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    let sets = folder.path().join("sets");
    std::fs::create_dir(&sets).unwrap();
    std::fs::write(sets.join("a-binary.txt"), b"\x7fELF\0\0\x01").unwrap();
    // Large on paper, empty on the disk: its size alone is enough to refuse it.
    let huge = std::fs::File::create(sets.join("b-huge.txt")).unwrap();
    huge.set_len(200 * 1024 * 1024).unwrap();
    std::fs::write(sets.join("c-columns.txt"), "Title\tWords\nx\ty\n").unwrap();
    let endless = format!("{HEADER}{}", "endless\t".repeat(1_000_000));
    std::fs::write(sets.join("d-endless.txt"), endless).unwrap();
    let marked = line("Twice (A)", 1, "Armor").replace("Armor", "\u{202e}Armor\u{200f}");
    write_set(
        &sets,
        "e-good.txt",
        &[
            marked,
            line("Twice (A)", 1, "Fury 1"),
            line("\u{202e}Hidden (A)", 2, ""),
        ],
    );
    let report = import(&db, &sets).await;
    adds_up(&report);
    let refused: Vec<&str> = report
        .refused_files
        .iter()
        .map(|f| f.file.as_str())
        .collect();
    assert_eq!(refused, ["a-binary.txt", "b-huge.txt", "c-columns.txt"]);
    assert!(report.refused_files.iter().all(|f| !f.what.is_empty()));
    assert_eq!(report.refused.count, 1, "the endless line: {report}");
    assert!(report.doubtful.kept.iter().any(|f| f.file == "e-good.txt"));
    // Both rows of one name are there: one as the card, the other as a further printing.
    assert_eq!((report.outcome.new, report.printings.new), (2, 3));
    let cards = db.card_index().await.unwrap();
    assert!(cards.find("hidden a").one().is_some());
    nothing_new(&import(&db, &sets).await);
}

#[tokio::test]
async fn official_wordings_of_both_editions_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    let words = folder.path().join("keywords.txt");
    std::fs::write(
        &words,
        "Leap\t**Leap X:** Jumps far.\nDouble Leap\t**Double Leap:** Twice.\n",
    )
    .unwrap();
    let page = folder.path().join("page.txt");
    std::fs::write(
        &page,
        "Jumper (A)\n\nKeywords\n\nDouble Leap\n\nDouble Leap: Two.\n\nLeap\n\nLeap X: Jumps.",
    )
    .unwrap();
    for round in 0..2 {
        let report = db.import_keywords(&words).await.unwrap();
        adds_up(&report);
        assert_eq!(report.outcome.new, if round == 0 { 2 } else { 0 });
        let report = db.import_pages(std::slice::from_ref(&page)).await.unwrap();
        adds_up(&report);
        assert_eq!(report.outcome.new, if round == 0 { 2 } else { 0 });
    }
    std::fs::write(&words, "Leap\t**Leap X:** Jumps very far.\n").unwrap();
    assert_eq!(db.import_keywords(&words).await.unwrap().outcome.changed, 1);
    let texts = db.official_texts("leap").await.unwrap();
    let words: Vec<(&str, &str, bool)> = texts
        .iter()
        .map(|t| {
            (
                t.edition.as_str(),
                t.text.as_str(),
                t.superseded_at.is_none(),
            )
        })
        .collect();
    assert_eq!(
        words,
        [
            ("2018", "Leap X: Jumps.", true),
            ("2025", "Leap X: Jumps very far.", true),
            ("2025", "Leap X: Jumps far.", false)
        ]
    );
    assert_eq!(
        db.page_keywords("jumper a").await.unwrap(),
        ["double-leap", "leap"]
    );
}

#[tokio::test]
async fn ten_thousand_cards() {
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    for set in 0..20 {
        let lines: Vec<String> = (0..500)
            .map(|n| {
                line(
                    &format!("Generated Unit {set} {n} (A)"),
                    n,
                    "Armor | Pay 2 Force -> Evade 2 | INSERT: Riposte 1",
                )
            })
            .collect();
        write_set(folder.path(), &format!("S{set:02}.txt"), &lines);
    }
    for round in ["first", "second"] {
        let (start, mut calls) = (Instant::now(), 0);
        let report = db
            .import_lackey(&[folder.path().to_owned()], &mut |_| calls += 1)
            .await
            .unwrap();
        println!(
            "10,000 cards, {round} run: {:?}, {calls} progress lines",
            start.elapsed()
        );
        assert_eq!(report.cards, 10_000);
        assert!(calls >= 40);
        adds_up(&report);
    }
    let start = Instant::now();
    assert_eq!(db.card_index().await.unwrap().len(), 10_000);
    println!("index of 10,000 cards: {:?}", start.elapsed());
}

const CHILD: &str = "ARBITER_TEST_IMPORT_CHILD";

/// Not a test of its own: what the killed process runs.
#[tokio::test]
async fn child_process_imports_slowly() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else {
        return;
    };
    let db = open(&folder).await;
    db.import_lackey(&[folder.join("A.txt"), folder.join("B.txt")], &mut |p| {
        println!("at {} {}", p.file, p.rows_done);
        std::thread::sleep(std::time::Duration::from_millis(300));
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_killed_import_leaves_no_half_set() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["A", "B"] {
        let lines: Vec<String> = (0..2_000)
            .map(|n| line(&format!("{file} {n}"), n, "Armor"))
            .collect();
        write_set(folder.path(), &format!("{file}.txt"), &lines);
    }
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "ingest::child_process_imports_slowly",
            "--nocapture",
        ])
        .env(CHILD, folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let middle = lines
        .map_while(Result::ok)
        .find(|l| l.contains("at B.txt 1000"));
    assert!(middle.is_some());
    child.kill().unwrap();
    child.wait().unwrap();

    let db = open(folder.path()).await;
    assert_eq!(db.count_cards(None).await.unwrap(), 2_000);
    assert_eq!(db.imports(1).await.unwrap()[0].finished_at, None);
    let report = import(&db, &folder.path().join("B.txt")).await;
    assert_eq!(report.outcome.new, 2_000);
}

#[tokio::test]
async fn the_plugins_own_files() {
    let Some(given) = std::env::var_os("ARBITER_LACKEY").map(PathBuf::from) else {
        println!("ARBITER_LACKEY is not given: no files of the plugin to import");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let db = open(folder.path()).await;
    let first = import(&db, &given).await;
    println!("{first}");
    adds_up(&first);
    assert_eq!((first.refused.count, first.refused_files.len()), (0, 0));
    nothing_new(&import(&db, &given).await);
}
