//! What any two keywords do to each other.
//!
//! Nothing here is written down: minimal boards are made for the two keywords, the engine runs
//! them with both, with each alone and with neither, and the answer is read off the four rulings.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `role` | the units of a board |
//! | `recipe` | how each keyword is put on a board |
//! | `board` | the boards and what happens on them |
//! | `drive` | runs a board, giving dice and answers as they are asked for |
//! | `probe` | compares the runs |
//! | `words` | the answer in one sentence |
//! | `rows` | what came of the board, row by row |
//! | `known` | the answers as they were worked out for this version, for lists |

mod board;
mod drive;
mod known;
mod probe;
mod recipe;
mod role;
mod rows;
#[cfg(test)]
mod told;
mod words;

pub use known::{Known, known};
pub use probe::Bench;
pub use role::Role;
pub use rows::Row;

use crate::clause;
use crate::rulebook::{ClauseId, Edition, Keyword, Moment, rulebook};
use crate::rules::situation::Situation;
use crate::rules::trace::Ruling;

use board::Board;
use probe::{Finding, Relation};

/// What two keywords do to each other.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The two, by name.
    pub keywords: [Keyword; 2],
    /// The answer in one sentence.
    pub sentence: String,
    /// The clauses on which it rests.
    pub cites: Vec<ClauseId>,
    /// The clauses of one that speak of the other.
    pub speaks: Vec<ClauseId>,
    /// One changes what the other does, both act in one window, or a clause speaks of both.
    pub interacts: bool,
    board: Board,
    /// Boards that show what the first one does not.
    also: Vec<Board>,
    /// The one that lends the other, if one does.
    lender: Option<usize>,
    /// It lends it elsewhere only.
    out_of_place: bool,
}

/// One run of a board.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The board and the plays.
    pub situation: Situation,
    /// The ruling.
    pub ruling: Ruling,
}

impl Answer {
    /// One line: `+` if they interact or `-`, the two names, the sentence.
    #[must_use]
    pub fn line(&self) -> String {
        let mark = if self.interacts { '+' } else { '-' };
        let [a, b] = self.keywords.map(Keyword::name);
        format!("{mark} {a} with {b}: {}", self.sentence)
    }

