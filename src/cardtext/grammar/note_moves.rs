//! Which cards change their places in a sentence about hidden cards, as far as it can be counted.

use crate::cardtext::effect::{Fetch, Pile};
use crate::cardtext::tokens::{Sym, Tok};

/// The cards that an earlier sentence of the ability looked through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    /// Where they lie.
    pub pile: Pile,
    /// Whether it is the player's own pile.
    pub own: bool,
    /// Whether they are there whatever they are ("the top card of your deck").
    pub sure: bool,
    /// How many cards were looked for, if the sentence says so, and whether it may be fewer: "them"
    /// are so many.
    pub sought: Option<(u8, bool)>,
}

/// What such a sentence does to the numbers of cards.
pub(super) enum Moves {
    /// Nothing.
    None,
    /// That.
    Counted(Fetch),
    /// Something that nobody can count from the words.
    Uncounted,
}

/// The cards a sentence looks through.
pub(super) fn seen(words: &[Tok], before: Option<Seen>) -> Option<Seen> {
    let text = Words::of(words);
    let others = [
        "opponent's",
        "opponents'",
        "opponents",
        "player's",
        "any",
        "owner's",
    ];
    let own = !others.iter().any(|w| text.has(w)) && text.find(&["his", "or", "her"]).is_none();
    let Some(pile) = text.source() else {
        return before;
    };
    let first = text.at(0);
    let blind = text.has("top") || text.has("bottom");
    Some(Seen {
        pile,
        own,
        sure: blind && matches!(first, "look" | "take" | "reveal" | "shuffle")
            || first == "put" && text.find(&["card", "from", "your", "hand"]) == Some(2),
        sought: text.sought(),
    })
}

/// What the sentence moves.
pub(super) fn moves(words: &[Tok], seen: Option<Seen>) -> Moves {
    let text = Words::of(words);
    if text.is_discarded() {
        return Moves::Uncounted;
    }
    let from_deck_only = seen.is_some_and(|s| s.pile == Pile::Deck);
    let ends: Vec<Pile> = [
        (Pile::Hand, text.goes_to("hand")),
        (Pile::BuildZone, text.is_built()),
        (Pile::Discard, text.goes_to("pile")),
        (Pile::Deck, text.goes_to("deck") && !from_deck_only),
    ]
    .into_iter()
    .filter_map(|(pile, there)| there.then_some(pile))
    .collect();
    let to = match ends.as_slice() {
        [] => return Moves::None,
        [one] => *one,
        _ => return Moves::Uncounted,
    };
    let Some((said, fewer)) = text.count() else {
        return Moves::Uncounted;
    };
    let Some(Seen {
        pile: from,
        own: true,
        sure,
        sought,
    }) = seen
    else {
        return Moves::Uncounted;
    };
    let spoken_of = if text.has("them") {
        sought
    } else {
        Some((1, false))
    };
    let Some((most, fewer)) = said.map(|n| (n, fewer)).or(spoken_of) else {
        return Moves::Uncounted;
    };
    if from == to {
        return Moves::None;
    }
    Moves::Counted(Fetch {
        from,
        to,
        most,
        up_to: fewer,
        sure: sure && !fewer && !text.has("may"),
        counters: text.build_counters(),
    })
}

struct Words<'t>(Vec<&'t str>);

impl<'t> Words<'t> {
    fn of(words: &'t [Tok]) -> Words<'t> {
        let plain = words
            .iter()
            .filter(|t| !matches!(t.sym, Sym::Comma | Sym::Dot));
        Words(plain.map(|t| t.low.as_str()).collect())
    }

    fn at(&self, n: usize) -> &'t str {
        self.0.get(n).copied().unwrap_or("")
    }

    fn has(&self, word: &str) -> bool {
        self.0.contains(&word)
    }

    /// Where the words stand one behind the other.
    fn find(&self, phrase: &[&str]) -> Option<usize> {
        self.0.windows(phrase.len()).position(|w| w == phrase)
    }

    /// The pile the cards come from.
    fn source(&self) -> Option<Pile> {
        if self.has("outside") {
            return None;
        }
        let named = |pile: &str| {
            let there = |n: usize| !self.leads_to(n) && !self.is_shuffled(n);
            (0..self.0.len()).any(|n| self.at(n) == pile && there(n))
        };
        match (named("deck"), named("pile"), named("hand")) {
            (true, true, _) => Some(Pile::DeckOrDiscard),
            (true, false, _) => Some(Pile::Deck),
            (false, true, _) => Some(Pile::Discard),
            (false, false, true) => Some(Pile::Hand),
            (false, false, false) => None,
        }
    }

