//! What each unit has at the moment: abilities that are its own, inserted, granted or lent by
//! Equipment and Pilots, and the numbers that follow from them. Remade whenever the table changes.

use std::rc::Rc;

use crate::cardtext::{
    Ability, Ban, Duration, Effect, Filter, Grant, KeywordAbility, KeywordValue, Stat, Static,
    StaticRule, Who,
};
use crate::clause;
use crate::game::Zone;
use crate::rulebook::{Activation, Keyword};

use super::grounds::Lent;
use super::keyword::{self, Numbers};
use super::look::{self, Look};
use super::table::{CopyId, Lasting, Line, SubCard, Table, UnitIx};
use super::trace::{Cite, Reason};
use super::window::WindowId;

/// Who lends an ability to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carrier {
    /// Its own card.
    Own,
    /// A card under it (INSERT).
    Under,
    /// Equipment on it, by serial number.
    Attached(u32),
    /// A Pilot on it, by serial number.
    Pilot(u32),
    /// An effect or another unit.
    Given,
}

/// One copy of an ability on a unit.
#[derive(Clone, Debug)]
pub struct Copy {
    /// Its identity, the same as long as its origin is there.
    pub id: CopyId,
    /// The ability.
    pub ability: Rc<Ability>,
    /// As printed.
    pub printed: Rc<str>,
    /// What a step cites for it.
    pub cite: Cite,
    /// Why it does not work now.
    pub off: Option<Reason>,
    /// Whose ability lends it.
    pub by: Option<UnitIx>,
    /// What lends it.
    pub carrier: Carrier,
    /// By what the unit has it, if another ability stands for it (INSERT, Reserves).
    pub through: Option<Lent>,
}

impl Copy {
    /// The keyword it is, with or without a cost.
    #[must_use]
    pub fn keyword(&self) -> Option<&KeywordAbility> {
        match &*self.ability {
            Ability::Keyword(k) => Some(k),
            Ability::Activated(a) => match &a.effect {
                Effect::Keyword(k) => Some(k),
                _ => None,
            },
            _ => None,
        }
    }

    /// What stands behind its keyword.
    #[must_use]
    pub fn keyword_value(&self) -> Option<&KeywordValue> {
        self.keyword().map(|k| &k.value)
    }

    /// Every keyword that names it: its own, those of a compound effect, and the outer one.
    #[must_use]
    pub fn names(&self) -> Vec<&KeywordAbility> {
        let mut names = Vec::new();
        collect_names(&self.ability, &mut names);
        names
    }
}

pub(super) fn collect_names<'a>(ability: &'a Ability, names: &mut Vec<&'a KeywordAbility>) {
    match ability {
        Ability::Keyword(k) => {
            names.push(k);
            if let KeywordValue::Abilities(inner) = &k.value {
                inner.iter().for_each(|a| collect_names(a, names));
            }
        }
        Ability::Activated(a) => effect_names(&a.effect, names),
        _ => {}
    }
}

fn effect_names<'a>(effect: &'a Effect, names: &mut Vec<&'a KeywordAbility>) {
    match effect {
        Effect::Keyword(k) => names.push(k),
        Effect::Seq(all) => all.iter().for_each(|e| effect_names(e, names)),
        _ => {}
    }
}

/// A ban on a unit.
#[derive(Clone, Debug)]
pub struct Banned {
    /// What it may not do or suffer.
    pub ban: Ban,
    /// The words.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cite: Cite,
    /// In whose name filters inside it are read.
    pub look: Look,
}

/// That damage from a unit can't be prevented.
#[derive(Clone, Debug)]
pub struct Unprevented {
    /// With these keywords; empty: at all.
    pub by: Vec<Keyword>,
    /// Such units may prevent it all the same.
    pub except: Option<Filter>,
    /// What it rests on.
    pub cite: Cite,
    /// In whose name the exception is read.
    pub look: Look,
}

/// A permission or duty to attack.
#[derive(Clone, Debug)]
pub struct AttackDuty {
    /// Whom, if it is said.
    pub target: Option<Who>,
    /// In whose name it is read.
    pub look: Look,
    /// What it rests on.
    pub cite: Cite,
}

