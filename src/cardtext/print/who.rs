//! Units, numbers and conditions in words.

pub(super) use super::cond::cond;
use super::join;
pub(super) use super::num::{counted, num, where_x};
use crate::cardtext::who::{
    Cmp, Filter, Kind, Num, Owner, Place, Player, Quantity, Selector, Stat, Trait, Under, Who,
};
use crate::game::{CardSide, CardType};

/// Units, as the subject or object of a sentence.
pub(super) fn who(who: &Who) -> String {
    match who {
        Who::This => "this unit".to_owned(),
        Who::That => "that unit".to_owned(),
        Who::Paid => "the unit that paid the cost".to_owned(),
        Who::Attacker => "the attacking unit".to_owned(),
        Who::Defender => "the defending unit".to_owned(),
        Who::Actor | Who::Patient => "that unit".to_owned(),
        Who::Units(s) => selector(s),
    }
}

/// "one of your Jedi in the Ground arena".
pub(super) fn selector(s: &Selector) -> String {
    if let Some(names) = only_names(&s.filter).filter(|_| s.filter.or.is_empty()) {
        return format!("{names}{}", places(&s.filter.places, true));
    }
    if s.filter.places == [Place::Partly] {
        return partly(&s.filter);
    }
    let chosen = s.quantity != Quantity::Each;
    let one = matches!(
        s.quantity,
        Quantity::Choose(Num::Const(1)) | Quantity::OpponentChooses(_) | Quantity::Each
    );
    let of = if s.filter.owner == Owner::Anyone {
        ""
    } else {
        "of "
    };
    let head = match &s.quantity {
        Quantity::Each => format!("each {of}"),
        Quantity::Choose(Num::Const(1)) | Quantity::OpponentChooses(Num::Const(1)) => {
            if s.filter.owner == Owner::Anyone {
                return with_ors(&indefinite(&s.filter, chosen), &s.filter.or, |more| {
                    alternative_units(more, &s.quantity)
                });
            } else {
                "one of ".to_owned()
            }
        }
        Quantity::Choose(n) | Quantity::OpponentChooses(n) => format!("{} {of}", num(n)),
        Quantity::UpTo(n) => format!("up to {} {of}", num(n)),
        Quantity::AnyNumber => "any number of ".to_owned(),
    };
    let one = one && s.filter.owner == Owner::Anyone;
    let first = match said_before(&s.filter).or_else(|| resource_of(s)) {
        Some(words) => words,
        None => format!("{head}{}", plainly(&s.filter, one, chosen)),
    };
    with_ors(&first, &s.filter.or, |more| {
        alternative_units(more, &s.quantity)
    })
}

/// "a partially built Droid card in your build zone".
fn partly(f: &Filter) -> String {
    let parts: Vec<String> = f
        .kinds
        .iter()
        .map(|alt| match alt.as_slice() {
            [Kind::AnyCard] => String::new(),
            [plain @ .., Kind::AnyCard] => {
                format!("{} ", alternative(plain, true).trim_end_matches(" unit"))
            }
            alt => format!("{} ", alternative(alt, true)),
        })
        .collect();
    let zone = match f.owner {
        Owner::Anyone => "the",
        Owner::Yours => "your",
        Owner::Opponents => "your opponent's",
    };
    format!(
        "a partially built {}card in {zone} build zone",
        parts.join("or ")
    )
}

/// The first description with its alternatives.
fn with_ors(first: &str, more: &[Filter], mut words: impl FnMut(&Filter) -> String) -> String {
    let mut out = first.to_owned();
    for filter in more {
        out.push_str(" or ");
        out.push_str(&words(filter));
    }
    out
}

/// "a Jedi unit", "another unit".
fn indefinite(f: &Filter, chosen: bool) -> String {
    if let Some(words) = said_before(f) {
        return words;
    }
    if f.other {
        let mut rest = f.clone();
        rest.other = false;
        return format!("another {}", plainly(&rest, true, chosen));
    }
    with_article(&plainly(f, true, chosen))
}

