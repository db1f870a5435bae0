//! What stands on and about a unit at the moment, for those who show a board: cards on it, what it
//! has gained, its part in the attack under way.

use std::collections::BTreeMap;

use super::run::{Options, Outcome, Run};
use super::setup;
use super::situation::{Handle, Situation};
use super::table::{SubCard, UnitIx};
use super::words;

/// What a unit carries, what effects give it, and its part in the attack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Holds {
    /// Names of the Equipment on it.
    pub attached: Vec<String>,
    /// Names of the Pilots on it.
    pub pilots: Vec<String>,
    /// Names of the cards under it, top to bottom.
    pub under: Vec<String>,
    /// What effects give it and how long, such as `Parry 1 until end of turn`.
    pub gained: Vec<String>,
    /// It attacks in the attack under way.
    pub attacks: bool,
    /// It is the defender of the attack under way.
    pub defends: bool,
    /// Damage pending on it.
    pub pending: i32,
}

/// What every unit holds when the plays are used up.
#[must_use]
pub fn holds(situation: &Situation) -> BTreeMap<Handle, Holds> {
    let options = Options {
        stepwise: true,
        ..Options::default()
    };
    let Outcome { run, .. } = Run::new(situation, setup::table(situation), options).finish();
    let units = run.table.all();
    units
        .map(|unit| (run.table.unit(unit).id.clone(), of(&run, unit)))
        .collect()
}

fn of(run: &Run<'_>, unit: UnitIx) -> Holds {
    let table = &run.table;
    let names = |cards: &[SubCard]| cards.iter().map(|c| c.name.to_string()).collect();
    let (card, attack) = (table.unit(unit), table.attack());
    let gained = table.lasting.iter().filter(|l| l.on == unit);
    Holds {
        attached: names(&card.attached),
        pilots: names(&card.pilots),
        under: names(&card.under),
        gained: gained
            .map(|l| format!("{} {}", words::grants(&l.grants), words::until(l.until)))
            .collect(),
        attacks: attack.is_some_and(|a| a.attacker == unit && !a.ended),
        defends: attack.is_some_and(|a| a.defender == unit && !a.ended),
        pending: table.pending_on(unit),
    }
}
