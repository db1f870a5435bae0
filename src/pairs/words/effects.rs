//! One keyword does something to the other.

use crate::clause;
use crate::rulebook::{Activation, ClauseId, Edition, Keyword, Moment, rulebook};
use crate::rules::keyword::def;
use crate::rules::shown::{AimAt, Need};
use crate::rules::trace::Reason;

use super::super::mentions;
use super::super::probe::{Seen, one, other};
use super::super::recipe::{Recipe, is_of_the_card};
use super::super::role::Role;
use super::further::quiet;
use super::{Said, and, closed, does, first_of, lowered, name, quoted, when};

/// An attack uses one of the two.
pub(super) fn one_of(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    let text = format!(
        "One attack uses one of them: {}, {}, and the unit chooses when it attacks.",
        does(a),
        does(b)
    );
    (text, vec![clause!("7.3"), clause!("3.3.2")])
}

/// Where a keyword lies, seen from the unit of another one: "Against an attacker with Ferocity".
fn seen_from(own: Role, role: Role, keyword: &str) -> String {
    match (own, role) {
        (own, role) if own == role => format!("With {keyword} on the same unit"),
        (_, Role::Attacker) => format!("Against an attacker with {keyword}"),
        (Role::Attacker, Role::Defender) => format!("Against a defender with {keyword}"),
        (_, Role::Defender) => format!("With {keyword} on the attacked unit"),
        (_, Role::Friend) => format!("With {keyword} on a unit beside the attacked one"),
        (_, Role::Partner) => format!("With {keyword} on a unit beside the attacker"),
    }
}

/// One does nothing because of the other.
pub(super) fn stops(recipes: &[Recipe; 2], roles: [Role; 2], which: usize, why: &Reason) -> Said {
    let (idle, cause) = (one(recipes, which), other(recipes, which));
    if cause.shown.hides && idle.shown.moves_the_attack {
        let text = format!(
            "{}, so {} does not make it the defender then.",
            does(cause),
            name(idle)
        );
        return (
            text,
            why.clause.into_iter().chain(first_of(cause)).collect(),
        );
    }
    let place = if cause.shown.moves_the_attack {
        format!("Once {} has changed the defender", name(cause))
    } else if matches!(cause.shown.need, Need::Reach(_)) {
        // The same unit may attack in its own arena, too.
        format!("Against an attack made with {}", name(cause))
    } else if aims_at(idle, roles, which) {
        // There may be others at whom it can be aimed.
        format!("Aimed at a unit with {}", name(cause))
    } else {
        seen_from(*one(&roles, which), *other(&roles, which), name(cause))
    };
    let (unless, more) = unless(idle, cause);
    let text = format!(
        "{place}, {} does nothing{unless}: {}.",
        name(idle),
        closed(&why.text)
    );
    (text, why.clause.into_iter().chain(more).collect())
}

/// What lets a unit prevent what cannot be prevented, where that is what stops its prevention.
fn unless(idle: &Recipe, cause: &Recipe) -> (String, Option<ClauseId>) {
    let firm = def(cause.keyword).is_some_and(|d| d.unpreventable.is_some());
    let lets = |k: &Keyword| def(*k).is_some_and(|d| d.prevents_all.is_some());
    match Keyword::all().find(lets) {
        Some(lets) if firm && idle.prevents() && !idle.guards_others() => {
            let unless = format!(" unless its unit has {}", lets.name());
            (unless, Some(clause!("6.3.4")))
        }
        _ => (String::new(), None),
    }
}

/// Whether the one is used on the unit that has the other.
fn aims_at(recipe: &Recipe, roles: [Role; 2], which: usize) -> bool {
    let [own, theirs] = [one(&roles, which), other(&roles, which)];
    let aim = recipe.shown.usage.map(|u| u.aim);
    aim == Some(AimAt::Neighbour) && (*own, *theirs) == (Role::Defender, Role::Friend)
}

/// All damage is prevented, or so much that nobody falls, and the other does nothing.
pub(super) fn leaves(recipes: &[Recipe; 2], which: usize, why: &Reason) -> Said {
    let (idle, cause) = (one(recipes, which), other(recipes, which));
    let text = if idle.shown.falls {
        format!(
            "{} can prevent so much of the damage that nobody is discarded, and then {} does nothing.",
            name(cause),
            name(idle)
        )
    } else {
        format!(
            "{} can prevent all of the damage, and then {} does nothing: {}.",
            name(cause),
            name(idle),
            closed(&why.text)
        )
    };
    let mut cites: Vec<ClauseId> = why.clause.or(first_of(idle)).into_iter().collect();
    cites.extend(first_of(cause));
    (text, cites)
}

