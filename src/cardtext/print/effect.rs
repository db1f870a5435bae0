//! Effects in words.

use super::ability::{amount, costs, event, keyword_ability};
use super::capital;
use super::grant::{duration, predicate, predicate_where, where_grants};
use super::who::{any_of, cond, counters, num, place, player, selector, where_x, who};
use crate::cardtext::ability::{Amount, Event};
use crate::cardtext::effect::{
    Barred, Created, DisruptWhat, Duration, Effect, Grant, Lender, Sort, When,
};
use crate::cardtext::who::{Cond, Num, Player, Who};

/// All sentences of an effect.
pub(super) fn effect(e: &Effect) -> String {
    match e {
        Effect::Seq(list) => list.iter().map(effect).collect::<Vec<_>>().join(" "),
        other => format!("{}.", capital(&clause(other))),
    }
}

/// Clauses joined inside one sentence.
fn inner(e: &Effect) -> String {
    match e {
        Effect::Seq(list) => list.iter().map(clause).collect::<Vec<_>>().join(" and "),
        other => clause(other),
    }
}

/// One clause, without a capital and a dot.
pub(super) fn clause(e: &Effect) -> String {
    match e {
        Effect::Seq(list) => list.iter().map(clause).collect::<Vec<_>>().join(". "),
        Effect::ChooseOne(list) => {
            let options: Vec<String> = list.iter().map(|o| capital(&clause(o))).collect();
            format!("choose one: {}", options.join(". Or: "))
        }
        Effect::ChooseOneBy(p, list) => {
            let options: Vec<String> = list.iter().map(|o| capital(&clause(o))).collect();
            format!("{} chooses: {}", player(*p), options.join(". Or: "))
        }
        Effect::May(p, e) => format!("{} may {}", player(*p), infinitive(e, *p)),
        Effect::IfDone(a, b, c) => if_done(a, b, c.as_deref()),
        Effect::Unless(Player::You, c, e) => format!("{} unless you pay {}", inner(e), paid(c)),
        Effect::Unless(p, c, e) => format!("{} unless {} pays {}", inner(e), player(*p), paid(c)),
        Effect::If(c, a, None) => format!("if {}, {}", cond(c), inner(a)),
        Effect::If(c, a, Some(b)) => {
            format!("if {}, {}. Otherwise {}", cond(c), inner(a), inner(b))
        }
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

fn borrowed(
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
            if kind.is_empty() || kind.starts_with('a') {
                "an"
            } else {
                "a"
            },
        ),
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

fn attached(from: &Who, of: &[Vec<crate::cardtext::who::Kind>]) -> String {
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
        Amount::All | Amount::Half { .. } => String::new(),
    }
}

fn give(w: &Who, grants: &[Grant], until: Duration) -> String {
    format!(
        "{} {} {}{}",
        who(w),
        predicate(grants),
        duration(until),
        where_grants(grants)
    )
}

/// "pays" costs without the word pay in front.
fn paid(list: &[crate::cardtext::ability::Cost]) -> String {
    let words = costs(list);
    words.strip_prefix("Pay ").unwrap_or(&words).to_owned()
}

fn infinitive(e: &Effect, p: Player) -> String {
    match e {
        Effect::Pay(_, list) => costs(list).replacen("Pay", "pay", 1),
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
        Effect::Damage { source, .. } if *source != Who::This => {
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

fn on_table(e: &Effect) -> String {
    match e {
        Effect::PutCounters { kind, count, on } => {
            format!(
                "put {} on {}{}",
                counters(count, *kind),
                who(on),
                where_x(count)
            )
        }
        Effect::RemoveCounters {
            kind,
            count: None,
            from,
            ..
        } => {
            format!("remove all {} counters from {}", kind.word(), who(from))
        }
        Effect::RemoveCounters {
            kind,
            count: Some(n),
            up_to,
            from,
        } => {
            let up = if *up_to { "up to " } else { "" };
            format!(
                "remove {up}{} from {}{}",
                counters(n, *kind),
                who(from),
                where_x(n)
            )
        }
        Effect::HealTo { who: w, remaining } => {
            format!(
                "remove damage counters from {} until it has {} remaining health",
                who(w),
                num(remaining)
            )
        }
        Effect::MoveCounters {
            kind,
            count,
            up_to,
            from,
            to,
        } => {
            let up = if *up_to { "up to " } else { "" };
            format!(
                "move {up}{} from {} to {}",
                counters(count, *kind),
                who(from),
                who(to)
            )
        }
        Effect::Tap(w) => format!("tap {}", who(w)),
        Effect::Untap(w) => format!("untap {}", who(w)),
        Effect::Discard(w) => by_owner("discard", w),
        Effect::Retreat(w) => format!("retreat {}", who(w)),
        Effect::Return(w) => format!("return {} to its owner's hand", who(w)),
        Effect::RemoveFromGame(w) => format!("remove {} from the game", who(w)),
        Effect::Put(w, crate::cardtext::who::Place::AnyArena) => {
            format!("put {} into its arena", who(w))
        }
        Effect::Put(w, p) => format!("put {} into {}", who(w), place(*p)),
        Effect::Control(p, w, d) => match p {
            Player::You => format!("gain control of {} {}", who(w), duration(*d)),
            p => format!(
                "{} gains control of {} {}",
                player(*p),
                who(w),
                duration(*d)
            ),
        },
        Effect::Attach(w) => format!("attach this card to {}", who(w)),
        other => at_large(other),
    }
}

fn by_owner(verb: &str, w: &Who) -> String {
    use crate::cardtext::who::Quantity;
    match w {
        Who::Units(s) if matches!(s.quantity, Quantity::OpponentChooses(_)) => {
            format!("your opponent chooses and {verb}s {}", who(w))
                .replace("your opponent's", "his or her")
        }
        _ => format!("{verb} {}", who(w)),
    }
}

fn at_large(e: &Effect) -> String {
    match e {
        Effect::Pay(Player::You, c) => costs(c).replacen("Pay", "pay", 1),
        Effect::Pay(p, c) => format!("{} pays {}", player(*p), paid(c)),
        Effect::Force(p, n) => change(*p, n, "Force"),
        Effect::BuildPoints(p, n, when) => {
            let when = match when {
                When::Now => "",
                When::NextBuildStep => " when your next build step starts",
            };
            let words = change(
                *p,
                n,
                if *n == Num::Const(1) {
                    "build point"
                } else {
                    "build points"
                },
            );
            format!("{words}{when}")
        }
        Effect::Draw(p, n) => verb(*p, "draw", &format!("{} {}", num(n), cards(n))),
        Effect::DiscardHand(p, n) => verb(
            *p,
            "discard",
            &format!("{} {} from {} hand", num(n), cards(n), their(*p)),
        ),
        Effect::DiscardDeck(Player::Opponent, n) => {
            format!(
                "discard the top {} {} of your opponent's deck",
                num(n),
                cards(n)
            )
        }
        Effect::DiscardDeck(_, n) => {
            format!("discard the top {} {} of your deck", num(n), cards(n))
        }
        Effect::Reroll { up_to, all, of, .. } => {
            let whose = match of {
                crate::cardtext::who::Owner::Anyone => "",
                crate::cardtext::who::Owner::Yours => "your ",
                crate::cardtext::who::Owner::Opponents => "your opponent's ",
            };
            match up_to {
                _ if *all => format!("reroll all {whose}attack dice"),
                None if whose.is_empty() => "reroll any number of the attack dice".to_owned(),
                None => format!("reroll any number of {whose}attack dice"),
                Some(n) => format!("reroll up to {} {whose}attack dice", num(n)),
            }
        }
        Effect::Disrupt(what) => format!("disrupt {}", disrupted(what)),
        Effect::Create(c) => create(c),
        Effect::Attack {
            who: w,
            target,
            optional,
            ..
        } => {
            let verb = if *optional { "may attack" } else { "attacks" };
            let to = match target {
                Some(t) if t == w => "itself".to_owned(),
                Some(t) => who(t),
                None => "a unit".to_owned(),
            };
            format!("{} {verb} {to}", who(w))
        }
        Effect::NewDefender(w) => format!("the attacking unit attacks {} instead", who(w)),
        Effect::EndAttack => "the attack ends".to_owned(),
        Effect::Steady => "this card can't be disrupted".to_owned(),
        Effect::Borrow {
            who: w,
            from,
            sort,
            count,
            until,
        } => borrowed(w, from, *sort, count.as_ref(), *until),
        Effect::DiscardAttached { from, of } => attached(from, of),
        Effect::Later {
            when,
            each_time,
            until,
            effect: e,
        } => {
            let words = event(when);
            let once = match **when {
                Event::Attacks { .. } | Event::WouldAttack(_) => "the next time ",
                _ => "when ",
            };
            let each = words.replacen("When ", if *each_time { "whenever " } else { once }, 1);
            if !*each_time && matches!(**when, Event::BuildStepStarts(_)) {
                let next = each.replacen("build step", "next build step", 1);
                return format!("{next}, {}", inner(e));
            }
            format!("{}, {each}, {}", duration(*until), inner(e))
        }
        Effect::Stand {
            rule,
            until: Duration::NextCard,
        } => super::ability::static_rule(rule)
            .replacen(
                "each of your Battle cards",
                "the next Battle card you play",
                1,
            )
            .replacen(
                "each of your opponent's Battle cards",
                "the next Battle card your opponent plays",
                1,
            ),
        Effect::Stand { rule, until } => {
            format!("{} {}", super::ability::static_rule(rule), duration(*until))
        }
        Effect::RollDie(rows) => {
            let rows: Vec<String> = rows.iter().map(|(faces, e)| row(faces, e)).collect();
            format!("roll a die. {}", rows.join(". "))
        }
        Effect::Note(what) => super::off_board(*what).to_owned(),
        other => format!("{other:?}"),
    }
}

fn row(faces: &[u8], e: &Effect) -> String {
    let words = match faces {
        [first, .., 6] if *first > 1 && faces.len() > 1 => format!("{first} or more"),
        [1, .., last] if faces.len() > 1 && usize::from(*last) == faces.len() => {
            format!("{last} or less")
        }
        several => several
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" or "),
    };
    format!("If you roll a {words}, {}", inner(e))
}

fn verb(p: Player, word: &str, rest: &str) -> String {
    match p {
        Player::You => format!("{word} {rest}"),
        p => format!("{} {word}s {rest}", player(p)),
    }
}

fn change(p: Player, n: &Num, what: &str) -> String {
    let (word, n) = match n {
        Num::Const(k) if *k < 0 => ("lose", Num::Const(-k)),
        Num::Times(-1, n) => ("lose", n.as_ref().clone()),
        n => ("gain", n.clone()),
    };
    verb(p, word, &format!("{} {what}{}", num(&n), where_x(&n)))
}

fn cards(n: &Num) -> &'static str {
    if *n == Num::Const(1) { "card" } else { "cards" }
}

fn their(p: Player) -> &'static str {
    if p == Player::You {
        "your"
    } else {
        "his or her"
    }
}

fn disrupted(what: &DisruptWhat) -> String {
    match what {
        DisruptWhat::Ability(None) => "an activated ability".to_owned(),
        DisruptWhat::Ability(Some(f)) => {
            format!("an activated ability of {}", any_of(f))
        }
        DisruptWhat::BattleCard => "a Battle card".to_owned(),
        DisruptWhat::Either => "a Battle card or activated ability".to_owned(),
        DisruptWhat::Other => "a Mission".to_owned(),
        DisruptWhat::Card => "a Battle or Mission card".to_owned(),
        DisruptWhat::Disruption => "a disrupt".to_owned(),
        DisruptWhat::Attack(None) => "an attack".to_owned(),
        DisruptWhat::Attack(Some(f)) => format!("an attack by {}", any_of(f)),
    }
}

fn create(c: &Created) -> String {
    let one = c.count == Num::Const(1);
    let abilities: Vec<String> = c
        .abilities
        .iter()
        .map(|a| format!("\"{}\"", super::ability::ability(a)))
        .collect();
    let with = if abilities.is_empty() {
        String::new()
    } else {
        format!(" with {}", abilities.join(" and "))
    };
    let into = match c.place {
        crate::cardtext::who::Place::AnyArena => "its arena".to_owned(),
        p => place(p),
    };
    format!(
        "take {} {}/{}/{} {} Subordinate{}{with} and put {} into {into}{}",
        num(&c.count),
        c.speed,
        c.power,
        c.health,
        c.name,
        if one { "" } else { "s" },
        if one { "it" } else { "them" },
        if c.tapped { " tapped" } else { "" },
    )
}
