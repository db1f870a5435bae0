//! The token stream the grammar reads, and its smallest parsers.
//!
//! The stream carries what pronouns stand for and which name is the unit's own. Both are part of
//! the checkpoint, so that a branch that fails leaves no trace.

use std::cell::Cell;

use winnow::Parser;
use winnow::error::{EmptyError, ParserError};
use winnow::stream::{Offset, Stream};

use crate::cardtext::effect::Duration;
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::{Num, Owner, Player, Who};

/// What a pronoun stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ant {
    /// Nothing was spoken of.
    None,
    /// The unit that has the ability.
    This,
    /// The unit chosen or spoken of last.
    That,
    /// The acting unit of the event.
    Actor,
    /// The unit acted on in the event.
    Patient,
    /// The attacking unit.
    Attacker,
    /// The defending unit.
    Defender,
}

impl Ant {
    /// As the parsed form has it.
    pub(crate) fn who(self) -> Option<Who> {
        Some(match self {
            Ant::None => return None,
            Ant::This => Who::This,
            Ant::That => Who::That,
            Ant::Actor => Who::Actor,
            Ant::Patient => Who::Patient,
            Ant::Attacker => Who::Attacker,
            Ant::Defender => Who::Defender,
        })
    }
}

/// What "that much damage" measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Much {
    /// Nothing yet.
    None,
    /// What was paid or chosen.
    Paid,
    /// The damage prevented.
    Prevented,
    /// The damage done.
    Done,
}

impl Much {
    /// As the parsed form has it.
    pub(crate) fn num(self) -> Option<Num> {
        match self {
            Much::None => None,
            Much::Paid => Some(Num::X),
            Much::Prevented => Some(Num::Prevented),
            Much::Done => Some(Num::DamageDone),
        }
    }
}

/// Whose attack dice a reroll speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dice {
    /// It says nothing that would limit when it is played.
    Any,
    /// Those of the unit that has the ability.
    Own,
    /// Those rolled against the unit that has the ability.
    AtThis,
}

/// Tokens still to be read, with what was spoken of.
#[derive(Clone, Copy)]
pub(crate) struct In<'t> {
    /// The rest.
    pub toks: &'t [Tok],
    /// The words of the unit's own name; empty where the name means another card.
    pub own: &'t [Tok],
    /// The words of the card's own name, also where it means another card than the unit.
    pub card: &'t [Tok],
    /// Whether parts of the card's own name mean it too.
    pub card_short: bool,
    /// The name of the unit that gets what is in quotes, where it is not the unit with this text:
    /// empty if it has none that is known. In the quotes that name is the unit's own.
    pub bearer: Option<&'t [Tok]>,
    /// What "it", "he" and "she" stand for.
    pub it: Ant,
    /// What "that unit" stands for.
    pub that: Ant,
    /// The words behind "this" where they name a subtype: the ability is for such units only.
    pub kind: Option<&'t [Tok]>,
    /// Whether parts of the own name mean the unit too, as on unique units.
    pub short: bool,
    /// Whether the ability chose an arena: "that arena" is that one.
    pub arena_chosen: bool,
    /// Whether "in each arena" was said of units that are not all of them: one such choice in
    /// every arena, which only the clause it stands in can make of it.
    pub each_arena: bool,
    /// Whose units "his or her units" are.
    pub they: Owner,
    /// Who does what an imperative says: "your opponent may ... and discard".
    pub doer: Player,
    /// How long bonuses last whose own words do not say it.
    pub dur: Option<Duration>,
    /// What "that much damage" is.
    pub much: Much,
    /// Whose dice the last reroll was about.
    pub dice: Dice,
    /// Whether the text happens once (Mission, Battle card), so that "when" waits for a moment.
    pub once: bool,
    /// The words of the last units a cost asked for; empty if no unit pays.
    pub paid: &'t [Tok],
    /// The words of the last description of a target.
    pub said: &'t [Tok],
    /// What "your unit" stands for: the one of the event that is yours.
    pub yours: Ant,
    /// Whether the last choice was a card that is partly built: "that card" is it.
    pub card_chosen: bool,
    /// The hidden cards that were looked through.
    pub seen: Option<super::note_moves::Seen>,
    /// Whether the event has a unit acted on: "the discarded unit" is it.
    pub acted_on: bool,
    /// The unit that lies in a pile by the time the text acts, where its event is a discard: nobody
    /// knows any more how it was when it was discarded.
    pub gone: Ant,
    /// Whether the line stands on Equipment: its own name is not the unit that has the ability.
    pub equipment: bool,
    /// Whether the text has chosen a unit to equip: "the equipped unit" is that one.
    pub equips: bool,
    /// Whether a comparison ("with lower speed") did not say with whom: it is then with the unit that
    /// has the ability, or with the unit chosen.
    pub measured: bool,
    /// Depth of quotations.
    pub depth: u8,
    /// Steps left; a text that needs more is not understood.
    pub fuel: &'t Cell<u32>,
}

