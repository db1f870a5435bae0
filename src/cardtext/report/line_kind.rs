//! What kind of line a printed line is.

use crate::cardtext::ability::{Ability, Shape};
use crate::cardtext::effect::Effect;
use crate::cardtext::read::{is_acted_on, read_effect, read_line};
use crate::cardtext::tokens::{Sym, tokenize};
use crate::game::CardType;

use super::PrintedLine;

/// What kind of line it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LineKind {
    /// Nothing but keywords, with or without a cost.
    Keyword,
    /// Cost and effect.
    Activated,
    /// Set off by an event.
    Triggered,
    /// On or off by the state of the game.
    Static,
    /// The text of a Battle card.
    Battle,
    /// Only in the build step, or only about hidden cards, building and decks.
    OutsideBattle,
}

impl LineKind {
    /// Every kind, in the order of the report.
    pub const ALL: [LineKind; 6] = [
        LineKind::Keyword,
        LineKind::Activated,
        LineKind::Triggered,
        LineKind::Static,
        LineKind::Battle,
        LineKind::OutsideBattle,
    ];

    /// The name in the report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LineKind::Keyword => "keyword",
            LineKind::Activated => "activated",
            LineKind::Triggered => "triggered",
            LineKind::Static => "static",
            LineKind::Battle => "Battle card",
            LineKind::OutsideBattle => "outside battle",
        }
    }
}

/// A line as classified.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its kind.
    pub kind: LineKind,
    /// Whether all of it is understood.
    pub modelled: bool,
    /// The abilities; empty for a Battle card's or Mission's effect that was understood.
    pub abilities: Vec<Ability>,
}

/// Reads a line and says what kind it is. `None` for cards without rules text of their own.
#[must_use]
pub fn judge_line(line: &PrintedLine<'_>) -> Option<Judged> {
    if line.text.trim().is_empty() || line.types.contains(&CardType::Reminder) {
        return None;
    }
    let ctx = line.context();
    let read = read_line(line.text, &ctx);
    let whole = read_effect(line.text, &ctx).filter(|_| ctx.takes_effect_once());
    let as_effect = whole.is_some();
    let modelled = match &whole {
        Some(whole) => is_acted_on(&whole.effect),
        None => read.is_modelled(),
    };
    let kind = if line.types.contains(&CardType::Mission) || outside(line.text, &read.abilities) {
        LineKind::OutsideBattle
    } else if line.types.contains(&CardType::Battle) {
        LineKind::Battle
    } else {
        kind_of(&read.abilities)
    };
    Some(Judged {
        kind,
        modelled,
        abilities: if as_effect {
            Vec::new()
        } else {
            read.abilities
        },
    })
}

fn kind_of(abilities: &[Ability]) -> LineKind {
    match abilities.first() {
        None | Some(Ability::Keyword(_)) => LineKind::Keyword,
        Some(Ability::Activated(a)) if matches!(a.effect, Effect::Keyword(_)) => LineKind::Keyword,
        Some(Ability::Activated(_)) => LineKind::Activated,
        Some(Ability::Triggered(_)) => LineKind::Triggered,
        Some(Ability::Static(_)) => LineKind::Static,
        Some(Ability::Unknown(u)) => match u.shape {
            Shape::Activated => LineKind::Activated,
            Shape::Triggered { .. } | Shape::TriggeredUnknown => LineKind::Triggered,
            _ => LineKind::Static,
        },
    }
}

/// Words of what is played, or goes off, in the build step.
const BUILD: &[&str] = &[
    "only during your build step",
    "only during you build step",
    "only during build step",
    "only during your build step play",
    "during your build step, you may",
    "when your build step starts",
    "when you finish building",
    "when you deploy",
    "whenever you deploy",
    "your opponent deploys",
    "deploy: ",
    "the roll for build points",
    "partially built card",
    "face-down card in your build zone",
    "builds all cards face",
    "pay the upkeep costs of",
    "your draw step starts",
    "during your untap step",
];

/// Words about completing cards, stacking, decks and hands.
const OFF_BOARD: &[&str] = &[
    "to finish building",
    "to complete",
    "you may complete",
    "build counter to deploy",
    "build counters to deploy",
    "build counter to complete",
    "hidden cost",
    "reduced cost",
    "alternative cost",
    "you may stack",
    "stack:",
    "toward controlling",
    "extra pilot",
    "hand revealed",
    "you can equip",
    "less build counters to deploy",
    "pay the equip costs",
    "as non-unique",
    "unit deployments",
    "extra card in",
    "extra cards in",
    "be piloted only by",
    "can have up to",
    "less build point to attach",
    "less build points to attach",
    "can have more than",
];

/// Whether the line can only matter outside battle: played or triggered in the build step, about
/// building, decks, hands, stacking. Judged by its words, the same for read and unread lines.
fn outside(text: &str, abilities: &[Ability]) -> bool {
    let low = text.to_lowercase();
    let lasts = low.contains("\"pay") || low.contains("until end of");
    // Of Reserves only what says so belongs to the build step.
    let build_step_only = low
        .trim_end_matches(['.', ' '])
        .ends_with("during your build step");
    let grants_more = lasts || low.contains("reserves") && !build_step_only;
    let build = BUILD.iter().any(|p| low.contains(p)) && !grants_more;
    let off = OFF_BOARD.iter().any(|p| low.contains(p)) && !grants_more && abilities.len() <= 1;
    build || off || hidden_only(&low)
}

/// Whether what the line does concerns hidden cards alone: it looks at a hand, searches a deck,
/// shows a card. Its costs, its trigger and its limits do not count.
fn hidden_only(low: &str) -> bool {
    let toks = tokenize(low);
    let from = toks.iter().rposition(|t| t.sym == Sym::Arrow);
    let quoted = toks.iter().any(|t| matches!(t.sym, Sym::Open | Sym::Close));
    let trigger = toks
        .first()
        .is_some_and(|t| matches!(t.low.as_str(), "when" | "whenever" | "at"));
    let from = match from {
        None if trigger => toks.iter().position(|t| t.sym == Sym::Comma),
        other => other,
    };
    let text = toks.get(from.map_or(0, |at| at + 1)..).unwrap_or_default();
    let has = |list: &str| {
        text.iter()
            .any(|t| list.split_whitespace().any(|w| w == t.low))
    };
    let looks = has("search look reveal shuffle show shuffles reveals");
    let board = "arena force damage draw draws gain gains lose loses tap untap power speed health \
        gets get attack attacks attacking discard discards pay pays attach beneath under die disrupt \
        points point retreat counter counters prevent does do reroll equip deploy attached \
        untapped tapped game ability abilities may-play meditate stack";
    !quoted && looks && has("deck hand pile") && !has(board)
}
