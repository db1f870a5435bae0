//! Abilities of other cards that a unit gets.

use winnow::Parser;

use super::input::{Ant, In, R, attempt, eat, fail, p};
use super::{duration, num, subject};
use crate::cardtext::effect::{Effect, Lender, Sort};
use crate::cardtext::who::{Filter, Kind, Num, Who};

/// "Choose an ability on another card in this unit's stack. This unit gets the chosen ability until
/// end of turn", "this unit gets up to 2 of that unit's abilities until end of turn".
pub(super) fn borrow(i: &mut In<'_>) -> R<Effect> {
    if eat(i, "choose an|a") {
        let sort = sort(i)?;
        if let Some(effect) = attempt(i, |i| of_any_card(i, sort)) {
            return Ok(effect);
        }
        p("ability on another card in").parse_next(i)?;
        let owner = subject::possessive(i)?;
        p("stack").parse_next(i)?;
        let _ = eat(i, ".");
        let _ = eat(i, "if you do ,");
        i.it = Ant::This;
        let who = subject::one(i)?;
        if who != owner {
            return fail(i);
        }
        p("gets|gains the chosen ability").parse_next(i)?;
        let until = duration::duration(i)?;
        return Ok(Effect::Borrow {
            who,
            from: Lender::Stack,
            sort,
            count: Some(Num::Const(1)),
            until,
        });
    }
    let who = subject::one(i)?;
    p("gets|gains").parse_next(i)?;
    let count = attempt(i, |i| {
        let _ = eat(i, "up to");
        let n = num::number(i)?;
        p("of").parse_next(i)?;
        Ok(n)
    });
    if count.is_some() {
        let owner = subject::possessive(i)?;
        let sort = sort(i)?;
        p("abilities|ability").parse_next(i)?;
        return lent(i, who, owner, sort, count);
    }
    p("the").parse_next(i)?;
    let sort = sort(i)?;
    p("abilities|ability of").parse_next(i)?;
    let owner = subject::target(i)?;
    lent(i, who, owner, sort, None)
}

/// "... ability on any card in play. This unit gets the chosen Bounty ability until end of turn."
fn of_any_card(i: &mut In<'_>, sort: Sort) -> R<Effect> {
    p("ability on any").parse_next(i)?;
    let card = eat(i, "card");
    if !card {
        p("unit").parse_next(i)?;
    }
    p("in play").parse_next(i)?;
    let _ = eat(i, ".");
    i.it = Ant::This;
    let who = subject::one(i)?;
    p("gets|gains the chosen").parse_next(i)?;
    let again = attempt(i, |i| self::sort(i));
    p("ability").parse_next(i)?;
    if again.is_some_and(|s| s != Sort::Any && s != sort) {
        return fail(i);
    }
    let until = duration::duration(i)?;
    let all = Filter {
        kinds: if card {
            vec![vec![Kind::AnyCard]]
        } else {
            Vec::new()
        },
        places: vec![crate::cardtext::who::Place::Anywhere],
        ..Filter::default()
    };
    Ok(Effect::Borrow {
        who,
        from: Lender::Units(subject::each(all)),
        sort,
        count: Some(Num::Const(1)),
        until,
    })
}

fn lent(i: &mut In<'_>, who: Who, owner: Who, sort: Sort, count: Option<Num>) -> R<Effect> {
    let _ = eat(i, ", in addition to its|his|her own ,");
    let until = duration::duration(i)?;
    Ok(Effect::Borrow {
        who,
        from: Lender::Units(owner),
        sort,
        count,
        until,
    })
}

fn sort(i: &mut In<'_>) -> R<Sort> {
    Ok(if eat(i, "activated") {
        Sort::Activated
    } else if eat(i, "force-activated") {
        Sort::ForceActivated
    } else if let Some(keyword) = attempt(i, super::filter::keyword) {
        Sort::Of(keyword)
    } else {
        Sort::Any
    })
}