    /// The board of the answer with neither keyword, with each alone, and with both; one keyword
    /// twice has no second one alone, and what is lent is printed or lent.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let [a, b] = self.keywords.map(Keyword::name);
        let rows: Vec<(String, [bool; 2])> = match self.lender {
            _ if a == b => vec![
                ("Without it".to_owned(), [false, false]),
                ("One copy".to_owned(), [true, false]),
                ("Two copies".to_owned(), [true, true]),
            ],
            Some(by) => {
                let (lender, lent) = if by == 0 { (a, b) } else { (b, a) };
                vec![
                    ("With neither".to_owned(), [false, false]),
                    (format!("{lent} printed"), [by != 0, by == 0]),
                    (self.lent(lent, lender), [true, true]),
                ]
            }
            None => vec![
                ("With neither".to_owned(), [false, false]),
                (format!("{a} alone"), [true, false]),
                (format!("{b} alone"), [false, true]),
                ("With both".to_owned(), [true, true]),
            ],
        };
        let keywords = self.keywords.map(present);
        let runs = rows
            .into_iter()
            .map(|(with, there)| (with, self.run(there)))
            .collect();
        // Equipment is attached in a build step that a printed keyword does not need.
        let draws = self.lender.is_none() || !self.board.builds();
        let more = self
            .also
            .iter()
            .map(|board| (self.otherwise(board), shown(board, [true, true])));
        let table = rows::Table {
            keywords,
            ordered: a != b && self.lender.is_none() && probe::in_order(keywords).is_some(),
            waits: probe::in_order(keywords) != Some(Moment::AttackPrevention),
            draws,
        };
        table.rows(runs, more.chain(self.turned_round(&table)).collect())
    }

    /// How the row is named in which one keyword is lent by the other, or lies behind its name
    /// where it is not.
    fn lent(&self, lent: &str, lender: &str) -> String {
        if self.out_of_place {
            format!("{lender}: {lent}, in the arena")
        } else {
            format!("{lent} lent by {lender}")
        }
    }

    /// In what another board of the answer is not like the first one.
    fn otherwise(&self, board: &Board) -> String {
        let [a, b] = self.keywords.map(Keyword::name);
        let (before, now) = (self.board.roles(), board.roles());
        let names = [a, b].into_iter().zip(now);
        if a == b {
            let [first, second] = now.map(Role::name);
            return format!("One copy on {first} and one on {second}");
        }
        let mut moved: Vec<String> = names
            .zip(before)
            .filter(|((_, now), before)| now != before)
            .map(|((name, role), _)| format!("{name} on {}", role.name()))
            .collect();
        let health = board.variant.health.words();
        let how = if board.variant.health != self.board.variant.health && !health.is_empty() {
            moved.push(health.to_owned());
            moved.join(", ")
        } else if let Some(name) = board.covered.and_then(|at| [a, b].get(at).copied()) {
            moved.push(format!("{name} on the card that lies under the top one"));
            moved.join(", ")
        } else if board.is_wounded() && !self.board.is_wounded() {
            moved.push("damage counters on the unit before".to_owned());
            moved.join(", ")
        } else if board.open != self.board.open {
            moved.push("no unit tapped before".to_owned());
            moved.join(", ")
        } else if moved.is_empty() && board.reversed {
            return format!("With both{ROUND}");
        } else if let Some(line) = self.other_line(board).filter(|_| moved.is_empty()) {
            format!("“{line}”")
        } else if moved.is_empty() {
            "other dice".to_owned()
        } else {
            moved.join(" and ")
        };
        let round = if board.reversed { ROUND } else { "" };
        format!("With both, {how}{round}")
    }

    /// The line that stands on another board in place of the one on the first board.
    fn other_line<'b>(&self, board: &'b Board) -> Option<&'b str> {
        let mut both = board.parts.iter().zip(&self.board.parts);
        let changed = both.find(|(now, before)| now.line != before.line);
        changed.map(|(now, _)| now.line.as_str())
    }

    /// The run in which the two act in the other order, if there is one.
    fn turned_round(&self, table: &rows::Table) -> Option<(String, Shown)> {
        if !table.ordered {
            return None;
        }
        let board = Board {
            reversed: true,
            ..self.board.clone()
        };
        let other = shown(&board, [true, true]);
        let order = |run: &Shown| table.order(&run.ruling);
        let (first, second) = (order(&self.both())?, order(&other)?);
        let smooth = other.ruling.refused.is_empty();
        (smooth && first != second).then(|| (format!("With both{ROUND}"), other))
    }

    /// The board with both keywords.
    #[must_use]
    pub fn both(&self) -> Shown {
        self.run([true, true])
    }

    fn run(&self, there: [bool; 2]) -> Shown {
        shown(&self.board, there)
    }
}

/// How a row is named whose uses are in the other order.
const ROUND: &str = ", the other way round";

fn shown(board: &Board, there: [bool; 2]) -> Shown {
    let run = drive::run(board, there);
    Shown {
        situation: run.situation,
        ruling: run.ruling,
    }
}

