//! Abilities, costs, events and limits in words.

use super::cost::costs;
use super::effect::{clause, effect};
use super::event::event;
use super::grant::{bare, list, predicate_where};
use super::limit::limit;
use super::rule::static_rule;
use super::who::{cond, described, kinds, num, where_x};
use super::{capital, join, small};
use crate::cardtext::ability::{
    Ability, Activated, KeywordAbility, KeywordValue, Limit, Static, Triggered,
};
use crate::cardtext::effect::{Effect, Grant};
use crate::cardtext::who::{Filter, Num};

/// One ability.
pub(super) fn ability(a: &Ability) -> String {
    match a {
        Ability::Keyword(k) => keyword_ability(k),
        Ability::Activated(a) => activated(a),
        Ability::Triggered(t) => triggered(t),
        Ability::Static(s) => static_ability(s),
        Ability::Unknown(u) => u.words.clone(),
    }
}

/// A keyword with what stands behind it.
pub(super) fn keyword_ability(k: &KeywordAbility) -> String {
    let name = k.keyword.name();
    match &k.value {
        KeywordValue::Bare => name.to_owned(),
        KeywordValue::Number(Num::AtMost(n, most)) => {
            format!("{name} {}, up to {}{}", num(n), num(most), where_x(n))
        }
        KeywordValue::Number(n) => format!("{name} {}{}", num(n), where_x(n)),
        KeywordValue::Effect(e) => format!("{name}: {}", effect(e)),
        KeywordValue::Abilities(all) => match all.as_slice() {
            [one] => format!("{name}: {}", ability(one)),
            several => {
                let items: Vec<String> = several
                    .iter()
                    .map(|a| format!("* {}", ability(a)))
                    .collect();
                format!("{name}: {}", items.join(" "))
            }
        },
        KeywordValue::Costs(ways) => {
            let ways: Vec<String> = ways.iter().map(|w| costs(w)).collect();
            format!("{name}: {}", join(&ways, "or"))
        }
        KeywordValue::Texts(texts) => {
            let texts: Vec<String> = texts
                .iter()
                .map(|t| {
                    if t.is_empty() {
                        "None".to_owned()
                    } else {
                        list(t)
                    }
                })
                .collect();
            format!("{name}: {}", texts.join("/"))
        }
        KeywordValue::Pilot { of, gets } => pilot(of, gets),
        KeywordValue::Enhance {
            costs: c,
            effect: e,
            instead,
        } => {
            let words = match (&**e, instead) {
                (e, false) => clause(e),
                // All of several sentences happen instead.
                (e @ Effect::Seq(_), true) => format!("instead, {}", clause(e)),
                (e, true) => format!("{} instead", clause(e)),
            };
            format!("{name}: {} -> {words}", costs(c))
        }
        KeywordValue::Conditional { number, condition } => {
            format!("{name} {}: If {}", num(number), cond(condition))
        }
        KeywordValue::List(filters) => {
            let names: Vec<String> = filters.iter().map(|f| described(f, true, false)).collect();
            format!("{name}: {}", join(&names, "and"))
        }
    }
}

fn pilot(of: &[Filter], gets: &[Grant]) -> String {
    let names: Vec<String> = of
        .iter()
        .map(|f| kinds(&f.kinds, true).replace(" unit", ""))
        .collect();
    let items: Vec<String> = gets
        .iter()
        .map(|g| {
            format!(
                "* {}",
                bare(g).unwrap_or_else(|| predicate_where(std::slice::from_ref(g)))
            )
        })
        .collect();
    format!(
        "{} Pilot. The {} gets: {}",
        join(&names, "and"),
        join(&names, "or"),
        items.join(" ")
    )
}

pub(super) fn activated(a: &Activated) -> String {
    let effect = match &a.effect {
        Effect::Keyword(k) => keyword_ability(k),
        other => effect(other),
    };
    let limits: String = a.limits.iter().map(|l| format!(" {}", limit(l))).collect();
    let dot = if limits.is_empty() || effect.ends_with('.') {
        ""
    } else {
        "."
    };
    format!("{} -> {effect}{dot}{limits}", costs(&a.costs))
}

fn triggered(t: &Triggered) -> String {
    let cond = t
        .condition
        .as_ref()
        .map(|c| format!(", if {}", cond(c)))
        .unwrap_or_default();
    let limit = t
        .limit
        .map(|(n, s)| format!(" {}", limit(&Limit::Times(n, s))))
        .unwrap_or_default();
    let effect = small(&effect(&t.effect));
    let isolated = if t.isolated {
        " Treat this ability as an isolated effect."
    } else {
        ""
    };
    format!("{}{cond}, {effect}{limit}{isolated}", event(&t.event))
}

fn static_ability(s: &Static) -> String {
    let rule = static_rule(&s.rule);
    match (&s.condition, &s.rule) {
        (None, _) => format!("{}.", capital(&rule)),
        (Some(c), _) => format!("As long as {}, {rule}.", cond(c)),
    }
}