/// What a unit has at the moment.
#[derive(Clone, Debug, Default)]
pub struct UnitView {
    /// Its abilities.
    pub copies: Vec<Copy>,
    /// Speed.
    pub speed: i32,
    /// Power; may be below 0 (11.31).
    pub power: i32,
    /// Health.
    pub health: i32,
    /// Subtypes it has gained.
    pub gained_subtypes: Vec<String>,
    /// Subtypes it has lost.
    pub lost_subtypes: Vec<String>,
    /// What it may not do.
    pub bans: Vec<Banned>,
    /// Whom it must attack.
    pub must_attack: Vec<AttackDuty>,
    /// Whom it may attack beyond the rule.
    pub may_attack: Vec<(Filter, Look)>,
    /// It may attack out of the build zone.
    pub from_build: bool,
    /// Attack dice it rolls whatever its power is, and by what (3.2.6).
    pub dice: Option<(i32, Cite)>,
    /// How many changes of its power by effects there are.
    pub power_changes: usize,
    /// On the way to its power the sum was below 0, and that counts (11.31).
    pub power_was_below: bool,
    /// What it says against the prevention of damage from it.
    pub unpreventable: Vec<Unprevented>,
    /// Keywords it has lost.
    pub lost: Vec<(Keyword, Cite)>,
    /// The words by which it has lost its whole text.
    pub lost_all: Option<Rc<str>>,
}

impl UnitView {
    /// The copies of a keyword, those that do not work now included. An activated keyword counts
    /// with or without a cost; any other only without.
    pub fn copies_of(&self, keyword: Keyword) -> impl Iterator<Item = &Copy> {
        let activated = keyword.entry().activation == Activation::Activated;
        self.copies.iter().filter(move |c| {
            let bare = matches!(&*c.ability, Ability::Keyword(_));
            c.keyword().is_some_and(|k| k.keyword == keyword) && (bare || activated)
        })
    }

    /// Whether it has the keyword and the keyword works.
    #[must_use]
    pub fn has(&self, keyword: Keyword) -> bool {
        self.copies_of(keyword).any(|c| c.off.is_none())
    }

    /// The first ban that fits.
    pub fn banned(&self, fits: impl Fn(&Banned) -> bool) -> Option<&Banned> {
        self.bans.iter().find(|b| fits(b))
    }
}

impl CopyId {
    /// A path of numbers folded into one.
    #[must_use]
    pub fn path(parts: &[u64]) -> CopyId {
        let fold =
            |hash: u64, part: &u64| (hash ^ part).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
        CopyId(parts.iter().fold(0xcbf2_9ce4_8422_2325, fold))
    }

    /// The identity of a keyword that is one whole on a unit.
    #[must_use]
    pub fn whole(unit: UnitIx, keyword: Keyword) -> CopyId {
        let name = keyword
            .slug()
            .bytes()
            .fold(7u64, |h, b| h.wrapping_mul(131).wrapping_add(u64::from(b)));
        CopyId::path(&[99, unit.0 as u64, name])
    }

    /// An ability printed on a card of its own: its line and its place in the line, from 0.
    #[must_use]
    pub fn own(unit: UnitIx, line: usize, ability: usize) -> CopyId {
        CopyId::path(&[1, unit.0 as u64, line as u64]).child(ability as u64)
    }

    /// The same on a card that a unit carries.
    #[must_use]
    pub fn carried(serial: u32, line: usize, ability: usize) -> CopyId {
        CopyId::path(&[2, u64::from(serial), line as u64]).child(ability as u64)
    }

    const fn child(self, part: u64) -> CopyId {
        CopyId(
            (self.0 ^ (part + 1))
                .wrapping_mul(0x0100_0000_01b3)
                .rotate_left(17),
        )
    }
}

/// Whether the subtype word stands in the unit's type line, gains and losses counted.
#[must_use]
pub fn has_subtype(table: &Table, ix: UnitIx, word: &str) -> bool {
    let wanted = word.to_lowercase();
    let hit = |phrases: &[String]| {
        phrases
            .iter()
            .any(|p| look::contains_words(&p.to_lowercase(), &wanted))
    };
    let (unit, view) = (table.unit(ix), table.view(ix));
    hit(&view.gained_subtypes) || (hit(&unit.subtypes) && !hit(&view.lost_subtypes))
}

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

