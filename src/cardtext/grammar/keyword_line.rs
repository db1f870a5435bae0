//! Keywords: alone, with a number, with a colon and what follows it; Pilot lines.

use winnow::Parser;

use super::filter::{self, keyword};
use super::input::{In, R, ahead, attempt, eat, eat_sym, fail, next_sym, p, sym};
use super::{abilities, condition, cost, effect, grant, num};
use crate::cardtext::ability::{Ability, Activated, Cost, KeywordAbility, KeywordValue};
use crate::cardtext::effect::{Effect, Grant};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Filter, Kind, Num, Owner};
use crate::game::Arena;
use crate::rulebook::{Form, Keyword};

/// A keyword line; several plain keywords may stand in one ("Overkill, Armor").
pub(crate) fn line(i: &mut In<'_>) -> R<Vec<Ability>> {
    if let Some(pilot) = attempt(i, pilot) {
        return Ok(vec![pilot]);
    }
    if let Some(found) = attempt(i, with_colon) {
        return Ok(vec![Ability::Keyword(found)]);
    }
    if let Some(found) = attempt(i, accuracy_in_words) {
        return Ok(vec![Ability::Keyword(found)]);
    }
    if let Some(found) = attempt(i, reach_in_words) {
        return Ok(vec![Ability::Keyword(found)]);
    }
    if let Some(found) = attempt(i, cunning_in_words) {
        return Ok(vec![Ability::Keyword(found)]);
    }
    if let Some(found) = attempt(i, insert_in_words) {
        return Ok(vec![Ability::Keyword(found)]);
    }
    if let Some(found) = attempt(i, foresight_in_words) {
        return Ok(vec![Ability::Keyword(found)]);
    }
    let mut out = vec![standing(i)?];
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        let _ = eat(i, "and");
        standing(i)
    }) {
        out.push(more);
    }
    if ends(i) { Ok(out) } else { fail(i) }
}

/// Whether a new sentence or nothing follows.
fn ends(i: &In<'_>) -> bool {
    super::input::at_end(i)
        || ahead(i, "where|when|whenever|each|pay|as")
        || i.toks.first().is_some_and(|t| t.is_capital())
}

/// A plain keyword as an ability of a line. Retaliate without a cost costs 0 Force (its glossary entry).
fn standing(i: &mut In<'_>) -> R<Ability> {
    let found = plain(i)?;
    // A printed X that nothing explains says no number.
    if i.depth == 0 && matches!(found.value, KeywordValue::Number(Num::X)) {
        return fail(i);
    }
    if found.keyword == crate::keyword!("retaliate") {
        let effect = Effect::Keyword(found);
        return Ok(Ability::Activated(Activated {
            costs: vec![Cost::Force(Num::Const(0))],
            effect,
            limits: Vec::new(),
        }));
    }
    Ok(Ability::Keyword(found))
}

/// A keyword with its number, if its form has one.
pub(crate) fn plain(i: &mut In<'_>) -> R<KeywordAbility> {
    let keyword = keyword(i)?;
    let value = match keyword.entry().form {
        Form::None | Form::Cost => KeywordValue::Bare,
        Form::Number | Form::Signed | Form::CostNumber => KeywordValue::Number(value_number(i)?),
        Form::ConditionNumber => return reduced(i, keyword),
        _ => return fail(i),
    };
    if matches!(next_sym(i), Some(Sym::Num(_) | Sym::Colon))
        || (value == KeywordValue::Bare && ahead(i, "x"))
    {
        return fail(i);
    }
    Ok(KeywordAbility { keyword, value })
}

/// The number behind a keyword: `2`, `-1`, `X, where X is ...`, `X, up to 4, where ...`.
fn value_number(i: &mut In<'_>) -> R<Num> {
    let n = match attempt(i, num::signed) {
        Some(n) => n,
        None => num::number(i)?,
    };
    let capped = attempt(i, |i| {
        p(", up to").parse_next(i)?;
        let most = num::count(i)?;
        let _ = eat(i, ",");
        Ok(most)
    });
    let _ = attempt(i, num::x_clause);
    Ok(match capped {
        Some(most) => Num::AtMost(Box::new(n), Box::new(Num::Const(most))),
        None => n,
    })
}

/// "Reduced Cost 4: If ..."
fn reduced(i: &mut In<'_>, keyword: Keyword) -> R<KeywordAbility> {
    let number = num::number(i)?;
    p(": if").parse_next(i)?;
    let condition = Box::new(condition::condition(i)?);
    Ok(KeywordAbility {
        keyword,
        value: KeywordValue::Conditional { number, condition },
    })
}

