//! Boards on record: for a line that chance does not bring to act, one board on which it does.
//!
//! They are in `tests/witness/*.toml`, sorted by set:
//!
//! ```toml
//! [[witness]]
//! card = "Tarn Vessik (B)"
//! line = "Armor"
//! why = "armor.1: the 4 is no hit"
//! board = '''
//! [[unit]]
//! id = "tarn"
//! ...
//! '''
//! ```
//!
//! `card` is the full name of a card of the folder, `line` a word or two that only the line in
//! question has on that card, `why` what the line does there and the clauses that say so, `board` a
//! case in the format of `rulings/FORMAT.md`. In the board `card = "..."` and `play = "..."` name
//! cards of the folder, and `<line>` stands for the printed line, as in `use = "tarn: <line>"` or in
//! the `text` of a made-up card. No text of a card is ever written down: it comes from the folder
//! when the test runs.
//!
//! The board must have an `[expect]` that holds, strictly, and that no longer holds when the line is
//! taken from every card of the board that has it. So a witness says both that a line acts and that
//! it acts rightly. Where another line of the card is not modelled and would leave the ruling open, a
//! made-up card has `<line>` as its only text. A witness is wanted for each line that
//! `each_modelled_line_of_a_card_folder_acts` names, those it sees in a short scene only too: these
//! scenes take minutes for a line. To add one: write the board, then
//! `ARBITER_LACKEY=DIR cargo test --lib each_witness_acts -- --ignored --nocapture`, which tells what
//! is not as expected.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::folder::cards_of;
use super::line::Line;
use crate::catalogue::CardIndex;
use crate::game::Card;
use crate::rules::check::compare;
use crate::rules::document::read_toml;
use crate::rules::judge;
use crate::rules::situation::{CardSpec, Case, Facts, Play, Situation};

/// The mark that stands for the printed line.
const MARK: &str = "<line>";

/// A board on record for a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Witness {
    /// Full name of the card.
    card: String,
    /// Words that only this line of the card has.
    line: String,
    /// What it does on the board, and the clauses.
    why: String,
    /// A case.
    board: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    witness: Vec<Witness>,
}

/// The boards on record, with the cards they are for.
#[derive(Default)]
pub struct OnRecord {
    cards: CardIndex,
    witnesses: Vec<Witness>,
}

impl OnRecord {
    /// All of them, for these cards.
    pub fn of(cards: &[Card]) -> OnRecord {
        OnRecord {
            cards: CardIndex::from_cards(cards.iter().cloned()),
            witnesses: recorded(),
        }
    }

    /// Whether the line has a board on record and acts on it.
    pub fn acts(&self, line: &Line) -> bool {
        let of = |w: &&Witness| w.card == line.name && w.text(&self.cards) == Ok(&line.text);
        let mut own = self.witnesses.iter().filter(of);
        own.any(|witness| witness.faults(&self.cards).is_empty())
    }
}

/// All boards on record.
fn recorded() -> Vec<Witness> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witness");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of witnesses")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path| fs::read_to_string(path).expect("a text");
    paths.iter().flat_map(|path| parsed(&read(path))).collect()
}

/// The boards of one file.
fn parsed(text: &str) -> Vec<Witness> {
    let recorded: Recorded = toml::from_str(text).unwrap_or_else(|e| panic!("{e}"));
    recorded.witness
}

impl Witness {
    /// The printed line it is for.
    ///
    /// # Errors
    /// If the card is not there, or not exactly one of its lines has those words.
    fn text<'a>(&self, cards: &'a CardIndex) -> Result<&'a str, String> {
        let card = cards.get(&self.card).ok_or("there is no such card")?;
        let mut found = card.text.iter().filter(|text| text.contains(&self.line));
        match (found.next(), found.next()) {
            (Some(text), None) => Ok(text),
            (Some(_), Some(_)) => Err(format!("more than one line has `{}`", self.line)),
            (None, _) => Err(format!("no line has `{}`", self.line)),
        }
    }

    /// What is wrong with it; nothing if the line acts as it should.
    fn faults(&self, cards: &CardIndex) -> Vec<String> {
        match self.tried(cards) {
            Ok(()) => Vec::new(),
            Err(faults) => faults,
        }
    }

    fn tried(&self, cards: &CardIndex) -> Result<(), Vec<String>> {
        let line = self.text(cards).map_err(|fault| vec![fault])?;
        // Inside a TOML text quotation marks and backslashes are escaped.
        let escaped = line.replace('\\', "\\\\").replace('"', "\\\"");
        let Case {
            situation, expect, ..
        } = read_toml(&self.board.replace(MARK, &escaped), cards).map_err(|problems| {
            problems
                .0
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        })?;
        let expect = expect.ok_or_else(|| vec!["it expects nothing".to_owned()])?;
        let ruling = judge(&situation);
        let found = compare(&ruling, &expect, true);
        if !found.is_empty() {
            let mut faults: Vec<String> = found.iter().map(ToString::to_string).collect();
            faults.extend(ruling.steps.iter().map(|s| format!("    {}", s.text)));
            return Err(faults);
        }
        if compare(&judge(&lacking(&situation, line)), &expect, false).is_empty() {
            return Err(vec!["all is the same without the line".to_owned()]);
        }
        Ok(())
    }
}

