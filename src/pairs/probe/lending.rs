//! One keyword twice, and keywords that lend others.

use super::super::board::{Board, Variant, part};
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{Bench, PLAIN, WEAK, plan};
use super::relation::{Finding, Relation};
use super::traces::acted;
use super::{one, other};
use crate::rules::shown::Start;

impl Bench {
    /// One keyword twice on the unit on which it acts.
    pub(super) fn copies(&mut self, recipes: &[Recipe; 2]) -> Finding {
        let keyword = one(recipes, 0).keyword;
        let relation = Relation::Copies(keyword.entry().stacking);
        for variant in [PLAIN, WEAK] {
            for role in Role::ALL {
                let board = plan(recipes, [role; 2], variant);
                if self.brief(&board, [true, false]).times(keyword) > 0 {
                    return Finding { relation, board };
                }
            }
        }
        let board = plan(recipes, [Role::Attacker; 2], PLAIN);
        Finding { relation, board }
    }

    /// A keyword that lends abilities, and another ability.
    pub(super) fn lending(&mut self, recipes: &[Recipe; 2]) -> Finding {
        let by = usize::from(one(recipes, 0).shown.need != Need::Lends);
        let lent = other(recipes, by);
        let apart = |relation| Finding {
            relation,
            board: plan(recipes, [Role::Attacker; 2], PLAIN),
        };
        if one(recipes, by).shown.start == Start::Retreated {
            let board = plan(recipes, [Role::Friend; 2], PLAIN);
            return Finding {
                relation: Relation::Retreated(by),
                board,
            };
        }
        if matches!(lent.shown.need, Need::Lends | Need::Complete) {
            return apart(Relation::Apart);
        }
        for variant in [PLAIN, WEAK] {
            for role in Role::ALL {
                let printed = plan(recipes, [role; 2], variant);
                let alone = if by == 0 {
                    [false, true]
                } else {
                    [true, false]
                };
                if self.brief(&printed, alone).times(lent.keyword) == 0 {
                    continue;
                }
                let board = lend(recipes, by, role, variant);
                let ruling = run(&board, [true, true]).ruling;
                let works = acted(lent.keyword, &ruling).next().is_some();
                return Finding {
                    relation: Relation::Lends(by, works),
                    board,
                };
            }
        }
        apart(Relation::Apart)
    }
}

/// The board on which one keyword has the line of the other.
fn lend(recipes: &[Recipe; 2], by: usize, role: Role, variant: Variant) -> Board {
    let mut board = plan(recipes, [role; 2], variant);
    let [a, b] = &mut board.parts;
    let (giver, own) = if by == 0 { (a, b) } else { (b, a) };
    *giver = part(*one(recipes, by), role, Some(other(recipes, by)));
    own.line = String::new();
    board
}
