//! What units get, in words.

use super::ability::{ability, keyword_ability};
use super::join;
use super::who::{any_of, cond, counted, described, num, stat, where_x, who};
use crate::cardtext::ability::KeywordValue;
use crate::cardtext::effect::{Ban, Duration, Grant};
use crate::cardtext::who::{Filter, Num, Owner};
use crate::game::Arena;

/// What units that are not the text's own get: as long as "it" does so, not the text's unit.
pub(super) fn of_others(who: &crate::cardtext::who::Who, words: &str) -> String {
    use crate::cardtext::who::Who;
    const ASKS: &str = " as long as this unit ";
    if *who == Who::This {
        return words.to_owned();
    }
    let owner = match who {
        Who::Units(s) => s.filter.owner,
        _ => Owner::Anyone,
    };
    let whose = match owner {
        Owner::Yours => "your",
        Owner::Opponents => "your opponent's",
        Owner::Anyone => "its controller's",
    };
    let words = &words
        .replace(
            "during your untap step",
            &format!("during {whose} untap step"),
        )
        .replace(
            "during your retreat step",
            &format!("during {whose} retreat step"),
        );
    // In quotes a text speaks of its own unit.
    let words = &words.replace(" as long as not (this unit ", " as long as not (it ");
    match words.split_once(ASKS) {
        Some((gets, asks)) if !words.contains('"') => {
            let asks = asks.replace("this unit", "it");
            format!("{gets} as long as it {asks}")
        }
        _ => words.to_owned(),
    }
}

/// "gets +2 power and Armor and can't be attacked"; what X is stands in [`where_grants`].
pub(super) fn predicate(grants: &[Grant]) -> String {
    verbs(grants, &Letters::of(grants))
}

/// The same with what X is behind it.
pub(super) fn predicate_where(grants: &[Grant]) -> String {
    format!("{}{}", predicate(grants), where_grants(grants))
}

fn verbs(grants: &[Grant], letters: &Letters) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut items: Vec<String> = Vec::new();
    for grant in grants {
        match item(grant, letters) {
            Some(words) => items.push(words),
            None => {
                flush(&mut out, &mut items);
                out.push(phrase(grant, letters));
            }
        }
    }
    flush(&mut out, &mut items);
    out.join(" and ")
}

fn flush(out: &mut Vec<String>, items: &mut Vec<String>) {
    if !items.is_empty() {
        out.push(format!("gets {}", join(items, "and")));
        items.clear();
    }
}

/// The items alone, as Switch and Pilot list them.
pub(super) fn list(grants: &[Grant]) -> String {
    let letters = Letters::of(grants);
    let items: Option<Vec<String>> = grants.iter().map(|g| item(g, &letters)).collect();
    match items {
        Some(items) => format!("{}{}", items.join(", "), letters.meanings()),
        None => grants
            .iter()
            .map(|g| bare(g).unwrap_or_else(|| predicate_where(std::slice::from_ref(g))))
            .collect::<Vec<_>>()
            .join(" - "),
    }
}

/// An ability without quotes, as a list of its own has it.
pub(super) fn bare(grant: &Grant) -> Option<String> {
    match grant {
        Grant::Ability(a) => Some(ability(a)),
        other => {
            let letters = Letters::of(std::slice::from_ref(other));
            item(other, &letters).map(|words| format!("{words}{}", letters.meanings()))
        }
    }
}

/// What X, Y and Z stand for in a list of grants: numbers counted in different ways need
/// different letters.
struct Letters(Vec<String>);

impl Letters {
    fn of(grants: &[Grant]) -> Letters {
        let mut all = Vec::new();
        for grant in grants {
            let number = number_of(grant).unwrap_or(&Num::Const(0));
            if matches!(number, Num::Times(-10, x) if **x == Num::X) {
                continue;
            }
            let meaning = where_x(number);
            if !meaning.is_empty() && !all.contains(&meaning) {
                all.push(meaning);
            }
        }
        Letters(all)
    }

    /// The number with its letter.
    fn num(&self, n: &Num) -> String {
        let meaning = where_x(n);
        let at = self.0.iter().position(|m| *m == meaning).unwrap_or(0);
        num(n).replacen('X', LETTERS.get(at).copied().unwrap_or("X"), 1)
    }

    /// ", where X is ... and Y is ...".
    fn meanings(&self) -> String {
        let mut out = String::new();
        for (at, meaning) in self.0.iter().enumerate() {
            let letter = LETTERS.get(at).copied().unwrap_or("X");
            if at == 0 {
                out.push_str(meaning);
            } else {
                let is = meaning.trim_start_matches(", where X");
                out.push_str(&format!(" and {letter}{is}"));
            }
        }
        out
    }
}

const LETTERS: [&str; 4] = ["X", "Y", "Z", "W"];

/// The number a grant brings.
fn number_of(grant: &Grant) -> Option<&Num> {
    match grant {
        Grant::Change(_, n) => Some(n),
        Grant::When(_, inner) => number_of(inner),
        Grant::Keyword(k) => match &k.value {
            KeywordValue::Number(Num::AtMost(..)) => None,
            KeywordValue::Number(n) => Some(n),
            _ => None,
        },
        _ => None,
    }
}

