//! Intercept: while another unit of its controller is attacked in its arena, the attacker attacks this unit instead.

use crate::cardtext::{Ability, Duration, Event, Scope};
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Beside, Shown, Usage};
use crate::rules::table::{Attack, ForAttack, Table, UnitIx};
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Intercept.
pub const INTERCEPT: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::AttackPop],
        scope: Scope::Attack,
        limit: &[
            clause!("intercept.4"),
            clause!("intercept.r3"),
            clause!("4.4.2"),
        ],
        timing: &[clause!("attack.pop"), clause!("intercept.6")],
        against,
        play,
    }),
    grounds: Grounds {
        played: Some(played),
        ends_with_defender: Some(clause!("intercept.13")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Pay 1 Force -> Intercept",
        usage: Some(Usage::of(WindowId::AttackPop, AimAt::Nobody)),
        moves_the_attack: true,
        beside: Beside::On,
        attacks_only: Some(clause!("intercept.1")),
        several: &[clause!("intercept.4"), clause!("7.1.4")],
        speaks_of: &[
            (keyword!("foresight"), clause!("7.1.2")),
            (keyword!("forewarning"), clause!("7.1.2")),
            (keyword!("overload"), clause!("7.1.2")),
            (keyword!("barrage"), clause!("7.1.10")),
            (keyword!("bombard"), clause!("7.1.10")),
            (keyword!("ion-cannon"), clause!("7.1.10")),
            (keyword!("retaliate"), clause!("retaliate.12")),
        ],
        ..Shown::IN_ATTACK
    },
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
    if let Some(note) = target::stays(table, attack.attacker, clause!("intercept.r1")) {
        return Ok(vec![note]);
    }
    if let Some(first) = target::barred_as_defender(table, attack.attacker, held.unit).first() {
        return Ok(vec![in_vain(table, attack, held.unit, first)]);
    }
    let mut all = vec![steps_in(table, attack, held.unit)];
    all.extend(goes_on(table, attack));
    all.extend(own_defences(table, attack, held.unit));
    Ok(all)
}

/// The attacker cannot attack the unit: nothing changes.
fn in_vain(table: &Table, attack: &Attack, unit: UnitIx, why: &Reason) -> Cited<Deed> {
    let text = format!(
        "{} cannot attack {}, so the defender does not change: {}.",
        table.name(attack.attacker),
        table.name(unit),
        why.text
    );
    let note = Cited::new(Deed::Note(text), clause!("intercept.11"));
    match why.clause {
        Some(ground) if ground.keyword().is_some() => note.and(ground).and(clause!("intercept.r2")),
        _ => note.and(clause!("intercept.10")).and(clause!("7.1.5")),
    }
}

fn steps_in(table: &Table, attack: &Attack, unit: UnitIx) -> Cited<Deed> {
    let mut cited = Cited::new(Deed::NewDefender(unit), clause!("intercept.2"));
    if let Some(open) = target::touchable(table, unit) {
        cited = cited.and(open);
    }
    if table.side(attack.attacker) == table.side(unit) {
        cited = cited.also(clause!("intercept.10"));
    }
    if attack.defenders.len() > 1 {
        cited = cited.also(clause!("intercept.5")).also(clause!("7.1.3"));
    }
    cited
        .also(clause!("intercept.3"))
        .also(clause!("intercept.7"))
}

/// What was set off or bought for this attack is not repeated, and goes on.
fn goes_on(table: &Table, attack: &Attack) -> Option<Cited<Deed>> {
    let bought = table
        .lasting
        .iter()
        .any(|l| l.until == Duration::Attack && l.attack == ForAttack::In(attack.number));
    let triggered = table.working().iter().any(|(u, c)| {
        *u == attack.attacker
            && matches!(&*c.ability, Ability::Triggered(t) if matches!(t.event, Event::Attacks { .. }))
    });
    if !bought && !triggered {
        return None;
    }
    let text = "What this attack has set off, or what was played for it, is not repeated; \
                what is meant for the attack itself goes on."
        .to_owned();
    let mut note = Cited::new(Deed::Note(text), clause!("7.1.2"));
    if triggered {
        note = note.and(clause!("intercept.12"));
    }
    if bought {
        note = note.and(clause!("intercept.14"));
    }
    Some(note)
}

/// Keywords that look at the dice against a unit are those of the new defender.
fn own_defences(table: &Table, attack: &Attack, unit: UnitIx) -> Option<Cited<Deed>> {
    let defends = |u: UnitIx| {
        crate::rules::keyword::all().iter().any(|d| {
            let by_dice = d.hit_by.is_some()
                || d.against_attacker.is_some()
                || d.hooks
                    .iter()
                    .any(|h| matches!(h.window, WindowId::Prevention | WindowId::Hits));
            by_dice && table.view(u).has(d.keyword)
        })
    };
    (defends(unit) || defends(attack.defender)).then(|| {
        let text = format!(
            "From here on what {} has against the dice counts, not what {} has.",
            table.name(unit),
            table.name(attack.defender)
        );
        Cited::new(Deed::Note(text), clause!("7.1.7"))
    })
}

/// Why it may be used now.
fn played(table: &Table, held: &Held) -> Vec<ClauseId> {
    match table.attack() {
        Some(a) if target::locked(table, a.attacker).is_some() => {
            vec![clause!("intercept.1"), clause!("7.1.1")]
        }
        Some(a) if table.side(a.attacker) == table.side(held.unit) => {
            vec![clause!("intercept.8"), clause!("7.1.9")]
        }
        Some(a) if a.defenders.len() > 1 => vec![clause!("intercept.4"), clause!("7.1.4")],
        _ => vec![clause!("intercept.1"), clause!("7.1.intercept")],
    }
}
