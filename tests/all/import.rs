//! Card files with all their dirt: nothing lost, nothing silently changed.

use arbiter::game::{CardSide, CardType, OpenNumber, Printed};
use arbiter::import::lackey::{MOST_ROWS, ParsedSet, parse};
use arbiter::import::{FileRefused, LARGEST_FILE, NOTES_KEPT};

const HEADER_16: &str = "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification";

/// A row of a set file with 16 columns.
fn row(
    name: &str,
    side: &str,
    kind: &str,
    subtype: &str,
    numbers: &str,
    usage: &str,
    text: &str,
) -> String {
    let numbers = numbers.replace(' ', "\t");
    format!(
        "{name}\tTST\timg\t{side}\t{kind}\t{subtype}\t{numbers}\tR\t1.0\t{usage}\t{text}\t\tABC"
    )
}

fn plain(name: &str, text: &str) -> String {
    row(name, "L", "Character", "Jedi", "4 50 4 5", "", text)
}

fn set(rows: &[String]) -> ParsedSet {
    let file = format!("{HEADER_16}\r\n{}\r\n", rows.join("\r\n"));
    parse("TST", file.as_bytes()).unwrap()
}

fn doubts(set: &ParsedSet) -> Vec<(u32, &str)> {
    set.doubts
        .kept
        .iter()
        .map(|d| (d.line, d.column.as_str()))
        .collect()
}

#[test]
fn a_clean_row_is_read_without_a_doubt() {
    let set = set(&[row(
        "Test Pilot (A2)",
        "D",
        "Ground/Character",
        "Zabrak Dark Jedi - Nightbrother",
        "7.0 60.0 X *",
        "Works while tapped.",
        "Armor|Pay 2 Force -> Evade 2 | INSERT: Gets \"Fury 1\" and \"Lucky 2\"",
    )]);
    assert_eq!(doubts(&set), []);
    let card = &set.cards[0].card;
    assert_eq!(card.name, "Test Pilot (A2)");
    assert!(card.is_unique());
    assert_eq!(
        (card.set.as_str(), card.number.as_str(), card.side),
        ("TST", "1", CardSide::Dark)
    );
    assert_eq!(card.types, [CardType::Ground, CardType::Character]);
    assert_eq!(card.subtypes, ["Zabrak Dark Jedi", "Nightbrother"]);
    assert_eq!(card.cost, Some(Printed::Number(7)));
    assert_eq!(card.speed, Some(Printed::Number(60)));
    assert_eq!(card.power, Some(Printed::Open(OpenNumber::X)));
    assert_eq!(card.health, Some(Printed::Open(OpenNumber::Star)));
    assert_eq!(
        card.text,
        [
            "Armor",
            "Pay 2 Force -> Evade 2",
            "INSERT: Gets \"Fury 1\" and \"Lucky 2\""
        ]
    );
    assert_eq!(card.usage, "Works while tapped.");
    assert_eq!(set.cards[0].raw["Cost"], "7.0");
}

#[test]
fn files_of_15_16_and_17_columns_are_read_by_their_header() {
    let fifteen = HEADER_16.replace("\tClassification", "");
    let seventeen = format!("{HEADER_16}\tDraftRarity");
    let base = plain("Someone", "Armor");
    let short = base.rsplit_once('\t').unwrap().0.to_owned();
    for (header, row) in [
        (fifteen, short),
        (HEADER_16.to_owned(), base.clone()),
        (seventeen, format!("{base}\tC")),
    ] {
        let set = parse("TST", format!("{header}\n{row}").as_bytes()).unwrap();
        assert_eq!(doubts(&set), [], "{header}");
        assert_eq!(set.cards[0].card.text, ["Armor"]);
    }
}

#[test]
fn columns_may_stand_in_another_order() {
    let set = parse("TST", b"Text\tname\tTYPE\tSide\nArmor\tSomeone\tSpace\tN\n").unwrap();
    assert_eq!(set.cards[0].card.text, ["Armor"]);
    assert_eq!(set.cards[0].card.set, "TST");
    assert_eq!(set.doubts.kept.iter().filter(|d| d.line == 1).count(), 9);
}

