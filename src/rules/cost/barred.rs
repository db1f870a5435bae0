//! What bans and restrictions forbid an ability or a target.

use crate::cardtext::{Ban, Effect, Limit, Num, Quantity, StaticRule, Who};
use crate::clause;
use crate::game::Arena;
use crate::rulebook::Keyword;
use crate::rules::act::{Act, ActKind, chosen_source, prevent_target};
use crate::rules::damage::Instance;
use crate::rules::look::{self, Look};
use crate::rules::prevention::{forbidden, nothing_pending};
use crate::rules::run::{Run, reason};
use crate::rules::table::UnitIx;
use crate::rules::trace::Reason;
use crate::rules::window::WindowId;

use super::disrupt::disrupts;
use super::{first_target, is_activated};

impl Run<'_> {
    /// What forbids the play: bans on its unit or its player.
    pub(in crate::rules) fn ban_reasons(&self, act: &Act) -> Vec<Reason> {
        let mut reasons = self.player_ban_reasons(act);
        let Some(unit) = act.unit else { return reasons };
        let names = act
            .copy
            .as_ref()
            .map(|c| c.names().iter().map(|k| k.keyword).collect::<Vec<_>>())
            .unwrap_or_default();
        let view = self.table.view(unit);
        let instance = self.pick_instance(act);
        for banned in &view.bans {
            let hit = match &banned.ban {
                // One part of a line that may not be used leaves the others (6.3.5).
                Ban::Use(k) => names.contains(k) && !self.may_use_a_part(unit, &names, instance),
                Ban::UseAbilities => is_activated(act),
                Ban::Prevent => act.timing.windows.contains(&WindowId::Prevention),
                _ => false,
            };
            if hit {
                reasons.push(reason(
                    clause!("1.1.6"),
                    format!(
                        "{} may not use {}: \"{}\"",
                        self.table.name(unit),
                        act.label_words(),
                        banned.printed
                    ),
                ));
            }
        }
        if let Some(instance) = instance
            && !self.may_use_a_part(unit, &names, Some(instance))
        {
            for name in names {
                if crate::rules::prevention::keyword_barred(
                    &self.table,
                    self.table.instance(instance),
                    name,
                    unit,
                )
                .is_some()
                {
                    let text = format!("this damage can't be prevented with {}", name.name());
                    reasons.push(reason(clause!("6.3.5"), text));
                }
            }
        }
        reasons
    }

    /// What forbids the unit that keyword, against that damage.
    pub(in crate::rules) fn forbids_keyword(
        &self,
        unit: UnitIx,
        keyword: Keyword,
        instance: Option<usize>,
    ) -> bool {
        let bans = &self.table.view(unit).bans;
        let banned = bans
            .iter()
            .any(|b| matches!(b.ban, Ban::Use(k) if k == keyword));
        let barred = instance.is_some_and(|i| {
            let damage = self.table.instance(i);
            crate::rules::prevention::keyword_barred(&self.table, damage, keyword, unit).is_some()
        });
        banned || barred
    }

    /// Whether a line of several keywords has one that is not forbidden.
    fn may_use_a_part(&self, unit: UnitIx, names: &[Keyword], instance: Option<usize>) -> bool {
        let free = |k: &Keyword| !self.forbids_keyword(unit, *k, instance);
        names.len() > 1 && names.iter().any(free)
    }

    fn player_ban_reasons(&self, act: &Act) -> Vec<Reason> {
        use crate::cardtext::PlayerBan;
        let mut reasons = Vec::new();
        for found in self.table.rules() {
            let StaticRule::PlayerCannot {
                player,
                what,
                during,
            } = &found.rule
            else {
                continue;
            };
            let hit = match what {
                PlayerBan::BattleCards => act.kind == ActKind::Card,
                PlayerBan::Abilities => is_activated(act),
                PlayerBan::Disrupt => !disrupts(&act.ability.effect).is_empty(),
                _ => false,
            };
            let now = during.is_none_or(|a| look::current_step(&self.table) == Some(a));
            if hit && now && found.look.players(&self.table, *player).contains(&act.side) {
                reasons.push(reason(clause!("1.1.6"), format!("\"{}\"", found.printed)));
            }
        }
        reasons
    }

    /// What the "play only" sentences say against it now.
    pub(in crate::rules) fn restriction_reasons(&self, act: &Act) -> Vec<Reason> {
        let paying = usize::from(self.payer_on(act).is_some());
        let on = act.aim.on.iter().filter_map(|h| self.table.find(h));
        let aimed: Vec<UnitIx> = on.skip(paying).take(1).collect();
        let mut reasons = self.reasons_by_payer(act, &aimed, |look| {
            let limits = act.ability.limits.iter();
            limits
                .filter_map(|l| self.restriction(act, l, look))
                .collect()
        });
        reasons.extend(self.no_such_arena(act));
        let dice = crate::rules::payer::rerolls_of(&act.ability.effect);
        if let Some(why) = dice.and_then(|of| self.not_those_dice(of, act.side)) {
            reasons.push(reason(clause!("attack.reroll"), why));
        }
        reasons
    }

    /// An arena has to be chosen, and none is as the text asks.
    fn no_such_arena(&self, act: &Act) -> Option<Reason> {
        let first = match &act.ability.effect {
            Effect::Seq(all) => all.first()?,
            one => one,
        };
        let Effect::ChooseArena { among, condition } = first else {
            return None;
        };
        let open = self.arenas_of(among, condition.as_ref(), &self.cx_of(act));
        open.is_empty()
            .then(|| reason(clause!("4.3.a"), "no arena is as the text says"))
    }

    fn restriction(&self, act: &Act, limit: &Limit, look: &Look) -> Option<Reason> {
        let table = &self.table;
        let attack = table.attack();
        let line = |text: String| Some(reason(clause!("4.2"), text));
        match limit {
            Limit::BuildStep if !self.in_build_step_of(act.side) => Some(reason(
                clause!("2.3"),
                "it is played in its player's own build step",
            )),
            Limit::NoAttack if attack.is_some() => line("a unit is attacking".to_owned()),
            Limit::Attacking(who, filter) if attack.is_some() => {
                let fits = attack.is_some_and(|a| {
                    (look.that.is_empty() && *who == Who::That
                        || look::means(table, look, who, a.attacker))
                        && filter
                            .as_ref()
                            .is_none_or(|f| look::fits(table, look, f, a.defender))
                });
                if fits {
                    None
                } else {
                    line("that unit is not the attacker it asks for".to_owned())
                }
            }
            Limit::Attacked(who, filter) if attack.is_some() => {
                let fits = attack.is_some_and(|a| {
                    (look.that.is_empty() && *who == Who::That
                        || look::means(table, look, who, a.defender))
                        && filter
                            .as_ref()
                            .is_none_or(|f| look::fits(table, look, f, a.attacker))
                });
                if fits {
                    None
                } else {
                    line("that unit is not the defender it asks for".to_owned())
                }
            }
            Limit::WouldBeDiscarded(who, places) => {
                let dying = |u: UnitIx| {
                    look::would_be_discarded(table, u)
                        && (places.is_empty()
                            || places
                                .iter()
                                .any(|p| look::in_place(table, look, *p, table.unit(u))))
                };
                let any = if look.that.is_empty() {
                    table.all().any(|u| {
                        dying(u) && (*who == Who::That || look::means(table, look, who, u))
                    })
                } else {
                    look.that.iter().any(|u| dying(*u))
                };
                if any {
                    None
                } else {
                    line("no such unit would be discarded".to_owned())
                }
            }
            Limit::WouldBeDamaged(who) => {
                let hurt = table.all().any(|u| {
                    table.pending_on(u) > 0
                        && (*who == Who::That || look::means(table, look, who, u))
                });
                if hurt {
                    None
                } else {
                    line("no such unit would be damaged".to_owned())
                }
            }
            Limit::BattleStep(Some(arena)) => {
                let now = look::current_step(table);
                if now.is_none_or(|a| a == *arena) {
                    None
                } else {
                    line(format!("it is not the {} battle step", arena.name()))
                }
            }
            Limit::BattleStepStart(Some(arena)) => {
                let now = look::current_step(table);
                now.filter(|a| a != arena)?;
                line(format!("it is not the {} battle step", arena.name()))
            }
            Limit::BeforeAttacks(arena) if !self.before_attacks_in(*arena) => line(format!(
                "a unit in the {} arena has attacked, or could have",
                arena.name()
            )),
            Limit::If(cond) if !look::holds(table, look, cond) => {
                line("its condition does not hold".to_owned())
            }
            Limit::Target(filter) => {
                let wrong = look
                    .that
                    .iter()
                    .find(|u| !look::fits(table, look, filter, **u))?;
                line(format!(
                    "{} is not a unit it may be played on",
                    table.name(*wrong)
                ))
            }
            _ => None,
        }
    }

    /// Where several units are chosen at once, each is named once, and each is one of those that may
    /// be chosen.
    fn aimed_twice(&self, act: &Act) -> Vec<Reason> {
        let (Effect::Give {
            who: Who::Units(s), ..
        }
        | Effect::Choose(s)) = first_part(act)
        else {
            return Vec::new();
        };
        let several = match &s.quantity {
            Quantity::UpTo(_) | Quantity::AnyNumber => true,
            Quantity::Choose(n) => *n != Num::Const(1),
            Quantity::Each | Quantity::OpponentChooses(_) => false,
        };
        let only =
            !matches!(&act.ability.effect, Effect::Seq(all) if all.iter().skip(1).any(chooses));
        if !several || !only {
            return Vec::new();
        }
        let looks = self.payer_looks(act);
        let among: Vec<UnitIx> = looks
            .iter()
            .flat_map(|look| look::fitting(&self.table, look, &s.filter))
            .collect();
        let paying = usize::from(self.payer_on(act).is_some());
        let named = act.aim.on.iter().skip(paying);
        let mut seen = Vec::new();
        let mut reasons = Vec::new();
        for unit in named.filter_map(|h| self.table.find(h)) {
            let name = self.table.name(unit);
            if seen.contains(&unit) {
                let text = format!("{name} is chosen twice");
                reasons.push(reason(clause!("4.3.a"), text));
            } else if !among.contains(&unit) {
                let text = format!("{name} is not a unit it may be aimed at");
                reasons.push(reason(clause!("4.3.a"), text));
            }
            seen.push(unit);
        }
        reasons
    }

    /// Whether there is something it can be aimed at, and what was named fits.
    pub(in crate::rules) fn target_reasons(&self, act: &Act) -> Vec<Reason> {
        let needless = self.needless_aim(act);
        if !needless.is_empty() {
            return needless;
        }
        let other_attack = self.other_attack(act);
        if !other_attack.is_empty() {
            return other_attack;
        }
        let twice = self.aimed_twice(act);
        if !twice.is_empty() {
            return twice;
        }
        let Some(selector) = first_target(&act.ability.effect) else {
            return Vec::new();
        };
        if matches!(
            selector.quantity,
            Quantity::Each | Quantity::UpTo(_) | Quantity::AnyNumber
        ) {
            return Vec::new();
        }
        let looks = self.payer_looks(act);
        let among: Vec<UnitIx> = looks
            .iter()
            .flat_map(|look| look::fitting(&self.table, look, &selector.filter))
            .collect();
        let paying = usize::from(self.payer_on(act).is_some());
        let named = act.aim.on.get(paying).and_then(|h| self.table.find(h));
        match named {
            Some(unit) if !among.contains(&unit) => {
                let name = self.table.name(unit);
                let text = format!("{name} is not a unit it may be aimed at");
                let hidden = self.table.unit(unit).is_face_down().then(|| {
                    let text = format!("{name} lies face down, and is no unit there");
                    reason(clause!("1.2.1"), text)
                });
                [reason(clause!("4.3.a"), text)]
                    .into_iter()
                    .chain(hidden)
                    .collect()
            }
            None if among.is_empty() => {
                vec![reason(
                    clause!("4.3.a"),
                    "there is no unit it could be aimed at",
                )]
            }
            _ => Vec::new(),
        }
    }

    /// That no unit in the arena has attacked this turn, nor has its battle step passed.
    fn before_attacks_in(&self, arena: Arena) -> bool {
        let running = look::current_step(&self.table) == Some(arena);
        let attacked = self.table.arenas_attacked.contains(&arena);
        !attacked
            && (running && self.table.attack().is_none() || self.steps_ahead().contains(&arena))
    }

    /// What disrupts an attack is aimed at the one that is running, which has to be such an attack.
    fn other_attack(&self, act: &Act) -> Vec<Reason> {
        let Effect::Disrupt(crate::cardtext::DisruptWhat::Attack(Some(of))) = &act.ability.effect
        else {
            return Vec::new();
        };
        let Some(attacker) = self.table.attack().map(|a| a.attacker) else {
            return Vec::new();
        };
        if look::fits(&self.table, &self.cx_of(act).look, of, attacker) {
            return Vec::new();
        }
        let name = self.table.name(attacker);
        let text = format!("the attack of {name} is none that it may disrupt");
        vec![reason(clause!("4.3.a"), text)]
    }

    /// A prevention is aimed when it is announced (4.3.a): at a unit with pending damage that it can
    /// reduce; else it is not played and not paid (6.3.9).
    fn needless_aim(&self, act: &Act) -> Vec<Reason> {
        let blind = self.table.attack().is_some_and(|a| a.blind);
        let waits = self.window != WindowId::Prevention || blind;
        let Some(who) = prevent_target(&act.ability.effect).filter(|_| !waits) else {
            return Vec::new();
        };
        let paying = usize::from(self.payer_on(act).is_some());
        let aimed = act.aim.on.get(paying).and_then(|h| self.table.find(h));
        let sources = chosen_source(&act.ability.effect).is_some();
        let about = |i: &Instance, unit| i.target == unit || sources && i.source == Some(unit);
        let pending = || self.table.open.iter().map(|i| self.table.instance(*i));
        let named = |u: &UnitIx| pending().any(|i| i.pending > 0 && about(i, *u));
        if let Some(unit) = aimed.filter(|u| !named(u)) {
            return vec![nothing_pending(&self.table, unit)];
        }
        let cx = self.cx_of(act);
        let meant: Vec<&Instance> = pending()
            .filter(|i| i.pending > 0 && aimed.is_none_or(|a| about(i, a)))
            .filter(|i| aimed.is_some() || look::means(&self.table, &cx.look, who, i.target))
            .collect();
        let barred = |i: &&Instance| forbidden(&self.table, i, act.unit);
        let Some(first) = meant.first() else {
            let text = "no damage is pending that it could reduce";
            return vec![reason(clause!("6.3.9"), text)];
        };
        if meant.iter().any(|i| barred(i).is_none()) {
            return Vec::new();
        }
        let text = "none of the pending damage can be reduced by it";
        let mut reasons: Vec<Reason> = barred(first).into_iter().collect();
        reasons.push(reason(clause!("6.3.4"), text));
        reasons.push(reason(clause!("6.3.9"), text));
        reasons
    }
}

/// The first thing the play does.
fn first_part(act: &Act) -> &Effect {
    match &act.ability.effect {
        Effect::Seq(all) => all.first().unwrap_or(&act.ability.effect),
        other => other,
    }
}

/// Whether the effect chooses units of its own.
fn chooses(effect: &Effect) -> bool {
    first_target(effect).is_some_and(|s| s.quantity != Quantity::Each)
}