/// What may stand behind "gets".
fn item(grant: &Grant, letters: &Letters) -> Option<String> {
    Some(match grant {
        Grant::Change(s, n) => format!("{} {}", signed(n, letters), stat(*s)),
        Grant::Keyword(k) => match &k.value {
            KeywordValue::Number(Num::AtMost(..)) | KeywordValue::Bare => keyword_ability(k),
            KeywordValue::Number(n) => format!("{} {}", k.keyword.name(), letters.num(n)),
            _ => format!("\"{}\"", keyword_ability(k)),
        },
        Grant::Ability(a) => format!("\"{}\"", ability(a)),
        Grant::Subtype(s) => format!("the {s} subtype"),
        _ => return None,
    })
}

/// `+2`, `-X`.
fn signed(n: &Num, letters: &Letters) -> String {
    match n {
        Num::Const(n) if *n < 0 => n.to_string(),
        Num::Const(n) => format!("+{n}"),
        Num::Times(-10, x) if **x == Num::X => "-10 times X".to_owned(),
        Num::Times(-1, _) => format!("-{}", letters.num(n)),
        n => format!("+{}", letters.num(n)),
    }
}

/// What has a verb of its own.
fn phrase(grant: &Grant, letters: &Letters) -> String {
    match grant {
        Grant::Set(s, n) => format!("has {} {}", stat(*s), counted(n)),
        Grant::Multiply(s, k) => format!("has {k} times its {}", stat(*s)),
        Grant::Loses(k) => format!("loses {k}"),
        Grant::LosesAbilities => "loses all abilities".to_owned(),
        Grant::LosesText => "loses its game text".to_owned(),
        Grant::LosesSubtype(s) => format!("loses the {s} subtype"),
        Grant::Cannot(b) => format!("can't {}", ban(b)),
        Grant::MustAttack(None) => "must attack".to_owned(),
        Grant::MustAttack(Some(w)) => format!("must attack {}", who(w)),
        Grant::MayAttack(f) => format!("can attack {}", described(f, false, false)),
        Grant::MayStayTapped => "can stay tapped during its untap step".to_owned(),
        Grant::FromBuildZone => "can attack from your build zone".to_owned(),
        Grant::Dice(n) => format!("rolls {} dice instead of its power", num(n)),
        Grant::Unpreventable { by, except } => {
            let names: Vec<String> = by.iter().map(ToString::to_string).collect();
            let with = if by.is_empty() {
                String::new()
            } else {
                format!(" by {}", join(&names, "or"))
            };
            let but = except
                .as_ref()
                .map_or_else(String::new, |f| format!(", except by {}", any_of(f)));
            format!("does damage that can't be prevented{with}{but}")
        }
        Grant::When(c, inner) => format!(
            "{} as long as {}",
            verbs(std::slice::from_ref(inner), letters),
            cond(c)
        ),
        other => item(other, letters).unwrap_or_default(),
    }
}

fn ban(b: &Ban) -> String {
    match b {
        Ban::Attack(None) => "attack".to_owned(),
        Ban::Attack(Some(f)) => format!("attack {}", each(f)),
        Ban::BeAttacked(None) => "be attacked".to_owned(),
        Ban::BeAttacked(Some(f)) => format!("be attacked by {}", each(f)),
        Ban::Use(k) => format!("use {k}"),
        Ban::Prevent => "prevent damage".to_owned(),
        Ban::UseAbilities => "use activated abilities".to_owned(),
        Ban::Retreat => "retreat".to_owned(),
        Ban::RetreatStep => "retreat during your retreat step".to_owned(),
        Ban::Untap => "untap".to_owned(),
        Ban::UntapStep => "untap during your untap step".to_owned(),
        Ban::BeTapped => "be tapped".to_owned(),
        Ban::BeDamaged => "be damaged".to_owned(),
        Ban::DefenderChange => "have its target changed".to_owned(),
        Ban::BeDisrupted => "have its abilities disrupted".to_owned(),
        Ban::AttackDisrupted => "have its attacks disrupted".to_owned(),
        Ban::BeDiscarded => "be discarded".to_owned(),
        Ban::Move => "be moved".to_owned(),
        Ban::Carry => "be equipped".to_owned(),
        Ban::Gain(s) => format!("gain {}", stat(*s)),
        Ban::LoseStat(s) => format!("lose {}", stat(*s)),
        Ban::Lose(k) => format!("lose {k}"),
        Ban::GainSubtype(s) => format!("gain the {s} subtype"),
        Ban::LoseSubtypes => "lose its subtypes".to_owned(),
        Ban::LoseAbilities => "lose its game text".to_owned(),
        Ban::Deploy => "be deployed".to_owned(),
        Ban::Control => "count toward arena control".to_owned(),
    }
}

fn each(f: &Filter) -> String {
    let of = if f.owner == Owner::Anyone { "" } else { "of " };
    format!("each {of}{}", described(f, f.owner == Owner::Anyone, false))
}

/// The meaning of X behind a sentence with these grants.
pub(super) fn where_grants(grants: &[Grant]) -> String {
    Letters::of(grants).meanings()
}

/// How long.
pub(super) const fn duration(d: Duration) -> &'static str {
    match d {
        Duration::Attack => "for this attack",
        Duration::NextAttack => "for its next attack",
        Duration::BattleStep => "until end of battle step",
        Duration::ArenaStep(Arena::Space) => "until the end of the Space battle step",
        Duration::ArenaStep(Arena::Ground) => "until the end of the Ground battle step",
        Duration::ArenaStep(Arena::Character) => "until the end of the Character battle step",
        Duration::Battle => "until end of battle",
        Duration::Turn => "until end of turn",
        Duration::NextTurn => "until your next turn",
        Duration::Discarded => "until it is discarded",
        Duration::Tapped => "as long as this unit remains tapped",
        Duration::NextCard => "for the next Battle card",
        Duration::Game => "until end of game",
    }
}
