//! Minimal boards: an attacker, a defender and the defender's friend, with the lines of two
//! keywords on them.

use std::collections::BTreeMap;

use crate::game::{Arena, CardType, CounterKind, Side, Zone};
use crate::keyword;
use crate::rulebook::{Keyword, Stacking};
use crate::rules::situation::{
    About, Aim, Begin, CardSpec, Facts, Handle, Play, Pool, Situation, Span, UnitSpec, Use,
};
use crate::rules::window::WindowId;

use super::recipe::{AimAt, Need, Recipe};

/// What a unit of the board is in the attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// It attacks, for the Dark Side.
    Attacker,
    /// It is attacked.
    Defender,
    /// It stands beside the attacked unit.
    Friend,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 3] = [Role::Attacker, Role::Defender, Role::Friend];

    /// Its handle.
    #[must_use]
    pub const fn handle(self) -> &'static str {
        match self {
            Role::Attacker => "attacker",
            Role::Defender => "defender",
            Role::Friend => "friend",
        }
    }

    /// Its name on the board.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Attacker => "Attacker",
            Role::Defender => "Defender",
            Role::Friend => "Friend",
        }
    }

    const fn side(self) -> Side {
        match self {
            Role::Attacker => Side::Dark,
            Role::Defender | Role::Friend => Side::Light,
        }
    }
}

/// One keyword on the board.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// How it is put there.
    pub recipe: Recipe,
    /// On which unit.
    pub role: Role,
    /// Its line.
    pub line: String,
}

/// The dice and the health of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    /// Faces of the attack dice, repeated if more are needed.
    pub faces: [u8; 6],
    /// Face of dice rolled additionally.
    pub added: u8,
    /// The defenders fall by two damage counters.
    pub weak: bool,
    /// Which die Lucky rerolls, from 1, and into what.
    pub lucky: (u8, u8),
    /// The hits that are predicted.
    pub predicted: i32,
}

/// What both keywords need of the board; the same whichever of them is on it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The two keywords.
    pub parts: [Part; 2],
    /// The dice and the health.
    pub variant: Variant,
    /// A hidden unit is tapped, so that it can be attacked.
    pub open: bool,
}

/// A use that waits for its window.
#[derive(Clone, Debug)]
pub(super) struct Want {
    /// The window.
    pub window: WindowId,
    /// It comes after the dice of that window, not before.
    pub late: bool,
    /// Its place among uses in one window: what changes the defender comes after what the first
    /// defender does and before what the new one does.
    pub turn: u8,
    /// The play.
    pub play: Play,
}

/// Plays that are made one after the other, with the uses that fall among them.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    /// The plays.
    pub plays: Vec<Play>,
    /// The uses.
    pub wants: Vec<Want>,
}

/// Build counters that complete a card of the board.
const COST: i32 = 6;
/// Health of a unit that stands.
const HEALTH: i32 = 12;
/// Health of a unit that falls.
const WEAK: i32 = 2;

impl Board {
    /// Where the two keywords lie.
    pub fn roles(&self) -> [Role; 2] {
        let [a, b] = &self.parts;
        [a.role, b.role]
    }

    /// The two keywords.
    pub fn keywords(&self) -> [Keyword; 2] {
        let [a, b] = &self.parts;
        [a.recipe.keyword, b.recipe.keyword]
    }

    /// A text that is the same for boards on which the same happens.
    pub fn name(&self, there: [bool; 2]) -> String {
        let mut situation = self.situation(there);
        situation.plays = self
            .scenes(there, &self.variant)
            .into_iter()
            .flat_map(|s| {
                s.plays
                    .into_iter()
                    .chain(s.wants.into_iter().map(|w| w.play))
            })
            .collect();
        format!("{:?} {situation:?}", self.variant)
    }

    /// The board without plays, with the lines of the parts that are there.
    pub fn situation(&self, there: [bool; 2]) -> Situation {
        let pool = Pool {
            force: 9,
            build_points: 0,
            hand: Some(3),
            deck: Some(20),
            discard: None,
        };
        let units = Role::ALL.into_iter().map(|r| self.unit(there, r));
        let mut units: Vec<UnitSpec> = units.collect();
        for (part, _) in self.parts.iter().zip(there).filter(|(_, there)| *there) {
            if let Some(unit) = units
                .iter_mut()
                .find(|u| u.id.as_str() == part.role.handle())
            {
                write(unit, part);
            }
        }
        units.extend(self.learner(there));
        Situation {
            about: About::default(),
            dark: pool,
            light: pool,
            units,
            ..Situation::default()
        }
    }

    /// Whether hits are predicted.
    pub fn predicts(&self) -> bool {
        self.parts
            .iter()
            .any(|p| p.recipe.shown.usage.is_some_and(|u| u.predicts))
    }