struct Draft {
    view: UnitView,
    changes: Numbers,
    /// The changes by effects, one by one: some units can't gain or lose by them.
    given: Vec<(Stat, i32)>,
    sets: Vec<(Stat, i32)>,
    factors: Vec<(Stat, i32)>,
}

/// Where a grant comes from.
struct Origin<'a> {
    id: CopyId,
    printed: &'a Rc<str>,
    cite: &'a Cite,
    by: Option<UnitIx>,
    carrier: Carrier,
    look: &'a Look,
    through: Option<Lent>,
    awake: bool,
}

fn build(table: &Table) -> Vec<UnitView> {
    if table.views.len() != table.units.len() {
        return table.units.iter().map(printed_view).collect();
    }
    let mut drafts: Vec<Draft> = table.all().map(|ix| first_draft(table, ix)).collect();
    lasting(table, &mut drafts);
    statics(table, &mut drafts);
    table
        .all()
        .zip(drafts)
        .map(|(ix, d)| finish(table, ix, d))
        .collect()
}

fn printed_view(unit: &super::table::Unit) -> UnitView {
    UnitView {
        speed: unit.speed,
        power: unit.power,
        health: unit.health,
        ..UnitView::default()
    }
}

fn first_draft(table: &Table, ix: UnitIx) -> Draft {
    let unit = table.unit(ix);
    let mut draft = Draft {
        view: UnitView::default(),
        changes: Numbers::default(),
        given: Vec::new(),
        sets: Vec::new(),
        factors: Vec::new(),
    };
    if !unit.zone.on_table() && unit.zone != Zone::Discard && !unit.is_event() {
        return draft;
    }
    for (n, line) in unit.lines.iter().enumerate() {
        add_line(
            table,
            ix,
            line,
            CopyId::path(&[1, ix.0 as u64, n as u64]),
            Carrier::Own,
            &mut draft,
        );
    }
    for card in &unit.under {
        add_card(table, ix, card, Carrier::Under, &mut draft);
    }
    for card in &unit.attached {
        add_card(table, ix, card, Carrier::Attached(card.serial), &mut draft);
    }
    for card in &unit.pilots {
        add_card(table, ix, card, Carrier::Pilot(card.serial), &mut draft);
    }
    draft
}

fn add_card(table: &Table, ix: UnitIx, card: &SubCard, carrier: Carrier, draft: &mut Draft) {
    for (n, line) in card.lines.iter().enumerate() {
        add_line(
            table,
            ix,
            line,
            CopyId::path(&[2, u64::from(card.serial), n as u64]),
            carrier,
            draft,
        );
    }
}

fn add_line(
    table: &Table,
    ix: UnitIx,
    line: &Line,
    id: CopyId,
    carrier: Carrier,
    draft: &mut Draft,
) {
    let look = Look::from(table, ix);
    for (k, ability) in line.abilities.iter().enumerate() {
        if !speaks(table, ability, carrier) {
            continue;
        }
        let origin = Origin {
            id: id.child(k as u64),
            printed: &line.printed,
            cite: &line.cite,
            by: None,
            carrier,
            look: &look,
            through: None,
            awake: false,
        };
        add_ability(table, ix, ability, &origin, None, draft);
    }
}

/// Of a card under the top one only INSERT speaks (1.5.6); of a Pilot only what its keywords say
/// works while it pilots.
fn speaks(table: &Table, ability: &Ability, carrier: Carrier) -> bool {
    let def = match ability {
        Ability::Keyword(k) => keyword::def(k.keyword),
        _ => None,
    };
    match carrier {
        Carrier::Under => def.and_then(|d| d.while_covered).is_some_and(|f| f(table)),
        Carrier::Pilot(_) => def.is_some_and(|d| d.while_piloting),
        Carrier::Own | Carrier::Attached(_) | Carrier::Given => true,
    }
}

