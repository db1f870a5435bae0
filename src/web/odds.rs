//! Exact odds beside a ruling: worked out where that is quick, kept by situation, arranged as a
//! chart with its table.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use actix_web::web::block;

use crate::rules::odds::{Effort, Odds, OddsError, Policy, Spread, odds_within};
use crate::rules::situation::Situation;

use super::error::Problem;

/// So many results are kept.
const MOST: usize = 512;
/// Numbers whose chance is smaller than this are left out at the ends of charts and tables.
const LEAST: f64 = 0.000_05;
/// Bars are so high in the chart's units, at most.
const HIGH: f64 = 100.0;
/// Above the highest bar there is so much room for its label.
const LABELS: f64 = 28.0;
/// From one bar to the next.
const STEP: usize = 28;

type Found = Arc<Result<Odds, OddsError>>;

/// Results by what was asked.
static KEPT: LazyLock<Mutex<HashMap<[u8; 32], Found>>> = LazyLock::new(Mutex::default);

/// The policy of that name.
///
/// # Errors
/// If there is none; the problem names them all.
pub(super) fn policy(name: &str) -> Result<Policy, Problem> {
    let found = Policy::ALL.into_iter().find(|p| p.as_str() == name);
    found.ok_or_else(|| {
        let all: Vec<String> = Policy::ALL.map(|p| format!("`{}`", p.as_str())).into();
        let detail = format!("there is no policy `{name}`; there are {}", all.join(", "));
        Problem::unusable("unknown-policy", detail)
    })
}

/// The odds, worked out away from the threads that answer.
///
/// # Errors
/// If they are refused, with the reason.
pub(super) async fn work_out(
    situation: Situation,
    policy: Policy,
    effort: Effort,
) -> Result<Odds, Problem> {
    let found = block(move || find(&situation, policy, effort)).await;
    let found = found.map_err(|error| Problem::internal(&error))?;
    (*found).clone().map_err(|error| refused(&error))
}

/// The odds by that policy; where what is played cannot be counted so, by the one that uses
/// nothing, with a note that says so.
///
/// # Errors
/// If they are refused either way, with the reason.
pub(super) async fn work_out_or_instead(
    situation: Situation,
    policy: Policy,
) -> Result<(Odds, String), Problem> {
    let found = block(move || {
        let found = find(&situation, policy, Effort::FULL);
        let instead = match &*found {
            Err(OddsError::NotCounted(_)) if policy != Policy::None => {
                Some(find(&situation, Policy::None, Effort::FULL))
            }
            _ => None,
        };
        (found, instead)
    });
    let (found, other) = found.await.map_err(|error| Problem::internal(&error))?;
    match (&*found, other.as_deref()) {
        (Ok(odds), _) => Ok((odds.clone(), String::new())),
        (Err(error), Some(Ok(odds))) => Ok((odds.clone(), instead(error, policy, odds.policy))),
        (Err(error), _) => Err(refused(error)),
    }
}

/// Why other play is counted than was asked for.
fn instead(error: &OddsError, asked: Policy, shown: Policy) -> String {
    let why = error.to_string();
    let why = match error {
        OddsError::NotCounted(why) => why,
        _ => &why,
    };
    format!(
        "Not counted where {}: {}. Counted instead: {}.",
        asked.says(),
        why.trim_end_matches(['.', '?']),
        shown.says()
    )
}

/// Refused odds, for programs and people.
fn refused(error: &OddsError) -> Problem {
    Problem::unusable(error.code(), error.to_string())
}

fn find(situation: &Situation, policy: Policy, effort: Effort) -> Found {
    let asked = serde_json::to_vec(&(situation, policy, effort.runs)).unwrap_or_default();
    let key = *blake3::hash(&asked).as_bytes();
    if let Some(found) = kept().get(&key) {
        return Arc::clone(found);
    }
    let found: Found = Arc::new(odds_within(situation, policy, effort));
    let mut kept = kept();
    if kept.len() >= MOST {
        kept.clear();
    }
    kept.insert(key, Arc::clone(&found));
    found
}

fn kept() -> std::sync::MutexGuard<'static, HashMap<[u8; 32], Found>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The panel of a ruling or a draft.
pub(in crate::web) enum Panel {
    /// No attack comes to its dice.
    None,
    /// The chart and its table.
    Shown(Box<OddsView>),
    /// It takes longer than a page may; it has a page of its own.
    Long,
    /// It is not counted, for this reason.
    Refused(String),
}

