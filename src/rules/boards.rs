//! Random attack boards of catalogue cards: what a judge meets at a table. They measure how often
//! a ruling is finished although some printed lines are not modelled.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::game::{Arena, Card, CardSide, Side, Zone};

use super::document::facts::printed;
use super::judge;
use super::situation::{Handle, Play, Pool, Situation, UnitSpec};
use super::trace::{Ruling, VerdictKind};

/// Units on each side.
const EACH_SIDE: usize = 3;
/// The most Force a player starts with.
const MOST_FORCE: i32 = 8;

/// How many boards end ruled, and what kept the others open.
#[derive(Clone, Default, Debug)]
pub struct BoardShare {
    /// Boards whose verdict is *ruled*.
    pub ruled: usize,
    /// All boards.
    pub of: usize,
    /// What kept boards open (a line, or a question), the commonest first, with the number of boards.
    pub open: Vec<(String, usize)>,
}

/// Judges so many boards of these cards; the same cards, number and seed give the same boards.
#[must_use]
pub fn board_share(cards: &[Card], boards: u64, seed: u64) -> BoardShare {
    let mut share = BoardShare::default();
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    for n in 0..boards {
        let Some(board) = attack_board(cards, seed.wrapping_add(n)) else {
            continue;
        };
        let ruling = judge_attack(board);
        share.of += 1;
        if ruling.verdict.kind == VerdictKind::Ruled {
            share.ruled += 1;
        } else {
            *open.entry(reason(&ruling)).or_default() += 1;
        }
    }
    share.open = open.into_iter().collect();
    share
        .open
        .sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    share
}

/// What keeps a ruling open.
fn reason(ruling: &Ruling) -> String {
    let line = ruling.unmodelled.iter().find(|u| u.matters);
    match (line, &ruling.request) {
        (Some(line), _) => line.line.clone(),
        (None, Some(request)) => request.asks.clone(),
        (None, None) => ruling.verdict.summary.clone(),
    }
}

/// Six units of one arena, three on each side, all of different names; dice come from the seed.
/// `None` if the cards do not fill a board.
#[must_use]
pub fn attack_board(cards: &[Card], seed: u64) -> Option<Situation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let fighters: Vec<&Card> = cards.iter().filter(|c| arena_of(c).is_some()).collect();
    let first = pick(&mut rng, &fighters)?;
    let arena = arena_of(first)?;
    let here: Vec<&Card> = fighters
        .into_iter()
        .filter(|c| c.types.iter().any(|t| t.arena() == Some(arena)))
        .collect();
    let mut board = Situation {
        seed: Some(seed),
        dark: pool(&mut rng),
        light: pool(&mut rng),
        ..Situation::default()
    };
    let mut taken: Vec<&str> = Vec::new();
    for side in [Side::Dark, Side::Light] {
        for n in 1..=EACH_SIDE {
            let fitting: Vec<&Card> = here
                .iter()
                .copied()
                .filter(|c| fits(c.side, side) && !taken.contains(&c.base_name()))
                .collect();
            let card = pick(&mut rng, &fitting)?;
            taken.push(card.base_name());
            board.units.push(unit(card, side, n, arena)?);
        }
    }
    // The units of both sides in some order: the first that may attack another does.
    let turn = rng.random_range(0..board.units.len());
    board.units.rotate_left(turn);
    Some(board)
}

/// The ruling of the first attack of the board that the rules allow.
fn judge_attack(board: Situation) -> Ruling {
    let mut first = None;
    for attacker in &board.units {
        for defender in board.units.iter().filter(|d| d.side != attacker.side) {
            let mut tried = board.clone();
            tried.plays.push(Play::Attack {
                unit: attacker.id.clone(),
                on: Some(defender.id.clone()),
                with: None,
            });
            let ruling = judge(&tried);
            if ruling.refused.is_empty() {
                return ruling;
            }
            first.get_or_insert(ruling);
        }
    }
    first.unwrap_or_else(|| judge(&board))
}

fn arena_of(card: &Card) -> Option<Arena> {
    card.types.iter().find_map(|t| t.arena())
}

/// Neutral cards fight for either player.
const fn fits(printed: CardSide, side: Side) -> bool {
    match printed {
        CardSide::Dark | CardSide::YuuzhanVong => matches!(side, Side::Dark),
        CardSide::Light => matches!(side, Side::Light),
        CardSide::Neutral => true,
    }
}

fn pick<'c>(rng: &mut ChaCha8Rng, from: &[&'c Card]) -> Option<&'c Card> {
    if from.is_empty() {
        return None;
    }
    from.get(rng.random_range(0..from.len())).copied()
}

fn pool(rng: &mut ChaCha8Rng) -> Pool {
    Pool {
        force: rng.random_range(0..=MOST_FORCE),
        ..Pool::default()
    }
}

fn unit(card: &Card, side: Side, n: usize, arena: Arena) -> Option<UnitSpec> {
    let id = Handle::new(&format!("{}-{n}", side.word()))?;
    Some(UnitSpec {
        card: Some(card.name.clone()),
        ..UnitSpec::plain(id, side, printed(card), Zone::from(arena))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::starter_cards;

    #[test]
    fn boards_are_legal_attacks_and_the_same_again() {
        let cards = starter_cards().unwrap();
        for seed in 0..40 {
            let board = attack_board(&cards, seed).unwrap();
            assert_eq!(board.units.len(), 2 * EACH_SIDE, "seed {seed}");
            let zone = board.units[0].zone;
            assert!(zone.arena().is_some());
            assert!(board.units.iter().all(|u| u.zone == zone), "seed {seed}");
            let dark = board.units.iter().filter(|u| u.side == Side::Dark).count();
            assert_eq!(dark, EACH_SIDE, "seed {seed}");
            let ruling = judge_attack(board.clone());
            let again = judge_attack(attack_board(&cards, seed).unwrap());
            assert_eq!(ruling.verdict, again.verdict, "seed {seed}");
            assert!(!ruling.steps.is_empty(), "seed {seed}");
        }
    }

    #[test]
    fn a_line_nobody_reads_keeps_its_boards_open() {
        let mut cards = starter_cards().unwrap();
        cards.retain(|c| arena_of(c) == Some(Arena::Character));
        let before = board_share(&cards, 30, 5);
        assert_eq!(before.of, 30);
        for card in &mut cards {
            card.text = vec!["The weather hums a tune.".to_owned()];
        }
        let after = board_share(&cards, 30, 5);
        assert_eq!(after.ruled, 0);
        assert_eq!(after.open[0].0, "The weather hums a tune.");
        for card in &mut cards {
            card.text.clear();
        }
        assert_eq!(board_share(&cards, 30, 5).ruled, 30);
    }

    #[test]
    fn too_few_cards_make_no_board() {
        assert!(attack_board(&[], 1).is_none());
        assert_eq!(board_share(&[], 10, 1).of, 0);
    }
}
