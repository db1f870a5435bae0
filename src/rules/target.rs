//! What keeps a unit from being attacked, or an attack from going to another unit (3.3, 7.1);
//! arenas and sides apart.

use crate::cardtext::{Ban, Filter, Trait};
use crate::clause;
use crate::rulebook::{ClauseId, Keyword};

use super::deed::Deed;
use super::look;
use super::table::{Attack, AttackKind, Table, UnitIx};
use super::toll;
use super::trace::{Cite, Cited, Reason};

/// Why the attacker cannot attack the unit (3.3.3), wherever both are: keywords of the unit, and
/// what either of them may not do. Empty if nothing keeps it from that.
#[must_use]
pub fn barred(table: &Table, attacker: UnitIx, unit: UnitIx) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if !finds_hidden(table, attacker, unit) {
        let hidden = untouchable(table, attacker, unit);
        let text = hidden.as_ref().map(|r| r.text.clone());
        reasons.extend(hidden);
        reasons.extend(text.map(|t| Reason::by(clause!("7.2"), t)));
    }
    reasons.extend(banned(table, attacker, unit));
    reasons
}

/// Whether a text lets the attacker attack the unit although it lies elsewhere. A text about units
/// that a keyword hides names a place too, if it lifts that.
#[must_use]
pub fn reaches_by_text(table: &Table, attacker: UnitIx, unit: UnitIx) -> bool {
    is_allowed(table, attacker, unit, |f| {
        !f.places.is_empty() || !names_hiding(f)
    })
}

/// Whether a text lets the attacker attack the unit although a keyword hides it: only one that
/// names the keyword does. One about another arena or the build zone lifts no more than the place.
fn finds_hidden(table: &Table, attacker: UnitIx, unit: UnitIx) -> bool {
    is_allowed(table, attacker, unit, names_hiding)
}

fn is_allowed(
    table: &Table,
    attacker: UnitIx,
    unit: UnitIx,
    is_such: impl Fn(&Filter) -> bool,
) -> bool {
    let texts = table.view(attacker).may_attack.iter();
    texts
        .filter(|(filter, _)| is_such(filter))
        .any(|(filter, look)| look::fits(table, look, filter, unit))
}

/// Whether the description names a keyword that can keep a unit from being attacked.
fn names_hiding(filter: &Filter) -> bool {
    let hides = |k: Keyword| super::keyword::def(k).is_some_and(|d| d.untouchable.is_some());
    let named = |t: &Trait| matches!(t, Trait::Has(k) if hides(*k));
    filter.traits.iter().any(named) || filter.or.iter().any(names_hiding)
}

/// The keyword by which the attacker reaches the arena the unit is in, another than its own.
#[must_use]
pub fn reach(table: &Table, attacker: UnitIx, unit: UnitIx) -> Option<Keyword> {
    let arena = table.unit(unit).arena()?;
    if table.unit(attacker).arena() == Some(arena) || reaches_by_text(table, attacker, unit) {
        return None;
    }
    super::keyword::all()
        .iter()
        .filter(|d| table.view(attacker).has(d.keyword))
        .find(|d| d.reaches.is_some_and(|(into, _)| into == arena))
        .map(|d| d.keyword)
}

/// The reason a keyword of the unit gives against being attacked.
#[must_use]
pub fn untouchable(table: &Table, attacker: UnitIx, unit: UnitIx) -> Option<Reason> {
    super::keyword::all()
        .iter()
        .filter(|d| table.view(unit).has(d.keyword))
        .find_map(|d| d.untouchable.and_then(|f| f(table, unit, attacker)))
}

/// Whether the unit has a keyword that can keep it from being attacked, whether it does so now or not.
#[must_use]
pub fn can_be_untouchable(table: &Table, unit: UnitIx) -> bool {
    super::keyword::all()
        .iter()
        .any(|d| d.untouchable.is_some() && table.view(unit).has(d.keyword))
}

/// What a keyword that can keep the unit from being attacked says of damage that is no attack.
#[must_use]
pub fn hidden_from(table: &Table, unit: UnitIx) -> Option<ClauseId> {
    super::grounds::on_unit(table, unit, |g| g.hidden_from).map(|(_, c)| c)
}

/// Whether a keyword of the unit asks for a higher result than usual to hit it.
#[must_use]
pub fn needs_more(table: &Table, unit: UnitIx) -> bool {
    super::keyword::all()
        .iter()
        .any(|d| d.hit_by.is_some() && table.view(unit).has(d.keyword))
}

/// Why a keyword that can keep the unit from being attacked does not do so now.
#[must_use]
pub fn touchable(table: &Table, unit: UnitIx) -> Option<ClauseId> {
    super::keyword::all()
        .iter()
        .filter(|d| table.view(unit).has(d.keyword))
        .find_map(|d| d.grounds.touchable.and_then(|f| f(table, unit)))
}

fn banned(table: &Table, attacker: UnitIx, unit: UnitIx) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for ban in &table.view(unit).bans {
        if let Ban::BeAttacked(by) = &ban.ban {
            let meant = by
                .as_ref()
                .is_none_or(|f| look::fits(table, &ban.look, f, attacker));
            if meant {
                let text = format!("{} can't be attacked ({})", table.name(unit), ban.printed);
                reasons.push(Reason::by(clause!("3.3.3"), text));
            }
        }
    }
    for ban in &table.view(attacker).bans {
        if let Ban::Attack(Some(whom)) = &ban.ban
            && look::fits(table, &ban.look, whom, unit)
        {
            let text = format!(
                "{} can't attack {} ({})",
                table.name(attacker),
                table.name(unit),
                ban.printed
            );
            reasons.push(Reason::by(clause!("3.3.3"), text));
        }
    }
    reasons
}