/// "Subtract 1 from each of this unit's attack dice." is Accuracy -1.
fn accuracy_in_words(i: &mut In<'_>) -> R<KeywordAbility> {
    let sign = if eat(i, "subtract") {
        -1
    } else {
        p("add").parse_next(i).map(|()| 1)?
    };
    let _ = eat(i, "+");
    let n = num::count(i)?;
    p("from|to each of").parse_next(i)?;
    let who = super::subject::possessive(i)?;
    p("attack dice").parse_next(i)?;
    if who != crate::cardtext::who::Who::This {
        return fail(i);
    }
    Ok(KeywordAbility {
        keyword: crate::keyword!("accuracy"),
        value: KeywordValue::Number(Num::Const(sign * n)),
    })
}

/// "This unit may attack a unit in the Ground arena instead of a unit in the Space arena, using 5
/// power plus any other effects" is Bombard 5, and the like into the other arenas.
fn reach_in_words(i: &mut In<'_>) -> R<KeywordAbility> {
    super::subject::this(i)?;
    p("may|can attack a unit in the").parse_next(i)?;
    let into = super::place::arena(i)?;
    p("arena instead of a unit in the").parse_next(i)?;
    let own = super::place::arena(i)?;
    let _ = eat(i, "arena");
    let _ = eat(i, ",");
    p("with|using").parse_next(i)?;
    let power = num::number(i)?;
    p("power").parse_next(i)?;
    let _ = eat(i, ",");
    p("plus any other effects").parse_next(i)?;
    let _ = eat(i, "and power bonuses");
    if into == own {
        return fail(i);
    }
    Ok(KeywordAbility {
        keyword: attacks_into(into),
        value: KeywordValue::Number(power),
    })
}

/// The keyword with which a unit attacks into an arena that is not its own.
fn attacks_into(arena: Arena) -> Keyword {
    match arena {
        Arena::Space => crate::keyword!("ion-cannon"),
        Arena::Ground => crate::keyword!("bombard"),
        Arena::Character => crate::keyword!("barrage"),
    }
}

/// Whether a unit attacks with the keyword, so that its whole attack is "using" it.
pub(super) fn is_attacked_with(keyword: Keyword) -> bool {
    Arena::ALL
        .into_iter()
        .any(|arena| attacks_into(arena) == keyword)
}

/// "Roll this unit's attack dice secretly. Show them to your opponent after damage prevention."
fn cunning_in_words(i: &mut In<'_>) -> R<KeywordAbility> {
    p("roll").parse_next(i)?;
    let who = super::subject::possessive(i)?;
    p("attack dice secretly . show them to your opponent after damage prevention").parse_next(i)?;
    if who != crate::cardtext::who::Who::This {
        return fail(i);
    }
    Ok(KeywordAbility {
        keyword: crate::keyword!("cunning"),
        value: KeywordValue::Bare,
    })
}

/// "As long as this card is on top or beneath the top card of Tarn's stack, Tarn gets ..." is INSERT
/// in older words (insert.i1).
fn insert_in_words(i: &mut In<'_>) -> R<KeywordAbility> {
    p("as long as this card is on top or beneath|under the top card of").parse_next(i)?;
    let who = super::subject::possessive(i)?;
    p("stack ,").parse_next(i)?;
    if who != crate::cardtext::who::Who::This {
        return fail(i);
    }
    i.forget();
    let rule = super::static_rule::line(i)?;
    Ok(KeywordAbility {
        keyword: crate::keyword!("insert"),
        value: KeywordValue::Abilities(rule),
    })
}

/// "When this unit attacks, predict the number of hits ... If you're correct, gain 2 Force."
fn foresight_in_words(i: &mut In<'_>) -> R<KeywordAbility> {
    p("when|whenever").parse_next(i)?;
    super::subject::this(i)?;
    let attacks = eat(i, "attacks , you? may? predict the number of hits");
    let attacked = !attacks && eat(i, "is attacked , you? may? predict the number of hits");
    if !attacks && !attacked {
        return fail(i);
    }
    if !(eat(i, "you'll roll") || eat(i, "that will be rolled")) {
        return fail(i);
    }
    p("for that attack . if you're correct ,").parse_next(i)?;
    let effect = Box::new(effect::sentence(i)?);
    let keyword = if attacks {
        crate::keyword!("foresight")
    } else {
        crate::keyword!("forewarning")
    };
    Ok(KeywordAbility {
        keyword,
        value: KeywordValue::Effect(effect),
    })
}

