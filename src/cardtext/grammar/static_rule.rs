//! Static abilities: what holds while the unit is in an arena.

use winnow::Parser;
use winnow::combinator::alt;

use super::condition::condition;
use super::filter::{self, described};
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::subject::{self, Mode};
use super::{effect, effect_damage, give, grant, num, place, tax};
use crate::cardtext::ability::{
    Ability, Event, OffBoard, PlayerBan, Static, StaticRule, Triggered,
};
use crate::cardtext::effect::{Ban, Effect, Grant};
use crate::cardtext::tokens::Tok;
use crate::cardtext::who::{Cond, Filter, Kind, Num, Owner, Place, Player, Who};
use crate::game::CardType;

/// One static sentence, with its condition before or behind.
pub(crate) fn line(i: &mut In<'_>) -> R<Vec<Ability>> {
    let before = attempt(i, |i| {
        if !(eat(i, "as long as") || eat(i, "if")) {
            return fail(i);
        }
        let cond = condition(i)?;
        p(",").parse_next(i)?;
        if matches!(cond, Cond::WouldBeDiscarded(_)) {
            // What happens instead of it is no state of the game.
            return fail(i);
        }
        Ok(cond)
    });
    if i.it == Ant::None {
        i.it = Ant::This;
    }
    if matches!(before, Some(Cond::Attacking(..) | Cond::Attacked(..))) {
        i.dur = Some(crate::cardtext::effect::Duration::Attack);
    }
    let mut out = sentence(i)?;
    // "each of your Jedi gets +10 speed and Anakin Skywalker gets +2 power"
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        p("and").parse_next(i)?;
        sentence(i)
    }) {
        out.extend(more);
    }
    let behind = attempt(i, grant::as_long_as);
    let parts: Vec<Cond> = [before, behind].into_iter().flatten().collect();
    let condition = joined(parts);
    Ok(out
        .into_iter()
        .map(|a| with(a, condition.clone()))
        .collect())
}

/// "Each Battle card you play during the Space battle step costs 1 less Force to play."
fn in_a_battle_step(i: &mut In<'_>) -> R<Vec<Ability>> {
    let (rule, arena) = tax::tax_in_step(i)?;
    Ok(vec![Ability::Static(Static {
        condition: Some(Cond::BattleStep(arena)),
        rule,
    })])
}

fn joined(mut parts: Vec<Cond>) -> Option<Cond> {
    if parts.len() > 1 {
        Some(Cond::All(parts))
    } else {
        parts.pop()
    }
}

/// The ability under a further condition.
fn with(ability: Ability, cond: Option<Cond>) -> Ability {
    match ability {
        Ability::Static(Static { condition, rule }) => {
            let condition = joined([cond, condition].into_iter().flatten().collect());
            Ability::Static(Static { condition, rule })
        }
        Ability::Triggered(t) => {
            let condition = joined([cond, t.condition].into_iter().flatten().collect());
            Ability::Triggered(Triggered { condition, ..t })
        }
        other => other,
    }
}

fn holds(rule: StaticRule) -> Vec<Ability> {
    vec![Ability::Static(Static {
        condition: None,
        rule,
    })]
}

fn sentence(i: &mut In<'_>) -> R<Vec<Ability>> {
    if let Some(found) = attempt(i, equipped) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, both_ways) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, against_this) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, points_of_damage) {
        return Ok(found);
    }
    if let Some(found) = attempt(i, in_a_battle_step) {
        return Ok(found);
    }
    let rule = alt((
        alt((unpreventable, steady, lying_cards, must_if_able)),
        treat,
        prevention,
        alt((doubling, more_damage)),
        instead_of_discard,
        extra_counters,
        alt((tax::tax, tax::attack_cost, tax::building)),
        alt((players, notes, gives)),
    ))
    .parse_next(i)?;
    Ok(holds(rule))
}