impl Panel {
    /// The panel of a situation, as far as it is quick; what was used after the roll is used again.
    pub(in crate::web) fn of(situation: &Situation) -> Panel {
        match &*find(situation, Policy::Played, Effort::QUICK) {
            Ok(odds) => Panel::Shown(Box::new(OddsView::new(odds))),
            Err(OddsError::NoRoll(_)) => Panel::None,
            Err(OddsError::TooMuchWork) => Panel::Long,
            Err(error) => match &*find(situation, Policy::None, Effort::QUICK) {
                Ok(odds) => Panel::Shown(Box::new(OddsView {
                    note: instead(error, Policy::Played, odds.policy),
                    ..OddsView::new(odds)
                })),
                Err(OddsError::TooMuchWork) => Panel::Long,
                Err(_) => Panel::Refused(error.to_string()),
            },
        }
    }

    /// Whether there is anything to show.
    pub(in crate::web) const fn is_some(&self) -> bool {
        !matches!(self, Panel::None)
    }

    /// What best play with Lucky is for the dice on the table.
    pub(in crate::web) fn advice(&self) -> Vec<String> {
        match self {
            Panel::Shown(view) => view.now.clone(),
            _ => Vec::new(),
        }
    }
}

/// A bar of the chart.
pub(in crate::web) struct Bar {
    /// The number it stands for.
    pub n: u16,
    /// Left edge.
    pub x: usize,
    /// Its middle.
    pub middle: usize,
    /// Upper edge.
    pub y: String,
    /// Height.
    pub height: String,
    /// Whether it is what happened.
    pub actual: bool,
    /// Its chance in percent, short.
    pub percent: String,
    /// Where that stands.
    pub label: String,
}

/// A row of a table.
pub(in crate::web) struct Row {
    /// The number.
    pub n: u16,
    /// The chance of exactly so much.
    pub exactly: String,
    /// The chance of so much or more.
    pub at_least: String,
    /// Whether it is what happened.
    pub actual: bool,
}

/// A distribution as a table.
pub(in crate::web) struct Table {
    /// What is counted.
    pub caption: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// The expected value.
    pub expected: String,
}

/// Odds arranged for readers.
pub(in crate::web) struct OddsView {
    /// What the chart shows.
    pub title: String,
    /// What its numbers are.
    pub axis: String,
    /// The chart in one sentence.
    pub words: String,
    /// Its bars.
    pub bars: Vec<Bar>,
    /// Its width.
    pub width: usize,
    /// Its table first, then the others.
    pub tables: Vec<Table>,
    /// What happened, and how likely that or worse was.
    pub actual: Option<String>,
    /// Chances of discards and keywords.
    pub chances: Vec<(String, String)>,
    /// Best play with Lucky over all rolls.
    pub advice: Vec<String>,
    /// Best play with Lucky for the dice that were rolled.
    pub now: Vec<String>,
    /// By which policy.
    pub policy: &'static str,
    /// What is left out.
    pub left_out: Vec<String>,
    /// Whether the tables stand open.
    pub open: bool,
    /// Why other play is counted than was asked for; often empty.
    pub note: String,
}

impl OddsView {
    /// Odds for readers.
    pub(in crate::web) fn new(odds: &Odds) -> OddsView {
        let nobody = Spread::default();
        let defender = odds.defender();
        let name = defender.map_or("the defender", |u| u.name.as_str());
        let damage = defender.map_or(&nobody, |u| &u.damage);
        let happened = odds.actual.as_ref();
        let title = format!("Damage to {name}");
        let mut tables = vec![table(title.clone(), damage, happened.map(|a| a.damage))];
        tables.push(table(
            "Hits".to_owned(),
            &odds.hits,
            happened.map(|a| a.hits),
        ));
        let pending = happened.map(|a| a.pending);
        tables.push(table("Pending damage".to_owned(), &odds.pending, pending));
        let others = odds.units.iter().filter(|u| {
            Some(u.unit.as_str()) != defender.map(|d| d.unit.as_str()) && u.damage.expected > 0.0
        });
        tables.extend(others.map(|u| table(format!("Damage to {}", u.name), &u.damage, None)));
        let bars = bars(damage, happened.map(|a| a.damage));
        OddsView {
            axis: format!("damage to {name}"),
            words: sentence(name, damage, defender.map_or(0.0, |d| d.discarded)),
            width: bars.len().max(1) * STEP,
            bars,
            tables,
            actual: happened.map(|a| {
                let exactly = damage.exactly.get(&a.damage).copied().unwrap_or(0.0);
                format!(
                    "{} damage to {name}. So much exactly: {}; more: {}; less: {}. {} {} or more: {}.",
                    a.damage,
                    percent(exactly),
                    percent(1.0 - a.this_or_better),
                    percent(1.0 - a.this_or_worse),
                    a.hits,
                    if a.hits == 1 { "hit" } else { "hits" },
                    percent(a.hits_or_more)
                )
            }),
            chances: chances(odds),
            advice: odds.advice.clone(),
            now: odds.now.iter().map(|a| a.text.clone()).collect(),
            policy: odds.policy.says(),
            left_out: odds.left_out.clone(),
            open: false,
            note: String::new(),
            title,
        }
    }

