//! Numbers in words.

use super::who::{described, stat, who};
use crate::cardtext::who::{Num, Player, Under};

/// A number inside a sentence: printed, or X with its meaning behind the sentence.
pub(super) fn num(n: &Num) -> String {
    match n {
        Num::Const(n) => n.to_string(),
        Num::Chosen => "any number of".to_owned(),
        Num::UpTo(most) => format!("up to {}", num(most)),
        Num::Plus(a, b) if matches!((a.as_ref(), b.as_ref()), (Num::X, Num::Const(_))) => {
            match b.as_ref() {
                Num::Const(k) if *k < 0 => format!("X-{}", -k),
                Num::Const(k) => format!("X+{k}"),
                _ => "X".to_owned(),
            }
        }
        _ => "X".to_owned(),
    }
}

/// ", where X is ..." for a number that is counted.
pub(super) fn where_x(n: &Num) -> String {
    let inner = match n {
        Num::UpTo(most) => return where_x(most),
        Num::Const(_) | Num::X | Num::Chosen => return String::new(),
        Num::Plus(a, b) if matches!((a.as_ref(), b.as_ref()), (Num::X, Num::Const(_))) => {
            return String::new();
        }
        Num::Times(-1, inner) => inner,
        n => n,
    };
    match inner {
        Num::X => String::new(),
        n => format!(", where X is {}", counted(n)),
    }
}

/// A counted number spelt out.
pub(super) fn counted(n: &Num) -> String {
    match n {
        Num::Const(n) => n.to_string(),
        Num::X => "X".to_owned(),
        Num::Chosen => "the number chosen".to_owned(),
        Num::Count(f) => format!("the number of {}", described(f, false, false)),
        Num::StatOf(w, s) => format!("the {} of {}", stat(*s), who(w)),
        Num::PrintedStatOf(w, s) => format!("the printed {} of {}", stat(*s), who(w)),
        Num::CountersOn(w, kind) => format!("the number of {} counters on {}", kind.word(), who(w)),
        Num::CardsUnder(w, which) => {
            let cards = match which {
                Under::Stacked => "cards stacked",
                Under::FaceDown => "face-down cards",
                Under::Any => "cards",
            };
            format!("the number of {cards} under {}", who(w))
        }
        Num::Prevented => "the amount of damage prevented".to_owned(),
        Num::DamageDone => "the amount of damage done".to_owned(),
        Num::Hits => "the number of hits rolled".to_owned(),
        Num::Misses => "the number of misses rolled".to_owned(),
        Num::AttachedTo(w) => format!("the number of Equipment cards attached to {}", who(w)),
        Num::ForceOf(Player::Opponent) => "your opponent's Force total".to_owned(),
        Num::ForceOf(_) => "your Force total".to_owned(),
        Num::HandOf(Player::Opponent) => "the number of cards in your opponent's hand".to_owned(),
        Num::HandOf(_) => "the number of cards in your hand".to_owned(),
        Num::Plus(a, b) => match b.as_ref() {
            Num::Const(k) if *k < 0 => format!("{} minus {}", counted(a), -k),
            b => format!("{} plus {}", counted(a), counted(b)),
        },
        Num::Times(2, n) => format!("twice {}", counted(n)),
        Num::Times(k, n) => format!("{k} times {}", counted(n)),
        Num::Over(n, 2) => match n.as_ref() {
            Num::Plus(n, one) if **one == Num::Const(1) => {
                format!("half {}, rounded up", counted(n))
            }
            n => format!("half {}", counted(n)),
        },
        Num::Over(n, k) => format!("{} over {k}", counted(n)),
        Num::AtMost(a, b) => format!("{}, up to {}", counted(a), counted(b)),
        Num::UpTo(most) => format!("up to {}", counted(most)),
    }
}
