//! The order of attacks in a battle step (RULES 3.1) and contested units (RULES 9.1).

use crate::cardtext::{Limit, Who};
use crate::clause;
use crate::game::{Arena, Side, Zone};

use super::act::Act;
use super::cost::first_target;
use super::grounds;
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop, reason};
use super::situation::{Answer, Handle, Play};
use super::table::{Phase, UnitIx};
use super::trace::{Change, Reason, RequestKind, StepKind};
use super::window::WindowId;

impl Run<'_> {
    /// The units whose turn it is in the running battle step: the fastest untapped ones, the Dark
    /// Side's before the Light Side's on equal speed (3.1.3.3).
    pub(super) fn next_to_act(&self, arena: Arena) -> Vec<UnitIx> {
        let ready: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| {
                let unit = self.table.unit(*u);
                unit.in_battle() && unit.arena() == Some(arena) && !unit.tapped
            })
            .collect();
        let Some(speed) = ready.iter().map(|u| self.table.view(*u).speed).max() else {
            return Vec::new();
        };
        let fastest: Vec<UnitIx> = ready
            .into_iter()
            .filter(|u| self.table.view(*u).speed == speed)
            .collect();
        let dark: Vec<UnitIx> = fastest
            .iter()
            .copied()
            .filter(|u| self.table.seat(*u, self.table.side(*u)) == Side::Dark)
            .collect();
        if dark.is_empty() { fastest } else { dark }
    }

    /// Why it is not the unit's turn in the enforced order.
    pub(super) fn order_reasons(&self, unit: UnitIx) -> Vec<Reason> {
        let name = self.table.name(unit);
        let Phase::Step(arena) = self.table.phase else {
            return vec![reason(clause!("3.1.3"), "no battle step is running")];
        };
        if self.table.unit(unit).arena() != Some(arena) {
            return vec![reason(
                clause!("3.1.3"),
                format!("it is the {} battle step", arena.name()),
            )];
        }
        let next = self.next_to_act(arena);
        if next.is_empty() || next.contains(&unit) {
            return Vec::new();
        }
        let speed = |u: UnitIx| self.table.view(u).speed;
        let first = next.first().copied().unwrap_or(unit);
        let dark = |u: UnitIx| self.table.seat(u, self.table.side(u)) == Side::Dark;
        // A tie with a tapped unit is nothing against that unit but what taps it.
        if speed(first) == speed(unit) && (dark(unit) || !dark(first)) {
            return Vec::new();
        }
        let text = if speed(first) == speed(unit) {
            format!(
                "{} has the same speed {} and belongs to the Dark Side, which attacks first",
                self.table.name(first),
                speed(first)
            )
        } else {
            format!(
                "{} has speed {}, {name} only {}",
                self.table.name(first),
                speed(first),
                speed(unit)
            )
        };
        let mut reasons = vec![reason(clause!("3.1.3.3"), text.clone())];
        let foreign = |u: UnitIx| self.table.unit(u).owner != self.table.unit(u).side;
        if speed(first) == speed(unit) && (foreign(first) || foreign(unit)) {
            reasons.push(reason(clause!("11.38"), text));
        }
        reasons
    }

    /// Why a play that some unit's turn is needed for cannot be made now. Its text says whose turn:
    /// that of the unit it is on, that of the unit it is played on, or of the one that pays.
    pub(super) fn whose_turn_reasons(&self, act: &Act) -> Vec<Reason> {
        let whose = whose_turn(act);
        if whose.is_empty() {
            let unit = act.unit;
            return unit.map_or_else(Vec::new, |u| self.would_attack_reasons(u));
        }
        let paying = usize::from(self.payer_on(act).is_some());
        let on = act.aim.on.iter().filter_map(|h| self.table.find(h));
        let aimed: Vec<UnitIx> = on.skip(paying).take(1).collect();
        self.reasons_by_payer(act, &aimed, |look| {
            let all = whose.iter();
            all.flat_map(|who| self.nobodys_turn(act, look, who))
                .collect()
        })
    }

    /// Why it is the turn of none of the units meant; of a unit still to be chosen, of none of those
    /// it may be chosen from.
    fn nobodys_turn(&self, act: &Act, look: &Look, who: &Who) -> Vec<Reason> {
        let mut meant = look::units(&self.table, look, who);
        let open = meant.is_empty() && *who == Who::That;
        if let Some(selector) = first_target(&act.ability.effect).filter(|_| open) {
            meant = look::fitting(&self.table, look, &selector.filter);
        }
        let mut first = None;
        for unit in meant {
            let reasons = self.would_attack_reasons(unit);
            if reasons.is_empty() {
                return reasons;
            }
            first.get_or_insert(reasons);
        }
        first.unwrap_or_default()
    }

    /// The same play, aimed at the unit whose turn it is, if it may only be on that one and names none.
    pub(super) fn aimed_by_turn(&self, mut act: Act) -> Act {
        let unaimed = act.aim.on.len() <= usize::from(self.payer_on(&act).is_some());
        let that = whose_turn(&act).contains(&&Who::That);
        let Some(selector) = first_target(&act.ability.effect).filter(|_| unaimed && that) else {
            return act;
        };
        let mut open = look::fitting(&self.table, &self.cx_of(&act).look, &selector.filter);
        open.retain(|u| self.would_attack_reasons(*u).is_empty());
        if let [only] = open.as_slice() {
            act.aim.on.push(self.table.unit(*only).id.clone());
        }
        act
    }

    /// The unit that does this instead of attacking in its turn: the one whose ability it is, unless
    /// its text speaks of the turn of another one.
    pub(super) fn acts_in_its_turn(&self, act: &Act) -> Option<UnitIx> {
        let own = |who: &&Who| **who == Who::This;
        act.unit.filter(|_| whose_turn(act).iter().all(own))
    }

    /// Why a "would attack" ability cannot be played now: its unit is not the one to act.
    pub(super) fn would_attack_reasons(&self, unit: UnitIx) -> Vec<Reason> {
        let u = self.table.unit(unit);
        let mut reasons = Vec::new();
        if u.tapped {
            reasons.push(reason(
                clause!("1.8.2"),
                format!("{} is tapped and would not attack", u.name),
            ));
        }
        if self.table.ordered {
            reasons.extend(self.order_reasons(unit));
        }
        reasons.extend(self.must_attack_reasons(unit));
        reasons
    }

    /// Contested unique units are dealt with the moment they exist during the battle phase (9.1).
    pub(super) fn contests(&mut self) -> Result<(), Stop> {
        // Bids are made at one contest at a time; the next pair is looked for when it is over.
        let bidding = self.window == WindowId::Contest;
        if bidding || !matches!(self.table.phase, Phase::Battle | Phase::Step(_)) {
            return Ok(());
        }
        self.note_listed()?;
        loop {
            let pairs = self.contested();
            let Some(first) = pairs.first().copied() else {
                return Ok(());
            };
            let (dark, light) = if pairs.len() > 1 {
                self.choose_contest(&pairs)?.unwrap_or(first)
            } else {
                first
            };
            self.contest(dark, light)?;
        }
    }

    /// The Dark Side chooses which of several contested units is bid on first (9.1.5); without a
    /// choice it is the first of the document.
    fn choose_contest(
        &mut self,
        pairs: &[(UnitIx, UnitIx)],
    ) -> Result<Option<(UnitIx, UnitIx)>, Stop> {
        let chosen = match self.peek() {
            Some(Play::Choose {
                answer: Answer::Text(text),
                ..
            }) => Handle::new(text)
                .and_then(|h| self.table.find(&h))
                .and_then(|u| pairs.iter().copied().find(|(d, l)| *d == u || *l == u)),
            _ => None,
        };
        if chosen.is_some() {
            self.take();
        }
        let first = chosen.or_else(|| pairs.first().copied());
        if let Some((dark, _)) = first {
            let name = base_name(self.table.name(dark)).to_owned();
            let text = format!("Several units are contested; {name} is bid on first.");
            let step = NewStep::of(StepKind::Note, text).by(Side::Dark);
            self.step(step.on(clause!("9.1.5")))?;
        }
        Ok(chosen)
    }

    /// A unit does not count as the cards its text lets lie under it.
    fn note_listed(&mut self) -> Result<(), Stop> {
        let holders: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| self.table.unit(*u).in_battle())
            .collect();
        for holder in holders {
            let Some(listed) = grounds::listing(&self.table, holder) else {
                continue;
            };
            let unit = self.table.unit(holder).clone();
            let own = base_name(&unit.name);
            let rival = self.table.all().map(|u| self.table.unit(u)).find_map(|o| {
                let under = unit.under.iter().map(|c| base_name(&c.name));
                let meant = o.unique && o.in_battle() && o.side != unit.side;
                under
                    .filter(|n| meant && *n != own)
                    .find(|n| *n == base_name(&o.name))
                    .map(str::to_owned)
            });
            let Some(rival) = rival else { continue };
            let text = format!(
                "{} does not count as {rival} under it: no contest.",
                unit.name
            );
            let said = self.steps.iter().any(|s| s.text == text);
            if !said {
                let step = NewStep::of(StepKind::Note, text).unit(&self.table, holder);
                self.step(step.on(listed.apart))?;
            }
        }
        Ok(())
    }

    fn contested(&self) -> Vec<(UnitIx, UnitIx)> {
        let fighting = |side: Side| {
            self.table.all().filter(move |u| {
                let unit = self.table.unit(*u);
                unit.unique && unit.in_battle() && unit.side == side
            })
        };
        fighting(Side::Dark)
            .filter_map(|d| {
                let name = base_name(self.table.name(d));
                fighting(Side::Light)
                    .find(|l| base_name(self.table.name(*l)) == name)
                    .map(|l| (d, l))
            })
            .collect()
    }

    fn contest(&mut self, dark: UnitIx, light: UnitIx) -> Result<(), Stop> {
        let outer = std::mem::replace(&mut self.window, WindowId::Contest);
        let name = base_name(self.table.name(dark)).to_owned();
        let text = format!("Both players have {name} in battle: contested.");
        let at_once = matches!(self.table.phase, Phase::Step(_)).then_some(clause!("9.1.6"));
        let step = NewStep::of(StepKind::Note, text).on(clause!("9.1.1"));
        self.step(step.also(at_once))?;
        let bids = self.bids()?;
        let score = |u: UnitIx, bid: i32| self.table.total_cost(u) + bid;
        let (d, l) = (score(dark, bids[0]), score(light, bids[1]));
        let (winner, loser, bid) = if d >= l {
            (dark, light, bids[0])
        } else {
            (light, dark, bids[1])
        };
        let side = self.table.side(winner);
        let changes = self.change_force(side, -bid);
        let text = format!(
            "Dark Side {d} (build cost {}, bid {}), Light Side {l} (build cost {}, bid {}): {} wins and pays {bid} Force.",
            self.table.total_cost(dark),
            bids[0],
            self.table.total_cost(light),
            bids[1],
            side.name()
        );
        let step = NewStep::of(StepKind::Note, text).by(side).changes(changes);
        let tie = (d == l).then_some(clause!("1.1.4"));
        let stacked = |u: UnitIx| !self.table.unit(u).under.is_empty();
        let whole = (stacked(dark) || stacked(light)).then_some(clause!("1.5.9"));
        let step = step.on(clause!("9.1.3")).on(clause!("9.1.4"));
        self.step(step.also(tie).also(whole))?;
        let from = self.table.unit(loser).zone;
        self.table.unit_mut(loser).zone = Zone::Build;
        self.refresh();
        let change = Change::Zone {
            unit: self.table.unit(loser).id.clone(),
            from,
            to: Zone::Build,
        };
        let text = format!(
            "{} retreats without tapping and pays nothing.",
            self.table.name(loser)
        );
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, loser)
            .change(change);
        self.step(step.on(clause!("9.1.4")).on(clause!("2.4.2")))?;
        self.window = outer;
        self.check_health()
    }

    /// The final bids, Dark Side's and Light Side's. The Dark Side bids first, then they raise in
    /// turn until neither does (9.1.2).
    #[expect(clippy::indexing_slicing, reason = "two bids, one for each side")]
    fn bids(&mut self) -> Result<[i32; 2], Stop> {
        let mut bids: [Option<i32>; 2] = [None, None];
        let mut turn = Side::Dark;
        loop {
            self.hand_plays()?;
            let Some(Play::Bid { amount, side }) = self.peek() else {
                break;
            };
            let (amount, side) = (*amount, *side);
            let own = bids[side as usize];
            // Who does not raise has done bidding; with more pairs the bid is for the next (9.1.5).
            let lower = own.is_some_and(|o| amount <= o);
            if lower && bids.iter().all(Option::is_some) && self.contested().len() > 1 {
                break;
            }
            let mut reasons = Vec::new();
            if side != turn && bids[turn as usize].is_none() {
                reasons.push(reason(
                    clause!("9.1.2"),
                    format!("the {} bids first", turn.name()),
                ));
            }
            if amount > self.table.pool(side).force {
                let text = format!(
                    "the {} has {} Force",
                    side.name(),
                    self.table.pool(side).force
                );
                reasons.push(reason(clause!("9.1.2"), text));
            }
            // The scores are compared, not the bids (9.1.3): one need not bid above the other.
            if own.is_some_and(|o| amount <= o) {
                reasons.push(reason(
                    clause!("9.1.2"),
                    "a new bid must raise the player's own",
                ));
            }
            if !reasons.is_empty() {
                self.refuse("bid", amount.to_string(), reasons)?;
                continue;
            }
            self.take();
            bids[side as usize] = Some(amount);
            turn = side.opponent();
            let text = format!("{} bids {amount} Force.", side.name());
            self.step(
                NewStep::of(StepKind::Note, text)
                    .by(side)
                    .on(clause!("9.1.2")),
            )?;
        }
        if let Some(side) = Side::BOTH.into_iter().find(|s| bids[*s as usize].is_none()) {
            let asks = format!("How much Force does the {} bid?", side.name());
            return self.ask(RequestKind::Choice, side, asks, None, Vec::new());
        }
        Ok([bids[0].unwrap_or(0), bids[1].unwrap_or(0)])
    }
}

/// The units of whose turn the "play only" sentences speak.
fn whose_turn(act: &Act) -> Vec<&Who> {
    let limits = act.ability.limits.iter();
    limits
        .filter_map(|limit| match limit {
            Limit::WouldAttack(who) => Some(who),
            _ => None,
        })
        .collect()
}

/// The name without its version letter.
#[must_use]
pub fn base_name(name: &str) -> &str {
    name.rsplit_once(" (").map_or(name, |(base, _)| base)
}