/// `Upkeep: ...`, `Bounty: ...`, `INSERT: ...`, `Switch: .../...`.
fn with_colon(i: &mut In<'_>) -> R<KeywordAbility> {
    let keyword = keyword(i)?;
    sym(Sym::Colon).parse_next(i)?;
    let value = match keyword.entry().form {
        Form::Costs => KeywordValue::Costs(cost::alternatives(i)?),
        Form::CostOnly => KeywordValue::Costs(vec![cost::list(i)?]),
        Form::Effect => KeywordValue::Effect(Box::new(once(i, keyword)?)),
        Form::Ability => KeywordValue::Abilities(listed(i)?),
        Form::Texts => KeywordValue::Texts(texts(i)?),
        Form::Enhance => enhance(i)?,
        Form::List => KeywordValue::List(stack_list(i)?),
        _ => return fail(i),
    };
    if super::input::at_end(i) || i.toks.first().is_some_and(|t| t.is_capital()) {
        Ok(KeywordAbility { keyword, value })
    } else {
        fail(i)
    }
}

/// An effect that is gained once; limits have no place in it.
fn once(i: &mut In<'_>, keyword: Keyword) -> R<Effect> {
    i.forget();
    // What earns it is a unit's discard.
    if keyword == crate::keyword!("bounty") {
        i.acted_on = true;
        i.that = super::input::Ant::Patient;
        i.gone = i.that;
    }
    let body = effect::body(i)?;
    if body.limits.is_empty() {
        Ok(body.effect)
    } else {
        fail(i)
    }
}

/// The ability behind INSERT or Reserves; several only as a list with marks.
fn listed(i: &mut In<'_>) -> R<Vec<Ability>> {
    let mut out = Vec::new();
    if next_sym(i) != Some(Sym::Bullet) {
        i.forget();
        return super::ability(i);
    }
    while eat_sym(i, Sym::Bullet) {
        out.extend(abilities(i)?);
    }
    Ok(out)
}

/// The texts between the slashes of Adapt and Switch.
fn texts(i: &mut In<'_>) -> R<Vec<Vec<Grant>>> {
    let mut out = vec![text(i)?];
    while eat_sym(i, Sym::Slash) {
        out.push(text(i)?);
    }
    if out.len() < 2 { fail(i) } else { Ok(out) }
}

fn text(i: &mut In<'_>) -> R<Vec<Grant>> {
    if eat(i, "none") || eat(i, "no effect") {
        return Ok(Vec::new());
    }
    let whole = |i: &In<'_>| matches!(next_sym(i), None | Some(Sym::Slash | Sym::Dot | Sym::Close));
    if let Some(list) = attempt(i, |i| {
        let list = grant::list(i)?;
        if whole(i) { Ok(list) } else { fail(i) }
    }) {
        let _ = eat(i, ".");
        return Ok(list);
    }
    let found = abilities(i)?;
    Ok(found.into_iter().map(grant::grant_of).collect())
}

/// "Enhance: Pay 2 more Force -> Also ... (instead)."
fn enhance(i: &mut In<'_>) -> R<KeywordValue> {
    let costs = cost::costs(i)?;
    // What the basic effect chose is what the addition speaks of.
    i.forget();
    super::filter::spoken_of(i);
    let first = eat(i, "instead ,");
    let _ = eat(i, "also ,?");
    // It stands on a card that is played once, whatever line it is.
    let once = std::mem::replace(&mut i.once, true);
    let mut body = effect::body(i)?;
    let instead = first || eat(i, "instead");
    if instead
        && !first
        && next_sym(i) == Some(Sym::Dot)
        && !i.toks.get(1..).unwrap_or_default().is_empty()
    {
        // What is behind it belongs to the other effect as well.
        let _ = eat_sym(i, Sym::Dot);
        let more = effect::body(i)?;
        body.effect = effect::sequence(vec![body.effect, more.effect]);
        body.limits.extend(more.limits);
    }
    i.once = once;
    if !body.limits.is_empty() {
        return fail(i);
    }
    Ok(KeywordValue::Enhance {
        costs,
        effect: Box::new(body.effect),
        instead,
    })
}

/// "Stack: Commander Wolffe and Plo Koon." "Any unique Inquisitor." Without "any", a word that is
/// no subtype names one card ("L0-LA59").
fn stack_list(i: &mut In<'_>) -> R<Vec<Filter>> {
    let mut out = Vec::new();
    loop {
        let described = eat(i, "any|a|an");
        let named = if described {
            None
        } else {
            attempt(i, super::kinds::one_word_name)
        };
        let kinds = match named {
            Some(name) => vec![vec![Kind::Name(name)]],
            None => filter::kinds(i)?,
        };
        out.extend(kinds.into_iter().map(|k| Filter {
            kinds: vec![k],
            ..Filter::default()
        }));
        if !(eat(i, ", and|or") || eat(i, "and|or") || eat(i, ",")) {
            return Ok(out);
        }
    }
}

