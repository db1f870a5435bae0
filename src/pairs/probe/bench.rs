//! Boards with their runs.

use std::collections::BTreeMap;

use crate::rulebook::{Keyword, Moment};
use crate::rules::trace::Step;

use super::super::board::{Board, Health, Then, Variant, part};
use super::super::drive::{Run, run};
use super::super::recipe::Recipe;
use super::super::role::Role;
use super::relation::{Finding, Relation};
use super::traces::{Result, acted, all_acted, attack_dice, result};
use super::{one, other};
use crate::rules::shown::Beside;

/// Runs of one keyword, remembered for the next pair.
#[derive(Debug, Default)]
pub struct Bench {
    briefs: BTreeMap<String, Brief>,
    /// Whether a keyword changes the dice of the first and of the second attack of a run.
    changes: BTreeMap<(Keyword, Role, Then, bool), [bool; 2]>,
}

/// What is kept of a run.
#[derive(Clone, Debug)]
pub(super) struct Brief {
    acted: Vec<(Keyword, usize)>,
    pub result: Result,
    /// Attack dice that its power gave each attack.
    pub dice: Vec<usize>,
}

impl Brief {
    /// How often a keyword did something.
    pub fn times(&self, keyword: Keyword) -> usize {
        let mut acted = self.acted.iter();
        acted.find(|(k, _)| *k == keyword).map_or(0, |(_, n)| *n)
    }
}

/// All six faces, high ones first.
pub(super) const ALL_FACES: [u8; 6] = [6, 5, 4, 3, 2, 1];

/// Every unit stands.
pub(super) const PLAIN: Variant = Variant {
    faces: ALL_FACES,
    added: 5,
    damage: [5; 2],
    health: Health::Stands,
    rerolled: None,
    predicted: 3,
    then: Then::Nothing,
};

/// The attacked unit attacks in its turn.
pub(super) const RETURNED: Variant = Variant {
    then: Then::Returned,
    ..PLAIN
};

/// The attacker attacks again in the next turn.
pub(super) const NEXT_TURN: Variant = Variant {
    then: Then::NextTurn,
    ..PLAIN
};

/// The defender falls by the attack.
pub(super) const WEAK: Variant = Variant {
    health: Health::Weak,
    ..PLAIN
};

/// The defender falls, and the attacker attacks another unit in the next turn.
pub(super) const NEXT_UNIT: Variant = Variant {
    health: Health::Weak,
    ..NEXT_TURN
};

/// Every unit falls by any damage.
pub(super) const FRAIL: Variant = Variant {
    health: Health::Frail,
    ..PLAIN
};

/// The attacker falls by any damage.
pub(super) const EXPOSED: Variant = Variant {
    health: Health::Exposed,
    ..PLAIN
};

/// The defender falls by a second attack.
pub(super) const LATER: Variant = Variant {
    health: Health::Later,
    ..PLAIN
};

/// Hits enough for a unit to fall whatever is prevented.
pub(super) const DEADLY: Variant = Variant {
    faces: [6, 5, 6, 5, 4, 4],
    ..WEAK
};

/// The same faces in another order, so that one die more or less leaves other faces.
pub(super) const LOW_FIRST: Variant = Variant {
    faces: [1, 2, 3, 4, 5, 6],
    ..PLAIN
};

/// One board with its runs.
#[derive(Clone, Debug)]
pub(super) struct Try {
    pub board: Board,
    keywords: [Keyword; 2],
    pub neither: Brief,
    pub alone: [Brief; 2],
    pub both: Run,
}

impl Try {
    /// Where the two lie.
    pub fn roles(&self) -> [Role; 2] {
        self.board.roles()
    }

    /// Whether one of the two acts without the other.
    pub fn acts_alone(&self, which: usize) -> bool {
        let own = one(&self.alone, which);
        self.times_alone(which) > 0 || own.result != self.neither.result
    }

    /// Whether one of the two makes a difference beside the other.
    pub fn acts_with(&self, which: usize) -> bool {
        let without = &other(&self.alone, which).result;
        self.step_of(which).is_some() || result(&self.both.ruling) != *without
    }

    /// How often one of the two acts without the other.
    pub fn times_alone(&self, which: usize) -> usize {
        one(&self.alone, which).times(*one(&self.keywords, which))
    }

    /// The steps of the run with both in which one of the two does something.
    pub fn steps_of(&self, which: usize) -> impl Iterator<Item = &Step> {
        acted(*one(&self.keywords, which), &self.both.ruling)
    }

    /// The first of them.
    pub fn step_of(&self, which: usize) -> Option<&Step> {
        self.steps_of(which).next()
    }

    /// Whether nothing about one of the two was refused beside the other.
    pub fn is_taken(&self, which: usize) -> bool {
        let name = one(&self.keywords, which).name();
        let refused = &self.both.ruling.refused;
        refused.iter().all(|r| !r.play.contains(name))
    }

    /// The relation, shown by this board.
    pub fn into(self, relation: Relation) -> Finding {
        Finding::new(relation, self.board)
    }
}

