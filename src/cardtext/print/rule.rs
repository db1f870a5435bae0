//! Static rules in words.

use super::cond::cond;
use super::cost::costs;
use super::effect::clause;
use super::grant::{predicate, where_grants};
use super::small;
use super::who::{any_who, described, kinds, num, places, player, where_x, who};
use crate::cardtext::ability::{Amount, Cost, PlayerBan, StaticRule};
use crate::cardtext::effect::Grant;
use crate::cardtext::who::{Cond, Filter, Num, Owner, Player, Who};

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
            grants => {
                let gets = super::grant::of_others(w, &predicate(grants));
                format!("{} {gets}{}", who(w), where_grants(grants))
            }
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
        StaticRule::Completing {
            costs: paid,
            only_if,
        } => completing(paid, only_if.as_ref()),
        StaticRule::LiesBeneath(under) => {
            format!("you may stack this unit beneath {}", any_who(under))
        }
        StaticRule::StackSize { of, further: None } => {
            format!("{} can have more than 4 cards in its stack", who(of))
        }
        StaticRule::StackSize {
            of,
            further: Some(n),
        } => {
            let cards = if *n == 1 { "card" } else { "cards" };
            format!("{}'s stack can have {n} extra {cards} in it", who(of))
        }
        StaticRule::Note(what) => super::off_board(*what).to_owned(),
    }
}

/// What completing the card asks for besides.
fn completing(paid: &[Cost], only_if: Option<&Cond>) -> String {
    let mut parts = Vec::new();
    if !paid.is_empty() {
        let paid = small(&costs(paid));
        parts.push(format!("to complete this card, you must also {paid}"));
    }
    parts.extend(only_if.map(|c| format!("you may complete this card only if {}", cond(c))));
    parts.join(" and ")
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
        PlayerBan::GainForce => "gain Force",
        PlayerBan::LoseForce => "lose Force",
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
        Player::Each | Player::ThatController | Player::ThatOwner | Player::ActorController => {
            "each player's"
        }
    };
    let subject = if battle_cards {
        match of {
            Player::Each | Player::ThatController | Player::ThatOwner | Player::ActorController => {
                "each Battle card".to_owned()
            }
            _ => format!("each of {of_whom} Battle cards"),
        }
    } else {
        match (units, keyword) {
            (Some(f), None) => {
                let mut f = f.clone();
                f.owner = match of {
                    Player::You => Owner::Yours,
                    Player::Opponent => Owner::Opponents,
                    Player::Each
                    | Player::ThatController
                    | Player::ThatOwner
                    | Player::ActorController => f.owner,
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