/// With "a" or "an" in front.
pub(super) fn with_article(words: &str) -> String {
    let vowel = words.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O', 'U']);
    let n = vowel || words.starts_with("un") && !words.starts_with("uni");
    format!("{} {words}", if n { "an" } else { "a" })
}

/// A player has one Resource in play.
fn resource_of(s: &Selector) -> Option<String> {
    let whole = Filter {
        owner: s.filter.owner,
        kinds: vec![vec![Kind::Type(CardType::Resource)]],
        places: vec![Place::Anywhere],
        ..Filter::default()
    };
    let only = s.quantity == Quantity::Each && s.filter == whole;
    match s.filter.owner {
        Owner::Yours if only => Some("your Resource".to_owned()),
        Owner::Opponents if only => Some("your opponent's Resource".to_owned()),
        _ => None,
    }
}

/// A description that means a unit already spoken of.
fn said_before(f: &Filter) -> Option<String> {
    let bare = f.kinds.is_empty() && !f.other;
    Some(match (f.traits.as_slice(), f.owner) {
        ([Trait::IsThis], _) => "this unit".to_owned(),
        ([Trait::IsThat], Owner::Anyone) if bare => "that unit".to_owned(),
        ([Trait::IsThat], Owner::Yours) if bare => "your chosen unit".to_owned(),
        ([Trait::IsThat], Owner::Opponents) if bare => "your opponent's chosen unit".to_owned(),
        _ => return None,
    })
}

/// Units of which any will do, as events and conditions speak of them: "one of your Jedi".
pub(super) fn any_who(w: &Who) -> String {
    match w {
        Who::Units(s) if s.quantity == Quantity::Each => any_of(&s.filter),
        other => who(other),
    }
}

/// "a Jedi unit", "one of your Rebel units or a damaged unit".
pub(super) fn any_of(f: &Filter) -> String {
    let first = match (only_names(f), said_before(f)) {
        (Some(names), _) => format!("{names}{}", places(&f.places, true)),
        (None, Some(words)) => words,
        (None, None) if f.owner == Owner::Anyone => indefinite(f, false),
        (None, None) => format!("one of {}", plainly(f, false, false)),
    };
    with_ors(&first, &f.or, any_of)
}

/// A further description of the same units.
fn alternative_units(filter: &Filter, quantity: &Quantity) -> String {
    if filter.traits == [Trait::IsThis] {
        return "this unit".to_owned();
    }
    selector(&Selector {
        quantity: quantity.clone(),
        filter: filter.clone(),
    })
}

/// A description made of names alone.
pub(super) fn only_names(f: &Filter) -> Option<String> {
    let plain = f.owner == Owner::Anyone && !f.other && f.traits.is_empty() && !f.kinds.is_empty();
    let names: Option<Vec<String>> = f
        .kinds
        .iter()
        .map(|alt| match alt.as_slice() {
            [Kind::Name(n)] => Some(n.clone()),
            _ => None,
        })
        .collect();
    names.filter(|_| plain).map(|n| join(&n, "or"))
}

/// A description behind its determiner; `one`: in the singular.
pub(super) fn described(f: &Filter, one: bool, chosen: bool) -> String {
    let first = said_before(f).unwrap_or_else(|| plainly(f, one, chosen));
    with_ors(&first, &f.or, |more| {
        if one {
            any_of(more)
        } else {
            described(more, one, chosen)
        }
    })
}

/// The first of several descriptions.
fn plainly(f: &Filter, one: bool, chosen: bool) -> String {
    let owner = match f.owner {
        Owner::Anyone => "",
        Owner::Yours => "your ",
        Owner::Opponents => "your opponent's ",
    };
    let mut out = owner.to_owned();
    if f.other {
        out.push_str("other ");
    }
    for t in &f.traits {
        if let Some(word) = state(t) {
            out.push_str(word);
            out.push(' ');
        }
    }
    out.push_str(&kinds(&f.kinds, one));
    for t in &f.traits {
        out.push_str(&behind(t));
    }
    out.push_str(&places(&f.places, chosen));
    out
}

