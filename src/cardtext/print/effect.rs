//! Effects in words.

use super::ability::keyword_ability;
use super::capital;
use super::cost::costs;
use super::deed::on_table;
use super::grant::{duration, predicate, predicate_where, where_grants};
use super::rule::amount;
use super::small;
use super::who::{any_of, cond, num, player, selector, where_x, who};
use crate::cardtext::ability::Amount;
use crate::cardtext::effect::{Ban, Barred, Duration, Effect, Grant, Lender, Sort};
use crate::cardtext::who::{Cond, Num, Place, Player, Quantity, Selector, Who};

/// All sentences of an effect.
pub(super) fn effect(e: &Effect) -> String {
    match e {
        Effect::Seq(list) => in_order(list, effect).join(" "),
        other => format!("{}.", capital(&clause(other))),
    }
}

/// The effects of a text one after another: what was chosen as a card is one.
fn in_order(list: &[Effect], words: impl Fn(&Effect) -> String) -> Vec<String> {
    let mut card = false;
    let mut out = Vec::new();
    for one in list {
        let said = words(one);
        out.push(if card {
            said.replace("that unit", "that card")
        } else {
            said
        });
        if let Effect::Choose(s) = one {
            card = s.filter.places == [Place::Partly];
        }
    }
    out
}

/// Clauses joined inside one sentence.
pub(super) fn inner(e: &Effect) -> String {
    match e {
        Effect::Seq(list) => in_order(list, clause).join(" and "),
        other => clause(other),
    }
}

/// One clause, without a capital and a dot.
pub(super) fn clause(e: &Effect) -> String {
    match e {
        Effect::Seq(list) => in_order(list, clause).join(". "),
        Effect::ChooseOne(list) => {
            let options: Vec<String> = list.iter().map(|o| capital(&clause(o))).collect();
            format!("choose one: {}", options.join(". Or: "))
        }
        Effect::Way(a) => super::ability::activated(a)
            .trim_end_matches('.')
            .to_owned(),
        Effect::ChooseOneBy(p, list) => {
            let options: Vec<String> = list.iter().map(|o| capital(&clause(o))).collect();
            format!("{} chooses: {}", player(*p), options.join(". Or: "))
        }
        Effect::May(p, e) => format!("{} may {}", player(*p), infinitive(e, *p)),
        Effect::IfDone(a, b, c) => if_done(a, b, c.as_deref()),
        Effect::Unless(Player::You, c, e) => format!("{} unless you pay {}", inner(e), paid(c)),
        Effect::Unless(p, c, e) => format!("{} unless {} {}", inner(e), player(*p), pays(c)),
        Effect::If(c, a, None) => format!("if {}, {}", cond(c), inner(a)),
        Effect::If(c, a, Some(b)) => {
            format!("if {}, {}. Otherwise {}", cond(c), inner(a), inner(b))
        }
        Effect::Choose(s) if matches!(s.quantity, Quantity::OpponentChooses(_)) => format!(
            "your opponent chooses {}",
            selector(s).replace("your opponent's", "his or her")
        ),
        Effect::Choose(s) => format!("choose {}", selector(s)),
        Effect::ChooseArena { among, condition } => choose_arena(among, condition.as_ref()),
        Effect::Give {
            who: w,
            grants,
            until,
        } => give(w, grants, *until),
        Effect::Keyword(k) => keyword_ability(k),
        Effect::Damage {
            source,
            target,
            amount,
            dice,
            preventable,
            barred,
        } => {
            let behind = barred
                .as_deref()
                .map_or_else(String::new, |b| barred_by(b, target));
            let dice = if *dice { "dice of damage" } else { "damage" };
            let sure = if *preventable { "" } else { "unpreventable " };
            let to = if source == target {
                "itself".to_owned()
            } else {
                who(target)
            };
            format!(
                "{} does {} {sure}{dice} to {to}{}{behind}",
                who(source),
                num(amount),
                where_x(amount)
            )
        }
        Effect::Divide {
            source,
            among,
            amount,
        } => format!(
            "{} does {} damage divided as you choose among {}{}",
            who(source),
            num(amount),
            who(among),
            where_x(amount)
        ),
        Effect::Prevent {
            target,
            amount: a,
            from,
        } => {
            let from = from
                .as_ref()
                .map(|f| format!(" from {}", who(f)))
                .unwrap_or_default();
            format!(
                "prevent {} damage to {}{from}{}",
                amount(a),
                who(target),
                where_amount(a)
            )
        }
        other => on_table(other),
    }
}