    /// What happens, scene by scene.
    pub fn scenes(&self, there: [bool; 2], variant: &Variant) -> Vec<Scene> {
        let mut scenes = vec![
            self.before(there, variant),
            self.step(there, variant),
            self.attack(there, variant),
        ];
        if self.needs(Need::Build) {
            scenes.extend(self.build());
        }
        scenes.retain(|s| !s.plays.is_empty());
        scenes
    }

    fn needs(&self, need: Need) -> bool {
        self.parts.iter().any(|p| p.recipe.shown.need == need)
    }

    fn has(&self, there: [bool; 2], keyword: Keyword, role: Role) -> bool {
        let mut parts = self.parts.iter().zip(there).filter(|(_, there)| *there);
        parts.any(|(p, _)| p.recipe.keyword == keyword && p.role == role)
    }

    /// The arena that the attack reaches, if what reaches it is there.
    fn reached(&self, there: [bool; 2]) -> Option<(Keyword, Arena)> {
        let parts = self.parts.iter().zip(there).filter(|(_, there)| *there);
        parts
            .map(|(part, _)| part)
            .find_map(|p| match p.recipe.shown.need {
                Need::Reach(arena) if p.role == Role::Attacker => Some((p.recipe.keyword, arena)),
                _ => None,
            })
    }

    fn arena(&self, there: [bool; 2], role: Role) -> Arena {
        match (self.reached(there), role) {
            (Some((_, Arena::Character)), Role::Attacker) => Arena::Ground,
            (None, _) | (Some(_), Role::Attacker) => Arena::Character,
            (Some((_, target)), _) => target,
        }
    }

    fn unit(&self, there: [bool; 2], role: Role) -> UnitSpec {
        let arena = self.arena(there, role);
        let on_it = || self.parts.iter().filter(|p| p.role == role);
        let falls = self.variant.weak && role != Role::Attacker && self.arrives() != Some(role);
        let health = if falls { WEAK } else { HEALTH };
        let mut types = vec![card_type(arena)];
        if on_it().any(|p| p.recipe.keyword == keyword!("switch")) {
            let other = if arena == Arena::Ground {
                Arena::Space
            } else {
                Arena::Ground
            };
            types.push(card_type(other));
        }
        let mut zone = Zone::from(arena);
        let mut counters = BTreeMap::new();
        if on_it().any(|p| self.completed(p)) {
            zone = Zone::Build;
            counters.insert(CounterKind::Build, self.counters(role));
        }
        if self.arrives() == Some(role) || on_it().any(|p| p.recipe.keyword == keyword!("reserves"))
        {
            zone = Zone::Build;
        }
        let facts = facts(role.name(), types, health);
        let mut unit = UnitSpec {
            tapped: self.open && role != Role::Attacker,
            damage: i32::from(on_it().any(|p| p.recipe.shown.wounded)),
            counters,
            ..UnitSpec::plain(handle(role.handle()), role.side(), facts, zone)
        };
        unit.facts.subtypes = vec!["Speeder".to_owned()];
        unit.facts.text.extend(
            on_it()
                .filter_map(|p| p.recipe.companion())
                .map(|c| c.line()),
        );
        unit.facts.unique = on_it().any(|p| p.recipe.shown.unique);
        unit.facts.speed = if role == Role::Attacker { 50 } else { 30 };
        unit.facts.power = if role == Role::Attacker { 6 } else { 3 };
        unit.facts.cost = COST;
        unit
    }

    /// Whether the part's unit is a partly built card first.
    fn completed(&self, part: &Part) -> bool {
        part.recipe.shown.need == Need::Complete && part.recipe.keyword != keyword!("stack")
    }

    fn counters(&self, role: Role) -> i32 {
        let fewest = |p: &Part| match p.recipe.keyword.slug() {
            "alternative-cost" => 1,
            "hidden-cost" => 2,
            "reduced-cost" => 4,
            _ => COST,
        };
        let on_it = self.parts.iter().filter(|p| p.role == role);
        on_it.map(fewest).min().unwrap_or(COST)
    }

    /// The unit that arrives, for what waits for an arrival.
    fn arrives(&self) -> Option<Role> {
        let waiting = self
            .parts
            .iter()
            .find(|p| p.recipe.shown.need == Need::Arrival)?;
        Some(match waiting.role {
            Role::Attacker => Role::Defender,
            Role::Defender | Role::Friend => Role::Attacker,
        })
    }