/// "Starfighter and Transport Pilot. The Starfighter or Transport gets: ..."
fn pilot(i: &mut In<'_>) -> R<Ability> {
    let mut of = carriers(i)?;
    p("pilot").parse_next(i)?;
    let _ = eat(i, ".|:");
    p("the|that").parse_next(i)?;
    // The subtypes are repeated, sometimes in other words ("the Space unit").
    let said = filter::kinds(i)?;
    if let ([only], [again]) = (of.as_mut_slice(), said.as_slice()) {
        mend(only, again);
    }
    p("gets|get").parse_next(i)?;
    let _ = eat(i, ":");
    let outer = *i;
    i.forget();
    // The Pilot's own name is not the unit's: such a line is read only if it does not need it.
    i.own = &[];
    let gets = pilot_items(i)?;
    *i = super::input::In {
        toks: i.toks,
        ..outer
    };
    let value = KeywordValue::Pilot { of, gets };
    Ok(Ability::Keyword(KeywordAbility {
        keyword: crate::keyword!("pilot"),
        value,
    }))
}

/// A subtype with a slip of the pen is the one that the line goes on to name.
fn mend(of: &mut Filter, again: &[Kind]) {
    let ([all], [Kind::Subtype(named)]) = (of.kinds.as_mut_slice(), again) else {
        return;
    };
    if let [Kind::Subtype(word)] = all.as_mut_slice() {
        let (one, other) = (word.to_lowercase(), named.to_lowercase());
        let known = super::kinds::is_subtype;
        if !known(&one) && known(&other) && super::spelling::is_slip(&one, &other) {
            word.clone_from(named);
        }
    }
}

/// Whether a Pilot's line begins here, whatever it goes on to say.
pub(crate) fn is_pilot(i: &In<'_>) -> bool {
    let mut look = *i;
    carriers(&mut look).is_ok() && eat(&mut look, "pilot") && ahead(&look, ".|:")
}

/// The subtypes that may carry the Pilot; "Pilot" itself is the next word.
fn carriers(i: &mut In<'_>) -> R<Vec<Filter>> {
    let mut out = Vec::new();
    loop {
        let mut kinds = Vec::new();
        while !ahead(i, "pilot") {
            let Some(kind) = attempt(i, super::kinds::single) else {
                break;
            };
            kinds.push(kind);
        }
        if kinds.is_empty() {
            return fail(i);
        }
        out.push(Filter {
            kinds: vec![kinds],
            owner: Owner::Anyone,
            ..Filter::default()
        });
        if !(eat(i, ", and|or") || eat(i, "and|or") || eat(i, ",")) {
            return Ok(out);
        }
    }
}

/// The items of a Pilot's list, with marks or without: all that the line goes on to say.
fn pilot_items(i: &mut In<'_>) -> R<Vec<Grant>> {
    let mut out = Vec::new();
    loop {
        while eat_sym(i, Sym::Bullet) || eat_sym(i, Sym::Semi) || eat_sym(i, Sym::Dot) {}
        if matches!(next_sym(i), None | Some(Sym::Close)) {
            break;
        }
        out.extend(pilot_item(i)?);
        let _ = ahead(i, ", pay") && eat_sym(i, Sym::Comma);
    }
    if out.is_empty() { fail(i) } else { Ok(out) }
}

fn pilot_item(i: &mut In<'_>) -> R<Vec<Grant>> {
    let ends = |i: &In<'_>| {
        matches!(
            next_sym(i),
            None | Some(Sym::Bullet | Sym::Dot | Sym::Semi | Sym::Close)
        ) || ahead(i, ", pay")
    };
    if let Some(list) = attempt(i, |i| {
        let list = grant::list(i)?;
        if ends(i) { Ok(list) } else { fail(i) }
    }) {
        return Ok(list);
    }
    i.forget();
    let found = super::ability(i)?;
    if !ends(i) {
        return fail(i);
    }
    Ok(found.into_iter().map(grant::grant_of).collect())
}

/// Keywords as an activated effect: "Evade 2", "Deflect 1 and Evade 1".
pub(crate) fn effect_keywords(i: &mut In<'_>) -> R<Effect> {
    let mut out = vec![Effect::Keyword(activated_keyword(i)?)];
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        let _ = eat(i, "and");
        activated_keyword(i)
    }) {
        out.push(Effect::Keyword(more));
    }
    if out
        .iter()
        .any(|e| matches!(e, Effect::Keyword(k) if k.keyword == crate::keyword!("equip")))
    {
        // "The equipped unit" is the one it has been attached to.
        super::filter::spoken_of(i);
        i.equips = true;
    }
    let single = if out.len() == 1 { out.pop() } else { None };
    Ok(single.unwrap_or(Effect::Seq(out)))
}

fn activated_keyword(i: &mut In<'_>) -> R<KeywordAbility> {
    let found = plain(i)?;
    // "Pay 1 Force -> Armor" would say how long: an effect, not a keyword that is played.
    let played = matches!(found.keyword.entry().form, Form::Cost | Form::CostNumber);
    if played { Ok(found) } else { fail(i) }
}
