//! Carrying out what an ability says (RULES 4.3): printed order, choices on the way, dice and
//! damage in the middle.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::cardtext::{
    Amount, Ban, Barred, Created, DisruptWhat, Duration, Effect, Event, Grant, KeywordAbility, Num,
    OffBoard, Place, Player, Quantity, Selector, When, Who,
};
use crate::clause;
use crate::game::{Side, Zone};

use super::derive::Copy;
use super::keyword::{self, Aimed, Ask};
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop};
use super::table::{AttackKind, Delayed, Lasting, UnitIx};
use super::trace::{Change, Cite, StepKind};

/// The context in which a text is carried out: in whose name, with which aims.
#[derive(Clone, Debug)]
pub(super) struct Cx {
    /// In whose name, and what was chosen so far.
    pub look: Look,
    /// Units named by the play, in the order in which they are asked for.
    pub on: VecDeque<UnitIx>,
    /// What pays the costs.
    pub pay: VecDeque<String>,
    /// Everything chosen by "choose ..." so far.
    pub chosen: Vec<UnitIx>,
    /// How much of "up to X".
    pub amount: Option<i32>,
    /// Dice, from 1.
    pub dice: Vec<u8>,
    /// Their new faces.
    pub faces: Option<Vec<u8>>,
    /// The copy of the ability.
    pub copy: Option<Copy>,
    /// The words.
    pub printed: Rc<str>,
    /// The line it rests on.
    pub cite: Cite,
    /// The card, if it is one from hand.
    pub card: Option<String>,
    /// The instance of damage it is played against.
    pub instance: Option<usize>,
    /// A discard asked for was replaced (6.3.8).
    pub replaced: bool,
}

impl Cx {
    /// In the name of a player or unit, with nothing aimed.
    pub fn of(look: Look, printed: Rc<str>, cite: Cite) -> Cx {
        Cx {
            look,
            on: VecDeque::new(),
            pay: VecDeque::new(),
            chosen: Vec::new(),
            amount: None,
            dice: Vec::new(),
            faces: None,
            copy: None,
            printed,
            cite,
            card: None,
            instance: None,
            replaced: false,
        }
    }
}