/// "Equipped Jedi gets ...": lines of Equipment are the bearer's.
fn equipped(i: &mut In<'_>) -> R<Vec<Ability>> {
    p("equipped").parse_next(i)?;
    let outer = *i;
    let named = super::kinds::name_span(i, false).ok().map(|(toks, _)| toks);
    let mut filter = described(i, Owner::Anyone, false)?;
    or_of_that_name(&mut filter, named);
    i.forget();
    i.it = Ant::This;
    i.that = Ant::This;
    // On the Equipment its own name is not the bearer's; the bearer's is what stands here.
    (i.own, i.short) = named.map_or((&[][..], false), |toks| (toks, true));
    let grants = grant::predicate(i)?;
    (i.own, i.short) = (outer.own, outer.short);
    let rule = StaticRule::Give {
        who: Who::This,
        grants,
    };
    let condition = (filter != Filter::default()).then_some(Cond::Is(Who::This, filter));
    Ok(vec![Ability::Static(Static { condition, rule })])
}

/// Capital words that are not all subtypes may be a person's name as well: either fits.
fn or_of_that_name(filter: &mut Filter, named: Option<&[Tok]>) {
    let Some(toks) = named else { return };
    let types = toks.iter().any(|t| CardType::find(&t.low).is_some());
    let known = filter
        .kinds
        .iter()
        .flatten()
        .any(|k| matches!(k, Kind::Name(_)));
    let plain = matches!(filter.kinds.as_slice(), [alt] if alt.len() == toks.len());
    if plain && !types && !known {
        filter
            .kinds
            .push(vec![Kind::Name(super::kinds::spell(toks))]);
    }
}

/// "Damage from this unit can't be prevented."
fn unpreventable(i: &mut In<'_>) -> R<StaticRule> {
    let (who, by, except) = alt((grant::unpreventable, grant::barred_prevention)).parse_next(i)?;
    Ok(StaticRule::Give {
        who,
        grants: vec![Grant::Unpreventable { by, except }],
    })
}

/// "Attacks from this unit can't be disrupted", "its activated abilities can't be disrupted".
fn steady(i: &mut In<'_>) -> R<StaticRule> {
    let (who, ban) = match attempt(i, grant::steady_attacks) {
        Some(who) => (who, Ban::AttackDisrupted),
        None => (grant::steady_abilities(i)?, Ban::BeDisrupted),
    };
    if !super::input::at_end(i) {
        return fail(i);
    }
    Ok(StaticRule::Give {
        who,
        grants: vec![Grant::Cannot(ban)],
    })
}

/// "Resource cards in play can't be discarded", "the Location in the Space arena can't be discarded",
/// "Resource effects can't be disrupted".
fn lying_cards(i: &mut In<'_>) -> R<StaticRule> {
    let each = eat(i, "each|all");
    let _ = !each && eat(i, "the");
    let owner = filter::owner(i);
    let ty = if eat(i, "resource|resources") {
        CardType::Resource
    } else {
        p("location|locations")
            .parse_next(i)
            .map(|()| CardType::Location)?
    };
    let effects = eat(i, "effects|abilities");
    let _ = !effects && eat(i, "card|cards");
    let places = attempt(i, place::located).unwrap_or_else(|| vec![Place::Anywhere]);
    p("can't|cannot be").parse_next(i)?;
    let ban = if effects {
        p("disrupted").parse_next(i).map(|()| Ban::BeDisrupted)?
    } else {
        p("discarded").parse_next(i).map(|()| Ban::BeDiscarded)?
    };
    if !super::input::at_end(i) {
        return fail(i);
    }
    Ok(StaticRule::Give {
        who: subject::each(Filter {
            owner,
            kinds: vec![vec![Kind::Type(ty)]],
            places,
            ..Filter::default()
        }),
        grants: vec![Grant::Cannot(ban)],
    })
}