/// Behind damage, as a sentence of its own.
fn barred_by(barred: &Barred, target: &Who) -> String {
    let except = barred.except.as_ref().map(any_of);
    if barred.by.is_empty() {
        let by = except.unwrap_or_else(|| "nothing".to_owned());
        return format!(". This damage can only be prevented by {by}");
    }
    let by: Vec<String> = barred.by.iter().map(ToString::to_string).collect();
    let unless = except.map_or_else(String::new, |e| {
        let spoken = if matches!(target, Who::Units(_)) {
            "that unit".to_owned()
        } else {
            who(target)
        };
        format!(" unless {spoken} is {e}")
    });
    let by = super::join(&by, "or");
    format!(". Your opponent can't use {by} to prevent that damage{unless}")
}

/// Whether any unit or card in play is meant.
fn in_play(s: &Selector) -> bool {
    use crate::cardtext::who::{Filter, Kind};
    let any = Filter {
        kinds: Vec::new(),
        ..s.filter.clone()
    };
    let all = Filter {
        places: vec![Place::Anywhere],
        ..Filter::default()
    };
    s.quantity == Quantity::Each
        && any == all
        && matches!(
            s.filter.kinds.iter().flatten().collect::<Vec<_>>()[..],
            [] | [Kind::AnyCard]
        )
}

/// The article before the sort of an ability.
fn article(kind: &str) -> &'static str {
    if kind.is_empty() || kind.starts_with('a') {
        "an"
    } else {
        "a"
    }
}

pub(super) fn borrowed(
    taker: &Who,
    from: &Lender,
    sort: Sort,
    count: Option<&Num>,
    until: Duration,
) -> String {
    let kind = match sort {
        Sort::Any => String::new(),
        Sort::Activated => "activated ".to_owned(),
        Sort::ForceActivated => "Force-activated ".to_owned(),
        Sort::Of(k) => format!("{k} "),
    };
    let it = who(taker);
    let ends = duration(until);
    match (from, count) {
        (Lender::Stack, _) => format!(
            "choose {} {kind}ability on another card in {it}'s stack. If you do, {it} gets the chosen ability {ends}",
            article(&kind),
        ),
        (Lender::Units(Who::Units(s)), Some(Num::Const(1))) if in_play(s) => {
            let any = match s.filter.kinds.as_slice() {
                [] => "unit",
                _ => "card",
            };
            let a = article(&kind);
            format!(
                "choose {a} {kind}ability on any {any} in play. {} gets the chosen {kind}ability {ends}",
                capital(&it)
            )
        }
        (Lender::Units(w), Some(n)) => {
            format!(
                "{it} gets up to {} of {}'s {kind}abilities {ends}",
                num(n),
                who(w)
            )
        }
        (Lender::Units(w), None) => format!("{it} gets the {kind}abilities of {} {ends}", who(w)),
    }
}

pub(super) fn attached(from: &Who, of: &[Vec<crate::cardtext::who::Kind>]) -> String {
    use crate::cardtext::who::Kind;
    let card = match of {
        [] => "an Equipment card".to_owned(),
        [all] => match all.as_slice() {
            [Kind::Name(n)] => n.clone(),
            _ => format!(
                "a {}",
                super::who::kinds(of, true).trim_end_matches(" unit")
            ),
        },
        _ => format!(
            "a {}",
            super::who::kinds(of, true).trim_end_matches(" unit")
        ),
    };
    match from {
        Who::This => format!("discard {card} from this unit"),
        w => format!("discard {card} attached to {}", who(w)),
    }
}