impl Run<'_> {
    /// Carries out an effect. Returns whether it was done (a declined "may" was not).
    pub(super) fn perform(&mut self, effect: &Effect, cx: &mut Cx) -> Result<bool, Stop> {
        self.depth += 1;
        if self.depth > 64 {
            return Err(Stop::Cannot("effects are nested too deeply".to_owned()));
        }
        let done = self.perform_inner(effect, cx);
        self.depth -= 1;
        done
    }

    fn perform_inner(&mut self, effect: &Effect, cx: &mut Cx) -> Result<bool, Stop> {
        let you = cx.look.you;
        match effect {
            Effect::Seq(all) => {
                let mut done = false;
                for one in all {
                    done |= self.perform(one, cx)?;
                }
                Ok(done || all.is_empty())
            }
            Effect::ChooseOne(texts) => self.perform_one_of(texts, you, cx),
            Effect::ChooseOneBy(player, texts) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                self.perform_one_of(texts, side, cx)
            }
            Effect::May(player, inner) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                if self.choose_yes(side, cx)? {
                    self.perform(inner, cx)
                } else {
                    Ok(false)
                }
            }
            Effect::IfDone(first, then, otherwise) => {
                if self.perform(first, cx)? {
                    self.perform(then, cx)
                } else if let Some(other) = otherwise {
                    self.perform(other, cx)
                } else {
                    Ok(false)
                }
            }
            Effect::Pay(player, costs) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                let mut payer = cx.clone();
                payer.look.you = side;
                if !costs
                    .iter()
                    .all(|c| self.cost_reasons(c, &payer, side).is_empty())
                {
                    return Ok(false);
                }
                for cost in costs {
                    self.pay(cost, &mut payer, side)?;
                }
                cx.look.that = payer.look.that;
                cx.look.paid = payer.look.paid;
                cx.look.was_in = payer.look.was_in;
                Ok(true)
            }
            Effect::Unless(player, costs, inner) => self.perform_unless(*player, costs, inner, cx),
            Effect::If(cond, then, otherwise) => {
                if look::holds(&self.table, &cx.look, cond) {
                    self.perform(then, cx)
                } else if let Some(other) = otherwise {
                    self.perform(other, cx)
                } else {
                    Ok(false)
                }
            }
            Effect::Choose(selector) => {
                let chosen = self.choose(selector, you, cx)?;
                let some = !chosen.is_empty();
                cx.chosen.extend(chosen);
                cx.look.speak_of(&self.table, &cx.chosen);
                Ok(some)
            }
            Effect::ChooseArena { among, condition } => {
                let open = self.arenas_of(among, condition.as_ref(), cx);
                if open.is_empty() {
                    self.say(StepKind::Note, "No arena is as the text says.", cx)?;
                    return Ok(false);
                }
                cx.look.arena = Some(self.choose_arena(you, &open, cx)?);
                Ok(true)
            }
            Effect::Give { who, grants, until } => self.give(who, grants, *until, cx),
            Effect::Keyword(k) => self.perform_keyword(k, cx),
            Effect::Damage {
                source,
                target,
                amount,
                dice,
                preventable,
                barred,
            } => {
                let how = (*dice, *preventable, barred.as_deref());
                self.perform_damage(source, target, amount, how, cx)
            }
            Effect::Divide {
                source,
                among,
                amount,
            } => self.perform_divide(source, among, amount, cx),
            // It speaks of the play itself; the disrupt chance looks for it.
            Effect::Steady => Ok(false),
            Effect::Borrow {
                who,
                from,
                sort,
                count,
                until,
            } => self.perform_borrow(who, from, (*sort, count.as_ref()), *until, cx),
            Effect::DiscardAttached { from, of } => self.discard_attached(from, of, cx),
            Effect::Prevent {
                target,
                amount,
                from,
            } => self.perform_prevent(target, amount, from.as_ref(), cx),
            Effect::PutCounters { kind, count, on } => {
                let n = self.number(count, cx);
                let units = self.who(on, cx, you)?;
                for unit in &units {
                    self.put_counters(*unit, *kind, n, cx)?;
                }
                cx.look.that = units;
                Ok(n > 0)
            }
            Effect::RemoveCounters {
                kind,
                count,
                up_to,
                from,
            } => {
                let units = self.who(from, cx, you)?;
                let mut done = false;
                for unit in &units {
                    let have = look::counters_on(self.table.unit(*unit), *kind);
                    let most = count
                        .as_ref()
                        .map_or(have, |n| self.number(n, cx))
                        .min(have);
                    let n = if *up_to {
                        cx.amount.unwrap_or(most).clamp(0, most)
                    } else {
                        most
                    };
                    done |= n > 0;
                    self.put_counters(*unit, *kind, -n, cx)?;
                }
                cx.look.that = units;
                Ok(done)
            }
            Effect::HealTo { who, remaining } => {
                let left = self.number(remaining, cx);
                for unit in self.who(who, cx, you)? {
                    let surplus =
                        self.table.unit(unit).damage - (self.table.view(unit).health - left).max(0);
                    self.put_counters(unit, crate::game::CounterKind::Damage, -surplus.max(0), cx)?;
                }
                Ok(true)
            }
            Effect::MoveCounters {
                kind,
                count,
                up_to,
                from,
                to,
            } => {
                let sources = self.who(from, cx, you)?;
                let targets = self.who(to, cx, you)?;
                let (Some(a), Some(b)) = (sources.first(), targets.first()) else {
                    return Ok(false);
                };
                let have = look::counters_on(self.table.unit(*a), *kind);
                let most = self.number(count, cx).min(have);
                let n = if *up_to {
                    cx.amount.unwrap_or(most).clamp(0, most)
                } else {
                    most
                };
                self.put_counters(*a, *kind, -n, cx)?;
                self.put_counters(*b, *kind, n, cx)?;
                Ok(n > 0)
            }
            Effect::Tap(who) => self.each(who, cx, |r, u, cx| r.set_tapped(u, true, cx)),
            Effect::Untap(who) => self.each(who, cx, |r, u, cx| r.set_tapped(u, false, cx)),
            Effect::Discard(who) => {
                let units = self.who(who, cx, you)?;
                let mut all = !units.is_empty();
                cx.look.speak_of(&self.table, &units);
                for unit in &units {
                    all &= self.discard_unit(*unit, cx)?;
                }
                cx.look.that = units;
                Ok(all)
            }
            Effect::Retreat(who) => self.each(who, cx, |r, u, cx| r.retreat_unit(u, cx)),
            Effect::Return(who) => self.each(who, cx, |r, u, cx| r.move_unit(u, Zone::Hand, cx)),
            Effect::RemoveFromGame(who) => {
                self.each(who, cx, |r, u, cx| r.move_unit(u, Zone::Removed, cx))
            }
            Effect::Put(who, place) => {
                let place = *place;
                self.each(who, cx, move |r, u, cx| {
                    let zone = r.zone_of(place, u, cx);
                    r.move_unit(u, zone, cx)
                })
            }
            Effect::Force(player, n) => self.perform_force(*player, n, cx),
            Effect::BuildPoints(player, n, when) => {
                self.perform_build_points(*player, n, *when, cx)
            }
            Effect::Draw(player, n) => {
                let n = self.number(n, cx);
                for side in cx.look.players(&self.table, *player) {
                    self.draw(side, n, std::slice::from_ref(&cx.cite))?;
                }
                Ok(n > 0)
            }
            Effect::DiscardHand(player, n) => self.perform_discard_cards(*player, n, false, cx),
            Effect::DiscardDeck(player, n) => self.perform_discard_cards(*player, n, true, cx),
            Effect::Reroll {
                up_to,
                all,
                faces,
                of,
            } => {
                if let Some(why) = self.not_those_dice(*of, you) {
                    self.say(StepKind::Note, format!("No die is rerolled: {why}."), cx)?;
                    return Ok(false);
                }
                self.perform_reroll(up_to.as_ref(), *all, faces, cx)
            }
            Effect::Disrupt(DisruptWhat::Attack(of)) => self.disrupt_attack(of.as_ref(), cx),
            Effect::Disrupt(_) => {
                self.disrupting = true;
                Ok(true)
            }
            Effect::Create(created) => self.create(created, cx),
            Effect::Attack {
                who,
                target,
                grants,
                optional,
            } => self.perform_attack(who, target.as_ref(), grants, *optional, cx),
            Effect::NewDefender(who) => {
                let Some(unit) = self.who(who, cx, you)?.first().copied() else {
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
            Effect::EndAttack => {
                if let Some(attack) = self.table.attacks.last_mut() {
                    attack.ended = true;
                }
                self.say(StepKind::Note, "The attack ends.", cx)?;
                Ok(true)
            }
            Effect::Later {
                when,
                each_time,
                until,
                effect,
            } => {
                self.set_up(when, *each_time, *until, effect, cx)?;
                Ok(true)
            }
            Effect::Stand { rule, until } => {
                self.say(
                    StepKind::Modifier,
                    format!("\"{}\" holds {}.", cx.printed, super::words::until(*until)),
                    cx,
                )?;
                let mut look = cx.look.clone();
                if look.that.is_empty() {
                    // "that Jedi" of an event stays the one it was.
                    look.that.extend(look.patient);
                }
                self.table.standing.push(super::standing::SetUp {
                    rule: (**rule).clone(),
                    look,
                    until: *until,
                    printed: Rc::clone(&cx.printed),
                    cite: cx.cite.clone(),
                    attack: self.table.attack().map_or(0, |a| a.number),
                });
                Ok(true)
            }
            Effect::RollDie(outcomes) => {
                let faces = self.roll_other(1, cx)?;
                let face = faces.first().copied().unwrap_or(0);
                match outcomes.iter().find(|(on, _)| on.contains(&face)) {
                    Some((_, effect)) => self.perform(effect, cx),
                    None => Ok(true),
                }
            }
            Effect::Control(player, who, _until) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(you);
                self.each(who, cx, move |r, u, cx| r.give_control(u, side, cx))
            }
            Effect::Attach(who) => {
                let target = self.who(who, cx, you)?.first().copied();
                self.attach_this(target, cx)
            }
            Effect::Note(what) => {
                self.happened.insert(super::triggers::EventKind::Other);
                let text = match what {
                    OffBoard::HandSeen => "A hand is looked at; that is outside this board.",
                    OffBoard::Deck => "The deck is looked through; that is outside this board.",
                    OffBoard::DiscardPile => {
                        "A discard pile is looked through; that is outside this board."
                    }
                    OffBoard::Construction
                    | OffBoard::Pilots
                    | OffBoard::BuildCosts
                    | OffBoard::Control => "That changes nothing this board shows.",
                };
                self.say(StepKind::Note, text, cx)?;
                Ok(true)
            }
        }
    }

    /// The attack under way ends without a roll, unless the attacker is none of those meant or its
    /// attacks can't be disrupted.
    fn disrupt_attack(
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

    /// A step of an ability that says something.
    pub(super) fn say(
        &mut self,
        kind: StepKind,
        text: impl Into<String>,
        cx: &Cx,
    ) -> Result<u32, Stop> {
        let mut step = NewStep::of(kind, text)
            .by(cx.look.you)
            .ability(cx.printed.as_ref());
        if let Some(unit) = cx.look.this {
            step = step.unit(&self.table, unit);
        }
        self.step(step.resting_on([cx.cite.clone()]))
    }

    fn each(
        &mut self,
        who: &Who,
        cx: &mut Cx,
        act: impl Fn(&mut Self, UnitIx, &mut Cx) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let units = self.who(who, cx, you)?;
        cx.look.speak_of(&self.table, &units);
        for unit in &units {
            act(self, *unit, cx)?;
        }
        let some = !units.is_empty();
        cx.look.that = units;
        Ok(some)
    }

    /// A number of an ability; "any number" is the amount of the play.
    pub(super) fn number(&self, n: &Num, cx: &Cx) -> i32 {
        if matches!(n, Num::Chosen) && cx.look.x.is_none() {
            return cx.amount.unwrap_or(0);
        }
        look::value(&self.table, &cx.look, n)
    }

    /// The units an ability means, chosen where it leaves a choice.
    pub(super) fn who(&mut self, who: &Who, cx: &mut Cx, side: Side) -> Result<Vec<UnitIx>, Stop> {
        match who {
            Who::Units(selector) => self.choose(selector, side, cx),
            other => {
                let units = look::units(&self.table, &cx.look, other);
                if units.is_empty() {
                    self.nobody_meant(who, cx)?;
                }
                Ok(units)
            }
        }
    }

    /// An effect that means no unit does nothing, and says why.
    fn nobody_meant(&mut self, who: &Who, cx: &Cx) -> Result<(), Stop> {
        let words = crate::cardtext::explain_who(who);
        let text = format!("No unit here is \u{201c}{words}\u{201d}, so that does nothing.");
        self.say(StepKind::Note, text, cx).map(drop)
    }

    fn choose(
        &mut self,
        selector: &Selector,
        side: Side,
        cx: &mut Cx,
    ) -> Result<Vec<UnitIx>, Stop> {
        let among = look::fitting(&self.table, &cx.look, &selector.filter);
        if among.is_empty() {
            self.nobody_meant(&Who::Units(selector.clone()), cx)?;
        }
        let asks = format!("Which unit, for \"{}\"?", cx.printed);
        self.choose_among(&selector.quantity, among, side, asks, cx)
    }

    fn perform_one_of(&mut self, texts: &[Effect], side: Side, cx: &mut Cx) -> Result<bool, Stop> {
        let labels: Vec<String> = texts.iter().map(super::words::effect).collect();
        let at = self.choose_text(side, &labels, "Which of the texts?", cx)?;
        match texts.get(at) {
            Some(effect) => self.perform(effect, cx),
            None => Ok(false),
        }
    }

    fn perform_unless(
        &mut self,
        player: Player,
        costs: &[crate::cardtext::Cost],
        inner: &Effect,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let side = cx
            .look
            .player(&self.table, player)
            .unwrap_or(cx.look.you.opponent());
        let mut payer = cx.clone();
        payer.look.you = side;
        let able = costs
            .iter()
            .all(|c| self.cost_reasons(c, &payer, side).is_empty());
        if able && self.choose_yes(side, cx)? {
            for cost in costs {
                self.pay(cost, &mut payer, side)?;
            }
            return Ok(false);
        }
        self.perform(inner, cx)
    }

    /// Gives units something for a while; numbers are fixed now.
    fn give(
        &mut self,
        who: &Who,
        grants: &[Grant],
        until: Duration,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let units = self.who(who, cx, you)?;
        // "Its power" of "one of your units gets ..." is the bearer's; of "this unit gets ..." it is
        // that of the unit spoken of before.
        let spoken = matches!(who, Who::Units(_) | Who::That);
        for unit in &units {
            let cite = vec![cx.cite.clone()];
            let bearer = spoken.then_some(*unit);
            let fixed: Vec<Grant> = grants
                .iter()
                .map(|g| self.fix(g, &cx.look, bearer))
                .collect();
            self.give_to(
                *unit,
                &fixed,
                until,
                &cx.look.clone(),
                &cx.printed.clone(),
                cite,
            )?;
        }
        let some = !units.is_empty();
        cx.look.that = units;
        Ok(some)
    }

    /// Gives one unit something for a while.
    pub(super) fn give_to(
        &mut self,
        unit: UnitIx,
        grants: &[Grant],
        until: Duration,
        look: &Look,
        printed: &Rc<str>,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let fixed: Vec<Grant> = grants
            .iter()
            .map(|g| self.fix(g, look, Some(unit)))
            .collect();
        self.table.serial += 1;
        let words = super::words::grants(&fixed);
        let text = format!(
            "{} gets {words} {}.",
            self.table.name(unit),
            super::words::until(until)
        );
        let changes = [Change::Gets {
            unit: self.table.unit(unit).id.clone(),
            what: words,
        }];
        self.table.lasting.push(Lasting {
            on: unit,
            grants: fixed,
            until,
            look: look.clone(),
            by: look.this,
            printed: Rc::clone(printed),
            cites: cites.clone(),
            attack: self.table.attack().map_or(0, |a| a.number),
            serial: self.table.serial,
        });
        let step = NewStep::of(StepKind::Modifier, text)
            .by(look.you)
            .unit(&self.table, unit);
        self.step(
            step.ability(printed.as_ref())
                .changes(changes)
                .resting_on(cites),
        )?;
        self.refresh();
        self.check_health()
    }

    /// The grant with its numbers worked out now; of a bearer, "that unit" is the bearer.
    fn fix(&self, grant: &Grant, look: &Look, bearer: Option<UnitIx>) -> Grant {
        let look = Look {
            that: bearer.map_or_else(|| look.that.clone(), |on| vec![on]),
            ..look.clone()
        };
        let num = |n: &Num| Num::Const(look::value(&self.table, &look, n));
        match grant {
            Grant::Change(stat, n) => Grant::Change(*stat, num(n)),
            Grant::Set(stat, n) => Grant::Set(*stat, num(n)),
            Grant::Dice(n) => Grant::Dice(num(n)),
            Grant::Keyword(k) => match &k.value {
                crate::cardtext::KeywordValue::Number(n) => Grant::Keyword(KeywordAbility {
                    keyword: k.keyword,
                    value: crate::cardtext::KeywordValue::Number(num(n)),
                }),
                _ => grant.clone(),
            },
            Grant::When(cond, inner) => {
                Grant::When(cond.clone(), Box::new(self.fix(inner, &look, bearer)))
            }
            _ => grant.clone(),
        }
    }

    /// An activated keyword: what its file proposes.
    fn perform_keyword(&mut self, k: &KeywordAbility, cx: &mut Cx) -> Result<bool, Stop> {
        let Some(offer) = keyword::def(k.keyword).and_then(|d| d.offer) else {
            return Ok(false);
        };
        let (Some(unit), Some(copy)) = (cx.look.this, cx.copy.clone()) else {
            return Ok(false);
        };
        loop {
            let mut held = self.held_of(unit, &copy, k.keyword);
            if held.copies.len() == 1 {
                held.value = keyword::number_of(&self.table, &cx.look, k);
            }
            let aimed = aimed_by(cx);
            match (offer.play)(&self.table, &held, &aimed) {
                Ok(deeds) => {
                    let some = !deeds.is_empty();
                    for deed in deeds {
                        self.apply(deed, Some(&held))?;
                    }
                    return Ok(some);
                }
                Err(Ask { asks, among }) => {
                    let decline = keyword::def(k.keyword).and_then(|d| d.decline);
                    let less = decline.and_then(|f| f(&self.table, &held, &aimed));
                    if let Some(deed) = less
                        && self.declines()
                    {
                        self.take();
                        self.apply(deed, Some(&held))?;
                        return Ok(true);
                    }
                    self.choose_for(asks, among, cx)?;
                    let aimed = aimed_by(cx);
                    if let Some(against) = (offer.against)(&self.table, &held, &aimed).first() {
                        return self.misfit_back(against.text.clone());
                    }
                }
            }
        }
    }

    /// The unit that does the damage of a text; a card from hand is none.
    pub(super) fn damage_source(&self, source: &Who, cx: &Cx) -> Option<UnitIx> {
        look::units(&self.table, &cx.look, source)
            .first()
            .copied()
            .filter(|_| cx.card.is_none() || *source != Who::This)
    }

    fn perform_damage(
        &mut self,
        source: &Who,
        target: &Who,
        amount: &Num,
        (dice, preventable, barred): (bool, bool, Option<&Barred>),
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let from = self.damage_source(source, cx);
        let targets = self.who(target, cx, you)?;
        let n = self.number(amount, cx);
        cx.look.that.clone_from(&targets);
        let barred = barred.map(|what| {
            Rc::new(super::damage::BarredBy {
                what: what.clone(),
                look: cx.look.clone(),
                cite: cx.cite.clone(),
            })
        });
        let grounds = vec![cx.cite.clone(), clause!("4.3.1").into()];
        let batch: Vec<super::life::NewDamage> = targets
            .iter()
            .map(|t| super::life::NewDamage {
                source: from,
                target: *t,
                amount: n,
                dice,
                preventable,
                barred: barred.clone(),
                origin: None,
                with: None,
            })
            .collect();
        let placed = self.damage_life(batch, &grounds)?;
        cx.look.damage_done = placed;
        Ok(placed > 0)
    }

    fn perform_prevent(
        &mut self,
        target: &Who,
        amount: &Amount,
        from: Option<&Who>,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        let protected: Vec<UnitIx> = match target {
            Who::Units(s) if !matches!(s.quantity, Quantity::Each) => {
                let look = cx.look.clone();
                let gone_as_cost =
                    |u: &UnitIx| cx.on.contains(u) && !self.table.unit(*u).zone.on_table();
                let fits =
                    |u: &UnitIx| look::fits(&self.table, &look, &s.filter, *u) || gone_as_cost(u);
                let hurt = |u: &UnitIx| self.table.pending_on(*u) > 0;
                let among: Vec<UnitIx> = self.table.all().filter(|u| hurt(u) && fits(u)).collect();
                self.choose_among(
                    &s.quantity,
                    among,
                    you,
                    "Damage to which unit is prevented?".to_owned(),
                    cx,
                )?
            }
            other => look::units(&self.table, &cx.look, other),
        };
        let mut instances: Vec<usize> = self.table.open.clone();
        instances.retain(|i| {
            let inst = self.table.instance(*i);
            inst.pending > 0
                && protected.contains(&inst.target)
                && from.is_none_or(|w| {
                    inst.source
                        .is_some_and(|s| look::means(&self.table, &cx.look, w, s))
                })
        });
        let aimed = cx.instance.filter(|i| instances.contains(i));
        if let Some(one) = aimed.filter(|_| !matches!(amount, Amount::All)) {
            instances = vec![one];
        }
        let mut sum = 0;
        for i in instances {
            let inst = self.table.instance(i).clone();
            let by = cx.look.this.unwrap_or(inst.target);
            let reserved = super::prevention::reserved(&self.table, &inst, cx.look.this).is_some();
            if reserved || super::prevention::forbidden(&self.table, &inst, by).is_some() {
                continue;
            }
            let n = self.amount_of(amount, inst.pending, cx);
            sum += n;
            let grounds = vec![cx.cite.clone(), clause!("attack.prevention").into()];
            self.prevent(i, n, grounds, Some(by), None)?;
        }
        cx.look.prevented = sum;
        cx.look.that = protected;
        Ok(sum > 0)
    }

    /// How much of a pending amount is prevented.
    pub(super) fn amount_of(&self, amount: &Amount, pending: i32, cx: &Cx) -> i32 {
        let n = match amount {
            Amount::All => pending,
            Amount::Exactly(n) => self.number(n, cx),
            Amount::UpTo(n) => {
                let most = self.number(n, cx);
                cx.amount
                    .filter(|_| !matches!(n, Num::X))
                    .unwrap_or(most)
                    .min(most)
            }
            Amount::AllBut(n) => pending - self.number(n, cx),
            Amount::Half { up } => (pending + i32::from(*up)) / 2,
        };
        n.clamp(0, pending.max(0))
    }

    fn perform_force(&mut self, player: Player, n: &Num, cx: &mut Cx) -> Result<bool, Stop> {
        let by = self.number(n, cx);
        for side in cx.look.players(&self.table, player) {
            self.gain_force(side, by, vec![cx.cite.clone()])?;
        }
        Ok(by != 0)
    }

    fn perform_build_points(
        &mut self,
        player: Player,
        n: &Num,
        when: When,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let by = self.number(n, cx);
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
                When::NextBuildStep => {
                    self.table.pool_mut(side).build_points_due += by;
                    let text = format!(
                        "{} will get {by} build points with the next build step.",
                        side.name()
                    );
                    self.say(StepKind::Note, text, cx)?;
                }
            }
        }
        Ok(by != 0)
    }

    fn perform_discard_cards(
        &mut self,
        player: Player,
        n: &Num,
        from_deck: bool,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let n = self.number(n, cx);
        for side in cx.look.players(&self.table, player) {
            self.discard_cards(side, n, from_deck, cx)?;
        }
        Ok(n > 0)
    }

    fn perform_attack(
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
        let defender = match target {
            Some(w) => {
                let old = cx.look.this;
                let found = self.who(w, cx, you)?;
                cx.look.this = old;
                found.first().copied()
            }
            None => {
                let among = self.legal_targets(attacker);
                let one = Quantity::Choose(Num::Const(1));
                let asks = format!("Which unit does {} attack?", self.table.name(attacker));
                self.choose_among(&one, among, you, asks, cx)?
                    .first()
                    .copied()
            }
        };
        let Some(defender) = defender else {
            return Ok(false);
        };
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

    fn set_up(
        &mut self,
        when: &Event,
        each_time: bool,
        until: Duration,
        effect: &Effect,
        cx: &Cx,
    ) -> Result<(), Stop> {
        self.say(StepKind::Note, format!("It waits: \"{}\"", cx.printed), cx)?;
        self.table.delayed.push(Delayed {
            event: when.clone(),
            effect: effect.clone(),
            each_time,
            until,
            controller: cx.look.you,
            this: cx.look.this,
            that: cx.look.that.clone(),
            arena: cx.look.arena,
            printed: Rc::clone(&cx.printed),
            cites: vec![cx.cite.clone()],
        });
        Ok(())
    }

    fn create(&mut self, created: &Created, cx: &mut Cx) -> Result<bool, Stop> {
        let n = self.number(&created.count, cx).clamp(0, 20);
        for _ in 0..n {
            let unit = super::setup::made_unit(
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
        }
        Ok(n > 0)
    }

    fn zone_for_created(&self, created: &Created, cx: &Cx) -> Zone {
        match created.place {
            Place::Arena(a) => a.into(),
            Place::Build => Zone::Build,
            _ => cx
                .look
                .this
                .and_then(|u| self.table.unit(u).arena())
                .map_or(Zone::Character, Zone::from),
        }
    }

    fn zone_of(&self, place: Place, unit: UnitIx, cx: &Cx) -> Zone {
        let arena_of =
            |u: Option<UnitIx>| u.and_then(|u| self.table.unit(u).arena()).map(Zone::from);
        let home = self
            .table
            .unit(unit)
            .types
            .iter()
            .find_map(|t| t.arena())
            .map_or(Zone::Build, Zone::from);
        match place {
            Place::Arena(a) => a.into(),
            Place::ThisArena => arena_of(cx.look.this).unwrap_or(home),
            Place::ThatArena => cx
                .look
                .that
                .last()
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

/// The aims of what is being carried out.
fn aimed_by(cx: &Cx) -> Aimed {
    Aimed {
        amount: cx.amount,
        on: cx.on.iter().copied().collect(),
        instance: cx.instance,
        dice: cx.dice.clone(),
        faces: cx.faces.clone(),
    }
}
