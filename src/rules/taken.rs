//! A choice may take what a keyword offers for nothing: the unit or number it names is what the
//! keyword asks for (design 30: not used unless played).

use crate::rulebook::Activation;

use super::act::{Act, ActKind};
use super::keyword::{self, Aimed, Among};
use super::naming;
use super::run::Run;
use super::situation::{Answer, Handle, Play};
use super::table::UnitIx;
use super::window::WindowId;

impl Run<'_> {
    /// The use of a keyword that the choice at the cursor takes in a chance with these windows. A
    /// choice that fits no such offer is left to a question still to come.
    pub(super) fn chosen_offer(&self, open: &[WindowId]) -> Option<Act> {
        let Some(Play::Choose { answer, of }) = self.peek() else {
            return None;
        };
        let taken = |(act, _)| self.taken_by(act, answer, of.as_deref(), open);
        self.in_turn()
            .into_iter()
            .filter(|u| self.table.unit(*u).zone.on_table())
            .flat_map(|u| self.acts_of(u))
            .find_map(taken)
    }

    /// The act as the answer aims it, if the answer can mean it.
    fn taken_by(
        &self,
        mut act: Act,
        answer: &Answer,
        of: Option<&str>,
        open: &[WindowId],
    ) -> Option<Act> {
        let unit = act.unit?;
        let offered = act.kind == ActKind::Ability
            && self.acts_unpaid(&act)
            && act.timing.windows.iter().any(|w| open.contains(w))
            && of.is_none_or(|of| self.speaks_of(of, unit, &act));
        if !offered {
            return None;
        }
        match answer {
            Answer::Bool(true) if of.is_some() => {}
            Answer::Text(words) => {
                let named = Handle::new(words)?;
                let target = self.table.find(&named)?;
                match self.asked_by(&act)? {
                    Among::Units(units) if units.contains(&target) => act.aim.on = vec![named],
                    _ => return None,
                }
            }
            Answer::Number(n) => match self.asked_by(&act)? {
                Among::Numbers => act.aim.amount = Some(i32::try_from(*n).ok()?),
                _ => return None,
            },
            Answer::Bool(_) | Answer::List(_) => return None,
        }
        self.all_reasons(&act).is_empty().then_some(act)
    }

    /// Whether the keyword is one that nobody activates, so that using it is a mere choice (5.1).
    fn acts_unpaid(&self, act: &Act) -> bool {
        act.ability.costs.is_empty()
            && act
                .copy
                .as_ref()
                .and_then(|c| c.keyword())
                .is_some_and(|k| k.keyword.entry().activation != Activation::Activated)
    }

    /// Whether `for` means this ability of this unit: `unit` or `unit: ability`.
    fn speaks_of(&self, of: &str, unit: UnitIx, act: &Act) -> bool {
        let (who, what) = match of.split_once(':') {
            Some((who, what)) => (who.trim(), Some(what.trim())),
            None => (of.trim(), None),
        };
        let same = Handle::new(who).and_then(|h| self.table.find(&h)) == Some(unit);
        let id = act.copy.as_ref().map(|c| c.id);
        let means = |words| {
            let copies = naming::matching(&self.table, unit, words);
            copies.iter().any(|c| Some(c.id) == id)
        };
        same && what.is_none_or(means)
    }

    /// What the keyword asks to be told, if it is used without saying so.
    fn asked_by(&self, act: &Act) -> Option<Among> {
        let (unit, copy) = act.unit.zip(act.copy.as_ref())?;
        let keyword = copy.keyword()?.keyword;
        let offer = keyword::def(keyword)?.offer?;
        let held = self.held_of(unit, copy, keyword);
        (offer.play)(&self.table, &held, &Aimed::default())
            .err()
            .map(|ask| ask.among)
    }
}
