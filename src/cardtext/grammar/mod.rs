//! The grammar of card text: sentences made of costs, effects, units, conditions, durations and
//! limits, each read by its own small file and combined freely.

pub(super) mod arena_limit;
pub(super) mod ban;
pub(super) mod bare;
pub(super) mod borrow;
pub(super) mod choose;
pub(super) mod completing;
pub(super) mod condition;
pub(super) mod condition_count;
pub(super) mod condition_past;
pub(super) mod cost;
pub(super) mod determiner;
pub(super) mod duration;
pub(super) mod each_arena;
pub(super) mod effect;
pub(super) mod effect_attack;
pub(super) mod effect_board;
pub(super) mod effect_counters;
pub(super) mod effect_damage;
pub(super) mod effect_player;
pub(super) mod filter;
pub(super) mod follow_up;
pub(super) mod fronted;
pub(super) mod give;
pub(super) mod grant;
pub(super) mod grant_attack;
pub(super) mod input;
pub(super) mod keyword_line;
pub(super) mod kinds;
pub(super) mod later;
pub(super) mod limits;
pub(super) mod line_shape;
pub(super) mod multiplier;
pub(super) mod note;
pub(super) mod note_moves;
pub(super) mod num;
pub(super) mod own;
pub(super) mod place;
pub(super) mod pronoun;
pub(super) mod spelling;
pub(super) mod spoken;
pub(super) mod stacking;
pub(super) mod static_damage;
pub(super) mod static_player;
pub(super) mod static_rule;
pub(super) mod static_units;
pub(super) mod subject;
pub(super) mod tax;
pub(super) mod traits;
pub(super) mod trigger;
pub(super) mod trigger_attack;
pub(super) mod trigger_damage;
pub(super) mod trigger_player;
pub(super) mod trigger_shape;
pub(super) mod trigger_unit;
pub(super) mod words;

use winnow::Parser;
use winnow::combinator::alt;

use self::input::{Dice, In, R, attempt, eat, eat_sym, fail, next_sym, sym};
use super::ability::{Ability, Activated, Event, Limit, Scope, Static, StaticRule, Triggered};
use super::effect::{DisruptWhat, Duration, Effect};
use super::tokens::Sym;
use super::who::{Cond, Filter, Who};

/// Quotations deeper than this are not read.
const DEEPEST: u8 = 5;

/// Abilities one after another, up to the end of the text, quotation, list item or slash.
pub(super) fn abilities(i: &mut In<'_>) -> R<Vec<Ability>> {
    let mut out = Vec::new();
    loop {
        while eat_sym(i, Sym::Dot)
            || eat_sym(i, Sym::Semi)
            || (!out.is_empty() && eat_sym(i, Sym::Comma))
        {}
        if matches!(
            next_sym(i),
            None | Some(Sym::Close | Sym::Bullet | Sym::Slash)
        ) {
            break;
        }
        i.forget();
        // A choice between texts with a cost each: one ability, whose text is chosen when it is played.
        if let Some(found) = attempt(i, one_of_several_costs) {
            out.push(found);
            continue;
        }
        // Ways to play a card whose lines are looked at one by one: "Or: Pay 3 Force -> ..."
        let _ = attempt(i, |i| {
            if !(eat(i, "choose one :") || eat(i, "or :")) {
                return fail(i);
            }
            cost::costs(&mut i.clone())
        });
        let found = ability(i)?;
        let found = attempt(i, |i| bare::instead(i, &found)).unwrap_or(found);
        out.extend(found);
        let _ = attempt(i, num::x_clause);
    }
    if out.is_empty() { fail(i) } else { Ok(out) }
}

/// "Choose one: Pay 4 Force -> ... Or: Pay 3 Force -> ..." with all of its texts.
fn one_of_several_costs(i: &mut In<'_>) -> R<Ability> {
    let mut look = *i;
    if !eat(&mut look, "choose one :") || cost::costs(&mut look).is_err() {
        return fail(i);
    }
    let body = effect::body(i)?;
    if !effect::pays_by_option(&body.effect) {
        return fail(i);
    }
    Ok(Ability::Activated(Activated {
        costs: Vec::new(),
        effect: body.effect,
        limits: body.limits,
    }))
}

