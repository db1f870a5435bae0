//! The sections of the self-contained file.

use super::{escape, words};
use crate::render::View;
use crate::render::view::{
    CiteView, DiceRow, DiceView, Die, NothingView, OptionView, ReadingView, ReasonView,
    RefusalView, RequestView, SideView, StepView, UnitView, UnmodelledView, ValueRow, WindowView,
};

pub fn all(view: &View) -> String {
    let request = view.request.iter().map(request).collect::<String>();
    [
        verdict(view),
        request,
        board(view),
        list("Dice", &view.dice, dice),
        list("Step by step", &view.windows, window),
        list("Refused", &view.refused, refusal),
        nothing(&view.nothing),
        list("Questions the rules leave open", &view.readings, reading),
        unmodelled(view),
    ]
    .concat()
}

fn section(heading: &str, inside: &str) -> String {
    format!("<section>\n<h2>{heading}</h2>\n{inside}</section>\n")
}

/// A section with one piece for each entry; nothing if there are none.
fn list<T>(heading: &str, entries: &[T], piece: impl Fn(&T) -> String) -> String {
    match entries {
        [] => String::new(),
        some => section(heading, &some.iter().map(piece).collect::<String>()),
    }
}

fn verdict(view: &View) -> String {
    let sums = view.sums.iter().map(|sum| {
        let line = format!("{}: {}", sum.unit, sum.words());
        format!("<p class=\"sum\">{}</p>\n", words(&line))
    });
    let reasons = view
        .reasons
        .iter()
        .map(|one| format!("<p class=\"why\">{}</p>\n", reason(one)));
    let question = match view.question.as_str() {
        "" => String::new(),
        asked => format!("<p class=\"soft\">{}</p>\n", words(asked)),
    };
    format!(
        "<header class=\"verdict {}\">\n<p><span class=\"badge\">{}</span> <span class=\"soft\">{}</span></p>\n\
         <h1>{}</h1>\n{question}{}{}</header>\n",
        view.class(),
        view.word(),
        words(&view.title),
        words(&view.summary),
        reasons.collect::<String>(),
        sums.collect::<String>()
    )
}

fn request(request: &RequestView) -> String {
    let asked = format!("{}, {}", request.side.name(), request.window.name());
    let options: String = request.options.iter().map(option).collect();
    let inside = format!(
        "<p>{}</p>\n<p class=\"soft\">{asked}</p>\n<ul class=\"options\">\n{options}</ul>\n",
        words(&request.asks)
    );
    section("Still open", &inside)
}

fn option(option: &OptionView) -> String {
    let outcome = option.outcome.as_deref().unwrap_or_default();
    let label = words(&option.label);
    match option.legal {
        true => format!("<li><b>{label}</b> {}</li>\n", words(outcome)),
        false => format!(
            "<li class=\"no\"><b>{label}</b> Not now{}</li>\n",
            why_list(&option.reasons)
        ),
    }
}

fn board(view: &View) -> String {
    let sides: String = view.board.sides.iter().map(side).collect();
    let table = match view.board.table.as_slice() {
        [] => String::new(),
        rows => vals(rows),
    };
    let inside = format!("<div class=\"board\">\n{sides}</div>\n{table}");
    section("Board <span class=\"soft\">before → after</span>", &inside)
}

fn side(side: &SideView) -> String {
    let units: String = side.units.iter().map(unit).collect();
    let untouched = match side.untouched.as_slice() {
        [] => String::new(),
        names => format!(
            "<p class=\"untouched\">Untouched: {}</p>\n",
            escape(&names.join(", "))
        ),
    };
    format!(
        "<div class=\"side {}\">\n<h3>{}</h3>\n{}{units}{untouched}</div>\n",
        side.class(),
        side.name(),
        vals(&side.pools)
    )
}

fn unit(unit: &UnitView) -> String {
    format!(
        "<div class=\"unit\"><b>{}</b>{}</div>\n",
        escape(&unit.name),
        vals(&unit.rows)
    )
}

fn vals(rows: &[ValueRow]) -> String {
    let row = |row: &ValueRow| {
        let label = escape(&row.label);
        let before = row.before.as_ref().map(|before| format!("{before} → "));
        let (before, of) = (words(&before.unwrap_or_default()), words(&row.of));
        let after = match before.is_empty() {
            true => words(&row.after),
            false => format!("<b>{}</b>", words(&row.after)),
        };
        format!("<dt>{label}</dt><dd>{before}{after} {of}</dd>")
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<dl class=\"vals\">{rows}</dl>\n")
}

fn dice(roll: &DiceView) -> String {
    let rows: String = roll.rows.iter().map(dice_row).collect();
    format!(
        "<p>{} <a class=\"soft\" href=\"#s{1}\">step {1}</a></p>\n<dl class=\"dice\">{rows}</dl>\n",
        words(&roll.heading),
        roll.step
    )
}

