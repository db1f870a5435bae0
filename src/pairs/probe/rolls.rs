//! Dice: rerolled and read, more of them and fewer.

use super::super::board::{Board, Variant};
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{
    ALL_FACES, Bench, NEXT_TURN, NEXT_UNIT, PLAIN, RETURNED, Try, WEAK, arrangements, plan,
};
use super::relation::{Finding, Relation};
use super::traces::{self, acted, attack_dice, result};
use super::{one, other};
use crate::rules::keyword::def;
use crate::rules::situation::Handle;
use crate::rules::trace::{Change, RollKind, Ruling};

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
            rerolled: Some((die, neutral)),
            ..PLAIN
        };
        let into = Variant {
            faces: ALL_FACES.map(|f| if f == face { neutral } else { f }),
            rerolled: Some((die, face)),
            ..PLAIN
        };
        for role in [Role::Attacker, Role::Defender] {
            let roles = placed(by, Role::Attacker, role);
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
            // The reroller's player makes the face for an own unit, and removes it against a unit
            // of the other player.
            let own = role.side() == Role::Attacker.side();
            let shown = match (lost, reader.shown.added_dice) {
                (true, _) if own => into,
                (_, None) | (true, _) => away,
                // The die that the other one added, behind the others.
                (false, Some(_)) => Variant {
                    added: 1,
                    rerolled: Some((7, 6)),
                    ..PLAIN
                },
            };
            let found = Finding::new(relation, plan(recipes, roles, shown));
            // The other player's reroll does the opposite.
            let against = placed(by, Role::Defender, role);
            return Some(match (lost, reader.shown.added_dice) {
                (true, _) => found.and(plan(recipes, against, if own { away } else { into })),
                (false, Some(_)) => found.and(plan(recipes, roles, away)),
                (false, None) => found,
            });
        }
        None
    }
}

impl Bench {
    /// Dice added by one, of which the other reads a face that no other die shows.
    pub(super) fn adding(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let by = recipes.iter().position(|r| r.shown.added_dice.is_some())?;
        let face = other(recipes, by).face()?;
        let trigger = one(recipes, by).face()?;
        let variant = Variant {
            faces: ALL_FACES.map(|f| if f == face { trigger } else { f }),
            added: face,
            ..PLAIN
        };
        [Role::Attacker, Role::Defender]
            .into_iter()
            .find_map(|role| {
                let roles = placed(by, Role::Attacker, role);
                let found = self.attempt(plan(recipes, roles, variant))?;
                let idle = found.times_alone(1 - by) == 0;
                let acts = found.step_of(by).is_some() && found.step_of(1 - by).is_some();
                (idle && acts).then(|| found.into(Relation::Adds { by, face }))
            })
    }
}

/// A board on which dice of damage show the face that the other keyword looks for on attack dice,
/// and it says so. What looks at dice rolled against its unit lies on the one they are rolled at.
pub(super) fn on_damage_dice(recipes: &[Recipe; 2]) -> Option<Board> {
    let reads = |r: &Recipe| r.face().is_some() && r.attack_dice().is_some();
    [0, 1].into_iter().find_map(|which| {
        let (reader, roller) = (one(recipes, which), other(recipes, which));
        let face = reader.face().filter(|_| reads(reader))?;
        roller.shown.damage_dice?;
        let falls = recipes.iter().any(|r| r.shown.falls);
        let variant = Variant {
            damage: [face, 5],
            ..if falls { WEAK } else { PLAIN }
        };
        let own = defends(reader);
        let says = |board: &Board| {
            let ruling = run(board, [true, true]).ruling;
            let mut idle = ruling.not_applied.iter();
            let [at, by] = board.roles().map(Role::handle);
            let (reads, rolls) = if which == 0 { (at, by) } else { (by, at) };
            let placed = if own {
                rolled_at(&ruling).is_some_and(|id| id == reads)
            } else {
                reads == rolls
            };
            placed
                && acted(roller.keyword, &ruling).next().is_some()
                && idle.any(|n| {
                    let mut because = n.because.iter();
                    n.ability.starts_with(reader.keyword.name())
                        && because.any(|r| r.clause == reader.attack_dice())
                })
        };
        let boards = arrangements(recipes).into_iter();
        boards.map(|roles| plan(recipes, roles, variant)).find(says)
    })
}

