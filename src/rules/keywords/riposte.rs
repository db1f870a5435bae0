//! Riposte X: a natural 2 in the attack roll against the unit brings the attacker X damage when the attack ends.

use crate::clause;
use crate::keyword;
use crate::rulebook::Moment;
use crate::rules::deed::Deed;
use crate::rules::grounds::{EndGrounds, Grounds};
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::natural;
use crate::rules::shown::Shown;
use crate::rules::table::{AtEnd, Attack, Table};
use crate::rules::trace::{Cite, Cited, Reason};
use crate::rules::window::WindowId;

/// Riposte. It counts if the unit has it when the final faces are read (11.43), so nothing is too
/// late for it before that.
pub const RIPOSTE: KeywordDef = KeywordDef {
    hooks: &[
        Hook {
            window: WindowId::Hits,
            order: 50,
            run: riposte,
        },
        Hook {
            window: WindowId::AttackEnd,
            order: 0,
            run: gained_later,
        },
    ],
    not_damage_dice: Some((2, clause!("riposte.8"))),
    idle: Some(too_late),
    grounds: Grounds {
        at_end: Some(at_end),
        ..Grounds::NONE
    },
    shown: Shown {
        at: Some(Moment::AttackEnd),
        no_attack: Some(clause!("6.1")),
        attacks_only: Some(clause!("riposte.1")),
        speaks_of: &[
            (keyword!("last-stand"), clause!("riposte.i2")),
            (keyword!("barrage"), clause!("11.17")),
            (keyword!("bombard"), clause!("11.17")),
            (keyword!("ion-cannon"), clause!("11.17")),
        ],
        on_rerolls: &[clause!("riposte.4"), clause!("riposte.6")],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("riposte"))
};

/// The running attack, if it is one against the unit whose dice were rolled.
fn against_it<'a>(table: &'a Table, held: &Held) -> Option<&'a Attack> {
    table
        .attack()
        .filter(|a| a.defender == held.unit && a.rolled)
}

fn riposte(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = against_it(table, held) else {
        return Proposal::Silent;
    };
    let elsewhere = from_elsewhere(table, held, attack);
    if barred(table, held, attack) {
        return Proposal::skip(clause!("11.17"), "the attack comes from another arena");
    }
    if !attack.shows(2) {
        return no_two(table, attack);
    }
    if held.value <= 0 {
        return Proposal::Silent;
    }
    let mut cited = set_up(table, held, attack);
    if held.is_sum() {
        cited = cited.and(clause!("riposte.9"));
    }
    if elsewhere {
        cited = cited.and(clause!("11.17"));
    } else if attack.dice.iter().filter(|d| **d == 2).count() > 1 {
        cited = cited.and(clause!("riposte.3"));
    } else if !attack.first_shows(2) {
        cited = cited.and(clause!("riposte.6")).also(clause!("riposte.4"));
    }
    Proposal::one(cited)
}

fn from_elsewhere(table: &Table, held: &Held, attack: &Attack) -> bool {
    table.unit(attack.attacker).arena() != table.unit(held.unit).arena()
}

/// The reading by which no attack from another arena is answered (11.17).
fn barred(table: &Table, held: &Held, attack: &Attack) -> bool {
    from_elsewhere(table, held, attack) && table.reading(clause!("11.17")) == Some("forbidden")
}

fn set_up(table: &Table, held: &Held, attack: &Attack) -> Cited<Deed> {
    let waits = AtEnd {
        side: table.side(held.unit),
        source: held.unit,
        target: attack.attacker,
        amount: held.value,
        dice: false,
        keyword: held.keyword,
        cites: vec![clause!("riposte.2").into()],
    };
    Cited::new(Deed::Wait(waits), clause!("riposte.1"))
}

fn no_two(table: &Table, attack: &Attack) -> Proposal {
    if attack.first_shows(2) {
        let text = "the 2 was rerolled away; the roll after rerolls counts";
        return Proposal::Skip(vec![
            Reason::by(clause!("riposte.7"), text),
            Reason::by(clause!("riposte.4"), text),
        ]);
    }
    if let Some(reasons) = natural::not_natural(table, 2, clause!("riposte.5")) {
        return Proposal::Skip(reasons);
    }
    Proposal::skip(
        clause!("riposte.1"),
        "there is no natural 2 in the final roll",
    )
}

/// A Riposte that came after the faces were read, in an attack that shows a 2.
fn came_later(table: &Table, held: &Held) -> bool {
    let shows = against_it(table, held).filter(|a| a.shows(2));
    held.value > 0
        && shows.is_some_and(|a| {
            !a.at_end
                .iter()
                .any(|e| e.keyword == held.keyword && e.source == held.unit)
        })
}

/// The reading that counts such a Riposte too (11.43).
fn gained_later(table: &Table, held: &Held) -> Proposal {
    let counts = table.reading(clause!("11.43")) == Some("at-attack-end");
    match against_it(table, held) {
        Some(attack) if counts && came_later(table, held) && !barred(table, held, attack) => {
            Proposal::one(set_up(table, held, attack).and(clause!("11.43")))
        }
        _ => Proposal::Silent,
    }
}

fn too_late(table: &Table, held: &Held) -> Proposal {
    if came_later(table, held) {
        let text = "it came after the natural faces were read, too late for this attack";
        return Proposal::Skip(vec![
            Reason::by(clause!("11.43"), text),
            Reason::by(clause!("riposte.1"), text),
        ]);
    }
    Proposal::Silent
}

/// It is a number of damage, which can be prevented.
fn at_end(table: &Table, waiting: &AtEnd) -> EndGrounds {
    let mut pending: Vec<Cite> = vec![clause!("riposte.2").into()];
    if table.unit(waiting.source).zone.on_table() {
        pending.push(clause!("riposte.i1").into());
        pending.push(clause!("attack.end").into());
    } else {
        pending.push(clause!("riposte.i2").into());
        pending.push(clause!("3.5.5").into());
    }
    EndGrounds {
        roll: Vec::new(),
        pending,
    }
}