/// One has something to do because of the other.
pub(super) fn gives(recipes: &[Recipe; 2], which: usize, seen: &Seen) -> Said {
    let (helped, cause) = (one(recipes, which), other(recipes, which));
    let (helped_name, cause_name) = (name(helped), name(cause));
    let mut cites = seen.cites.clone();
    let text = if cause.shown.moves_the_attack && helped.shown.discard_of_others.is_some() {
        format!(
            "After {cause_name} it is the new defender whose discard is an occasion for {helped_name} of another unit: it {}.",
            helped.does
        )
    } else if cause.shown.moves_the_attack {
        format!(
            "{cause_name} changes the defender, and then {helped_name} has its occasion: it {}.",
            helped.does
        )
    } else if helped.keyword.entry().activation == Activation::Activated {
        // What waits for the end of an attack is damage of its own.
        let own = if helped.prevents() && cause.keyword.entry().moments.contains(&Moment::AttackEnd)
        {
            cites.push(clause!("3.5.4"));
            ", in a prevention chance of its own"
        } else {
            ""
        };
        let passes = if helped.prevents() && helped.shown.no_attack.is_some() {
            ", and may pass it on to a unit in its arena"
        } else {
            ""
        };
        let whose = if helped.guards_others() {
            " of a unit beside the damaged one"
        } else {
            ""
        };
        format!("{helped_name}{whose} can be used on what {cause_name} does{own}{passes}.")
    } else {
        let discard = helped.shown.discard_of_others.is_some();
        let added = def(cause.keyword).is_some_and(|d| d.extra_counters.is_some());
        let whose = if discard && added {
            cites.extend([clause!("6.5.4"), clause!("11.42")]);
            " The counters it adds have no source: by our reading the discard is that of the damage placed with them."
        } else {
            ""
        };
        format!(
            "{helped_name} acts on what {cause_name} does: it {}.{whose}",
            helped.does
        )
    };
    (text, cites)
}

/// One acts once more because of the other.
pub(super) fn more(
    recipes: &[Recipe; 2],
    roles: Option<[Role; 2]>,
    which: usize,
    seen: &Seen,
) -> Said {
    let (again, cause) = (one(recipes, which), other(recipes, which));
    let text = if !cause.shown.again {
        format!(
            "{} acts on what {} does as well: it {}.",
            name(again),
            name(cause),
            again.does
        )
    } else if cause.shown.same_target.is_some() {
        on_the_same_target(again, cause)
    } else {
        // Who falls in the first attack does not fall again; the attacker may choose another target.
        let attacked = roles.map_or(again.prevents(), |r| *one(&r, which) == Role::Defender);
        let when = match (again.shown.discard_of_others, attacked) {
            (Some(_), _) => " if there is a discard for it then",
            (None, true) => " if its unit is attacked again",
            (None, false) => "",
        };
        format!(
            "{} makes one more attack, and {} acts in that one too{when}: it {}.",
            name(cause),
            name(again),
            again.does
        )
    };
    let mut cites = seen.cites.clone();
    cites.extend(first_of(cause));
    (text, cites)
}

/// A further attack that can be made on nobody else.
fn on_the_same_target(acts: &Recipe, cause: &Recipe) -> String {
    let (of, by) = (name(acts), name(cause));
    let falls = acts.shown.discard_of_others.or(acts.shown.own_discard);
    if falls.is_some() {
        format!(
            "{by} attacks the same target again: if the first attack discards that, {of} acts then and there is no further attack; if not, the further one may still discard it, and {of} acts in that one: it {}.",
            acts.does
        )
    } else if matches!(acts.shown.need, Need::Reach(_)) {
        format!(
            "{by} attacks the same target again: with {of} if the first attack was made with it, and with no new choice of an arena."
        )
    } else {
        format!(
            "{by} attacks the same target once more, and {of} acts in that one too: it {}.",
            acts.does
        )
    }
}