    /// Whether the pile at that word is where cards go: "into your hand", "on the bottom of your
    /// deck".
    fn leads_to(&self, at: usize) -> bool {
        let before = self.0.get(..at).unwrap_or_default();
        let owner = |w: &&&str| {
            matches!(
                **w,
                "your"
                    | "his"
                    | "or"
                    | "her"
                    | "their"
                    | "the"
                    | "its"
                    | "owner's"
                    | "discard"
                    | "top"
                    | "bottom"
                    | "of"
                    | "opponent's"
            )
        };
        let mut words = before.iter().rev().skip_while(owner);
        match words.next() {
            Some(&"into" | &"to") => true,
            Some(&"in") => self.at(at) == "hand" && self.has("put"),
            // "Look at the top 5 cards of your deck" is no place to go to.
            Some(&"on") => true,
            _ => false,
        }
    }

    /// "Shuffle your deck": no card comes from there.
    fn is_shuffled(&self, at: usize) -> bool {
        let before = self.0.get(..at).unwrap_or_default();
        let owner = |w: &&&str| matches!(**w, "your" | "his" | "or" | "her" | "their");
        let mut words = before.iter().rev().skip_while(owner);
        matches!(words.next(), Some(&"shuffle" | &"shuffles"))
    }

    /// "and discard it": a card goes to a discard pile without the pile being named.
    fn is_discarded(&self) -> bool {
        let verb =
            |n: usize| matches!(self.at(n), "discard" | "discards") && self.at(n + 1) != "pile";
        (0..self.0.len()).any(verb)
    }

    fn goes_to(&self, pile: &str) -> bool {
        (0..self.0.len()).any(|n| self.at(n) == pile && self.leads_to(n))
    }

    /// "put it into your build zone", "put it face-down in your build zone".
    fn is_built(&self) -> bool {
        let zone = self.find(&["build", "zone"]);
        let put = ["it", "them", "that"]
            .iter()
            .find_map(|w| self.find(&["put", w]));
        let straight = matches!(self.at(0), "put" | "take" | "return" | "move")
            && self.find(&["into", "your", "build", "zone"]).is_some();
        straight || put.zip(zone).is_some_and(|(put, zone)| put < zone)
    }

    /// "with 2 build counters on it".
    fn build_counters(&self) -> u8 {
        let at = self.find(&["build", "counter"]);
        let at = at.or_else(|| self.find(&["build", "counters"]));
        let before = at.and_then(|at| at.checked_sub(1));
        before.and_then(|n| number(self.at(n))).unwrap_or(0)
    }

    /// How many cards a search is for: "search your deck for up to 3 Wookiees".
    fn sought(&self) -> Option<(u8, bool)> {
        let from = self.0.iter().position(|w| *w == "for")?;
        let behind = Words(self.0.get(from + 1..)?.to_vec());
        let searched = self.has("search") || self.has("searches");
        let (said, fewer) = behind.count().filter(|_| searched)?;
        Some((said?, fewer))
    }

    /// How many cards at most, if a number is said, and whether it may be fewer.
    fn count(&self) -> Option<(Option<u8>, bool)> {
        let open = [
            "each", "all", "any", "until", "between", "x", "rest", "other",
        ];
        // "The rest ... in any order" tells no number.
        let said = |n: usize| match self.at(n) {
            "rest" => n > 0 && self.at(n - 1) != "the",
            "any" => self.at(n + 1) != "order",
            word => open.contains(&word),
        };
        if (0..self.0.len()).any(said) {
            return None;
        }
        if let Some(at) = self.find(&["up", "to"]) {
            return Some((Some(number(self.at(at + 2))?), true));
        }
        let counted = (0..self.0.len()).filter(|n| {
            let top = *n > 0 && matches!(self.at(n - 1), "top" | "bottom");
            let counters = matches!(self.at(n + 1), "build" | "counter" | "counters");
            // "build cost 4 or less" is no number of cards.
            let bound = *n > 0 && matches!(self.at(n - 1), "cost" | "power" | "health" | "speed")
                || *n > 1 && self.at(n - 1) == "of" && self.at(n - 2) == "cost";
            number(self.at(*n)).is_some() && !top && !counters && !bound
        });
        Some((counted.filter_map(|n| number(self.at(n))).max(), false))
    }
}

fn number(word: &str) -> Option<u8> {
    let words = ["one", "two", "three", "four", "five"];
    let named = words.iter().position(|w| *w == word);
    named
        .and_then(|n| u8::try_from(n + 1).ok())
        .or_else(|| word.parse().ok())
}
