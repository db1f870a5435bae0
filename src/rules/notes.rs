//! Why not: keywords on the table that did nothing, and lines nobody understood.

use std::collections::BTreeSet;

use crate::cardtext::{
    Ability, Ban, Cond, Duration, Grant, OffBoard, Static, StaticRule, Unknown, Who,
};
use crate::clause;
use crate::rulebook::{Activation, ClauseId, Keyword};

use super::keyword::{self, Held, Proposal};
use super::look::{self, Look};
use super::relevance::Lies;
use super::run::{Run, reason, unique};
use super::table::{Attack, Line, UnitIx};
use super::trace::{Cite, FaceRead, NotApplied, Reason, StepKind, Unmodelled};
use super::window::{ATTACK, WindowId};

/// A note on something that did nothing.
#[derive(Clone, Debug)]
pub(super) struct Noted {
    unit: UnitIx,
    /// The keyword, if it is about one.
    keyword: Option<Keyword>,
    /// The attack in which it did nothing, in words.
    attack: Option<String>,
    note: NotApplied,
}

impl Run<'_> {
    /// At the end of an attack, every keyword of its units that did nothing says why.
    pub(super) fn note_attack(&mut self) {
        let Some(attack) = self.table.attack().cloned() else {
            return;
        };
        self.mark_static(&attack);
        self.note_other_kinds(&attack);
        self.note_not_forbidden(&attack);
        for unit in self.involved(&attack) {
            let mut keywords = self.keywords_on(unit);
            // A card that has left the table altogether had its keywords before.
            if keywords.is_empty() && !self.table.unit(unit).zone.on_table() {
                keywords = self.printed_on(unit);
            }
            for keyword in keywords {
                if self.account.applied.contains(&(unit, keyword)) {
                    continue;
                }
                if self.refuses_by_itself(keyword) {
                    continue;
                }
                let reasons = self.idle_reasons(unit, keyword);
                let label = self.label_of(unit, keyword);
                self.note_keyword(unit, keyword, label, reasons);
            }
            self.note_covered(unit);
            self.note_lost(unit);
            self.note_unheld(unit, &attack);
        }
        self.note_mute_auras(&attack);
        self.acted_before.extend(&self.account.applied);
    }

    /// A unit beside the attack whose keyword would raise the others, but gives them nothing.
    fn note_mute_auras(&mut self, attack: &Attack) {
        let involved = self.involved(attack);
        let beside: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| self.table.unit(*u).in_battle() && !involved.contains(u))
            .collect();
        let auras = keyword::all().iter().filter(|d| d.aura.is_some());
        for (def, idle) in auras.filter_map(|d| Some((d, d.idle?))) {
            for unit in &beside {
                for held in keyword::held(&self.table, *unit, def.keyword) {
                    if let Proposal::Skip(reasons) = idle(&self.table, &held) {
                        self.note_keyword(*unit, def.keyword, held.label(), reasons);
                    }
                }
            }
        }
    }

    /// Whether a keyword that nobody plays was at work in a refusal of the running attack. Where
    /// several units have it nobody knows whose it was.
    fn refuses_by_itself(&self, keyword: Keyword) -> bool {
        let played = keyword::def(keyword).is_none_or(|d| d.offer.is_some());
        let has = |u: &UnitIx| self.table.view(*u).has(keyword);
        let refused = |kind| kind == StepKind::Refusal;
        !played && self.table.all().filter(has).count() <= 1 && self.rests_on(keyword, &refused)
    }

    /// A text that speaks of "this Speeder" does nothing on a unit that is none (1.3.1).
    fn note_other_kinds(&mut self, attack: &Attack) {
        for unit in self.involved(attack) {
            let look = Look::from(&self.table, unit);
            let mut notes = Vec::new();
            for copy in self
                .table
                .view(unit)
                .copies
                .iter()
                .filter(|c| c.off.is_none())
            {
                let condition = match &*copy.ability {
                    Ability::Static(s) => s.condition.as_ref(),
                    Ability::Triggered(t) => t.condition.as_ref(),
                    _ => None,
                };
                let other = matches!(condition, Some(Cond::Is(Who::This, f))
                    if !f.kinds.is_empty() && !look::fits(&self.table, &look, f, unit));
                if other {
                    notes.push(copy.printed.to_string());
                }
            }
            for words in notes {
                let text = format!("{} is not what the text speaks of", self.table.name(unit));
                self.note(unit, words, vec![reason(clause!("1.3.1"), text)]);
            }
        }
    }

    fn involved(&self, attack: &Attack) -> Vec<UnitIx> {
        let mut units = vec![attack.attacker];
        let hit = self
            .table
            .instances
            .iter()
            .filter(|i| i.attack == Some(attack.number))
            .map(|i| i.target);
        for unit in attack.defenders.iter().copied().chain(hit) {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }

    fn keywords_on(&self, unit: UnitIx) -> Vec<Keyword> {
        let mut found: Vec<Keyword> = Vec::new();
        for copy in &self.table.view(unit).copies {
            for name in copy.names() {
                if keyword::def(name.keyword).is_some() && !found.contains(&name.keyword) {
                    found.push(name.keyword);
                }
            }
        }
        found
    }

    pub(super) fn note(&mut self, unit: UnitIx, ability: String, because: Vec<Reason>) {
        self.note_of(unit, None, ability, because);
    }

    /// A keyword of a unit did nothing in this attack.
    pub(super) fn note_keyword(
        &mut self,
        unit: UnitIx,
        keyword: Keyword,
        label: String,
        because: Vec<Reason>,
    ) {
        self.note_of(unit, Some(keyword), label, because);
    }

    fn note_of(
        &mut self,
        unit: UnitIx,
        keyword: Option<Keyword>,
        ability: String,
        because: Vec<Reason>,
    ) {
        let note = NotApplied {
            unit: self.table.unit(unit).id.clone(),
            ability,
            because: unique(because),
        };
        if !note.because.is_empty() && self.notes.iter().all(|n| n.note != note) {
            let attack = self.table.attack().map(|a| {
                let name = |u| self.table.name(u);
                let (by, on) = (name(a.attacker), name(a.defender));
                match a.number {
                    0 | 1 => format!("the attack of {by} on {on}"),
                    n => format!("attack {n}, of {by} on {on}"),
                }
            });
            self.notes.push(Noted {
                unit,
                keyword,
                attack,
                note,
            });
        }
    }

    /// The notes on what did nothing. If a keyword acted in another attack of the situation, the
    /// note says of which attack it speaks; if it acted in the window of its own, there is none.
    pub(super) fn idle_notes(&self) -> Vec<NotApplied> {
        let told = |n: &Noted| {
            let mut note = n.note.clone();
            let Some((keyword, attack)) = n.keyword.zip(n.attack.as_ref()) else {
                return Some(note);
            };
            let acts = |set: &BTreeSet<(UnitIx, Keyword)>| set.contains(&(n.unit, keyword));
            if acts(&self.acted_before) || acts(&self.account.applied) {
                note.because
                    .retain(|r| Some(r) != elsewhere(keyword).as_ref());
                for because in &mut note.because {
                    if *because == uncalled(keyword) {
                        because.text = format!("nothing called for it in {attack}");
                    } else if *because == unused(keyword) {
                        because.text = format!("nobody used it in {attack}");
                    }
                }
            }
            (!note.because.is_empty()).then_some(note)
        };
        self.notes.iter().filter_map(told).collect()
    }

    /// Keywords that act by being counted have acted if there was something to count.
    fn mark_static(&mut self, attack: &Attack) {
        if !attack.rolled {
            return;
        }
        self.mark_read(attack);
        for def in super::keyword::all().iter() {
            let then = |u: UnitIx| attack.at_roll.get(&(u, def.keyword)).copied().unwrap_or(0) != 0;
            if def.die_bonus.is_some() && then(attack.attacker) && !attack.dice.is_empty() {
                self.account.applied.insert((attack.attacker, def.keyword));
            }
            let power = def.against_attacker.is_some() && !attack.fixed_dice;
            let counted = def.hit_by.is_some() || power;
            if counted && then(attack.defender) {
                self.account.applied.insert((attack.defender, def.keyword));
            }
        }
    }

    /// Which natural faces a keyword has read, and in which row (3.4).
    fn mark_read(&mut self, attack: &Attack) {
        let mut read = Vec::new();
        for def in super::keyword::all().iter() {
            let Some((face, _)) = def.not_damage_dice else {
                continue;
            };
            let first = def.hooks.iter().any(|h| h.window == WindowId::InitialRoll);
            let shown = if first {
                attack.first_shows(face)
            } else {
                attack.shows(face)
            };
            let acted = [attack.attacker, attack.defender]
                .into_iter()
                .any(|u| self.account.applied.contains(&(u, def.keyword)));
            if shown && acted {
                read.push(FaceRead {
                    face,
                    keyword: def.keyword.name().to_owned(),
                    first,
                });
            }
        }
        if let Some(record) = attack.roll_record.and_then(|i| self.rolls.get_mut(i)) {
            record.read = read;
        }
    }

    fn idle_reasons(&self, unit: UnitIx, keyword: Keyword) -> Vec<Reason> {
        if let Some(reasons) = self.account.skipped.get(&(unit, keyword)) {
            return reasons.clone();
        }
        let Some(def) = keyword::def(keyword) else {
            return Vec::new();
        };
        let held = keyword::held(&self.table, unit, keyword);
        let Some(first) = held.first() else {
            let off: Vec<Reason> = self
                .table
                .view(unit)
                .copies_of(keyword)
                .flat_map(|c| super::grounds::off_reasons(&self.table, unit, c))
                .collect();
            let left = off.is_empty() && !self.table.unit(unit).zone.on_table();
            return if left { vec![uncalled(keyword)] } else { off };
        };
        if let Some(clause) = def.too_late.filter(|_| first.at_roll < first.value) {
            let text = format!(
                "{} came after the attack dice were rolled, too late for them",
                first.label()
            );
            return vec![reason(clause, text)];
        }
        let attack = self.table.attack();
        let fixed = attack.is_some_and(|a| a.defender == unit && a.fixed_dice);
        if fixed && def.against_attacker.is_some() {
            let text = "the number of dice does not come from power in this attack";
            return vec![reason(clause!("3.2.6"), text)];
        }
        if let Some(Proposal::Skip(reasons)) = def.idle.map(|f| f(&self.table, first)) {
            return reasons;
        }
        // What lends abilities or changes numbers is at work all the time.
        if def.expand.is_some() {
            return Vec::new();
        }
        if def.numbers.is_some() || def.aura.is_some() {
            let mut cites = self.steps.iter().flat_map(|s| &s.cites);
            let rests = |c: &Cite| matches!(c, Cite::Clause(id) if id.keyword() == Some(keyword));
            return if cites.any(rests) {
                Vec::new()
            } else {
                let text = "it changes numbers on which nothing in this attack rests";
                vec![reason(clause!("5.1"), text)]
            };
        }
        if keyword.entry().activation != Activation::Activated && def.offer.is_none() {
            // One that only changes how something is done has acted if that rests on it.
            let holders = self
                .table
                .all()
                .filter(|u| self.table.view(*u).has(keyword));
            let acted = holders.count() <= 1 && self.was_at_work(keyword);
            return if acted {
                Vec::new()
            } else {
                vec![uncalled(keyword)]
            };
        }
        // Used at that start it has done all it could; the note of another window is left out then.
        let gone =
            self.step_of_its_start(unit, keyword) && !self.acted_before.contains(&(unit, keyword));
        vec![
            elsewhere(keyword)
                .filter(|_| !gone)
                .unwrap_or_else(|| unused(keyword)),
        ]
    }

    /// Whether the keyword is used when the battle step of the unit's arena starts, and that was.
    fn step_of_its_start(&self, unit: UnitIx, keyword: Keyword) -> bool {
        let at_start = keyword::def(keyword)
            .and_then(|d| d.offer)
            .is_some_and(|o| o.windows.contains(&WindowId::StepStart));
        let arena = self.table.unit(unit).arena();
        at_start && arena.is_some_and(|a| self.fought.contains(&a))
    }

    /// Why a keyword that acts by itself is not there to be used: it had nothing to do, or it has
    /// been done already.
    pub(super) fn hook_reasons(&self, act: &super::act::Act) -> Vec<Reason> {
        let (Some(unit), Some(keyword)) = (
            act.unit,
            act.copy
                .as_ref()
                .and_then(|c| c.keyword())
                .map(|k| k.keyword),
        ) else {
            return Vec::new();
        };
        let clause = first_clause(keyword);
        if self.account.applied.contains(&(unit, keyword)) || self.was_at_work(keyword) {
            let text = format!("{} has acted by itself already", keyword.name());
            return vec![reason(clause, text)];
        }
        if self.table.attack().is_none() {
            let text = format!(
                "{} acts by itself, and nothing has called for it",
                keyword.name()
            );
            let paid = keyword::def(keyword).is_some_and(|d| d.payment.is_some());
            let at_start = paid.then(|| reason(clause!("8.1.1"), text.clone()));
            return [reason(clause, text.clone())]
                .into_iter()
                .chain(at_start)
                .collect();
        }
        self.idle_reasons(unit, keyword)
    }

    /// Whether a step of the running attack rests on the keyword.
    fn was_at_work(&self, keyword: Keyword) -> bool {
        self.rests_on(keyword, &|kind| kind != StepKind::Refusal)
    }

    /// The same, of steps of such a kind.
    fn rests_on(&self, keyword: Keyword, of: &dyn Fn(StepKind) -> bool) -> bool {
        let rests = |c: &Cite| matches!(c, Cite::Clause(id) if id.keyword() == Some(keyword));
        let since = self.steps.iter().rposition(|s| s.kind == StepKind::Attack);
        let mut steps = self.steps.iter().skip(since.unwrap_or(0));
        self.table.attack().is_some() && steps.any(|s| of(s.kind) && s.cites.iter().any(rests))
    }

    /// Dice of damage are no attack dice: a keyword of the source whose face they show says so.
    pub(super) fn note_damage_dice(
        &mut self,
        source: Option<UnitIx>,
        target: UnitIx,
        faces: &[u8],
    ) {
        if let Some(source) = source {
            self.note_kept(source);
        }
        let units: BTreeSet<UnitIx> = source.into_iter().chain([target]).collect();
        for unit in units {
            for def in super::keyword::all().iter() {
                self.note_attack_dice_only(unit, target, def);
                let Some((face, clause)) = def.not_damage_dice else {
                    continue;
                };
                if faces.contains(&face) && self.table.view(unit).has(def.keyword) {
                    let label = keyword::held(&self.table, unit, def.keyword)
                        .first()
                        .map_or_else(|| def.keyword.name().to_owned(), Held::label);
                    let text = format!("the {face} is on dice of damage, not on attack dice");
                    self.note(unit, label, vec![reason(clause, text)]);
                }
            }
        }
    }

    /// What takes attack dice away leaves dice of damage alone.
    fn note_attack_dice_only(&mut self, unit: UnitIx, target: UnitIx, def: &keyword::KeywordDef) {
        let Some(clause) = def.grounds.attack_dice_only else {
            return;
        };
        if unit == target && self.table.view(unit).has(def.keyword) {
            let text = "these are dice of damage, not attack dice";
            let because = vec![reason(clause, text), reason(clause!("6.1"), text)];
            self.note(unit, self.label_of(unit, def.keyword), because);
        }
    }

    /// Damage that is a mere number: what looks at dice has nothing to look at.
    pub(super) fn note_fixed_damage(&mut self, target: UnitIx) {
        for def in super::keyword::all().iter() {
            let Some(clause) = def.grounds.fixed_damage else {
                continue;
            };
            if self.table.view(target).has(def.keyword) {
                let text = "no dice are rolled at it for this damage";
                let label = self.label_of(target, def.keyword);
                self.note(target, label, vec![reason(clause, text)]);
            }
        }
    }

    /// A unit discarded by put counters: what looks at damage has nothing to look at.
    pub(super) fn note_put_counters(&mut self, by: UnitIx, fallen: UnitIx, fell: bool) {
        for def in super::keyword::all().iter() {
            let discards = def.grounds.not_by_counters.filter(|_| fell);
            let damages = def
                .grounds
                .every_damage
                .filter(|_| def.unpreventable.is_none());
            let Some(clause) = discards.or(damages) else {
                continue;
            };
            if by != fallen && self.table.view(by).has(def.keyword) {
                let text = format!(
                    "the counters were put on {}, which is no damage",
                    self.table.name(fallen)
                );
                let because = vec![reason(clause, text.clone()), reason(clause!("6.5.3"), text)];
                self.note(by, self.label_of(by, def.keyword), because);
            }
        }
    }

    /// Put counters cannot be prevented, whatever the unit has.
    pub(super) fn note_no_damage(&mut self, unit: UnitIx) {
        for def in super::keyword::all().iter() {
            if let Some(clause) = def.grounds.put_counters
                && self.table.view(unit).has(def.keyword)
            {
                let text = "put counters are no damage and cannot be prevented";
                let label = self.label_of(unit, def.keyword);
                self.note(unit, label, vec![reason(clause, text)]);
            }
        }
    }

    /// Moving back is not deploying.
    pub(super) fn note_moved_back(&mut self, unit: UnitIx) {
        for def in super::keyword::all().iter() {
            let has = || {
                self.table
                    .view(unit)
                    .copies_of(def.keyword)
                    .next()
                    .is_some()
            };
            if let Some(clause) = def.grounds.not_by_moving.filter(|_| has()) {
                let text = format!(
                    "{} moves back into its arena, which is no deploying",
                    self.table.name(unit)
                );
                self.note(
                    unit,
                    def.keyword.name().to_owned(),
                    vec![reason(clause, text)],
                );
            }
        }
    }

    /// Dice that are none of an attack leave alone what waits for the unit's next attack.
    fn note_kept(&mut self, source: UnitIx) {
        let kept: Vec<(String, ClauseId)> = self
            .table
            .lasting
            .iter()
            .filter(|l| l.on == source && l.until == Duration::NextAttack)
            .filter_map(|l| {
                let keyword = super::grounds::behind(&l.cites)?;
                let clause = super::grounds::of(keyword).kept?;
                Some((l.printed.to_string(), clause))
            })
            .collect();
        for (words, clause) in kept {
            let text = "these are no attack dice, so the bonus stays for the next attack";
            self.note(source, words, vec![reason(clause, text)]);
        }
    }

    fn label_of(&self, unit: UnitIx, keyword: Keyword) -> String {
        if let Some(held) = keyword::held(&self.table, unit, keyword).first() {
            return held.label();
        }
        let silent = self.table.view(unit).copies_of(keyword).next();
        silent
            .and_then(|c| c.keyword())
            .map_or_else(|| keyword.name().to_owned(), super::words::keyword)
    }

    /// A unit that uses what a text forbids to others only (1.3.1).
    fn note_not_forbidden(&mut self, attack: &Attack) {
        let mut notes = Vec::new();
        for (holder, copy) in self.table.working() {
            let Ability::Static(s) = &*copy.ability else {
                continue;
            };
            let StaticRule::Give { who, grants } = &s.rule else {
                continue;
            };
            let forbidden: Vec<Keyword> = grants.iter().filter_map(forbids).collect();
            let look = Look::from(&self.table, holder);
            for unit in &attack.defenders {
                let used = forbidden
                    .iter()
                    .any(|k| self.account.applied.contains(&(*unit, *k)));
                let of_a_kind = matches!(who, Who::Units(s) if !s.filter.kinds.is_empty());
                if used && of_a_kind && !look::means(&self.table, &look, who, *unit) {
                    notes.push((holder, *unit, copy.printed.to_string()));
                }
            }
        }
        for (holder, unit, words) in notes {
            let text = format!("{} is not what the text speaks of", self.table.name(unit));
            self.note(holder, words, vec![reason(clause!("1.3.1"), text)]);
        }
    }

    /// Every line that is not modelled, and whether it could have mattered.
    pub(super) fn unmodelled(&self) -> Vec<Unmodelled> {
        let mut found = Vec::new();
        for unit in self.table.all() {
            let u = self.table.unit(unit);
            let own = u.lines.iter().map(|l| (l, Lies::Top));
            let own = own.filter(|_| !super::setup::is_read_as_card(u));
            let lent = u
                .attached
                .iter()
                .chain(&u.pilots)
                .flat_map(|c| &c.lines)
                .map(|l| (l, Lies::Lent));
            let under = u.under.iter().flat_map(|c| &c.lines);
            let covered = under.map(|l| (l, Lies::Under));
            for (line, lies) in own.chain(lent).chain(covered) {
                found.extend(self.unmodelled_line(unit, line, lies));
            }
        }
        for lasting in &self.table.lasting {
            for grant in &lasting.grants {
                if let crate::cardtext::Grant::Ability(a) = grant
                    && let Ability::Unknown(u) = &**a
                {
                    found.push(self.judge_unknown(lasting.on, u, Lies::Lent));
                }
            }
        }
        for (unit, words) in &self.unread_needed {
            found.retain(|f| f.line != *words);
            found.push(Unmodelled {
                unit: self.table.unit(*unit).id.clone(),
                line: words.clone(),
                matters: true,
                why: "it could be another way to complete the card".to_owned(),
            });
        }
        for (unit, words) in &self.unread_played {
            let already = found.iter().any(|f| f.matters && f.line == *words);
            if let (Some(unit), false) = (unit, already) {
                found.retain(|f| f.line != *words);
                found.push(Unmodelled {
                    unit: self.table.unit(*unit).id.clone(),
                    line: words.clone(),
                    matters: true,
                    why: "it was played".to_owned(),
                });
            }
        }
        found
    }

    fn unmodelled_line(&self, unit: UnitIx, line: &Line, lies: Lies) -> Vec<Unmodelled> {
        line.abilities
            .iter()
            .filter_map(|a| match &**a {
                // A card that was carried out as a whole left nothing of its lines over.
                Ability::Unknown(_) if self.carried_out.contains(&unit) => None,
                Ability::Unknown(u) => Some(self.judge_unknown(unit, u, lies)),
                other => {
                    let why = self.only_noted(unit, other, lies)?;
                    Some(Unmodelled {
                        unit: self.table.unit(unit).id.clone(),
                        line: line.printed.to_string(),
                        matters: true,
                        why: why.to_owned(),
                    })
                }
            })
            .collect()
    }

    /// Why a line that is understood but not acted on would have mattered, if it would.
    fn only_noted(&self, unit: UnitIx, ability: &Ability, lies: Lies) -> Option<&'static str> {
        if lies == Lies::Under {
            return None;
        }
        let looked = |what: OffBoard| self.concerned.contains(&(what, unit));
        match ability {
            Ability::Static(Static {
                rule:
                    StaticRule::Give {
                        who: Who::Units(s),
                        grants,
                    },
                ..
            }) => {
                let of = &s.filter.kinds;
                let takes = (grants.contains(&Grant::LosesAbilities)
                    || grants.contains(&Grant::LosesText))
                    && !of.is_empty();
                let mut units = self.table.all().map(|u| self.table.unit(u));
                let carried = units.any(|u| !look::carried(&u.attached, of).is_empty());
                let here = self.at_work(unit);
                (takes && carried && here).then_some("a card it could speak of is attached")
            }
            Ability::Static(Static {
                rule: StaticRule::Note(what),
                ..
            }) => match what {
                OffBoard::Completing => {
                    looked(OffBoard::BuildCosts).then_some("its card was to be completed")
                }
                OffBoard::BuildCosts => {
                    let any = self.concerned.iter().any(|(w, _)| w == what);
                    let here = self.at_work(unit);
                    (any && here).then_some("something was built or attached")
                }
                OffBoard::Pilots => looked(*what).then_some("a Pilot was to go aboard"),
                OffBoard::Construction => looked(*what).then_some("a card was to be stacked"),
                OffBoard::HandSeen
                | OffBoard::Deck
                | OffBoard::DiscardPile
                | OffBoard::Uncounted => None,
            },
            _ => None,
        }
    }

    /// Whether the card lies where its lines work.
    fn at_work(&self, unit: UnitIx) -> bool {
        let card = self.table.unit(unit);
        card.arena().is_some() || card.works_as_a_card()
    }

    fn judge_unknown(&self, unit: UnitIx, unknown: &Unknown, lies: Lies) -> Unmodelled {
        let (matters, why) = self.relevance(unit, unknown, lies);
        Unmodelled {
            unit: self.table.unit(unit).id.clone(),
            line: unknown.words.clone(),
            matters,
            why: why.to_owned(),
        }
    }
}