fn add_ability(
    table: &Table,
    ix: UnitIx,
    ability: &Rc<Ability>,
    origin: &Origin<'_>,
    off: Option<Reason>,
    draft: &mut Draft,
) {
    let up = origin.awake && table.unit(ix).is_retreated();
    let off = off.or_else(|| asleep(table, ix, ability).filter(|_| !up));
    draft.view.copies.push(Copy {
        id: origin.id,
        ability: Rc::clone(ability),
        printed: Rc::clone(origin.printed),
        cite: origin.cite.clone(),
        off: off.clone(),
        by: origin.by,
        carrier: origin.carrier,
        through: origin.through,
    });
    let Ability::Keyword(k) = &**ability else {
        return;
    };
    let Some(expand) = keyword::def(k.keyword).and_then(|d| d.expand) else {
        return;
    };
    let expansion = expand(table, ix, &k.value);
    let through = expansion
        .through
        .map(|clause| Lent {
            by: k.keyword,
            clause,
            special: super::grounds::of(k.keyword)
                .lends
                .and_then(|f| f(table, ix, origin.carrier)),
        })
        .or(origin.through);
    let inner_off = expansion
        .off
        .or(if off.is_some() && origin.carrier != Carrier::Own {
            off
        } else {
            None
        });
    for (n, inner) in expansion.abilities.into_iter().enumerate() {
        let child = Origin {
            id: origin.id.child(100 + n as u64),
            through,
            awake: expansion.awake,
            ..*origin
        };
        add_ability(table, ix, &Rc::new(inner), &child, inner_off.clone(), draft);
    }
    if inner_off.is_none() {
        for (n, grant) in expansion.grants.iter().enumerate() {
            let child = Origin {
                id: origin.id.child(200 + n as u64),
                through,
                ..*origin
            };
            add_grant(table, ix, grant, &child, draft);
        }
    }
}

/// Why an ability does not work where its unit lies (1.2.3).
fn asleep(table: &Table, ix: UnitIx, ability: &Ability) -> Option<Reason> {
    let unit = table.unit(ix);
    if unit.arena().is_some() || unit.is_event() {
        return None;
    }
    let entry = match ability {
        Ability::Keyword(k) => keyword::def(k.keyword),
        Ability::Activated(a) => match &a.effect {
            Effect::Keyword(k) => keyword::def(k.keyword),
            _ => None,
        },
        _ => None,
    };
    if unit.zone == Zone::Build {
        let reason = |clause, text: String| {
            Some(Reason {
                clause: Some(clause),
                text,
            })
        };
        if unit.is_face_down() && !entry.is_some_and(|d| d.while_partly_built) {
            return reason(
                clause!("1.2.2"),
                format!("{} is only partly built", unit.name),
            );
        }
        if !unit.is_unit() || entry.is_some_and(|d| d.in_build_zone) {
            return None;
        }
        if entry.is_some_and(|d| works_there_too(table, d)) || speaks_of_build_zone(ability) {
            return None;
        }
        return reason(
            clause!("1.2.3"),
            format!(
                "{} is in the build zone, where this ability is off",
                unit.name
            ),
        );
    }
    (!entry.is_some_and(|d| d.from_discard)).then(|| Reason {
        clause: Some(clause!("1.2.3")),
        text: format!("{} is in {}", unit.name, unit.zone.name()),
    })
}

/// A text that lets its unit attack out of the build zone works there, by what it says.
fn speaks_of_build_zone(ability: &Ability) -> bool {
    let Ability::Static(Static {
        rule: StaticRule::Give { grants, .. },
        ..
    }) = ability
    else {
        return false;
    };
    grants.contains(&Grant::FromBuildZone)
}

/// Whether an activated keyword prevents damage to its own unit (11.37).
fn prevents_own(def: &keyword::KeywordDef) -> bool {
    def.keyword.entry().activation == Activation::Activated
        && !def.guards_others
        && def
            .offer
            .is_some_and(|o| o.windows.contains(&WindowId::Prevention))
}

/// The same of a copy of an ability.
#[must_use]
pub fn prevents_for_itself(copy: &Copy) -> bool {
    copy.keyword()
        .and_then(|k| keyword::def(k.keyword))
        .is_some_and(prevents_own)
}

