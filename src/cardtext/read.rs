//! Reading a printed line. It never fails: what is not fully understood is kept as
//! [`Ability::Unknown`] with its words.

use std::cell::Cell;

use winnow::Parser;
use winnow::combinator::alt;

use super::ability::{Ability, Activated, Limit, OffBoard, StaticRule, Unknown};
use super::effect::{DisruptWhat, Duration, Effect, Grant};
use super::grammar::input::{FUEL, In, R, attempt, eat_sym, fail};
use super::grammar::{self, completing, cost, duration, effect, filter, grant, limits, line_shape};
use super::tokens::{Sym, Tok, tokenize, words};
use crate::game::{CardType, StayingMission};
use crate::rulebook::Keyword;

/// What is known of the card a line stands on.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReadContext<'a> {
    /// The card's name with or without its version letter; empty if it has none.
    pub name: &'a str,
    /// The card's types.
    pub types: &'a [CardType],
    /// The card's subtypes.
    pub subtypes: &'a [String],
}

impl ReadContext<'_> {
    /// Whether the card takes effect once, as a whole (1.3): a Battle card, or a Mission that is no
    /// Trap or Campaign, whose lines are abilities.
    #[must_use]
    pub fn takes_effect_once(&self) -> bool {
        let once = |t: &CardType| matches!(t, CardType::Battle | CardType::Mission);
        self.types.iter().any(once) && StayingMission::of(self.types, self.subtypes).is_none()
    }
}

/// A line as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its abilities in printed order.
    pub abilities: Vec<Ability>,
}

impl Reading {
    /// Whether all of the line was understood, and says something that is acted on.
    #[must_use]
    pub fn is_modelled(&self) -> bool {
        !self.abilities.iter().any(|a| match a {
            Ability::Unknown(_) => true,
            Ability::Static(s) => matches!(&s.rule, StaticRule::Note(what) if says_nothing(*what)),
            Ability::Activated(a) => !is_acted_on(&a.effect),
            Ability::Triggered(t) => !is_acted_on(&t.effect),
            Ability::Keyword(_) => false,
        })
    }
}

/// Whether only the sort of the text was read: what it asks for is not known to anybody here.
const fn says_nothing(what: OffBoard) -> bool {
    matches!(
        what,
        OffBoard::Pilots | OffBoard::BuildCosts | OffBoard::Completing
    )
}

/// Whether no part of an effect is one of which only the sort was read.
#[must_use]
pub(super) fn is_acted_on(effect: &Effect) -> bool {
    match effect {
        Effect::Note(what) => !says_nothing(*what),
        // A Mission: no clause opens a chance to disrupt one (4.3.c), so that is ruled by hand.
        Effect::Disrupt(DisruptWhat::Other) => false,
        Effect::Seq(all) => all.iter().all(is_acted_on),
        _ => true,
    }
}

/// The text of a Battle card or Mission as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EffectReading {
    /// What is paid besides the printed cost; for "cost -> effect" texts everything before the arrow.
    pub costs: Vec<super::ability::Cost>,
    /// What happens.
    pub effect: Effect,
    /// "Play only ..." sentences.
    pub limits: Vec<Limit>,
}

/// The card's own name without version letter, and whether a part of it may stand for it.
fn own_name(name: &str) -> (Vec<Tok>, bool) {
    let name = name.trim();
    let (base, unique) = match name.rfind('(') {
        Some(at) => (name.get(..at).unwrap_or(name), true),
        None => (name, false),
    };
    let toks = tokenize(&base.replace(['"', '\''], "'"));
    (
        toks.into_iter()
            .filter(|t| t.sym == Sym::Word || matches!(t.sym, Sym::Num(_) | Sym::Comma))
            .collect(),
        unique,
    )
}

/// Reads an ability line of a unit, Equipment, Pilot, Location or Resource.
#[must_use]
pub fn read_line(text: &str, ctx: &ReadContext<'_>) -> Reading {
    if let Some(ability) = super::print::read_exact(text) {
        return Reading {
            abilities: vec![ability],
        };
    }
    let toks = tokenize(text);
    let (own, short) = own_name(ctx.name);
    let fuel = Cell::new(FUEL);
    let mut start = In::new(&toks, &own, short, &fuel);
    start.equipment = ctx.types.contains(&CardType::Equipment);
    let found = attempt(&mut { start }, whole(grammar::abilities))
        .or_else(|| mended(&start, grammar::abilities));
    let abilities = found.unwrap_or_else(|| in_parts(text, &start));
    Reading { abilities }
}

