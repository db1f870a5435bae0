//! What lines of a card from hand say of its cost: an additional one with what it buys (Enhance),
//! another one as long as something holds (Reduced Cost).

use crate::cardtext::{Ability, Activated, Cond, Cost, Effect, KeywordValue, Num, Quantity, Who};
use crate::game::Side;
use crate::rulebook::{ClauseId, Form, Keyword};
use crate::rules::look::{self, Look};
use crate::rules::naming::begins;
use crate::rules::table::Table;

use super::aims::spoken_of;

/// An additional cost of a card from hand, with what it buys.
pub(super) struct Extra {
    keyword: Keyword,
    /// The words behind the keyword.
    words: String,
    /// Nothing where the line was not understood.
    bought: Option<Bought>,
}

struct Bought {
    costs: Vec<Cost>,
    effect: Effect,
    instead: bool,
}

/// The additional costs that a play declares.
pub(super) enum Declared {
    /// These, in printed order, and what else the play names among its payments.
    All(Vec<Extra>, Vec<String>),
    /// One whose line is not understood.
    Unread,
    /// The play names one that the card does not have.
    Missing(String),
}

impl Extra {
    /// The additional cost that a line of a card is, if it is one.
    pub(super) fn of(name: &str, line: &str) -> Option<Extra> {
        let keyword = keyword_before(line, Form::Enhance)?;
        let bought = match value_of(keyword, name, line) {
            Some(KeywordValue::Enhance {
                costs,
                effect,
                instead,
            }) => Some(Bought {
                costs,
                effect: *effect,
                instead,
            }),
            _ => None,
        };
        let words = line.split_once(':').map_or(line, |(_, rest)| rest);
        Some(Extra {
            keyword,
            words: words.trim().to_owned(),
            bought,
        })
    }

    /// Those that a play declares, each by the keyword (with several: the first that is not yet
    /// declared, or `#2`), by the keyword with the first words behind it, or by those words.
    pub(super) fn declared(mut extras: Vec<Extra>, pay: &[String]) -> Declared {
        let mut chosen = vec![false; extras.len()];
        let mut rest = Vec::new();
        for words in pay {
            let free = |at: &usize| chosen.get(*at) == Some(&false);
            let named = match Naming::of(words) {
                Some(Naming::Next) => (0..extras.len()).find(free),
                Some(Naming::Nth(n)) => n.checked_sub(1).filter(|at| *at < extras.len()),
                Some(Naming::Words(words)) => begun(&extras, words),
                None => match begun(&extras, words) {
                    Some(at) => Some(at),
                    None => {
                        rest.push(words.clone());
                        continue;
                    }
                },
            };
            match named.and_then(|at| chosen.get_mut(at)) {
                Some(chosen) => *chosen = true,
                None => return Declared::Missing(words.clone()),
            }
        }
        let mut chosen = chosen.into_iter();
        extras.retain(|_| chosen.next() == Some(true));
        if extras.iter().any(|e| e.bought.is_none()) {
            return Declared::Unread;
        }
        Declared::All(extras, rest)
    }

    /// Adds it to what is played; the keyword, and whether the basic effect is replaced.
    pub(super) fn add_to(self, ability: &mut Activated) -> Option<(Keyword, bool)> {
        let bought = self.bought?;
        ability.costs.extend(bought.costs);
        let basic = std::mem::replace(&mut ability.effect, Effect::Seq(Vec::new()));
        let before = match (bought.instead, speaks_of_the_chosen(&bought.effect)) {
            (false, _) => vec![basic],
            // What is done instead is done to the unit that the card chooses.
            (true, true) => choices(basic),
            (true, false) => Vec::new(),
        };
        ability.effect = match before.as_slice() {
            [] => bought.effect,
            _ => Effect::Seq(before.into_iter().chain([bought.effect]).collect()),
        };
        Some((self.keyword, bought.instead))
    }
}

/// How a play names an additional cost by its keyword.
enum Naming<'a> {
    Next,
    Nth(usize),
    Words(&'a str),
}

