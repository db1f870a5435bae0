//! Force, build points and cards by a text.

use crate::cardtext::{Num, Player, When};
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::trace::StepKind;

use super::cx::Cx;

impl Run<'_> {
    pub(super) fn perform_force(
        &mut self,
        player: Player,
        n: &Num,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let by = self.number(n, cx);
        let before = self.table.pools;
        for side in cx.look.players(&self.table, player) {
            self.gain_force(side, by, vec![cx.cite.clone()])?;
        }
        Ok(self.table.pools != before)
    }

    pub(super) fn perform_build_points(
        &mut self,
        player: Player,
        n: &Num,
        when: When,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let by = self.number(n, cx);
        let before = self.table.pools;
        for side in cx.look.players(&self.table, player) {
            match when {
                When::Now => {
                    let changes = self.change_build_points(side, by);
                    let verb = if by < 0 { "loses" } else { "gains" };
                    let n = by.abs();
                    let text = format!(
                        "{} {verb} {n} build point{}.",
                        side.name(),
                        if n == 1 { "" } else { "s" }
                    );
                    let step = NewStep::of(StepKind::Modifier, text)
                        .by(side)
                        .changes(changes);
                    self.step(step.resting_on([cx.cite.clone()]))?;
                }
                When::NextBuildStep | When::NextTurn => {
                    let pool = self.table.pool_mut(side);
                    let (due, moment) = match when {
                        When::NextTurn => (&mut pool.build_points_next_turn, "in the next turn"),
                        _ => (&mut pool.build_points_due, "with the next build step"),
                    };
                    *due += by;
                    let text = format!("{} will get {by} build points {moment}.", side.name());
                    self.say(StepKind::Note, text, cx)?;
                }
            }
        }
        Ok(self.table.pools != before)
    }

    pub(super) fn perform_draw(
        &mut self,
        player: Player,
        n: &Num,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let n = self.number(n, cx);
        let before = self.table.pools;
        for side in cx.look.players(&self.table, player) {
            self.draw(side, n, std::slice::from_ref(&cx.cite))?;
        }
        Ok(self.table.pools != before)
    }

    pub(super) fn perform_discard_cards(
        &mut self,
        player: Player,
        n: &Num,
        from_deck: bool,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let n = self.number(n, cx);
        let mut whole = n > 0;
        for side in cx.look.players(&self.table, player) {
            let before = self.table.pool(side).discard;
            self.discard_cards(side, n, from_deck, cx)?;
            whole &= self.table.pool(side).discard - before == n;
        }
        Ok(whole)
    }

    /// One card from within the deck, which a deck that is too small does not have.
    pub(super) fn perform_discard_nth(
        &mut self,
        player: Player,
        nth: u8,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let mut done = false;
        for side in cx.look.players(&self.table, player) {
            let pool = self.table.pool_mut(side);
            let deep = i32::from(nth);
            let there = !pool.deck_known || pool.deck >= deep;
            if there {
                pool.deck -= i32::from(pool.deck_known);
                pool.discard += 1;
                done = true;
            }
            let text = if there {
                format!(
                    "{} discards card {nth} from the top of the deck.",
                    side.name()
                )
            } else {
                format!(
                    "The deck of the {} has no card {nth} from the top.",
                    side.name()
                )
            };
            self.say(StepKind::Draw, text, cx)?;
        }
        Ok(done)
    }
}
