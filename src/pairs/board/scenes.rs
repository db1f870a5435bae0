//! What happens on a board, scene by scene.

use crate::game::{Side, Zone};
use crate::rules::keyword::def;
use crate::rules::shown::{Bearer, Start};
use crate::rules::situation::{Aim, Begin, Play, Span, StackPlace, Use};
use crate::rules::window::WindowId;

use super::super::recipe::Need;
use super::super::role::Role;
use super::units::{COSTS, gear, learner};
use super::uses::use_of;
use super::{Board, Health, Part, Scene, Then, Variant, Want};

/// What a Battle card does by itself.
const BASIC: &str = "Pay 1 Force -> Gain 2 Force.";

impl Board {
    /// What happens, scene by scene.
    pub fn scenes(&self, there: [bool; 2], variant: &Variant) -> Vec<Scene> {
        let mut scenes = vec![
            self.card(there),
            self.before(there, variant),
            self.step(there, variant),
        ];
        if !self.falls_on_arrival() {
            scenes.push(self.attack(there, variant));
            scenes.extend(self.second(there, variant));
        }
        if self.needs(Need::Build) {
            scenes.extend(self.build());
        }
        scenes.retain(|s| !s.plays.is_empty());
        scenes
    }

    /// A unit that is to fall when it arrives is not there for an attack.
    fn falls_on_arrival(&self) -> bool {
        self.variant.health == Health::Frail && self.arrives().is_some()
    }

    /// A Battle card that is played, with what its further lines buy.
    fn card(&self, there: [bool; 2]) -> Scene {
        let on_it = |p: &&Part| p.recipe.shown.bearer == Bearer::BattleCard;
        let Some(first) = self.parts.iter().find(on_it) else {
            return Scene::default();
        };
        let bought: Vec<&Part> = self.written(there).filter(on_it).collect();
        let lines = bought.iter().map(|p| p.line.clone());
        let paid = |p: &&&Part| def(p.recipe.keyword).is_some_and(|d| d.grounds.declared.is_some());
        let paid = bought.iter().filter(paid);
        let names = paid.map(|p| p.recipe.keyword.name().to_owned());
        Scene {
            plays: vec![Play::Card {
                name: "Plan".to_owned(),
                by: first.role.side(),
                text: [BASIC.to_owned()].into_iter().chain(lines).collect(),
                cost: None,
                types: Vec::new(),
                aim: Aim {
                    pay: names.collect(),
                    ..Aim::default()
                },
            }],
            ..Scene::default()
        }
    }

    /// Build steps in which cards are completed and units arrive.
    fn before(&self, there: [bool; 2], variant: &Variant) -> Scene {
        let mut scene = Scene::default();
        for side in Side::BOTH {
            let units = self.units(there).into_iter();
            let roles = units.filter(|r| r.side() == side);
            let mut plays: Vec<Play> = roles.flat_map(|r| self.comes(there, r)).collect();
            plays.extend(self.attached(there, side));
            plays.extend(self.stacking(side));
            let attaches =
                |p: &Part| p.recipe.shown.bearer == Bearer::Equipment && p.role.side() == side;
            // With or without Equipment the step is the same, unless more of them follow.
            let same = self.parts.iter().any(attaches) && !self.needs(Need::Build);
            if !plays.is_empty() || same {
                scene.plays.push(Play::BuildStep(side));
                scene.plays.append(&mut plays);
            }
        }
        scene.wants = self.uses(there, variant, |w| w == WindowId::Arrival);
        scene
    }

    /// How a unit comes into its arena that does not lie there.
    fn comes(&self, there: [bool; 2], role: Role) -> Vec<Play> {
        let to = Some(Zone::from(self.arena(there, role)));
        let unit = role.handle();
        let discarded = |p: &&super::Part| p.recipe.shown.start == Start::Discarded;
        if let Some(part) = self.present(there).find(|p| p.role == role && discarded(p)) {
            return vec![use_of(part)];
        }
        if self.on(role).any(|p| discarded(&p)) {
            return Vec::new();
        }
        let partly = |p: &super::Part| matches!(p.recipe.shown.start, Start::Partly(_));
        if self.on(role).any(partly) {
            return vec![Play::Deploy {
                unit,
                to,
                on: None,
                place: None,
            }];
        }
        if self.arrives() == Some(role) {
            return vec![Play::Retreat { unit, to }];
        }
        Vec::new()
    }

