//! How much of the printed text is understood: lines sorted into kinds, and counted.

mod line_kind;
mod nearest;
mod sample;

pub use line_kind::{Judged, LineKind, judge_line};
pub use nearest::nearest;
pub use sample::{Sampled, sample};

use crate::game::CardType;

use super::read::ReadContext;
use super::tokens::{Sym, Tok, tokenize};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cardtext::Ability;

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
    fn what_is_left_to_a_judge_is_not_counted() {
        let modelled = |text, types| judge_line(&line(text, types)).is_some_and(|j| j.modelled);
        for types in [&[CardType::Battle], &[CardType::Character]] {
            assert!(!modelled("Pay 3 Force -> Disrupt a Mission.", types));
            assert!(modelled("Pay 3 Force -> Disrupt a Battle card.", types));
        }
    }

    /// A Trap or Campaign stays in play, so its lines are abilities; another Mission acts once.
    #[test]
    fn missions_that_stay_have_abilities() {
        let read = |text: &'static str, subtype: &str| {
            let line = PrintedLine {
                subtypes: &[subtype.to_owned()],
                ..line(text, &[CardType::Mission])
            };
            judge_line(&line).unwrap()
        };
        let waits = "When the battle phase starts, gain 1 Force.";
        let found = read(waits, "Trap");
        assert!(found.modelled);
        assert!(matches!(
            found.abilities.as_slice(),
            [Ability::Triggered(_)]
        ));
        assert!(read(waits, "Raid").abilities.is_empty());
        // What only the text of a card that acts once may say is no ability.
        let at_once = "Choose one of your units. This turn, it gets +1 power.";
        assert!(read(at_once, "Raid").modelled);
        assert!(!read(at_once, "Campaign").modelled);
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
