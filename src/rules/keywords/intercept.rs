//! Intercept: while another unit of its controller is attacked in its arena, the attacker attacks this unit instead.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::table::Table;
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Intercept.
pub const INTERCEPT: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::AttackPop],
        scope: Scope::Attack,
        limit: &[clause!("intercept.4"), clause!("4.4.2")],
        timing: &[clause!("attack.pop")],
        against,
        play,
    }),
    ..KeywordDef::plain(keyword!("intercept"))
};

fn against(table: &Table, held: &Held, _: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let Some(attack) = table.attack() else {
        return vec![Reason::by(
            clause!("intercept.1"),
            format!("no unit is attacked that {name} could step in for"),
        )];
    };
    let mut reasons = Vec::new();
    if attack.attacker == held.unit {
        let text = format!("{name} cannot intercept its own attack");
        reasons.push(Reason::by(clause!("intercept.9"), text));
    }
    if attack.defender == held.unit {
        let text = format!("{name} is the defender already");
        reasons.push(Reason::by(clause!("intercept.1"), text));
    } else if table.side(attack.defender) != table.side(held.unit) {
        let text = format!("{} is an opponent's unit", table.name(attack.defender));
        reasons.push(Reason::by(clause!("intercept.1"), text));
    }
    let (own, attacked) = (table.unit(held.unit), table.unit(attack.defender));
    if own.arena().is_none() || own.arena() != attacked.arena() {
        let text = format!("{} is attacked in another arena", attacked.name);
        reasons.push(Reason::by(clause!("intercept.1"), text.clone()));
        reasons.push(Reason::by(clause!("7.1.10"), text));
    }
    reasons
}

/// It may be paid for even where it changes nothing; then it only says why (intercept.11).
fn play(table: &Table, held: &Held, _: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(attack) = table.attack() else {
        return Ok(Vec::new());
    };
    let (name, attacker) = (table.name(held.unit), table.name(attack.attacker));
    if let Some(ground) = target::locked(table, attack.attacker) {
        let text = format!("The defender of {attacker}'s attack cannot be changed.");
        return Ok(vec![
            Cited::new(Deed::Note(text), ground).and(clause!("intercept.r1")),
        ]);
    }
    let barred = target::barred(table, attack.attacker, held.unit);
    if let Some(first) = barred.first() {
        let text = format!(
            "{attacker} cannot attack {name}, so the defender does not change: {}.",
            first.text
        );
        let note = Cited::new(Deed::Note(text), clause!("intercept.11"));
        return Ok(vec![match first.clause {
            Some(ground) => note.and(ground),
            None => note,
        }]);
    }
    let cited = Cited::new(Deed::NewDefender(held.unit), clause!("intercept.2"));
    let own_attack = table.side(attack.attacker) == table.side(held.unit);
    Ok(vec![if own_attack {
        cited.and(clause!("intercept.8"))
    } else {
        cited
    }])
}