/// One ability; "attacks or is attacked" makes two.
fn ability(i: &mut In<'_>) -> R<Vec<Ability>> {
    if let Some(found) = attempt(i, bare::limited) {
        return Ok(vec![found]);
    }
    let read = alt((
        keyword_line::line,
        activated,
        triggered,
        fronted::line,
        static_rule::line,
    ))
    .parse_next(i)?;
    if std::mem::take(&mut i.each_arena) {
        return fail(i);
    }
    let Some(tok) = i.kind.take() else {
        return Ok(read);
    };
    let filter = Filter {
        kinds: vec![vec![kinds::this_kind(tok)]],
        ..Filter::default()
    };
    let cond = Cond::Is(Who::This, filter);
    Ok(read.into_iter().map(|a| only_if(a, &cond)).collect())
}

/// The ability, on units of that kind only.
fn only_if(ability: Ability, cond: &Cond) -> Ability {
    let both = |old: Option<Cond>| {
        Some(match old {
            None => cond.clone(),
            Some(old) => Cond::All(vec![cond.clone(), old]),
        })
    };
    match ability {
        Ability::Triggered(t) => Ability::Triggered(Triggered {
            condition: both(t.condition),
            ..t
        }),
        Ability::Static(s) => Ability::Static(Static {
            condition: both(s.condition),
            ..s
        }),
        Ability::Activated(mut a) => {
            a.limits.push(Limit::If(cond.clone()));
            Ability::Activated(a)
        }
        other => other,
    }
}

/// Abilities in quotes.
pub(super) fn quoted(i: &mut In<'_>) -> R<Vec<Ability>> {
    sym(Sym::Open).parse_next(i)?;
    if i.depth >= DEEPEST {
        return fail(i);
    }
    let outer = *i;
    i.depth += 1;
    i.once = false;
    if let Some(name) = i.bearer.take() {
        i.own = name;
        i.short = true;
    }
    let found = abilities(i)?;
    sym(Sym::Close).parse_next(i)?;
    // Inside the quotation pronouns are its own; outside they are as before.
    *i = In {
        toks: i.toks,
        ..outer
    };
    Ok(found)
}

/// Cost, arrow, effect, limits.
fn activated(i: &mut In<'_>) -> R<Vec<Ability>> {
    let mut costs = cost::costs(i)?;
    let place = cost::split_place(&mut costs);
    let body = effect::body(i)?;
    let mut limits = body.limits;
    // Dice of an attack of this unit, or on it, are there in such an attack only.
    match i.dice {
        Dice::Any => {}
        Dice::Own => limits.push(Limit::Attacking(Who::This, None)),
        Dice::AtThis => limits.push(Limit::Attacked(Who::This, None)),
    }
    if let Some(places) = place {
        limits.push(Limit::If(Cond::Is(
            Who::This,
            Filter {
                places,
                ..Filter::default()
            },
        )));
    }
    Ok(vec![Ability::Activated(Activated {
        costs,
        effect: body.effect,
        limits,
    })])
}

/// Event, condition, effect.
fn triggered(i: &mut In<'_>) -> R<Vec<Ability>> {
    let before = if eat(i, "as long as") {
        let cond = condition::condition(i)?;
        winnow::Parser::parse_next(&mut input::p(","), i)?;
        Some(cond)
    } else {
        attempt(i, fronted::condition_first)
    };
    let once = eat_once_a_turn(i);
    let found = trigger::trigger(i)?;
    let _ = eat_sym(i, Sym::Comma);
    if pronoun::unclear(i, &found.events) {
        return fail(i);
    }
    if i.that == input::Ant::None
        && let Some(named) = pronoun::named_of(i, &found.events)
    {
        i.that = named;
    }
    let (it, mut of) = (i.it, None);
    let asked = attempt(i, |i| {
        input::p("if").parse_next(i)?;
        if input::ahead(i, "you do") {
            return fail(i);
        }
        of = pronoun::asked_of(i);
        let cond = condition::condition(i)?;
        sym(Sym::Comma).parse_next(i)?;
        Ok(cond)
    });
    let of = of.filter(|_| asked.is_some());
    let damaged = |e: &Event| {
        matches!(
            e,
            Event::Damages {
                who: Who::This,
                target: Who::Units(_) | Who::Defender,
                ..
            }
        )
    };
    let (it, of) = if it == input::Ant::None && found.events.iter().all(damaged) {
        // "When this unit damages a Sith, tap it": which of the two, the sense says.
        (input::Ant::This, Some(input::Ant::Patient))
    } else {
        (it, of)
    };
    if i.that == input::Ant::None
        && let Some(ant) = of
    {
        i.that = ant;
    }
    let for_attack = of_attacks(&found.events) && i.dur.is_none();
    let read = |i: &mut In<'_>| {
        if for_attack {
            body_of_attack(i)
        } else {
            effect::body(i)
        }
    };
    let body = pronoun::either(i, it, of, read, |body| &body.effect)?;
    // An attack is disrupted in a chance of its own, which no trigger opens.
    if disrupts_attack(&body.effect) {
        return fail(i);
    }
    // The card goes with its bearer, and nothing here attaches it from a discard pile.
    let is_gone = |e: &Event| matches!(e, Event::Discarded { who: Who::This, .. });
    if found.events.iter().any(is_gone) && attaches(&body.effect) {
        return fail(i);
    }
    let isolated = attempt(i, |i| {
        let _ = eat_sym(i, Sym::Dot);
        input::p("treat this ability as an isolated effect|ability").parse_next(i)
    })
    .is_some();
    let mut limit = once.then_some((1, Scope::Turn));
    for l in body.limits {
        match l {
            Limit::Times(n, scope) if limit.is_none() => limit = Some((n, scope)),
            _ => return fail(i),
        }
    }
    let conds = [before, found.condition, asked].into_iter().flatten();
    let condition = static_rule::joined(conds.collect());
    Ok(found
        .events
        .into_iter()
        .map(|event| {
            let effect = body.effect.clone();
            standing(Triggered {
                event,
                condition: condition.clone(),
                effect,
                limit,
                isolated,
            })
        })
        .collect())
}

