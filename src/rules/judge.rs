//! The door of the engine.

use std::collections::BTreeMap;

use crate::game::{Arena, Side};

use super::run::{Options, Outcome, Run, Stop};
use super::setup;
use super::situation::Situation;
use super::summary;
use super::table::Table;
use super::trace::{
    Board, Choice, PoolState, Request, RequestKind, Ruling, UnitState, Verdict, VerdictKind,
};
use super::triggers::FreeOrder;

/// Orders of simultaneous triggers are compared up to so many of them.
const ORDERS_OF: usize = 4;

/// So many choices that nobody asks for are passed over; with more the document does not fit.
const UNASKED: usize = 16;

/// The ruling of a situation. Play-or-pass chances after the last play are passed.
#[must_use]
pub fn judge(situation: &Situation) -> Ruling {
    let (first, free) = ruling(situation, Options::default());
    let (mut ruling, free, options) = if first.unasked {
        let options = without_unasked(situation);
        let (again, free) = self::ruling(situation, options.clone());
        (again.ruling, free, options)
    } else {
        (first.ruling, free, Options::default())
    };
    if ruling.verdict.kind == VerdictKind::Ruled {
        compare_orders(situation, &free, &options, &mut ruling);
    }
    ruling
}

/// A ruling, and whether it stopped at a choice that nobody asks for.
struct Ruled {
    ruling: Ruling,
    unasked: bool,
}

/// The same, but it stops at each play-or-pass chance after the last play, with all options.
#[must_use]
pub fn step(situation: &Situation) -> Ruling {
    let options = Options {
        stepwise: true,
        ..Options::default()
    };
    ruling(situation, options).0.ruling
}

fn run(situation: &Situation, options: Options) -> Outcome<'_> {
    Run::new(situation, setup::table(situation), options).finish()
}

/// The options of a run in which choices that nobody asks for are passed over: such a choice must
/// not close a chance in which something is still played.
fn without_unasked(situation: &Situation) -> Options {
    let mut options = Options::default();
    while options.unasked.len() < UNASKED {
        match run(situation, options.clone()).stop {
            Some(Stop::Unasked { index, .. }) if options.unasked.insert(index) => {}
            _ => break,
        }
    }
    options
}

/// The ruling, and the simultaneous triggers that were taken in the default order.
fn ruling(situation: &Situation, options: Options) -> (Ruled, Vec<FreeOrder>) {
    let table = setup::table(situation);
    let before = board(&table);
    let Outcome { mut run, stop } = Run::new(situation, table, options).finish();
    run.note_open_attacks();
    let free = std::mem::take(&mut run.free_orders);
    let after = board(&run.table);
    let unmodelled = run.unmodelled();
    let mut problems = Vec::new();
    let mut request = None;
    let open_line = unmodelled.iter().find(|u| u.matters);
    let unasked = matches!(stop, Some(Stop::Unasked { .. }));
    let (kind, summary) = match stop {
        None if !run.unread_played.is_empty() || open_line.is_some() => {
            let line = open_line.map_or_else(
                || {
                    run.unread_played
                        .first()
                        .map(|(_, l)| l.clone())
                        .unwrap_or_default()
                },
                |u| format!("{} ({})", u.line, u.unit),
            );
            let text = summary::of(&run, &before, &after);
            (
                VerdictKind::Depends,
                format!("{text} It depends on a line that is not modelled: \u{201c}{line}\u{201d}"),
            )
        }
        None => (VerdictKind::Ruled, summary::of(&run, &before, &after)),
        Some(Stop::Ask(asked)) => {
            let text = summary::waiting(&asked);
            request = Some(*asked);
            (VerdictKind::Depends, text)
        }
        Some(Stop::Cannot(why)) => (VerdictKind::Cannot, format!("This cannot be ruled: {why}.")),
        // What a line that nobody acted on would have asked for has no place without it.
        Some(Stop::Misfit { index, text }) if let Some((_, line)) = run.unread_played.first() => {
            let n = index + 1;
            (
                VerdictKind::Depends,
                format!(
                    "It depends on a line that is not modelled: \u{201c}{line}\u{201d}. Without it \
                     play {n} does not fit: {text}."
                ),
            )
        }
        Some(Stop::Misfit { index, text } | Stop::Unasked { index, text }) => {
            problems.push(super::trace::PlayProblem {
                index,
                text: text.clone(),
            });
            (
                VerdictKind::Cannot,
                format!("Play {} does not fit: {text}.", index + 1),
            )
        }
    };
    let not_applied = run.idle_notes();
    let ruling = Ruling {
        edition: run.situation.edition,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        verdict: Verdict { kind, summary },
        hits: run.last_hits,
        pending: run.last_pending,
        steps: run.steps,
        refused: run.refused,
        not_applied,
        unmodelled,
        request,
        problems,
        rolls: run.rolls,
        before,
        after,
        readings: Vec::new(),
    };
    (Ruled { ruling, unasked }, free)
}