fn choose_arena(among: &[crate::game::Arena], condition: Option<&Cond>) -> String {
    let which = match among {
        [] => "an arena".to_owned(),
        some => {
            let names: Vec<String> = some.iter().map(|a| a.name().to_owned()).collect();
            format!("the {} arena", super::join(&names, "or"))
        }
    };
    match condition {
        Some(c) => format!("choose {which} where {}", cond(c)),
        None => format!("choose {which}"),
    }
}

fn where_amount(a: &Amount) -> String {
    match a {
        Amount::Exactly(n) | Amount::UpTo(n) | Amount::AllBut(n) => where_x(n),
        Amount::Half { up: true } => ", rounded up".to_owned(),
        Amount::Half { up: false } => ", rounded down".to_owned(),
        Amount::All => String::new(),
    }
}

fn give(w: &Who, grants: &[Grant], until: Duration) -> String {
    // What lasts until the next turn is about the one untap step there is till then.
    if let ([Grant::Cannot(Ban::UntapStep)], Duration::NextTurn) = (grants, until) {
        let gets = super::grant::of_others(w, &predicate(grants));
        return format!(
            "{} {}",
            who(w),
            gets.replace("untap step", "next untap step")
        );
    }
    format!(
        "{} {} {}{}",
        who(w),
        super::grant::of_others(w, &predicate(grants)),
        duration(until),
        where_grants(grants)
    )
}

/// "pays" costs without the word pay in front.
pub(super) fn paid(list: &[crate::cardtext::ability::Cost]) -> String {
    let words = costs(list);
    words.strip_prefix("Pay ").unwrap_or(&words).to_owned()
}

/// What the other player pays: "pays 2 Force", "discards 1 card from his or her hand".
pub(super) fn pays(list: &[crate::cardtext::ability::Cost]) -> String {
    let words = costs(list)
        .replace("from your hand", "from his or her hand")
        .replace("of your deck", "of his or her deck");
    if let Some(rest) = words.strip_prefix("Pay ") {
        return format!("pays {rest}");
    }
    let (verb, rest) = words.split_once(' ').unwrap_or((words.as_str(), ""));
    format!("{}s {rest}", verb.to_lowercase())
}

fn infinitive(e: &Effect, p: Player) -> String {
    match e {
        Effect::Pay(_, list) => small(&costs(list)),
        Effect::Seq(list) => list
            .iter()
            .map(|e| infinitive(e, p))
            .collect::<Vec<_>>()
            .join(" and "),
        Effect::Give {
            who: w,
            grants,
            until,
        } => {
            let words = predicate_where(grants);
            match words.strip_prefix("gets ") {
                Some(items) => format!("give {} {items} {}", who(w), duration(*until)),
                None => clause(e),
            }
        }
        // Who picks the cards is who may do it.
        Effect::DiscardHand(Player::Opponent, n) if p == Player::You => {
            let cards = if *n == Num::Const(1) { "card" } else { "cards" };
            format!(
                "choose and discard {} {cards} from your opponent's hand",
                num(n)
            )
        }
        Effect::Damage { source, .. } => {
            let it = who(source);
            clause(e).replacen(&format!("{it} does"), &format!("have {it} do"), 1)
        }
        other => {
            let words = clause(other);
            let subject = format!("{} ", player(p));
            words
                .strip_prefix(&subject)
                .map_or_else(|| words.clone(), |rest| rest.replacen("s ", " ", 1))
        }
    }
}

fn if_done(a: &Effect, b: &Effect, c: Option<&Effect>) -> String {
    let (did, didnt) = match a {
        Effect::May(Player::Opponent, _) | Effect::Pay(Player::Opponent, _) => {
            ("he or she does", "he or she doesn't")
        }
        _ => ("you do", "you don't"),
    };
    let mut out = clause(a);
    if !matches!(b, Effect::Seq(l) if l.is_empty()) {
        out.push_str(&format!(". If {did}, {}", inner(b)));
    }
    if let Some(c) = c {
        out.push_str(&format!(". If {didnt}, {}", inner(c)));
    }
    out
}
