//! Which abilities are used, when and on whom.

use crate::rulebook::{Keyword, Stacking};
use crate::rules::situation::{Against, Aim, Play, Use};
use crate::rules::window::WindowId;

use super::super::recipe::AimAt;
use super::super::role::Role;
use super::{Board, Health, Part, Variant, Want};

/// What an attacker's player makes of a die.
const LIKED: u8 = 5;
/// What a defender's player makes of a die.
const DISLIKED: u8 = 1;

impl Board {
    /// The uses of a scene.
    pub(super) fn uses(
        &self,
        there: [bool; 2],
        variant: &Variant,
        in_scene: fn(WindowId) -> bool,
    ) -> Vec<Want> {
        let besides: Vec<Part> = self.companions().collect();
        let besides = besides.iter().filter_map(|p| self.want(p, there, variant));
        let twin = self.twin(there);
        let own = self.present(there).chain(&self.foil).chain(&twin);
        let mut wants: Vec<Want> = own
            .filter_map(|part| self.want(part, there, variant))
            .chain(besides)
            .filter(|w| in_scene(w.window))
            .collect();
        if self.reversed {
            wants.reverse();
        }
        wants.sort_by_key(|w| (w.window, w.late, if self.reversed { 0 } else { w.turn }));
        let mut wants = each_copy_once(wants);
        let back = self.returning(there);
        let back = back.and_then(|p| self.want(p, there, variant));
        if let Some(back) = back.filter(|w| in_scene(w.window)) {
            wants.insert(wants.len().min(1), back);
        }
        wants
    }

    fn want(&self, part: &Part, there: [bool; 2], variant: &Variant) -> Option<Want> {
        let usage = part.recipe.shown.usage?;
        // What the attacker's side prevents is damage that comes back when its attack ends.
        let hurt_later = matches!(part.role, Role::Attacker | Role::Partner);
        let back = hurt_later && usage.window == WindowId::Prevention;
        let aimed = self.aimed(there, part.role, usage.aim);
        let mut aim = Aim {
            on: aimed.into_iter().map(Role::handle).collect(),
            ..Aim::default()
        };
        if usage.predicts {
            aim.amount = Some(variant.predicted);
        }
        if back && part.recipe.guards_others() {
            aim.against = Some(Against {
                source: None,
                target: Role::Attacker.handle(),
            });
        }
        if part.recipe.shown.rerolls {
            let (dice, faces) = self.rerolled(part, there, variant);
            aim.dice = dice;
            aim.roll = Some(faces);
        }
        Some(Want {
            window: if back {
                WindowId::AttackEnd
            } else {
                usage.window
            },
            late: back,
            turn: turn(part),
            moves: part.recipe.shown.moves_the_attack,
            play: with_aim(part, aim),
        })
    }

    /// Which dice are rerolled, from 1, and what they show then: the die that the variant names, or as
    /// many dice as the copies allow, those that the player likes least.
    fn rerolled(&self, part: &Part, there: [bool; 2], variant: &Variant) -> (Vec<u8>, Vec<u8>) {
        let rolled = variant.faces.len();
        let added = there == [true, true];
        if let Some((die, face)) = variant.rerolled
            && (usize::from(die) <= rolled || added)
        {
            return (vec![die], vec![face]);
        }
        let same = |p: &&Part| p.recipe.keyword == part.recipe.keyword && p.role == part.role;
        let copies = self.present(there).filter(same).count().max(1);
        let attacks = part.role.side() == Role::Attacker.side();
        let mut dice: Vec<(u8, u8)> = (1..).zip(variant.faces).collect();
        // The sort is stable: of equal dice the first one.
        dice.sort_by_key(|(_, face)| if attacks { *face } else { u8::MAX - face });
        dice.truncate(copies);
        dice.sort_unstable();
        let face = if attacks { LIKED } else { DISLIKED };
        (
            dice.iter().map(|(die, _)| *die).collect(),
            vec![face; dice.len()],
        )
    }

    fn aimed(&self, there: [bool; 2], role: Role, aim: AimAt) -> Option<Role> {
        let attacker = role == Role::Attacker;
        if role == Role::Partner {
            return match aim {
                AimAt::Nobody => None,
                AimAt::Itself => Some(role),
                AimAt::Opponent => Some(Role::Defender),
                AimAt::Neighbour => Some(Role::Attacker),
            };
        }
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
            // From the build zone no unit in an arena is reached.
            AimAt::Opponent if self.into_zone && role == Role::Defender => None,
            AimAt::Opponent if !attacker => Some(Role::Attacker),
            AimAt::Opponent if self.defenders_fall() => Some(Role::Friend),
            AimAt::Opponent => Some(Role::Defender),
            AimAt::Neighbour => {
                let beside = role == Role::Friend || (attacker && self.moves(there));
                Some(if beside { Role::Defender } else { Role::Friend })
            }
        }
    }

    const fn defenders_fall(&self) -> bool {
        matches!(self.variant.health, Health::Weak | Health::Frail)
    }

    /// Whether the friend becomes the defender.
    fn moves(&self, there: [bool; 2]) -> bool {
        self.present(there)
            .any(|p| p.recipe.mover() == Some(p.role))
    }
}

/// The play that uses a keyword.
pub(super) fn use_of(part: &Part) -> Play {
    with_aim(part, Aim::default())
}

fn with_aim(part: &Part, aim: Aim) -> Play {
    Play::Use(Use {
        unit: Some(part.role.handle()),
        ability: part.recipe.keyword.name().to_owned(),
        nth: None,
        aim,
    })
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

const fn turn(part: &Part) -> u8 {
    match part.role {
        _ if part.recipe.shown.moves_the_attack => 1,
        Role::Friend | Role::Partner => 2,
        Role::Attacker | Role::Defender => 0,
    }
}