/// The same text read without its slips of the pen, if it has any.
fn mended<T>(start: &In<'_>, inner: impl for<'t> FnMut(&mut In<'t>) -> R<T>) -> Option<T> {
    let toks = grammar::spelling::mend(start.toks)?;
    let fuel = Cell::new(FUEL);
    let mut i = In::new(&toks, start.own, start.short, &fuel);
    (i.once, i.equipment) = (start.once, start.equipment);
    attempt(&mut i, whole(inner))
}

/// A line that was not understood as a whole: its keyword lines, and each ability behind a cost,
/// are read for themselves, so that they act although the rest does not.
fn in_parts(text: &str, start: &In<'_>) -> Vec<Ability> {
    let (toks, own, short) = (start.toks, start.own, start.short);
    let fuel = Cell::new(FUEL);
    let mut all = In::new(toks, own, short, &fuel);
    all.equipment = start.equipment;
    let at = |from: usize| {
        let mut i = all;
        i.toks = toks.get(from..).unwrap_or_default();
        i
    };
    let mut starts = vec![0];
    let mut first = all;
    // Keywords with nothing but a number behind them end where they end.
    let plain = attempt(&mut first, grammar::keyword_line::plain).is_some();
    let rest = first.toks.first().is_some_and(Tok::is_capital);
    if plain && rest {
        starts.push(toks.len() - first.toks.len());
    }
    let later = line_shape::sentence_starts(&all).into_iter();
    starts.extend(later.filter(|from| line_shape::begins_line(&at(*from))));
    starts.dedup();
    if starts.len() < 2 {
        return vec![unknown(text, toks, own, short)];
    }
    let mut out = Vec::new();
    for (n, from) in starts.iter().enumerate() {
        let to = starts.get(n + 1).copied().unwrap_or(toks.len());
        let mut part = toks.get(*from..to).unwrap_or_default();
        while let [Tok { sym: Sym::Dot, .. }, rest @ ..] = part {
            part = rest;
        }
        if part.iter().all(|t| t.sym == Sym::Dot) {
            continue;
        }
        let mut i = all;
        i.toks = part;
        match attempt(&mut i, whole(grammar::abilities)) {
            Some(found) => out.extend(found),
            None => out.push(unknown(&words(part), part, own, short)),
        }
    }
    out
}

/// Reads the text of a Battle card or Mission: `cost -> effect` or bare sentences.
/// `None` if not all of it is understood.
#[must_use]
pub fn read_effect(text: &str, ctx: &ReadContext<'_>) -> Option<EffectReading> {
    let toks = tokenize(text);
    let (own, short) = own_name(ctx.name);
    let fuel = Cell::new(FUEL);
    let mut i = In::new(&toks, &own, short, &fuel);
    i.once = true;
    let start = i;
    attempt(&mut i, whole(once)).or_else(|| mended(&start, once))
}

/// The texts of a Battle card of which one is played, each with a cost and limits of its own:
/// "Choose one: Pay 3 Force -> ... Or: Pay 2 Force -> ...", or lines that each have a cost.
/// `None` if there are none, or not all of it is understood.
#[must_use]
pub fn read_ways(lines: &[&str], ctx: &ReadContext<'_>) -> Option<Vec<Activated>> {
    let (own, short) = own_name(ctx.name);
    let mut ways = Vec::new();
    for line in lines {
        let toks = tokenize(line);
        for part in parts_of_choice(&toks) {
            let fuel = Cell::new(FUEL);
            let mut i = In::new(part, &own, short, &fuel);
            i.once = true;
            let start = i;
            let EffectReading {
                costs,
                effect,
                limits,
            } = attempt(&mut i, whole(once))
                .or_else(|| mended(&start, once))
                .filter(|way| !way.costs.is_empty())?;
            ways.push(Activated {
                costs,
                effect,
                limits,
            });
        }
    }
    (ways.len() > 1).then_some(ways)
}

/// The tokens between "Choose one:" and "Or:".
fn parts_of_choice(toks: &[Tok]) -> Vec<&[Tok]> {
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < toks.len() {
        let is = |n: usize, word: &str| toks.get(at + n).is_some_and(|t| t.low == word);
        let mark = if is(0, "choose") && is(1, "one") && is(2, ":") {
            3
        } else if is(0, "or") && is(1, ":") {
            2
        } else {
            at += 1;
            continue;
        };
        parts.push(toks.get(from..at).unwrap_or_default());
        at += mark;
        from = at;
    }
    parts.push(toks.get(from..).unwrap_or_default());
    parts.retain(|part| part.iter().any(|t| t.sym != Sym::Dot));
    parts
}

/// Costs, effects, limits.
fn once(i: &mut In<'_>) -> R<EffectReading> {
    let (mut besides, mut limits) = (Vec::new(), Vec::new());
    while let Some((costs, only_if)) = attempt(i, completing::sentence) {
        besides.extend(costs);
        limits.extend(only_if.map(Limit::If));
        while eat_sym(i, Sym::Dot) {}
    }
    let mut costs = attempt(i, cost::costs).unwrap_or_default();
    costs.splice(0..0, besides);
    let mut found = effect::body(i)?;
    found.limits.splice(0..0, limits);
    while eat_sym(i, Sym::Dot) {}
    while let Some(more) = attempt(i, limits::sentence) {
        found.limits.extend(more);
        let _ = eat_sym(i, Sym::Dot);
    }
    // No clause opens a chance to disrupt a Mission: a card that does only that is ruled by hand.
    let never = matches!(found.effect, Effect::Disrupt(DisruptWhat::Other));
    if i.each_arena || never {
        return fail(i);
    }
    Ok(EffectReading {
        costs,
        effect: found.effect,
        limits: found.limits,
    })
}

/// Reads an effect already at work, as a situation lists it: "+2 power until end of turn",
/// "Shields 1 until end of battle", "can't be attacked". Without a duration: the turn.
#[must_use]
pub fn read_modifier(text: &str, ctx: &ReadContext<'_>) -> (Vec<Grant>, Duration) {
    let toks = tokenize(text);
    let (own, short) = own_name(ctx.name);
    let fuel = Cell::new(FUEL);
    let mut i = In::new(&toks, &own, short, &fuel);
    if let Some(found) = attempt(&mut i, whole(modifier)) {
        return found;
    }
    // Another ability in card notation, with or without a duration behind it.
    let (words, until) = without_duration(&toks, &own, &fuel);
    let mut i = In::new(words, &own, short, &fuel);
    let abilities = match attempt(&mut i, whole(grammar::abilities)) {
        Some(found) => found,
        None => vec![unknown(text, &toks, &own, short)],
    };
    (abilities.into_iter().map(grant::grant_of).collect(), until)
}

fn modifier(i: &mut In<'_>) -> R<(Vec<Grant>, Duration)> {
    let _ = attempt(i, grammar::subject::this);
    i.it = grammar::input::Ant::This;
    i.that = grammar::input::Ant::This;
    let grants = alt((grant::predicate, grant::list)).parse_next(i)?;
    let until = attempt(i, duration::duration).unwrap_or(Duration::Turn);
    Ok((grants, until))
}

/// The words in front of a duration at the end of the text.
fn without_duration<'t>(
    toks: &'t [Tok],
    own: &'t [Tok],
    fuel: &'t Cell<u32>,
) -> (&'t [Tok], Duration) {
    for at in (1..toks.len()).rev() {
        let (front, back) = toks.split_at(at);
        let mut i = In::new(back, own, false, fuel);
        if let Some(until) = attempt(&mut i, whole(duration::duration)) {
            return (front, until);
        }
    }
    (toks, Duration::Turn)
}

