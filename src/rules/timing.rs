//! When something may be played: the windows an ability or card acts in (RULES 4.2), read from
//! what it does and from its "play only" sentences.

use crate::cardtext::{Activated, DisruptWhat, Duration, Effect, Grant, Limit, Scope, Who};
use crate::clause;
use crate::rulebook::ClauseId;

use super::keyword;
use super::window::WindowId;

/// The windows in which it may be played, the span that limits its use, and the clauses for both.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The windows.
    pub windows: Vec<WindowId>,
    /// Each copy once in this span; `None`: no limit (4.4.6).
    pub scope: Option<Scope>,
    /// How often in the span.
    pub times: u8,
    /// The clauses of the limit.
    pub limit: Vec<ClauseId>,
    /// The clauses that forbid it in another window.
    pub timing: Vec<ClauseId>,
}

/// The timing of an activated ability or a Battle card.
#[must_use]
pub fn of(ability: &Activated) -> Timing {
    let mut options = super::paid_option::options_of(ability).into_iter();
    if let Some(first) = options.next() {
        return of_any(of(&first), options);
    }
    let mut timing = by_effect(&ability.effect).unwrap_or_else(|| by_limits(ability));
    restrict(&mut timing, &ability.limits);
    timing
}

/// Of several texts with a cost each one is chosen when it is played (4.3.a): it may be played
/// whenever one of them may.
fn of_any(mut timing: Timing, others: impl Iterator<Item = Activated>) -> Timing {
    for other in others {
        let other = of(&other);
        let windows = other.windows.into_iter();
        let new: Vec<WindowId> = windows.filter(|w| !timing.windows.contains(w)).collect();
        timing.windows.extend(new);
        let clauses = other.timing.into_iter();
        let new: Vec<ClauseId> = clauses.filter(|c| !timing.timing.contains(c)).collect();
        timing.timing.extend(new);
    }
    timing
}

/// Whether the keyword acts by itself in its windows, so that no play is needed.
#[must_use]
pub fn happens_by_itself(keyword: crate::rulebook::Keyword) -> bool {
    keyword::def(keyword).is_some_and(|d| d.offer.is_none() && !d.hooks.is_empty())
}

/// Whether the effect acts in a damage prevention chance.
#[must_use]
pub fn prevents(effect: &Effect) -> bool {
    by_effect(effect).is_some_and(|t| t.windows.contains(&WindowId::Prevention))
}

fn made(windows: &[WindowId], scope: Scope, limit: &[ClauseId], timing: &[ClauseId]) -> Timing {
    Timing {
        windows: windows.to_vec(),
        scope: Some(scope),
        times: 1,
        limit: limit.to_vec(),
        timing: timing.to_vec(),
    }
}

/// Reserved kinds of effect have their own chance (4.2).
fn by_effect(effect: &Effect) -> Option<Timing> {
    let once = [clause!("4.4.1")];
    match effect {
        Effect::Keyword(k) => {
            let def = keyword::def(k.keyword)?;
            match (def.offer, def.hooks.first()) {
                (Some(offer), _) => {
                    Some(made(offer.windows, offer.scope, offer.limit, offer.timing))
                }
                (None, Some(hook)) => Some(made(&[hook.window], Scope::Attack, &once, &[])),
                (None, None) => None,
            }
        }
        Effect::Prevent { .. } => Some(made(
            &[WindowId::Prevention],
            Scope::Instance,
            &once,
            &[clause!("attack.prevention"), clause!("4.2")],
        )),
        Effect::Reroll { .. } => Some(made(
            &[WindowId::Reroll],
            Scope::Attack,
            &once,
            &[clause!("attack.reroll"), clause!("4.1.5")],
        )),
        Effect::Disrupt(DisruptWhat::Attack(_)) => Some(made(
            &[WindowId::AttackPop],
            Scope::Attack,
            &once,
            &[clause!("attack.pop")],
        )),
        Effect::Disrupt(_) => Some(made(
            &[WindowId::Disrupt],
            Scope::Turn,
            &once,
            &[clause!("4.3.c")],
        )),
        Effect::NewDefender(_) => Some(made(
            &[WindowId::AttackPop],
            Scope::Attack,
            &[clause!("4.4.2"), clause!("4.4.1")],
            &[clause!("attack.pop")],
        )),
        Effect::Seq(all) => all.iter().find_map(by_effect),
        Effect::ChooseOne(all) | Effect::ChooseOneBy(_, all) => one_of(all),
        Effect::IfDone(first, then, _) => by_effect(first).or_else(|| by_effect(then)),
        Effect::May(_, inner) | Effect::If(_, inner, _) | Effect::Unless(_, _, inner) => {
            by_effect(inner)
        }
        _ => None,
    }
}

/// Of several texts one is chosen when it is played (4.3.a): it may be played whenever one of them
/// may.
fn one_of(texts: &[Effect]) -> Option<Timing> {
    let parts: Vec<Option<Timing>> = texts.iter().map(by_effect).collect();
    let mut timing = parts.iter().flatten().next()?.clone();
    for part in &parts {
        let windows = part.as_ref().map_or(ORDINARY, |t| &t.windows);
        for window in windows {
            if !timing.windows.contains(window) {
                timing.windows.push(*window);
            }
        }
    }
    Some(timing)
}

