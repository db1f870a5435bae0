//! What lines of a card from hand say of its cost: an additional one with what it buys (Enhance),
//! another one as long as something holds (Reduced Cost).

use crate::cardtext::{Ability, Activated, Cond, Cost, Effect, KeywordValue, Num, Quantity, Who};
use crate::game::Side;
use crate::rulebook::{ClauseId, Form, Keyword};
use crate::rules::look::{self, Look};
use crate::rules::table::Table;

use super::aims::spoken_of;

/// An additional cost of a card from hand, with what it buys.
pub(super) struct Extra {
    keyword: Keyword,
    costs: Vec<Cost>,
    effect: Effect,
    instead: bool,
}

impl Extra {
    /// The additional cost that a line of a card is, if it is one.
    pub(super) fn of(name: &str, line: &str) -> Option<Extra> {
        let (keyword, value) = keyword_of(name, line, Form::Enhance)?;
        match value {
            KeywordValue::Enhance {
                costs,
                effect,
                instead,
            } => Some(Extra {
                keyword,
                costs,
                effect: *effect,
                instead,
            }),
            _ => None,
        }
    }

    /// A play declares it by naming its keyword among what it pays.
    pub(super) fn is_named_by(&self, pay: &[String]) -> bool {
        pay.iter().any(|p| Keyword::find(p) == Some(self.keyword))
    }

    /// Adds it to what is played; the keyword, and whether the basic effect is replaced.
    pub(super) fn add_to(self, ability: &mut Activated) -> (Keyword, bool) {
        ability.costs.extend(self.costs);
        let basic = std::mem::replace(&mut ability.effect, Effect::Seq(Vec::new()));
        let before = match (self.instead, speaks_of_the_chosen(&self.effect)) {
            (false, _) => vec![basic],
            // What is done instead is done to the unit that the card chooses.
            (true, true) => choices(basic),
            (true, false) => Vec::new(),
        };
        ability.effect = match before.as_slice() {
            [] => self.effect,
            _ => Effect::Seq(before.into_iter().chain([self.effect]).collect()),
        };
        (self.keyword, self.instead)
    }
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
        let (keyword, value) = keyword_of(name, line, Form::ConditionNumber)?;
        match value {
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

/// The keyword of that form that a line of a Battle card is, with what stands behind it.
fn keyword_of(name: &str, line: &str, form: Form) -> Option<(Keyword, KeywordValue)> {
    let start: Vec<&str> = line.split([':', ' ']).take(2).collect();
    let keyword = Keyword::find(line.split_once(':')?.0)
        .or_else(|| Keyword::find(&start.join(" ")))
        .filter(|k| k.entry().form == form)?;
    let context = crate::cardtext::ReadContext {
        name,
        types: &[crate::game::CardType::Battle],
        subtypes: &[],
    };
    let abilities = crate::cardtext::read_line(line, &context).abilities;
    abilities.into_iter().find_map(|ability| match ability {
        Ability::Keyword(k) if k.keyword == keyword => Some((keyword, k.value)),
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