/// Other readings of what works in the build zone (11.32, 11.37).
fn works_there_too(table: &Table, def: &keyword::KeywordDef) -> bool {
    if def.keyword.entry().activation == Activation::Activated {
        table.reading(clause!("11.37")) == Some("allowed") && prevents_own(def)
    } else {
        table.reading(clause!("11.32")) == Some("works")
    }
}

fn add_grant(table: &Table, ix: UnitIx, grant: &Grant, origin: &Origin<'_>, draft: &mut Draft) {
    let num = |n| look::value(table, origin.look, n);
    match grant {
        Grant::Change(stat, n) => {
            change(&mut draft.changes, *stat, num(n));
            draft.given.push((*stat, num(n)));
        }
        Grant::Set(stat, n) => draft.sets.push((*stat, num(n))),
        Grant::Multiply(stat, k) => draft.factors.push((*stat, *k)),
        Grant::Keyword(k) => {
            let fixed = Rc::new(Ability::Keyword(fix_keyword(table, origin.look, k)));
            add_ability(table, ix, &fixed, origin, None, draft);
        }
        Grant::Ability(a) => add_ability(table, ix, &Rc::new((**a).clone()), origin, None, draft),
        Grant::Loses(k) => draft.view.lost.push((*k, origin.cite.clone())),
        Grant::LosesAbilities => draft.view.lost_all = Some(Rc::clone(origin.printed)),
        Grant::Subtype(s) => draft.view.gained_subtypes.push(s.clone()),
        Grant::LosesSubtype(s) => draft.view.lost_subtypes.push(s.clone()),
        Grant::Cannot(ban) => draft.view.bans.push(Banned {
            ban: ban.clone(),
            printed: Rc::clone(origin.printed),
            cite: origin.cite.clone(),
            look: origin.look.clone(),
        }),
        Grant::MustAttack(target) => draft.view.must_attack.push(AttackDuty {
            target: target.as_deref().cloned(),
            look: origin.look.clone(),
            cite: origin.cite.clone(),
        }),
        Grant::MayAttack(filter) => draft
            .view
            .may_attack
            .push(((**filter).clone(), origin.look.clone())),
        Grant::FromBuildZone => draft.view.from_build = true,
        Grant::Dice(n) => draft.view.dice = Some((num(n), origin.cite.clone())),
        Grant::Unpreventable { by, except } => draft.view.unpreventable.push(Unprevented {
            by: by.clone(),
            except: except.as_deref().cloned(),
            cite: origin.cite.clone(),
            look: origin.look.clone(),
        }),
        Grant::When(cond, inner) => {
            // "That unit" stays the one the text chose; the bearer is "this unit".
            let own = Look {
                this: Some(ix),
                ..origin.look.clone()
            };
            if look::holds(table, &own, cond) {
                add_grant(table, ix, inner, origin, draft);
            }
        }
        Grant::CountsAs(_) => {}
    }
}

fn fix_keyword(table: &Table, look: &Look, k: &KeywordAbility) -> KeywordAbility {
    let value = match &k.value {
        KeywordValue::Number(n) if !look::needs_x(n) || look.x.is_some() => {
            KeywordValue::Number(crate::cardtext::Num::Const(look::value(table, look, n)))
        }
        other => other.clone(),
    };
    KeywordAbility {
        keyword: k.keyword,
        value,
    }
}

const fn change(numbers: &mut Numbers, stat: Stat, by: i32) {
    match stat {
        Stat::Speed => numbers.speed = numbers.speed.saturating_add(by),
        Stat::Power => numbers.power = numbers.power.saturating_add(by),
        Stat::Health | Stat::RemainingHealth => numbers.health = numbers.health.saturating_add(by),
        Stat::BuildCost | Stat::TotalBuildCost | Stat::Damage => {}
    }
}

fn lasting(table: &Table, drafts: &mut [Draft]) {
    for effect in &table.lasting {
        let Some(draft) = drafts.get_mut(effect.on.0) else {
            continue;
        };
        if !table.unit(effect.on).zone.on_table() || !has_begun(table, effect) {
            continue;
        }
        let look = &effect.look;
        for (n, grant) in effect.grants.iter().enumerate() {
            let origin = Origin {
                id: CopyId::path(&[3, u64::from(effect.serial), n as u64]),
                printed: &effect.printed,
                cite: effect.cites.first().unwrap_or(&Cite::Hand),
                by: effect.by,
                through: None,
                awake: false,
                carrier: Carrier::Given,
                look,
            };
            add_grant(table, effect.on, grant, &origin, draft);
        }
    }
}