/// "Whenever a unit in the Space arena can attack, it must do so."
fn must_if_able(i: &mut In<'_>) -> R<StaticRule> {
    p("when|whenever|if").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    p("can|could attack , it|he|she must do so").parse_next(i)?;
    Ok(StaticRule::Give {
        who,
        grants: vec![Grant::MustAttack(None)],
    })
}

/// "Treat this unit as a Dark Jedi."
fn treat(i: &mut In<'_>) -> R<StaticRule> {
    p("treat").parse_next(i)?;
    let who = if ahead(i, "as") {
        Who::This
    } else {
        subject::who(i, Mode::Event)?
    };
    p("as a|an?").parse_next(i)?;
    let mut grants = Vec::new();
    let alt = super::kinds::alt_kinds(i)?;
    for kind in alt.kinds {
        match kind {
            Kind::Subtype(s) => grants.push(Grant::Subtype(s)),
            _ => return fail(i),
        }
    }
    if grants.is_empty() || ahead(i, "unit|for|and") {
        fail(i)
    } else {
        Ok(StaticRule::Give { who, grants })
    }
}

/// "Prevent all damage to this unit from Jedi."
fn prevention(i: &mut In<'_>) -> R<StaticRule> {
    p("prevent").parse_next(i)?;
    let amount = effect_damage::how_much(i)?;
    p("damage to").parse_next(i)?;
    let to = subject::who(i, Mode::Event)?;
    let from = attempt(i, |i| {
        p("from").parse_next(i)?;
        subject::who(i, Mode::Event)
    });
    if super::input::at_end(i) {
        Ok(StaticRule::Prevent {
            to,
            from,
            amount,
            attack_only: false,
        })
    } else {
        fail(i)
    }
}

/// "Prevent all damage to and from this unit."
fn both_ways(i: &mut In<'_>) -> R<Vec<Ability>> {
    p("prevent").parse_next(i)?;
    let amount = effect_damage::how_much(i)?;
    p("damage to and from|done by?").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    if !super::input::at_end(i) {
        return fail(i);
    }
    let anyone = subject::each(Filter::default());
    let to = StaticRule::Prevent {
        to: who.clone(),
        from: None,
        amount: amount.clone(),
        attack_only: false,
    };
    let from = StaticRule::Prevent {
        to: anyone,
        from: Some(who),
        amount,
        attack_only: false,
    };
    Ok([to, from].into_iter().flat_map(holds).collect())
}

/// "Each Jedi gets -2 power when attacking this unit": while one attacks it, the attacker has it.
fn against_this(i: &mut In<'_>) -> R<Vec<Ability>> {
    let Who::Units(mut units) = subject::who(i, Mode::Event)? else {
        return fail(i);
    };
    let described = units.filter.clone();
    let grants = grant::predicate(i)?;
    let this = (eat(i, "when|while attacking")
        || eat(i, "as long as it's|he's attacking")
        || as_long_as_it_attacks(i))
        && subject::this(i).is_ok();
    if !this {
        return fail(i);
    }
    let further = attempt(i, |i| {
        p("and").parse_next(i)?;
        condition(i)
    });
    units
        .filter
        .traits
        .push(crate::cardtext::who::Trait::Attacking);
    let attacked = Cond::Attacked(Who::This, Some(described));
    let condition = joined([Some(attacked), further].into_iter().flatten().collect());
    let rule = StaticRule::Give {
        who: Who::Units(units),
        grants,
    };
    Ok(vec![Ability::Static(Static { condition, rule })])
}

/// "as long as that Jedi is attacking".
fn as_long_as_it_attacks(i: &mut In<'_>) -> bool {
    attempt(i, |i| {
        p("as long as that").parse_next(i)?;
        super::kinds::alt_kinds(i)?;
        p("is attacking").parse_next(i)
    })
    .is_some()
}

