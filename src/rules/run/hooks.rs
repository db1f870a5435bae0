//! Keywords that act by themselves in a window: their hooks are run in order, and what they propose is
//! carried out.

use crate::clause;
use crate::rulebook::Keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{self, Held, Proposal};
use crate::rules::naming;
use crate::rules::situation::Play;
use crate::rules::table::UnitIx;
use crate::rules::trace::Reason;
use crate::rules::window::WindowId;

use super::{Run, Stop};

impl<'s> Run<'s> {
    /// Runs every keyword's hooks of a window, in order.
    pub(in crate::rules) fn run_hooks(&mut self, window: WindowId) -> Result<(), Stop> {
        let mut hooks: Vec<(u8, Keyword, keyword::HookFn)> = keyword::all()
            .iter()
            .flat_map(|d| d.hooks.iter().map(move |h| (d.keyword, h)))
            .filter(|(_, h)| h.window == window)
            .map(|(k, h)| (h.order, k, h.run))
            .collect();
        hooks.sort_by_key(|(order, ..)| *order);
        if window == WindowId::Hits {
            self.skip_forbidden();
        }
        for (_, keyword, hook) in hooks {
            for unit in self.in_turn() {
                for mut held in keyword::held(&self.table, unit, keyword) {
                    self.take_asked(&mut held)?;
                    let proposal = hook(&self.table, &held);
                    self.carry_out(&held, proposal)?;
                }
            }
        }
        Ok(())
    }

    /// Remembers which keywords do nothing in the attack because their unit can't use them.
    fn skip_forbidden(&mut self) {
        for unit in self.in_turn() {
            let stopped = self.table.view(unit).copies.iter().filter_map(|copy| {
                let why = copy.off.clone()?;
                let by_text = why.clause == Some(clause!("1.1.6"));
                Some((copy.keyword()?.keyword, why)).filter(|_| by_text)
            });
            let stopped: Vec<(Keyword, Reason)> = stopped.collect();
            for (keyword, why) in stopped {
                let reasons = self.account.skipped.entry((unit, keyword)).or_default();
                if !reasons.contains(&why) {
                    reasons.push(why);
                }
            }
        }
    }

    /// The next play may say how much of a keyword that acts by itself is wanted.
    fn take_asked(&mut self, held: &mut Held) -> Result<(), Stop> {
        let Some(Play::Use(u)) = self.peek() else {
            return Ok(());
        };
        let unit = u.unit.as_ref().and_then(|h| self.table.find(h));
        let copies = unit
            .map(|x| naming::matching(&self.table, x, &u.ability))
            .unwrap_or_default();
        let named = unit == Some(held.unit)
            && copies
                .iter()
                .any(|c| held.copies.iter().any(|h| h.id == c.id));
        let Some(less) = keyword::def(held.keyword)
            .and_then(|d| d.less)
            .filter(|_| named)
        else {
            return Ok(());
        };
        if let Some(asked) = u.aim.amount {
            let reasons = less(&self.table, held, asked);
            if !reasons.is_empty() {
                return self.refuse_play(reasons);
            }
            held.asked = Some(asked);
        }
        let acts = matches!(
            keyword::def(held.keyword)
                .and_then(|d| d.hooks.iter().find(|h| h.window == self.window))
                .map(|h| (h.run)(&self.table, held)),
            Some(Proposal::Do(_))
        );
        if acts {
            self.take();
        }
        Ok(())
    }

    /// Every card, the Dark Side's first (4.5.3).
    pub(in crate::rules) fn in_turn(&self) -> Vec<UnitIx> {
        let mut all: Vec<UnitIx> = self.table.all().collect();
        all.sort_by_key(|u| self.table.seat(*u, self.table.side(*u)));
        all
    }

    /// Does what a hook proposes, or remembers why it does nothing.
    pub(in crate::rules) fn carry_out(
        &mut self,
        held: &Held,
        proposal: Proposal,
    ) -> Result<(), Stop> {
        let key = (held.unit, held.keyword);
        match proposal {
            Proposal::Silent => Ok(()),
            Proposal::Skip(reasons) => {
                let late = self.too_late(held);
                if self.table.attack().is_none() {
                    self.note_keyword(held.unit, held.keyword, held.label(), reasons);
                    return Ok(());
                }
                self.account
                    .skipped
                    .entry(key)
                    .or_default()
                    .extend(late.into_iter().chain(reasons));
                Ok(())
            }
            Proposal::Do(deeds) => {
                let gained_late = held.at_roll == 0 && held.value != 0;
                if let Some(late) = self.too_late(held).filter(|_| gained_late) {
                    self.account.skipped.entry(key).or_default().push(late);
                    return Ok(());
                }
                self.account.applied.insert(key);
                for deed in deeds {
                    if self.acting > 0 && matches!(deed.what(), Deed::Text { .. }) {
                        self.text_later(deed, held);
                    } else {
                        self.apply(deed, Some(held))?;
                    }
                }
                Ok(())
            }
        }
    }

    fn too_late(&self, held: &Held) -> Option<Reason> {
        let clause = keyword::def(held.keyword)?.too_late?;
        let late = self.table.attack().is_some_and(|a| a.rolled) && held.at_roll < held.value;
        late.then(|| Reason {
            clause: Some(clause),
            text: format!(
                "{} came after the attack dice were rolled, too late for them",
                held.label()
            ),
        })
    }
}