#[test]
fn the_dirt_of_real_files_is_read_and_reported() {
    let set = set(&[
        plain("Quoted", "\"Gets \"\"Armor\"\" and \"\"Stealth\"\".\" "),
        plain("Unclosed", "Gets \"Pay 1 Force -> Protect 1 | Fury 1"),
        row(
            "Misplaced",
            "L",
            "Character",
            "Jedi",
            "4 50 4 5",
            " Armor | Pay 2 Force -> Evade 1",
            "",
        ),
        plain("Blanks  inside ", "Armor"),
        row("Trap", "Y", "Mission - Trap", "", "2   ", "", "Draw a card"),
        row(
            "Helper 50-3-2",
            "D",
            "Subordinate",
            "Ground/Character - Imperial Droid",
            " 50 3 2",
            "",
            "",
        ),
        row(
            "Odd dash",
            "D",
            "Equipment",
            "Character –Blaster Weapon",
            "2   ",
            "",
            "",
        ),
        row("No side", "?", "Battle", "", "two   ", "", "Don?t roll"),
        plain(
            "Older",
            "Pay 1 Force -> Evade 1 (up to 1); Pay 2 Force -> Evade 2",
        ),
        plain("Homing Thing (Promo)", ""),
        row("{Play Phase}", "", "Reminder", "", "   ", "", "How it goes"),
        plain("Vader\u{202e} (B)", "Arm\u{200f}or"),
    ]);
    assert_eq!(set.rows(), 12);
    assert_eq!(
        (set.cards.len(), set.reminders.len(), set.refused.count),
        (11, 1, 0)
    );
    let card = |i: usize| &set.cards[i].card;
    assert_eq!(card(0).text, ["Gets \"Armor\" and \"Stealth\"."]);
    assert_eq!(card(1).text, ["Gets \"Pay 1 Force -> Protect 1", "Fury 1"]);
    assert_eq!((card(2).text.len(), card(2).usage.as_str()), (2, ""));
    assert_eq!(card(3).name, "Blanks inside");
    assert_eq!(
        (card(4).types.as_slice(), card(4).subtypes.as_slice()),
        (&[CardType::Mission][..], &["Trap".to_owned()][..])
    );
    assert_eq!(
        card(5).types,
        [CardType::Subordinate, CardType::Ground, CardType::Character]
    );
    assert_eq!(card(5).subtypes, ["Imperial Droid"]);
    assert_eq!(card(6).subtypes, ["Character", "Blaster Weapon"]);
    assert_eq!((card(7).side, card(7).cost), (CardSide::Neutral, None));
    assert_eq!(set.cards[7].raw["Cost"], "two");
    assert_eq!(card(8).text.len(), 2);
    assert_eq!(
        (card(9).name.as_str(), set.cards[9].label.as_str()),
        ("Homing Thing", "Promo")
    );
    assert_eq!(card(10).name, "Vader (B)");
    assert_eq!(
        doubts(&set),
        [
            (3, "Text"),
            (4, "Usage"),
            (5, "Name"),
            (8, "Subtype"),
            (9, "Text"),
            (9, "Side"),
            (9, "Cost"),
            (10, "Text"),
            (13, "Name"),
            (13, "Text"),
        ]
    );
}

#[test]
fn line_ends_marks_and_old_encodings() {
    let rows = [plain("Padm\u{e9}", "Armor"), plain("Other", "Stealth")];
    let file = format!("\u{feff}{HEADER_16}\r{}\r{}\r", rows[0], rows[1]);
    let set = parse("TST", file.as_bytes()).unwrap();
    assert_eq!((set.cards.len(), set.doubts.count), (2, 0));
    assert_eq!(set.cards[1].line, 3);

    let old: Vec<u8> = format!("{HEADER_16}\n{}\n", rows[0].replace("Armor", "It\u{92}s"))
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    let set = parse("TST", &old).unwrap();
    assert_eq!(set.cards[0].card.name, "Padmé");
    assert_eq!(set.cards[0].card.text, ["It\u{2019}s"]);
    assert_eq!(doubts(&set), [(2, "")]);
}

