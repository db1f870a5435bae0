//! Cards that change what they are: Pilots on and off units (RULES 8.6), cards played from the
//! discard pile.

use crate::cardtext::{Activated, Kind, OffBoard, Who};
use crate::game::{CardType, Zone};
use crate::rulebook::ClauseId;

use super::act::{Act, ActKind};
use super::effects::Cx;
use super::look;
use super::price;
use super::run::{NewStep, Run, Stop};
use super::setup;
use super::table::UnitIx;
use super::timing;
use super::trace::{Change, Cite, StepKind};
use super::triggers::Happened;

impl Run<'_> {
    /// A Pilot goes onto a unit and is a Pilot only from now on.
    pub(super) fn board(
        &mut self,
        pilot: UnitIx,
        to: UnitIx,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        self.note_unread_rule(to, OffBoard::Pilots);
        self.table.unit_mut(pilot).rode = Some(self.table.build_step);
        let card = setup::as_subcard(&mut self.table, pilot);
        let name = card.name.to_string();
        self.table.unit_mut(to).pilots.push(card);
        self.table.hand_over(pilot, to);
        self.refresh();
        let text = format!("{name} pilots {}.", self.table.name(to));
        self.carried(name, to, text, cites)
    }

    /// A Pilot leaves the unit it pilots and is a Character again.
    pub(super) fn alight(
        &mut self,
        from: UnitIx,
        serial: u32,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let now = self.table.build_step;
        let bearer = self.table.unit_mut(from);
        let Some(at) = bearer.pilots.iter().position(|c| c.serial == serial) else {
            return Ok(());
        };
        let mut card = bearer.pilots.remove(at);
        card.rode = Some(now);
        let unit = setup::from_subcard(&self.table, from, card);
        let (name, zone) = (unit.name.to_string(), unit.zone);
        let pilot = self.table.take_back(from, unit);
        let id = self.table.unit(pilot).id.clone();
        self.refresh();
        let text = format!("{name} leaves {}.", self.table.name(from));
        let change = Change::Zone {
            unit: id,
            from: self.table.unit(from).zone,
            to: zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, pilot)
            .change(change);
        self.step(step.resting_on(cites))?;
        self.check_health()
    }

    /// A card attached to a unit is discarded; the unit stays.
    pub(super) fn discard_attached(
        &mut self,
        from: &Who,
        of: &[Vec<Kind>],
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let carries = |run: &Self, u: UnitIx| look::carried(&run.table.unit(u).attached, of);
        let bearer = match from {
            Who::Units(s) => {
                let mut open = look::fitting(&self.table, &cx.look, &s.filter);
                open.retain(|u| !carries(self, *u).is_empty());
                let asks = format!("Which unit, for \"{}\"?", cx.printed);
                self.choose_among(&s.quantity, open, you, asks, cx)?
            }
            other => look::units(&self.table, &cx.look, other),
        };
        let Some(bearer) = bearer.first().copied() else {
            return Ok(false);
        };
        let open = carries(self, bearer);
        let name = |run: &Self, at: usize| {
            let card = run.table.unit(bearer).attached.get(at);
            card.map_or_else(String::new, |c| c.name.to_string())
        };
        let at = match open.as_slice() {
            [] => return Ok(false),
            [only] => *only,
            several => {
                let texts: Vec<String> = several.iter().map(|at| name(self, *at)).collect();
                let chosen = self.choose_text(you, &texts, "Which of the cards?", cx)?;
                several.get(chosen).copied().unwrap_or(0)
            }
        };
        let card = name(self, at);
        let unit = self.table.unit_mut(bearer);
        if at < unit.attached.len() {
            unit.attached.remove(at);
        }
        let owner = unit.owner;
        self.table.pool_mut(owner).discard += 1;
        self.table.falls_off(bearer, &card);
        self.refresh();
        let text = format!("{card} is discarded from {}.", self.table.name(bearer));
        let step = NewStep::of(StepKind::Discard, text).unit(&self.table, bearer);
        self.step(step.resting_on([cx.cite.clone()]))?;
        self.check_health()?;
        cx.look.that = vec![bearer];
        Ok(true)
    }

    /// A Pilot that a text of the unit it is on names is discarded; the unit stays. Returns whether
    /// such a Pilot is aboard.
    pub(super) fn discard_named_aboard(&mut self, who: &Who, cx: &Cx) -> Result<bool, Stop> {
        let (Who::Units(s), Some(bearer)) = (who, cx.look.this) else {
            return Ok(false);
        };
        let mut kinds = s.filter.kinds.iter().flatten();
        if !kinds.any(|k| matches!(k, Kind::Name(_))) {
            return Ok(false);
        }
        let aboard = &self.table.unit(bearer).pilots;
        let Some(at) = look::carried(aboard, &s.filter.kinds).first().copied() else {
            return Ok(false);
        };
        let unit = self.table.unit_mut(bearer);
        let name = unit.pilots.remove(at).name;
        let owner = unit.owner;
        self.table.pool_mut(owner).discard += 1;
        self.table.falls_off(bearer, &name);
        self.refresh();
        let text = format!("{name} is discarded from {}.", self.table.name(bearer));
        let step = NewStep::of(StepKind::Discard, text).unit(&self.table, bearer);
        self.step(step.resting_on([cx.cite.clone()]))?;
        self.check_health()?;
        Ok(true)
    }

    /// A card comes from the discard pile: a unit into its arena, a Mission to its effect.
    pub(super) fn play_from_discard(
        &mut self,
        card: UnitIx,
        leaves_by: ClauseId,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let owner = self.table.unit(card).owner;
        let pool = self.table.pool_mut(owner);
        pool.discard = (pool.discard - 1).max(0);
        let unit = self.table.unit_mut(card);
        unit.leaves_by = Some(leaves_by);
        let home = unit.types.iter().find_map(|t| t.arena()).map(Zone::from);
        unit.zone = home.unwrap_or(Zone::Build);
        self.refresh();
        let unit = self.table.unit(card).clone();
        let text = format!("{} is played from the discard pile.", unit.name);
        let change = Change::Zone {
            unit: unit.id.clone(),
            from: Zone::Discard,
            to: unit.zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, card)
            .change(change);
        self.step(step.resting_on(cites))?;
        if unit.types.contains(&CardType::Mission) {
            return self.complete_mission(card, &unit);
        }
        // Whether what completing a card asks for besides is asked for where it is played, nobody says.
        let lines = unit.lines.iter();
        let asking = lines.filter(|l| l.abilities.iter().any(|a| price::is_of_completing(a)));
        let asking = asking.map(|line| (Some(card), line.printed.to_string()));
        self.unread_played.extend(asking);
        if unit.is_unit() {
            self.fire(Happened::Deployed(card))?;
            self.arrive(card)?;
            self.settle_triggers()?;
        }
        Ok(())
    }

    /// A Battle card in the discard pile whose keyword lets it be played from there: it does what
    /// its other lines say, when they could be played from hand, for the keyword's cost.
    pub(super) fn as_battle_card(&self, act: Act) -> Act {
        let Some(unit) = act.unit.map(|u| self.table.unit(u)) else {
            return act;
        };
        let sprung = act.unit.is_some_and(|u| self.trap_may_be_sprung(u));
        if sprung && unit.zone == Zone::Discard {
            return Act {
                kind: ActKind::Unread,
                ..act
            };
        }
        let from = setup::from_pile(&act.ability.effect);
        let (Some((from, besides)), Zone::Discard, true) =
            (from, unit.zone, unit.types.contains(&CardType::Battle))
        else {
            return act;
        };
        let others = unit.lines.iter().filter(|l| l.printed != act.printed);
        let text = setup::played_text(&unit.name, others.map(|l| &*l.printed));
        let Some(card) = setup::read_card(&unit.name, &text, None) else {
            return Act {
                kind: ActKind::Unread,
                ..act
            };
        };
        let mut effect = card.effect;
        if !besides.is_empty() {
            let mut all = vec![effect];
            all.extend(besides);
            effect = crate::cardtext::Effect::Seq(all);
        }
        let ability = Activated {
            costs: act.ability.costs,
            effect,
            limits: card.limits,
        };
        let mut timing = timing::of(&ability);
        timing.timing.push(from.when);
        let played = format!("{} from the discard pile", unit.name);
        let mut copies = act.unit.iter().flat_map(|u| &self.table.view(*u).copies);
        let cite = copies
            .find(|c| c.printed != act.printed)
            .map(|c| c.cite.clone());
        Act {
            prevents_own: false,
            label: played,
            cite: cite.unwrap_or(act.cite),
            ability,
            timing,
            kind: ActKind::Card,
            from_pile: Some(from),
            ..act
        }
    }

    /// A Battle card that was played from the discard pile does not go back there.
    pub(super) fn leave_after_play(&mut self, card: UnitIx, by: ClauseId) -> Result<(), Stop> {
        let owner = self.table.unit(card).owner;
        let pool = self.table.pool_mut(owner);
        pool.discard = (pool.discard - 1).max(0);
        self.table.unit_mut(card).zone = Zone::Removed;
        self.refresh();
        let unit = self.table.unit(card);
        let text = format!("{} leaves the game.", unit.name);
        let change = Change::Zone {
            unit: unit.id.clone(),
            from: Zone::Discard,
            to: Zone::Removed,
        };
        let step = NewStep::of(StepKind::Move, text)
            .by(owner)
            .change(change)
            .on(by);
        self.step(step).map(drop)
    }
}
