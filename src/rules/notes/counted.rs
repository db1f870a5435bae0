//! Keywords that act by being counted or by reading faces: they have acted if there was something to
//! count or to read.

use crate::rules::keyword;
use crate::rules::run::Run;
use crate::rules::table::{Attack, UnitIx};
use crate::rules::trace::FaceRead;
use crate::rules::window::WindowId;

impl Run<'_> {
    /// Keywords that act by being counted have acted if there was something to count.
    pub(super) fn mark_static(&mut self, attack: &Attack) {
        if !attack.rolled {
            return;
        }
        self.mark_read(attack);
        for def in keyword::all().iter() {
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
        for def in keyword::all().iter() {
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
}