pub(super) fn state(t: &Trait) -> Option<&'static str> {
    Some(match t {
        Trait::Tapped => "tapped",
        Trait::Untapped => "untapped",
        Trait::Damaged => "damaged",
        Trait::Undamaged => "undamaged",
        Trait::Attacking => "attacking",
        Trait::Defending => "defending",
        Trait::Piloted => "piloted",
        Trait::Equipped => "equipped",
        _ => return None,
    })
}

pub(super) fn behind(t: &Trait) -> String {
    match t {
        Trait::Has(k) => format!(" with {k}"),
        Trait::HasNot(k) => format!(" without {k}"),
        Trait::Lacks(state) if **state == Trait::Piloted => " without a Pilot".to_owned(),
        Trait::Lacks(state) if **state == Trait::Attacking => {
            " other than the attacking unit".to_owned()
        }
        Trait::Lacks(state) if **state == Trait::Defending => {
            " other than the defending unit".to_owned()
        }
        Trait::Lacks(_) => " without Equipment".to_owned(),
        Trait::Attached(of, n) => format!(
            " with {n} or more {} attached to it",
            carried(of, "Equipment")
        ),
        Trait::PilotedBy(of, n) => format!(" with {n} or more {} on it", carried(of, "Pilots")),
        Trait::StackHas(of, n) => format!(
            " with {n} or more {} cards in its stack",
            kinds(of, true).trim_end_matches(" unit")
        ),
        Trait::Extreme {
            stat: s,
            printed,
            highest,
        } => format!(
            " with the {} {}{}",
            if *highest { "highest" } else { "lowest" },
            if *printed { "printed " } else { "" },
            stat(*s)
        ),
        Trait::AttacksWith(k) => format!(" using {k} to attack"),
        Trait::Stacked(n, Under::Stacked) => {
            format!(" with {} or more cards in its stack", u16::from(*n) + 1)
        }
        Trait::Stacked(n, Under::FaceDown) => format!(" with {n} or more face-down cards under it"),
        Trait::Stacked(n, Under::Any) => format!(" with {n} or more cards under it"),
        Trait::Stat {
            stat: s,
            printed,
            cmp,
            to,
        } => format!(" with {}", compared(*s, *printed, *cmp, to)),
        Trait::Counters(kind, n) => format!(" with {n} or more {} counters on it", kind.word()),
        Trait::NotThat => " other than that unit".to_owned(),
        Trait::IsThat => " chosen before".to_owned(),
        Trait::SameNameAsThis => " with the same name".to_owned(),
        Trait::HasAttacked => " that attacked this turn".to_owned(),
        Trait::AttackedByThis => " that this unit is attacking".to_owned(),
        _ => String::new(),
    }
}

/// "Lightsaber Equipment", "Equipment".
fn carried(of: &[Vec<Kind>], noun: &str) -> String {
    if of.is_empty() {
        noun.to_owned()
    } else {
        format!("{} {noun}", kinds(of, true))
    }
}

fn compared(s: Stat, printed: bool, cmp: Cmp, to: &Num) -> String {
    let printed = if printed { "printed " } else { "" };
    let words = match (cmp, to) {
        (Cmp::AtMost, Num::Const(n)) => format!("{n} or less"),
        (Cmp::AtLeast, Num::Const(n)) => format!("{n} or more"),
        (Cmp::AtMost, Num::X) => "X or less".to_owned(),
        (Cmp::AtLeast, Num::X) => "X or more".to_owned(),
        (Cmp::Is, n) => num(n),
        (Cmp::AtMost, n) => format!("less than or equal to {}", counted(n)),
        (Cmp::AtLeast, n) => format!("greater than or equal to {}", counted(n)),
        (Cmp::Less, n) => format!("less than {}", counted(n)),
        (Cmp::More, n) => format!("more than {}", counted(n)),
    };
    format!("{printed}{} {words}", stat(s))
}

/// The alternatives of a description.
pub(super) fn kinds(alts: &[Vec<Kind>], one: bool) -> String {
    if alts.is_empty() {
        return if one { "unit" } else { "units" }.to_owned();
    }
    let parts: Vec<String> = alts.iter().map(|alt| alternative(alt, one)).collect();
    join(&parts, "or")
}

