//! The command line as a person meets it: what is printed, and how it ends.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CASE: &str = r#"
[[unit]]
id = "raider"
side = "dark"
power = 2
[[unit]]
id = "guard"
side = "light"
[[play]]
attack = "raider"
on = "guard"
[[play]]
roll = [6, 1]
"#;

const EXPECT: &str = "[expect]\nhits = 1\n[expect.units.guard]\ndamage = 1\n";

fn arbiter(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_ruling_in_every_format() {
    let json = arbiter(&["rule", "-", "--format", "json"], CASE);
    assert!(json.status.success(), "{}", err(&json));
    let ruling: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(ruling["verdict"]["kind"], "ruled");
    assert_eq!(ruling["final"]["units"]["guard"]["damage"], 1);
    let summary = ruling["verdict"]["summary"].as_str().unwrap();
    for format in ["text", "md", "bbcode", "html"] {
        for short in [&["--short"][..], &[]] {
            let args = [&["rule", "-", "--format", format], short].concat();
            let printed = arbiter(&args, CASE);
            assert!(printed.status.success(), "{}", err(&printed));
            assert!(!out(&printed).trim().is_empty(), "{format}");
        }
    }
    assert!(out(&arbiter(&["rule", "-"], CASE)).contains(summary));
}

#[test]
fn json_is_read_too() {
    let input = r#"{"unit": [{"id": "a", "side": "dark"}]}"#;
    assert!(arbiter(&["rule", "-"], input).status.success());
}

#[test]
fn a_wrong_document_is_told_and_fails() {
    let output = arbiter(
        &["rule", "-"],
        "[[unit]]\nid = \"a\"\nside = \"dark\"\nhelth = 3",
    );
    assert!(!output.status.success());
    assert!(err(&output).contains("line 4: unknown key `helth`; did you mean `health`?"));
    let output = arbiter(&["rule", "no-such-file.toml"], "");
    assert!(!output.status.success());
    assert!(
        err(&output).contains("`no-such-file.toml` cannot be read"),
        "{}",
        err(&output)
    );
}

#[test]
fn checking_prints_differences_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let good = written(folder.path(), "good.toml", &format!("{CASE}{EXPECT}"));
    let checked = arbiter(&["check", "--strict", &good], "");
    assert!(
        checked.status.success(),
        "{}{}",
        out(&checked),
        err(&checked)
    );
    assert_eq!(out(&checked), "1 passed, 0 failed\n");

    let wrong = format!("{CASE}{EXPECT}zone = \"discard\"\n");
    let wrong = written(folder.path(), "wrong.toml", &wrong);
    let none = written(folder.path(), "none.toml", CASE);
    let checked = arbiter(&["check", folder.path().to_str().unwrap()], "");
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(
        out(&checked),
        format!(
            "{none}: it expects nothing: `[expect]` is missing\n\
             {wrong}: units.guard.zone: expected discard, got character\n\
             1 passed, 2 failed\n"
        )
    );
}

#[test]
fn coverage_counts_the_rules_that_cases_cite() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path(), "good.toml", &format!("{CASE}{EXPECT}"));
    let args = [
        "coverage",
        "clauses",
        "--cases",
        folder.path().to_str().unwrap(),
    ];
    let report = arbiter(&args, "");
    assert!(report.status.success(), "{}", err(&report));
    let text = out(&report);
    assert!(text.starts_with("1 cases\n"), "{text}");
    assert!(
        text.lines()
            .last()
            .unwrap()
            .starts_with("rules cited by a case 0."),
        "{text}"
    );
}

#[test]
fn the_cards_of_a_folder_can_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let head = "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\tScript\tClassification\n";
    let row = "Corporal Vex (A)\tTST\tx\tD\tCharacter\tSoldier\t3\t40\t2\t4\tC\t1\t\tParry 1\t\t\n";
    written(folder.path(), "TST.txt", &format!("{head}{row}"));
    let document = "[[unit]]\nid = \"vex\"\nside = \"dark\"\ncard = \"corporal vex\"\n";
    let args = [
        "rule",
        "-",
        "--cards",
        folder.path().to_str().unwrap(),
        "--format",
        "json",
    ];
    let printed = arbiter(&args, document);
    assert!(printed.status.success(), "{}", err(&printed));
    let ruling: serde_json::Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(ruling["final"]["units"]["vex"]["name"], "Corporal Vex (A)");
    assert!(!arbiter(&["rule", "-"], document).status.success());
}