    /// The table behind the chart.
    pub(in crate::web) fn first(&self) -> Option<&Table> {
        self.tables.first()
    }

    /// The other tables.
    pub(in crate::web) fn others(&self) -> &[Table] {
        self.tables.get(1..).unwrap_or_default()
    }
}

/// The chart in words, for those who do not see it.
fn sentence(name: &str, damage: &Spread, discarded: f64) -> String {
    let likely = damage.exactly.iter().max_by(|a, b| a.1.total_cmp(b.1));
    let likely = likely.map_or_else(String::new, |(n, p)| {
        format!("; most likely {n} ({})", percent(*p))
    });
    format!(
        "Expected {:.2}{likely}. {name} is discarded: {}.",
        damage.expected,
        percent(discarded)
    )
}

fn chances(odds: &Odds) -> Vec<(String, String)> {
    let discards = odds
        .units
        .iter()
        .filter(|u| u.discarded > 0.0 || u.damage.expected > 0.0)
        .map(|u| (format!("{} is discarded", u.name), percent(u.discarded)));
    let keywords = odds
        .keywords
        .iter()
        .map(|k| (format!("{} of {}", k.keyword, k.name), percent(k.chance)));
    discards.chain(keywords).collect()
}

/// The numbers that are worth a bar or a row: from the first to the last that is not all but
/// impossible, and what happened.
fn shown(spread: &Spread, actual: Option<u16>) -> Vec<u16> {
    let likely = |(n, p): (&u16, &f64)| (*p >= LEAST || Some(*n) == actual).then_some(*n);
    let ends: Vec<u16> = spread.exactly.iter().filter_map(likely).collect();
    match (ends.first(), ends.last()) {
        (Some(first), Some(last)) => (*first..=*last).collect(),
        _ => Vec::new(),
    }
}

fn bars(spread: &Spread, actual: Option<u16>) -> Vec<Bar> {
    let most = spread.exactly.values().copied().fold(0.0, f64::max);
    let numbers = shown(spread, actual).into_iter().enumerate();
    numbers
        .map(|(i, n)| {
            let p = spread.exactly.get(&n).copied().unwrap_or(0.0);
            let height = if most > 0.0 { HIGH * p / most } else { 0.0 };
            let (top, actual) = (LABELS + HIGH - height, Some(n) == actual);
            // The mark of what happened stands between the bar and its label.
            let label = if actual { top - 15.0 } else { top - 4.0 };
            Bar {
                n,
                x: i * STEP + 3,
                middle: i * STEP + STEP / 2,
                y: format!("{top:.1}"),
                height: format!("{height:.1}"),
                actual,
                percent: short_percent(p),
                label: format!("{label:.1}"),
            }
        })
        .collect()
}

fn table(caption: String, spread: &Spread, actual: Option<u16>) -> Table {
    let rows = shown(spread, actual).into_iter().map(|n| Row {
        n,
        exactly: percent(spread.exactly.get(&n).copied().unwrap_or(0.0)),
        at_least: percent(spread.or_more(n)),
        actual: Some(n) == actual,
    });
    Table {
        caption,
        rows: rows.collect(),
        expected: format!("{:.2}", spread.expected),
    }
}

/// `12`, for a label above a bar; what would be 0 and is not, is `<1`.
fn short_percent(p: f64) -> String {
    let hundred = 100.0 * p;
    if hundred > 0.0 && hundred < 0.5 {
        return "<1".to_owned();
    }
    format!("{hundred:.0}")
}

/// `12 %`; one decimal where whole numbers would say too little.
fn percent(p: f64) -> String {
    let hundred = 100.0 * p;
    if hundred > 0.0 && hundred < 0.05 {
        return "under 0.1\u{a0}%".to_owned();
    }
    if hundred < 100.0 && hundred > 99.95 {
        return "over 99.9\u{a0}%".to_owned();
    }
    if !(9.95..=90.05).contains(&hundred) && hundred > 0.0 && hundred < 100.0 {
        return format!("{hundred:.1}\u{a0}%");
    }
    format!("{hundred:.0}\u{a0}%")
}
