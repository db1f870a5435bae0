//! Choices the rules leave to a player: answered by the play's own aims, then by the next
//! `choose`, then by the defaults of the case format; otherwise the run stops with the question.

use std::ops::RangeInclusive;

use crate::cardtext::{Cond, Num, Quantity};
use crate::game::{Arena, Side};

use super::effects::Cx;
use super::keyword::Among;
use super::look::{self, Look};
use super::naming;
use super::run::{Run, Stop};
use super::situation::{Aim, Answer, Handle, Play};
use super::table::UnitIx;
use super::trace::{Choice, RequestKind};

impl Run<'_> {
    /// Chooses units of a quantity among those that fit.
    pub(super) fn choose_among(
        &mut self,
        quantity: &Quantity,
        among: Vec<UnitIx>,
        side: Side,
        asks: String,
        cx: &mut Cx,
    ) -> Result<Vec<UnitIx>, Stop> {
        let (most, forced, chooser) = match quantity {
            Quantity::Each => return Ok(among),
            Quantity::Choose(n) => (self.count(n, cx), true, side),
            Quantity::UpTo(n) => (self.count(n, cx), false, side),
            Quantity::AnyNumber => (among.len(), false, side),
            Quantity::OpponentChooses(n) => (self.count(n, cx), true, side.opponent()),
        };
        let named = take_named(cx, &among, most);
        if !named.is_empty() {
            return Ok(named);
        }
        if most == 0 || among.is_empty() {
            return Ok(Vec::new());
        }
        if forced && most >= among.len() {
            return Ok(among);
        }
        match self.answer(chooser)? {
            Some(answer) => self.units_of(&answer, &among, most),
            None if !forced => Ok(Vec::new()),
            None => self.ask(
                RequestKind::Choice,
                chooser,
                asks,
                None,
                self.unit_options(&among),
            ),
        }
    }

    /// Chooses at least one unit, up to the quantity, among those that fit.
    pub(super) fn choose_some(
        &mut self,
        quantity: &Quantity,
        among: Vec<UnitIx>,
        side: Side,
        asks: String,
        cx: &mut Cx,
    ) -> Result<Vec<UnitIx>, Stop> {
        let most = match quantity {
            Quantity::Each | Quantity::AnyNumber => among.len(),
            Quantity::Choose(n) | Quantity::UpTo(n) | Quantity::OpponentChooses(n) => {
                self.count(n, cx).min(among.len())
            }
        };
        let named = take_named(cx, &among, most);
        if !named.is_empty() || most == 0 {
            return Ok(named);
        }
        if let [only] = among.as_slice() {
            return Ok(vec![*only]);
        }
        match self.answer(side)? {
            Some(answer) => {
                let units = self.units_of(&answer, &among, most)?;
                if units.is_empty() {
                    return self.misfit_back("at least one unit has to be named here".to_owned());
                }
                Ok(units)
            }
            None => self.ask(
                RequestKind::Choice,
                side,
                asks,
                None,
                self.unit_options(&among),
            ),
        }
    }

    fn count(&self, n: &Num, cx: &Cx) -> usize {
        usize::try_from(self.number(n, cx)).unwrap_or(0)
    }

    /// Chooses what an activated keyword asks for.
    pub(super) fn choose_asked(
        &mut self,
        asks: String,
        among: Vec<UnitIx>,
        cx: &mut Cx,
    ) -> Result<UnitIx, Stop> {
        let side = cx.look.you;
        if let ([only], true) = (among.as_slice(), !self.next_is_choice()) {
            return Ok(*only);
        }
        match self.answer(side)? {
            Some(answer) => match self.units_of(&answer, &among, 1)?.first() {
                Some(unit) => Ok(*unit),
                None => self.misfit_back("one unit has to be named here".to_owned()),
            },
            None => self.ask(
                RequestKind::Choice,
                side,
                asks,
                None,
                self.unit_options(&among),
            ),
        }
    }

    /// Chooses what a keyword asks for, and aims at it.
    pub(super) fn choose_for(
        &mut self,
        asks: String,
        among: Among,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        match among {
            Among::Units(units) => {
                let chosen = self.choose_asked(asks, units, cx)?;
                cx.on.push_back(chosen);
            }
            Among::Dice => cx.dice = self.choose_dice(asks, cx.look.you)?,
            Among::Numbers => {
                let any = 0..=i32::MAX;
                cx.amount = Some(self.choose_number(asks, cx.look.you, &any, Vec::new())?);
            }
        }
        Ok(())
    }

    /// A number within the bounds; the options are shown with the question.
    pub(super) fn choose_number(
        &mut self,
        asks: String,
        side: Side,
        within: &RangeInclusive<i32>,
        options: Vec<Choice>,
    ) -> Result<i32, Stop> {
        let given = match self.answer(side)? {
            Some(Answer::Number(n)) => i32::try_from(n).ok(),
            Some(_) => None,
            None => return self.ask(RequestKind::Choice, side, asks, None, options),
        };
        match given.filter(|n| within.contains(n)) {
            Some(n) => Ok(n),
            None => self.misfit_back(match *within.end() {
                i32::MAX => format!("a number was asked for, {} or more", within.start()),
                end => format!("a number was asked for, {} to {end}", within.start()),
            }),
        }
    }

    /// Dice of the attack roll, counted from 1.
    pub(super) fn choose_dice(&mut self, asks: String, side: Side) -> Result<Vec<u8>, Stop> {
        let given = match self.answer(side)? {
            Some(Answer::List(all)) => all,
            Some(one) => vec![one],
            None => return self.ask(RequestKind::Choice, side, asks, None, Vec::new()),
        };
        let number = |a: &Answer| match a {
            Answer::Number(n) => u8::try_from(*n).ok(),
            _ => None,
        };
        match given.iter().map(number).collect() {
            Some(dice) => Ok(dice),
            None => self.misfit_back("dice were asked for, counted from 1".to_owned()),
        }
    }

    /// Whether the next play answers a question with "no".
    pub(super) fn declines(&self) -> bool {
        matches!(
            self.peek(),
            Some(Play::Choose {
                answer: Answer::Bool(false),
                ..
            })
        )
    }

    fn next_is_choice(&self) -> bool {
        matches!(self.peek(), Some(Play::Choose { .. }))
    }

    /// Takes the next `choose` off the list, if it is one.
    pub(super) fn answer(&mut self, _side: Side) -> Result<Option<Answer>, Stop> {
        self.hand_plays()?;
        match self.peek() {
            Some(Play::Choose { answer, .. }) => {
                let answer = answer.clone();
                self.take();
                Ok(Some(answer))
            }
            _ => Ok(None),
        }
    }

    /// A yes or no; default no.
    pub(super) fn choose_yes(&mut self, side: Side, cx: &mut Cx) -> Result<bool, Stop> {
        self.hand_plays()?;
        let wanted = side == cx.look.you && std::mem::take(&mut cx.wanted);
        match self.peek() {
            Some(Play::Choose {
                answer: Answer::Bool(yes),
                ..
            }) => {
                self.take();
                Ok(*yes)
            }
            _ if wanted => Ok(true),
            Some(Play::Use(u)) => {
                let named = cx.look.this.is_some_and(|unit| {
                    u.unit.as_ref().and_then(|h| self.table.find(h)) == Some(unit)
                        && naming::begins(&cx.printed, &u.ability)
                });
                if named {
                    self.aim_with(cx, &u.aim);
                    self.take();
                }
                Ok(named)
            }
            _ => Ok(false),
        }
    }

    /// What is carried out has the aims of a play that names it.
    pub(super) fn aim_with(&self, cx: &mut Cx, aim: &Aim) {
        cx.on
            .extend(aim.on.iter().filter_map(|h| self.table.find(h)));
        cx.amount = aim.amount.or(cx.amount);
        cx.dice.clone_from(&aim.dice);
        cx.faces.clone_from(&aim.roll);
        cx.pay.extend(aim.pay.iter().cloned());
    }

    /// The arenas of which one may be chosen: of those named, the ones for which it holds.
    pub(super) fn arenas_of(
        &self,
        among: &[Arena],
        condition: Option<&Cond>,
        cx: &Cx,
    ) -> Vec<Arena> {
        let as_chosen = |a: Arena| Look {
            arena: Some(a),
            ..cx.look.clone()
        };
        Arena::ALL
            .into_iter()
            .filter(|a| among.is_empty() || among.contains(a))
            .filter(|a| condition.is_none_or(|c| look::holds(&self.table, &as_chosen(*a), c)))
            .collect()
    }

    /// One of those arenas.
    pub(super) fn choose_arena(
        &mut self,
        side: Side,
        open: &[Arena],
        cx: &mut Cx,
    ) -> Result<Arena, Stop> {
        let named = cx.on.front().and_then(|u| self.table.unit(*u).arena());
        if let Some(arena) = named.filter(|a| open.contains(a)) {
            return Ok(arena);
        }
        if let ([only], false) = (open, self.next_is_choice()) {
            return Ok(*only);
        }
        let found = |word: &str| {
            open.iter()
                .copied()
                .find(|a| a.word().eq_ignore_ascii_case(word))
        };
        match self.answer(side)? {
            Some(Answer::Text(word)) => match found(&word) {
                Some(arena) => Ok(arena),
                None => self.misfit_back(format!(
                    "`{word}` is no arena that may be chosen; {} was asked for",
                    words_of(open)
                )),
            },
            Some(_) => self.misfit_back(format!("an arena was asked for: {}", words_of(open))),
            None => {
                let options = open
                    .iter()
                    .copied()
                    .map(|a| choice(a.name(), Answer::Text(a.word().to_owned())))
                    .collect();
                self.ask(
                    RequestKind::Choice,
                    side,
                    format!("Which arena, for \"{}\"?", cx.printed),
                    None,
                    options,
                )
            }
        }
    }

    /// Whether the next answer is one of the texts, and not a unit that one of them asks for.
    pub(super) fn names_a_text(&self, texts: &[String]) -> bool {
        let Some(Play::Choose { answer, .. }) = self.peek() else {
            return false;
        };
        let Answer::Text(words) = answer else {
            return true;
        };
        let wanted = naming::normal(words);
        let unit = Handle::new(words).and_then(|h| self.table.find(&h));
        let starts = |t: &String| naming::normal(t).starts_with(&wanted);
        unit.is_none() || texts.iter().any(starts)
    }

    /// One of several texts, by its first words or its number; returns its place.
    pub(super) fn choose_text(
        &mut self,
        side: Side,
        texts: &[String],
        asks: &str,
        cx: &mut Cx,
    ) -> Result<usize, Stop> {
        match self.answer(side)? {
            Some(Answer::Number(n)) => match usize::try_from(n - 1) {
                Ok(at) if at < texts.len() => Ok(at),
                _ => self.misfit_back(format!("there are {} texts, counted from 1", texts.len())),
            },
            Some(Answer::Text(words)) => {
                let wanted = naming::normal(&words);
                let by_start = texts
                    .iter()
                    .position(|t| naming::normal(t).starts_with(&wanted));
                let by_part = || {
                    texts
                        .iter()
                        .position(|t| naming::normal(t).contains(&wanted))
                };
                match by_start
                    .or_else(by_part)
                    .or_else(|| printed_part(&cx.printed, texts.len(), &wanted))
                {
                    Some(at) if at < texts.len() => Ok(at),
                    _ => self.misfit_back(format!("no text begins with `{words}`")),
                }
            }
            Some(_) => self.misfit_back("one of several texts was asked for".to_owned()),
            None => {
                let options = texts
                    .iter()
                    .map(|t| choice(t, Answer::Text(t.clone())))
                    .collect();
                self.ask(RequestKind::Choice, side, asks.to_owned(), None, options)
            }
        }
    }

    /// The units of an answer.
    fn units_of(
        &self,
        answer: &Answer,
        among: &[UnitIx],
        most: usize,
    ) -> Result<Vec<UnitIx>, Stop> {
        let words: Vec<&str> = match answer {
            Answer::Text(word) => vec![word],
            Answer::List(all) => all
                .iter()
                .filter_map(|a| match a {
                    Answer::Text(word) => Some(word.as_str()),
                    _ => None,
                })
                .collect(),
            Answer::Bool(false) => return Ok(Vec::new()),
            _ => return self.misfit_back("a unit was asked for".to_owned()),
        };
        let mut units = Vec::new();
        for word in words {
            let unit = Handle::new(word).and_then(|h| self.table.find(&h));
            match unit.filter(|u| among.contains(u)) {
                Some(unit) => units.push(unit),
                None => {
                    return self
                        .misfit_back(format!("`{word}` is not among the units to choose from"));
                }
            }
        }
        if units.len() > most {
            return self.misfit_back(format!("at most {most} may be chosen"));
        }
        Ok(units)
    }

    /// The play just taken does not fit.
    pub(super) fn misfit_back<T>(&self, text: String) -> Result<T, Stop> {
        Err(Stop::Misfit {
            index: self.cursor.saturating_sub(1),
            text,
        })
    }

    fn unit_options(&self, among: &[UnitIx]) -> Vec<Choice> {
        among
            .iter()
            .map(|u| {
                choice(
                    self.table.name(*u),
                    Answer::Text(self.table.unit(*u).id.to_string()),
                )
            })
            .collect()
    }
}