/// Steps granted for one line; the longest printed lines need less than a tenth.
pub(crate) const FUEL: u32 = 400_000;

/// What a parser returns; the error says nothing, since an unread line keeps its words.
pub(crate) type R<T> = Result<T, EmptyError>;

impl std::fmt::Debug for In<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.toks.iter().map(|t| &t.raw))
            .finish()
    }
}

impl Offset for In<'_> {
    fn offset_from(&self, start: &Self) -> usize {
        start.toks.len().saturating_sub(self.toks.len())
    }
}

impl<'t> Stream for In<'t> {
    type Token = &'t Tok;
    type Slice = &'t [Tok];
    type IterOffsets = std::iter::Enumerate<std::slice::Iter<'t, Tok>>;
    type Checkpoint = In<'t>;

    fn iter_offsets(&self) -> Self::IterOffsets {
        self.toks.iter().enumerate()
    }

    fn eof_offset(&self) -> usize {
        self.toks.len()
    }

    fn next_token(&mut self) -> Option<Self::Token> {
        let left = self.fuel.get().checked_sub(1)?;
        self.fuel.set(left);
        let (first, rest) = self.toks.split_first()?;
        self.toks = rest;
        Some(first)
    }

    fn peek_token(&self) -> Option<Self::Token> {
        self.toks.first()
    }

    fn offset_for<P>(&self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Token) -> bool,
    {
        self.toks.iter().position(predicate)
    }

    fn offset_at(&self, tokens: usize) -> Result<usize, winnow::error::Needed> {
        if tokens <= self.toks.len() {
            Ok(tokens)
        } else {
            Err(winnow::error::Needed::Unknown)
        }
    }

    fn next_slice(&mut self, offset: usize) -> Self::Slice {
        let (slice, rest) = self.toks.split_at(offset.min(self.toks.len()));
        self.toks = rest;
        slice
    }

    fn peek_slice(&self, offset: usize) -> Self::Slice {
        self.toks.split_at(offset.min(self.toks.len())).0
    }

    fn checkpoint(&self) -> Self::Checkpoint {
        *self
    }

    fn reset(&mut self, checkpoint: &Self::Checkpoint) {
        *self = *checkpoint;
    }

    fn trace(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A failure.
pub(crate) fn fail<'t, T>(i: &mut In<'t>) -> R<T> {
    Err(EmptyError::from_input(i))
}

/// The value, or a failure where there is none.
pub(crate) fn some<'t, T>(i: &mut In<'t>, value: Option<T>) -> R<T> {
    value.map_or_else(|| fail(i), Ok)
}

/// A phrase: words apart by blanks; `a|b` is either, a `?` behind it makes it optional.
/// Punctuation stands for itself.
pub(crate) fn p<'t>(phrase: &'static str) -> impl FnMut(&mut In<'t>) -> R<()> {
    move |i: &mut In<'t>| {
        let start = *i;
        for part in phrase.split(' ') {
            let (words, optional) = part.strip_suffix('?').map_or((part, false), |w| (w, true));
            let fits = i
                .toks
                .first()
                .is_some_and(|t| words.split('|').any(|w| w == t.low));
            if fits {
                let _ = i.next_token();
            } else if !optional {
                *i = start;
                return fail(i);
            }
        }
        Ok(())
    }
}