/// Whether one of several texts may be the one that is played in this window (4.2).
#[must_use]
pub fn fits_window(text: &Effect, window: WindowId) -> bool {
    let own = by_effect(text).map(|t| t.windows);
    let reserved = matches!(
        window,
        WindowId::Disrupt | WindowId::Prevention | WindowId::Reroll
    );
    own.map_or(!reserved, |windows| windows.contains(&window))
}

/// The chances in which anything may be played that has none of its own.
const ORDINARY: &[WindowId] = &[WindowId::AttackPop, WindowId::General];

fn by_limits(ability: &Activated) -> Timing {
    let turn = [clause!("4.4.4"), clause!("4.4.1")];
    let attack_pop = [clause!("attack.pop")];
    for limit in &ability.limits {
        match limit {
            Limit::BuildStep => {
                return made(
                    &[WindowId::BuildStep],
                    Scope::Turn,
                    &turn,
                    &[clause!("2.3")],
                );
            }
            Limit::OutsideBattle => {
                return made(&[WindowId::Ready], Scope::Turn, &turn, &[clause!("2.2")]);
            }
            Limit::Attacking(..) | Limit::Attacked(..) | Limit::BeforeRoll => {
                return made(&[WindowId::AttackPop], Scope::Attack, &turn, &attack_pop);
            }
            Limit::WouldAttack(_) => {
                return made(
                    &[WindowId::WouldAttack],
                    Scope::Turn,
                    &[clause!("11.11"), clause!("4.4.4")],
                    &[clause!("3.1.3.4")],
                );
            }
            Limit::Reroll => {
                return made(
                    &[WindowId::Reroll],
                    Scope::Attack,
                    &turn,
                    &[clause!("attack.reroll")],
                );
            }
            Limit::WouldBeDamaged(_) => {
                return made(
                    &[WindowId::Prevention],
                    Scope::Instance,
                    &turn,
                    &[clause!("attack.prevention")],
                );
            }
            Limit::WouldBeDiscarded(..) => {
                return made(
                    &[WindowId::Placement],
                    Scope::Attack,
                    &turn,
                    &[clause!("attack.placement")],
                );
            }
            Limit::BattleStart => {
                return made(
                    &[WindowId::BattleStart, WindowId::BattleStartPop],
                    Scope::Turn,
                    &turn,
                    &[clause!("3.1.1"), clause!("11.12")],
                );
            }
            Limit::BattleStepStart(_) => {
                return made(
                    &[WindowId::StepStart, WindowId::BattleStartPop],
                    Scope::BattleStep,
                    &turn,
                    &[clause!("3.1.3.1"), clause!("11.12")],
                );
            }
            Limit::BeforeAttacks(_) => {
                return made(
                    &[
                        WindowId::BattleStart,
                        WindowId::BattleStartPop,
                        WindowId::StepStart,
                        WindowId::General,
                        WindowId::AttackPop,
                    ],
                    Scope::Turn,
                    &turn,
                    &[clause!("4.2")],
                );
            }
            Limit::NoAttack => {
                return made(
                    &[WindowId::General],
                    Scope::Turn,
                    &turn,
                    &[clause!("4.2.general"), clause!("3.2.1")],
                );
            }
            Limit::BattleStep(_)
            | Limit::BattlePhase
            | Limit::Times(..)
            | Limit::AnyNumberOfTimes
            | Limit::If(_)
            | Limit::Target(_) => {}
        }
    }
    if needs_attack(&ability.effect) {
        return made(&[WindowId::AttackPop], Scope::Attack, &turn, &attack_pop);
    }
    made(ORDINARY, Scope::Turn, &turn, &[clause!("4.2")])
}

/// Whether the effect speaks of an attack that is running (4.4.4).
fn needs_attack(effect: &Effect) -> bool {
    match effect {
        Effect::Give { who, grants, until } => {
            *until == Duration::Attack
                || matches!(who, Who::Attacker | Who::Defender)
                || grants
                    .iter()
                    .any(|g| matches!(g, Grant::Cannot(_)) && *until == Duration::Attack)
        }
        Effect::EndAttack => true,
        Effect::Damage { target, .. } => matches!(target, Who::Attacker | Who::Defender),
        Effect::Seq(all) | Effect::ChooseOne(all) => all.iter().any(needs_attack),
        Effect::May(_, inner)
        | Effect::If(_, inner, _)
        | Effect::IfDone(inner, ..)
        | Effect::Unless(_, _, inner) => needs_attack(inner),
        _ => false,
    }
}

fn restrict(timing: &mut Timing, limits: &[Limit]) {
    for limit in limits {
        match limit {
            Limit::AnyNumberOfTimes => timing.scope = None,
            Limit::Times(n, scope) => {
                timing.scope = Some(*scope);
                timing.times = *n;
            }
            Limit::BuildStep if !timing.windows.contains(&WindowId::BuildStep) => {
                timing.windows = vec![WindowId::BuildStep];
            }
            _ => {}
        }
    }
}
