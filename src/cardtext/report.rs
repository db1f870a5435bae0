//! How much of the printed text is understood: lines sorted into kinds, and counted.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::ability::{Ability, Activated, Shape};
use super::print::{explain, explain_effect, on_card};
use super::read::{ReadContext, is_acted_on, read_effect, read_line};
use super::tokens::{Sym, Tok, tokenize};
use crate::game::CardType;
use crate::rulebook::Keyword;

/// A printed line with the card it stands on.
#[derive(Clone, Copy, Debug)]
pub struct PrintedLine<'a> {
    /// The set's code.
    pub set: &'a str,
    /// The card's name.
    pub card: &'a str,
    /// The card's types.
    pub types: &'a [CardType],
    /// The card's subtypes.
    pub subtypes: &'a [String],
    /// The line.
    pub text: &'a str,
}

impl<'a> PrintedLine<'a> {
    /// What the reader knows of the card.
    #[must_use]
    pub const fn context(&self) -> ReadContext<'a> {
        ReadContext {
            name: self.card,
            types: self.types,
            subtypes: self.subtypes,
        }
    }
}

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

/// A share: so many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    /// Lines fully understood.
    pub modelled: usize,
    /// All lines.
    pub of: usize,
}

impl Share {
    fn add(&mut self, modelled: bool) {
        self.of += 1;
        self.modelled += usize::from(modelled);
    }

    /// In thousandths, rounded down; a thousand if there is nothing to read.
    #[must_use]
    pub fn thousandths(self) -> usize {
        (self.modelled * 1000).checked_div(self.of).unwrap_or(1000)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = self.thousandths();
        write!(
            f,
            "{}.{:03} ({} of {})",
            part / 1000,
            part % 1000,
            self.modelled,
            self.of
        )
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

/// Coverage over many lines.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    /// Lines that can matter in battle.
    pub battle: Share,
    /// All lines.
    pub all: Share,
    /// By set, in order of first appearance.
    pub sets: Vec<(String, Share)>,
    /// By kind.
    pub kinds: Vec<(LineKind, Share)>,
    /// Shapes of lines that were not understood, the commonest first, with their number.
    pub shapes: Vec<(String, usize)>,
}

/// Reads a line and says what kind it is. `None` for cards without rules text of their own.
#[must_use]
pub fn judge_line(line: &PrintedLine<'_>) -> Option<Judged> {
    if line.text.trim().is_empty() || line.types.contains(&CardType::Reminder) {
        return None;
    }
    let ctx = line.context();
    let effect_card = line
        .types
        .iter()
        .any(|t| matches!(t, CardType::Battle | CardType::Mission));
    let read = read_line(line.text, &ctx);
    let whole = read_effect(line.text, &ctx).filter(|_| effect_card);
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
        Some(Ability::Activated(a)) if matches!(a.effect, super::effect::Effect::Keyword(_)) => {
            LineKind::Keyword
        }
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

/// Counts lines.
pub fn coverage<'a>(lines: impl IntoIterator<Item = PrintedLine<'a>>) -> Coverage {
    let mut out = Coverage::default();
    let mut shapes: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for line in lines {
        let Some(judged) = judge_line(&line) else {
            continue;
        };
        out.all.add(judged.modelled);
        match out.sets.iter_mut().find(|(name, _)| name == line.set) {
            Some((_, share)) => share.add(judged.modelled),
            None => {
                let mut share = Share::default();
                share.add(judged.modelled);
                out.sets.push((line.set.to_owned(), share));
            }
        }
        match out.kinds.iter_mut().find(|(kind, _)| *kind == judged.kind) {
            Some((_, share)) => share.add(judged.modelled),
            None => {
                let mut share = Share::default();
                share.add(judged.modelled);
                out.kinds.push((judged.kind, share));
            }
        }
        if judged.kind != LineKind::OutsideBattle {
            out.battle.add(judged.modelled);
            if !judged.modelled {
                *shapes.entry(shape_of(line.text)).or_default() += 1;
            }
        }
    }
    out.kinds.sort_by_key(|(kind, _)| *kind);
    out.shapes = shapes.into_iter().collect();
    out.shapes
        .sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    out
}

/// A line with its reading, for a reviewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// The card's name.
    pub card: String,
    /// The line as printed.
    pub text: String,
    /// What was read, one ability each; "not modelled" for a line that was not understood.
    pub reading: Vec<String>,
}

/// Two lines in a hundred, the same for the same lines and seed.
pub fn sample<'a>(lines: impl IntoIterator<Item = PrintedLine<'a>>, seed: u64) -> Vec<Sampled> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = Vec::new();
    for line in lines {
        let Some(judged) = judge_line(&line) else {
            continue;
        };
        if rng.random_range(0..100) >= 2 {
            continue;
        }
        out.push(Sampled {
            card: line.card.to_owned(),
            text: line.text.to_owned(),
            reading: reading_of(&line, &judged)
                .iter()
                .map(|words| on_card(words, line.types))
                .collect(),
        });
    }
    out
}

fn reading_of(line: &PrintedLine<'_>, judged: &Judged) -> Vec<String> {
    if !judged.modelled {
        return vec!["not modelled".to_owned()];
    }
    if !judged.abilities.is_empty() {
        return judged.abilities.iter().map(explain).collect();
    }
    let Some(read) = read_effect(line.text, &line.context()) else {
        return Vec::new();
    };
    if read.costs.is_empty() && read.limits.is_empty() {
        return vec![explain_effect(&read.effect)];
    }
    // Beside the effect the reviewer sees what is paid and when it may be played.
    vec![explain(&Ability::Activated(Activated {
        costs: read.costs,
        effect: read.effect,
        limits: read.limits,
    }))]
}