/// The two keywords in the order in which their page names them.
#[must_use]
pub fn ordered(a: Keyword, b: Keyword) -> [Keyword; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

/// Every pair of keywords, each with itself too.
pub fn all() -> impl Iterator<Item = [Keyword; 2]> {
    Keyword::all().flat_map(|a| Keyword::all().filter(move |b| a <= *b).map(move |b| [a, b]))
}

/// What two keywords do to each other. A bench that is kept makes further pairs quicker.
#[must_use]
pub fn answer(bench: &mut Bench, pair: [Keyword; 2]) -> Answer {
    let [a, b] = pair;
    let keywords = ordered(a, b);
    let present = keywords.map(present);
    let speaks = speaks(present);
    let found = bench.examine(present, !speaks.is_empty());
    let (sentence, cites) = words::answer(present, &found, &speaks);
    Answer {
        sentence: former(keywords, sentence),
        keywords,
        cites,
        interacts: interacts(&present, &found) || !speaks.is_empty(),
        speaks,
        out_of_place: matches!(found.relation, Relation::Retreated { works: false, .. }),
        lender: found.board.lender,
        also: found.also,
        board: found.board,
    }
}

/// The keyword itself, or the one that a former name stands for.
fn present(keyword: Keyword) -> Keyword {
    Keyword::find(keyword.name()).unwrap_or(keyword)
}

/// The answer, with a word on a former name.
fn former(keywords: [Keyword; 2], sentence: String) -> String {
    let Some(old) = keywords.into_iter().find(|k| present(*k) != *k) else {
        return sentence;
    };
    let says = format!(
        "{} is the former name of {}.",
        old.name(),
        present(old).name()
    );
    let [a, b] = keywords;
    if a != b && present(a) == present(b) {
        format!("They are one keyword: {says}")
    } else {
        format!("{says} {sentence}")
    }
}

fn interacts(pair: &[Keyword; 2], found: &Finding) -> bool {
    let mut all = [&found.relation].into_iter().chain(&found.further);
    all.any(|relation| is_meeting(pair, relation))
}

/// Whether two of which that is told have to do with each other.
fn is_meeting(pair: &[Keyword; 2], relation: &Relation) -> bool {
    match *relation {
        Relation::Stops(..)
        | Relation::Leaves(..)
        | Relation::Gives(..)
        | Relation::More(..)
        | Relation::Rerolls { counts: true, .. }
        | Relation::Moves { .. }
        | Relation::Hits { .. }
        | Relation::Numbers { .. }
        | Relation::Adds { .. }
        | Relation::Guards(_)
        | Relation::Below { .. }
        | Relation::Lends(..)
        | Relation::Next { .. }
        | Relation::Threshold { .. }
        | Relation::Excess { .. }
        | Relation::GoesOn { .. }
        | Relation::Within(_)
        | Relation::Firm(_)
        | Relation::Powers
        | Relation::Covered(_)
        | Relation::Quiet(_)
        | Relation::Occasion(_)
        | Relation::OnePrice
        | Relation::Blind(_)
        | Relation::Lets(_)
        | Relation::Counts { .. }
        | Relation::Sum { .. }
        | Relation::Between(_)
        | Relation::Chooses(_)
        | Relation::Across(_)
        | Relation::Foretold { .. }
        | Relation::GoesBack(_)
        | Relation::SentOver(_)
        | Relation::Doubled { .. }
        | Relation::Undoubled { adds: true, .. }
        | Relation::Unseen(_)
        | Relation::Uncounted { .. }
        | Relation::Hard(_)
        | Relation::Tied(_)
        | Relation::Late(_)
        | Relation::OnTop(_)
        | Relation::Retreated { works: true, .. }
        | Relation::OneOf => true,
        Relation::Rerolls { by, .. } => {
            let reader = probe::other(pair, by);
            recipe::recipe(*reader).shown.added_dice.is_some()
        }
        Relation::OtherDice { reader, adds } => {
            adds || is_named_of_dice(*probe::other(pair, reader))
        }
        Relation::Meet => probe::shared(*pair).is_some(),
        Relation::Copies(stacking) => {
            let [own, _] = pair;
            let several = recipe::recipe(*own).shown.several;
            stacking != crate::rulebook::Stacking::Isolated || !several.is_empty()
        }
        Relation::Returns(by) => {
            let shown = recipe::recipe(*probe::other(pair, by)).shown;
            let discard = shown.own_discard.or(shown.discard_of_others);
            let paid = crate::rules::keyword::def(*probe::other(pair, by));
            discard.is_some() || paid.is_some_and(|d| d.completes.is_some())
        }
        Relation::Opens(by) => {
            let need = recipe::recipe(*probe::other(pair, by)).shown.need;
            matches!(need, recipe::Need::Reach(_))
        }
        _ => false,
    }
}

/// Whether the clause about dice of damage names that keyword as one that answers attacks only.
fn is_named_of_dice(roller: Keyword) -> bool {
    if recipe::recipe(roller).shown.attacks_only.is_none() {
        return false;
    }
    let text = rulebook().clause(clause!("6.1")).text(Edition::default());
    mentions(text, roller.name())
}

/// The clauses that speak of both: those of one keyword that name the other, and those that a
/// keyword's file says do so in other words.
fn speaks([a, b]: [Keyword; 2]) -> Vec<ClauseId> {
    if a == b {
        return Vec::new();
    }
    let of = |own: Keyword, other: Keyword| {
        let names = move |id: &&ClauseId| {
            let text = rulebook().clause(**id).text(Edition::default());
            mentions(text, other.name())
        };
        let told = recipe::recipe(own).shown.speaks_of.iter();
        let told = told
            .filter(move |(k, _)| *k == other)
            .map(|(_, clause)| *clause);
        own.entry()
            .clauses
            .iter()
            .filter(names)
            .copied()
            .chain(told)
    };
    of(a, b).chain(of(b, a)).collect()
}

/// Whether a text has that name as a word of its own, written with its capital.
#[must_use]
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + name.len()..).and_then(|t| t.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}
