//! `arbiter ask`: answers a question from the embedded rules, or measures the answers.

use crate::catalogue::starter_cards;
use crate::game::Card;
use crate::import::lackey;
use crate::search::{Answer, Document, Item, Search, ask, document, eval};
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How many clauses and rulings are shown.
const SHOWN: usize = 5;

/// What was typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The question; with --eval, files of questions, one JSON object a line
    #[arg(required_unless_present = "left_out")]
    what: Vec<String>,
    /// Ask all questions of the files and print how often the first answers settle them
    #[arg(long)]
    eval: bool,
    /// Ask every so many-th way to ask without knowing it, and print the same in two halves
    #[arg(long, value_name = "N", hide = true)]
    left_out: Option<usize>,
    /// A folder of LackeyCCG card sets to know besides the starter catalogue
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
}

/// Runs it.
///
/// # Errors
/// If a file cannot be read, or the index cannot be made.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let documents = documents(args.cards.as_deref())?;
    if let Some(step) = args.left_out {
        return measure_left_out(documents, step);
    }
    if args.eval {
        return measure(documents, &args.what);
    }
    let search = Search::in_memory(documents)?;
    let answer = ask(&search.snapshot(), &args.what.join(" "), SHOWN)?;
    println!("{}", shown(&answer));
    Ok(if answer.is_empty() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn measure(documents: Vec<Document>, files: &[String]) -> anyhow::Result<ExitCode> {
    let mut questions = Vec::new();
    for file in files {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("`{file}` cannot be read"))?;
        questions.extend(eval::questions(&text).with_context(|| format!("in `{file}`"))?);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = runtime.block_on(eval::evaluate(documents, &questions))?;
    println!("{report}");
    Ok(ExitCode::SUCCESS)
}

fn measure_left_out(mut documents: Vec<Document>, step: usize) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let halves = eval::left_out(&mut documents, step);
    for (name, questions) in ["tune", "measure"].into_iter().zip(halves) {
        let report = runtime.block_on(eval::evaluate(documents.clone(), &questions))?;
        println!("{name}: {}", report.rules);
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules, the precedents, the starter catalogue, and the sets of a folder.
fn documents(folder: Option<&Path>) -> anyhow::Result<Vec<Document>> {
    let mut cards: BTreeMap<String, Card> = BTreeMap::new();
    for card in starter_cards()? {
        cards.insert(card.name.clone(), card);
    }
    if let Some(folder) = folder {
        for card in cards_of(folder)? {
            cards.insert(card.name.clone(), card);
        }
    }
    let mut documents = document::rules();
    documents.extend(
        cards
            .values()
            .map(|card| Document::card(card, document::is_modelled(card))),
    );
    Ok(documents)
}

/// The cards of all set files in a folder, in the order of the files' names.
fn cards_of(folder: &Path) -> anyhow::Result<Vec<Card>> {
    let context = || format!("the card sets in `{}` cannot be read", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(context)? {
        let path = entry.with_context(context)?.path();
        if path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("txt"))
        {
            files.push(path);
        }
    }
    files.sort();
    let mut cards = Vec::new();
    for file in files {
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let bytes =
            std::fs::read(&file).with_context(|| format!("`{}` cannot be read", file.display()))?;
        match lackey::parse(&stem, &bytes) {
            Ok(set) => cards.extend(set.cards.into_iter().map(|parsed| parsed.card)),
            // Folders of sets hold lists and notes too.
            Err(refused) => eprintln!("`{}` is left out: {refused}", file.display()),
        }
    }
    Ok(cards)
}

fn shown(answer: &Answer) -> String {
    let mut lines: Vec<String> = answer
        .warnings
        .iter()
        .map(|warning| format!("Note: {}.", warning.0))
        .collect();
    lines.extend(answer.goto.iter().map(|page| format!("See {page}")));
    let read = answer
        .read_as
        .iter()
        .map(|(written, read)| format!("`{written}` was read as {read}."));
    lines.extend(read);
    lines.extend(answer.unknown_card_sentence());
    lines.extend(answer.items().map(one));
    if !answer.cards.is_empty() {
        let at = if answer.which_card() { 0 } else { lines.len() };
        lines.insert(at, cards(answer));
    }
    if lines.is_empty() {
        lines.push("Nothing was found.".to_owned());
    }
    lines.extend(answer.ways_on.iter().map(|way| format!("Try: {way}")));
    lines.join("\n")
}

fn cards(answer: &Answer) -> String {
    let names = answer.cards.iter().map(|card| card.title.as_str());
    let names: Vec<&str> = names.collect();
    let head = if answer.ambiguous {
        "Which card?"
    } else {
        "Cards:"
    };
    format!("{head} {}", names.join(", "))
}

fn one(item: &Item) -> String {
    let text: String = item
        .text
        .iter()
        .map(|run| {
            if run.marked {
                format!("*{}*", run.text)
            } else {
                run.text.clone()
            }
        })
        .collect();
    let title = if item.title.is_empty() {
        String::new()
    } else {
        format!(" {}:", item.title)
    };
    let provenance = item
        .provenance
        .map(|word| format!(" ({word})"))
        .unwrap_or_default();
    format!(
        "{}{provenance}{title} {}",
        item.id,
        text.replace('\n', " / ")
    )
}
