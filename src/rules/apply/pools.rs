//! Counters, Force, build points and cards.

use crate::cardtext::{PlayerBan, StaticRule};
use crate::clause;
use crate::game::{CounterKind, Side};
use crate::rules::effects::Cx;
use crate::rules::look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::UnitIx;
use crate::rules::trace::{Change, Cite, StepKind};
use crate::rules::triggers::Happened;

impl Run<'_> {
    /// Puts (or removes) counters by an ability; not damage (6.5).
    pub(in crate::rules) fn put_counters(
        &mut self,
        unit: UnitIx,
        kind: CounterKind,
        by: i32,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        let grounds = vec![cx.cite.clone()];
        let stood = self.table.unit(unit).zone.on_table();
        let causing = std::mem::replace(&mut self.causing, cx.look.this);
        let put = self.put_counters_on(unit, kind, by, grounds);
        self.causing = causing;
        put?;
        let fell = stood && !self.table.unit(unit).zone.on_table();
        if let Some(this) = cx
            .look
            .this
            .filter(|_| kind == CounterKind::Damage && by > 0)
        {
            self.note_put_counters(this, unit, fell);
        }
        Ok(())
    }

    /// Puts (or removes) counters. Returns by how many the number changed.
    pub(in crate::rules) fn put_counters_on(
        &mut self,
        unit: UnitIx,
        kind: CounterKind,
        by: i32,
        mut cites: Vec<Cite>,
    ) -> Result<i32, Stop> {
        let before = look::counters_on(self.table.unit(unit), kind);
        let after = before.saturating_add(by).max(0);
        if before == after {
            return Ok(0);
        }
        let id = self.table.unit(unit).id.clone();
        let n = (after - before).abs();
        let verb = if after > before {
            "put on"
        } else {
            "removed from"
        };
        let text = format!(
            "{n} {} counter{} {verb} {}.",
            kind.word(),
            if n == 1 { " is" } else { "s are" },
            self.table.name(unit)
        );
        let change = if kind == CounterKind::Damage {
            self.table.unit_mut(unit).damage = after;
            if after > before && !cites.contains(&clause!("6.5.1").into()) {
                cites.push(clause!("6.5.1").into());
            }
            Change::Damage {
                unit: id,
                from: before,
                to: after,
            }
        } else {
            self.table.unit_mut(unit).counters.insert(kind, after);
            Change::Counters {
                unit: id,
                kind,
                from: before,
                to: after,
            }
        };
        let kind_of_step = if after > before {
            StepKind::Place
        } else {
            StepKind::Modifier
        };
        let step = NewStep::of(kind_of_step, text)
            .unit(&self.table, unit)
            .change(change);
        self.step(step.resting_on(cites))?;
        // A line that was not understood may wait for counters that are removed.
        self.happened
            .insert(crate::rules::triggers::EventKind::Other);
        if kind == CounterKind::Damage && after > before {
            for (extra, cite) in self.extra_for(unit, after - before) {
                self.put_extra(unit, extra, vec![clause!("6.5.4").into(), cite])?;
            }
        }
        self.refresh();
        if after > before {
            self.fire(Happened::CountersPut(unit, kind))?;
        }
        self.putting = kind == CounterKind::Damage && after > before;
        let checked = self.check_health();
        self.putting = false;
        checked?;
        if kind == CounterKind::Damage && after > before {
            self.note_no_damage(unit);
        }
        Ok(after - before)
    }

    /// The Force of a player changes, never below 0 (1.7.3). The change, if there is one.
    pub(in crate::rules) fn change_force(&mut self, side: Side, by: i32) -> Option<Change> {
        let pool = self.table.pool_mut(side);
        let from = pool.force;
        pool.force = from.saturating_add(by).max(0);
        crate::rules::cost::force_change(side, from, pool.force)
    }

    /// A player gains or loses Force, unless a text forbids it (1.1.6). What a judge sets by hand
    /// is not forbidden.
    pub(in crate::rules) fn gain_force(
        &mut self,
        side: Side,
        by: i32,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        if !cites.contains(&Cite::Hand)
            && let Some((text, ban)) = self.force_is_fixed(side, by)
        {
            // A rule gives way to the card (1.1.5); between two cards "can't" wins (1.1.6).
            let of_rules = cites.iter().all(|c| matches!(c, Cite::Clause(_)));
            let why = if of_rules {
                clause!("1.1.5")
            } else {
                clause!("1.1.6")
            };
            let step = NewStep::of(StepKind::Note, text).by(side);
            let step = step.resting_on([ban]).on(why).also(cites);
            return self.step(step).map(drop);
        }
        let had = self.table.pool(side).force;
        let changes = self.change_force(side, by);
        let moved = (self.table.pool(side).force - had).abs();
        let text = format!(
            "{} {} {moved} Force.",
            side.name(),
            if by < 0 { "loses" } else { "gains" }
        );
        let mut step = NewStep::of(StepKind::Modifier, text)
            .by(side)
            .changes(changes)
            .resting_on(cites);
        if had.saturating_add(by) < 0 {
            step = step.on(clause!("1.7.3"));
        }
        self.step(step).map(drop)
    }

    /// The text by which the player can't gain, or lose, that Force.
    fn force_is_fixed(&self, side: Side, by: i32) -> Option<(String, Cite)> {
        let (banned, verb) = match by {
            0 => return None,
            1.. => (PlayerBan::GainForce, "gain"),
            _ => (PlayerBan::LoseForce, "lose"),
        };
        self.table.rules().into_iter().find_map(|found| {
            let StaticRule::PlayerCannot { player, what, .. } = &found.rule else {
                return None;
            };
            let theirs = found.look.players(&self.table, *player).contains(&side);
            let text = format!("{} can't {verb} Force.", side.name());
            (*what == banned && theirs).then_some((text, found.cite))
        })
    }

    /// The build points of a player change, never below 0.
    pub(in crate::rules) fn change_build_points(&mut self, side: Side, by: i32) -> Option<Change> {
        let pool = self.table.pool_mut(side);
        let from = pool.build_points;
        pool.build_points = from.saturating_add(by).max(0);
        (from != pool.build_points).then_some(Change::BuildPoints {
            side,
            from,
            to: pool.build_points,
        })
    }

    /// A player draws cards. From an empty deck nothing can be drawn, and it loses the game (8.4).
    pub(in crate::rules) fn draw(
        &mut self,
        side: Side,
        n: i32,
        cites: &[Cite],
    ) -> Result<(), Stop> {
        for _ in 0..n.clamp(0, 100) {
            let pool = self.table.pool_mut(side);
            if pool.deck_known && pool.deck <= 0 {
                let text = format!(
                    "{} cannot draw from an empty deck and loses the game.",
                    side.name()
                );
                self.step(
                    NewStep::of(StepKind::Draw, text)
                        .by(side)
                        .on(clause!("8.4")),
                )?;
                self.table.winner = self.table.winner.or(Some(side.opponent()));
                return Ok(());
            }
            pool.deck -= i32::from(pool.deck_known);
            pool.hand += 1;
            let step =
                NewStep::of(StepKind::Draw, format!("{} draws a card.", side.name())).by(side);
            self.step(
                step.change(Change::Hand { side, by: 1 })
                    .resting_on(cites.iter().cloned()),
            )?;
            self.fire(Happened::Drew(side))?;
        }
        Ok(())
    }

    /// Cards in a discard pile leave the game.
    pub(in crate::rules) fn remove_discarded(
        &mut self,
        side: Side,
        n: i32,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        let pool = self.table.pool_mut(side);
        let n = if pool.discard_known {
            n.clamp(0, pool.discard.max(0))
        } else {
            n.max(0)
        };
        pool.discard = (pool.discard - n).max(0);
        let text = format!(
            "{} removes {n} card{} in the discard pile from the game.",
            side.name(),
            if n == 1 { "" } else { "s" }
        );
        let step = NewStep::of(StepKind::Draw, text).by(side);
        self.step(step.resting_on([cx.cite.clone()])).map(drop)
    }

    /// A player discards cards from hand or from the top of the deck.
    pub(in crate::rules) fn discard_cards(
        &mut self,
        side: Side,
        n: i32,
        from_deck: bool,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        let pool = self.table.pool_mut(side);
        let n = match (from_deck, pool.deck_known, pool.hand_known) {
            (true, true, _) => n.min(pool.deck),
            (false, _, true) => n.min(pool.hand),
            _ => n,
        }
        .max(0);
        if from_deck {
            pool.deck -= if pool.deck_known { n } else { 0 };
        } else {
            pool.hand -= if pool.hand_known || pool.hand > 0 {
                n.min(pool.hand.max(0))
            } else {
                0
            };
        }
        pool.discard += n;
        let place = if from_deck {
            "the top of the deck"
        } else {
            "hand"
        };
        let text = format!(
            "{} discards {n} card{} from {place}.",
            side.name(),
            if n == 1 { "" } else { "s" }
        );
        let mut step = NewStep::of(StepKind::Draw, text).by(side);
        if !from_deck && n > 0 {
            step = step.change(Change::Hand { side, by: -n });
        }
        self.step(step.resting_on([cx.cite.clone()])).map(drop)
    }
}