    /// The card that is stacked under another.
    fn learner(&self, there: [bool; 2]) -> Option<UnitSpec> {
        let part = self
            .parts
            .iter()
            .find(|p| p.recipe.keyword == keyword!("stack"))?;
        let mut facts = facts(
            "Learner",
            vec![card_type(self.arena(there, part.role))],
            WEAK,
        );
        facts.subtypes = vec!["Padawan".to_owned()];
        facts.cost = COST;
        Some(UnitSpec {
            counters: BTreeMap::from([(CounterKind::Build, COST)]),
            ..UnitSpec::plain(handle("learner"), part.role.side(), facts, Zone::Build)
        })
    }

    /// Build steps in which cards are completed and units arrive.
    fn before(&self, there: [bool; 2], variant: &Variant) -> Scene {
        let mut scene = Scene::default();
        for side in Side::BOTH {
            let mut plays = Vec::new();
            for role in Role::ALL.into_iter().filter(|r| r.side() == side) {
                if self
                    .parts
                    .iter()
                    .any(|p| p.role == role && self.completed(p))
                {
                    plays.push(Play::Deploy {
                        unit: handle(role.handle()),
                        to: Some(Zone::from(self.arena(there, role))),
                        on: None,
                        place: None,
                    });
                }
                if self.arrives() == Some(role) {
                    plays.push(Play::Retreat {
                        unit: handle(role.handle()),
                        to: Some(Zone::from(self.arena(there, role))),
                    });
                }
            }
            plays.extend(self.stacking(side));
            if !plays.is_empty() {
                scene.plays.push(Play::BuildStep(side));
                scene.plays.append(&mut plays);
            }
        }
        scene.wants = self.uses(there, variant, |w| w == WindowId::Arrival);
        scene
    }

    fn stacking(&self, side: Side) -> Option<Play> {
        let stack = keyword!("stack");
        let part = self.parts.iter().find(|p| p.recipe.keyword == stack)?;
        (part.role.side() == side).then(|| Play::Deploy {
            unit: handle("learner"),
            to: None,
            on: Some(handle(part.role.handle())),
            place: Some(crate::rules::situation::StackPlace::Below),
        })
    }

    fn attack(&self, there: [bool; 2], variant: &Variant) -> Scene {
        let wants = self.uses(there, variant, |w| {
            ![WindowId::Arrival, WindowId::StepStart].contains(&w)
        });
        let with = self.reached(there);
        let plays = vec![Play::Attack {
            unit: handle(Role::Attacker.handle()),
            on: Some(handle(Role::Defender.handle())),
            with: with.map(|(k, _)| k),
        }];
        Scene { plays, wants }
    }

    /// The start of the battle step, for what acts there.
    fn step(&self, there: [bool; 2], variant: &Variant) -> Scene {
        let adapts = |p: &Part| p.recipe.keyword == keyword!("adapt");
        if !self.needs(Need::Step) && !self.parts.iter().any(adapts) {
            return Scene::default();
        }
        Scene {
            plays: vec![Play::Begin(Begin::Step(self.arena(there, Role::Attacker)))],
            wants: self.uses(there, variant, |w| w == WindowId::StepStart),
        }
    }

    /// The next turn up to its build steps.
    fn build(&self) -> Vec<Scene> {
        let scene = |plays| Scene {
            plays,
            wants: Vec::new(),
        };
        let mut scenes = vec![scene(vec![Play::End(Span::Turn), Play::Ready])];
        for side in Side::BOTH {
            let builds = |p: &Part| p.recipe.shown.need == Need::Build && p.role.side() == side;
            if self.parts.iter().any(builds) {
                scenes.push(scene(vec![Play::BuildStep(side)]));
            }
        }
        scenes
    }

    fn uses(
        &self,
        there: [bool; 2],
        variant: &Variant,
        in_scene: fn(WindowId) -> bool,
    ) -> Vec<Want> {
        let parts = self.parts.iter().zip(there).filter(|(_, there)| *there);
        let besides = self.parts.iter().filter_map(|p| {
            let recipe = p.recipe.companion()?;
            self.wants(&part(recipe, p.role, None), there, variant)
        });
        let mut wants: Vec<Want> = parts
            .flat_map(|(part, _)| self.wants(part, there, variant))
            .chain(besides)
            .filter(|w| in_scene(w.window))
            .collect();
        wants.sort_by_key(|w| (w.window, w.late, w.turn));
        each_copy_once(wants)
    }

