//! One predicts the hits of an attack, and the other changes how many there are.

use super::super::board::{Board, Variant};
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{Bench, LOW_FIRST, NEXT_TURN, PLAIN, plan};
use super::relation::{Finding, Relation};
use super::rolls::placed;
use super::traces::all_hits;
use super::{one, other};
use crate::rules::shown::Beside;

impl Bench {
    /// The prediction is right by the other one only.
    pub(super) fn hits(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let by = recipes.iter().position(|r| r.shown.hits.is_some())?;
        let changes = other(recipes, by);
        if changes.shown.again || changes.shown.need != Need::Attack {
            return None;
        }
        let mut places = vec![Role::Attacker, Role::Defender];
        if changes.shown.beside == Beside::On {
            places.extend([Role::Partner, Role::Friend]);
        }
        let predicting = [Role::Attacker, Role::Defender];
        let all = predicting.into_iter().flat_map(|own| {
            let places = places.clone().into_iter();
            places.map(move |theirs| placed(by, own, theirs))
        });
        let all: Vec<[Role; 2]> = all.collect();
        // One die more or less shows where that die hits, and what waits for the next attack in that.
        [PLAIN, LOW_FIRST, NEXT_TURN].into_iter().find_map(|dice| {
            let mut places = all.iter();
            places.find_map(|roles| self.foretold(by, plan(recipes, *roles, dice)))
        })
    }

    fn foretold(&mut self, by: usize, board: Board) -> Option<Finding> {
        let there = [0, 1].map(|at| at != by);
        let hits = |there| all_hits(&run(&board, there).ruling);
        let (without, with) = (hits([false, false]), hits(there));
        let mut attacks = without.into_iter().zip(with);
        let (without, with) = attacks.find(|(without, with)| without != with)?;
        let board = Board {
            variant: Variant {
                predicted: with,
                ..board.variant
            },
            foretold: true,
            ..board
        };
        let found = self.attempt(board)?;
        let right =
            found.step_of(by).is_some() && one(&found.alone, by).result == found.neither.result;
        let hits = [without, with];
        right.then(|| found.into(Relation::Hits { by, hits }))
    }
}
