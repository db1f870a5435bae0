//! Abilities, costs, events and limits in words.

use super::effect::{clause, effect};
use super::grant::{bare, list, predicate, predicate_where, where_grants};
use super::who::{
    any_of, any_who, cond, counters, described, kinds, num, places, player, where_x, who,
};
use super::{capital, join};
use crate::cardtext::ability::{
    Ability, Activated, Amount, Cost, Event, KeywordAbility, KeywordValue, Limit, PlayerBan, Scope,
    Static, StaticRule, Triggered,
};
use crate::cardtext::effect::Grant;
use crate::cardtext::who::{Cond, Filter, Num, Owner, Place, Player, Who};
use crate::game::{Arena, CounterKind};

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
            let instead = if *instead { " instead" } else { "" };
            format!("{name}: {} -> {}{instead}", costs(c), clause(e))
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

fn activated(a: &Activated) -> String {
    let effect = match &a.effect {
        crate::cardtext::effect::Effect::Keyword(k) => keyword_ability(k),
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
    let effect = effect(&t.effect);
    let mut chars = effect.chars();
    let effect: String = chars
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(chars)
        .collect();
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

pub(super) fn static_rule(rule: &StaticRule) -> String {
    match rule {
        StaticRule::Give { who: w, grants } => match grants.as_slice() {
            [Grant::Unpreventable { by, except: None }] if by.is_empty() => {
                format!("damage from {} can't be prevented", who(w))
            }
            [Grant::Subtype(s)] => {
                format!("treat {} as {}", who(w), super::who::with_article(s))
            }
            [Grant::Set(stat, n)] if *w == Who::This => {
                format!(
                    "this unit's {} is {}",
                    super::who::stat(*stat),
                    super::who::counted(n)
                )
            }
            grants => format!("{} {}{}", who(w), predicate(grants), where_grants(grants)),
        },
        StaticRule::Prevent {
            to,
            from,
            amount: a,
            attack_only,
        } => {
            let by = from
                .as_ref()
                .map(|f| format!(" by {}", any_who(f)))
                .unwrap_or_default();
            let attacked = if *attack_only { " when attacked" } else { "" };
            format!(
                "whenever {} would be damaged{by}{attacked}, prevent{} that damage",
                any_who(to),
                amount_of(a)
            )
        }
        StaticRule::Tax {
            of,
            units,
            keyword,
            force_only,
            battle_cards,
            more,
            least,
        } => {
            let words = tax(
                *of,
                units.as_ref(),
                *keyword,
                *force_only,
                *battle_cards,
                more,
            );
            match least {
                0 => words,
                n => format!(
                    "{words}. Abilities that cost {n} or more Force can't cost less than {n} Force"
                ),
            }
        }
        StaticRule::MoreDamage { by, more } => format!(
            "whenever {} would do damage, it does {} more damage",
            who(by),
            num(more)
        ),
        StaticRule::MultiplyDamage { by, times } => {
            let verb = if *times == 3 { "triple" } else { "double" };
            format!("{verb} all damage that would be done by {}", who(by))
        }
        StaticRule::ExtraCounters { on, each } => {
            format!(
                "for each damage counter put on {}, put {each} extra damage counter on it",
                who(on)
            )
        }
        StaticRule::InsteadOfDiscard {
            who: w,
            from,
            effect: e,
            may,
            by_damage,
        } => {
            let may = if *may { "you may " } else { "" };
            let damaged = if *by_damage { "damaged and " } else { "" };
            let prevent = if *by_damage {
                "prevent that damage and "
            } else {
                ""
            };
            format!(
                "if {} would be {damaged}discarded{}, {may}{prevent}{} instead",
                any_who(w),
                places(from, false).replacen(" in ", " from ", 1),
                clause(e).replace(". ", " and ")
            )
        }
        StaticRule::AttackCost {
            who: w,
            target,
            costs: c,
        } => {
            let target = target
                .as_ref()
                .map(|t| format!(" {}", who(t)))
                .unwrap_or_default();
            let paid = costs(c);
            let paid = paid.strip_prefix("Pay ").unwrap_or(&paid);
            let opponents = Who::Units(crate::cardtext::who::Selector {
                quantity: crate::cardtext::who::Quantity::Each,
                filter: Filter {
                    owner: Owner::Opponents,
                    ..Filter::default()
                },
            });
            let subject = if *w == opponents {
                "your opponent".to_owned()
            } else {
                who(w)
            };
            format!("{subject} can't attack{target} unless he or she pays {paid}")
        }
        StaticRule::PlayerCannot {
            player: p,
            what,
            during,
        } => {
            let during = during
                .map(|a| format!(" during the {} battle step", a.name()))
                .unwrap_or_default();
            match (p, what) {
                (Player::Each, PlayerBan::BattleCards) => {
                    format!("Battle cards can't be played{during}")
                }
                (p, what) => format!("{} can't {}{during}", player(*p), banned(*what)),
            }
        }
        StaticRule::BuildCost { who: w, more } => build_cost(w, more),
        StaticRule::Pilots {
            of,
            most,
            further,
            but,
        } => {
            let most = match (*further, *most) {
                (true, 1) => "an extra Pilot".to_owned(),
                (true, n) => format!("{n} extra Pilots"),
                (false, n) => format!("up to {n} Pilots"),
            };
            let but = match but.as_slice() {
                [] => String::new(),
                but => format!(" as long as that Pilot isn't a {}", kinds(but, true)),
            };
            format!("{} can have {most}{but}", who(of))
        }
        StaticRule::Note(what) => super::off_board(*what).to_owned(),
    }
}

/// What cards cost to deploy, more or less.
fn build_cost(w: &Who, more: &Num) -> String {
    let (n, word) = match more {
        Num::Const(n) if *n < 0 => (Num::Const(-n), "less"),
        Num::Times(-1, each) => ((**each).clone(), "less"),
        Num::Times(k, each) if *k < 0 => (Num::Times(-k, each.clone()), "less"),
        n => (n.clone(), "more"),
    };
    format!(
        "{} costs {} {word} build counters to deploy{}",
        who(w),
        num(&n),
        where_x(&n)
    )
}

fn banned(what: PlayerBan) -> &'static str {
    match what {
        PlayerBan::BattleCards => "play Battle cards",
        PlayerBan::Abilities => "play activated abilities",
        PlayerBan::Disrupt => "disrupt",
        PlayerBan::Retreat => "retreat units",
        PlayerBan::Lose => "lose the game",
        PlayerBan::Win => "win the game",
        PlayerBan::Complete => "complete cards",
    }
}

fn tax(
    of: Player,
    units: Option<&Filter>,
    keyword: Option<crate::rulebook::Keyword>,
    force_only: bool,
    battle_cards: bool,
    more: &Num,
) -> String {
    let (n, word) = match more {
        Num::Const(k) if *k < 0 => (Num::Const(-k), "less"),
        n => (n.clone(), "more"),
    };
    let of_whom = match of {
        Player::You => "your",
        Player::Opponent => "your opponent's",
        Player::Each | Player::ThatController => "each player's",
    };
    let subject = if battle_cards {
        match of {
            Player::Each | Player::ThatController => "each Battle card".to_owned(),
            _ => format!("each of {of_whom} Battle cards"),
        }
    } else {
        match (units, keyword) {
            (Some(f), None) => {
                let mut f = f.clone();
                f.owner = match of {
                    Player::You => Owner::Yours,
                    Player::Opponent => Owner::Opponents,
                    Player::Each | Player::ThatController => f.owner,
                };
                format!("each activated ability of {}", described(&f, false, false))
            }
            (_, Some(k)) => format!("each of {of_whom} {k} abilities"),
            (None, None) if of == Player::Opponent && !force_only => {
                "each activated ability of your opponent's units".to_owned()
            }
            (None, None) => format!("each of {of_whom} activated abilities"),
        }
    };
    let only = if force_only {
        " that cost 0 or more Force"
    } else {
        ""
    };
    format!("{subject}{only} costs {} {word} Force to play", num(&n))
}

/// In front of "damage".
pub(super) fn amount(a: &Amount) -> String {
    match a {
        Amount::All => "all".to_owned(),
        Amount::Exactly(n) => num(n),
        Amount::UpTo(n) => format!("up to {}", num(n)),
        Amount::AllBut(n) => format!("all but {}", num(n)),
        Amount::Half { .. } => "half of the".to_owned(),
    }
}

/// In front of "that damage".
fn amount_of(a: &Amount) -> String {
    match a {
        Amount::All => String::new(),
        Amount::Half { .. } => " half of".to_owned(),
        other => format!(" {} of", amount(other)),
    }
}

/// Costs, the first with a capital.
pub(super) fn costs(list: &[Cost]) -> String {
    capital(&list.iter().map(cost).collect::<Vec<_>>().join(", ")).replace(", pay ", ", Pay ")
}

fn cost(c: &Cost) -> String {
    match c {
        Cost::Force(Num::AtMost(n, most)) => format!("pay {} Force, up to {}", num(n), num(most)),
        Cost::Force(n) => format!("pay {} Force", num(n)),
        Cost::BuildPoints(n) => format!(
            "pay {} build point{}",
            num(n),
            if *n == Num::Const(1) { "" } else { "s" }
        ),
        Cost::Tap(Who::This) => "[tap]".to_owned(),
        Cost::Tap(w) => format!("tap {}", who(w)),
        Cost::Untap(w) => format!("untap {}", who(w)),
        Cost::Discard(w) => format!("discard {}", who(w)),
        Cost::Retreat(w) => format!("retreat {}", who(w)),
        Cost::Return(w) => format!("return {} to its owner's hand", who(w)),
        Cost::RemoveFromGame(w) => format!("remove {} from the game", who(w)),
        Cost::DiscardCards {
            count,
            from_deck: false,
            of,
        } => format!("discard {} from your hand", cards_of(count, of.as_deref())),
        Cost::DiscardCards {
            count,
            from_deck: true,
            ..
        } => format!("discard {} from the top of your deck", cards(count)),
        Cost::RemoveDiscarded { count, of } => format!(
            "remove {} from your discard pile from the game",
            cards_of(count, of.as_deref())
        ),
        Cost::PutCounters {
            kind: CounterKind::Resource,
            count,
            on: Who::This,
        } => format!("add {}", bare_counters(count)),
        Cost::PutCounters { kind, count, on } => {
            format!("put {} on {}", counters(count, *kind), who(on))
        }
        Cost::RemoveCounters {
            kind: CounterKind::Resource,
            count,
            from: Who::This,
        } => {
            format!("remove {}", bare_counters(count))
        }
        Cost::RemoveCounters { kind, count, from } => {
            format!("remove {} from {}", counters(count, *kind), who(from))
        }
        Cost::Do(e) => clause(e),
    }
}

/// "1 Battle card", "2 cards".
fn cards_of(n: &Num, of: Option<&str>) -> String {
    of.map_or_else(|| cards(n), |words| format!("{} {words}", num(n)))
}

fn cards(n: &Num) -> String {
    format!(
        "{} card{}",
        num(n),
        if *n == Num::Const(1) { "" } else { "s" }
    )
}

/// Counters of a Resource.
fn bare_counters(n: &Num) -> String {
    format!(
        "{} counter{}",
        num(n),
        if *n == Num::Const(1) { "" } else { "s" }
    )
}

fn arena_step(a: Option<Arena>) -> String {
    match a {
        Some(a) => format!("the {} battle step", a.name()),
        None => "this arena's battle step".to_owned(),
    }
}

/// The event, from its "When" on.
pub(super) fn event(e: &Event) -> String {
    let to = |t: &Option<Who>| {
        t.as_ref()
            .map(|t| format!(" {}", any_who(t)))
            .unwrap_or_default()
    };
    let words = match e {
        Event::Attacks {
            who: w,
            target: Some(Who::This),
        } if is_anyone(w) => "this unit is attacked".to_owned(),
        Event::Attacks {
            who: w,
            target: Some(t),
        } if is_anyone(w) => format!("{} is attacked", any_who(t)),
        Event::Attacks { who: w, target } => format!("{} attacks{}", any_who(w), to(target)),
        Event::WouldAttack(w) => format!("{} would attack", any_who(w)),
        Event::Rolls {
            target: Some(t), ..
        } => {
            format!(
                "your opponent rolls one or more dice in an attack on {}",
                any_who(t)
            )
        }
        Event::Rolls { who: w, .. } => format!("{} rolls attack dice", any_who(w)),
        Event::AttackEnds {
            who: Who::Attacker, ..
        } => "the attack ends".to_owned(),
        Event::AttackEnds {
            who: Who::This,
            target: None,
        } => "this unit's attack ends".to_owned(),
        Event::AttackEnds { who: w, target } => {
            let on = target
                .as_ref()
                .map_or_else(String::new, |t| format!(" on {}", any_who(t)));
            format!("an attack by {}{on} ends", any_who(w))
        }
        Event::Damages {
            who: w,
            target,
            attacking,
            using,
        } => {
            let using = using.map(|k| format!(" using {k}")).unwrap_or_default();
            match (attacking, is_anyone(target), is_anyone(w)) {
                (true, true, _) => format!("{} attacks and does damage{using}", any_who(w)),
                (true, false, _) => {
                    format!(
                        "{} attacks and damages {}{using}",
                        any_who(w),
                        any_who(target)
                    )
                }
                (false, false, true) => format!("{} is damaged", any_who(target)),
                (false, true, _) => format!("{} does damage{using}", any_who(w)),
                (false, false, _) => format!("{} damages {}{using}", any_who(w), any_who(target)),
            }
        }
        Event::WouldBeDamaged {
            who: w,
            by,
            attacked,
        } => {
            let by = by
                .as_ref()
                .map(|b| format!(" by {}", any_who(b)))
                .unwrap_or_default();
            format!(
                "{} would be damaged{by}{}",
                any_who(w),
                if *attacked { " when attacked" } else { "" }
            )
        }
        Event::Prevents { who: w, using } => {
            format!(
                "{} prevents damage{}",
                any_who(w),
                using.map(|k| format!(" using {k}")).unwrap_or_default()
            )
        }
        Event::Discarded { who: w, from, by } => {
            let by = by
                .as_ref()
                .map(|b| format!(" by damage from {}", any_who(b)))
                .unwrap_or_default();
            format!(
                "{} is discarded{}{by}",
                any_who(w),
                places(from, false).replacen(" in ", " from ", 1)
            )
        }
        Event::Deployed { who: w, into } => {
            format!("{} is deployed{}", any_who(w), into_places(into))
        }
        Event::Arrives { who: w, into } => format!("{} comes{}", any_who(w), into_places(into)),
        Event::Returned { who: w, from } => format!(
            "{} is returned to its owner's hand{}",
            any_who(w),
            places(from, false).replacen(" in ", " from ", 1)
        ),
        Event::Retreats(w) => format!("{} is retreated", any_who(w)),
        Event::Tapped(w) => format!("{} is tapped", any_who(w)),
        Event::Untapped(w) => format!("{} is untapped", any_who(w)),
        Event::CountersPut(w, kind) => format!("{} gets a {} counter", any_who(w), kind.word()),
        Event::PlaysBattleCard(p) => format!("{} plays a Battle card", player(*p)),
        Event::Draws(p) => format!("{} draws a card", player(*p)),
        Event::Completes(p, f) => {
            format!("{} completes {}", player(*p), any_of(f))
        }
        Event::Uses(w, k) => format!("{} uses {k}", any_who(w)),
        other => moment(other),
    };
    format!("When {words}")
}

fn moment(e: &Event) -> String {
    match e {
        Event::ReadyPhase(_) => "the roll for build points is made".to_owned(),
        Event::BuildStepStarts(Player::Opponent) => "your opponent's build step starts".to_owned(),
        Event::BuildStepStarts(Player::Each) => "each player's build step starts".to_owned(),
        Event::BuildStepStarts(_) => "your build step starts".to_owned(),
        Event::BuildStepEnds(_) => "your build step ends".to_owned(),
        Event::BattleStarts => "the battle phase starts".to_owned(),
        Event::BattleStepStarts(a) => format!("{} starts", arena_step(*a)),
        Event::BattleStepEnds(a) => format!("{} ends", arena_step(*a)),
        Event::BattleEnds => "the battle phase ends".to_owned(),
        Event::TurnEnds => "the turn ends".to_owned(),
        other => format!("{other:?}"),
    }
}

fn into_places(list: &[Place]) -> String {
    places(list, false).replacen(" in ", " into ", 1)
}

/// Any unit on the table.
fn only_anywhere(f: &Filter) -> bool {
    let mut rest = f.clone();
    rest.places.clear();
    f.places == [Place::Anywhere] && rest == Filter::default()
}

fn is_anyone(w: &Who) -> bool {
    matches!(w, Who::Units(s) if s.filter == Filter::default())
}

/// A limit as a sentence.
pub(super) fn limit(l: &Limit) -> String {
    let words = match l {
        Limit::BuildStep => "during your build step".to_owned(),
        Limit::OutsideBattle => "outside battle".to_owned(),
        Limit::NoAttack => "when no unit is attacking".to_owned(),
        Limit::Attacking(w, f) => {
            format!("when {} is attacking{}", any_who(w), one(f.as_ref(), ""))
        }
        Limit::Attacked(w, f) => {
            format!("when {} is attacked{}", any_who(w), one(f.as_ref(), "by "))
        }
        Limit::WouldAttack(w) => format!("when {} would attack", any_who(w)),
        Limit::BeforeRoll => "before attack dice are rolled".to_owned(),
        Limit::Reroll => "when dice may be rerolled".to_owned(),
        Limit::WouldBeDamaged(Who::Units(s)) if only_anywhere(&s.filter) => {
            "when damage is pending".to_owned()
        }
        Limit::WouldBeDamaged(w) => format!("when {} would be damaged", any_who(w)),
        Limit::WouldBeDiscarded(w, from) => {
            format!(
                "if {} would be discarded{}",
                any_who(w),
                places(from, false).replacen(" in ", " from ", 1)
            )
        }
        Limit::BattleStep(Some(a)) => format!("during the {} battle step", a.name()),
        Limit::BattleStep(None) => "during a battle step".to_owned(),
        Limit::BattleStepStart(a) => format!("when {} starts", arena_step(*a)),
        Limit::BattleStart => "when the battle phase starts".to_owned(),
        Limit::BattlePhase => "during the battle phase".to_owned(),
        Limit::Times(1, scope) => format!("once {}", scope_words(*scope)),
        Limit::Times(n, scope) => return format!("Play up to {n} times {}.", scope_words(*scope)),
        Limit::AnyNumberOfTimes => {
            return "You may play this ability any number of times.".to_owned();
        }
        Limit::If(Cond::Attacking(w, f)) => {
            format!("if {} is attacking{}", any_who(w), one(f.as_ref(), ""))
        }
        Limit::If(c) => format!("if {}", cond(c)),
        Limit::Target(f) => format!("on {}", any_of(f)),
    };
    format!("Play only {words}.")
}

fn one(f: Option<&Filter>, by: &str) -> String {
    match f {
        None => String::new(),
        Some(f) => format!(" {by}{}", any_of(f)),
    }
}

fn scope_words(s: Scope) -> &'static str {
    match s {
        Scope::Instance => "for each instance of damage",
        Scope::Attack => "per attack",
        Scope::BattleStep => "per battle step",
        Scope::Turn => "per turn",
        Scope::BuildStep => "per build step",
        Scope::Game => "per game",
    }
}