/// Arenas as a play names them: "space, ground or character".
fn words_of(arenas: &[Arena]) -> String {
    let words: Vec<&str> = arenas.iter().map(|a| a.word()).collect();
    match words.as_slice() {
        [front @ .., last] if !front.is_empty() => format!("{} or {last}", front.join(", ")),
        words => words.concat(),
    }
}

/// Which of so many texts has these words as they are printed, the texts parted by "Or:".
fn printed_part(printed: &str, texts: usize, wanted: &str) -> Option<usize> {
    let parts: Vec<&str> = printed.split("Or:").collect();
    let mut parts = parts.iter().filter(|_| parts.len() == texts);
    parts.position(|part| naming::normal(part).contains(wanted))
}

/// An option that answers with a value.
pub(super) fn choice(label: &str, answer: Answer) -> Choice {
    Choice {
        label: label.to_owned(),
        play: Some(Play::Choose { answer, of: None }),
        legal: true,
        reasons: Vec::new(),
        outcome: None,
    }
}

/// Takes the named units off the queue as far as they are among those to choose from.
fn take_named(cx: &mut Cx, among: &[UnitIx], most: usize) -> Vec<UnitIx> {
    let mut taken = Vec::new();
    while taken.len() < most {
        match cx.on.front() {
            Some(unit) if among.contains(unit) => taken.extend(cx.on.pop_front()),
            _ => break,
        }
    }
    taken
}