/// Tries a phrase; whether it was there.
pub(crate) fn eat(i: &mut In<'_>, phrase: &'static str) -> bool {
    p(phrase).parse_next(i).is_ok()
}

/// Whether the phrase comes next; nothing is consumed.
pub(crate) fn ahead(i: &In<'_>, phrase: &'static str) -> bool {
    let mut look = *i;
    eat(&mut look, phrase)
}

/// One token of that kind.
pub(crate) fn sym<'t>(wanted: Sym) -> impl FnMut(&mut In<'t>) -> R<&'t Tok> {
    move |i: &mut In<'t>| match i.toks.first() {
        Some(t) if t.sym == wanted => some_token(i),
        _ => fail(i),
    }
}

/// Any token.
pub(crate) fn some_token<'t>(i: &mut In<'t>) -> R<&'t Tok> {
    match i.next_token() {
        Some(t) => Ok(t),
        None => fail(i),
    }
}

/// Tries one token of that kind; whether it was there.
pub(crate) fn eat_sym(i: &mut In<'_>, wanted: Sym) -> bool {
    sym(wanted).parse_next(i).is_ok()
}

/// The kind of the next token.
pub(crate) fn next_sym(i: &In<'_>) -> Option<Sym> {
    i.toks.first().map(|t| t.sym)
}

/// The next token in lower case, or nothing.
pub(crate) fn next_low<'t>(i: &In<'t>) -> &'t str {
    i.toks.first().map_or("", |t| t.low.as_str())
}

/// Runs a parser; on failure the stream is as before.
pub(crate) fn attempt<'t, T>(i: &mut In<'t>, f: impl FnOnce(&mut In<'t>) -> R<T>) -> Option<T> {
    let start = *i;
    match f(i) {
        Ok(value) => Some(value),
        Err(_) => {
            *i = start;
            None
        }
    }
}

impl<'t> In<'t> {
    /// The start of a text on the unit of that name.
    pub(crate) fn new(toks: &'t [Tok], own: &'t [Tok], short: bool, fuel: &'t Cell<u32>) -> In<'t> {
        In {
            toks,
            own,
            card: own,
            card_short: short,
            bearer: None,
            short,
            it: Ant::None,
            that: Ant::None,
            kind: None,
            arena_chosen: false,
            each_arena: false,
            they: Owner::Opponents,
            doer: Player::You,
            dur: None,
            much: Much::None,
            dice: Dice::Any,
            once: false,
            paid: &[],
            said: &[],
            yours: Ant::None,
            card_chosen: false,
            seen: None,
            acted_on: false,
            gone: Ant::None,
            equipment: false,
            equips: false,
            measured: false,
            depth: 0,
            fuel,
        }
    }

    /// Whether the words are those of Equipment itself, not of what it gives in quotes.
    pub(crate) const fn is_equipment(&self) -> bool {
        self.equipment && self.depth == 0
    }

    /// Forgets what was spoken of, as a new ability does.
    pub(crate) fn forget(&mut self) {
        self.it = Ant::None;
        self.that = Ant::None;
        self.kind = None;
        self.arena_chosen = false;
        self.they = Owner::Opponents;
        self.doer = Player::You;
        self.dur = None;
        self.much = Much::None;
        self.dice = Dice::Any;
        self.paid = &[];
        self.said = &[];
        self.yours = Ant::None;
        self.card_chosen = false;
        self.seen = None;
        self.acted_on = false;
        self.gone = Ant::None;
        self.equips = false;
        self.measured = false;
        self.bearer = None;
    }
}

/// Whether a sentence, a list item, a quotation or the text ends here.
pub(crate) fn at_end(i: &In<'_>) -> bool {
    matches!(
        next_sym(i),
        None | Some(Sym::Dot | Sym::Close | Sym::Semi | Sym::Bullet | Sym::Slash)
    )
}