/// "Your opponent loses 1 Force for each point of damage done by this unit."
fn points_of_damage(i: &mut In<'_>) -> R<Vec<Ability>> {
    let player = attempt(i, subject::player).unwrap_or(Player::You);
    let loses = if eat(i, "loses|lose") {
        true
    } else {
        p("gain|gains").parse_next(i).map(|()| false)?
    };
    let n = num::count(i)?;
    p("force for each point of? damage done by").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    let n = Num::Times(if loses { -n } else { n }, Box::new(Num::DamageDone));
    let target = subject::each(Filter::default());
    let event = Event::Damages {
        who,
        target,
        attacking: false,
        using: None,
    };
    Ok(vec![Ability::Triggered(Triggered {
        event,
        condition: None,
        effect: Effect::Force(player, n),
        limit: None,
        isolated: false,
    })])
}

/// "Whenever this unit would do damage (before damage prevention), it does 2 more damage."
fn more_damage(i: &mut In<'_>) -> R<StaticRule> {
    p("when|whenever").parse_next(i)?;
    let by = subject::who(i, Mode::Event)?;
    p("would do damage").parse_next(i)?;
    let _ = eat(i, "before damage prevention");
    p(", it|he|she does").parse_next(i)?;
    let more = num::number(i)?;
    p("more|additional|extra damage").parse_next(i)?;
    if super::input::at_end(i) {
        Ok(StaticRule::MoreDamage { by, more })
    } else {
        fail(i)
    }
}

/// "Double all damage that would be done by units in the Ground arena (before damage prevention)."
fn doubling(i: &mut In<'_>) -> R<StaticRule> {
    let times = if eat(i, "double") {
        2
    } else {
        p("triple").parse_next(i).map(|()| 3)?
    };
    p("all? damage that? would? be? done by|from").parse_next(i)?;
    let by = subject::who(i, Mode::Event)?;
    let _ = eat(i, "before damage prevention");
    Ok(StaticRule::MultiplyDamage { by, times })
}

/// "if this unit would be discarded from the Ground arena, retreat it and ... instead".
fn instead_of_discard(i: &mut In<'_>) -> R<StaticRule> {
    p("if|when|whenever").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    let by_damage = if eat(i, "would be damaged and discarded") {
        true
    } else {
        p("would be discarded").parse_next(i)?;
        false
    };
    let from = attempt(i, place::located).unwrap_or_default();
    p(",").parse_next(i)?;
    let ant = if who == Who::This {
        Ant::This
    } else {
        Ant::Patient
    };
    i.it = ant;
    i.that = ant;
    let may = eat(i, "you may");
    let mut seq = Vec::new();
    if by_damage {
        p("prevent that damage and").parse_next(i)?;
    }
    seq.push(effect::clauses(i)?);
    let before_last = eat(i, "instead");
    if !before_last {
        return fail(i);
    }
    if may && eat(i, ". if you do ,") {
        seq.push(effect::sentence(i)?);
    }
    let effect = Box::new(effect::sequence(seq));
    Ok(StaticRule::InsteadOfDiscard {
        who,
        from,
        effect,
        may,
        by_damage,
    })
}

/// "For each damage counter put on a unit in this arena, put 1 extra damage counter on it."
fn extra_counters(i: &mut In<'_>) -> R<StaticRule> {
    p("for each damage counter put on").parse_next(i)?;
    let on = subject::who(i, Mode::Event)?;
    p(", put").parse_next(i)?;
    let each = num::small(i)?;
    p("extra|additional|more damage counter|counters on it|that").parse_next(i)?;
    let _ = eat(i, "unit");
    Ok(StaticRule::ExtraCounters { on, each })
}

