//! Citations: what a sentence rests on, where that can be read, and how official it is.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Parser};

use super::names::Names;
use crate::catalogue::slug;
use crate::render::{Links, clean};
use crate::rulebook::{ClauseId, Edition, Provenance, rulebook};
use crate::rules::situation::{CardSpec, Facts, Handle, Situation};
use crate::rules::trace::{Cite, Refusal, Ruling};

/// How official a ground is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    /// The keyword glossary.
    Glossary,
    /// A published ruling or rules text.
    Published,
    /// Our inference.
    Inference,
    /// An open question, in the reading we adopt.
    Open,
    /// The text of a card on the table.
    Card,
    /// A ruling by hand.
    Hand,
}

impl Ground {
    /// The word that stands beside every citation.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ground::Glossary => "Glossary",
            Ground::Published => "Published ruling",
            Ground::Inference => "Inference",
            Ground::Open => "Open question",
            Ground::Card => "Card text",
            Ground::Hand => "Ruled by hand",
        }
    }

    /// The style class.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Ground::Glossary => "glossary",
            Ground::Published => "published",
            Ground::Inference => "inference",
            Ground::Open => "open",
            Ground::Card => "card",
            Ground::Hand => "hand",
        }
    }
}

impl From<Provenance> for Ground {
    fn from(provenance: Provenance) -> Ground {
        match provenance {
            Provenance::Glossary => Ground::Glossary,
            Provenance::Published => Ground::Published,
            Provenance::Inference => Ground::Inference,
            Provenance::Open => Ground::Open,
        }
    }
}

/// One citation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CiteView {
    /// What is cited, in short: `evade.2`, `Nom Anor (B), line 3`.
    pub label: String,
    /// Where it can be read.
    pub href: Option<String>,
    /// How official it is.
    pub ground: Ground,
    /// Its words without mark-up; empty if they are not known.
    pub words: String,
    /// A note on the edition, such as `text of 2025`.
    pub note: Option<&'static str>,
}

/// Turns what steps cite into what readers see.
pub struct Citing<'a> {
    situation: &'a Situation,
    edition: Edition,
    links: &'a Links,
    /// What units are called.
    pub names: &'a Names,
}

impl<'a> Citing<'a> {
    /// A refused play in words.
    pub fn refused(&self, refusal: &Refusal) -> String {
        let name = |unit: &Handle| self.names.of(unit).to_owned();
        let words = refusal.in_words(&self.situation.plays, &name);
        words.unwrap_or_else(|| self.names.spoken(&refusal.play))
    }

    /// For a ruling in that edition.
    pub const fn new(
        situation: &'a Situation,
        edition: Edition,
        links: &'a Links,
        names: &'a Names,
    ) -> Citing<'a> {
        Citing {
            situation,
            edition,
            links,
            names,
        }
    }

    /// A citation of any kind.
    pub fn cite(&self, cite: &Cite) -> CiteView {
        match cite {
            Cite::Clause(id) => self.clause(*id),
            Cite::Line(line) => self.line(line),
            Cite::Hand => CiteView {
                label: "the judge".to_owned(),
                href: None,
                ground: Ground::Hand,
                words: String::new(),
                note: None,
            },
        }
    }

    /// A clause.
    pub fn clause(&self, id: ClauseId) -> CiteView {
        let clause = rulebook().clause(id);
        CiteView {
            label: id.as_str().to_owned(),
            href: self.links.clause(id),
            ground: clause.provenance.into(),
            words: plain(clause.text(self.edition)),
            note: clause.edition_note(self.edition),
        }
    }

    /// An ability line: `card:nom-anor-b/3` or `unit:vader/2`.
    fn line(&self, text: &str) -> CiteView {
        let (kind, rest) = text.split_once(':').unwrap_or(("", text));
        let (who, number) = rest.rsplit_once('/').unwrap_or((rest, ""));
        let facts = if kind == "unit" {
            self.unit(who)
        } else {
            self.card(who)
        };
        let nth = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let words = nth
            .and_then(|n| facts?.text.get(n))
            .map(|line| clean(line))
            .unwrap_or_default();
        let name = clean(facts.map_or(who, |facts| &facts.name));
        CiteView {
            label: if number.is_empty() {
                name
            } else {
                format!("{name}, line {}", clean(number))
            },
            href: if kind == "card" {
                self.links.card(who)
            } else {
                None
            },
            ground: Ground::Card,
            words,
            note: None,
        }
    }

    fn unit(&self, handle: &str) -> Option<&'a Facts> {
        self.situation
            .units
            .iter()
            .find(|unit| unit.id.as_str() == handle)
            .map(|unit| &unit.facts)
    }

    fn card(&self, wanted: &str) -> Option<&'a Facts> {
        let fits =
            |card: Option<&str>, facts: &Facts| card == Some(wanted) || slug(&facts.name) == wanted;
        self.situation.units.iter().find_map(|unit| {
            let mut parts = unit.attached.iter().chain(&unit.pilot).chain(&unit.under);
            match fits(unit.card.as_deref(), &unit.facts) {
                true => Some(&unit.facts),
                false => parts
                    .find(|CardSpec { card, facts }| fits(card.as_deref(), facts))
                    .map(|part| &part.facts),
            }
        })
    }
}

/// The clauses that a ruling cites anywhere.
pub fn clauses(ruling: &Ruling) -> BTreeSet<ClauseId> {
    let steps = ruling
        .steps
        .iter()
        .flat_map(|step| &step.cites)
        .filter_map(|cite| match cite {
            Cite::Clause(id) => Some(*id),
            Cite::Line(_) | Cite::Hand => None,
        });
    let refused = ruling.refused.iter().flat_map(|refusal| &refusal.reasons);
    let nothing = ruling
        .not_applied
        .iter()
        .flat_map(|nothing| &nothing.because);
    steps
        .chain(refused.chain(nothing).filter_map(|reason| reason.clause))
        .collect()
}

/// The words of a Markdown text in one line.
pub fn plain(markdown: &str) -> String {
    let words: String = Parser::new(markdown)
        .map(|event| match event {
            Event::Text(text) | Event::Code(text) => text.into_string(),
            _ => " ".to_owned(),
        })
        .collect();
    close_up(&clean(&words))
}

/// Takes out the blanks that ended emphasis leaves before punctuation.
fn close_up(text: &str) -> String {
    let mut closed = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ',' | '.' | ';' | ':' | ')' | '?' | '!') && closed.ends_with(' ') {
            closed.pop();
        }
        closed.push(c);
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clause_text_becomes_one_plain_line() {
        assert_eq!(
            plain("Find the *fastest unit*, then:\n- a `tie`\n- [b](http://x)"),
            "Find the fastest unit, then: a tie b"
        );
    }
}
