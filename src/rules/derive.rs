//! What each unit has at the moment: abilities that are its own, inserted, granted or lent by
//! Equipment and Pilots, and the numbers that follow from them. Remade whenever the table changes.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `view` | what a unit has at the moment |
//! | `copy` | one copy of an ability on it |
//! | `draft` | the abilities of its own card and of those it carries |
//! | `asleep` | where an ability does not work |
//! | `grants` | what effects and static abilities give it |
//! | `finish` | the numbers |

mod asleep;
mod copy;
mod draft;
mod finish;
mod grants;
mod view;

pub use asleep::prevents_for_itself;
pub(super) use copy::collect_names;
pub use copy::{Carrier, Copy};
pub use view::{AttackDuty, Banned, UnitView, Unprevented, has_subtype};

use draft::{Draft, first_draft};
use finish::finish;
use grants::{lasting, set_up, statics};

use super::table::{Table, Unit};

/// Remakes every view. Static abilities may depend on what others give, so it is repeated until
/// nothing changes, at most a few times.
pub fn refresh(table: &mut Table) {
    const ROUNDS: usize = 4;
    for _ in 0..ROUNDS {
        let next = build(table);
        let same = next.len() == table.views.len()
            && next.iter().zip(&table.views).all(|(a, b)| alike(a, b));
        table.views = next;
        if same {
            break;
        }
    }
}

fn alike(a: &UnitView, b: &UnitView) -> bool {
    let ids = |v: &UnitView| {
        v.copies
            .iter()
            .map(|c| (c.id, c.off.is_some()))
            .collect::<Vec<_>>()
    };
    (a.speed, a.power, a.health) == (b.speed, b.power, b.health)
        && a.bans.len() == b.bans.len()
        && a.gained_subtypes == b.gained_subtypes
        && ids(a) == ids(b)
}

fn build(table: &Table) -> Vec<UnitView> {
    if table.views.len() != table.units.len() {
        return table.units.iter().map(printed_view).collect();
    }
    let mut drafts: Vec<Draft> = table.all().map(|ix| first_draft(table, ix)).collect();
    lasting(table, &mut drafts);
    statics(table, &mut drafts);
    set_up(table, &mut drafts);
    table
        .all()
        .zip(drafts)
        .map(|(ix, d)| finish(table, ix, d))
        .collect()
}

fn printed_view(unit: &Unit) -> UnitView {
    UnitView {
        speed: unit.speed,
        power: unit.power,
        health: unit.health,
        ..UnitView::default()
    }
}
