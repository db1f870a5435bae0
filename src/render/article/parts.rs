//! The parts of a ruling, each as blocks; a part with nothing to say gives none.

use super::{Block, Item, Numbered, Span, cites, reason, reasons, text};
use crate::render::View;
use crate::render::view::{
    DiceRow, DiceView, Footer, OptionView, ReadingView, RefusalView, SideView, StepView, UnitView,
    ValueRow, WindowView,
};
use crate::rules::trace::StepKind;

pub fn title(view: &View) -> Option<Block> {
    (!view.title.is_empty()).then(|| Block::Line(vec![Span::Em(view.title.clone())]))
}

pub fn question(view: &View) -> Option<Block> {
    let asked = || Block::Line(vec![text(format!("Question: {}", view.question))]);
    (!view.question.is_empty()).then(asked)
}

pub fn verdict(view: &View) -> Block {
    let word = Span::Strong(format!("{}:", view.word()));
    Block::Line(vec![word, text(format!(" {}", view.summary))])
}

/// The reasons; failing those, how the damage came about; failing that, the last dice.
pub fn why(view: &View) -> Option<Block> {
    let reasons = view.reasons.iter().map(reason);
    let sums = view.sums.iter().map(|sum| vec![text(sum_words(sum))]);
    let lines: Vec<Vec<Span>> = match (view.reasons.is_empty(), view.sums.is_empty()) {
        (false, _) => reasons.collect(),
        (true, false) => sums.collect(),
        (true, true) => view.dice.last().map(last_dice).into_iter().collect(),
    };
    (!lines.is_empty()).then_some(Block::Quote(lines))
}

/// A roll in one line, as far as it has come.
fn last_dice(roll: &DiceView) -> Vec<Span> {
    let row = roll.rows.iter().rev().find(|row| !row.dice.is_empty());
    let faces = row.map(dice_row).unwrap_or_default();
    std::iter::once(text(format!("{}. ", roll.heading)))
        .chain(faces)
        .collect()
}

pub fn permalink(view: &View) -> Option<Vec<Span>> {
    view.permalink.as_ref().map(|href| {
        vec![Span::Link {
            label: "Steps, dice and rules on Arbiter".to_owned(),
            href: href.clone(),
        }]
    })
}

pub fn request(view: &View) -> Vec<Block> {
    let Some(request) = &view.request else {
        return Vec::new();
    };
    let window = request.window.name();
    let asked = format!("{}, {window}: {}", request.side.name(), request.asks);
    let options = request.options.iter().map(option).collect::<Vec<_>>();
    let list = (!options.is_empty()).then_some(Block::List(options));
    let head = [heading("Still open"), Block::Line(vec![text(asked)])];
    head.into_iter().chain(list).collect()
}

fn option(option: &OptionView) -> Item {
    let mut line = vec![Span::Strong(option.label.clone())];
    match (&option.outcome, option.legal) {
        (Some(outcome), true) => line.push(text(format!(": {outcome}"))),
        (None, true) => {}
        (_, false) => line.push(text(": not now")),
    }
    let below = option.reasons.iter().map(reason).collect();
    Item { line, below }
}

pub fn board(view: &View) -> Vec<Block> {
    let sides = view.board.sides.iter().map(side);
    let table = view.board.table.iter().map(row).map(Item::from);
    vec![
        heading("Board, before → after"),
        Block::List(sides.chain(table).collect()),
    ]
}

fn side(side: &SideView) -> Item {
    let pools = side.pools.iter().map(pool).collect::<Vec<_>>().join(", ");
    let units = side.units.iter().map(unit);
    let untouched = (!side.untouched.is_empty())
        .then(|| vec![text(format!("Untouched: {}", side.untouched.join(", ")))]);
    Item {
        line: vec![
            Span::Strong(side.name().to_owned()),
            text(format!(": {pools}")),
        ],
        below: units.chain(untouched).collect(),
    }
}

fn pool(row: &ValueRow) -> String {
    format!("{} {}", row.label, row.words())
}

fn unit(unit: &UnitView) -> Vec<Span> {
    let rows = unit.rows.iter().map(|row| {
        let label = row.label.to_lowercase();
        format!("{label} {}", row.words())
    });
    vec![text(format!(
        "{}: {}",
        unit.name,
        rows.collect::<Vec<_>>().join(", ")
    ))]
}

fn row(row: &ValueRow) -> Vec<Span> {
    vec![text(format!("{}: {}", row.label, row.words()))]
}

pub fn dice(view: &View) -> Vec<Block> {
    let rolls = view.dice.iter().map(|roll| Item {
        line: vec![text(format!("{} (step {})", roll.heading, roll.step))],
        below: roll.rows.iter().map(dice_row).collect(),
    });
    section("Dice", rolls.collect())
}

