//! What plays, attacks, building and deploying cost besides.

use winnow::Parser;

use super::input::{In, R, ahead, attempt, eat, fail, p};
use super::subject::{self, Mode};
use super::{completing, cost, filter, num};
use crate::cardtext::ability::{OffBoard, StaticRule};
use crate::cardtext::who::{Filter, Owner, Player, Who};

/// "Each Battle card you play during the Space battle step costs 1 less Force to play."
pub(crate) fn tax_in_step(i: &mut In<'_>) -> R<(StaticRule, crate::game::Arena)> {
    let mut look = i.toks.iter();
    let at = look.position(|t| t.low == "during");
    let at = super::input::some(i, at)?;
    let mut step = *i;
    step.toks = i.toks.get(at..).unwrap_or_default();
    p("during the").parse_next(&mut step)?;
    let arena = super::place::arena(&mut step)?;
    p("battle step").parse_next(&mut step)?;
    // Without those words it is a tax like any other.
    let rest: Vec<crate::cardtext::tokens::Tok> =
        [i.toks.get(..at).unwrap_or_default(), step.toks].concat();
    let fuel = std::cell::Cell::new(super::input::FUEL / 8);
    let mut inner = In::new(&rest, i.own, i.short, &fuel);
    let Ok(rule) = tax(&mut inner) else {
        return fail(i);
    };
    let read = rest.len() - inner.toks.len();
    let from = step.toks.len().saturating_sub(inner.toks.len());
    if read <= at {
        return fail(i);
    }
    i.toks = step.toks.get(from..).unwrap_or_default();
    Ok((rule, arena))
}

/// "Each activated ability of your opponent's units costs 1 more Force to play."
pub(crate) fn tax(i: &mut In<'_>) -> R<StaticRule> {
    let mut look = Taxed {
        of: Player::Each,
        units: None,
        keyword: None,
        force_only: false,
        battle_cards: false,
    };
    if eat(i, "each activated ability of") {
        taxed_units(i, &mut look)?;
    } else if eat(i, "each of") {
        let owner = filter::owner(i);
        look.of = player_of(owner);
        if owner == Owner::Anyone {
            let who = subject::possessive(i)?;
            look.units = Some(only_units(i, who)?);
        }
        if eat(i, "battle cards") {
            look.battle_cards = true;
        } else {
            what(i, &mut look)?;
        }
    } else if eat(i, "each battle card") {
        look.battle_cards = true;
        if eat(i, "your opponent plays") {
            look.of = Player::Opponent;
        } else if eat(i, "you play") {
            look.of = Player::You;
        }
    } else if ahead(i, "your") {
        let owner = filter::owner(i);
        look.of = player_of(owner);
        if eat(i, "battle cards") {
            look.battle_cards = true;
        } else {
            what(i, &mut look)?;
        }
    } else {
        let who = subject::possessive(i)?;
        look.units = Some(only_units(i, who)?);
        what(i, &mut look)?;
    }
    if eat(i, "that cost|costs 0 or more force") {
        look.force_only = true;
    }
    p("costs|cost").parse_next(i)?;
    let n = num::number(i)?;
    let less = if eat(i, "less|fewer") {
        true
    } else {
        p("more|additional|extra").parse_next(i).map(|()| false)?
    };
    p("force").parse_next(i)?;
    let _ = eat(i, "less|more");
    let _ = eat(i, "to play|use|activate");
    let least = attempt(i, floor).unwrap_or(0);
    let more = if less { num::negative(n) } else { n };
    Ok(StaticRule::Tax {
        of: look.of,
        units: look.units,
        keyword: look.keyword,
        force_only: look.force_only,
        battle_cards: look.battle_cards,
        more,
        least,
    })
}

/// "Abilities that cost 1 or more Force can't cost less than 1 Force."
fn floor(i: &mut In<'_>) -> R<u8> {
    let _ = eat(i, ".");
    p("abilities|cards").parse_next(i)?;
    p("that cost").parse_next(i)?;
    let at = num::small(i)?;
    p("or more force can't cost less than").parse_next(i)?;
    let least = num::small(i)?;
    p("force").parse_next(i)?;
    if at == least { Ok(least) } else { fail(i) }
}

/// "The next Battle card you play costs 2 less Force to play."
pub(crate) fn next_card(i: &mut In<'_>) -> R<StaticRule> {
    p("the next battle card").parse_next(i)?;
    let of = if eat(i, "you play") {
        Player::You
    } else {
        p("your opponent plays")
            .parse_next(i)
            .map(|()| Player::Opponent)?
    };
    p("costs").parse_next(i)?;
    let n = num::number(i)?;
    let less = eat(i, "less|fewer");
    if !less {
        p("more|additional").parse_next(i)?;
    }
    p("force").parse_next(i)?;
    let _ = eat(i, "to play");
    Ok(StaticRule::Tax {
        of,
        units: None,
        keyword: None,
        force_only: false,
        battle_cards: true,
        more: if less { num::negative(n) } else { n },
        least: 0,
    })
}

struct Taxed {
    of: Player,
    units: Option<Filter>,
    keyword: Option<crate::rulebook::Keyword>,
    force_only: bool,
    battle_cards: bool,
}