impl Bench {
    /// The run of a board with at most one of its keywords.
    pub(super) fn brief(&mut self, board: &Board, there: [bool; 2]) -> Brief {
        let name = board.name(there);
        if let Some(brief) = self.briefs.get(&name) {
            return brief.clone();
        }
        let ruling = run(board, there).ruling;
        let brief = Brief {
            acted: all_acted(&ruling),
            result: result(&ruling),
            dice: attack_dice(&ruling),
        };
        self.briefs.insert(name, brief.clone());
        brief
    }

    /// Whether the keyword, where it lies like that, changes the dice of the first and of the second
    /// attack.
    pub(super) fn changes(&mut self, recipe: &Recipe, role: Role, variant: Variant) -> [bool; 2] {
        let weak = variant.health == Health::Weak;
        let key = (recipe.keyword, role, variant.then, weak);
        if let Some(known) = self.changes.get(&key) {
            return *known;
        }
        let board = plan(&[*recipe; 2], [role; 2], variant);
        let dice = |there| attack_dice(&run(&board, there).ruling);
        let (without, with) = (dice([false, false]), dice([true, false]));
        let there = with.len() > 1 && without.len() > 1;
        let changes = [0, 1].map(|nth| there && without.get(nth) != with.get(nth));
        self.changes.insert(key, changes);
        changes
    }

    /// The board with its runs, if one of the keywords acts there alone.
    pub(super) fn attempt(&mut self, board: Board) -> Option<Try> {
        let keywords = board.keywords();
        let neither = self.brief(&board, [false, false]);
        let alone = [[true, false], [false, true]].map(|there| self.brief(&board, there));
        let acts = |which: usize| {
            let own = one(&alone, which);
            own.times(*one(&keywords, which)) > 0 || own.result != neither.result
        };
        if !acts(0) && !acts(1) {
            return None;
        }
        let both = run(&board, [true, true]);
        Some(Try {
            board,
            keywords,
            neither,
            alone,
            both,
        })
    }

    /// Every board of a variant on which at least one of the two has something to do.
    pub(super) fn tries(&mut self, recipes: &[Recipe; 2], variants: &[Variant]) -> Vec<Try> {
        let mut tried = Vec::new();
        for roles in arrangements(recipes) {
            for variant in variants {
                tried.extend(self.attempt(plan(recipes, roles, *variant)));
            }
        }
        tried
    }
}

/// The board on which the two lie like that.
pub(super) fn plan(recipes: &[Recipe; 2], roles: [Role; 2], variant: Variant) -> Board {
    let [a, b] = recipes;
    let [at, bt] = roles;
    // What changes the defender meets a hidden unit, everything else one that can be attacked.
    let hides = recipes.iter().any(|r| r.shown.hides);
    let open = hides && !recipes.iter().any(|r| r.shown.moves_the_attack);
    // A die that hits others and misses a unit that is hard to hit.
    let hard = recipes.iter().any(Recipe::is_hard_to_hit);
    Board {
        parts: [part(*a, at, None), part(*b, bt, None)],
        variant: Variant {
            damage: if hard { [4; 2] } else { variant.damage },
            ..variant
        },
        open,
        lender: None,
        foil: None,
        back: None,
        twin: None,
        apart: false,
        covered: None,
        foretold: false,
        into_zone: false,
        reversed: false,
    }
}

/// Where the two keywords may lie: both on one unit, one on each side, and beside each other
/// where one of them works for or through a neighbour.
pub(super) fn arrangements(recipes: &[Recipe; 2]) -> Vec<[Role; 2]> {
    use Role::{Attacker, Defender, Friend, Partner};
    let mut all = vec![
        [Attacker, Attacker],
        [Defender, Defender],
        [Attacker, Defender],
        [Defender, Attacker],
    ];
    let beside = |which| one(recipes, which).shown.beside;
    // What strengthens others may strengthen the attacker.
    let strengthens =
        |which| beside(which) == Beside::On && one(recipes, which).at() == Moment::Always;
    let partners = [
        (0, [[Partner, Attacker], [Partner, Defender]]),
        (1, [[Attacker, Partner], [Defender, Partner]]),
    ];
    let on = |which| beside(which) == Beside::On;
    if on(0) || on(1) {
        all.push([Friend, Friend]);
    }
    if on(0) || beside(1) == Beside::Reaches {
        all.extend([[Friend, Attacker], [Friend, Defender]]);
    }
    // Damage may be done to the attacker, and then its side has something to guard.
    let hurts = |r: &Recipe| r.harms() || r.at() == Moment::AttackEnd;
    let guards = |which| one(recipes, which).guards_others() && hurts(other(recipes, which));
    if guards(0) {
        all.extend([[Partner, Defender], [Partner, Attacker]]);
    }
    if guards(1) {
        all.extend([[Defender, Partner], [Attacker, Partner]]);
    }
    if on(1) || beside(0) == Beside::Reaches {
        all.extend([[Attacker, Friend], [Defender, Friend]]);
    }
    let strong = partners
        .into_iter()
        .filter(|(which, _)| strengthens(*which));
    all.extend(strong.flat_map(|(_, roles)| roles));
    all
}