/// The parser, which must take all of the text; a last dot may stand behind it.
fn whole<'t, T>(mut inner: impl FnMut(&mut In<'t>) -> R<T>) -> impl FnOnce(&mut In<'t>) -> R<T> {
    move |i: &mut In<'t>| {
        while eat_sym(i, Sym::Bullet) {}
        let found = inner(i)?;
        while eat_sym(i, Sym::Dot) || eat_sym(i, Sym::Semi) {}
        if i.toks.is_empty() {
            Ok(found)
        } else {
            fail(i)
        }
    }
}

/// A line that was not understood, with what its words show.
fn unknown(text: &str, toks: &[Tok], own: &[Tok], short: bool) -> Ability {
    let fuel = Cell::new(FUEL);
    let i = In::new(toks, own, short, &fuel);
    let shape = line_shape::shape(&i);
    Ability::Unknown(Unknown {
        words: text.trim().to_owned(),
        shape,
        keywords: keywords(toks, own, &fuel),
    })
}

/// The keywords a line names, each once, in order.
fn keywords(toks: &[Tok], own: &[Tok], fuel: &Cell<u32>) -> Vec<Keyword> {
    let mut out = Vec::new();
    for at in 0..toks.len() {
        let mut i = In::new(toks.get(at..).unwrap_or_default(), own, false, fuel);
        if let Some(found) = attempt(&mut i, filter::keyword)
            && !out.contains(&found)
        {
            out.push(found);
        }
    }
    out
}

#[cfg(test)]
mod shapes;
#[cfg(test)]
mod tests;