/// The keywords a grant forbids to use.
const fn forbids(grant: &Grant) -> Option<Keyword> {
    match grant {
        Grant::Cannot(Ban::Use(keyword)) => Some(*keyword),
        _ => None,
    }
}

fn in_attack(window: WindowId) -> bool {
    ATTACK.iter().any(|w| w.id == window)
}

/// The first clause of a keyword's entry.
pub(super) fn first_clause(keyword: Keyword) -> ClauseId {
    ClauseId::parse(&format!("{}.1", keyword.slug())).unwrap_or(clause!("5.1"))
}

/// Nobody used the keyword.
fn unused(keyword: Keyword) -> Reason {
    reason(first_clause(keyword), "nobody used it")
}

/// An activated keyword that is used in a window outside of attacks.
fn elsewhere(keyword: Keyword) -> Option<Reason> {
    let offer = keyword::def(keyword)?.offer?;
    let window = offer.windows.first().filter(|w| !in_attack(**w))?;
    let text = format!("it acts in another window: {}", window.name());
    Some(reason(first_clause(keyword), text))
}

/// Why a keyword did nothing that nothing hindered either.
fn uncalled(keyword: Keyword) -> Reason {
    reason(
        first_clause(keyword),
        "nothing in this attack called for it",
    )
}

#[cfg(test)]
mod tests {
    use crate::catalogue::CardIndex;
    use crate::rules::document::read_toml;
    use crate::rules::judge;

