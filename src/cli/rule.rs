//! `arbiter rule`: the ruling of a document.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;

use crate::render::{Format, Length, Links, Share, View, html};
use crate::rules::judge;

use super::input;

/// Prints the ruling of a situation.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The document, TOML or JSON; `-` reads the standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// How it is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Shape,
    /// The verdict without the steps
    #[arg(long)]
    short: bool,
    #[command(flatten)]
    cards: input::Cards,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Shape {
    Text,
    Json,
    Md,
    Bbcode,
    Html,
}

/// Prints the ruling.
///
/// # Errors
/// If the document cannot be read.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let cards = args.cards.index()?;
    let situation = input::case(&args.path, &cards)?.situation;
    let ruling = judge(&situation);
    let format = match args.format {
        Shape::Json => {
            serde_json::to_writer_pretty(&mut *out, &ruling)?;
            writeln!(out)?;
            return Ok(ExitCode::SUCCESS);
        }
        Shape::Text => Format::Text,
        Shape::Md => Format::Markdown,
        Shape::Bbcode => Format::Bbcode,
        Shape::Html => Format::Html,
    };
    let view = View::new(&situation, &ruling, &Links::default());
    let text = match (args.format, args.short) {
        // A file of its own, not a piece for pasting.
        (Shape::Html, false) => html(&view),
        (_, false) => Share::new(&view, format, Length::Full).text,
        (_, true) => Share::new(&view, format, Length::Short).text,
    };
    writeln!(out, "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
