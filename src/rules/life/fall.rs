//! Units without health left are discarded (RULES 6.6).

use crate::clause;
use crate::game::Zone;
use crate::rules::damage::DamageOrigin;
use crate::rules::derive::Copy;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Fallen, UnitIx};
use crate::rules::trace::{Change, Cite, StepKind};
use crate::rules::window::WindowId;

impl Run<'_> {
    pub(super) fn discard_window(&mut self) -> Result<(), Stop> {
        self.discard_dying(true)?;
        if !self.table.fallen.is_empty() {
            self.chance_if_played(&[WindowId::Discard])?;
        }
        self.table.fallen.clear();
        Ok(())
    }

    /// A chance that is only worth a step if somebody plays in it.
    pub(in crate::rules) fn chance_if_played(&mut self, open: &[WindowId]) -> Result<(), Stop> {
        self.hand_plays()?;
        if crate::rules::run::is_play(self.peek())
            || self.chosen_offer(open).is_some()
            || (self.options.stepwise && !self.options_for(open).is_empty())
        {
            self.chance(open)?;
        }
        Ok(())
    }

    /// Every unit with counters at least its health is discarded, all together (6.2.4), then what
    /// that sets off happens.
    pub(in crate::rules) fn discard_dying(&mut self, by_damage: bool) -> Result<(), Stop> {
        let kept = std::mem::take(&mut self.table.fallen);
        // A discard can take health from others, whose counters are then enough (6.2.5).
        let mut first = true;
        let mut settled = Vec::new();
        loop {
            let mut dying = self.dying();
            // One that something happened to instead stays.
            dying.retain(|u| !settled.contains(u));
            if dying.is_empty() {
                break;
            }
            let had = self.what_works_on(&dying);
            for unit in &dying {
                self.discard_one_dying(*unit, by_damage, first)?;
            }
            // They fall together: what one lent another, that one still had.
            self.table.had.extend(had);
            settled.extend(dying);
            self.refresh();
            first = false;
        }
        if self.table.fallen.is_empty() {
            self.table.fallen = kept;
            return Ok(());
        }
        let before = self.window;
        self.window = WindowId::Discard;
        self.run_hooks(WindowId::Discard)?;
        self.fire_fallen()?;
        self.window = before;
        self.settle_triggers()
    }

    /// The units in an arena whose counters are enough for their health.
    fn dying(&self) -> Vec<UnitIx> {
        let dies = |u: &UnitIx| {
            let unit = self.table.unit(*u);
            unit.zone.on_table()
                && unit.is_unit()
                && !unit.is_face_down()
                && unit.damage >= self.table.view(*u).health
        };
        self.table.all().filter(dies).collect()
    }

    /// `together` with all others of this placement, not because one of them fell.
    fn discard_one_dying(
        &mut self,
        unit: UnitIx,
        by_damage: bool,
        together: bool,
    ) -> Result<(), Stop> {
        let (by, attacker) = if by_damage {
            self.killers(unit)
        } else {
            (Vec::new(), None)
        };
        let at_its_step = self.window == WindowId::Discard && together;
        let mut cites: Vec<Cite> = vec![if at_its_step {
            clause!("attack.discard").into()
        } else {
            clause!("6.2.5").into()
        }];
        if self.putting {
            cites.push(clause!("6.5.2").into());
        }
        self.discard_for(unit, by, attacker, cites).map(drop)
    }

    /// The sources whose damage discards the unit (11.42), and the attacker if its attack did it.
    fn killers(&self, unit: UnitIx) -> (Vec<UnitIx>, Option<UnitIx>) {
        let mut by = Vec::new();
        let mut attacker = None;
        for i in &self.table.open {
            let inst = self.table.instance(*i);
            if inst.target != unit || inst.placed <= 0 {
                continue;
            }
            let Some(source) = inst.source else { continue };
            let own = matches!(inst.origin, DamageOrigin::Attack | DamageOrigin::Overkill);
            if own {
                attacker = Some(source);
            }
            if !by.contains(&source) {
                by.push(source);
            }
        }
        (by, attacker)
    }

    /// Discards one unit, unless something happens instead. Returns whether it was discarded.
    pub(in crate::rules) fn discard_for(
        &mut self,
        unit: UnitIx,
        by: Vec<UnitIx>,
        attacker: Option<UnitIx>,
        cites: Vec<Cite>,
    ) -> Result<bool, Stop> {
        if self.instead_of_discard(unit)? || self.leaves_instead(unit, &cites)? {
            return Ok(false);
        }
        let (from, controller) = (self.table.unit(unit).zone, self.table.side(unit));
        let name = self.table.name(unit).to_owned();
        let id = self.table.unit(unit).id.clone();
        let made = self.table.unit(unit).made;
        let like_a_card = self.table.reading(clause!("11.40")) == Some("discard-pile");
        let to = if made && !like_a_card {
            Zone::Removed
        } else {
            Zone::Discard
        };
        let text = format!("{name} is discarded.");
        let mut step = NewStep::of(StepKind::Discard, text)
            .change(Change::Zone { unit: id, from, to })
            .resting_on(cites);
        step = step.unit(&self.table, unit);
        if made {
            step = step.on(clause!("11.40"));
        }
        self.step(step)?;
        self.table.fallen.push(Fallen {
            unit,
            from,
            by,
            attacker,
            cause: self.causing,
            controller,
        });
        let before = self.numbers_now();
        self.leave_table(unit, to);
        if from.arena().is_some() {
            self.note_left(unit, &before)?;
        }
        Ok(true)
    }

    /// A card that leaves the game when it would be discarded is not discarded: nothing that waits
    /// for a discard happens (6.3.8). Returns whether it is such a card.
    fn leaves_instead(&mut self, unit: UnitIx, cites: &[Cite]) -> Result<bool, Stop> {
        let Some(leaves) = self.table.unit(unit).leaves_by else {
            return Ok(false);
        };
        let (id, from) = (self.table.unit(unit).id.clone(), self.table.unit(unit).zone);
        let to = Zone::Removed;
        let text = format!(
            "{} would be discarded; it leaves the game instead.",
            self.table.name(unit)
        );
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, unit)
            .change(Change::Zone { unit: id, from, to })
            .on(leaves)
            .on(clause!("6.3.8"));
        self.step(step.resting_on(cites.iter().cloned()))?;
        let before = self.numbers_now();
        self.leave_table(unit, to);
        if from.arena().is_some() {
            self.note_left(unit, &before)?;
        }
        Ok(true)
    }

    /// A unit leaves the table with all its cards; lasting effects on it end.
    pub(in crate::rules) fn leave_table(&mut self, unit: UnitIx, to: Zone) {
        let owner = self.table.unit(unit).owner;
        let had = self.what_works_on(&[unit]);
        self.table.had.remove(&unit);
        self.table.had.extend(had);
        let u = self.table.unit_mut(unit);
        u.zone = to;
        u.damage = 0;
        u.tapped = false;
        u.counters.clear();
        let cards = 1 + u.under.len() + u.attached.len() + u.pilots.len();
        self.table.end_while_tapped(unit);
        let under = i32::try_from(self.table.unit(unit).under.len()).unwrap_or(0);
        self.stacks_left.insert(unit, under);
        let u = self.table.unit_mut(unit);
        if to != Zone::Build {
            u.under.clear();
            u.attached.clear();
            u.pilots.clear();
            u.beneath = 0;
        }
        let cards = i32::try_from(cards).unwrap_or(1);
        let pool = self.table.pool_mut(owner);
        match to {
            Zone::Discard => pool.discard += cards,
            Zone::Hand => pool.hand += cards,
            Zone::Deck => pool.deck += cards,
            _ => {}
        }
        if self.table.lasting.iter().any(|l| l.on == unit) {
            self.let_go.insert(unit);
        }
        self.table.lasting.retain(|l| l.on != unit);
        if !to.on_table() {
            self.table.lent.retain(|l| l.unit != unit);
        }
        self.refresh();
    }

    /// Units in arenas, with what works on them.
    fn what_works_on(&self, units: &[UnitIx]) -> Vec<(UnitIx, Vec<Copy>)> {
        let working = |u: UnitIx| {
            let copies = self.table.view(u).copies.iter();
            copies.filter(|c| c.off.is_none()).cloned().collect()
        };
        let there = units
            .iter()
            .filter(|u| self.table.unit(**u).arena().is_some());
        there.map(|u| (*u, working(*u))).collect()
    }

    /// A unit whose health has dropped, or that got counters outside damage, is discarded at once
    /// (6.2.5), unless counters are just being placed.
    pub(in crate::rules) fn check_health(&mut self) -> Result<(), Stop> {
        self.check_lists()?;
        if self.table.holding {
            return Ok(());
        }
        let outer = std::mem::take(&mut self.table.open);
        let fallen = std::mem::take(&mut self.table.fallen);
        self.discard_dying(false)?;
        self.table.open = outer;
        self.table.fallen = fallen;
        Ok(())
    }
}
