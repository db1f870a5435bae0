//! Cards that go unseen from one pile of a player to another: counted where the numbers are known.

use crate::cardtext::{Fetch, Pile};
use crate::game::Side;
use crate::rules::choices::choice;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::situation::Answer;
use crate::rules::table::PoolNow;
use crate::rules::trace::{Change, RequestKind, StepKind};

use super::cx::Cx;

impl Run<'_> {
    /// Cards are found and change their place. Which cards a pile holds is not known here, so how
    /// many are found is asked, unless they are there whatever they are.
    pub(super) fn perform_fetch(&mut self, fetch: &Fetch, cx: &mut Cx) -> Result<bool, Stop> {
        self.happened
            .insert(crate::rules::triggers::EventKind::Other);
        let side = cx.look.you;
        let pool = self.table.pool(side);
        if fetch.to == Pile::BuildZone {
            return self.not_counted(cx);
        }
        let counted = shown(pool, fetch.from) || shown(pool, fetch.to);
        if !counted {
            let text = "Cards change their place where this board does not count them.";
            self.say(StepKind::Note, text, cx)?;
            return Ok(true);
        }
        let most = i32::from(fetch.most).min(held(pool, fetch.from).unwrap_or(i32::MAX));
        let n = if fetch.sure || most == 0 {
            most
        } else {
            self.how_many_found(most, side, cx)?
        };
        if n > 0 && fetch.from == Pile::DeckOrDiscard {
            return self.not_counted(cx);
        }
        self.carry_cards(fetch, n, side, cx)?;
        Ok(n > 0)
    }

    /// What happens to cards that are not counted: the numbers are for its reader to mend.
    pub(super) fn not_counted(&mut self, cx: &Cx) -> Result<bool, Stop> {
        let text = "Cards change their places, and that is not counted: rule it by hand.";
        self.say(StepKind::Note, text, cx)?;
        self.unread_played
            .push((cx.look.this, cx.printed.to_string()));
        Ok(true)
    }

    fn how_many_found(&mut self, most: i32, side: Side, cx: &Cx) -> Result<i32, Stop> {
        match self.answer(side)? {
            Some(Answer::Bool(yes)) => Ok(if yes { most } else { 0 }),
            Some(Answer::Number(n)) => match i32::try_from(n).ok() {
                Some(n) if (0..=most).contains(&n) => Ok(n),
                _ => self.misfit_back(format!("a number was asked for, 0 to {most}")),
            },
            Some(_) => self.misfit_back("whether a card is found was asked for".to_owned()),
            None => {
                let options = (0..=most).map(|n| {
                    let label = match n {
                        0 => "no card is found".to_owned(),
                        1 => "a card is found".to_owned(),
                        n => format!("{n} cards are found"),
                    };
                    choice(&label, Answer::Number(n.into()))
                });
                let asks = format!("How many cards are found, for \"{}\"?", cx.printed);
                self.ask(RequestKind::Choice, side, asks, None, options.collect())
            }
        }
    }

    fn carry_cards(&mut self, fetch: &Fetch, n: i32, side: Side, cx: &Cx) -> Result<(), Stop> {
        let pool = self.table.pool_mut(side);
        change(pool, fetch.from, -n);
        change(pool, fetch.to, n);
        let text = format!(
            "{} puts {n} card{} from {} into {}.",
            side.name(),
            if n == 1 { "" } else { "s" },
            word(fetch.from),
            word(fetch.to)
        );
        let by = match (fetch.from, fetch.to) {
            (_, Pile::Hand) => n,
            (Pile::Hand, _) => -n,
            _ => 0,
        };
        let mut step = NewStep::of(StepKind::Draw, text).by(side);
        if by != 0 {
            step = step.change(Change::Hand { side, by });
        }
        self.step(step.resting_on([cx.cite.clone()])).map(drop)
    }
}

/// Whether the board counts that pile.
const fn shown(pool: &PoolNow, pile: Pile) -> bool {
    match pile {
        Pile::Hand => pool.hand_known,
        Pile::Deck => pool.deck_known,
        Pile::Discard => pool.discard_known,
        Pile::DeckOrDiscard => pool.deck_known || pool.discard_known,
        Pile::BuildZone => true,
    }
}

/// The known number of cards in the pile, if it is less than a cost takes from it.
pub(in crate::rules) fn lacking(pool: &PoolNow, fetch: &Fetch) -> Option<i32> {
    held(pool, fetch.from).filter(|n| fetch.sure && *n < i32::from(fetch.most))
}

/// How many cards lie there, if that is known.
fn held(pool: &PoolNow, pile: Pile) -> Option<i32> {
    let n = match pile {
        Pile::Hand => pool.hand,
        Pile::Deck => pool.deck,
        Pile::Discard => pool.discard,
        Pile::DeckOrDiscard | Pile::BuildZone => return None,
    };
    shown(pool, pile).then_some(n.max(0))
}

/// The pile has so many cards more, if it is counted. A hand is counted from 0 (8.4).
fn change(pool: &mut PoolNow, pile: Pile, by: i32) {
    match pile {
        Pile::Hand => pool.hand = (pool.hand + by).max(0),
        Pile::Deck if pool.deck_known => pool.deck = (pool.deck + by).max(0),
        Pile::Discard => pool.discard = (pool.discard + by).max(0),
        Pile::Deck | Pile::DeckOrDiscard | Pile::BuildZone => {}
    }
}

pub(in crate::rules) const fn word(pile: Pile) -> &'static str {
    match pile {
        Pile::Hand => "hand",
        Pile::Deck => "the deck",
        Pile::Discard => "the discard pile",
        Pile::DeckOrDiscard => "the deck or discard pile",
        Pile::BuildZone => "the build zone",
    }
}
