//! What two keywords do to each other, found out by running the engine with both, with each
//! alone, and with neither.

use std::collections::BTreeMap;

use crate::keyword;
use crate::rulebook::{ClauseId, Keyword, Moment, Stacking};
use crate::rules::keyword::{KeywordDef, def};
use crate::rules::trace::{Board as Outcome, Cite, Reason, RollKind, Ruling, Step, StepKind};
use crate::rules::window::WindowId;

use super::board::{Board, Role, Variant, part};
use super::drive::{Run, run};
use super::recipe::{Need, Recipe, recipe};

/// What two keywords have to do with each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// One keyword twice.
    Copies(Stacking),
    /// Two keywords of which an attack uses one.
    OneOf,
    /// That one (0 or 1) does nothing because of the other.
    Stops(usize, Reason),
    /// That one (0 or 1) acts where it would not without the other; with the step that shows it.
    Gives(usize, (String, Vec<ClauseId>)),
    /// One (0 or 1) rerolls dice, the other reads a face.
    Rerolls {
        /// Which of the two rerolls.
        by: usize,
        /// The face.
        face: u8,
        /// A reroll changes what is read.
        counts: bool,
    },
    /// One (0 or 1) changes the defender, the other is the defender's; whether the first
    /// defender's still acts.
    Moves(usize, bool),
    /// One (0 or 1) lends the other; whether it then acts.
    Lends(usize, bool),
    /// One (0 or 1) lends only in the build zone.
    Retreated(usize),
    /// That one (0 or 1) is chosen before dice are shown that the other one hides.
    Blind(usize),
    /// One (0 or 1) lets the other work against damage that cannot be prevented.
    Lets(usize),
    /// One (0 or 1) only decides whether its unit can be attacked.
    Opens(usize),
    /// Both act in one run and neither switches the other off.
    Meet,
    /// Neither changes the other.
    Apart,
}

/// What was found, with the board that shows it.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// The relation.
    pub relation: Relation,
    /// The board.
    pub board: Board,
}

/// Runs of one keyword, remembered for the next pair.
#[derive(Debug, Default)]
pub struct Bench {
    briefs: BTreeMap<String, Brief>,
}

/// What is kept of a run.
#[derive(Clone, Debug)]
struct Brief {
    acted: Vec<Keyword>,
    result: Result,
}

/// What a run came to. Force is left out: it is paid for uses that change nothing, too.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Result {
    units: Outcome,
    hits: Option<i32>,
    pending: Option<i32>,
    rolls: Vec<(usize, Vec<u8>)>,
}

/// All six faces, high ones first.
const ALL_FACES: [u8; 6] = [6, 5, 4, 3, 2, 1];

const PLAIN: Variant = Variant {
    faces: ALL_FACES,
    added: 5,
    weak: false,
    lucky: (6, 5),
    predicted: 3,
};

const WEAK: Variant = Variant {
    weak: true,
    ..PLAIN
};

/// Hits enough for a unit to fall whatever is prevented.
const DEADLY: Variant = Variant {
    faces: [6, 5, 6, 5, 4, 4],
    ..WEAK
};

/// The same faces in another order, so that one die more or less leaves other faces.
const LOW_FIRST: Variant = Variant {
    faces: [1, 2, 3, 4, 5, 6],
    lucky: (1, 5),
    ..PLAIN
};

/// One board with its runs.
#[derive(Clone, Debug)]
struct Try {
    board: Board,
    keywords: [Keyword; 2],
    neither: Result,
    alone: [Brief; 2],
    both: Run,
}

impl Try {
    fn roles(&self) -> [Role; 2] {
        self.board.roles()
    }

    fn acts_alone(&self, which: usize) -> bool {
        let (own, keyword) = (one(&self.alone, which), one(&self.keywords, which));
        own.acted.contains(keyword) || own.result != self.neither
    }

    fn acts_with(&self, which: usize) -> bool {
        let without = &other(&self.alone, which).result;
        self.step_of(which).is_some() || result(&self.both.ruling) != *without
    }

    /// The step of the run with both in which a keyword does something.
    fn step_of(&self, which: usize) -> Option<&Step> {
        acted(*one(&self.keywords, which), &self.both.ruling)
    }

    fn into(self, relation: Relation) -> Finding {
        Finding {
            relation,
            board: self.board,
        }
    }
}