    fn wants(&self, part: &Part, there: [bool; 2], variant: &Variant) -> Option<Want> {
        let usage = part.recipe.shown.usage?;
        let mut aim = Aim {
            on: self
                .aimed(there, part.role, usage.aim)
                .into_iter()
                .map(|r| handle(r.handle()))
                .collect(),
            ..Aim::default()
        };
        if usage.predicts {
            aim.amount = Some(variant.predicted);
        }
        if part.recipe.keyword == keyword!("lucky") {
            let (die, face) = variant.lucky;
            aim.dice = vec![die];
            aim.roll = Some(vec![face]);
        }
        // What the attacker prevents is damage that comes back when its attack ends.
        let back = part.role == Role::Attacker && usage.window == WindowId::Prevention;
        Some(Want {
            window: if back {
                WindowId::AttackEnd
            } else {
                usage.window
            },
            late: back,
            turn: turn(part),
            play: Play::Use(Use {
                unit: Some(handle(part.role.handle())),
                ability: part.recipe.keyword.name().to_owned(),
                nth: None,
                aim,
            }),
        })
    }

    fn aimed(&self, there: [bool; 2], role: Role, aim: AimAt) -> Option<Role> {
        let attacker = role == Role::Attacker;
        match aim {
            AimAt::Nobody => None,
            AimAt::Itself => Some(role),
            AimAt::Opponent if !attacker && self.reached(there).is_some() => {
                Some(if role == Role::Friend {
                    Role::Defender
                } else {
                    Role::Friend
                })
            }
            AimAt::Opponent if !attacker => Some(Role::Attacker),
            AimAt::Opponent if self.variant.weak => Some(Role::Friend),
            AimAt::Opponent => Some(Role::Defender),
            AimAt::Neighbour => {
                let moved = self.has(there, keyword!("intercept"), Role::Friend)
                    || self.has(there, keyword!("redirect"), Role::Defender);
                let beside = role == Role::Friend || (attacker && moved);
                Some(if beside { Role::Defender } else { Role::Friend })
            }
        }
    }
}

/// The second use of one ability by one unit is that of its second copy; copies that are one
/// ability together are used once.
fn each_copy_once(wants: Vec<Want>) -> Vec<Want> {
    let mut seen: Vec<Want> = Vec::new();
    for mut want in wants {
        let before = seen.iter().filter(|w| is_same_use(w, &want)).count();
        if let (1.., Play::Use(u)) = (before, &mut want.play) {
            let kind = Keyword::find(&u.ability).map(|k| k.entry().stacking);
            if matches!(kind, Some(Stacking::Cumulative | Stacking::Isolated)) {
                continue;
            }
            u.nth = u8::try_from(before + 1).ok();
        }
        seen.push(want);
    }
    seen
}

fn is_same_use(a: &Want, b: &Want) -> bool {
    match (&a.play, &b.play) {
        (Play::Use(a), Play::Use(b)) => a.unit == b.unit && a.ability == b.ability,
        _ => false,
    }
}

/// Writes the line of a keyword where it belongs.
fn write(unit: &mut UnitSpec, part: &Part) {
    let card = |name: &str, types, text| CardSpec {
        card: None,
        facts: Facts {
            text,
            ..facts(name, types, 2)
        },
    };
    let line = part.line.clone();
    if line.is_empty() {
        return;
    }
    match part.recipe.keyword.slug() {
        "pilot" => unit
            .pilot
            .push(card("Ace", vec![CardType::Character], vec![line])),
        "equip" => {
            let text = vec!["Pay 1 Force -> Equip".to_owned(), line];
            unit.attached
                .push(card("Sabre", vec![CardType::Equipment], text));
        }
        "insert" => {
            let types = unit.facts.types.clone();
            unit.under.push(card(&unit.facts.name, types, vec![line]));
        }
        _ => unit.facts.text.push(line),
    }
}

/// The part with the keyword's own line, or with that of the other keyword lent by it.
pub(super) fn part(recipe: Recipe, role: Role, lent: Option<&Recipe>) -> Part {
    let line = lent.map_or_else(|| recipe.line(), |l| recipe.lending(&l.line()));
    Part { recipe, role, line }
}

fn facts(name: &str, types: Vec<CardType>, health: i32) -> Facts {
    Facts {
        name: name.to_owned(),
        types,
        subtypes: Vec::new(),
        card_side: None,
        unique: false,
        cost: 0,
        speed: 30,
        power: 1,
        health,
        text: Vec::new(),
    }
}

fn handle(text: &str) -> Handle {
    Handle::from_name(text)
}

const fn card_type(arena: Arena) -> CardType {
    match arena {
        Arena::Space => CardType::Space,
        Arena::Ground => CardType::Ground,
        Arena::Character => CardType::Character,
    }
}

const fn later(role: Role) -> u8 {
    match role {
        Role::Friend => 2,
        Role::Attacker | Role::Defender => 0,
    }
}

fn turn(part: &Part) -> u8 {
    if part.recipe.shown.moves_the_attack {
        1
    } else {
        later(part.role)
    }
}