/// A rule about players, costs or damage that stands for a while.
pub(crate) fn stand(i: &mut In<'_>) -> R<Effect> {
    if let Some(rule) = attempt(i, tax::next_card) {
        return Ok(Effect::Stand {
            rule: Box::new(rule),
            until: crate::cardtext::effect::Duration::NextCard,
        });
    }
    let rule = alt((tax::tax, players, doubling)).parse_next(i)?;
    let here = attempt(i, super::duration::duration).or(i.dur);
    let until = super::input::some(i, here)?;
    Ok(Effect::Stand {
        rule: Box::new(rule),
        until,
    })
}

/// What players may not do.
fn players(i: &mut In<'_>) -> R<StaticRule> {
    if eat(i, "battle cards can't be played") {
        let during = attempt(i, |i| {
            p("during the").parse_next(i)?;
            let arena = place::arena(i)?;
            p("battle step").parse_next(i)?;
            Ok(arena)
        });
        return ban(i, Player::Each, PlayerBan::BattleCards, during);
    }
    let player = subject::player(i)?;
    p("can't").parse_next(i)?;
    if eat(i, "play battle cards") {
        let during = attempt(i, |i| {
            p("during the").parse_next(i)?;
            let arena = place::arena(i)?;
            p("battle step").parse_next(i)?;
            Ok(arena)
        });
        return ban(i, player, PlayerBan::BattleCards, during);
    }
    for (phrase, what) in [
        ("play|use activated abilities", PlayerBan::Abilities),
        ("disrupt", PlayerBan::Disrupt),
        ("lose the game", PlayerBan::Lose),
        ("win the game", PlayerBan::Win),
    ] {
        if eat(i, phrase) {
            return ban(i, player, what, None);
        }
    }
    p("retreat").parse_next(i)?;
    let owner = if player == Player::Opponent {
        Owner::Opponents
    } else {
        return fail(i);
    };
    let _ = eat(i, "any") || eat(i, "his or her");
    let mut filter = described(i, owner, false)?;
    filter.owner = owner;
    let ban = if super::grant::retreat_step(i) {
        Ban::RetreatStep
    } else {
        Ban::Retreat
    };
    let rule = StaticRule::Give {
        who: subject::each(filter),
        grants: vec![Grant::Cannot(ban)],
    };
    if super::input::at_end(i) {
        Ok(rule)
    } else {
        fail(i)
    }
}

fn ban(
    i: &mut In<'_>,
    player: Player,
    what: PlayerBan,
    during: Option<crate::game::Arena>,
) -> R<StaticRule> {
    if super::input::at_end(i) || ahead(i, "until|this|for") {
        Ok(StaticRule::PlayerCannot {
            player,
            what,
            during,
        })
    } else {
        fail(i)
    }
}

/// Lines that matter only outside the board.
fn notes(i: &mut In<'_>) -> R<StaticRule> {
    if eat(
        i,
        "your opponent plays with his|her|their or? her? hand revealed|open",
    ) {
        return Ok(StaticRule::Note(OffBoard::HandSeen));
    }
    if eat(i, "you may stack this") || eat(i, "you may stack") {
        let end = i
            .toks
            .iter()
            .position(|t| t.sym == crate::cardtext::tokens::Sym::Dot)
            .unwrap_or(i.toks.len());
        i.toks = i.toks.get(end..).unwrap_or_default();
        return Ok(StaticRule::Note(OffBoard::Construction));
    }
    if let Some(note) = attempt(i, stack_size) {
        return Ok(note);
    }
    let who = subject::who(i, Mode::Event)?;
    if eat(i, "doesn't|don't|can't count toward|towards") || eat(i, "does not count toward|towards")
    {
        return Ok(StaticRule::Give {
            who,
            grants: vec![uncounted(i)?],
        });
    }
    if ahead(i, "can have") {
        return more_pilots(i, who);
    }
    if eat(i, "can be piloted only? by") {
        filter::kinds(i)?;
        return Ok(StaticRule::Note(OffBoard::Pilots));
    }
    fail(i)
}