/// Whether it is at work: what is for a unit's next attack waits for that attack, whose number it
/// then bears counted from the other end. An attack within that attack is another one.
fn has_begun(table: &Table, effect: &Lasting) -> bool {
    effect.until != Duration::NextAttack
        || table
            .attack()
            .is_some_and(|a| a.attacker == effect.on && effect.attack == u32::MAX - a.number)
}

/// Static abilities, read from what was true a round ago.
fn statics(table: &Table, drafts: &mut [Draft]) {
    for holder in table.all() {
        for copy in &table.view(holder).copies {
            let Ability::Static(Static {
                condition,
                rule: StaticRule::Give { who, grants },
            }) = &*copy.ability
            else {
                continue;
            };
            let look = Look::from(table, holder);
            let on = copy.off.is_none()
                && condition
                    .as_ref()
                    .is_none_or(|c| look::holds(table, &look, c));
            if on {
                give(table, holder, copy, &look, who, grants, drafts);
            }
        }
        for (numbers, target) in auras(table, holder) {
            if let Some(draft) = drafts.get_mut(target.0) {
                add(&mut draft.changes, numbers);
            }
        }
    }
}

fn give(
    table: &Table,
    holder: UnitIx,
    copy: &Copy,
    look: &Look,
    who: &Who,
    grants: &[Grant],
    drafts: &mut [Draft],
) {
    for target in look::units(table, look, who) {
        let Some(draft) = drafts.get_mut(target.0) else {
            continue;
        };
        for (n, grant) in grants.iter().enumerate() {
            let origin = Origin {
                id: copy.id.child(1000 + 64 * target.0 as u64 + n as u64),
                printed: &copy.printed,
                cite: &copy.cite,
                by: (holder != target).then_some(holder),
                carrier: match copy.carrier {
                    Carrier::Attached(_) | Carrier::Pilot(_) => copy.carrier,
                    _ => Carrier::Given,
                },
                look,
                through: copy.through,
                awake: false,
            };
            add_grant(table, target, grant, &origin, draft);
        }
    }
}

fn auras(table: &Table, holder: UnitIx) -> Vec<(Numbers, UnitIx)> {
    let mut found = Vec::new();
    for def in super::keyword::all().iter().filter(|d| d.aura.is_some()) {
        let Some(aura) = def.aura else { continue };
        if table.view(holder).has(def.keyword) {
            found.extend(table.all().map(|other| (aura(table, holder, other), other)));
        }
    }
    found.retain(|(n, _)| *n != Numbers::default());
    found
}

const fn add(to: &mut Numbers, by: Numbers) {
    to.speed = to.speed.saturating_add(by.speed);
    to.power = to.power.saturating_add(by.power);
    to.health = to.health.saturating_add(by.health);
}

/// What the unit can't lose stays, what it can't gain is not gained.
fn keep_what_must_stay(draft: &mut Draft) {
    let bans: Vec<Ban> = draft.view.bans.iter().map(|b| b.ban.clone()).collect();
    for ban in bans {
        match ban {
            Ban::Lose(k) => draft.view.lost.retain(|(lost, _)| *lost != k),
            Ban::LoseAbilities => draft.view.lost_all = None,
            Ban::LoseSubtypes => draft.view.lost_subtypes.clear(),
            Ban::GainSubtype(s) => draft.view.gained_subtypes.retain(|g| *g != s),
            _ => {}
        }
    }
}