fn attaches(effect: &Effect) -> bool {
    match effect {
        Effect::Attach(_) => true,
        Effect::May(_, inner) => attaches(inner),
        Effect::Seq(all) => all.iter().any(attaches),
        _ => false,
    }
}

fn disrupts_attack(effect: &Effect) -> bool {
    match effect {
        Effect::Disrupt(what) => matches!(what, DisruptWhat::Attack(_)),
        Effect::Seq(all) | Effect::ChooseOne(all) | Effect::ChooseOneBy(_, all) => {
            all.iter().any(disrupts_attack)
        }
        Effect::May(_, inner) | Effect::Unless(_, _, inner) => disrupts_attack(inner),
        Effect::If(_, then, other) => {
            disrupts_attack(then) || other.as_deref().is_some_and(disrupts_attack)
        }
        Effect::IfDone(first, then, other) => {
            disrupts_attack(first)
                || disrupts_attack(then)
                || other.as_deref().is_some_and(disrupts_attack)
        }
        _ => false,
    }
}

/// "Once per turn, when ...".
fn eat_once_a_turn(i: &mut In<'_>) -> bool {
    eat(i, "once per|each|a turn ,")
}

/// What an attack sets off. Bonuses without a duration are for that attack, if the text can be read
/// further so: "Whenever this unit attacks a Rebel, it gets +2 power".
fn body_of_attack(i: &mut In<'_>) -> R<effect::Body> {
    let mut lasting = *i;
    let said = effect::body(&mut lasting);
    let mut passing = *i;
    passing.dur = Some(Duration::Attack);
    let meant = effect::body(&mut passing);
    passing.dur = None;
    let further = said.is_err() || passing.toks.len() < lasting.toks.len();
    let (body, rest) = if further && meant.is_ok() {
        (meant, passing)
    } else {
        (said, lasting)
    };
    let body = body?;
    *i = rest;
    Ok(body)
}

/// Whether an attack sets it off.
fn of_attacks(events: &[Event]) -> bool {
    events.iter().all(|e| matches!(e, Event::Attacks { .. }))
}

/// "When this unit would be damaged, prevent 1 of that damage" leaves no choice: it holds as long
/// as the unit is there (6.3.3, 6.3.7).
fn standing(t: Triggered) -> Ability {
    let Event::WouldBeDamaged { who, by, attacked } = &t.event else {
        return Ability::Triggered(t);
    };
    match &t.effect {
        Effect::Prevent {
            target,
            amount,
            from: None,
        } if t.limit.is_none() && (target == who || *target == Who::Patient) => {
            let rule = StaticRule::Prevent {
                to: who.clone(),
                from: by.clone(),
                amount: amount.clone(),
                attack_only: *attacked,
            };
            Ability::Static(Static {
                condition: t.condition,
                rule,
            })
        }
        _ => Ability::Triggered(t),
    }
}