/// If another order of one player's simultaneous triggers would change the final board and none
/// was played, the ruling depends on it, with the outcome of each order.
fn compare_orders(situation: &Situation, all: &[FreeOrder], usual: &Options, ruling: &mut Ruling) {
    for free in all {
        if free.size > ORDERS_OF {
            continue;
        }
        let mut outcomes: Vec<(Vec<usize>, Board, String)> = Vec::new();
        for order in permutations(free.size) {
            if !free.allows(&order) {
                continue;
            }
            let options = Options {
                orders: BTreeMap::from([(free.pool, order.clone())]),
                ..usual.clone()
            };
            let other = run(situation, options);
            if other.stop.is_some() {
                continue;
            }
            let after = board(&other.run.table);
            let text = summary::of(&other.run, &ruling.before, &after);
            if outcomes.iter().all(|(_, b, _)| *b != after) {
                outcomes.push((order, after, text));
            }
        }
        if outcomes.len() > 1 {
            depend_on_order(ruling, &outcomes);
            return;
        }
    }
}

fn depend_on_order(ruling: &mut Ruling, outcomes: &[(Vec<usize>, Board, String)]) {
    let asks = "In which order do the simultaneous effects of one player resolve?".to_owned();
    let options = outcomes
        .iter()
        .map(|(order, _, text)| {
            let order: Vec<String> = order.iter().map(|i| (i + 1).to_string()).collect();
            Choice {
                label: format!("order {}", order.join(", ")),
                play: None,
                legal: true,
                reasons: Vec::new(),
                outcome: Some(text.clone()),
            }
        })
        .collect();
    let window = ruling
        .steps
        .last()
        .map_or(super::window::WindowId::Table, |s| s.window);
    ruling.verdict = Verdict {
        kind: VerdictKind::Depends,
        summary: format!("It depends: {asks}"),
    };
    ruling.request = Some(Request {
        kind: RequestKind::Choice,
        side: Side::Dark,
        window,
        asks,
        dice: None,
        options,
    });
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for i in 0..n {
        let mut next = Vec::new();
        for order in all {
            for at in 0..=order.len() {
                let mut longer: Vec<usize> = order.clone();
                longer.insert(at, i);
                next.push(longer);
            }
        }
        all = next;
    }
    all
}

/// The table as values.
#[must_use]
pub(super) fn board(table: &Table) -> Board {
    let unit = |ix| {
        let (u, v) = (table.unit(ix), table.view(ix));
        let bounty = table.bounties.iter().filter(|b| b.unit == ix).count();
        (
            u.id.clone(),
            UnitState {
                name: u.name.to_string(),
                side: u.side,
                // A carried card lies where its bearer lies.
                zone: table.unit(table.bearer(ix)).zone,
                carried_by: u.carried_by.map(|b| table.unit(b).id.clone()),
                damage: u.damage,
                power: v.power,
                speed: v.speed,
                health: v.health,
                tapped: u.tapped,
                counters: u.counters.clone(),
                bounty: i32::try_from(bounty).unwrap_or(0),
            },
        )
    };
    let pool = |side| {
        let p = table.pool(side);
        PoolState {
            force: p.force,
            build_points: p.build_points,
            hand: p.hand,
            deck: p.deck,
            discard: p.discard,
        }
    };
    Board {
        units: table.all().map(unit).collect(),
        dark: pool(Side::Dark),
        light: pool(Side::Light),
        control: Arena::ALL
            .into_iter()
            .map(|a| (a, table.control(a)))
            .collect(),
        winner: table.winner,
    }
}

impl Run<'_> {
    /// A run that stopped inside attacks still says what did nothing so far.
    fn note_open_attacks(&mut self) {
        if self.table.attack().is_some_and(|a| a.hits.is_some()) {
            self.note_attack();
        }
    }
}
