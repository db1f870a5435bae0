//! Dice (design: the engine): faces given in plays come first, then the seed, otherwise the run
//! stops and asks.

use rand::RngExt;

use crate::cardtext::Owner;
use crate::clause;
use crate::game::Side;

use super::attack::AttackPower;
use super::effects::Cx;
use super::grounds;
use super::life::NewDamage;
use super::run::{NewStep, Run, Stop};
use super::situation::Play;
use super::table::{Attack, UnitIx};
use super::trace::{Cite, RequestKind, RollKind, RollRecord, StepKind};

/// A number with its noun.
fn number(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A roll about to be made.
struct Wanted<'a> {
    count: usize,
    why: String,
    unit: Option<UnitIx>,
    side: Side,
    cites: &'a [Cite],
}

impl Run<'_> {
    /// The faces of a roll: given, or from the seed, or asked for.
    fn faces(&mut self, wanted: &Wanted<'_>) -> Result<Vec<u8>, Stop> {
        self.hand_plays()?;
        if self.rng.is_none() && wanted.count > 0 {
            self.refuse_too_early()?;
            if matches!(self.peek(), Some(Play::Choose { .. })) && self.roll_follows() {
                return self.unasked("no choice is open here, dice are rolled first");
            }
        }
        if let Some(Play::Roll { faces, of }) = self.peek() {
            if faces.len() != wanted.count {
                return self.misfit(format!(
                    "{} rolled here ({}), but {} given",
                    number(wanted.count, "die is", "dice are"),
                    wanted.why,
                    number(faces.len(), "face is", "faces are")
                ));
            }
            if let (Some(of), Some(unit)) = (of, wanted.unit) {
                let handle = of.split(':').next().unwrap_or(of).trim();
                if self.table.unit(unit).id.as_str() != handle && self.table.name(unit) != handle {
                    return self.misfit(format!(
                        "this roll is made by `{}`, not by `{of}`",
                        self.table.unit(unit).id
                    ));
                }
            }
            let faces = faces.clone();
            self.take();
            return Ok(faces);
        }
        match self.rng.as_mut() {
            Some(rng) => Ok((0..wanted.count)
                .map(|_| rng.random_range(1..=6u8))
                .collect()),
            None => self.ask(
                RequestKind::Roll,
                wanted.side,
                match wanted.count {
                    1 => format!("1 die is rolled: {}. What does it show?", wanted.why),
                    n => format!("{n} dice are rolled: {}. What do they show?", wanted.why),
                },
                Some(wanted.count),
                Vec::new(),
            ),
        }
    }

    fn record(
        &mut self,
        kind: RollKind,
        wanted: &Wanted<'_>,
        faces: &[u8],
        text: String,
    ) -> Result<(), Stop> {
        let mut step = NewStep::of(StepKind::Roll, text).by(wanted.side);
        if let Some(unit) = wanted.unit {
            step = step.unit(&self.table, unit);
        }
        let n = self.step(step.resting_on(wanted.cites.iter().cloned()))?;
        self.rolls.push(RollRecord {
            n,
            kind,
            unit: wanted.unit.map(|u| self.table.unit(u).id.clone()),
            first: faces.to_vec(),
            added: 0,
            last: faces.to_vec(),
            counted: Vec::new(),
            needs: 0,
            hits: None,
            read: Vec::new(),
        });
        Ok(())
    }

    /// The attack dice (`attack.roll`).
    pub(super) fn roll_for_attack(
        &mut self,
        attack: &Attack,
        power: &AttackPower,
    ) -> Result<Vec<u8>, Stop> {
        let clauses = power.clauses.iter().map(|c| Cite::Clause(*c));
        let lines = power.lines.iter().cloned();
        let mut rests_on: Vec<Cite> = clauses.collect();
        rests_on
            .extend(lines.filter(|l| !matches!(l, Cite::Clause(c) if power.clauses.contains(c))));
        let mut all = rests_on.chunks(grounds::MOST);
        let cites = all.next().unwrap_or_default().to_vec();
        let name = self.table.name(attack.attacker).to_owned();
        for more in all {
            let text = format!("Besides, the number of attack dice of {name} rests on this.");
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, attack.attacker);
            self.step(step.resting_on(more.iter().cloned()))?;
        }
        if power.dice == 0 {
            let text = format!("{name} rolls no dice: {}.", power.why);
            let step = NewStep::of(StepKind::Roll, text).unit(&self.table, attack.attacker);
            self.step(step.resting_on(cites))?;
            return Ok(Vec::new());
        }
        let wanted = Wanted {
            count: power.dice,
            why: power.why.clone(),
            unit: Some(attack.attacker),
            side: self.table.side(attack.attacker),
            cites: &cites,
        };
        let faces = self.faces(&wanted)?;
        let text = format!(
            "{name} rolls {} ({}): {}.",
            number(power.dice, "attack die", "attack dice"),
            power.why,
            shown(&faces)
        );
        self.record(RollKind::Attack, &wanted, &faces, text)?;
        Ok(faces)
    }

    /// The records of an attack's dice show the faces as they are now: that of the roll, and those
    /// of the dice added to it, which lie behind the others in the order in which they came.
    fn follow_reroll(&mut self, main: Option<usize>, now: &[u8]) {
        let Some(main) = main else {
            return;
        };
        let Some(record) = self.rolls.get_mut(main) else {
            return;
        };
        record.last = now.to_vec();
        let mut from = record.first.len().saturating_sub(record.added);
        let mut added = record.added;
        for extra in self.rolls.iter_mut().skip(main + 1) {
            if added == 0 || extra.kind != RollKind::Additional {
                continue;
            }
            let to = from + extra.first.len();
            if let Some(faces) = now.get(from..to) {
                extra.last = faces.to_vec();
            }
            added = added.saturating_sub(extra.first.len());
            from = to;
        }
    }

    /// Additional attack dice.
    pub(super) fn extra_dice(
        &mut self,
        n: i32,
        label: Option<String>,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        let count = usize::try_from(n.max(0)).unwrap_or(0);
        if count == 0 {
            return Ok(());
        }
        let what = label.unwrap_or_default();
        let wanted = Wanted {
            count,
            why: format!("additional attack dice of {what}"),
            unit: Some(attack.attacker),
            side: self.table.side(attack.attacker),
            cites: &cites,
        };
        let faces = self.faces(&wanted)?;
        let text = format!(
            "{what}: {} {}.",
            number(
                count,
                "additional attack die shows",
                "additional attack dice show"
            ),
            shown(&faces)
        );
        let main = attack.roll_record;
        self.record(RollKind::Attack, &wanted, &faces, text)?;
        let extra = self.rolls.len() - 1;
        if let Some(record) = main.and_then(|i| self.rolls.get_mut(i)) {
            record.first.extend(&faces);
            record.last.extend(&faces);
            record.added += count;
        }
        if let Some(record) = self.rolls.get_mut(extra) {
            record.kind = RollKind::Additional;
        }
        if let Some(now) = self.table.attacks.last_mut() {
            now.first.extend(&faces);
            now.dice.extend(&faces);
            now.added += count;
        }
        Ok(())
    }

    /// Dice of damage: each 4 or more (5 against Armor) is 1 damage (6.1).
    pub(super) fn roll_damage(&mut self, new: &NewDamage, grounds: &[Cite]) -> Result<i32, Stop> {
        let count = usize::try_from(new.amount.max(0)).unwrap_or(0);
        let target = self.table.name(new.target).to_owned();
        let from = new.source.map_or_else(
            || "The effect".to_owned(),
            |u| self.table.name(u).to_owned(),
        );
        if count == 0 {
            let text = format!("{from} rolls no dice of damage at {target}.");
            self.step(NewStep::of(StepKind::Roll, text).resting_on(grounds.iter().cloned()))?;
            return Ok(0);
        }
        let side = new.source.map_or(Side::Dark, |u| self.table.side(u));
        let wanted = Wanted {
            count,
            why: format!(
                "{} of damage of {from} at {target}",
                number(count, "die", "dice")
            ),
            unit: new.source,
            side,
            cites: grounds,
        };
        let faces = self.faces(&wanted)?;
        let (needs, armor) = self.needed_to_hit(new.target, true);
        let hits =
            i32::try_from(faces.iter().filter(|f| i32::from(**f) >= needs).count()).unwrap_or(0);
        let text = format!(
            "{from} rolls {} of damage at {target}: {}. {hits} damage.",
            number(count, "die", "dice"),
            shown(&faces)
        );
        let mut cites = grounds.to_vec();
        super::grounds::add(&mut cites, armor);
        super::grounds::add(&mut cites, [clause!("6.1")]);
        let wanted = Wanted {
            cites: &cites,
            ..wanted
        };
        self.record(RollKind::Damage, &wanted, &faces, text)?;
        if let Some(record) = self.rolls.last_mut() {
            record.counted = faces.iter().map(|f| i32::from(*f)).collect();
            record.needs = needs;
            record.hits = Some(hits);
        }
        self.note_damage_dice(new.source, new.target, &faces);
        Ok(hits)
    }

    /// A die that is neither attack dice nor damage.
    pub(super) fn roll_other(
        &mut self,
        count: usize,
        side: Side,
        cx: &Cx,
    ) -> Result<Vec<u8>, Stop> {
        let cites = [cx.cite.clone()];
        let wanted = Wanted {
            count,
            why: format!("for \"{}\"", cx.printed),
            unit: cx.look.this,
            side,
            cites: &cites,
        };
        let faces = self.faces(&wanted)?;
        let text = format!("{} rolls {}.", side.name(), shown(&faces));
        self.record(RollKind::Other, &wanted, &faces, text)?;
        Ok(faces)
    }

    /// The build-point roll (2.2.R3).
    pub(super) fn roll_build_points(&mut self) -> Result<u8, Stop> {
        let cites = [clause!("2.2.R3").into()];
        let wanted = Wanted {
            count: 1,
            why: "the roll for build points".to_owned(),
            unit: None,
            side: Side::Light,
            cites: &cites,
        };
        let faces = self.faces(&wanted)?;
        let text = format!(
            "{} rolls {} for build points.",
            Side::Light.name(),
            shown(&faces)
        );
        self.record(RollKind::Other, &wanted, &faces, text)?;
        Ok(faces.first().copied().unwrap_or(1))
    }

    /// Rerolls dice of the present attack.
    pub(super) fn reroll(
        &mut self,
        dice: &[u8],
        faces: Option<Vec<u8>>,
        by: Option<UnitIx>,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        if dice.is_empty() {
            return Ok(());
        }
        let wanted = Wanted {
            count: dice.len(),
            why: format!(
                "rerolling {}",
                dice.iter()
                    .map(|d| format!("die {d}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            unit: Some(attack.attacker),
            side: self.table.side(attack.attacker),
            cites: &cites,
        };
        let new = match faces {
            Some(faces) if faces.len() == dice.len() => faces,
            Some(faces) => {
                return Err(Stop::Misfit {
                    index: self.cursor.saturating_sub(1),
                    text: format!(
                        "{} rerolled, but {} given",
                        number(dice.len(), "die is", "dice are"),
                        number(faces.len(), "face is", "faces are")
                    ),
                });
            }
            None => self.faces(&wanted)?,
        };
        let mut told = Vec::new();
        if let Some(now) = self.table.attacks.last_mut() {
            for (die, face) in dice.iter().zip(&new) {
                if let Some(slot) = now.dice.get_mut(usize::from(*die).saturating_sub(1)) {
                    told.push(format!("{slot} becomes {face}"));
                    *slot = *face;
                }
            }
        }
        let rolled = self
            .table
            .attack()
            .map(|a| a.dice.clone())
            .unwrap_or_default();
        self.follow_reroll(attack.roll_record, &rolled);
        let text = format!(
            "Reroll: {}. The dice show {}.",
            told.join(", "),
            shown(&rolled)
        );
        let mut step = NewStep::of(StepKind::Reroll, text);
        if let Some(unit) = by {
            step = step.unit(&self.table, unit);
        }
        self.step(step.resting_on(cites)).map(drop)
    }

    /// A text that rerolls attack dice: which ones is the player's choice.
    /// Why the dice of the running attack are not those of that player, seen from a player.
    pub(super) fn not_those_dice(&self, of: Owner, you: Side) -> Option<String> {
        let attacker = self.table.attack()?.attacker;
        let yours = self.table.side(attacker) == you;
        let meant = match of {
            Owner::Anyone => true,
            Owner::Yours => yours,
            Owner::Opponents => !yours,
        };
        (!meant).then(|| {
            let whose = self.table.side(attacker).name();
            format!(
                "the attack dice are those of the {whose}, whose unit {} attacks",
                self.table.name(attacker)
            )
        })
    }

    pub(super) fn perform_reroll(
        &mut self,
        up_to: Option<&crate::cardtext::Num>,
        all: bool,
        only: &[u8],
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(false);
        };
        let count = u8::try_from(attack.dice.len()).unwrap_or(u8::MAX);
        let mut dice: Vec<u8> = if all {
            (1..=count).collect()
        } else if cx.dice.is_empty() {
            self.asked_dice(cx)?
        } else {
            cx.dice.clone()
        };
        let face_of = |d: u8| attack.dice.get(usize::from(d).saturating_sub(1)).copied();
        if !only.is_empty() && (all || cx.dice.is_empty()) {
            dice.retain(|d| face_of(*d).is_some_and(|f| only.contains(&f)));
        }
        let most = up_to.map_or(usize::from(count), |n| {
            usize::try_from(self.number(n, cx)).unwrap_or(0)
        });
        let bad = dice.len() > most
            || dice.iter().any(|d| *d == 0 || *d > count)
            || (!only.is_empty()
                && dice
                    .iter()
                    .any(|d| face_of(*d).is_none_or(|f| !only.contains(&f))));
        if bad {
            return Err(Stop::Misfit {
                index: self.cursor.saturating_sub(1),
                text: format!("dice 1 to {count} can be rerolled here, at most {most} of them"),
            });
        }
        let grounds = vec![cx.cite.clone(), clause!("attack.reroll").into()];
        let grounds = if self.window == super::window::WindowId::RerollTriggers {
            vec![clause!("attack.reroll-triggers").into(), cx.cite.clone()]
        } else {
            grounds
        };
        let triggered = self.window == super::window::WindowId::RerollTriggers;
        if let Some(now) = self.table.attacks.last_mut().filter(|_| !dice.is_empty()) {
            now.rerolled.by_triggers |= triggered;
            now.rerolled.in_the_chance |= !triggered;
        }
        self.reroll(&dice, cx.faces.clone(), cx.look.this, grounds)?;
        Ok(!dice.is_empty())
    }

    fn asked_dice(&mut self, cx: &Cx) -> Result<Vec<u8>, Stop> {
        let asks = "Which dice are rerolled? They are counted from 1.".to_owned();
        self.choose_dice(asks, cx.look.you)
    }
}

/// Faces as they are shown: `6 4 2`.
pub(super) fn shown(faces: &[u8]) -> String {
    faces
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use crate::catalogue::CardIndex;
    use crate::rules::document::read_toml;
    use crate::rules::judge;
    use crate::rules::trace::VerdictKind;

    #[test]
    fn a_choice_that_nothing_asks_for_leaves_the_dice_behind_it() {
        let text = r#"
            unit = [{ id = "raider", side = "dark", power = 1 }, { id = "guard", side = "light" }]
            play = [{ attack = "raider", on = "guard" }, { choose = true }, { roll = [5] }]
        "#;
        let case = read_toml(text, &CardIndex::from_cards([])).unwrap();
        let ruling = judge(&case.situation);
        assert_eq!(ruling.verdict.kind, VerdictKind::Ruled);
        assert_eq!(ruling.rolls[0].first, [5]);
        let said = ruling.steps.iter().any(|s| s.text.starts_with("Play 2 "));
        assert!(said, "{:?}", ruling.steps);
    }
}
