//! Which abilities hear of what happened.

use crate::cardtext::{Ability, Event, Player, Who};
use crate::game::{Arena, Side};
use crate::rules::derive::Copy;
use crate::rules::look::{self, Look};
use crate::rules::run::Run;
use crate::rules::table::{Fallen, UnitIx};
use std::rc::Rc;

use super::Waiting;
use super::happened::Happened;

impl Run<'_> {
    /// The counters placed as a result of the attack that is ending.
    pub(super) fn damage_of_attack(&self) -> i32 {
        let Some(attack) = self.table.attack() else {
            return 0;
        };
        let of_it = self
            .table
            .instances
            .iter()
            .filter(|i| i.attack == Some(attack.number) && i.source == Some(attack.attacker));
        of_it.map(|i| i.placed).sum()
    }

    /// Copies that could hear of it: those at work, and those of a unit that has just fallen.
    pub(super) fn listeners(&self, happened: &Happened) -> Vec<(UnitIx, Copy)> {
        let mut found: Vec<(UnitIx, Copy)> = self.table.working();
        if let Happened::Discarded(f) | Happened::Returned(f) = happened {
            let own = self.table.view(f.unit).copies.iter();
            found.extend(
                own.filter(|c| f.from.arena().is_some() && c.off.is_some())
                    .map(|c| (f.unit, c.clone())),
            );
        }
        found.retain(|(_, c)| matches!(&*c.ability, Ability::Triggered(_)));
        found
    }

    /// Whether anything waits for it: a triggered ability, an effect set up for later, or a line
    /// that was not understood.
    pub(in crate::rules) fn is_awaited(&self, happened: &Happened) -> bool {
        let heard = |(unit, copy): &(UnitIx, Copy)| {
            let Ability::Triggered(trigger) = &*copy.ability else {
                return false;
            };
            self.matches(&trigger.event, happened, &Look::from(&self.table, *unit))
        };
        let set_up = self.table.delayed.iter().any(|d| {
            let look = Look {
                this: d.this,
                that: d.that.clone(),
                arena: d.arena,
                ..Look::of(d.controller)
            };
            self.matches(&d.event, happened, &look)
        });
        set_up || self.listeners(happened).iter().any(heard) || self.unread_awaits(happened)
    }

    pub(in crate::rules) fn fire_delayed(
        &mut self,
        happened: &Happened,
        actor: Option<UnitIx>,
        patient: Option<UnitIx>,
        amount: i32,
    ) {
        let mut kept = Vec::new();
        for delayed in std::mem::take(&mut self.table.delayed) {
            let look = Look {
                this: delayed.this,
                that: delayed.that.clone(),
                arena: delayed.arena,
                actor,
                patient,
                damage_done: amount,
                was_in: fell_where(happened),
                fallen: fallen_unit(happened),
                ..Look::of(delayed.controller)
            };
            let hit = self.matches(&delayed.event, happened, &look);
            if hit {
                self.pool.push(Waiting {
                    side: delayed.controller,
                    unit: delayed.this,
                    copy: None,
                    effect: delayed.effect.clone(),
                    look,
                    printed: Rc::clone(&delayed.printed),
                    cites: delayed.cites.clone(),
                });
            }
            if !hit || delayed.each_time {
                kept.push(delayed);
            }
        }
        self.table.delayed = kept;
    }

    /// Whether the event is what happened, seen from the ability.
    pub(super) fn matches(&self, event: &Event, happened: &Happened, look: &Look) -> bool {
        let means = |who: &Who, unit: UnitIx| look::means(&self.table, look, who, unit);
        let opt = |who: &Option<Who>, unit: UnitIx| who.as_ref().is_none_or(|w| means(w, unit));
        let of = |player: &Player, side: Side| look.players(&self.table, *player).contains(&side);
        match (event, happened) {
            (Event::Attacks { who, target }, Happened::Attacked { attacker, defender })
            | (Event::AttackEnds { who, target }, Happened::AttackEnded { attacker, defender }) => {
                means(who, *attacker) && opt(target, *defender)
            }
            // Nothing comes between the declared attack and it.
            (Event::WouldAttack(who), Happened::Attacked { attacker, .. }) => means(who, *attacker),
            (
                Event::Rolls {
                    who,
                    target,
                    natural,
                },
                Happened::Rolled { attacker, defender },
            ) => {
                means(who, *attacker)
                    && opt(target, *defender)
                    && self
                        .table
                        .attack()
                        .is_some_and(|a| !a.dice.is_empty() && natural.is_none_or(|f| a.shows(f)))
            }
            (
                Event::Damages {
                    who,
                    target,
                    attacking,
                    using,
                },
                Happened::Damaged {
                    source,
                    target: hit,
                    attack,
                    in_attack,
                    using: by,
                    ..
                },
            ) => {
                // "Whenever it attacks and does damage" is once for an attack, however many it hits.
                let once = *attacking && is_anything(target);
                source.map_or_else(|| is_anything(who), |s| means(who, s))
                    && means(target, *hit)
                    && (!attacking || *attack)
                    && (!once || *in_attack > 0)
                    && using.is_none_or(|k| by.contains(&Some(k)))
            }
            (
                Event::Prevents { who, using, to },
                Happened::Prevented {
                    by,
                    with,
                    to: target,
                },
            ) => means(who, *by) && using.is_none_or(|k| Some(k) == *with) && opt(to, *target),
            (
                Event::Discarded {
                    who,
                    from,
                    by,
                    caused,
                },
                Happened::Discarded(f),
            ) => {
                let cause = f.cause.filter(|_| *caused);
                self.means_fallen(who, look, f)
                    && (from.is_empty() || from.iter().any(|p| self.fell_from(*p, look, f)))
                    && by
                        .as_ref()
                        .is_none_or(|w| f.by.iter().chain(&cause).any(|u| means(w, *u)))
            }
            (Event::Returned { who, from }, Happened::Returned(f)) => {
                self.means_fallen(who, look, f)
                    && (from.is_empty() || from.iter().any(|p| self.fell_from(*p, look, f)))
            }
            // A card laid under the unit was deployed, not the top card whose text this is (1.5.6).
            (Event::Deployed { who: Who::This, .. }, Happened::Deployed(u))
                if self.laid_under == Some(*u) && look.this == Some(*u) =>
            {
                false
            }
            (Event::Deployed { who, into, .. }, Happened::Deployed(u))
            | (Event::Arrives { who, into }, Happened::Arrived(u)) => {
                let unit = self.table.unit(*u);
                means(who, *u)
                    && (into.is_empty()
                        || into
                            .iter()
                            .any(|p| look::in_place(&self.table, look, *p, unit)))
            }
            (Event::Retreats(who), Happened::Retreated(u, _)) => {
                look::means_anywhere(&self.table, look, who, *u)
            }
            (Event::RetreatedBy(player, who), Happened::Retreated(u, by)) => {
                of(player, *by) && look::means_anywhere(&self.table, look, who, *u)
            }
            (Event::Tapped(who), Happened::Tapped(u))
            | (Event::Untapped(who), Happened::Untapped(u)) => means(who, *u),
            (Event::CountersPut(who, kind), Happened::CountersPut(u, put)) => {
                kind == put && means(who, *u)
            }
            (Event::Draws(p), Happened::Drew(side)) => of(p, *side),
            (Event::PlaysBattleCard(p), Happened::PlayedCard(side)) => of(p, *side),
            (Event::BuildStepStarts(p), Happened::BuildStarts(side))
            | (Event::BuildStepEnds(p), Happened::BuildEnds(side)) => of(p, *side),
            (Event::Completes(p, filter), Happened::Completed(card)) => {
                let mut anywhere = filter.clone();
                anywhere.everywhere();
                of(p, self.table.side(*card))
                    && look::fits_but_place(&self.table, look, &anywhere, *card)
            }
            // Completing is to them what deploying is to a unit.
            (Event::Deployed { who, into, .. }, Happened::Completed(card))
                if into.is_empty() && !self.table.unit(*card).is_unit() =>
            {
                means(who, *card)
            }
            (Event::Uses(who, keyword), Happened::Used(unit, used)) => {
                keyword == used && means(who, *unit)
            }
            // Into another arena it attacks by the keyword that lets it.
            (Event::Uses(who, used), Happened::Attacked { attacker, .. }) => {
                self.table.attack().and_then(|a| a.with) == Some(*used) && means(who, *attacker)
            }
            (Event::ReadyPhase(_), Happened::Ready)
            | (Event::BattleStarts, Happened::BattleStarts)
            | (Event::BattleEnds, Happened::BattleEnds)
            | (Event::TurnEnds, Happened::TurnEnds) => true,
            (Event::BattleStepStarts(arena), Happened::StepStarts(now))
            | (Event::BattleStepEnds(arena), Happened::StepEnds(now)) => match arena {
                Some(a) => a == now,
                None => look
                    .this
                    .is_none_or(|u| self.table.unit(u).arena() == Some(*now)),
            },
            _ => false,
        }
    }

    /// Whether a unit that has just left is one of those meant: its place counts as it was.
    fn means_fallen(&self, who: &Who, look: &Look, fallen: &Fallen) -> bool {
        match who {
            Who::Units(s) => self.fits_fallen(&s.filter, look, fallen),
            other => look::means(&self.table, look, other, fallen.unit),
        }
    }

    fn fits_fallen(&self, filter: &crate::cardtext::Filter, look: &Look, fallen: &Fallen) -> bool {
        let mut places = filter.places.iter();
        let here = filter.places.is_empty() || places.any(|p| self.fell_from(*p, look, fallen));
        here && look::fits_but_place(&self.table, look, filter, fallen.unit)
            || filter.or.iter().any(|f| self.fits_fallen(f, look, fallen))
    }

    fn fell_from(&self, place: crate::cardtext::Place, look: &Look, fallen: &Fallen) -> bool {
        use crate::cardtext::Place;
        let arena = fallen.from.arena();
        let same = |u: Option<UnitIx>| {
            u.is_some_and(|u| {
                u == fallen.unit || self.table.unit(u).arena().is_some_and(|a| arena == Some(a))
            })
        };
        match place {
            Place::Arena(a) => arena == Some(a),
            Place::ThisArena => arena.is_some() && same(look.this),
            Place::ThatArena => arena.is_some() && same(look.that.last().copied()),
            Place::ChosenArena => arena.is_some() && arena == look.arena,
            Place::AttackArena | Place::AttackerArena | Place::AnyArena => arena.is_some(),
            Place::Build => fallen.from == crate::game::Zone::Build,
            Place::OwnBuild | Place::OpponentsBuild => {
                let yours = self.table.side(fallen.unit) == look.you;
                fallen.from == crate::game::Zone::Build && yours == (place == Place::OwnBuild)
            }
            Place::Anywhere => true,
            Place::Hand | Place::DiscardPile | Place::Partly => false,
        }
    }
}

/// Whether nothing is said of the source: then damage done by a card counts too.
fn is_anything(who: &Who) -> bool {
    matches!(who, Who::Units(s) if s.filter == crate::cardtext::Filter::default())
}

/// All the damage of an attack, where the event is that its unit attacks and does damage.
pub(super) fn in_whole_attack(event: &Event, happened: &Happened) -> Option<i32> {
    match (event, happened) {
        (
            Event::Damages {
                target,
                attacking: true,
                ..
            },
            Happened::Damaged { in_attack, .. },
        ) if is_anything(target) => Some(*in_attack),
        _ => None,
    }
}

/// The unit whose discard happened.
pub(super) fn fallen_unit(happened: &Happened) -> Vec<UnitIx> {
    match happened {
        Happened::Discarded(f) => vec![f.unit],
        _ => Vec::new(),
    }
}

/// The arena a unit that has just been discarded was in.
pub(super) fn fell_where(happened: &Happened) -> Vec<(UnitIx, Arena)> {
    match happened {
        Happened::Discarded(f) => f.from.arena().map(|a| (f.unit, a)).into_iter().collect(),
        _ => Vec::new(),
    }
}