#[test]
fn a_line_end_inside_a_field_does_not_tear_a_card_apart() {
    let torn = plain("Torn", "Armor | Fury 1").replace("Armor | ", "Armor |\n");
    let set = set(&[plain("Before", ""), torn, plain("After", "")]);
    assert_eq!(set.cards.len(), 3);
    assert_eq!(set.cards[1].card.text, ["Armor", "Fury 1"]);
    assert_eq!(doubts(&set), [(3, "")]);
}

#[test]
fn hostile_files_get_a_clear_word() {
    assert!(matches!(
        parse("x", b"\x89PNG\r\n\0\0"),
        Err(FileRefused::Binary { at: 6 })
    ));
    assert!(matches!(parse("x", b""), Err(FileRefused::Empty)));
    assert!(matches!(
        parse("x", b"Armor\tIt stands"),
        Err(FileRefused::NoHeader {
            missing: "Name",
            ..
        })
    ));
    let large = vec![b'a'; LARGEST_FILE + 1];
    assert!(matches!(
        parse("x", &large),
        Err(FileRefused::TooLarge { .. })
    ));

    let endless = format!(
        "{HEADER_16}\n{}\n{}\n",
        "x\t".repeat(10_000_000),
        plain("After", "")
    );
    let set = parse("x", endless.as_bytes()).unwrap();
    assert_eq!((set.cards.len(), set.refused.count), (1, 1));
    assert!(set.refused.kept[0].why.contains("longer than"));

    let wrong = format!(
        "{HEADER_16}\nonly a name\n\t\t\t\t\n{}\textra\tmore\n{}",
        plain("Wide", ""),
        row("Odd", "L", "Vehicle", "", "   ", "", "")
    );
    let set = parse("x", wrong.as_bytes()).unwrap();
    assert_eq!((set.cards.len(), set.refused.count, set.rows()), (1, 2, 3));
    assert_eq!(set.cards[0].raw["column 17"], "extra");

    let many = format!("{HEADER_16}\n{}", "x\n".repeat(MOST_ROWS + 1));
    assert!(matches!(
        parse("x", many.as_bytes()),
        Err(FileRefused::TooManyRows { .. })
    ));
    let many = format!("{HEADER_16}\n{}", "x\n".repeat(MOST_ROWS));
    let set = parse("x", many.as_bytes()).unwrap();
    assert_eq!(
        (set.refused.count, set.refused.kept.len()),
        (MOST_ROWS, NOTES_KEPT)
    );
}

#[test]
fn the_plugins_own_files() {
    let Some(folder) = std::env::var_os("ARBITER_LACKEY") else {
        println!("ARBITER_LACKEY is not given: no files of the plugin to read");
        return;
    };
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    for path in paths
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
    {
        let bytes = std::fs::read(path).unwrap();
        let stem = path.file_stem().unwrap().to_string_lossy();
        let set = parse(&stem, &bytes).unwrap();
        let lines = String::from_utf8_lossy(&bytes)
            .lines()
            .filter(|l| !l.trim().is_empty())
            .count();
        assert_eq!(set.rows() + 1, lines, "{stem}");
        println!(
            "{stem}: {} cards, {} reminders, {} doubts, {} refused",
            set.cards.len(),
            set.reminders.len(),
            set.doubts.count,
            set.refused.count
        );
        for doubt in &set.doubts.kept {
            println!("  line {} {}: {}", doubt.line, doubt.column, doubt.what);
        }
        for refusal in &set.refused.kept {
            println!(
                "  line {} refused: {} ({})",
                refusal.line, refusal.why, refusal.excerpt
            );
        }
    }
}