    #[test]
    fn the_text_of_a_completed_mission_is_not_called_unmodelled() {
        let text = r#"
            light = { force = 9 }
            unit = [
              { id = "raid", side = "dark", type = "Mission", cost = 1, zone = "build", counters = { build = 1 }, text = ["Your opponent loses 7 Force."] },
            ]
            play = [{ build_step = "dark" }, { deploy = "raid" }]
        "#;
        let case = read_toml(text, &CardIndex::from_cards([])).unwrap();
        let ruling = judge(&case.situation);
        assert_eq!(ruling.after.light.force, 2);
        assert!(ruling.unmodelled.is_empty(), "{:?}", ruling.unmodelled);
    }

    /// What only changes how something is done has acted if a step rests on it.
    #[test]
    fn what_a_step_rests_on_did_something() {
        let doubled = r#"
            unit = [
              { id = "raider", side = "dark", power = 1, text = ["Double Damage"] },
              { id = "guard", side = "light", health = 9 },
            ]
            play = [{ attack = "raider", on = "guard" }, { roll = [5] }]
        "#;
        let elsewhere = r#"
            unit = [
              { id = "raider", side = "dark", type = "Ground", power = 1, text = ["Barrage 2"] },
              { id = "guard", side = "light", health = 9 },
            ]
            play = [{ attack = "raider", on = "guard", with = "Barrage" }, { roll = [5, 5] }]
        "#;
        for text in [doubled, elsewhere] {
            let case = read_toml(text, &CardIndex::from_cards([])).unwrap();
            let ruling = judge(&case.situation);
            assert!(ruling.after.units.values().any(|u| u.damage == 2));
            assert!(ruling.not_applied.is_empty(), "{:?}", ruling.not_applied);
        }
    }
}