/// One changes the defender, the other is the defender's.
pub(super) fn moves(recipes: &[Recipe; 2], by: usize, still: bool, change: &[ClauseId]) -> Said {
    let (mover, moved) = (one(recipes, by), other(recipes, by));
    let (by, of) = (name(mover), name(moved));
    let final_defender = clause!("7.1.7");
    let named = mentions(
        rulebook().clause(final_defender).text(Edition::default()),
        of,
    );
    let mut cites: Vec<ClauseId> = change.iter().copied().take(1).collect();
    let text = if still {
        cites.push(clause!("7.1.8"));
        let own = mover.shown.speaks_of.iter();
        cites.extend(own.filter(|(k, _)| *k == moved.keyword).map(|(_, c)| *c));
        format!(
            "{by} changes the defender: the new defender can use {of} as well, and what the first one has used of it before still counts."
        )
    } else if named {
        cites.push(final_defender);
        let attackers = if moved.shown.rerolls {
            format!(" {of} of the attacker goes on as before.")
        } else {
            String::new()
        };
        format!(
            "After {by}, {of} of the final defender counts, not that of the unit attacked first.{attackers}"
        )
    } else if moved.prevents() {
        format!(
            "After {by} the damage of the attack is done to the new defender: its {of} can be used on it, and the unit attacked first has none of it to prevent."
        )
    } else {
        cites.extend(first_of(moved));
        format!(
            "After {by} the damage of the attack is done to the new defender, so it is its {of} that acts."
        )
    };
    (text, cites)
}

/// One changes the defender, the other guards units beside its own.
pub(super) fn guards(recipes: &[Recipe; 2], by: usize) -> Said {
    let (mover, guard) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = format!(
        "{guard} is for other units: a unit that {mover} has made the defender cannot use its own {guard} for itself, but a unit beside it can, the one attacked first too."
    );
    let guards = first_of(other(recipes, by));
    (text, guards.into_iter().chain([clause!("7.1.7")]).collect())
}

/// One lends the other.
pub(super) fn lends(recipes: &[Recipe; 2], by: usize, same: bool) -> Said {
    let (lender, lent) = (one(recipes, by), name(other(recipes, by)));
    let (lender_name, how) = (name(lender), lender.shown.lends_how);
    let then = if same {
        "works as if it were printed on the unit"
    } else {
        "follows its own clauses"
    };
    let text = if how.is_empty() {
        format!("{lender_name} can give a unit {lent}, which then {then}.")
    } else {
        format!("{lender_name} can give a unit {lent}{how}; it then {then}.")
    };
    let lends = (text, lender.shown.lends_by.to_vec());
    let lent = other(recipes, by);
    let special = match lent.shown.unique {
        Some(clause) => (format!("But: {}.", lowered(&quoted(clause))), vec![clause]),
        None => Said::default(),
    };
    // Its own clause may say that it works there all the same.
    let named = |(k, _): &(Keyword, ClauseId)| *k == lender.keyword;
    let own = if lent.shown.speaks_of.iter().any(named) {
        Said::default()
    } else {
        quiet(lender, lent)
    };
    and(and(lends, special), own)
}

/// One lends the other for a time at which that one never acts.
pub(super) fn gone(recipes: &[Recipe; 2], by: usize) -> Said {
    let (lender, lent) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "{} can give a unit {}{}, but there it does nothing: it acts {}, which is over by then and comes again only when the unit has it no longer.",
        name(lender),
        name(lent),
        lender.shown.lends_how,
        lent.at().words()
    );
    let by = lender.shown.lends_by.iter().copied();
    (text, by.chain(first_of(lent)).collect())
}

/// One lends only in the build zone.
pub(super) fn retreated(recipes: &[Recipe; 2], by: usize, works: bool) -> Said {
    let (reserves, other) = (one(recipes, by), other(recipes, by));
    let of = name(other);
    let does = if other.prevents() && other.shown.no_attack.is_some() {
        "prevents damage to its unit, of which none can be passed on from there"
    } else {
        other.does
    };
    let there = def(other.keyword).is_some_and(|d| d.in_build_zone);
    let text = if is_of_the_card(other) {
        format!(
            "{} works only while its unit is retreated; {}.",
            name(reserves),
            when(other)
        )
    } else if there {
        format!(
            "{} works only while its unit is retreated, and {of} works there in any case: it {does}.",
            name(reserves)
        )
    } else if works {
        format!(
            "{} works only while its unit is retreated: there {of} that it lists works and {of} printed on the unit does not; it {does}.",
            name(reserves)
        )
    } else {
        format!(
            "{} works only while its unit is retreated, and {of} printed on the unit does nothing there; {}.",
            name(reserves),
            when(other)
        )
    };
    let by = reserves.shown.lends_by.iter().copied();
    (text, by.chain([clause!("1.2.3")]).collect())
}