/// The line with numbers, names and subtypes left out, so that lines of one form look alike.
#[must_use]
pub fn shape_of(text: &str) -> String {
    let toks = tokenize(text);
    let mut out: Vec<&str> = Vec::new();
    for tok in &toks {
        let word = abstracted(tok);
        if word == "~" && out.last() == Some(&"~") {
            continue;
        }
        out.push(word);
    }
    out.join(" ")
}

fn abstracted(tok: &Tok) -> &str {
    match tok.sym {
        Sym::Num(_) => "#",
        Sym::Word if tok.is_capital() && !super::grammar::kinds::is_stop(&tok.low) => "~",
        Sym::Word if super::grammar::kinds::is_subtype(&tok.low) => "~",
        _ => &tok.low,
    }
}

/// Phrases a typed line may have been meant as.
const KNOWN: &[&str] = &[
    "Pay 1 Force -> Evade 2",
    "Pay 1 Force -> Intercept",
    "[tap] -> Draw a card",
    "This unit gets +2 power for this attack.",
    "One of your units gets +2 power until end of turn.",
    "Each of your other Jedi gets +1 power.",
    "As long as this unit is attacking a Jedi, it gets +2 power.",
    "When this unit attacks, gain 1 Force.",
    "When this unit is discarded from the Character arena, draw a card.",
    "Whenever this unit would be damaged, prevent 1 of that damage.",
    "Damage from this unit can't be prevented.",
    "This unit can't be attacked.",
    "Prevent up to 2 damage to one of your units.",
    "Play only during your build step.",
    "Play only when no unit is attacking.",
    "Play only when this unit would attack.",
    "Upkeep: Pay 1 build point or tap this unit.",
    "Bounty: Gain 1 Force.",
    "INSERT: Pay 1 Force -> Evade 1",
    "Reserves: [tap] -> Prevent 1 damage to one of your units.",
    "Equipped Character gets +1 power.",
    "Starfighter Pilot. The Starfighter gets: +10 speed.",
    "Switch: +2 power / Parry 1",
    "until end of turn",
    "until end of battle",
    "for this attack",
    "can't be attacked",
];

/// The phrase nearest to a typed line that was not understood: a keyword's name, or a form of
/// line the reader knows. `None` if nothing is near.
#[must_use]
pub fn nearest(text: &str) -> Option<&'static str> {
    let keywords = Keyword::all().map(Keyword::name);
    crate::rulebook::nearest(text.trim(), keywords.chain(KNOWN.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &'static str, types: &'static [CardType]) -> PrintedLine<'static> {
        PrintedLine {
            set: "T",
            card: "Tarn Vessik (B)",
            types,
            subtypes: &[],
            text,
        }
    }

    #[test]
    fn kinds_of_lines() {
        let kind = |text, types| judge_line(&line(text, types)).unwrap().kind;
        let unit: &[CardType] = &[CardType::Character];
        assert_eq!(kind("Parry 2", unit), LineKind::Keyword);
        assert_eq!(kind("Pay 1 Force -> Evade 1", unit), LineKind::Keyword);
        assert_eq!(
            kind(
                "[tap] -> Draw a card. Play only during your build step.",
                unit
            ),
            LineKind::OutsideBattle
        );
        assert_eq!(kind("Whenever it hums, sing.", unit), LineKind::Triggered);
        assert_eq!(kind("Tarn gets +1 power.", unit), LineKind::Static);
        assert_eq!(
            kind("Pay 1 Force -> Disrupt a Battle card.", &[CardType::Battle]),
            LineKind::Battle
        );
        for text in [
            "[tap] -> Look at your opponent's hand.",
            "When Tarn attacks, search your deck for a Jedi unit card and shuffle your deck.",
            "As long as Tarn hums, you don't have to pay the Equip costs of your Singers.",
        ] {
            assert_eq!(kind(text, unit), LineKind::OutsideBattle, "{text}");
        }
        assert_eq!(
            kind(
                "[tap] -> Look at your opponent's hand and gain 1 Force.",
                unit
            ),
            LineKind::Activated
        );
        assert_eq!(
            kind(
                "Reserves: [tap] -> Show a face-down card to your opponent. Play only during your build step.",
                unit
            ),
            LineKind::OutsideBattle
        );
        assert_eq!(
            kind(
                "Reserves: [tap] -> Hum. Play only when no unit is attacking.",
                unit
            ),
            LineKind::Static
        );
        assert!(judge_line(&line("x", &[CardType::Reminder])).is_none());
    }

    #[test]
    fn counts_and_shapes() {
        let unit: &[CardType] = &[CardType::Character];
        let found = coverage([
            line("Parry 2", unit),
            line("Tarn hums 3 songs to Orla Venn.", unit),
            line("Tarn hums 5 songs to Jedi.", unit),
        ]);
        assert_eq!(found.battle, Share { modelled: 1, of: 3 });
        assert_eq!(found.battle.to_string(), "0.333 (1 of 3)");
        assert_eq!(found.shapes, [("~ hums # songs to ~ .".to_owned(), 2)]);
    }

    #[test]
    fn nearest_phrase() {
        assert_eq!(nearest("Parri"), Some("Parry"));
        assert_eq!(nearest("until end of trun"), Some("until end of turn"));
        assert_eq!(nearest("zzzzzzzzzzzzzzzz qqqqqqqqqqqqqq"), None);
    }
}
