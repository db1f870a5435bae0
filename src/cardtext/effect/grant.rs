//! What a unit has for a while or as long as a text is at work, and what it may not do or suffer.

use serde::{Deserialize, Serialize};

use crate::cardtext::ability::{Ability, KeywordAbility};
use crate::cardtext::who::{Cond, Filter, Num, Stat, Who};
use crate::rulebook::Keyword;

/// Something a unit has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grant {
    /// A change of a number by that much.
    Change(Stat, Num),
    /// The number becomes that.
    Set(Stat, Num),
    /// The number is multiplied.
    Multiply(Stat, i32),
    /// A keyword.
    Keyword(KeywordAbility),
    /// A quoted ability.
    Ability(Box<Ability>),
    /// Loses a keyword.
    Loses(Keyword),
    /// Loses all abilities.
    LosesAbilities,
    /// Has no text of its own; what other cards give it stays.
    LosesText,
    /// Gains a subtype.
    Subtype(String),
    /// Loses a subtype.
    LosesSubtype(String),
    /// May not do or suffer something.
    Cannot(Ban),
    /// Must attack if able, such a unit if named.
    MustAttack(Option<Box<Who>>),
    /// May attack such units although they could not be attacked otherwise (other arena, build zone, Stealth).
    MayAttack(Box<Filter>),
    /// May attack out of its player's build zone (3.3.2).
    FromBuildZone,
    /// May be left tapped in the untap step (2.2.R1).
    MayStayTapped,
    /// Rolls that many attack dice, whatever its power is (3.2.6).
    Dice(Num),
    /// Damage from it can't be prevented (6.3.4); with keywords: not by these.
    Unpreventable {
        /// Prevention by these keywords only is forbidden; empty: every prevention.
        by: Vec<Keyword>,
        /// Abilities of such units may prevent it all the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Box<Filter>>,
    },
    /// Only if the condition holds at the moment it is looked at ("+2 power when attacking a Jedi").
    When(Cond, Box<Grant>),
}

/// What a unit may not do or suffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ban {
    /// Attack; such units if named.
    Attack(Option<Filter>),
    /// Be attacked; by such units if named.
    BeAttacked(Option<Filter>),
    /// Use a keyword.
    Use(Keyword),
    /// Use any keyword that prevents damage, or prevent in any way.
    Prevent,
    /// Use activated abilities.
    UseAbilities,
    /// Retreat.
    Retreat,
    /// Retreat in the retreat step (2.4.1); effects may retreat it.
    RetreatStep,
    /// Untap.
    Untap,
    /// Untap in the untap step (2.2.R1); effects may untap it.
    UntapStep,
    /// Be tapped by effects.
    BeTapped,
    /// Be damaged.
    BeDamaged,
    /// Be intercepted against, redirected: its defender changed.
    DefenderChange,
    /// Have its abilities disrupted.
    BeDisrupted,
    /// Have its attacks disrupted.
    AttackDisrupted,
    /// Be discarded.
    BeDiscarded,
    /// Move between zones.
    Move,
    /// Be equipped or piloted.
    Carry,
    /// Gain power or other bonuses.
    Gain(Stat),
    /// Lose power or other numbers to effects.
    LoseStat(Stat),
    /// Lose the keyword.
    Lose(Keyword),
    /// Gain that subtype.
    GainSubtype(String),
    /// Lose its subtypes.
    LoseSubtypes,
    /// Lose its abilities.
    LoseAbilities,
    /// Deploy.
    Deploy,
    /// Count where it is asked who controls an arena (9.2.1).
    Control,
}