fn player_of(owner: Owner) -> Player {
    match owner {
        Owner::Yours => Player::You,
        Owner::Opponents => Player::Opponent,
        Owner::Anyone => Player::Each,
    }
}

/// "your opponent's units", "this unit".
fn taxed_units(i: &mut In<'_>, look: &mut Taxed) -> R<()> {
    let who = subject::who(i, Mode::Event)?;
    let mut filter = only_units(i, who)?;
    look.of = player_of(filter.owner);
    if look.of != Player::Each {
        filter.owner = Owner::Anyone;
    }
    if filter != Filter::default() {
        look.units = Some(filter);
    }
    Ok(())
}

fn only_units(i: &mut In<'_>, who: Who) -> R<Filter> {
    match who {
        Who::Units(s) => Ok(s.filter),
        // The unit spoken of: the rule keeps whom that was.
        Who::That | Who::Patient => Ok(Filter {
            places: vec![crate::cardtext::who::Place::Anywhere],
            traits: vec![crate::cardtext::who::Trait::IsThat],
            ..Filter::default()
        }),
        _ => fail(i),
    }
}

/// "activated abilities", "Evade abilities".
fn what(i: &mut In<'_>, look: &mut Taxed) -> R<()> {
    if let Some(keyword) = attempt(i, filter::keyword) {
        look.keyword = Some(keyword);
        return p("abilities|ability").parse_next(i);
    }
    if eat(i, "force-activated") {
        look.force_only = true;
    } else {
        p("activated").parse_next(i)?;
    }
    p("abilities|ability").parse_next(i)
}

/// "Your opponent can't attack Padme unless he or she pays 2 Force."
pub(crate) fn attack_cost(i: &mut In<'_>) -> R<StaticRule> {
    let pays = attempt(i, |i| {
        p("your opponent must pay").parse_next(i)?;
        let n = num::number(i)?;
        p("force to attack").parse_next(i)?;
        let target = subject::who(i, Mode::Event)?;
        Ok((n, target))
    });
    if let Some((n, target)) = pays {
        let filter = Filter {
            owner: Owner::Opponents,
            ..Filter::default()
        };
        return Ok(StaticRule::AttackCost {
            who: subject::each(filter),
            target: Some(target),
            costs: vec![crate::cardtext::ability::Cost::Force(n)],
        });
    }
    let (who, target) = if eat(i, "your opponent can't attack") {
        let target = subject::who(i, Mode::Event)?;
        let filter = Filter {
            owner: Owner::Opponents,
            ..Filter::default()
        };
        (subject::each(filter), Some(target))
    } else {
        let who = subject::who(i, Mode::Event)?;
        p("can't attack").parse_next(i)?;
        (who, attempt(i, |i| subject::who(i, Mode::Event)))
    };
    p("unless").parse_next(i)?;
    let _ = subject::player(i)?;
    let costs = cost::list(i)?;
    let force = costs.iter().all(|c| {
        matches!(
            c,
            crate::cardtext::ability::Cost::Force(_)
                | crate::cardtext::ability::Cost::BuildPoints(_)
        )
    });
    if force {
        Ok(StaticRule::AttackCost { who, target, costs })
    } else {
        fail(i)
    }
}

/// What cards cost to deploy or complete; what they ask for besides is only noted.
pub(crate) fn building(i: &mut In<'_>) -> R<StaticRule> {
    if let Some((costs, only_if)) = attempt(i, completing::sentence) {
        return Ok(StaticRule::Completing { costs, only_if });
    }
    if eat(i, "to finish building|complete") || eat(i, "to complete") || eat(i, "you may complete")
    {
        let end = i
            .toks
            .iter()
            .position(|t| t.sym == crate::cardtext::tokens::Sym::Dot)
            .unwrap_or(i.toks.len());
        i.toks = i.toks.get(end..).unwrap_or_default();
        return Ok(StaticRule::Note(OffBoard::Completing));
    }
    if eat(i, "equipment costs|cost") {
        num::number(i)?;
        p("less|more").parse_next(i)?;
        let _ = eat(i, "force and");
        let _ = attempt(i, num::number);
        let _ = eat(i, "less|more");
        p("build? point|points|force to attach to").parse_next(i)?;
        subject::who(i, Mode::Event)?;
        return Ok(StaticRule::Note(OffBoard::BuildCosts));
    }
    let who = subject::who(i, Mode::Event)?;
    let _ = eat(i, "card|cards");
    p("costs|cost").parse_next(i)?;
    let n = num::number(i)?;
    let less = eat(i, "less|fewer");
    if !less {
        p("more|additional").parse_next(i)?;
    }
    let _ = eat(i, "build counter|counters|point|points");
    p("to deploy|complete|build").parse_next(i)?;
    let n = match attempt(i, super::multiplier::for_each) {
        Some(each) => num::times(n, each),
        None => n,
    };
    let _ = attempt(i, |i| num::x_clause(i));
    let more = if less { num::negative(n) } else { n };
    Ok(StaticRule::BuildCost { who, more })
}
