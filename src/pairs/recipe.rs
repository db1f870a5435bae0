//! How each keyword is put on a board: its line, what it needs there, the play that uses it.

use crate::game::Arena;
use crate::keyword;
use crate::rulebook::{Form, Keyword, Moment};
use crate::rules::keyword::def;
use crate::rules::window::WindowId;

/// What a keyword needs to have its occasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// An attack.
    Attack,
    /// The start of the battle step in which the attack is made.
    Step,
    /// An attack into that arena.
    Reach(Arena),
    /// A build step.
    Build,
    /// A partly built card that is completed.
    Complete,
    /// An opponent's unit that arrives.
    Arrival,
    /// A discard pile to be played from.
    DiscardPile,
    /// Another ability to lend.
    Lends,
}

/// At whom a use is aimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AimAt {
    /// Nobody.
    Nobody,
    /// The unit that uses it.
    Itself,
    /// The attacker, or the defender if the attacker uses it.
    Opponent,
    /// The defender's friend, or the defender if the friend uses it.
    Neighbour,
}

/// The play that uses a keyword.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    /// The window in which it is used.
    pub window: WindowId,
    /// At whom.
    pub aim: AimAt,
    /// It predicts the hits of the attack.
    pub predicts: bool,
}

/// How a keyword is put on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe {
    /// The keyword.
    pub keyword: Keyword,
    /// Its line, `""` for its name with the number 1.
    line: &'static str,
    /// What it does, as words behind its name.
    pub does: &'static str,
    /// What it needs.
    pub need: Need,
    /// The play that uses it.
    pub usage: Option<Usage>,
    /// The moment at which it has its effect, if that is not its first one.
    at: Option<Moment>,
}

impl Recipe {
    /// Its ability line.
    pub fn line(&self) -> String {
        if !self.line.is_empty() {
            return self.line.to_owned();
        }
        if self.need == Need::Lends {
            return lending(self.keyword, LENT);
        }
        match self.keyword.entry().form {
            Form::Number => format!("{} 1", self.keyword.name()),
            Form::Signed => format!("{} +1", self.keyword.name()),
            _ => self.keyword.name().to_owned(),
        }
    }

    /// The moment at which it has its effect.
    pub fn at(&self) -> Moment {
        let first = || self.keyword.entry().moments.first().copied();
        self.at.or_else(first).unwrap_or(Moment::Always)
    }

    /// The natural face of attack dice it looks at.
    pub fn face(&self) -> Option<u8> {
        def(self.keyword)
            .and_then(|d| d.not_damage_dice)
            .map(|(face, _)| face)
    }

    /// Whether it acts only when a unit falls or could fall.
    pub fn needs_a_fall(&self) -> bool {
        const FALLS: &[Keyword] = &[
            keyword!("area-damage"),
            keyword!("avenge"),
            keyword!("bounty"),
            keyword!("consume"),
            keyword!("last-stand"),
            keyword!("overkill"),
        ];
        FALLS.contains(&self.keyword)
    }

    /// Whether it changes the defender.
    pub fn moves_the_attack(&self) -> bool {
        [keyword!("intercept"), keyword!("redirect")].contains(&self.keyword)
    }

    /// A line that its unit has besides, without which it has nothing to do.
    pub fn companion(&self) -> Option<Recipe> {
        (self.keyword == keyword!("fortitude")).then(|| recipe(keyword!("evade")))
    }

    /// Whether damage counters have to lie on its unit.
    pub fn wounded(&self) -> bool {
        [keyword!("damage-control"), keyword!("resilience")].contains(&self.keyword)
    }

    /// Whether its unit has to be unique.
    pub fn unique(&self) -> bool {
        [keyword!("inspiration"), keyword!("intimidation")].contains(&self.keyword)
    }
}

/// What is lent where it does not matter what.
const LENT: &str = "Accuracy 1";

/// A line whose text lends an ability.
pub(super) fn lending(keyword: Keyword, ability: &str) -> String {
    match keyword.slug() {
        "adapt" => format!("Adapt: {ability}/Surge 1"),
        "switch" => format!("Switch: {ability}/None"),
        "pilot" => format!(">o< Speeder Pilot. The Speeder gets: {ability}"),
        "equip" if ability.contains([':', '>']) => format!("Equipped unit gets \"{ability}\""),
        "equip" => format!("Equipped unit gets {ability}"),
        _ => format!("{}: {ability}", keyword.name()),
    }
}

