//! Dice: rerolled and read, more of them and fewer.

use super::super::board::Variant;
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{ALL_FACES, Bench, NEXT_TURN, PLAIN, RETURNED, Try, arrangements, plan};
use super::relation::{Finding, Relation};
use super::traces::{acted, attack_dice};
use super::{one, other};

impl Bench {
    /// Dice rerolled by one and read by the other.
    pub(super) fn rerolling(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let by = recipes.iter().position(|r| r.shown.rerolls)?;
        let reader = other(recipes, by);
        let face = reader.face()?;
        let neutral = if face == 5 { 4 } else { 5 };
        let at = ALL_FACES.iter().position(|f| *f == face)?;
        let die = u8::try_from(at + 1).ok()?;
        let away = Variant {
            rerolled: (die, neutral),
            ..PLAIN
        };
        let into = Variant {
            faces: ALL_FACES.map(|f| if f == face { neutral } else { f }),
            rerolled: (die, face),
            ..PLAIN
        };
        for role in [Role::Attacker, Role::Defender] {
            let roles = if by == 0 {
                [Role::Attacker, role]
            } else {
                [role, Role::Attacker]
            };
            let Some(gone) = self.attempt(plan(recipes, roles, away)) else {
                continue;
            };
            if !gone.acts_alone(1 - by) {
                continue;
            }
            let made = run(&plan(recipes, roles, into), [true, true]);
            let lost = gone.step_of(1 - by).is_none();
            let gained = acted(reader.keyword, &made.ruling).next().is_some();
            if lost != gained {
                return None;
            }
            let relation = Relation::Rerolls {
                by,
                face,
                counts: lost,
            };
            let shown = match (lost, reader.shown.added_dice) {
                (true, _) => into,
                (false, None) => away,
                // The die that the other one added, behind the others.
                (false, Some(_)) => Variant {
                    added: 1,
                    rerolled: (7, 6),
                    ..PLAIN
                },
            };
            return Some(Finding {
                relation,
                board: plan(recipes, roles, shown),
            });
        }
        None
    }
}

/// A change of power counts for an attack into another arena.
pub(super) fn counts(recipes: &[Recipe; 2], tried: &[Try]) -> Option<Finding> {
    let by = recipes
        .iter()
        .position(|r| matches!(r.shown.need, Need::Reach(_)))?;
    tried.iter().find_map(|t| {
        let both = attack_dice(&t.both.ruling);
        let mut attacks = one(&t.alone, by).dice.iter().zip(&both);
        let (without, with) = attacks.find(|(without, with)| without != with)?;
        let dice = [*without, *with];
        let acts = t.step_of(by).is_some();
        acts.then(|| t.clone().into(Relation::Counts { by, dice }))
    })
}

/// Both change how many attack dice are rolled for one attack.
pub(super) fn sums(tried: &[Try]) -> Option<Finding> {
    tried.iter().find_map(|t| {
        let both = attack_dice(&t.both.ruling);
        let alone = one(&t.alone, 0).dice.iter().zip(&one(&t.alone, 1).dice);
        let mut attacks = t.neither.dice.iter().zip(both).zip(alone);
        let sums = |neither: usize, both: usize, first: usize, second: usize| {
            first != neither && second != neither && first + second == both + neither
        };
        let dice = attacks.find_map(|((neither, both), (first, second))| {
            sums(*neither, both, *first, *second).then_some([*neither, both])
        })?;
        Some(t.clone().into(Relation::Sum { dice }))
    })
}

impl Bench {
    /// What one attack leaves behind and the next one shows: both change its dice, or one is an
    /// attack into another arena for which the other's change counts.
    pub(super) fn later(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let in_attacks = |r: &Recipe| matches!(r.shown.need, Need::Attack | Need::Reach(_));
        if !recipes.iter().all(in_attacks) || recipes.iter().any(|r| r.shown.hides) {
            return None;
        }
        let mut tried = Vec::new();
        for variant in [RETURNED, NEXT_TURN] {
            for roles in arrangements(recipes) {
                let shows = [0, 1].map(|which| {
                    let recipe = one(recipes, which);
                    matches!(recipe.shown.need, Need::Reach(_))
                        || self.lasts(recipe, *one(&roles, which), variant)
                });
                if shows == [true, true] {
                    tried.extend(self.attempt(plan(recipes, roles, variant)));
                }
            }
        }
        counts(recipes, &tried).or_else(|| sums(&tried))
    }
}