impl Bench {
    /// What two keywords do to each other.
    pub(super) fn examine(&mut self, pair: [Keyword; 2]) -> Finding {
        let recipes = pair.map(recipe);
        if one(&pair, 0) == one(&pair, 1) {
            return self.copies(&recipes);
        }
        if let Some(found) = by_kind(&recipes) {
            return found;
        }
        if recipes.iter().any(|r| r.shown.need == Need::Lends) {
            return self.lending(&recipes);
        }
        if let Some(found) = self.rerolling(&recipes) {
            return found;
        }
        let tried = self.tries(&recipes);
        let found = moving(&recipes, &tried).or_else(|| self.deciding(&recipes, &tried));
        found.unwrap_or_else(|| meeting(&recipes, tried))
    }

    /// The run of a board with at most one of its keywords.
    fn brief(&mut self, board: &Board, there: [bool; 2]) -> Brief {
        let name = board.name(there);
        if let Some(brief) = self.briefs.get(&name) {
            return brief.clone();
        }
        let ruling = run(board, there).ruling;
        let brief = Brief {
            acted: all_acted(&ruling),
            result: result(&ruling),
        };
        self.briefs.insert(name, brief.clone());
        brief
    }

    /// The board with its runs, if one of the keywords acts there alone.
    fn attempt(&mut self, board: Board) -> Option<Try> {
        let keywords = board.keywords();
        let neither = self.brief(&board, [false, false]).result;
        let alone = [[true, false], [false, true]].map(|there| self.brief(&board, there));
        let acts = |which: usize| {
            let own = one(&alone, which);
            own.acted.contains(one(&keywords, which)) || own.result != neither
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

    /// Every board on which at least one of the two has something to do.
    fn tries(&mut self, recipes: &[Recipe; 2]) -> Vec<Try> {
        let mut tried = Vec::new();
        let falls = recipes.iter().any(|r| r.shown.falls);
        for roles in arrangements(recipes) {
            tried.extend(self.attempt(plan(recipes, roles, PLAIN)));
            if falls {
                tried.extend(self.attempt(plan(recipes, roles, WEAK)));
            }
        }
        tried
    }

    /// One keyword twice on the unit on which it acts.
    fn copies(&mut self, recipes: &[Recipe; 2]) -> Finding {
        let keyword = one(recipes, 0).keyword;
        let relation = Relation::Copies(keyword.entry().stacking);
        for variant in [PLAIN, WEAK] {
            for role in Role::ALL {
                let board = plan(recipes, [role; 2], variant);
                if self.brief(&board, [true, false]).acted.contains(&keyword) {
                    return Finding { relation, board };
                }
            }
        }
        let board = plan(recipes, [Role::Attacker; 2], PLAIN);
        Finding { relation, board }
    }

    /// One stops the other wherever that one acts, or gives it an occasion it never has alone.
    fn deciding(&mut self, recipes: &[Recipe; 2], tried: &[Try]) -> Option<Finding> {
        for which in [0, 1] {
            for roles in roles_of(tried) {
                if let Some(found) = self.stopped(recipes, tried, roles, which) {
                    return Some(found);
                }
            }
        }
        for which in [0, 1] {
            for roles in roles_of(tried) {
                let here = || tried.iter().filter(|t| t.roles() == roles);
                let hides = one(recipes, which).keyword == keyword!("stealth");
                if hides || here().any(|t| t.acts_alone(which)) {
                    continue;
                }
                let name = one(recipes, which).keyword.name();
                let taken = |t: &&Try| t.both.ruling.refused.iter().all(|r| !r.play.contains(name));
                let mut given = here().filter(taken);
                if let Some((at, step)) = given.find_map(|t| t.step_of(which).map(|s| (t, s))) {
                    let relation = Relation::Gives(which, (step.text.clone(), clauses_of(step)));
                    return Some(at.clone().into(relation));
                }
            }
        }
        None
    }

    fn stopped(
        &mut self,
        recipes: &[Recipe; 2],
        tried: &[Try],
        roles: [Role; 2],
        which: usize,
    ) -> Option<Finding> {
        let here = || {
            tried
                .iter()
                .filter(|t| t.roles() == roles && t.acts_alone(which))
        };
        if here().next().is_none() || here().any(|t| t.acts_with(which)) {
            return None;
        }
        let keyword = one(recipes, which).keyword;
        let (at, reason) = here().find_map(|t| Some((t, why_not(keyword, &t.both.ruling)?)))?;
        // Other dice: what one die or one damage more or less makes is no rule.
        for dice in [LOW_FIRST, DEADLY] {
            let again = self.attempt(plan(recipes, roles, dice));
            if again.is_some_and(|t| t.acts_alone(which) && t.acts_with(which)) {
                return None;
            }
        }
        Some(at.clone().into(Relation::Stops(which, reason)))
    }

    /// Dice rerolled by one and read by the other.
    fn rerolling(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let by = recipes
            .iter()
            .position(|r| r.keyword == keyword!("lucky"))?;
        let face = other(recipes, by).face()?;
        let neutral = if face == 5 { 4 } else { 5 };
        let at = ALL_FACES.iter().position(|f| *f == face)?;
        let die = u8::try_from(at + 1).ok()?;
        let away = Variant {
            lucky: (die, neutral),
            ..PLAIN
        };
        let into = Variant {
            faces: ALL_FACES.map(|f| if f == face { neutral } else { f }),
            lucky: (die, face),
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
            let gained = acted(other(recipes, by).keyword, &made.ruling).is_some();
            if lost != gained {
                return None;
            }
            let relation = Relation::Rerolls {
                by,
                face,
                counts: lost,
            };
            let shown = if lost { into } else { away };
            return Some(Finding {
                relation,
                board: plan(recipes, roles, shown),
            });
        }
        None
    }

    /// A keyword that lends abilities, and another ability.
    fn lending(&mut self, recipes: &[Recipe; 2]) -> Finding {
        let by = usize::from(one(recipes, 0).shown.need != Need::Lends);
        let lent = other(recipes, by);
        let apart = |relation| Finding {
            relation,
            board: plan(recipes, [Role::Attacker; 2], PLAIN),
        };
        if one(recipes, by).keyword == keyword!("reserves") {
            let board = plan(recipes, [Role::Friend; 2], PLAIN);
            return Finding {
                relation: Relation::Retreated(by),
                board,
            };
        }
        if lent.shown.need == Need::Lends || lent.shown.need == Need::Complete {
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
                if !self.brief(&printed, alone).acted.contains(&lent.keyword) {
                    continue;
                }
                let board = lend(recipes, by, role, variant);
                let works = acted(lent.keyword, &run(&board, [true, true]).ruling).is_some();
                return Finding {
                    relation: Relation::Lends(by, works),
                    board,
                };
            }
        }
        apart(Relation::Apart)
    }
}

/// The relations that follow from when the keywords act; such pairs are run for their page only.
fn by_kind(recipes: &[Recipe; 2]) -> Option<Finding> {
    let [a, b] = recipes;
    let reach = |r: &Recipe| matches!(r.shown.need, Need::Reach(_));
    let off_battle = |r: &Recipe| {
        matches!(
            r.shown.need,
            Need::Complete | Need::DiscardPile | Need::Build
        )
    };
    let found = |relation, variant| {
        let board = plan(recipes, [Role::Attacker; 2], variant);
        Some(Finding { relation, board })
    };
    if reach(a) && reach(b) {
        return found(Relation::OneOf, PLAIN);
    }
    // An attack into another arena says nothing about what happens before and after it.
    let around = |r: &Recipe| {
        matches!(r.shown.need, Need::Arrival | Need::Step)
            || r.shown
                .usage
                .is_some_and(|u| u.window == WindowId::AttackAfter)
    };
    let prevents =
        |r: &Recipe| r.at() == Moment::AttackPrevention && def(r.keyword).is_some_and(own);
    for by in [0, 1] {
        let (own, rest) = (one(recipes, by), other(recipes, by));
        if own.keyword == keyword!("fortitude") && prevents(rest) {
            let board = plan(recipes, [Role::Defender; 2], PLAIN);
            return Some(Finding {
                relation: Relation::Lets(by),
                board,
            });
        }
        let bought = rest
            .shown
            .usage
            .is_some_and(|u| u.window == WindowId::Prevention);
        if own.keyword == keyword!("cunning") && bought {
            let victim = if rest.keyword == keyword!("protect") {
                Role::Friend
            } else {
                Role::Defender
            };
            let roles = if by == 0 {
                [Role::Attacker, victim]
            } else {
                [victim, Role::Attacker]
            };
            let board = plan(recipes, roles, PLAIN);
            return Some(Finding {
                relation: Relation::Blind(1 - by),
                board,
            });
        }
    }
    if a.shown.moves_the_attack && b.shown.moves_the_attack {
        return found(Relation::Meet, PLAIN);
    }
    if reach(a) && around(b) || around(a) && reach(b) {
        return found(Relation::Meet, PLAIN);
    }
    if a.shown.need == Need::Lends
        || b.shown.need == Need::Lends
        || !(off_battle(a) || off_battle(b))
    {
        return None;
    }
    let variant = if recipes.iter().any(|r| r.shown.falls) {
        WEAK
    } else {
        PLAIN
    };
    let meets = shared([a.keyword, b.keyword]).is_some();
    found(
        if meets {
            Relation::Meet
        } else {
            Relation::Apart
        },
        variant,
    )
}

/// Whether a keyword prevents damage to its own unit.
fn own(def: &KeywordDef) -> bool {
    let played = def
        .offer
        .is_some_and(|o| o.windows.contains(&WindowId::Prevention));
    let hooked = def.hooks.iter().any(|h| h.window == WindowId::Prevention);
    (played || hooked) && !def.guards_others
}

/// The keywords that did something in a run.
fn all_acted(ruling: &Ruling) -> Vec<Keyword> {
    let cites = ruling
        .steps
        .iter()
        .filter(|s| at_work(s))
        .flat_map(|s| &s.cites);
    let mut all: Vec<Keyword> = cites
        .filter_map(|c| match c {
            Cite::Clause(id) => id.keyword(),
            _ => None,
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The step in which a keyword did something.
fn acted(keyword: Keyword, ruling: &Ruling) -> Option<&Step> {
    ruling
        .steps
        .iter()
        .find(|s| at_work(s) && rests_on(s, keyword))
}

const fn at_work(step: &Step) -> bool {
    !matches!(
        step.kind,
        StepKind::Refusal | StepKind::Note | StepKind::Pass | StepKind::Cost | StepKind::Use
    )
}

fn rests_on(step: &Step, keyword: Keyword) -> bool {
    step.cites
        .iter()
        .any(|c| matches!(c, Cite::Clause(id) if id.keyword() == Some(keyword)))
}

fn result(ruling: &Ruling) -> Result {
    let mut units = ruling.after.clone();
    units.dark.force = 0;
    units.light.force = 0;
    Result {
        units,
        hits: ruling.hits,
        pending: ruling.pending,
        rolls: ruling
            .rolls
            .iter()
            .map(|r| (r.first.len(), r.last.clone()))
            .collect(),
    }
}

/// The hits of the first attack, which a prediction has to name.
pub(super) fn first_hits(ruling: &Ruling) -> Option<i32> {
    ruling
        .rolls
        .iter()
        .find(|r| r.kind == RollKind::Attack)
        .and_then(|r| r.hits)
}

fn plan(recipes: &[Recipe; 2], roles: [Role; 2], variant: Variant) -> Board {
    let [a, b] = recipes;
    let [at, bt] = roles;
    // What changes the defender meets a hidden unit, everything else one that can be attacked.
    let hides = recipes.iter().any(|r| r.keyword == keyword!("stealth"));
    let open = hides && !recipes.iter().any(|r| r.shown.moves_the_attack);
    Board {
        parts: [part(*a, at, None), part(*b, bt, None)],
        variant,
        open,
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

/// Where the two keywords may lie: both on one unit, one on each side, and beside each other
/// where one of them works for or through a neighbour.
fn arrangements(recipes: &[Recipe; 2]) -> Vec<[Role; 2]> {
    use Role::{Attacker, Defender, Friend};
    let mut all = vec![
        [Attacker, Attacker],
        [Defender, Defender],
        [Attacker, Defender],
        [Defender, Attacker],
    ];
    let beside = |which| BESIDE.contains(&one(recipes, which).keyword);
    let through = |which| THROUGH.contains(&one(recipes, which).keyword);
    if beside(0) || beside(1) {
        all.push([Friend, Friend]);
    }
    if beside(0) || through(1) {
        all.extend([[Friend, Attacker], [Friend, Defender]]);
    }
    if beside(1) || through(0) {
        all.extend([[Attacker, Friend], [Defender, Friend]]);
    }
    all
}

/// What works on a unit beside the attacked one.
const BESIDE: &[Keyword] = &[
    keyword!("intercept"),
    keyword!("protect"),
    keyword!("avenge"),
    keyword!("inspiration"),
    keyword!("stealth"),
];

/// What reaches a unit beside the attacked one.
const THROUGH: &[Keyword] = &[
    keyword!("overkill"),
    keyword!("area-damage"),
    keyword!("redirect"),
];

fn roles_of(tried: &[Try]) -> Vec<[Role; 2]> {
    let mut all: Vec<[Role; 2]> = Vec::new();
    for one in tried {
        if !all.contains(&one.roles()) {
            all.push(one.roles());
        }
    }
    all
}

/// Why a keyword did nothing.
fn why_not(keyword: Keyword, ruling: &Ruling) -> Option<Reason> {
    let name = keyword.name();
    let refused = ruling.refused.iter().find(|r| r.play.contains(name));
    let idle = ruling
        .not_applied
        .iter()
        .find(|n| n.ability.starts_with(name));
    let noted = || {
        let step = ruling
            .steps
            .iter()
            .find(|s| s.kind == StepKind::Note && rests_on(s, keyword))?;
        let clause = step.cites.iter().find_map(|c| match c {
            Cite::Clause(id) => Some(*id),
            _ => None,
        });
        Some(Reason {
            clause,
            text: step.text.clone(),
        })
    };
    let reason = refused
        .and_then(|r| r.reasons.first())
        .or_else(|| idle.and_then(|n| n.because.first()))
        .cloned()
        .or_else(noted)?;
    let empty = [
        "nobody used it",
        "nothing in this",
        "it is played in",
        "it acts in another",
    ];
    let gone = reason.text.ends_with("is in the discard pile");
    let says = !gone && !empty.iter().any(|words| reason.text.starts_with(words));
    says.then_some(reason)
}

/// What changes the defender, and a keyword of the defender.
fn moving(recipes: &[Recipe; 2], tried: &[Try]) -> Option<Finding> {
    let movers = [
        (keyword!("intercept"), Role::Friend),
        (keyword!("redirect"), Role::Defender),
    ];
    let by = recipes
        .iter()
        .position(|r| movers.iter().any(|(k, _)| *k == r.keyword))?;
    if other(recipes, by).keyword == keyword!("stealth") {
        return None;
    }
    let (_, stands) = movers
        .iter()
        .find(|(k, _)| *k == one(recipes, by).keyword)?;
    let at = |theirs: Role| {
        let roles = if by == 0 {
            [*stands, theirs]
        } else {
            [theirs, *stands]
        };
        tried.iter().filter(move |t| t.roles() == roles)
    };
    let alone = at(Role::Defender).any(|t| t.acts_alone(1 - by));
    let as_new = at(Role::Friend).find(|t| t.step_of(1 - by).is_some() && !t.acts_alone(1 - by))?;
    if !alone {
        return None;
    }
    let still = at(Role::Defender).any(|t| t.step_of(1 - by).is_some());
    Some(as_new.clone().into(Relation::Moves(by, still)))
}

/// Nothing decides between them: they act in one run, or they never do.
fn meeting(recipes: &[Recipe; 2], tried: Vec<Try>) -> Finding {
    let strictly = |t: &Try| t.step_of(0).is_some() && t.step_of(1).is_some();
    let loosely = |t: &Try| t.acts_with(0) && t.acts_with(1);
    if let Some(by) = recipes
        .iter()
        .position(|r| r.keyword == keyword!("stealth"))
        && let Some(any) = tried.iter().find(|t| t.acts_with(1 - by))
    {
        return any.clone().into(Relation::Opens(by));
    }
    let found = tried
        .iter()
        .find(|t| strictly(t))
        .or_else(|| tried.iter().find(|t| loosely(t)));
    if let Some(found) = found {
        return found.clone().into(Relation::Meet);
    }
    let board = tried.into_iter().next().map(|t| t.board);
    Finding {
        relation: Relation::Apart,
        board: board.unwrap_or_else(|| plan(recipes, [Role::Attacker; 2], PLAIN)),
    }
}

/// The first (0) or the second (1) of two.
pub(super) const fn one<T>(two: &[T; 2], which: usize) -> &T {
    let [a, b] = two;
    if which == 0 { a } else { b }
}

/// The one that is not that.
pub(super) const fn other<T>(two: &[T; 2], which: usize) -> &T {
    one(two, 1 - which)
}

/// A moment at which both keywords act.
pub(super) fn shared(pair: [Keyword; 2]) -> Option<Moment> {
    let [a, b] = pair.map(|k| &k.entry().moments);
    a.iter().find(|m| b.contains(m)).copied()
}

/// The clauses on which a step rests.
fn clauses_of(step: &Step) -> Vec<ClauseId> {
    let clause = |cite: &Cite| match cite {
        Cite::Clause(id) => Some(*id),
        _ => None,
    };
    step.cites.iter().filter_map(clause).collect()
}
