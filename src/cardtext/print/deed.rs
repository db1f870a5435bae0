//! What is done on the table and by players, in words.

use super::cost::costs;
use super::effect::{attached, borrowed, inner};
use super::event::event;
use super::grant::duration;
use super::rule::static_rule;
use super::who::{any_of, counters, num, place, player, where_x, who};
use crate::cardtext::ability::{Event, StaticRule};
use crate::cardtext::effect::{
    Ban, Created, DisruptWhat, Duration, Effect, Fetch, Grant, Pile, When,
};
use crate::cardtext::who::{Filter, Num, Owner, Place, Player, Quantity, Selector, Who};

pub(super) fn on_table(e: &Effect) -> String {
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
        Effect::HealTo {
            who: w,
            remaining,
            put,
        } => {
            let verb = if *put {
                "put damage counters on"
            } else {
                "remove damage counters from"
            };
            format!(
                "{verb} {} until it has {} remaining health",
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
        Effect::Tap(w) => by_owner("tap", w),
        Effect::Untap(w) => by_owner("untap", w),
        Effect::Discard(w) => by_owner("discard", w),
        Effect::Retreat(w) => by_owner("retreat", w),
        Effect::Return(w) => format!("return {} to its owner's hand", who(w)),
        Effect::RemoveStack(w) => {
            format!("remove {} and the cards of its stack from the game", who(w))
        }
        Effect::ToSupply(w) => format!("return {} to the supply", who(w)),
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
        Effect::Pay(p, c) => format!("{} {}", player(*p), super::effect::pays(c)),
        Effect::Force(p, n) => change(*p, n, "Force"),
        Effect::BuildPoints(p, n, when) => {
            let when = match when {
                When::Now => "",
                When::NextBuildStep if *p == Player::You => " when your next build step starts",
                When::NextBuildStep => " when his or her next build step starts",
                When::NextTurn => " next turn",
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
        Effect::Draw(p, n) => verb(
            *p,
            "draw",
            &format!("{} {}{}", num(n), cards(n), where_x(n)),
        ),
        Effect::DiscardHand(p, n) | Effect::DiscardRandom(p, n) => {
            let random = if matches!(e, Effect::DiscardRandom(..)) {
                " at random"
            } else {
                ""
            };
            let (n, cards, hand, x) = (num(n), cards(n), their(*p), where_x(n));
            let what = format!("{n} {cards}{random} from {hand} hand{x}");
            verb(*p, "discard", &what)
        }
        Effect::DiscardDeck(Player::Opponent, n) => {
            format!(
                "discard the top {} {} of your opponent's deck",
                num(n),
                cards(n)
            )
        }
        Effect::DiscardNth(p, nth) => {
            const WORDS: [&str; 7] = ["", "", "second", "third", "fourth", "fifth", "sixth"];
            let word = WORDS.get(usize::from(*nth)).copied().unwrap_or_default();
            let whose = if *p == Player::Opponent {
                "your opponent's"
            } else {
                "your"
            };
            format!("discard the {word} card from the top of {whose} deck")
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
        Effect::NewDefender(Who::Units(s)) if is_any_defender(s) => {
            "choose the defending unit".to_owned()
        }
        Effect::NewDefender(w @ Who::Units(s))
            if matches!(s.quantity, Quantity::OpponentChooses(_)) =>
        {
            format!(
                "the attacking unit must attack {}, as your opponent chooses, instead",
                who(w)
            )
        }
        Effect::NewDefender(w) => format!("the attacking unit attacks {} instead", who(w)),
        Effect::EndAttack => "the attack ends".to_owned(),
        Effect::Steady => "this card can't be disrupted".to_owned(),
        Effect::NotAgain => "the disrupted ability can't be activated again this turn".to_owned(),
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
        } => static_rule(rule)
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
            let rule = opponent_cannot_use(rule).unwrap_or_else(|| static_rule(rule));
            format!("{rule} {}", duration(*until))
        }
        Effect::RollDie(rows) => {
            let rows: Vec<String> = rows.iter().map(|(faces, e)| row(faces, e)).collect();
            format!("roll a die. {}", rows.join(". "))
        }
        Effect::RollDieBy(p, rows) => {
            let theirs = |(faces, e): &(Vec<u8>, Effect)| {
                row(faces, e).replacen("If you roll", "If he or she rolls", 1)
            };
            let rows: Vec<String> = rows.iter().map(theirs).collect();
            format!("{} rolls a die. {}", player(*p), rows.join(". "))
        }
        Effect::Fetch(f) => fetched(f),
        Effect::Note(what) => super::off_board(*what).to_owned(),
        other => format!("{other:?}"),
    }
}

/// A keyword kept from the opponent, which is no ban on the units that are there now.
fn opponent_cannot_use(rule: &StaticRule) -> Option<String> {
    let StaticRule::Give {
        who: Who::Units(units),
        grants,
    } = rule
    else {
        return None;
    };
    let opponents = Filter {
        owner: Owner::Opponents,
        ..Filter::default()
    };
    let [Grant::Cannot(Ban::Use(keyword))] = grants.as_slice() else {
        return None;
    };
    let all = units.quantity == Quantity::Each && units.filter == opponents;
    all.then(|| format!("your opponent can't use {}", keyword.name()))
}

/// Whether it is any unit that the attacker could attack.
fn is_any_defender(s: &Selector) -> bool {
    let any = Filter {
        places: vec![Place::AttackArena],
        ..Filter::default()
    };
    s.quantity == Quantity::Choose(Num::Const(1)) && s.filter == any
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

/// "take up to 2 cards as printed from your deck and put them into your hand".
fn fetched(f: &Fetch) -> String {
    let pile = |p| match p {
        Pile::Hand => "your hand",
        Pile::Deck => "your deck",
        Pile::Discard => "your discard pile",
        Pile::DeckOrDiscard => "your deck or discard pile",
        Pile::BuildZone => "your build zone face-down",
    };
    let found = if f.sure { "" } else { " (if found)" };
    let (cards, them) = match f.most {
        1 => ("a card".to_owned(), "it"),
        n if f.up_to => (format!("up to {n} cards"), "them"),
        n => (format!("{n} cards"), "them"),
    };
    let (from, to) = (pile(f.from), pile(f.to));
    let with = match f.counters {
        0 => String::new(),
        1 => " with 1 build counter on it".to_owned(),
        n => format!(" with {n} build counters on it"),
    };
    format!("take {cards} as printed{found} from {from} and put {them} into {to}{with}")
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