    /// Equipment is put on its unit, by each copy of what does so.
    fn attached(&self, there: [bool; 2], side: Side) -> Vec<Play> {
        let attaches = |p: &&Part| p.recipe.shown.bearer == Bearer::Equipment;
        let copies = self.written(there).filter(attaches);
        let own = copies.filter(|p| p.role.side() == side).zip(COSTS);
        let mut lies = gear();
        own.map(|(part, cost)| {
            let on = part.role.handle();
            Play::Use(Use {
                // Once it is attached, its abilities are those of its unit.
                unit: Some(std::mem::replace(&mut lies, on.clone())),
                ability: format!("{cost} -> {}", part.recipe.keyword.name()),
                nth: None,
                aim: Aim {
                    on: vec![on],
                    ..Aim::default()
                },
            })
        })
        .collect()
    }

    fn stacking(&self, side: Side) -> Option<Play> {
        let part = self.parts.iter().find(|p| p.recipe.shown.stacks)?;
        (part.role.side() == side).then(|| Play::Deploy {
            unit: learner(),
            to: None,
            on: Some(part.role.handle()),
            place: Some(StackPlace::Below),
        })
    }

    fn attack(&self, there: [bool; 2], variant: &Variant) -> Scene {
        let mut wants = self.uses(there, variant, |w| {
            ![WindowId::Arrival, WindowId::StepStart, WindowId::BuildStep].contains(&w)
        });
        let with = self.reached(there);
        let second = self.choice().map(|[_, second]| second);
        let target = if second.is_some() && with.map(|(_, arena)| arena) == second {
            Role::Friend
        } else {
            Role::Defender
        };
        let plays = vec![Play::Attack {
            unit: Role::Attacker.handle(),
            on: Some(target.handle()),
            with: with.map(|(k, _)| k),
        }];
        let once_more = self.present(there).any(|p| p.recipe.shown.again);
        let stays = [Health::Stands, Health::Later].contains(&variant.health);
        let again = if once_more && stays {
            // An attack on the same target is one on the final defender.
            let same = self.parts.iter().any(|p| p.recipe.shown.below.is_some());
            let further = |w: &&Want| w.window != WindowId::AttackAfter && !(same && w.moves);
            wants.iter().filter(further).cloned().collect()
        } else {
            Vec::new()
        };
        if variant.health == Health::Later && once_more {
            // Nobody falls yet by the first attack.
            wants.retain(|w| !self.falls(w));
        }
        Scene {
            plays,
            wants,
            again,
        }
    }

    /// Whether it is used only where a unit falls.
    fn falls(&self, want: &Want) -> bool {
        let mut falling = self.parts.iter().filter(|p| p.recipe.shown.falls);
        let used =
            |p: &Part| matches!(&want.play, Play::Use(u) if u.ability == p.recipe.keyword.name());
        falling.any(used)
    }

    /// The attack after that one.
    fn second(&self, there: [bool; 2], variant: &Variant) -> Vec<Scene> {
        match self.variant.then {
            Then::Nothing => Vec::new(),
            Then::Returned => {
                let with = self.returned(there).map(|(keyword, _)| keyword);
                let away = self.returned(self.lying(there));
                let target = away.map_or(Role::Attacker, |_| Role::Partner);
                vec![Scene {
                    plays: vec![Play::Attack {
                        unit: Role::Defender.handle(),
                        on: Some(target.handle()),
                        with,
                    }],
                    ..Scene::default()
                }]
            }
            Then::NextTurn => {
                let mut attack = self.attack(there, variant);
                if variant.health == Health::Weak {
                    // The first defender is gone.
                    for play in &mut attack.plays {
                        if let Play::Attack { on, .. } = play {
                            *on = Some(Role::Friend.handle());
                        }
                    }
                }
                vec![next_turn(), attack]
            }
        }
    }

    /// The start of the battle step, for what acts there.
    fn step(&self, there: [bool; 2], variant: &Variant) -> Scene {
        if !self.needs(Need::Step) && !self.parts.iter().any(|p| p.recipe.shown.from_step) {
            return Scene::default();
        }
        Scene {
            plays: vec![Play::Begin(Begin::Step(self.arena(there, Role::Attacker)))],
            wants: self.uses(there, variant, |w| w == WindowId::StepStart),
            ..Scene::default()
        }
    }

    /// The next turn up to its build steps.
    fn build(&self) -> Vec<Scene> {
        let mut scenes = vec![next_turn()];
        for side in Side::BOTH {
            let builds =
                |p: &super::Part| p.recipe.shown.need == Need::Build && p.role.side() == side;
            if self.parts.iter().any(builds) {
                scenes.push(Scene {
                    plays: vec![Play::BuildStep(side)],
                    ..Scene::default()
                });
            }
        }
        scenes
    }
}

/// The turn ends, and the ready phase of the next one follows.
fn next_turn() -> Scene {
    Scene {
        plays: vec![Play::End(Span::Turn), Play::Ready],
        ..Scene::default()
    }
}
