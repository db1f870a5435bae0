//! A first board from two half-typed names.

use serde_json::{Map, Value, json};

use crate::catalogue::{CardIndex, Found, slug};
use crate::game::{Card, CardSide, Side};
use crate::rules::document;
use crate::rules::situation::Case;
use crate::web::desk::plays::faces;
use crate::web::error::Problem;
use crate::web::{faults, names};

/// The most cards offered for a half-typed name.
const OFFERED: usize = 12;

/// What the first form asks for, as it was typed.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct Wish {
    /// The attacker.
    pub a: String,
    /// Equipment on it.
    pub a_on: String,
    /// The defender.
    pub d: String,
    /// Equipment on it.
    pub d_on: String,
    /// Force of the Dark Side.
    pub dark: String,
    /// Force of the Light Side.
    pub light: String,
    /// Dice on the table.
    pub roll: String,
    /// The edition; empty: the usual one.
    pub edition: String,
    /// Take names that no card has as units of their own.
    pub adhoc: String,
}

/// What became of one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The field: `a`, `a_on`, `d` or `d_on`.
    pub field: &'static str,
    /// What was typed.
    pub typed: String,
    /// Cards it may mean, or that are spelt much like it.
    pub cards: Vec<String>,
    /// Whether several cards fit; else none does.
    pub several: bool,
}

/// A field of the form with its card, or a unit of its own.
enum Named<'a> {
    Card(&'a Card),
    AdHoc(&'a str),
    Nothing,
}

impl Wish {
    /// Whether anything was typed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.a.trim().is_empty() && self.d.trim().is_empty()
    }

    /// The names that are not clear.
    #[must_use]
    pub fn doubts(&self, cards: &CardIndex) -> Vec<Doubt> {
        let fields = [
            ("a", &self.a),
            ("a_on", &self.a_on),
            ("d", &self.d),
            ("d_on", &self.d_on),
        ];
        fields
            .into_iter()
            .filter_map(|(field, typed)| self.doubt(field, typed, cards))
            .collect()
    }

    fn doubt(&self, field: &'static str, typed: &str, cards: &CardIndex) -> Option<Doubt> {
        let typed = typed.trim();
        let doubt = |names: Vec<&str>, several| {
            let cards = names.into_iter().take(OFFERED).map(str::to_owned).collect();
            Some(Doubt {
                field,
                typed: typed.to_owned(),
                cards,
                several,
            })
        };
        if typed.is_empty() {
            return None;
        }
        match names::meant(cards, typed) {
            Found::One(_) => None,
            Found::Many(names) => doubt(names, true),
            Found::None { .. } if !self.adhoc.is_empty() => None,
            Found::None { nearest } => doubt(nearest, false),
        }
    }

    /// The board with the attack and, if they were given, its dice.
    ///
    /// # Errors
    /// What is missing or wrong.
    pub fn case(&self, cards: &CardIndex) -> Result<Case, Problem> {
        let (attacker, defender) = (named(&self.a, cards), named(&self.d, cards));
        if matches!(attacker, Named::Nothing) {
            return Err(Problem::unusable("no-attacker", "say who attacks")
                .suggest("back to the board", "/judge"));
        }
        let side = side_of(&attacker)
            .unwrap_or_else(|| side_of(&defender).map_or(Side::Dark, Side::opponent));
        let mut units = vec![unit(&attacker, side, &named(&self.a_on, cards), "")];
        let mut attack = Map::new();
        attack.insert("attack".to_owned(), id_of(&units, 0));
        if !matches!(defender, Named::Nothing) {
            let taken = id_of(&units, 0);
            let taken = taken.as_str().unwrap_or_default();
            units.push(unit(
                &defender,
                side.opponent(),
                &named(&self.d_on, cards),
                taken,
            ));
            attack.insert("on".to_owned(), id_of(&units, 1));
        }
        let mut plays = vec![Value::Object(attack)];
        if !self.roll.trim().is_empty() {
            plays.push(json!({ "roll": faces(&self.roll)? }));
        }
        let edition = if self.edition.is_empty() {
            "2018"
        } else {
            &self.edition
        };
        let document = json!({
            "edition": edition,
            "dark": { "force": force(&self.dark)? },
            "light": { "force": force(&self.light)? },
            "unit": units,
            "play": plays,
        });
        document::read_json(&document.to_string(), cards).map_err(|problems| faults(&problems))
    }
}

fn force(text: &str) -> Result<i64, Problem> {
    match text.trim() {
        "" => Ok(0),
        text => text.parse().map_err(|_| {
            Problem::unusable("no-number", format!("`{text}` is not a number of Force"))
        }),
    }
}

fn named<'a>(typed: &'a str, cards: &'a CardIndex) -> Named<'a> {
    match typed.trim() {
        "" => Named::Nothing,
        typed => match names::meant(cards, typed) {
            Found::One(card) => Named::Card(card),
            _ => Named::AdHoc(typed),
        },
    }
}

const fn side_of(named: &Named<'_>) -> Option<Side> {
    match named {
        Named::Card(card) => match card.side {
            CardSide::Dark | CardSide::YuuzhanVong => Some(Side::Dark),
            CardSide::Light => Some(Side::Light),
            CardSide::Neutral => None,
        },
        _ => None,
    }
}

fn unit(named: &Named<'_>, side: Side, equipment: &Named<'_>, taken: &str) -> Value {
    let mut unit = Map::new();
    let base = match named {
        Named::Card(card) => card.base_name(),
        Named::AdHoc(name) => name,
        Named::Nothing => "unit",
    };
    unit.insert("id".to_owned(), json!(free_id(base, taken)));
    unit.insert("side".to_owned(), json!(side.word()));
    match named {
        Named::Card(card) => unit.insert("card".to_owned(), json!(card.name)),
        _ => unit.insert("name".to_owned(), json!(base)),
    };
    match equipment {
        Named::Card(card) => unit.insert("attached".to_owned(), json!([{ "card": card.name }])),
        Named::AdHoc(name) => unit.insert("attached".to_owned(), json!([{ "name": name }])),
        Named::Nothing => None,
    };
    Value::Object(unit)
}

/// A handle for a unit of that name which is not the taken one.
pub(super) fn free_id(name: &str, taken: &str) -> String {
    let id: String = slug(name).chars().take(40).collect();
    let id = id.trim_matches('-');
    let id = if id.is_empty() { "unit" } else { id };
    if id == taken {
        format!("{id}-b")
    } else {
        id.to_owned()
    }
}

fn id_of(units: &[Value], at: usize) -> Value {
    units
        .get(at)
        .and_then(|u| u.get("id"))
        .cloned()
        .unwrap_or_default()
}