impl Naming<'_> {
    fn of(words: &str) -> Option<Naming<'_>> {
        let buys =
            |k: &str| Keyword::find(k.trim()).is_some_and(|k| k.entry().form == Form::Enhance);
        if buys(words) {
            return Some(Naming::Next);
        }
        if let Some((_, n)) = words.split_once('#').filter(|(keyword, _)| buys(keyword)) {
            return Some(n.trim().parse().map_or(Naming::Words(n), Naming::Nth));
        }
        let (_, rest) = words.split_once(':').filter(|(keyword, _)| buys(keyword))?;
        Some(Naming::Words(rest))
    }
}

/// The place of the one whose words are these, or begin with them.
fn begun(extras: &[Extra], words: &str) -> Option<usize> {
    extras.iter().position(|e| begins(&e.words, words))
}

/// Another Force cost of a card from hand, as long as something holds (Reduced Cost).
pub(super) struct Cheaper {
    keyword: Keyword,
    number: Num,
    condition: Cond,
}

impl Cheaper {
    /// What a line of a card says of its cost, if it says that.
    pub(super) fn of(name: &str, line: &str) -> Option<Cheaper> {
        let keyword = keyword_before(line, Form::ConditionNumber)?;
        match value_of(keyword, name, line)? {
            KeywordValue::Conditional { number, condition } => Some(Cheaper {
                keyword,
                number,
                condition: *condition,
            }),
            _ => None,
        }
    }

    /// Lowers the Force cost, if it holds now; the clause by which it does.
    pub(super) fn lower(
        &self,
        table: &Table,
        by: Side,
        ability: &mut Activated,
    ) -> Option<ClauseId> {
        let look = Look::of(by);
        if !look::holds(table, &look, &self.condition) {
            return None;
        }
        let force = ability.costs.iter_mut().find_map(|c| match c {
            Cost::Force(n) => Some(n),
            _ => None,
        })?;
        *force = Num::Const(look::value(table, &look, &self.number));
        crate::rules::grounds::of(self.keyword).lowers_cards
    }
}

/// The keyword of that form with which a line of a Battle card starts.
fn keyword_before(line: &str, form: Form) -> Option<Keyword> {
    let start: Vec<&str> = line.split([':', ' ']).take(2).collect();
    Keyword::find(line.split_once(':')?.0)
        .or_else(|| Keyword::find(&start.join(" ")))
        .filter(|k| k.entry().form == form)
}

/// What stands behind that keyword, if it was understood.
fn value_of(keyword: Keyword, name: &str, line: &str) -> Option<KeywordValue> {
    let context = crate::cardtext::ReadContext {
        name,
        types: &[crate::game::CardType::Battle],
        subtypes: &[],
    };
    let abilities = crate::cardtext::read_line(line, &context).abilities;
    abilities.into_iter().find_map(|ability| match ability {
        Ability::Keyword(k) if k.keyword == keyword => Some(k.value),
        _ => None,
    })
}

/// Whether the effect is about a unit that was chosen before it.
fn speaks_of_the_chosen(effect: &Effect) -> bool {
    match effect {
        Effect::Choose(_) => false,
        Effect::Seq(all) => all
            .iter()
            .take_while(|e| !matches!(e, Effect::Choose(_)))
            .any(speaks_of_the_chosen),
        Effect::May(_, inner) | Effect::Unless(_, _, inner) => speaks_of_the_chosen(inner),
        Effect::If(_, then, other) => {
            speaks_of_the_chosen(then) || other.as_deref().is_some_and(speaks_of_the_chosen)
        }
        other => spoken_of(other).contains(&&Who::That),
    }
}

/// The choices with which the basic effect starts, and nothing of what it does.
fn choices(basic: Effect) -> Vec<Effect> {
    let all = match basic {
        Effect::Seq(all) => all,
        one => vec![one],
    };
    let mut out = Vec::new();
    for effect in all {
        match effect {
            Effect::Choose(_) | Effect::ChooseArena { .. } => out.push(effect),
            other => {
                let chosen = spoken_of(&other).into_iter().find_map(|who| match who {
                    Who::Units(s) if s.quantity != Quantity::Each => Some(s.clone()),
                    _ => None,
                });
                out.extend(chosen.map(Effect::Choose));
                break;
            }
        }
    }
    out
}