/// The board without that line on any card.
fn lacking(situation: &Situation, line: &str) -> Situation {
    let strip = |text: &mut Vec<String>| text.retain(|t| t != line);
    let facts = |facts: &mut Facts| strip(&mut facts.text);
    let mut without = situation.clone();
    for unit in &mut without.units {
        facts(&mut unit.facts);
        let carried = [&mut unit.under, &mut unit.attached, &mut unit.pilot];
        let carried = carried.into_iter().flatten();
        carried.for_each(|CardSpec { facts: of, .. }| facts(of));
    }
    for play in &mut without.plays {
        if let Play::Card { text, .. } = play {
            strip(text);
        }
    }
    without
}

/// The boards whose line does not act as it should, told with what is wrong.
fn failing(witnesses: &[Witness], cards: &CardIndex) -> usize {
    let mut failing = 0;
    for witness in witnesses {
        let faults = witness.faults(cards);
        if !faults.is_empty() {
            failing += 1;
            println!("{} `{}` ({}):", witness.card, witness.line, witness.why);
            faults.iter().for_each(|fault| println!("    {fault}"));
        }
    }
    failing
}

/// The boards on record only: a matter of seconds.
#[test]
#[ignore = "needs a folder of card sets"]
fn each_witness_acts() {
    let Some(dir) = std::env::var_os("ARBITER_LACKEY") else {
        println!("ARBITER_LACKEY names no folder of card sets: not given");
        return;
    };
    let OnRecord { cards, witnesses } = OnRecord::of(&cards_of(&dir));
    let failing = failing(&witnesses, &cards);
    let acting = witnesses.len() - failing;
    println!("{acting} of {} witnesses act", witnesses.len());
    assert!(
        failing == 0,
        "{failing} witnesses do not act as they should"
    );
}

/// The boards on record can be read, and no line has two.
#[test]
fn the_witnesses_are_well_formed() {
    let mut seen = Vec::new();
    for witness in recorded() {
        assert!(!witness.why.is_empty(), "{}", witness.card);
        assert!(witness.board.contains("[expect"), "{}", witness.card);
        seen.push((witness.card, witness.line));
    }
    assert!(!seen.is_empty());
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count, "a line has two boards");
}

#[cfg(test)]
mod made_up {
    use super::*;
    use crate::game::CardType;

    const BOARD: &str = r#"
[[unit]]
id = "tarn"
side = "dark"
card = "Tarn Vessik (B)"
power = 2
health = 5
[[unit]]
id = "guard"
side = "light"
health = 9
[[play]]
attack = "tarn"
on = "guard"
PLAYS
[expect]
units.guard.damage = DAMAGE
"#;

    fn cards() -> CardIndex {
        let tarn = Card {
            types: vec![CardType::Character],
            text: vec![
                "This unit gets +1 power.".to_owned(),
                r#"Pay 0 Force -> This unit gets "Critical Hit 2" for this attack."#.to_owned(),
                "Each unit in the build zone gets +1 health.".to_owned(),
            ],
            ..Card::named("Tarn Vessik (B)")
        };
        CardIndex::from_cards([tarn])
    }

    fn witness(line: &str, plays: &str, damage: u8) -> Witness {
        Witness {
            card: "Tarn Vessik (B)".to_owned(),
            line: line.to_owned(),
            why: "3.2".to_owned(),
            board: BOARD
                .replace("PLAYS", plays)
                .replace("DAMAGE", &damage.to_string()),
        }
    }

    #[test]
    fn a_witness_acts_as_expected() {
        let roll = "[[play]]\nroll = [4, 4, 4]";
        assert!(witness("+1 power", roll, 3).faults(&cards()).is_empty());
    }

    #[test]
    fn a_witness_that_tells_nothing_is_told() {
        let roll = "[[play]]\nroll = [4, 4, 4]";
        let told = |w: Witness| w.faults(&cards()).join("; ");
        assert!(told(witness("+1 power", roll, 2)).contains("expected 2, got 3"));
        assert!(told(witness("build zone", roll, 3)).contains("the same without the line"));
        assert!(told(witness("unit", roll, 3)).contains("more than one line"));
        assert!(told(witness("Stealth", roll, 3)).contains("no line has"));
    }

    #[test]
    fn the_mark_stands_for_the_line_with_its_quotation_marks() {
        let plays = "[[play]]\nuse = \"tarn: <line>\"\n[[play]]\nroll = [6, 4, 4]";
        let faults = witness("Critical", plays, 5).faults(&cards());
        assert!(faults.is_empty(), "{faults:?}");
    }
}
