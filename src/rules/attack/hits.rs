//! From hits to pending damage (RULES 3.2.7).

use crate::clause;
use crate::rules::damage::{DamageOrigin, Instance};
use crate::rules::grounds;
use crate::rules::run::{Run, Stop};
use crate::rules::table::{Attack, UnitIx};
use crate::rules::window::WindowId;

impl Run<'_> {
    pub(super) fn pending_damage(&mut self) -> Result<(), Stop> {
        self.chance_if_played_in(WindowId::Pending)?;
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        let hits = (attack.hits.unwrap_or(0) - attack.hits_sent_on()).max(0);
        let hidden = self.hides_dice(attack.attacker).is_some();
        let added = self.table.instances.len();
        let id = self.pending_for(&attack, attack.defender, hits, DamageOrigin::Attack)?;
        if let Some(now) = self.table.attacks.last_mut() {
            now.instance = Some(id);
        }
        self.table.open = vec![id];
        if let Some(sent) = attack.sent_on {
            let other = self.pending_for(&attack, sent.to, sent.hits, DamageOrigin::Overkill)?;
            self.table.open.push(other);
        }
        self.run_hooks(WindowId::Pending)?;
        self.double_pending(added)?;
        let total = self.table.instance(id).pending;
        self.last_pending = Some(total);
        if let Some(now) = self.table.attacks.last_mut() {
            now.pending = Some(total);
        }
        if !hidden {
            self.table
                .open
                .retain(|i| self.table.instances.get(*i).is_some_and(|x| x.pending > 0));
        }
        Ok(())
    }

    fn pending_for(
        &mut self,
        attack: &Attack,
        target: UnitIx,
        hits: i32,
        origin: DamageOrigin,
    ) -> Result<usize, Stop> {
        let by = attack.sent_on.and_then(|s| s.by);
        let pending = Instance {
            with: by.filter(|_| origin == DamageOrigin::Overkill),
            attack: Some(attack.number),
            ..Instance::new(Some(attack.attacker), target, hits, origin)
        };
        if origin != DamageOrigin::Overkill {
            return self.pending(pending, &[clause!("attack.pending").into()]);
        }
        let own = by.map_or(&[][..], |k| grounds::of(k).second);
        let mut cites = vec![clause!("6.2.2").into()];
        grounds::add(&mut cites, own.iter().copied());
        self.pending(pending, &cites)
    }

    /// Doubling before prevention acts on the whole pending damage, Critical Hit included.
    fn double_pending(&mut self, from: usize) -> Result<(), Stop> {
        for i in from..self.table.instances.len() {
            let (source, amount) = {
                let inst = self.table.instance(i);
                (inst.source, inst.pending)
            };
            let now = self.multiplied(source, amount)?;
            if let Some(inst) = self.table.instances.get_mut(i) {
                inst.amount += now - amount;
                inst.pending = now;
            }
        }
        Ok(())
    }
}
