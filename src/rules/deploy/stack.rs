//! Cards laid onto or under a unit: what may lie in its stack, and how it gets there (RULES 1.5).

use crate::cardtext::{Ability, Static, StaticRule};
use crate::clause;
use crate::game::{Side, Zone};
use crate::rulebook::{ClauseId, Keyword};
use crate::rules::battle::base_name;
use crate::rules::grounds;
use crate::rules::keyword;
use crate::rules::look::{self, Look};
use crate::rules::run::{NewStep, Run, Stop, reason};
use crate::rules::setup;
use crate::rules::situation::StackPlace;
use crate::rules::table::{CopyId, Line, SubCard, Table, Unit, UnitIx};
use crate::rules::trace::{Change, Cite, Reason, StepKind};
use crate::rules::triggers::Happened;

/// A stack has at most so many cards (1.5.5).
const STACK_LIMIT: usize = 4;

/// The line of a player's card that lets it lie beneath the unit, if one does.
fn permission(table: &Table, (side, lines): (Side, &[Line]), top: UnitIx) -> Option<Cite> {
    let look = Look::of(side);
    let allows = |ability: &Ability| match ability {
        Ability::Static(Static {
            condition,
            rule: StaticRule::LiesBeneath(under),
        }) => {
            let held = condition
                .as_ref()
                .is_none_or(|c| look::holds(table, &look, c));
            held && look::means_unless_elsewhere(table, &look, under, top)
        }
        _ => false,
    };
    let line = lines.iter().find(|l| l.abilities.iter().any(|a| allows(a)));
    line.map(|l| l.cite.clone())
}

