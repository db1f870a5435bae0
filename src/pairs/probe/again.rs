//! One makes its unit attack once more, and what acts in an attack acts in that one too.

use super::super::board::Board;
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{LATER, PLAIN, plan};
use super::lending::foil;
use super::other;
use super::relation::{Finding, Relation};
use super::rolls::placed;
use super::traces::seen_again;
use crate::rules::shown::Beside;

/// What the other one does in the further attack, if anything. What lets a unit fall does so in that
/// one only.
pub(super) fn again(recipes: &[Recipe; 2]) -> Option<Finding> {
    let by = recipes.iter().position(|r| r.shown.again)?;
    let acts = other(recipes, by);
    let in_attacks = matches!(acts.shown.need, Need::Attack | Need::Reach(_));
    if !in_attacks || acts.shown.again || acts.shown.hides {
        return None;
    }
    let variant = if acts.shown.falls { LATER } else { PLAIN };
    let mut places = vec![Role::Attacker, Role::Defender];
    if acts.shown.beside == Beside::On {
        places.extend([Role::Partner, Role::Friend]);
    }
    places.into_iter().find_map(|role| {
        let mut board = plan(recipes, placed(by, Role::Attacker, role), variant);
        board.foil = foil(acts, role);
        board.apart = matches!(acts.shown.need, Need::Reach(_));
        let seen = shown(&board, acts)?;
        Some(Finding::new(Relation::More(1 - by, seen), board))
    })
}

/// What the keyword does in the second attack of the run with both.
fn shown(board: &Board, acts: &Recipe) -> Option<super::Seen> {
    let ruling = run(board, [true, true]).ruling;
    seen_again(acts.keyword, &ruling)
}
