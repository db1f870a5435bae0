//! Units that a text makes, moves or has attack.

use crate::cardtext::{Ban, Created, Duration, Grant, Num, Place, Quantity, Who};
use crate::clause;
use crate::game::Zone;
use crate::rules::look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{AttackKind, UnitIx};
use crate::rules::target;
use crate::rules::trace::{Change, Reason, StepKind};

use super::cx::Cx;

impl Run<'_> {
    /// The attack under way ends without a roll, unless the attacker is none of those meant or its
    /// attacks can't be disrupted.
    pub(super) fn disrupt_attack(
        &mut self,
        of: Option<&crate::cardtext::Filter>,
        cx: &Cx,
    ) -> Result<bool, Stop> {
        let Some(attacker) = self.table.attack().map(|a| a.attacker) else {
            return Ok(false);
        };
        let name = self.table.name(attacker).to_owned();
        let meant = of.is_none_or(|f| look::fits(&self.table, &cx.look, f, attacker));
        let steady = self
            .table
            .view(attacker)
            .banned(|b| matches!(b.ban, Ban::AttackDisrupted))
            .is_some();
        if !meant || steady {
            let why = if meant {
                "its attacks can't be disrupted"
            } else {
                "it is not what the text speaks of"
            };
            let text = format!("The attack of {name} goes on: {why}.");
            self.say(StepKind::Note, text, cx)?;
            return Ok(false);
        }
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.ended = true;
        }
        self.say(
            StepKind::Note,
            format!("The attack of {name} is disrupted."),
            cx,
        )?;
        Ok(true)
    }

    pub(super) fn perform_attack(
        &mut self,
        who: &Who,
        target: Option<&Who>,
        grants: &[Grant],
        optional: bool,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        if optional && cx.on.is_empty() && !self.choose_yes(you, cx)? {
            return Ok(false);
        }
        let Some(attacker) = self.who(who, cx, you)?.first().copied() else {
            return Ok(false);
        };
        cx.look.that = vec![attacker];
        let kept = target::kept_from_attacking(&self.table, attacker);
        if let Some(first) = kept.into_iter().next() {
            return self.says_no_attack(attacker, first, cx).map(|()| false);
        }
        let Some(defender) = self.target_of_text(attacker, target, cx)? else {
            return Ok(false);
        };
        let placed = target.is_some_and(names_place);
        if self.says_not_attackable(attacker, defender, placed, cx)? {
            return Ok(false);
        }
        let defender = self.sent_elsewhere(attacker, defender)?;
        if !self.pay_to_attack(attacker, defender)? {
            return Ok(false);
        }
        if !grants.is_empty() {
            let (look, printed) = (cx.look.clone(), cx.printed.clone());
            self.give_to(
                attacker,
                grants,
                Duration::NextAttack,
                &look,
                &printed,
                vec![cx.cite.clone()],
            )?;
        }
        self.granted_attack(
            attacker,
            defender,
            AttackKind::Granted,
            vec![cx.cite.clone()],
        )?;
        Ok(true)
    }

    /// Whom the unit attacks by a text: the one it names, else a legal target of the player's choice.
    fn target_of_text(
        &mut self,
        attacker: UnitIx,
        target: Option<&Who>,
        cx: &mut Cx,
    ) -> Result<Option<UnitIx>, Stop> {
        let you = cx.look.you;
        let (quantity, among) = match target {
            Some(Who::Units(s)) => {
                let meant = look::fitting(&self.table, &cx.look, &s.filter);
                let placed = target.is_some_and(names_place);
                let mut among = meant.clone();
                among.retain(|u| self.extra_reasons(attacker, *u, placed).is_empty());
                let only = meant.first().filter(|_| among.is_empty());
                if let Some(only) = only.copied() {
                    self.says_not_attackable(attacker, only, placed, cx)?;
                    return Ok(None);
                }
                (s.quantity.clone(), among)
            }
            Some(who) => return Ok(self.who(who, cx, you)?.first().copied()),
            None => {
                let among = self.legal_targets(attacker);
                (Quantity::Choose(Num::Const(1)), among)
            }
        };
        let asks = format!("Which unit does {} attack?", self.table.name(attacker));
        let chosen = self.choose_among(&quantity, among, you, asks, cx)?;
        Ok(chosen.first().copied())
    }

    /// Why the unit may not make that attack; a text that names a place reaches what lies there.
    fn extra_reasons(&self, attacker: UnitIx, defender: UnitIx, placed: bool) -> Vec<Reason> {
        if placed {
            target::against_extra_there(&self.table, attacker, defender)
        } else {
            target::against_extra(&self.table, attacker, defender)
        }
    }

    /// A text that has a unit attack another one is no leave to attack what can't be attacked.
    fn says_not_attackable(
        &mut self,
        attacker: UnitIx,
        defender: UnitIx,
        placed: bool,
        cx: &Cx,
    ) -> Result<bool, Stop> {
        let reasons = self.extra_reasons(attacker, defender, placed);
        let Some(first) = reasons.into_iter().next() else {
            return Ok(false);
        };
        self.says_no_attack(attacker, first, cx).map(|()| true)
    }

    fn says_no_attack(&mut self, attacker: UnitIx, why: Reason, cx: &Cx) -> Result<(), Stop> {
        let text = format!("There is no attack: {}.", why.text);
        let step = NewStep::of(StepKind::Note, text)
            .by(cx.look.you)
            .unit(&self.table, attacker);
        let step = step.resting_on([cx.cite.clone()]);
        self.step(step.also(why.clause)).map(drop)
    }

    /// Returns whether all of them were discarded.
    pub(super) fn perform_discard(&mut self, who: &Who, cx: &mut Cx) -> Result<bool, Stop> {
        if self.discard_named_aboard(who, cx)? {
            return Ok(true);
        }
        let units = self.who(who, cx, cx.look.you)?;
        let mut all = !units.is_empty();
        cx.look.speak_of(&self.table, &units);
        for unit in &units {
            all &= self.discard_unit(*unit, cx)?;
        }
        cx.look.that = units;
        Ok(all)
    }

    /// Units retreat; those that the opponent chooses, that player retreats.
    pub(super) fn perform_retreat(&mut self, who: &Who, cx: &mut Cx) -> Result<bool, Stop> {
        let theirs =
            matches!(who, Who::Units(s) if matches!(s.quantity, Quantity::OpponentChooses(_)));
        let by = theirs.then(|| cx.look.you.opponent()).or(self.deciding);
        let outer = std::mem::replace(&mut self.deciding, by);
        let done = self.each(who, cx, |r, u, cx| r.retreat_unit(u, cx));
        self.deciding = outer;
        done
    }

    pub(super) fn perform_new_defender(&mut self, who: &Who, cx: &mut Cx) -> Result<bool, Stop> {
        let Some(unit) = self.new_defender(who, cx)? else {
            return Ok(false);
        };
        let way = if cx.card.is_some() {
            clause!("7.1.attract-enemy-fire")
        } else {
            clause!("7.1.you-may-make-it-attack-this-unit-instead")
        };
        let grounds = vec![cx.cite.clone(), way.into(), clause!("7.1.2").into()];
        self.change_defender(unit, grounds, None)
    }

    /// The unit that a text makes the defender; where it leaves a choice, one that can be attacked,
    /// if there is any.
    fn new_defender(&mut self, who: &Who, cx: &mut Cx) -> Result<Option<UnitIx>, Stop> {
        let you = cx.look.you;
        let attacker = self.table.attack().map(|a| a.attacker);
        let (Who::Units(s), Some(attacker)) = (who, attacker) else {
            return Ok(self.who(who, cx, you)?.first().copied());
        };
        let mut among = look::fitting(&self.table, &cx.look, &s.filter);
        let open = |u: &UnitIx| self.attackable_reasons(attacker, *u).is_empty();
        if among.iter().any(open) {
            among.retain(open);
        }
        let asks = format!("Which unit does {} attack?", self.table.name(attacker));
        let chosen = self.choose_among(&s.quantity, among, you, asks, cx)?;
        Ok(chosen.first().copied())
    }

    pub(super) fn create(&mut self, created: &Created, cx: &mut Cx) -> Result<bool, Stop> {
        let n = self.number(&created.count, cx).clamp(0, 20);
        let mut made = Vec::new();
        for _ in 0..n {
            let unit = crate::rules::setup::made_unit(
                &self.table,
                created,
                cx,
                self.zone_for_created(created, cx),
            );
            let id = unit.id.clone();
            let text = format!(
                "{} comes from the supply into {}.",
                unit.name,
                unit.zone.name()
            );
            self.table.units.push(unit);
            self.refresh();
            let ix = UnitIx(self.table.units.len() - 1);
            let step = NewStep::of(StepKind::Move, text)
                .by(cx.look.you)
                .change(Change::Created { unit: id });
            self.step(
                step.resting_on([cx.cite.clone()])
                    .on(clause!("1.3.subordinate")),
            )?;
            self.arrive(ix)?;
            made.push(ix);
        }
        cx.look.that = made;
        Ok(n > 0)
    }

    /// Where a unit is made; where its text names no place, in the arena of what makes it.
    fn zone_for_created(&self, created: &Created, cx: &Cx) -> Zone {
        let maker = cx.look.this.and_then(|u| self.table.unit(u).arena());
        self.zone_named(created.place, maker.map_or(Zone::Character, Zone::from), cx)
    }

    pub(super) fn zone_of(&self, place: Place, unit: UnitIx, cx: &Cx) -> Zone {
        let mut types = self.table.unit(unit).types.iter();
        let home = types.find_map(|t| t.arena());
        self.zone_named(place, home.map_or(Zone::Build, Zone::from), cx)
    }

    /// The zone that a text means by a place; `home` where it leaves that open.
    fn zone_named(&self, place: Place, home: Zone, cx: &Cx) -> Zone {
        let arena_of =
            |u: Option<UnitIx>| u.and_then(|u| self.table.unit(u).arena()).map(Zone::from);
        match place {
            Place::Arena(a) => a.into(),
            Place::ThisArena => arena_of(cx.look.this).unwrap_or(home),
            Place::ThatArena => cx
                .look
                .that
                .last()
                .or(cx.look.patient.as_ref())
                .and_then(|u| cx.look.arena_of(&self.table, *u))
                .map_or(home, Zone::from),
            Place::ChosenArena => cx.look.arena.map_or(home, Zone::from),
            Place::AttackArena => arena_of(self.table.attack().map(|a| a.defender)).unwrap_or(home),
            Place::AttackerArena => {
                arena_of(self.table.attack().map(|a| a.attacker)).unwrap_or(home)
            }
            Place::AnyArena | Place::Anywhere => home,
            Place::Build | Place::OwnBuild | Place::OpponentsBuild | Place::Partly => Zone::Build,
            Place::Hand => Zone::Hand,
            Place::DiscardPile => Zone::Discard,
        }
    }
}

/// Whether a text says where those lie whom it has a unit attack.
fn names_place(who: &Who) -> bool {
    let Who::Units(s) = who else { return false };
    s.filter.places.iter().any(|p| *p != Place::Anywhere)
}