/// Texts by which the unit attacks nobody, in whatever attack (1.1.6).
#[must_use]
pub fn kept_from_attacking(table: &Table, attacker: UnitIx) -> Vec<Reason> {
    let name = table.name(attacker);
    let bans = table.view(attacker).bans.iter();
    bans.filter(|b| matches!(b.ban, Ban::Attack(None)))
        .map(|b| {
            let text = format!("{name} can't attack: \"{}\"", b.printed);
            Reason::by(clause!("1.1.6"), text)
        })
        .collect()
}

/// Why the unit may not make a further attack on that one, by whatever it is granted: by a keyword
/// after an attack or by a text. Empty if it may.
#[must_use]
pub fn against_extra(table: &Table, attacker: UnitIx, unit: UnitIx) -> Vec<Reason> {
    let mut reasons = against_extra_there(table, attacker, unit);
    reasons.extend(unreached(table, attacker, unit));
    reasons
}

/// The same of a unit whose place the text itself names.
#[must_use]
pub fn against_extra_there(table: &Table, attacker: UnitIx, unit: UnitIx) -> Vec<Reason> {
    let mut reasons = kept_from_attacking(table, attacker);
    reasons.extend(barred(table, attacker, unit));
    reasons.extend(toll::unpayable(table, attacker, unit));
    reasons.extend(duties(table, attacker, unit));
    reasons
}

/// That the attacker does not get at the unit where that lies (3.3.1, 3.3.2).
fn unreached(table: &Table, attacker: UnitIx, unit: UnitIx) -> Option<Reason> {
    let (own, other) = (table.unit(attacker), table.unit(unit));
    let home = || own.types.iter().any(|t| t.arena() == other.arena());
    let from_build = own.is_retreated() && table.view(attacker).from_build;
    let there = own.in_battle() && other.arena() == own.arena()
        || from_build && home()
        || reach(table, attacker, unit).is_some();
    let reached = other.in_battle() && there || reaches_by_text(table, attacker, unit);
    (!reached).then(|| {
        let text = format!("{} cannot attack {}", own.name, other.name);
        Reason::by(clause!("3.3.1"), text)
    })
}

/// A unit that must attack another one may not choose a third, as long as it can.
#[must_use]
pub fn duties(table: &Table, attacker: UnitIx, unit: UnitIx) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for duty in &table.view(attacker).must_attack {
        let Some(target) = &duty.target else { continue };
        let wanted = look::units(table, &duty.look, target);
        let able = wanted.iter().any(|w| {
            table.side(*w) != table.side(attacker)
                && table.unit(*w).arena() == table.unit(attacker).arena()
                && barred(table, attacker, *w).is_empty()
        });
        if able && !wanted.contains(&unit) {
            let text = format!("{} must attack another unit", table.name(attacker));
            reasons.push(Reason::by(clause!("1.1.5"), text));
        }
    }
    reasons
}

/// Why the unit cannot become the defender of the attack under way: what keeps it from being attacked,
/// and where it lies, if the attacker attacks there only by leave to attack certain units, in a
/// keyword's further attack too. A text that has a unit attack gives leave for its attack.
#[must_use]
pub fn barred_as_defender(table: &Table, attacker: UnitIx, unit: UnitIx) -> Vec<Reason> {
    let mut reasons = barred(table, attacker, unit);
    let own = |a: &Attack| a.attacker == attacker && a.kind != AttackKind::Granted;
    if table.attack().is_some_and(own) {
        reasons.extend(unreached(table, attacker, unit));
    }
    reasons
}

/// What keeps the defender of the unit's attack from being changed (7.1.1), if anything does.
#[must_use]
pub fn locked(table: &Table, attacker: UnitIx) -> Option<Vec<Cite>> {
    let keyword = super::keyword::all()
        .iter()
        .filter(|d| table.view(attacker).has(d.keyword))
        .find_map(|d| d.locks_defender.map(|c| (c, *d)));
    if let Some((clause, def)) = keyword {
        let mut copies = table.view(attacker).copies_of(def.keyword);
        let copy = copies.find(|c| c.off.is_none());
        let more = def.grounds.locks.zip(copy).map(|(f, c)| f(c));
        return Some([clause].into_iter().chain(more).map(Cite::from).collect());
    }
    let ban = table
        .view(attacker)
        .banned(|b| matches!(b.ban, Ban::DefenderChange));
    ban.map(|b| vec![b.cite.clone()])
}

/// That the defender cannot be changed, for a keyword that would change it.
#[must_use]
pub fn stays(table: &Table, attacker: UnitIx, own: ClauseId) -> Option<Cited<Deed>> {
    let grounds = locked(table, attacker)?;
    let text = format!(
        "The defender of {}'s attack cannot be changed.",
        table.name(attacker)
    );
    let note = Cited::new(Deed::Note(text), own);
    Some(grounds.into_iter().fold(note, Cited::and))
}

impl Reason {
    /// A reason that rests on a clause.
    #[must_use]
    pub fn by(clause: ClauseId, text: impl Into<String>) -> Reason {
        Reason {
            clause: Some(clause),
            text: text.into(),
        }
    }
}
