//! Keywords with one of their parts taken away.

use std::cell::Cell;

use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::keywords::ALL;

type Defs = &'static [&'static KeywordDef];
type Has = fn(&KeywordDef) -> bool;
type Remove = fn(&mut KeywordDef);

thread_local! {
    static NOW: Cell<Option<Defs>> = const { Cell::new(None) };
}

/// Every keyword, without the part that is taken away at the moment.
#[must_use]
pub fn all() -> Defs {
    NOW.get().unwrap_or(ALL)
}

/// One part of one keyword.
pub struct Part {
    /// Such as `parry: hook at attack.prevention`.
    pub name: String,
    /// The keyword without it.
    pub without: KeywordDef,
}

macro_rules! optional {
    ($($field:ident)*) => {
        &[$((
            stringify!($field),
            |d| d.$field.is_some(),
            |d| d.$field = None,
        )),*]
    };
}

macro_rules! flags {
    ($($field:ident)*) => {
        &[$((stringify!($field), |d| d.$field, |d| d.$field = false)),*]
    };
}

const OPTIONAL: &[(&str, Has, Remove)] = optional!(
    while_covered too_late expand numbers aura bonus_by against_attacker reaches untouchable
    locks_defender die_bonus hit_by hit_by_damage_dice unpreventable prevents_all extra_counters
    hides_dice offer not_damage_dice payment not_in_reserved completed completes
    stacks less decline idle
);

const FLAGS: &[(&str, Has, Remove)] = flags!(
    in_build_zone lent_there while_piloting while_partly_built from_discard guards_others
);

/// Every part of every keyword.
#[must_use]
pub fn parts() -> Vec<Part> {
    ALL.iter().flat_map(|def| parts_of(def)).collect()
}

fn parts_of(def: &KeywordDef) -> Vec<Part> {
    let slug = def.keyword.slug();
    let mut parts = Vec::new();
    for (name, has, remove) in OPTIONAL.iter().chain(FLAGS) {
        if has(def) {
            let mut without = *def;
            remove(&mut without);
            let name = format!("{slug}: {name}");
            parts.push(Part { name, without });
        }
    }
    for (i, hook) in def.hooks.iter().enumerate() {
        let mut hooks = def.hooks.to_vec();
        hooks.remove(i);
        let mut without = *def;
        without.hooks = Box::leak(hooks.into_boxed_slice());
        let name = format!("{slug}: hook at {}", hook.window.as_str());
        parts.push(Part { name, without });
    }
    if format!("{:?}", def.grounds) != format!("{:?}", Grounds::NONE) {
        let mut without = *def;
        without.grounds = Grounds::NONE;
        let name = format!("{slug}: grounds");
        parts.push(Part { name, without });
    }
    parts
}

/// Does something while the keyword lacks the part.
pub fn without<T>(part: &Part, act: impl FnOnce() -> T) -> T {
    let lame: &'static KeywordDef = Box::leak(Box::new(part.without));
    let defs: Vec<&'static KeywordDef> = ALL
        .iter()
        .map(|d| if d.keyword == lame.keyword { lame } else { *d })
        .collect();
    let outer = NOW.replace(Some(Box::leak(defs.into_boxed_slice())));
    let done = act();
    NOW.set(outer);
    done
}

/// Does something while the keyword does nothing at all.
pub fn without_keyword<T>(def: &KeywordDef, act: impl FnOnce() -> T) -> T {
    let part = Part {
        name: def.keyword.slug().to_owned(),
        without: KeywordDef::plain(def.keyword),
    };
    without(&part, act)
}