impl Run<'_> {
    /// On top if it is dearer than the present top card, else under it; what is no version of the
    /// unit can only lie under it.
    pub(super) fn usual_place(&self, card: UnitIx, top: UnitIx) -> StackPlace {
        let dearer = self.table.unit(card).cost > self.table.unit(top).cost;
        if dearer && self.are_versions(card, top) {
            StackPlace::Above
        } else {
            StackPlace::Below
        }
    }

    /// Whether both are versions of one unique unit (1.5.5).
    fn are_versions(&self, card: UnitIx, top: UnitIx) -> bool {
        let (c, t) = (self.table.unit(card), self.table.unit(top));
        c.unique && t.unique && base_name(&c.name) == base_name(&t.name)
    }

    /// The line of the card that lets it lie beneath the unit, which is no version of it (1.1.5).
    fn lies_beneath(&self, card: UnitIx, top: UnitIx) -> Option<Cite> {
        let card = self.table.unit(card);
        permission(&self.table, (card.side, &card.lines), top)
    }

    /// All reasons against laying the card onto or under the unit.
    pub(super) fn stack_reasons(
        &self,
        card: UnitIx,
        top: UnitIx,
        place: StackPlace,
    ) -> Vec<Reason> {
        let (c, t) = (self.table.unit(card), self.table.unit(top));
        let same = self.are_versions(card, top);
        let listed = self.lists(top, card);
        let mut reasons = Vec::new();
        if !same && self.lies_beneath(card, top).is_some() {
            let text = format!("{} can only lie under {}", c.name, t.name);
            reasons.extend((place == StackPlace::Above).then(|| reason(clause!("1.5.5"), text)));
        } else if !same {
            reasons.extend(self.unlike_reasons(card, top, (listed, place)));
        }
        if c.side != t.side {
            reasons.push(reason(
                clause!("1.5.5"),
                format!("{} is not a unit of the same player", t.name),
            ));
        }
        reasons.extend(self.full_reasons(top, listed.is_some()));
        let there = *c.name == *t.name || t.under.iter().any(|u| *u.name == *c.name);
        if same && there && listed.is_some() {
            reasons.push(reason(
                clause!("1.5.5"),
                format!("{} is in the stack already", c.name),
            ));
        }
        let under_only = self.table.reading(clause!("11.21")) == Some("under-only");
        if place == StackPlace::Above && c.cost < t.cost && under_only {
            let text = format!(
                "{} is cheaper than {} and may only go under it",
                c.name, t.name
            );
            reasons.push(reason(clause!("11.21"), text));
        }
        reasons
    }

    /// Why a card that is no version of the unit may not go there: the unit does not list it, lists
    /// it once only, or lists it for beneath.
    fn unlike_reasons(
        &self,
        card: UnitIx,
        top: UnitIx,
        (listed, place): (Option<ClauseId>, StackPlace),
    ) -> Vec<Reason> {
        let (c, t) = (self.table.unit(card), self.table.unit(top));
        let listing = grounds::listing(&self.table, top);
        let mut reasons = Vec::new();
        if listed.is_none() {
            let text = format!(
                "{} and {} are not versions of one unique unit",
                c.name, t.name
            );
            reasons.push(reason(clause!("1.5.5"), text));
            reasons.extend(self.aboard_reasons(card));
            let others = listing.map(|l| l.others);
            let text = format!("{} is not among the cards that {} lists", c.name, t.name);
            reasons.extend(others.map(|clause| reason(clause, text)));
        }
        let twin = t
            .under
            .iter()
            .find(|u| c.unique && base_name(&u.name) == base_name(&c.name));
        if let (Some(listing), Some(twin)) = (listing, twin) {
            let text = format!("{} lies under {} already", twin.name, t.name);
            reasons.push(reason(listing.once, text));
        }
        if let Some(clause) = listed.filter(|_| place == StackPlace::Above) {
            let text = format!("{} can only lie under {}", c.name, t.name);
            reasons.push(reason(clause, text));
        }
        reasons
    }

    /// Why no further card fits into a stack, if none does.
    fn full_reasons(&self, top: UnitIx, listed: bool) -> Vec<Reason> {
        let t = self.table.unit(top);
        let cards = t.under.len() + 1;
        if self.stack_limit(top).is_none_or(|most| cards < most) {
            return Vec::new();
        }
        let text = format!("the stack of {} has {cards} cards already", t.name);
        let mut reasons = vec![reason(clause!("1.5.5"), text.clone())];
        if cards > STACK_LIMIT {
            reasons.push(reason(clause!("1.5.11"), text.clone()));
        }
        let listing = grounds::listing(&self.table, top).filter(|_| listed);
        reasons.extend(listing.map(|l| reason(l.limit, text)));
        reasons
    }

    /// How many cards the stack may have, with what the texts at work add; `None` for any number.
    fn stack_limit(&self, top: UnitIx) -> Option<usize> {
        let mut most = STACK_LIMIT;
        for found in self.table.rules() {
            let StaticRule::StackSize { of, further } = &found.rule else {
                continue;
            };
            if look::means_unless_elsewhere(&self.table, &found.look, of, top) {
                most += usize::from((*further)?);
            }
        }
        Some(most)
    }

    /// What the keywords of a Pilot say against deploying it straight onto a unit.
    fn aboard_reasons(&self, card: UnitIx) -> Vec<Reason> {
        let unit = self.table.unit(card);
        let abilities = unit.lines.iter().flat_map(|l| &l.abilities);
        let keywords: Vec<Keyword> = abilities
            .filter_map(|a| match &**a {
                Ability::Keyword(k) => Some(k.keyword),
                _ => None,
            })
            .collect();
        let rides = |k: &Keyword| keyword::def(*k).is_some_and(|d| d.while_piloting);
        if !keywords.iter().any(rides) {
            return Vec::new();
        }
        let text = format!(
            "{} is deployed first, and may pilot a unit later",
            unit.name
        );
        keywords
            .iter()
            .filter_map(|k| grounds::of(*k).not_aboard)
            .map(|clause| reason(clause, text.clone()))
            .collect()
    }

    /// The clause by which a keyword of the top card lets the card lie under it.
    fn lists(&self, top: UnitIx, card: UnitIx) -> Option<ClauseId> {
        let copies = self.table.view(top).copies.iter();
        copies.filter_map(|c| c.keyword()).find_map(|k| {
            let stacks = keyword::def(k.keyword)?.stacks?;
            stacks(&self.table, top, &k.value, card)
        })
    }

    /// Puts a card onto or under a unit. The unit keeps its handle, its counters and its tap; the
    /// new top card's name, numbers and text hold from now on (1.5.6).
    pub(super) fn complete_onto(
        &mut self,
        card: UnitIx,
        top: UnitIx,
        place: StackPlace,
    ) -> Result<(), Stop> {
        let new = self.table.unit(card).clone();
        let laid = setup::as_subcard(&mut self.table, card);
        let zone = self.table.unit(top).zone;
        let old_name = self.table.name(top).to_owned();
        let before = grounds::listing(&self.table, top);
        match place {
            StackPlace::Below => self.table.unit_mut(top).under.push(laid),
            StackPlace::Above => self.swap_top(card, top, &new, laid),
        }
        self.table.hand_over(card, top);
        self.refresh();
        self.note_laid(&new, top, (place, &old_name, zone))?;
        self.leave_what_does_not_fit(top, before)?;
        self.laid_under = (place == StackPlace::Below).then_some(top);
        if place == StackPlace::Above {
            self.fire(Happened::Completed(top))?;
        }
        self.fire(Happened::Deployed(top))?;
        self.laid_under = None;
        self.settle_triggers()?;
        self.check_health()
    }

    /// The step that tells where the card went, and by which rules.
    fn note_laid(
        &mut self,
        new: &Unit,
        top: UnitIx,
        (place, old_name, zone): (StackPlace, &str, Zone),
    ) -> Result<(), Stop> {
        let where_ = if place == StackPlace::Above {
            "on top of"
        } else {
            "under"
        };
        let text = format!("{} goes {where_} {old_name}.", new.name);
        let change = Change::Zone {
            unit: new.id.clone(),
            from: Zone::Build,
            to: zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, top)
            .change(change);
        let same = base_name(&new.name) == base_name(old_name);
        let permitted = permission(&self.table, (new.side, &new.lines), top).filter(|_| !same);
        let listed = grounds::listing(&self.table, top).filter(|_| !same && permitted.is_none());
        let step = match listed {
            Some(listed) => step
                .on(listed.under)
                .on(clause!("1.5.7"))
                .also((!new.unique).then_some(listed.common)),
            None => {
                let apart = self.table.unit(top).beneath > 0;
                let by_text = permitted.is_some().then_some(clause!("1.1.5"));
                step.on(clause!("1.5.5"))
                    .also(by_text)
                    .on(clause!("1.5.7"))
                    .resting_on(permitted)
                    .also(apart.then_some(clause!("1.5.12")))
            }
        };
        self.step(step).map(drop)
    }

    /// Cards that cannot be stacked with the present top card go to their owner's discard pile:
    /// under a new top card, or under one that has lost its list.
    fn leave_what_does_not_fit(
        &mut self,
        top: UnitIx,
        before: Option<grounds::Listed>,
    ) -> Result<(), Stop> {
        let Some(before) = before else {
            return Ok(());
        };
        let unit = self.table.unit(top).clone();
        let own = base_name(&unit.name);
        let (stay, leave): (Vec<SubCard>, Vec<SubCard>) =
            unit.under.iter().cloned().partition(|c| {
                base_name(&c.name) == own
                    || grounds::listed(&self.table, top, c)
                    || permission(&self.table, (unit.side, &c.lines), top).is_some()
            });
        if leave.is_empty() {
            return Ok(());
        }
        self.table.unit_mut(top).under = stay;
        self.table.pool_mut(unit.owner).discard += i32::try_from(leave.len()).unwrap_or(0);
        self.refresh();
        for card in leave {
            let text = format!(
                "{} cannot lie under {} and goes to the discard pile.",
                card.name, unit.name
            );
            let step = NewStep::of(StepKind::Discard, text).unit(&self.table, top);
            self.step(step.on(before.lost))?;
        }
        Ok(())
    }

    /// Units that had a list of what may lie under them and have it no longer (stack.8).
    pub(in crate::rules) fn check_lists(&mut self) -> Result<(), Stop> {
        for top in self.table.all().collect::<Vec<_>>() {
            let unit = self.table.unit(top);
            let stacked = unit.unique && unit.is_unit() && !unit.under.is_empty();
            let now = grounds::listing(&self.table, top).filter(|_| stacked);
            let before = match now {
                Some(listed) => self.lists.insert(top, listed),
                None => self.lists.remove(&top),
            };
            if stacked && now.is_none() {
                self.leave_what_does_not_fit(top, before)?;
            }
        }
        Ok(())
    }

    fn swap_top(&mut self, card: UnitIx, top: UnitIx, new: &Unit, laid: SubCard) {
        let old = setup::as_subcard(&mut self.table, top);
        self.table.uses_follow(&old.lines, &|n, k| {
            (CopyId::own(top, n, k), CopyId::carried(old.serial, n, k))
        });
        self.table.uses_follow(&laid.lines, &|n, k| {
            (CopyId::own(card, n, k), CopyId::own(top, n, k))
        });
        let unit = self.table.unit_mut(top);
        unit.under.insert(0, old);
        unit.name = laid.name;
        unit.subtypes = laid.subtypes;
        unit.types.clone_from(&new.types);
        unit.cost = laid.cost;
        unit.speed = laid.speed;
        unit.power = laid.power;
        unit.health = laid.health;
        unit.lines = laid.lines;
        unit.card_side = new.card_side;
    }
}
