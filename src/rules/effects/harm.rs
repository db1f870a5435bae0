//! Damage and its prevention by a text.

use crate::cardtext::{Amount, Barred, Duration, Num, Quantity, StaticRule, Who};
use crate::clause;
use crate::rules::life::NewDamage;
use crate::rules::look;
use crate::rules::run::{Run, Stop};
use crate::rules::standing::SetUp;
use crate::rules::table::{Attack, UnitIx};
use crate::rules::trace::StepKind;
use std::rc::Rc;

use super::cx::Cx;

impl Run<'_> {
    /// The unit that does the damage of a text; a card from hand is none.
    pub(in crate::rules) fn damage_source(&self, source: &Who, cx: &Cx) -> Option<UnitIx> {
        look::units(&self.table, &cx.look, source)
            .first()
            .copied()
            .filter(|_| cx.card.is_none() || *source != Who::This)
    }

    pub(super) fn perform_damage(
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
            Rc::new(crate::rules::damage::BarredBy {
                what: what.clone(),
                look: cx.look.clone(),
                cite: cx.cite.clone(),
            })
        });
        let grounds = vec![cx.cite.clone(), clause!("4.3.1").into()];
        let batch: Vec<NewDamage> = targets
            .iter()
            .map(|t| NewDamage {
                dice,
                preventable,
                barred: barred.clone(),
                ..NewDamage::fixed(from, *t, n)
            })
            .collect();
        let placed = self.damage_life(batch, &grounds)?;
        cx.look.damage_done = placed;
        Ok(placed > 0)
    }

    pub(super) fn perform_prevent(
        &mut self,
        target: &Who,
        amount: &Amount,
        from: Option<&Who>,
        cx: &mut Cx,
    ) -> Result<bool, Stop> {
        let you = cx.look.you;
        if self.is_early(target) {
            return self.prevent_when_pending(target, amount, from, cx);
        }
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
            inst.pending > 0 && protected.contains(&inst.target)
        });
        // "That of e to d" names the source as well.
        let named = cx.instance.filter(|i| instances.contains(i));
        let among: Vec<usize> = named.map_or_else(|| instances.clone(), |i| vec![i]);
        let sources = self.sources_meant(&among, from, cx)?;
        let meant = |s: UnitIx| sources.as_ref().is_none_or(|all| all.contains(&s));
        instances.retain(|i| match self.table.instance(*i).source {
            Some(source) => meant(source),
            None => from.is_none(),
        });
        let aimed = cx.instance.filter(|i| instances.contains(i));
        if let Some(one) = aimed.filter(|_| !matches!(amount, Amount::All)) {
            instances = vec![one];
        }
        let mut sum = 0;
        for i in instances {
            let inst = self.table.instance(i).clone();
            let by = cx.look.this.unwrap_or(inst.target);
            if crate::rules::prevention::forbidden(&self.table, &inst, cx.look.this).is_some() {
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

    /// The sources of pending damage that a prevention speaks of, chosen where it says how many;
    /// `None` if it speaks of none.
    fn sources_meant(
        &mut self,
        instances: &[usize],
        from: Option<&Who>,
        cx: &mut Cx,
    ) -> Result<Option<Vec<UnitIx>>, Stop> {
        let Some(from) = from else { return Ok(None) };
        let mut sources: Vec<UnitIx> = Vec::new();
        for source in instances
            .iter()
            .filter_map(|i| self.table.instance(*i).source)
        {
            let meant = look::means(&self.table, &cx.look, from, source);
            if meant && !sources.contains(&source) {
                sources.push(source);
            }
        }
        if let Who::Units(s) = from {
            let (you, asks) = (cx.look.you, "Damage from which unit is prevented?");
            sources = self.choose_among(&s.quantity, sources, you, asks.to_owned(), cx)?;
        }
        Ok(Some(sources))
    }

    /// Whether the attack has nothing pending yet, so that a prevention stands until it has.
    fn is_early(&self, target: &Who) -> bool {
        let chosen = matches!(target, Who::Units(s) if !matches!(s.quantity, Quantity::Each));
        let before = |a: &Attack| a.pending.is_none() && !a.ended;
        !chosen && self.table.open.is_empty() && self.table.attack().is_some_and(before)
    }

    /// A prevention got before the damage of this attack is pending acts at the end of its
    /// prevention chance (6.3.3).
    fn prevent_when_pending(
        &mut self,
        target: &Who,
        amount: &Amount,
        from: Option<&Who>,
        cx: &Cx,
    ) -> Result<bool, Stop> {
        let text = "Nothing is pending yet; it acts on the damage of this attack.";
        self.say(StepKind::Note, text, cx)?;
        self.table.standing.push(SetUp {
            rule: StaticRule::Prevent {
                to: target.clone(),
                from: from.cloned(),
                amount: amount.clone(),
                attack_only: true,
            },
            look: cx.look.clone(),
            until: Duration::Attack,
            printed: Rc::clone(&cx.printed),
            cite: cx.cite.clone(),
            attack: self.table.attack().map_or(0, |a| a.number),
        });
        Ok(true)
    }

    /// How much of a pending amount is prevented.
    pub(in crate::rules) fn amount_of(&self, amount: &Amount, pending: i32, cx: &Cx) -> i32 {
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
}
