//! Abilities of other cards that a unit gets for a while.

use std::rc::Rc;

use crate::cardtext::{Ability, Cost, Duration, Grant, Lender, Num, Sort, Who};
use crate::game::Side;

use super::effects::Cx;
use super::run::{Run, Stop};

/// An ability that may be borrowed, with its words.
type Borrowed = (Rc<str>, Rc<Ability>);

impl Run<'_> {
    /// Chooses among the abilities there are, and gives them.
    pub(super) fn perform_borrow(
        &mut self,
        who: &Who,
        from: &Lender,
        (sort, count): (Sort, Option<&Num>),
        until: Duration,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let Some(taker) = self.who(who, cx, you)?.first().copied() else {
            return Ok(false);
        };
        let mut open: Vec<Borrowed> = Vec::new();
        match from {
            Lender::Stack => {
                for line in self.table.unit(taker).under.iter().flat_map(|c| &c.lines) {
                    let all = line.abilities.iter().cloned();
                    open.extend(all.map(|a| (Rc::clone(&line.printed), a)));
                }
            }
            Lender::Units(owner) => {
                for unit in self.who(owner, cx, you)? {
                    let copies = self.table.view(unit).copies.iter();
                    let own = copies.filter(|c| c.by.is_none() && c.through.is_none());
                    open.extend(own.map(|c| (Rc::clone(&c.printed), Rc::clone(&c.ability))));
                }
            }
        }
        open.retain(|(_, a)| is_of(a, sort));
        let taken = match count {
            None => open,
            Some(n) => {
                let most = usize::try_from(self.number(n, cx)).unwrap_or(0);
                self.some_of(open, most, you, cx)?
            }
        };
        let (look, printed) = (cx.look.clone(), Rc::clone(&cx.printed));
        let grants: Vec<Grant> = taken.iter().map(|(_, a)| grant(a)).collect();
        if grants.is_empty() {
            return Ok(false);
        }
        let cites = vec![cx.cite.clone()];
        self.give_to(taker, &grants, until, &look, &printed, cites)?;
        Ok(true)
    }

    /// So many of the abilities, chosen one after another.
    fn some_of(
        &mut self,
        mut open: Vec<Borrowed>,
        most: usize,
        side: Side,
        cx: &mut Cx,
    ) -> Result<Vec<Borrowed>, Stop> {
        let mut taken = Vec::new();
        while taken.len() < most && !open.is_empty() {
            if open.len() == 1 {
                taken.append(&mut open);
                break;
            }
            let texts: Vec<String> = open.iter().map(|(words, _)| words.to_string()).collect();
            let at = self.choose_text(side, &texts, "Which of the abilities?", cx)?;
            if at < open.len() {
                taken.push(open.remove(at));
            }
        }
        Ok(taken)
    }
}

fn grant(ability: &Ability) -> Grant {
    match ability {
        Ability::Keyword(k) => Grant::Keyword(k.clone()),
        other => Grant::Ability(Box::new(other.clone())),
    }
}

fn is_of(ability: &Ability, sort: Sort) -> bool {
    match (sort, ability) {
        (_, Ability::Unknown(_)) => false,
        (Sort::Any, _) | (Sort::Activated, Ability::Activated(_)) => true,
        (Sort::ForceActivated, Ability::Activated(a)) => {
            a.costs.iter().any(|c| matches!(c, Cost::Force(_)))
        }
        (Sort::Of(keyword), Ability::Keyword(k)) => k.keyword == keyword,
        _ => false,
    }
}