/// The service on a port of its own until it says that it listens; what it wrote to its log.
fn served_once(data: &Path) -> String {
    use std::io::BufRead as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(["serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(data)
        .env("RUST_LOG", "info")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
    let mut log = String::new();
    while let Some(Ok(line)) = lines.next() {
        let listens = line.starts_with("arbiter listens");
        log.push_str(&line);
        log.push('\n');
        if listens {
            break;
        }
    }
    child.kill().unwrap();
    let rest = child.wait_with_output().unwrap();
    log + &String::from_utf8_lossy(&rest.stderr)
}

#[test]
fn an_index_lost_cut_or_of_another_version_is_made_anew_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let index = folder.path().join("index");
    let made = arbiter(&["reindex", "--data", data], "");
    assert!(made.status.success(), "{}", err(&made));
    assert!(out(&made).contains("was made anew from"), "{}", out(&made));
    let only = || {
        let mut folders: Vec<_> = std::fs::read_dir(&index)
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        assert_eq!(folders.len(), 1);
        folders.remove(0)
    };
    let sound = only();
    assert!(
        !served_once(folder.path()).contains("rebuilt"),
        "nothing to do"
    );

    let meta = sound.join("meta.json");
    let whole = std::fs::read(&meta).unwrap();
    std::fs::write(&meta, &whole[..whole.len() / 2]).unwrap();
    let log = served_once(folder.path());
    assert!(log.contains("rebuilt") && log.contains("damaged"), "{log}");
    assert_eq!(std::fs::read(&meta).unwrap().len(), whole.len());

    std::fs::remove_dir_all(&index).unwrap();
    assert!(served_once(folder.path()).contains("rebuilt"));
    // An index of another version lies under another name.
    std::fs::rename(only(), index.join("0123456789abcdef")).unwrap();
    assert!(served_once(folder.path()).contains("rebuilt"));
    assert_eq!(only(), sound);
}

/// A data folder with two judges.
fn with_judges() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display().to_string();
    for login in ["ann", "ben"] {
        let made = arbiter(
            &["judge", "--data", &data, "add", login],
            "the long password of tests\n",
        );
        assert!(made.status.success(), "{}", err(&made));
    }
    folder
}

