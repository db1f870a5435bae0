//! Entries of the keyword glossary.

use super::{ClauseId, Keyword, Moment};
use serde::{Deserialize, Serialize};

/// How a keyword is printed on a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The name alone: `Armor`.
    None,
    /// Name and number: `Parry 2`.
    Number,
    /// Name and signed number: `Accuracy -1`.
    Signed,
    /// A cost before name and number: `Pay 1 Force -> Evade 2`.
    CostNumber,
    /// A cost before the name: `Pay 1 Force -> Intercept`.
    Cost,
    /// The name, then costs to choose from: `Upkeep: ...`.
    Costs,
    /// The name, then an effect: `Bounty: ...`.
    Effect,
    /// The name, then a whole ability: `INSERT: ...`.
    Ability,
    /// The name, then texts divided by slashes: `Adapt: .../...`.
    Texts,
    /// The Pilot line: subtype, then what the subtype gets.
    Pilot,
    /// The name, then a cost and what it adds: `Enhance: ... -> ...`.
    Enhance,
    /// Name and number, then a condition: `Reduced Cost 3: If ...`.
    ConditionNumber,
    /// The name, then a list of cards: `Stack: ...`.
    List,
    /// The name, then one cost: `Alternative Cost: ...`.
    CostOnly,
}

/// How several copies on one unit combine (clause 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stacking {
    /// The numbers add up to one ability.
    Cumulative,
    /// Each copy stands alone.
    Layered,
    /// A second copy does nothing.
    Isolated,
    /// One of the copies is used.
    Selective,
    /// The glossary does not say.
    Unclassed,
}

impl Stacking {
    /// The clause that describes the kind; none for keywords without one.
    pub const fn clause(self) -> Option<ClauseId> {
        Some(match self {
            Self::Cumulative => crate::clause!("5.2.cumulative"),
            Self::Layered => crate::clause!("5.2.layered"),
            Self::Isolated => crate::clause!("5.2.isolated"),
            Self::Selective => crate::clause!("5.2.selective"),
            Self::Unclassed => return None,
        })
    }
}

/// How a keyword starts (clause 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// A player chooses to play it in a chance, and it can be disrupted.
    Activated,
    /// It happens on its event.
    Triggered,
    /// It is on or off by the state of the game.
    Static,
}

/// What the glossary says about a keyword besides its clauses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KeywordEntry {
    /// The keyword.
    pub keyword: Keyword,
    /// The name as printed.
    pub name: String,
    /// Former names.
    pub aliases: Vec<String>,
    /// Whether both editions of its text are known.
    pub seed: bool,
    /// Its line on a card, with X for the number: `cost -> Retaliate X`.
    pub printed: String,
    /// How it is printed, for programs.
    pub form: Form,
    /// How several copies combine.
    pub stacking: Stacking,
    /// How it starts.
    pub activation: Activation,
    /// When it acts, in the order of play.
    pub moments: Vec<Moment>,
    /// How often each copy may act, in words; none if there is no limit.
    pub limit: Option<String>,
    /// Whether that limit is our inference.
    pub limit_inferred: bool,
    /// One line in our words.
    pub summary: String,
    /// What it does, as words that stand behind its name.
    pub does: String,
    /// Its clauses, in order.
    pub clauses: Vec<ClauseId>,
}