fn alternative(alt: &[Kind], one: bool) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut behind = String::new();
    let mut closed = false;
    for kind in alt {
        match kind {
            Kind::Type(CardType::Subordinate) => words.push("Subordinate".to_owned()),
            Kind::Type(t @ (CardType::Location | CardType::Equipment | CardType::Resource)) => {
                words.push(t.name().to_owned());
                closed = true;
            }
            Kind::Type(t) => words.push(t.name().to_owned()),
            Kind::Subtype(s) => words.push(s.clone()),
            Kind::Name(n) => behind.push_str(&format!(" named {n}")),
            Kind::Side(s) => words.push(side(*s).to_owned()),
            Kind::Unique(u) => words.push(if *u { "unique" } else { "non-unique" }.to_owned()),
            Kind::AnyCard => words.push("card".to_owned()),
            Kind::Not(inner) => match inner.as_ref() {
                Kind::Name(n) => behind.push_str(&format!(" other than {n}")),
                Kind::Subtype(s) => words.push(format!("non-{s}")),
                Kind::Type(t) => words.push(format!("non-{}", t.name())),
                Kind::Side(s) => words.push(format!("non-{}", side(*s))),
                Kind::Unique(_) | Kind::AnyCard | Kind::Not(_) => words.push("other".to_owned()),
            },
        }
    }
    let noun = if closed {
        ""
    } else if one {
        " unit"
    } else {
        " units"
    };
    format!("{}{noun}{behind}", words.join(" "))
        .trim_start()
        .to_owned()
}

fn side(s: CardSide) -> &'static str {
    match s {
        CardSide::Light => "Light Side",
        CardSide::Dark => "Dark Side",
        CardSide::Neutral => "neutral",
        CardSide::YuuzhanVong => "Yuuzhan Vong",
    }
}

/// " in the Ground arena"; with `chosen`, "anywhere" need not be said.
pub(super) fn places(list: &[Place], chosen: bool) -> String {
    if list.is_empty() || (chosen && list == [Place::Anywhere]) {
        return String::new();
    }
    let parts: Vec<String> = list.iter().map(|p| place(*p)).collect();
    format!(" in {}", parts.join(" or "))
}

/// One place.
pub(super) fn place(p: Place) -> String {
    match p {
        Place::Arena(a) => format!("the {} arena", a.name()),
        Place::ThisArena => "this arena".to_owned(),
        Place::ThatArena | Place::ChosenArena => "that arena".to_owned(),
        Place::AttackArena => "the same arena as the defending unit".to_owned(),
        Place::AttackerArena => "the same arena as the attacking unit".to_owned(),
        Place::AnyArena => "any arena".to_owned(),
        Place::Build => "the build zone".to_owned(),
        Place::OwnBuild => "your build zone".to_owned(),
        Place::OpponentsBuild => "your opponent's build zone".to_owned(),
        Place::Partly => "the build zone, partly built".to_owned(),
        Place::Hand => "hand".to_owned(),
        Place::DiscardPile => "the discard pile".to_owned(),
        Place::Anywhere => "play".to_owned(),
    }
}

/// The name of a number on a unit.
pub(super) const fn stat(s: Stat) -> &'static str {
    match s {
        Stat::Speed => "speed",
        Stat::Power => "power",
        Stat::Health => "health",
        Stat::RemainingHealth => "remaining health",
        Stat::BuildCost => "build cost",
        Stat::TotalBuildCost => "total build cost",
        Stat::Damage => "damage counters",
    }
}

/// A player as the subject of a sentence.
pub(super) const fn player(p: Player) -> &'static str {
    match p {
        Player::You => "you",
        Player::Opponent => "your opponent",
        Player::Each => "each player",
        Player::ThatController | Player::ActorController => "that unit's controller",
        Player::ThatOwner => "that unit's owner",
    }
}

/// "1 damage counter", "X corruption counters".
pub(super) fn counters(n: &Num, kind: crate::game::CounterKind) -> String {
    let plural = if *n == Num::Const(1) { "" } else { "s" };
    format!("{} {} counter{plural}", num(n), kind.word())
}
