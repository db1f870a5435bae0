//! Play-or-pass chances (RULES 4.1): who may play what now, what waits, what comes too late.

use crate::clause;
use crate::game::Side;
use crate::rulebook::Keyword;

use super::act::{Act, ActKind, Found};
use super::naming;
use super::run::{NewStep, Run, Stop, reason};
use super::situation::{Play, Use};
use super::trace::{Reason, RequestKind, StepKind};
use super::window::{ATTACK, DAMAGE, WindowId};

/// What to do with the play at the cursor.
pub(super) enum Fate {
    /// It is a play of this chance: try it.
    Now(Box<Act>),
    /// Its window is still ahead: both players pass.
    Ahead,
    /// It can no longer (or never) be played.
    Refused(Vec<Reason>),
}

impl Run<'_> {
    /// A chance in which the named windows are open. The first one names the steps.
    pub(super) fn chance(&mut self, open: &[WindowId]) -> Result<(), Stop> {
        let Some(window) = open.first().copied() else {
            return Ok(());
        };
        let outer = std::mem::replace(&mut self.window, window);
        self.under_way.push(open.to_vec());
        let played = self.on_its_own(|run| run.chance_loop(open))?;
        self.under_way.pop();
        self.step(
            NewStep::of(
                StepKind::Pass,
                if played {
                    "Both players pass; the chance is over."
                } else {
                    "Both players pass."
                },
            )
            .on(clause!("4.1.3"))
            .resting_on(self.dark_first()),
        )?;
        self.window = outer;
        Ok(())
    }

    /// The Dark Side acts first even in the middle of a Light Side unit's attack (4.1.1).
    fn dark_first(&self) -> Option<super::trace::Cite> {
        let light = self
            .table
            .attack()
            .is_some_and(|a| self.table.side(a.attacker) == Side::Light);
        light.then(|| clause!("4.1.1").into())
    }

    /// Returns whether anything was played.
    fn chance_loop(&mut self, open: &[WindowId]) -> Result<bool, Stop> {
        let mut turn = Side::Dark;
        let mut passes = 0u8;
        let mut played = false;
        let mut passed: Vec<Side> = Vec::new();
        loop {
            self.hand_plays()?;
            match self.peek() {
                Some(Play::Pass(side)) => {
                    let text = format!("{} passes.", side.name());
                    let step = NewStep::of(StepKind::Pass, text).by(*side);
                    self.step(step.on(clause!("4.1.2")))?;
                    passed.push(*side);
                    if turn != *side {
                        passes += 1;
                    }
                    passes += 1;
                    turn = side.opponent();
                    self.take();
                    if passes >= 2 {
                        return Ok(played);
                    }
                }
                Some(Play::Use(_) | Play::Card { .. }) => match self.fate(open)? {
                    Fate::Now(act) => {
                        if act.side != turn {
                            passed.push(turn);
                            passes += 1;
                            if passes >= 2 {
                                return Ok(played);
                            }
                        }
                        let side = act.side;
                        passes = 0;
                        self.passed_before = passed.contains(&side);
                        let taken = self.attempt(*act)?;
                        self.passed_before = false;
                        if taken {
                            played = true;
                            turn = side.opponent();
                        }
                    }
                    Fate::Ahead => return Ok(played),
                    Fate::Refused(reasons) => self.refuse_play(reasons)?,
                },
                Some(Play::Deploy {
                    unit,
                    to,
                    on,
                    place,
                }) => {
                    let reserved = matches!(
                        self.window,
                        WindowId::Reroll | WindowId::Prevention | WindowId::Disrupt
                    );
                    if reserved {
                        let card = self.table.find(unit);
                        let own = card.and_then(|c| self.keyword_clause(c, |d| d.not_in_reserved));
                        let why = reason(
                            own.unwrap_or(clause!("4.2")),
                            "nothing is completed in this chance",
                        );
                        self.refuse("deploy", unit.to_string(), vec![why])?;
                    } else {
                        self.play_deploy(unit, *to, on.as_ref(), *place)?;
                        played = true;
                    }
                }
                Some(Play::Choose { .. }) => match self.chosen_offer(open) {
                    Some(act) => {
                        turn = act.side.opponent();
                        passes = 0;
                        played |= self.attempt(act)?;
                    }
                    None => return Ok(played),
                },
                None if self.options.stepwise => return self.ask_chance(open, turn),
                _ => return Ok(played),
            }
        }
    }

    fn ask_chance<T>(&self, open: &[WindowId], side: Side) -> Result<T, Stop> {
        let options = self.options_for(open);
        self.ask(
            RequestKind::Pop,
            side,
            format!("{}: does anybody play something?", self.window.name()),
            None,
            options,
        )
    }

    /// Refuses the play at the cursor.
    pub(super) fn refuse_play(&mut self, reasons: Vec<Reason>) -> Result<(), Stop> {
        match self.peek() {
            Some(Play::Use(u)) => {
                let what = super::act::use_label(u);
                self.note_refused(u, reasons.first());
                self.refuse("use", what, reasons)
            }
            Some(Play::Card { name, .. }) => self.refuse("play", name.clone(), reasons),
            _ => Ok(()),
        }
    }

    /// A keyword that a play has used in vain did not go unused.
    fn note_refused(&mut self, play: &Use, why: Option<&Reason>) {
        let unit = play.unit.as_ref().and_then(|h| self.table.find(h));
        let (Some(unit), Some(why)) = (unit, why) else {
            return;
        };
        let named = naming::matching(&self.table, unit, &play.ability);
        let keywords: Vec<Keyword> = named
            .iter()
            .flat_map(|c| c.names())
            .map(|k| k.keyword)
            .collect();
        for keyword in keywords {
            self.account.refused.insert((unit, keyword), why.clone());
        }
    }

    /// What becomes of the play at the cursor in a chance with these windows.
    pub(super) fn fate(&mut self, open: &[WindowId]) -> Result<Fate, Stop> {
        if self.orders_ends() || self.orders_standing() {
            return Ok(Fate::Ahead);
        }
        let act = match self.find_act() {
            Found::Act(act) => act,
            Found::Nothing(reasons) => return Ok(Fate::Refused(reasons)),
        };
        // When a line that is not understood may be played nobody knows.
        if act.kind == ActKind::Unread {
            return Ok(Fate::Now(act));
        }
        if act.kind == ActKind::Trigger && act.timing.windows.iter().any(|w| open.contains(w)) {
            return Ok(if self.is_ahead(&act) || self.acts_at_the_end(&act) {
                Fate::Ahead
            } else {
                Fate::Refused(self.trigger_reasons(&act))
            });
        }
        if act.timing.windows.iter().any(|w| open.contains(w)) {
            let later = self.outer_chance_has(&act) && !self.all_reasons(&act).is_empty();
            let earlier = self.meant_for_earlier_attack(&act);
            let waits =
                self.waits_for_other_damage(&act, open) || self.waits_for_counters(&act, open);
            if later || earlier || waits {
                return Ok(Fate::Ahead);
            }
            return Ok(Fate::Now(act));
        }
        if self.is_ahead(&act) || self.outer_chance_has(&act) {
            return Ok(Fate::Ahead);
        }
        let mut reasons = self.standing_reasons(&act);
        if act.kind == ActKind::Hook {
            reasons.extend(self.hook_reasons(&act));
        }
        reasons.extend(self.timing_reasons(&act));
        Ok(Fate::Refused(reasons))
    }

    /// Whether a chance that goes on after this one is one of its windows. What follows an attack
    /// is meant for the attack just made, even if it was made in the chance after another one.
    fn outer_chance_has(&self, act: &Act) -> bool {
        let inner = self.under_way.len().saturating_sub(1);
        self.under_way
            .iter()
            .take(inner)
            .flatten()
            .filter(|w| **w != WindowId::AttackAfter)
            .any(|w| act.timing.windows.contains(w))
    }

    /// What follows an attack is meant for the attack before the one just made if it could be used
    /// after that one only (11.14).
    fn meant_for_earlier_attack(&mut self, act: &Act) -> bool {
        let inner = self.under_way.len().saturating_sub(1);
        let waits = self
            .under_way
            .iter()
            .take(inner)
            .flatten()
            .any(|w| *w == WindowId::AttackAfter && act.timing.windows.contains(w));
        let may = super::act::keywords_in(&act.ability.effect)
            .into_iter()
            .any(|k| super::grounds::of(k).after_another.is_some());
        if !waits || !may || self.all_reasons(act).is_empty() {
            return false;
        }
        let Some(last) = self.table.attacks.pop() else {
            return false;
        };
        let free = self.table.attack().is_some() && self.all_reasons(act).is_empty();
        self.table.attacks.push(last);
        free
    }

    /// Reasons that hold whenever it is tried: the ability is off, forbidden, or not for this attack.
    fn standing_reasons(&self, act: &Act) -> Vec<Reason> {
        let mut reasons = self.off_reasons(act);
        if self.table.attack().is_some() {
            reasons.extend(self.keyword_reasons(act));
        }
        reasons
    }

    /// The clauses of its window, and the last moment at which it could have been played.
    pub(super) fn timing_reasons(&self, act: &Act) -> Vec<Reason> {
        let when = match act.timing.windows.first() {
            Some(w) => format!("it is played in \"{}\"", w.name()),
            None => "nothing in a battle lets it be played".to_owned(),
        };
        let late = match self.last_chance(act) {
            Some(step) => format!(
                "{when}, which was over with step {step}; now it is \"{}\"",
                self.window.name()
            ),
            None => format!("{when}, and now it is \"{}\"", self.window.name()),
        };
        let build = matches!(self.table.phase, super::table::Phase::Build(_))
            && self.table.attack().is_none();
        let mut reasons: Vec<Reason> = act
            .timing
            .timing
            .iter()
            .map(|c| reason(*c, late.clone()))
            .collect();
        let started = match self.table.phase {
            super::table::Phase::Build(Side::Dark) => self.table.build_steps[0],
            super::table::Phase::Build(Side::Light) => self.table.build_steps[1],
            _ => 0,
        };
        if started > 1 && act.timing.windows.contains(&WindowId::BuildStart) {
            let text = "it happens only when the first build step of the turn starts";
            reasons.push(reason(clause!("8.1.3"), text));
        }
        match self.window {
            WindowId::Reroll => {
                reasons.push(reason(
                    clause!("4.2.reroll-pop"),
                    "only rerolls of attack dice are played in this chance",
                ));
            }
            WindowId::Prevention => {
                reasons.push(reason(
                    clause!("4.2.damage-prevention-pop"),
                    "only prevention is played in this chance",
                ));
            }
            _ => {}
        }
        if matches!(self.table.phase, super::table::Phase::Battle) {
            let text = "before the first battle step only what names that time is played";
            reasons.push(reason(clause!("11.12"), text));
            reasons.push(reason(clause!("3.1.2"), text));
        }
        if self.nothing_follows() {
            reasons.push(self.no_chance_reason());
        }
        let by_itself = act.kind == ActKind::Hook;
        if self.last_chance(act).is_some() && !by_itself {
            reasons.push(reason(
                clause!("4.1.5"),
                "what was not used in its chance is lost",
            ));
        }
        if build && !by_itself {
            reasons.push(reason(
                clause!("2.3.1"),
                "in a build step only what says so may be played",
            ));
        }
        reasons
    }

    /// Whether the turn has come to a place in which there is no chance any more: between the end of
    /// the battle phase and the end of the turn.
    pub(super) fn nothing_follows(&self) -> bool {
        let open = matches!(self.table.phase, super::table::Phase::Open);
        open && self.table.battle_over && self.table.attack().is_none()
    }

    /// That it has come there.
    pub(super) fn no_chance_reason(&self) -> Reason {
        let text = "the battle phase is over, and no chance to play something follows it";
        reason(clause!("2.2.E1"), text)
    }

    fn last_chance(&self, act: &Act) -> Option<u32> {
        self.steps
            .iter()
            .rev()
            .find(|s| act.timing.windows.contains(&s.window))
            .map(|s| s.n)
    }

    /// Whether a window of the act is still to come in the running attack.
    fn is_ahead(&self, act: &Act) -> bool {
        let ahead_in_attack = self.table.attack().is_some_and(|attack| {
            ATTACK
                .iter()
                .skip(attack.at + 1)
                .any(|w| act.timing.windows.contains(&w.id))
        });
        let ahead_in_life = DAMAGE
            .iter()
            .skip_while(|w| w.id != self.window)
            .skip(1)
            .any(|w| act.timing.windows.contains(&w.id));
        ahead_in_attack || ahead_in_life || self.damage_to_come(act) || self.ahead_in_build(act)
    }

    /// What belongs to the build step waits while something in the middle of it goes on, such as the
    /// arrival of a unit.
    fn ahead_in_build(&self, act: &Act) -> bool {
        let open = |w: WindowId| act.timing.windows.contains(&w);
        let building = matches!(self.table.phase, super::table::Phase::Build(_))
            && self.table.attack().is_none();
        building
            && !matches!(self.window, WindowId::BuildStart | WindowId::BuildStep)
            && (open(WindowId::BuildStep) || self.starting && open(WindowId::BuildStart))
    }

    /// A prevention play may wait for the damage of effects that resolve when the attack ends.
    fn damage_to_come(&self, act: &Act) -> bool {
        act.timing.windows.contains(&WindowId::Prevention)
            && act.unit.is_some_and(|u| self.damage_ahead(u))
    }

    /// What answers counters placed on a unit waits for those of the effects that resolve when the
    /// attack ends, if it has nothing to answer now.
    fn waits_for_counters(&self, act: &Act, open: &[WindowId]) -> bool {
        let placing = open.first() == Some(&WindowId::Placement);
        placing
            && act.unit.is_some_and(|u| self.damage_ahead(u))
            && !self.keyword_reasons(act).is_empty()
    }

    /// A prevention play against damage that is not pending yet waits for it.
    fn waits_for_other_damage(&self, act: &Act, open: &[WindowId]) -> bool {
        let Some(unit) = act.unit else { return false };
        let elsewhere = act.aim.against.as_ref().is_some_and(|against| {
            !self
                .table
                .open
                .iter()
                .any(|i| self.matches_against(*i, against))
        });
        open.first() == Some(&WindowId::Prevention)
            && act.prevents_own
            && (self.table.pending_on(unit) == 0 || elsewhere)
            && self.damage_to_come(act)
            && !self.table.attack().is_some_and(|a| a.blind)
    }

    /// Plays written before a roll that must come first are too early.
    pub(super) fn refuse_too_early(&mut self) -> Result<(), Stop> {
        while let Some(Play::Use(_) | Play::Card { .. }) = self.peek() {
            if !self.roll_follows() {
                break;
            }
            let mut reasons = match self.find_act() {
                Found::Act(act) if act.kind == ActKind::Unread => {
                    self.attempt(*act)?;
                    continue;
                }
                Found::Act(act) => {
                    let mut reasons = self.off_reasons(&act);
                    reasons.extend(self.too_early_reasons(&act));
                    reasons
                }
                Found::Nothing(reasons) => reasons,
            };
            if reasons.is_empty() {
                reasons.push(reason(clause!("4.2"), "its chance has not come yet"));
            }
            self.refuse_play(reasons)?;
        }
        Ok(())
    }

    fn too_early_reasons(&self, act: &Act) -> Vec<Reason> {
        let at = self.table.attack().map_or(0, |a| a.at);
        let was = |w: &WindowId| act.timing.windows.contains(w);
        if ATTACK.iter().take(at).any(|w| was(&w.id)) {
            let text = "both players have passed, so the chance in which it is played is over";
            return vec![
                reason(clause!("4.1.3"), text),
                reason(clause!("4.1.5"), text),
            ];
        }
        let text = match act.timing.windows.first() {
            Some(w) => format!("it is played in \"{}\", after the dice", w.name()),
            None => "its chance has not come yet".to_owned(),
        };
        act.timing
            .timing
            .iter()
            .map(|c| reason(*c, text.clone()))
            .collect()
    }

    /// Whether a roll stands behind the waiting plays.
    pub(super) fn roll_follows(&self) -> bool {
        self.situation
            .plays
            .iter()
            .skip(self.cursor)
            .find(|p| !matches!(p, Play::Use(_) | Play::Card { .. } | Play::Choose { .. }))
            .is_some_and(|p| matches!(p, Play::Roll { .. }))
    }
}