/// Behind "doesn't count toward": "arena control", "controlling the Ground or Character arena".
fn uncounted(i: &mut In<'_>) -> R<Grant> {
    let none = Grant::Cannot(Ban::Control);
    if eat(i, "arena control") || eat(i, "controlling arenas") {
        return Ok(none);
    }
    let _ = eat(i, "controlling") || eat(i, "the? control of");
    let places = place::places(i)?;
    // A unit counts in the arena it is in.
    let there = Filter {
        places,
        ..Filter::default()
    };
    Ok(Grant::When(Cond::Is(Who::This, there), Box::new(none)))
}

/// "can have up to 2 Pilots", "can have an extra Pilot as long as that Pilot isn't a Droid".
fn more_pilots(i: &mut In<'_>, of: Who) -> R<StaticRule> {
    p("can have").parse_next(i)?;
    let further = !eat(i, "up to");
    let most = num::small(i)?;
    if further {
        p("extra|additional").parse_next(i)?;
    }
    p("pilot|pilots").parse_next(i)?;
    let but = if eat(i, "as long as that pilot isn't a|an") {
        filter::kinds(i)?
    } else {
        Vec::new()
    };
    Ok(StaticRule::Pilots {
        of,
        most,
        further,
        but,
    })
}

/// "This unit can have more than 4 cards in its stack", "this unit's stack can have 1 extra card in it".
fn stack_size(i: &mut In<'_>) -> R<StaticRule> {
    if attempt(i, |i| {
        subject::who(i, Mode::Event)?;
        p("can have more than").parse_next(i)?;
        num::count(i)?;
        p("cards in its|his|her|their stack").parse_next(i)
    })
    .is_none()
    {
        subject::possessive(i)?;
        p("stack can have").parse_next(i)?;
        let _ = eat(i, "up to");
        num::count(i)?;
        let _ = eat(i, "extra|additional|more");
        p("card|cards in it").parse_next(i)?;
    }
    Ok(StaticRule::Note(OffBoard::Construction))
}

/// "Each of your Clones gets +1 power."
fn gives(i: &mut In<'_>) -> R<StaticRule> {
    if let Some(rule) = attempt(i, set_numbers) {
        return Ok(rule);
    }
    if let Some(rule) = attempt(i, forward_suffix) {
        return Ok(rule);
    }
    let who = give::subject(i, Mode::Event)?;
    let grants = grant::predicate(i)?;
    i.bearer = None;
    if i.dur == Some(crate::cardtext::effect::Duration::Attack) {
        // "As long as it is attacking a Jedi, it gets +2 power for that attack."
        let _ = eat(i, "for that|this attack");
    }
    if super::duration::duration(&mut i.clone()).is_ok() {
        // With a duration it would be an effect.
        return fail(i);
    }
    let _ = attempt(i, |i| super::num::x_clause(i));
    Ok(StaticRule::Give { who, grants })
}

/// "This unit's power is equal to ...".
fn set_numbers(i: &mut In<'_>) -> R<StaticRule> {
    let who = subject::possessive(i)?;
    let grants = grant::set(i)?;
    Ok(StaticRule::Give { who, grants })
}

/// "When attacking a Sith, +2 power and Critical Hit 2 Yoda gets."
fn forward_suffix(i: &mut In<'_>) -> R<StaticRule> {
    p("when attacking").parse_next(i)?;
    let of = super::condition::any_unit(i)?;
    p(",").parse_next(i)?;
    let cond = Cond::Attacking(Who::This, Some(of));
    let grants = if let Some(grants) = attempt(i, |i| {
        let list = grant::list(i)?;
        subject::this(i)?;
        p("gets").parse_next(i)?;
        Ok(list)
    }) {
        grants
    } else {
        subject::this(i)?;
        grant::predicate(i)?
    };
    let grants = grants
        .into_iter()
        .map(|g| Grant::When(cond.clone(), Box::new(g)))
        .collect();
    Ok(StaticRule::Give {
        who: Who::This,
        grants,
    })
}