fn dice_row(row: &DiceRow) -> String {
    let dice: String = row.dice.iter().map(die).collect();
    format!(
        "<div class=\"row\"><dt>{}<span class=\"note\">{}</span></dt><dd><ol class=\"roll\">{dice}</ol></dd></div>\n",
        row.label,
        words(&row.note)
    )
}

fn die(die: &Die) -> String {
    let hidden = match die.words().as_str() {
        "" => String::new(),
        marks => format!("<span class=\"vh\"> {}</span>", escape(marks)),
    };
    format!("<li class=\"{}\">{}{hidden}</li>", die.class(), die.face)
}

fn window(window: &WindowView) -> String {
    let steps: String = window.steps.iter().map(step).collect();
    format!(
        "<details open>\n<summary><h3>{}</h3><span class=\"out\">{}</span></summary>\n\
         <ol class=\"steps\" start=\"{}\">\n{steps}</ol>\n</details>\n",
        window.heading,
        words(&window.outcome),
        window.start
    )
}

fn step(step: &StepView) -> String {
    let inset = match step.depth {
        0 => String::new(),
        depth => format!(" in{depth}"),
    };
    let cites: String = step.cites.iter().map(cite_entry).collect();
    format!(
        "<li class=\"{}{inset}\" id=\"s{1}\" value=\"{1}\"><p>{2}</p><ul class=\"cites\">{cites}</ul></li>\n",
        step.class(),
        step.n,
        words(&step.text)
    )
}

/// A citation with its words, as it stands under a step.
fn cite_entry(cite: &CiteView) -> String {
    let law = match cite.words.as_str() {
        "" => String::new(),
        law => format!(" <span class=\"law\">{}</span>", words(law)),
    };
    format!("<li>{}{law}</li>", cite_mark(cite))
}

/// A citation with its provenance.
fn cite_mark(cite: &CiteView) -> String {
    let label = escape(&cite.label);
    let label = match &cite.href {
        Some(href) => format!("<a href=\"{}\">{label}</a>", escape(href)),
        None => label,
    };
    let note = cite.note.map(|note| format!(", {note}"));
    format!(
        "{label} <span class=\"prov {}\">{}{}</span>",
        cite.ground.class(),
        cite.ground.word(),
        note.unwrap_or_default()
    )
}

fn reason(reason: &ReasonView) -> String {
    let cites: String = reason
        .cites
        .iter()
        .map(|cite| format!(" {}", cite_mark(cite)))
        .collect();
    format!("{}{cites}", words(&reason.text))
}

fn why_list(reasons: &[ReasonView]) -> String {
    let reasons: String = reasons
        .iter()
        .map(|one| format!("<li>{}</li>", reason(one)))
        .collect();
    format!("<ol>{reasons}</ol>")
}

fn refusal(refusal: &RefusalView) -> String {
    format!(
        "<div class=\"refusal\"><h3>Refused: {}</h3> <a href=\"#s{1}\">at step {1}</a>{2}</div>\n",
        words(&refusal.play),
        refusal.n,
        why_list(&refusal.reasons)
    )
}

fn nothing(entries: &[NothingView]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let entry = |entry: &NothingView| {
        let because: Vec<String> = entry.because.iter().map(reason).collect();
        let side = entry.side.map(|side| format!("{}: ", side.name()));
        let who = format!(
            "{}{}, {}",
            side.unwrap_or_default(),
            entry.unit,
            entry.ability
        );
        let because = because.join("; ");
        format!(
            "<dt>{}</dt><dd>Nothing, because {because}</dd>\n",
            words(&who)
        )
    };
    let entries: String = entries.iter().map(entry).collect();
    section(
        "On the table, but did nothing",
        &format!("<dl class=\"nothing\">\n{entries}</dl>\n"),
    )
}

fn reading(reading: &ReadingView) -> String {
    let others = reading.others.iter().map(|other| {
        let ends = if other.differs {
            "It ends otherwise: "
        } else {
            "It ends the same. "
        };
        format!(
            "<li>Read as <b>{}</b>: {ends}{}</li>\n",
            words(&other.name),
            words(&other.summary)
        )
    });
    let used = match reading.used.as_str() {
        "adopted" => "Our reading".to_owned(),
        name => format!("Read here as {}", words(name)),
    };
    format!(
        "<div><p>{} {}</p>\n<p>{used}: {}</p>\n<ul>\n{}</ul></div>\n",
        words(&reading.question),
        cite_mark(&reading.cite),
        words(&reading.says),
        others.collect::<String>()
    )
}

fn unmodelled(view: &View) -> String {
    let others: Vec<&UnmodelledView> = view
        .unmodelled
        .iter()
        .filter(|line| !line.matters)
        .collect();
    list("Not modelled, and not needed here", &others, |line| {
        let said = format!("{}: “{}” ({})", line.unit, line.line, line.why);
        format!("<p>{}</p>\n", words(&said))
    })
}
