//! Keywords of the units of an attack that did nothing in it, and why.

use std::collections::BTreeSet;

use crate::clause;
use crate::rulebook::{Activation, ClauseId, Keyword};
use crate::rules::act::Act;
use crate::rules::derive::Carrier;
use crate::rules::grounds;
use crate::rules::keyword::{self, Held, KeywordDef, Proposal};
use crate::rules::run::{Run, reason};
use crate::rules::table::{Attack, UnitIx};
use crate::rules::trace::{Cite, NotApplied, Reason, StepKind};
use crate::rules::window::{ATTACK, WindowId};

use super::Noted;

impl Run<'_> {
    /// At the end of an attack, every keyword of its units that did nothing says why.
    pub(in crate::rules) fn note_attack(&mut self) {
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
                if self.refuses_by_itself(keyword) || self.is_of_its_card(unit, keyword) {
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

    /// Whether the keyword is that of cards attached to the unit, and for putting them there: it is
    /// none of the unit's.
    fn is_of_its_card(&self, unit: UnitIx, keyword: Keyword) -> bool {
        let attaches = keyword::def(keyword).is_some_and(|d| d.completed.is_some());
        let mut copies = self.table.view(unit).copies_of(keyword);
        attaches && copies.all(|c| matches!(c.carrier, Carrier::Attached(_)))
    }

    /// Whether a keyword that nobody plays was at work in a refusal of the running attack. Where
    /// several units have it nobody knows whose it was.
    fn refuses_by_itself(&self, keyword: Keyword) -> bool {
        let played = keyword::def(keyword).is_none_or(|d| d.offer.is_some());
        let has = |u: &UnitIx| self.table.view(*u).has(keyword);
        let refused = |kind| kind == StepKind::Refusal;
        !played && self.table.all().filter(has).count() <= 1 && self.rests_on(keyword, &refused)
    }

    pub(super) fn involved(&self, attack: &Attack) -> Vec<UnitIx> {
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

    /// The notes on what did nothing. If a keyword acted in another attack of the situation, the
    /// note says of which attack it speaks; if it acted in the window of its own, there is none.
    pub(in crate::rules) fn idle_notes(&self) -> Vec<NotApplied> {
        let told = |n: &Noted| {
            let mut note = n.note.clone();
            let Some((keyword, attack)) = n.keyword.zip(n.attack.as_ref()) else {
                return Some(note);
            };
            let acts = |set: &BTreeSet<(UnitIx, Keyword)>| set.contains(&(n.unit, keyword));
            if acts(&self.acted_before) || acts(&self.account.applied) {
                // What only acts before attacks has nothing to do with one of them.
                let before = acts_outside(keyword).then(|| uncalled(keyword));
                let others = [elsewhere(keyword), before];
                note.because
                    .retain(|r| others.iter().flatten().all(|other| other != r));
                for because in &mut note.because {
                    if *because == uncalled(keyword) {
                        because.text = format!("nothing called for it in {attack}");
                    } else if *because == unused(keyword) {
                        because.text = format!("nobody used it in {attack}");
                    } else {
                        because.text = format!("in {attack} {}", because.text);
                    }
                }
            }
            (!note.because.is_empty()).then_some(note)
        };
        self.notes.iter().filter_map(told).collect()
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
            return self.why_not_held(unit, keyword);
        };
        if let Some(reason) = self.why_not_counted(def, first) {
            return vec![reason];
        }
        if let Some(Proposal::Skip(reasons)) = def.idle.map(|f| f(&self.table, first)) {
            return reasons;
        }
        // What lends abilities or changes numbers is at work all the time.
        if def.expand.is_some() {
            return Vec::new();
        }
        if def.numbers.is_some() || def.aura.is_some() {
            return self.unless_a_step_rests_on(keyword);
        }
        if keyword.entry().activation != Activation::Activated && def.offer.is_none() {
            return self.unless_at_work(keyword);
        }
        vec![self.why_not_used(unit, keyword)]
    }

    /// Why a keyword does not work now: its copies are off, or its card has left the table.
    fn why_not_held(&self, unit: UnitIx, keyword: Keyword) -> Vec<Reason> {
        let fell = !self.table.unit(unit).zone.on_table();
        // What lends abilities or changes numbers was at work before its unit fell, if a step says so.
        let lasts = |d: &KeywordDef| d.expand.is_some() || d.numbers.is_some() || d.aura.is_some();
        let lasted = fell && keyword::def(keyword).is_some_and(lasts);
        if lasted && self.unless_a_step_rests_on(keyword).is_empty() {
            return Vec::new();
        }
        let off: Vec<Reason> = self
            .table
            .view(unit)
            .copies_of(keyword)
            .flat_map(|c| grounds::off_reasons(&self.table, unit, c))
            .collect();
        if off.is_empty() && fell {
            vec![uncalled(keyword)]
        } else {
            off
        }
    }

    /// Why a keyword that works could not act on the dice of this attack, if it could not.
    fn why_not_counted(&self, def: &KeywordDef, held: &Held) -> Option<Reason> {
        if let Some(clause) = def.too_late.filter(|_| held.at_roll < held.value) {
            // What it has of its own was off or lost then; what it was given came later.
            let own = held.copies.iter().all(|c| c.carrier == Carrier::Own);
            let text = if own {
                "did not work when the attack dice were rolled"
            } else {
                "came after the attack dice were rolled, too late for them"
            };
            return Some(reason(clause, format!("{} {text}", held.label())));
        }
        let attack = self.table.attack();
        let fixed = attack.is_some_and(|a| a.defender == held.unit && a.fixed_dice);
        let text = "the number of dice does not come from power in this attack";
        (fixed && def.against_attacker.is_some()).then(|| reason(clause!("3.2.6"), text))
    }

    /// What changes numbers did nothing if no step rests on it.
    fn unless_a_step_rests_on(&self, keyword: Keyword) -> Vec<Reason> {
        let mut cites = self.steps.iter().flat_map(|s| &s.cites);
        let rests = |c: &Cite| matches!(c, Cite::Clause(id) if id.keyword() == Some(keyword));
        if cites.any(rests) {
            return Vec::new();
        }
        let text = "it changes numbers on which nothing in this attack rests";
        vec![reason(clause!("5.1"), text)]
    }

    /// One that only changes how something is done has acted if that rests on it.
    fn unless_at_work(&self, keyword: Keyword) -> Vec<Reason> {
        let holders = self
            .table
            .all()
            .filter(|u| self.table.view(*u).has(keyword));
        if holders.count() <= 1 && self.was_at_work(keyword) {
            Vec::new()
        } else {
            vec![uncalled(keyword)]
        }
    }

    /// Why a keyword that is played did nothing: nobody used it, or it is used in another window.
    /// Used at the start of the battle step it has done all it could, and the note of another
    /// window is left out.
    fn why_not_used(&self, unit: UnitIx, keyword: Keyword) -> Reason {
        let gone =
            self.step_of_its_start(unit, keyword) && !self.acted_before.contains(&(unit, keyword));
        let refused = self
            .account
            .refused
            .get(&(unit, keyword))
            .map(|why| Reason {
                text: format!("its use was refused: {}", why.text),
                ..why.clone()
            });
        elsewhere(keyword)
            .filter(|_| !gone)
            .or(refused)
            .unwrap_or_else(|| unused(keyword))
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
    pub(in crate::rules) fn hook_reasons(&self, act: &Act) -> Vec<Reason> {
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
}

fn in_attack(window: WindowId) -> bool {
    ATTACK.iter().any(|w| w.id == window)
}

/// The first clause of a keyword's entry.
pub(in crate::rules) fn first_clause(keyword: Keyword) -> ClauseId {
    ClauseId::parse(&format!("{}.1", keyword.slug())).unwrap_or(clause!("5.1"))
}

/// Nobody used the keyword.
fn unused(keyword: Keyword) -> Reason {
    reason(first_clause(keyword), "nobody used it")
}

/// An activated keyword that is used in a window outside of attacks.
pub(super) fn elsewhere(keyword: Keyword) -> Option<Reason> {
    let offer = keyword::def(keyword)?.offer?;
    let window = offer.windows.first().filter(|w| !in_attack(**w))?;
    let text = format!("it acts in another window: {}", window.name());
    Some(reason(first_clause(keyword), text))
}

/// Whether it acts by itself, and never in an attack.
fn acts_outside(keyword: Keyword) -> bool {
    let hooks = keyword::def(keyword).map_or(&[][..], |d| d.hooks);
    !hooks.is_empty() && hooks.iter().all(|h| !in_attack(h.window))
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
    use crate::game::Zone;
    use crate::rules::document::read_toml;
    use crate::rules::judge;

    /// What has acted elsewhere in the situation is not said to have done nothing.
    #[test]
    fn what_acted_did_something() {
        let dice_of_damage = r#"
            unit = [
              { id = "raider", side = "dark", power = 2, health = 9 },
              { id = "guard", side = "light", health = 9, text = ["Parry 1", "Retaliate 1"] },
            ]
            play = [
              { attack = "raider", on = "guard" },
              { use = "guard: Retaliate" },
              { roll = [6, 1] },
              { roll = [1] },
            ]
        "#;
        let chosen_before = r#"
            unit = [
              { id = "raider", side = "dark", power = 1, text = ["Adapt: Stun 1/Accuracy 1"] },
              { id = "guard", side = "light", power = 3, health = 9 },
            ]
            play = [
              { begin = "character" },
              { choose = "Stun 1" },
              { attack = "raider", on = "guard" },
              { roll = [5] },
            ]
        "#;
        for text in [dice_of_damage, chosen_before] {
            let case = read_toml(text, &CardIndex::from_cards([])).unwrap();
            let ruling = judge(&case.situation);
            assert!(ruling.refused.is_empty(), "{:?}", ruling.refused);
            assert!(ruling.not_applied.is_empty(), "{:?}", ruling.not_applied);
        }
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

    /// What lends an ability that acted was at work until its unit fell.
    #[test]
    fn what_fell_did_something_before() {
        let text = r#"
            unit = [
              { id = "raider", side = "dark", power = 1 },
              { id = "guard", side = "light", health = 1, text = ["INSERT: Armor"] },
            ]
            play = [{ attack = "raider", on = "guard" }, { roll = [5] }]
        "#;
        let case = read_toml(text, &CardIndex::from_cards([])).unwrap();
        let ruling = judge(&case.situation);
        assert!(ruling.after.units.values().any(|u| u.zone == Zone::Discard));
        assert!(ruling.not_applied.is_empty(), "{:?}", ruling.not_applied);
    }
}