/// The card comes back from the discard pile.
pub(super) fn returns(recipes: &[Recipe; 2], by: usize) -> Said {
    let (back, own) = (one(recipes, by), other(recipes, by));
    let replaced = def(own.keyword).is_some_and(|d| d.completes.is_some());
    let from_pile = def(back.keyword).and_then(|d| d.battle_card);
    let (by, of) = (name(back), name(own));
    let gone =
        format!("A card that {by} has played is removed from the game when it would be discarded");
    let discard = own.shown.own_discard.or(own.shown.discard_of_others);
    let text = if replaced {
        format!(
            "A card played by {by} is paid with the cost of {by} in place of its printed ones, so {of} has no part in it."
        )
    } else if own.shown.own_discard.is_some() {
        format!("{gone}, so its {of} does not happen.")
    } else if discard.is_some() {
        format!("{gone}, so {of} of another unit gets no discard of it to act on.")
    } else {
        format!(
            "{by} plays its card from the discard pile, and {of} then works as on any other card."
        )
    };
    let cites = from_pile.map_or_else(Vec::new, |p| {
        let [plays, pays] = p.instead;
        match discard {
            _ if replaced => vec![plays, pays],
            Some(clause) => vec![p.leaves_by, clause, clause!("6.3.8")],
            None => vec![plays, pays],
        }
    });
    (text, cites)
}

/// One is chosen before dice are shown.
pub(super) fn blind(recipes: &[Recipe; 2], which: usize) -> Said {
    let text = format!(
        "Against an attacker with {}, {} is chosen before the attack dice are shown.",
        name(other(recipes, which)),
        name(one(recipes, which))
    );
    let hides = def(other(recipes, which).keyword).and_then(|d| d.grounds.blind);
    let cites = hides.into_iter().flat_map(|b| [b.shown, b.before]);
    (text, cites.collect())
}

/// One lets the other work against damage that cannot be prevented.
pub(super) fn lets(recipes: &[Recipe; 2], by: usize) -> Said {
    let (lets, prevents) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = format!(
        "With {lets} on the same unit, {prevents} works even on damage that cannot be prevented."
    );
    let leave = def(one(recipes, by).keyword);
    let cites = leave.into_iter().flat_map(|d| {
        let needs = d.grounds.leave.iter().copied();
        d.prevents_all.into_iter().chain(needs)
    });
    (text, cites.collect())
}

/// One decides only whether its unit can be attacked.
pub(super) fn opens(recipes: &[Recipe; 2], by: usize) -> Said {
    let of = other(recipes, by);
    let (stealth, other) = (name(one(recipes, by)), name(of));
    let before = [Moment::Always, Moment::BattleStepStart].contains(&of.at());
    let text = if matches!(of.shown.need, Need::Reach(_)) {
        format!("{}, by an attack with {other} too.", does(one(recipes, by)))
    } else if of.shown.no_attack.is_some() {
        format!(
            "{stealth} only decides whether its unit can be attacked; {other} is no attack, so it is not stopped."
        )
    } else if before {
        format!(
            "{stealth} only decides whether its unit can be attacked; {other} works whether it can or not."
        )
    } else {
        format!(
            "{stealth} only decides whether its unit can be attacked; once the attack is made, {other} works as always."
        )
    };
    (text, vec![clause!("7.2")])
}

/// What one does is no attack, and the other answers attacks.
pub(super) fn no_attack(recipes: &[Recipe; 2], which: usize) -> Said {
    let (harm, answer) = (one(recipes, which), other(recipes, which));
    let text = format!(
        "The damage that {} does is no attack, and {} has to do with attacks only.",
        name(harm),
        name(answer)
    );
    let clauses = [answer.shown.attacks_only, harm.shown.no_attack];
    (text, clauses.into_iter().flatten().collect())
}

/// The same behind an answer about damage that is passed on.
pub(super) fn and_no_attack(recipes: &[Recipe; 2], said: Said) -> Said {
    let which = [0, 1].into_iter().find(|w| {
        let (harm, answer) = (one(recipes, *w), other(recipes, *w));
        let passes_on = harm.prevents() && harm.shown.no_attack.is_some();
        passes_on && answer.shown.attacks_only.is_some()
    });
    match which {
        Some(which) => and(said, no_attack(recipes, which)),
        None => said,
    }
}