macro_rules! recipes {
    ($($slug:literal $need:expr, $line:literal, $does:literal $(, use $window:ident $aim:ident)? $(, predict $pw:ident)? $(, at $at:ident)?;)*) => {
        const RECIPES: &[Recipe] = &[$(Recipe {
            keyword: keyword!($slug),
            line: $line,
            does: $does,
            need: $need,
            usage: recipes!(@usage $($window $aim)? $($pw predicts)?),
            at: recipes!(@at $($at)?),
        }),*];
    };
    (@usage) => { None };
    (@usage $window:ident predicts) => {
        Some(Usage { window: WindowId::$window, aim: AimAt::Nobody, predicts: true })
    };
    (@usage $window:ident $aim:ident) => {
        Some(Usage { window: WindowId::$window, aim: AimAt::$aim, predicts: false })
    };
    (@at) => { None };
    (@at $at:ident) => { Some(Moment::$at) };
}

recipes! {
    "absorb" Need::Attack, "Pay 1 Force -> Absorb 2", "prevents damage to its unit and keeps it as power for the unit’s next attack", use Prevention Nobody;
    "accuracy" Need::Attack, "", "changes the results of its unit’s attack dice, not their natural faces";
    "adapt" Need::Lends, "", "gives its unit one of its texts for the turn";
    "alternative-cost" Need::Complete, "Alternative Cost: Pay 3 Force", "replaces the build cost of its card";
    "ambush" Need::Arrival, "Pay 1 Force -> Ambush 2", "does dice of damage to a unit that arrives", use Arrival Nobody;
    "area-damage" Need::Attack, "", "may damage a neighbour of the unit that was discarded", use Discard Neighbour;
    "armor" Need::Attack, "", "makes 5 the least result that hits its unit";
    "avenge" Need::Attack, "", "answers the discard of another unit with dice of damage to the attacker", at AttackEnd;
    "backfire" Need::Attack, "", "turns a natural 3 of the first roll into damage to its own unit", at AttackEnd;
    "barrage" Need::Reach(Arena::Character), "Barrage 6", "lets its unit attack into the Character arena";
    "bombard" Need::Reach(Arena::Ground), "Bombard 6", "lets its unit attack into the Ground arena";
    "bounty" Need::Attack, "Bounty: Draw a card", "rewards the discard of another unit by its unit’s damage", at AttackDiscard;
    "consume" Need::Attack, "", "lets its unit grow by the cards of units it discards";
    "critical-hit" Need::Attack, "", "adds damage for a natural 6";
    "cunning" Need::Attack, "", "hides the attack dice until damage prevention is over";
    "damage-control" Need::Build, "", "may remove damage counters from its unit";
    "deflect" Need::Attack, "Pay 1 Force -> Deflect 2", "prevents damage to its unit and may pass it on", use Prevention Opponent;
    "deploy" Need::Complete, "Deploy: Draw a card", "gives its effect when its unit is deployed";
    "double-damage" Need::Attack, "", "places one more counter for each damage of its unit’s attack that was not prevented";
    "double-strike" Need::Attack, "", "grants one more attack", use AttackAfter Opponent;
    "elude" Need::Attack, "", "keeps the defender of its unit’s attack from being changed";
    "enhance" Need::Complete, "Enhance: Pay 1 more Force -> Also draw a card", "buys a further effect of its card";
    "equip" Need::Lends, "", "attaches its Equipment to a card";
    "evade" Need::Attack, "Pay 1 Force -> Evade 2", "prevents damage to its unit", use Prevention Nobody;
    "ferocity" Need::Attack, "", "makes all damage from its unit unpreventable";
    "focus" Need::Attack, "", "turns a natural 5 of the first roll into power for its unit’s next attack";
    "foresight" Need::Attack, "Foresight: Draw a card", "rewards a right prediction of the hits of its unit’s attack", predict AttackTriggers;
    "forewarning" Need::Attack, "Forewarning: Draw a card", "rewards a right prediction of the hits against its unit", predict AttackTriggers;
    "fortitude" Need::Attack, "", "lets its unit prevent damage that cannot be prevented";
    "fury" Need::Attack, "", "rolls additional attack dice for a natural 4 of the first roll";
    "hidden-cost" Need::Complete, "Hidden Cost 2", "lets Force pay for the rest of its partly built card";
    "insert" Need::Lends, "", "lends its text to the top card of its stack";
    "inspiration" Need::Attack, "", "strengthens the other units of its player in the arena";
    "intercept" Need::Attack, "Pay 1 Force -> Intercept", "makes its unit the defender instead of another", use AttackPop Nobody;
    "intimidation" Need::Attack, "", "strengthens its unit for each opposing unit in the arena";
    "ion-cannon" Need::Reach(Arena::Space), "Ion Cannon 6", "lets its unit attack into the Space arena";
    "last-stand" Need::Attack, "Last Stand: Draw a card", "gives its effect when its unit is discarded from an arena";
    "lucky" Need::Attack, "", "rerolls attack dice", use Reroll Nobody;
    "meditate" Need::DiscardPile, "Pay 1 Force -> Meditate", "plays its card from the discard pile";
    "overkill" Need::Attack, "", "may send hits beyond the defender’s remaining health to a second unit", use Pending Neighbour;
    "overload" Need::Attack, "", "adds power for the attack and damages its own unit when the attack ends", use AttackTriggers Nobody;
    "parry" Need::Attack, "", "prevents damage if the final roll shows a natural 1";
    "persuade" Need::Attack, "Pay 1 Force -> Persuade 2", "prevents damage to its unit and takes as much power from the attacker’s next attack", use Prevention Nobody;
    "pilot" Need::Lends, "", "gives its Pilot text to the unit it is put on";
    "precision" Need::Attack, "", "keeps the defender of its unit’s attack from being changed";
    "protect" Need::Attack, "Pay 1 Force -> Protect 2", "prevents damage to another unit of its player", use Prevention Nobody;
    "redirect" Need::Attack, "Pay 1 Force -> Redirect", "hands an attack on its unit over to another unit of its player", use AttackPop Neighbour;
    "reduced-cost" Need::Complete, "Reduced Cost 4: If you have a Character in the Character arena.", "lowers the cost of its card while its condition holds";
    "reserves" Need::Lends, "", "lends its text only while its unit is retreated";
    "resilience" Need::Attack, "", "changes the power of its unit while enough damage counters lie on it";
    "retaliate" Need::Attack, "Pay 1 Force -> Retaliate 2", "does dice of damage to the attacker", use AttackPop Nobody, at AttackEnd;
    "riposte" Need::Attack, "", "damages the attacker if the final roll shows a natural 2", at AttackEnd;
    "shields" Need::Attack, "", "takes power from an attack on its unit";
    "stack" Need::Complete, "Stack: Padawan", "lets listed cards lie under its unit";
    "stealth" Need::Attack, "", "keeps its unit from being attacked while it is untapped and undamaged";
    "stun" Need::Attack, "", "takes power from a unit its unit damages";
    "surge" Need::Attack, "", "gives power when another unit damages its unit", use Placement Itself;
    "switch" Need::Lends, "", "gives its unit the text of the arena it is in";
    "tenacity" Need::Attack, "Tenacity 9", "attacks the same target again after a weak first attack", use AttackAfter Nobody, at AttackAfter;
    "upkeep" Need::Build, "Upkeep: Pay 1 Force", "asks for a cost that must be paid if it can be";
    "velocity" Need::Step, "Velocity 20", "makes its unit faster or slower for the turn", use StepStart Nobody;
}

/// The recipe of a keyword. One without a recipe of its own is taken to act in attacks by itself.
pub(super) fn recipe(keyword: Keyword) -> Recipe {
    RECIPES
        .iter()
        .find(|r| r.keyword == keyword)
        .copied()
        .unwrap_or(Recipe {
            keyword,
            line: "",
            does: "acts",
            need: Need::Attack,
            usage: None,
            at: None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_has_a_recipe() {
        for keyword in Keyword::all() {
            assert!(
                RECIPES.iter().any(|r| r.keyword == keyword),
                "{}",
                keyword.name()
            );
        }
    }
}