#[test]
fn published_rulings_go_into_files_and_come_back() {
    let (here, there, files) = (with_judges(), with_judges(), tempfile::tempdir().unwrap());
    let (here, there) = (
        here.path().display().to_string(),
        there.path().display().to_string(),
    );
    let dir = files.path().display().to_string();
    let case = |title: &str, table: &str| {
        format!(
            "title = \"{title}\"\nquestion = \"Does the guard take one?\"\nruling = \"Yes, *one*.\"\n{CASE}{EXPECT}\n\
             [published]\nedition = \"2018\"\nclauses = [\"4.4.3\"]\nkeywords = [\"parry\"]\n{table}"
        )
    };
    let official = "status = \"official\"\nauthority = \"The Committee\"\ndate = \"2012-01-01\"\n";
    written(files.path(), "one.toml", &case("The first", official));
    let superseded = "status = \"superseded\"\nsuperseded_by = \"one\"\nexplanation = \"\"\"\nTwo\nlines\"\"\"\n";
    written(files.path(), "two.toml", &case("The second", superseded));
    written(
        files.path(),
        "authorities.json",
        r#"{"The Committee": [["2010-01-01", null]]}"#,
    );
    let import = |data: &str| {
        let args = [
            "rulings",
            "--data",
            data,
            "import",
            &dir,
            "--by",
            "ann",
            "--approved-by",
            "ben",
        ];
        arbiter(&args, "")
    };
    let first = import(&here);
    assert!(first.status.success(), "{}{}", out(&first), err(&first));
    assert!(
        out(&first).contains("2 new, 0 changed, 0 unchanged, 0 refused"),
        "{}",
        out(&first)
    );
    assert!(
        out(&import(&here)).contains("0 new, 0 changed, 2 unchanged"),
        "nothing twice"
    );

    // Written anew they pass as cases, and say the same elsewhere.
    let exported = arbiter(&["rulings", "--data", &here, "export", &dir], "");
    assert!(
        out(&exported).starts_with("2 rulings written"),
        "{}",
        err(&exported)
    );
    let checked = arbiter(&["check", &dir], "");
    assert!(
        out(&checked).ends_with("2 passed, 0 failed\n"),
        "{}",
        out(&checked)
    );
    let text = std::fs::read_to_string(files.path().join("two.toml")).unwrap();
    assert!(text.contains("superseded_by = \"one\""), "{text}");
    let second = import(&there);
    assert!(out(&second).contains("2 new"), "{}", out(&second));
    let again = tempfile::tempdir().unwrap();
    let other = again.path().display().to_string();
    arbiter(&["rulings", "--data", &there, "export", &other], "");
    for name in ["one.toml", "two.toml", "authorities.json"] {
        let read = |folder: &Path| std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(read(files.path()), read(again.path()), "{name}");
    }

    // A file whose case comes out otherwise is refused, with the difference.
    written(
        files.path(),
        "three.toml",
        &case("The third", "").replace("damage = 1", "damage = 2"),
    );
    let refused = import(&here);
    assert!(!refused.status.success());
    assert!(
        out(&refused).contains("units.guard.damage: expected 2, got 1"),
        "{}",
        out(&refused)
    );

    let drift = arbiter(&["drift", "--data", &here], "");
    assert!(drift.status.success());
    assert_eq!(out(&drift), "2 run, 0 under review\n");
}

const ODDS: &str = r#"
[light]
force = 9
[[unit]]
id = "raider"
side = "dark"
power = 5
text = ["Lucky 2", "Critical Hit 1"]
[[unit]]
id = "guard"
side = "light"
text = ["Parry 2"]
[[play]]
attack = "raider"
on = "guard"
[[play]]
roll = [6, 5, 4, 1, 1]
"#;

#[test]
fn odds_in_words_and_as_json() {
    let text = arbiter(&["odds", "-", "--policy", "best"], ODDS);
    assert!(text.status.success(), "{}", err(&text));
    let text = out(&text);
    for words in [
        "5 attack dice: raider attacks guard",
        "guard is discarded:",
        "Critical Hit (raider): ",
        "Parry (guard): ",
        "at least N",
        "Damage to guard",
        "reroll the two 1s",
        "This or worse for guard: ",
    ] {
        assert!(text.contains(words), "`{words}` in:\n{text}");
    }
    let json = arbiter(&["odds", "-", "--format", "json"], ODDS);
    let found: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let half = found["hits"]["exactly"]["5"].as_f64().unwrap();
    assert!((half - 1.0 / 32.0).abs() < 1e-12, "{half}");
    assert_eq!(found["actual"]["pending"], 4);
}

#[test]
fn odds_of_too_much_are_refused() {
    let many = ODDS.replace("power = 5", "power = 61");
    let refused = arbiter(
        &["odds", "-"],
        &many.replace("roll = [6, 5, 4, 1, 1]", "pass = \"dark\""),
    );
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        err(&refused).contains("power above 60"),
        "{}",
        err(&refused)
    );
    let evades = "\"Pay 1 Force -> Evade 1\", ".repeat(4);
    let refused = arbiter(
        &["odds", "-"],
        &ODDS.replace("[\"Parry 2\"]", &format!("[{evades}\"Parry 2\"]")),
    );
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        err(&refused).contains("more than 4 optional abilities"),
        "{}",
        err(&refused)
    );
}