/// It looks at dice that are rolled against its unit.
fn defends(reader: &Recipe) -> bool {
    let at = |role| {
        let board = plan(&[*reader; 2], [role; 2], PLAIN);
        let ruling = run(&board, [true, false]).ruling;
        acted(reader.keyword, &ruling).next().is_some()
    };
    at(Role::Defender) && !at(Role::Attacker)
}

/// The unit at which dice of damage were rolled.
fn rolled_at(ruling: &Ruling) -> Option<Handle> {
    let mut rolls = ruling.rolls.iter();
    let rolled = rolls.find(|r| r.kind == RollKind::Damage)?.n;
    let after = ruling.steps.iter().filter(|s| s.n >= rolled);
    let mut changes = after.flat_map(|s| &s.changes);
    changes.find_map(|change| match change {
        Change::Pending { unit, .. } => Some(unit.clone()),
        _ => None,
    })
}

/// A board on which what counts dice higher makes them look like the face that the other one looks
/// for, which no die shows.
pub(super) fn no_natural(recipes: &[Recipe; 2]) -> Option<Board> {
    let counts = |r: &Recipe| def(r.keyword).is_some_and(|d| d.die_bonus.is_some());
    let by = recipes.iter().position(counts)?;
    let face = other(recipes, by).face()?;
    let below = if face > 1 { face - 1 } else { face + 1 };
    let variant = Variant {
        faces: ALL_FACES.map(|f| if f == face { below } else { f }),
        ..PLAIN
    };
    [Role::Attacker, Role::Defender]
        .into_iter()
        .find_map(|role| {
            let roles = placed(by, Role::Attacker, role);
            let with = run(&plan(recipes, roles, PLAIN), [true, true]).ruling;
            let acts = acted(other(recipes, by).keyword, &with).next().is_some();
            acts.then(|| plan(recipes, roles, variant))
        })
}

/// Where the two lie, if the one of them lies there and the other one here.
pub(super) const fn placed(by: usize, there: Role, here: Role) -> [Role; 2] {
    if by == 0 {
        [there, here]
    } else {
        [here, there]
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
        acts.then(|| {
            let mut found = t.clone().into(Relation::Counts { by, dice });
            found.board.apart = true;
            found
        })
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

/// Both change the power or the speed of one unit in the end.
pub(super) fn numbers(tried: &[Try]) -> Option<Finding> {
    tried.iter().find_map(|t| {
        let both = traces::numbers(&result(&t.both.ruling));
        let alone = [0, 1].map(|which| traces::numbers(&one(&t.alone, which).result));
        let all = traces::numbers(&t.neither.result);
        let (what, numbers) = all.into_iter().find_map(|(unit, what, neither)| {
            let of = |all: &[(Handle, &str, i32)]| {
                let mut all = all.iter();
                all.find(|(id, w, _)| *id == unit && *w == what)
                    .map(|(_, _, n)| *n)
            };
            let [first, second] = &alone;
            let (first, second, both) = (of(first)?, of(second)?, of(&both)?);
            let sums = first != neither && second != neither && first + second == both + neither;
            sums.then_some((what, [neither, both]))
        })?;
        Some(t.clone().into(Relation::Numbers { what, numbers }))
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
        let falls = recipes.iter().any(|r| r.shown.falls);
        let more = falls.then_some(NEXT_UNIT);
        for variant in [RETURNED, NEXT_TURN].into_iter().chain(more) {
            for roles in arrangements(recipes) {
                let changes = [0, 1]
                    .map(|which| self.changes(one(recipes, which), *one(&roles, which), variant));
                let reaches = [0, 1].map(|w| matches!(one(recipes, w).shown.need, Need::Reach(_)));
                let shows = changes
                    .iter()
                    .zip(reaches)
                    .all(|([_, second], r)| *second || r);
                // What both change at once was seen in the first attack.
                let lasts = changes.contains(&[false, true]);
                if shows && lasts {
                    tried.extend(self.attempt(plan(recipes, roles, variant)));
                }
            }
        }
        counts(recipes, &tried).or_else(|| sums(&tried))
    }
}