fn finish(table: &Table, ix: UnitIx, mut draft: Draft) -> UnitView {
    let unit = table.unit(ix);
    keep_what_must_stay(&mut draft);
    if draft.view.lost_all.is_some() {
        draft.view.copies.clear();
    }
    keep_what_it_had(table, ix, &mut draft.view.copies);
    let lost: Vec<Keyword> = draft.view.lost.iter().map(|(k, _)| *k).collect();
    draft
        .view
        .copies
        .retain(|c| !c.names().iter().any(|k| lost.contains(&k.keyword)));
    add(
        &mut draft.changes,
        Numbers::steps(i32::try_from(unit.under.len()).unwrap_or(0)),
    );
    for def in super::keyword::all().iter() {
        let Some(numbers) = def.numbers else { continue };
        let sum = keyword_sum(table, ix, def.keyword);
        if let Some(value) = sum {
            add(&mut draft.changes, numbers(table, ix, value));
        }
    }
    undo_banned(&mut draft);
    let number = |stat: Stat, printed: i32, change: i32| {
        let base = draft
            .sets
            .iter()
            .rev()
            .find(|(s, _)| *s == stat)
            .map_or(printed, |(_, n)| *n);
        let factor = draft
            .factors
            .iter()
            .filter(|(s, _)| *s == stat)
            .map(|(_, k)| *k)
            .product::<i32>();
        base.saturating_add(change).saturating_mul(factor)
    };
    draft.view.power_changes = draft
        .given
        .iter()
        .filter(|(s, n)| *s == Stat::Power && *n != 0)
        .count();
    draft.view.speed = number(Stat::Speed, unit.speed, draft.changes.speed);
    let (sum, stopped) = (
        number(Stat::Power, unit.power, draft.changes.power),
        floored(unit.power, draft.changes.power, &draft.given),
    );
    let plain = draft.sets.iter().all(|(s, _)| *s != Stat::Power)
        && draft.factors.iter().all(|(s, _)| *s != Stat::Power);
    draft.view.power_was_below = plain && sum.max(0) != stopped;
    draft.view.power = if table.reading(clause!("11.31")) == Some("floor") {
        stopped
    } else {
        sum
    };
    draft.view.health = number(Stat::Health, unit.health, draft.changes.health);
    draft.view
}

/// What looks back at a unit that was discarded sees what it had in its arena: what others lent it
/// too, and none of its own that it had lost (4.5.1).
fn keep_what_it_had(table: &Table, ix: UnitIx, copies: &mut Vec<Copy>) {
    let gone = !table.unit(ix).zone.on_table();
    let Some(had) = table.had.get(&ix).filter(|_| gone) else {
        return;
    };
    let used_there = |c: &Copy| {
        let def = c.keyword().and_then(|k| keyword::def(k.keyword));
        def.is_some_and(|d| d.offer.is_some())
    };
    copies.retain(|c| had.iter().any(|h| h.id == c.id) || used_there(c));
    let lent = had.iter().filter(|c| c.carrier != Carrier::Own);
    copies.extend(lent.map(|c| Copy {
        off: asleep(table, ix, &c.ability),
        ..c.clone()
    }));
}

/// The reading by which power stops at 0 and later changes count from there (11.31): the changes
/// by effects are made one by one, in the order in which they came.
fn floored(printed: i32, changes: i32, given: &[(Stat, i32)]) -> i32 {
    let by_effects = || given.iter().filter(|(s, _)| *s == Stat::Power);
    let sum: i32 = by_effects().map(|(_, n)| *n).sum();
    let before = printed.saturating_add(changes).saturating_sub(sum).max(0);
    by_effects().fold(before, |power, (_, n)| power.saturating_add(*n).max(0))
}

/// A unit that can't gain or lose a number keeps out what effects would add to it or take from it.
fn undo_banned(draft: &mut Draft) {
    let mut kept = Vec::new();
    for (stat, n) in std::mem::take(&mut draft.given) {
        let kept_out = draft.view.bans.iter().any(|b| match &b.ban {
            Ban::Gain(s) => *s == stat && n > 0,
            Ban::LoseStat(s) => *s == stat && n < 0,
            _ => false,
        });
        if kept_out {
            change(&mut draft.changes, stat, -n);
        } else {
            kept.push((stat, n));
        }
    }
    draft.given = kept;
}

fn keyword_sum(table: &Table, ix: UnitIx, keyword: Keyword) -> Option<i32> {
    let held = keyword::held(table, ix, keyword);
    (!held.is_empty()).then(|| held.iter().map(|h| h.value).sum())
}