/// `Counted: 6 4 2 (2 hits)`, hits bold, new faces in italics.
fn dice_row(row: &DiceRow) -> Vec<Span> {
    let mut line = vec![text(format!("{}:", row.label))];
    for die in &row.dice {
        let face = die.face.to_string();
        line.push(text(" "));
        line.push(match (die.hit || !die.read.is_empty(), die.new) {
            (true, _) => Span::Strong(face),
            (false, true) => Span::Em(face),
            (false, false) => text(face),
        });
    }
    if !row.note.is_empty() {
        line.push(text(format!(" ({})", row.note)));
    }
    line
}

pub fn sums(view: &View) -> Vec<Block> {
    let sums = view
        .sums
        .iter()
        .map(|sum| Item::from(vec![text(sum_words(sum))]));
    section("Damage", sums.collect())
}

fn sum_words(sum: &crate::render::view::SumView) -> String {
    format!("{}: {}", sum.unit, sum.words())
}

pub fn steps(view: &View) -> Vec<Block> {
    if view.windows.is_empty() {
        return Vec::new();
    }
    let windows = view.windows.iter().flat_map(window);
    std::iter::once(heading("Step by step"))
        .chain(windows)
        .collect()
}

/// A window in which nobody did anything is one line, with what its steps rest on.
fn window(window: &WindowView) -> Vec<Block> {
    let outcome = match window.outcome.as_str() {
        "" => String::new(),
        outcome => format!(": {outcome}"),
    };
    let mut head = vec![Span::Strong(window.heading.to_owned()), text(outcome)];
    let quiet = window.steps.iter().all(|step| step.kind == StepKind::Pass);
    if quiet {
        let rests = window.steps.iter().flat_map(|step| step.cites.clone());
        head.extend(cites(&rests.collect::<Vec<_>>()));
        return vec![Block::Window(head)];
    }
    let steps = window.steps.iter().map(step).collect();
    vec![Block::Window(head), Block::Steps(steps)]
}

fn step(step: &StepView) -> Numbered {
    let says_so = step.text.to_lowercase().contains("refused");
    let refused = (step.is_refusal() && !says_so).then(|| Span::Strong("Refused: ".to_owned()));
    let said = refused.into_iter().chain([text(&step.text)]);
    Numbered {
        n: step.n,
        line: said.chain(cites(&step.cites)).collect(),
    }
}

pub fn refused(view: &View) -> Vec<Block> {
    let item = |refusal: &RefusalView| Item {
        line: vec![
            Span::Strong(refusal.play.clone()),
            text(format!(", at step {}", refusal.n)),
        ],
        below: refusal.reasons.iter().map(reason).collect(),
    };
    section("Refused", view.refused.iter().map(item).collect())
}

pub fn nothing(view: &View) -> Vec<Block> {
    let items = view.nothing.iter().map(|nothing| {
        let who = format!("{}, {}: nothing, because ", nothing.unit, nothing.ability);
        let line = std::iter::once(text(who)).chain(reasons(&nothing.because));
        Item::from(line.collect::<Vec<_>>())
    });
    section("On the table, but did nothing", items.collect())
}

pub fn readings(view: &View) -> Vec<Block> {
    section(
        "Questions the rules leave open",
        view.readings.iter().map(reading).collect(),
    )
}

fn reading(reading: &ReadingView) -> Item {
    let mut line = vec![text(reading.question.clone())];
    line.extend(cites(std::slice::from_ref(&reading.cite)));
    let used = match reading.used.as_str() {
        "adopted" => format!("Our reading: {}", reading.says),
        name => format!("Read here as “{name}”: {}", reading.says),
    };
    let others = reading.others.iter().map(|other| match other.differs {
        true => format!(
            "Read as “{}”, it ends otherwise: {}",
            other.name, other.summary
        ),
        false => format!("Read as “{}”, it ends the same.", other.name),
    });
    let below = std::iter::once(used).chain(others);
    Item {
        line,
        below: below.map(|words| vec![text(words)]).collect(),
    }
}

/// Lines that are not modelled and did not matter; those that did stand beside the verdict.
pub fn unmodelled(view: &View) -> Vec<Block> {
    let others = view.unmodelled.iter().filter(|line| !line.matters);
    let item = |line: &crate::render::view::UnmodelledView| {
        let words = format!("{}: “{}” ({})", line.unit, line.line, line.why);
        Item::from(vec![text(words)])
    };
    section(
        "Not modelled, and not needed here",
        others.map(item).collect(),
    )
}

pub fn footer(view: &View) -> Vec<Block> {
    let made = format!(
        "{}. Rests on {}. {}",
        view.footer.line(),
        view.footer.rests_on(),
        Footer::NOTE
    );
    let link = permalink(view).map(Block::Line);
    link.into_iter()
        .chain([Block::Line(vec![Span::Em(made)])])
        .collect()
}

fn heading(words: &str) -> Block {
    Block::Heading(words.to_owned())
}

/// A heading with a list; nothing if the list is empty.
fn section(words: &str, items: Vec<Item>) -> Vec<Block> {
    match items.is_empty() {
        true => Vec::new(),
        false => vec![heading(words), Block::List(items)],
    }
}
