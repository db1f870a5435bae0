//! A first board from two half-typed names.

use serde_json::{Map, Value, json};

use crate::catalogue::{CardIndex, Found, slug};
use crate::game::{Card, CardSide, Side};
use crate::rulebook::Edition;
use crate::rules::document::{self, OnUnit};
use crate::rules::situation::Case;
use crate::web::desk::draft::Draft;
use crate::web::desk::plays::faces;
use crate::web::error::Problem;
use crate::web::{faults, names};

/// The most cards offered for a half-typed name.
const OFFERED: usize = 12;
/// The most Force that is taken.
const MOST_FORCE: i64 = 999;

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
    /// Names of card fields, divided by commas, of which the same is wished one by one.
    pub own: String,
    /// Whether the form was sent: then what is missing is said.
    pub tried: String,
}

/// What became of one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The field: `a`, `a_on`, `d` or `d_on`.
    pub field: &'static str,
    /// What was typed.
    pub typed: String,
    /// What is not clear, or wrong.
    pub says: String,
    /// Cards it may mean, or that are spelt much like it.
    pub cards: Vec<String>,
    /// Whether it may be a card of its own, which no catalogue has.
    pub own: bool,
}

/// What is wrong with a field that is no card's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The field.
    pub field: &'static str,
    /// What is wrong.
    pub says: String,
}

/// A field of the form with its card, or a unit of its own.
enum Named<'a> {
    Card(&'a Card),
    AdHoc(&'a str),
    Nothing,
}

/// Whether a card fights: a unit.
fn is_unit(card: &Card) -> bool {
    OnUnit::Under.takes(&card.types, &card.text)
}

/// Whether a card is Equipment.
fn is_equipment(card: &Card) -> bool {
    OnUnit::Attached.takes(&card.types, &card.text)
}

/// What can stand in a card field of the form.
fn can_stand_in(field: &str) -> fn(&Card) -> bool {
    match field {
        "a" | "d" => is_unit,
        _ => is_equipment,
    }
}

impl Wish {
    /// The card fields.
    fn cards(&self) -> [(&'static str, &str); 4] {
        [
            ("a", self.a.trim()),
            ("a_on", self.a_on.trim()),
            ("d", self.d.trim()),
            ("d_on", self.d_on.trim()),
        ]
    }

    /// The names that are not clear, and cards that cannot stand where they were typed.
    #[must_use]
    pub fn doubts(&self, cards: &CardIndex) -> Vec<Doubt> {
        let typed = self
            .cards()
            .into_iter()
            .filter(|(_, typed)| !typed.is_empty());
        typed
            .filter_map(|(field, typed)| self.doubt(field, typed, cards))
            .collect()
    }

    fn doubt(&self, field: &'static str, typed: &str, cards: &CardIndex) -> Option<Doubt> {
        let doubt = |says: String, names: Vec<&str>, own| Doubt {
            field,
            typed: typed.to_owned(),
            says,
            cards: names.into_iter().take(OFFERED).map(str::to_owned).collect(),
            own,
        };
        let kind = if matches!(field, "a" | "d") {
            "unit"
        } else {
            "Equipment"
        };
        match names::meant_among(cards, typed, can_stand_in(field)) {
            Found::One(_) => None,
            Found::Many(names) => Some(doubt(format!("Which “{typed}”?"), names, false)),
            Found::None { nearest } => match names::meant(cards, typed) {
                Found::One(card) => Some(doubt(wrong_kind(field, card), Vec::new(), false)),
                Found::Many(_) => {
                    let says = format!("Cards called “{typed}” are no {kind}.");
                    Some(doubt(says, Vec::new(), false))
                }
                Found::None { .. } if self.takes_own(field) => None,
                Found::None { .. } if nearest.is_empty() => {
                    let says =
                        format!("No card is called “{typed}”, and none is spelt much like it.");
                    Some(doubt(says, nearest, true))
                }
                Found::None { .. } => {
                    let says = format!("No {kind} is called “{typed}”. Perhaps:");
                    Some(doubt(says, nearest, true))
                }
            },
        }
    }

    /// Whether a name in that field which no card has makes a card of its own.
    fn takes_own(&self, field: &str) -> bool {
        !self.adhoc.is_empty() || self.own_fields().any(|own| own == field)
    }

    /// The fields whose names are taken as cards of their own.
    pub fn own_fields(&self) -> impl Iterator<Item = &str> {
        let fields = self.own.split(',');
        fields.filter(|own| matches!(*own, "a" | "a_on" | "d" | "d_on"))
    }

    /// What is wrong with the other fields, and what is missing once the form was sent.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let missing = self.a.trim().is_empty() && !self.tried.is_empty();
        let missing = missing.then(|| Fault {
            field: "a",
            says: "Say who attacks.".to_owned(),
        });
        let pools = [("dark", &self.dark), ("light", &self.light)];
        let pools = pools.into_iter().filter_map(|(field, typed)| {
            let says = format!("“{}” is no number of Force: type 0 or more.", typed.trim());
            force(typed).is_none().then_some(Fault { field, says })
        });
        let dice = faces(&self.roll).err().map(|problem| Fault {
            field: "roll",
            says: problem.sentence(),
        });
        missing.into_iter().chain(pools).chain(dice).collect()
    }

    /// The board with the attack; its dice, if they were given, wait for their roll.
    ///
    /// # Errors
    /// What is wrong beyond [`Wish::doubts`] and [`Wish::faults`].
    pub fn draft(&self, cards: &CardIndex) -> Result<Draft, Problem> {
        let named = |field, typed| named(field, typed, cards);
        let (attacker, defender) = (named("a", &self.a), named("d", &self.d));
        let side = side_of(&attacker)
            .unwrap_or_else(|| side_of(&defender).map_or(Side::Dark, Side::opponent));
        let mut units = vec![unit(&attacker, side, &named("a_on", &self.a_on), "")];
        let mut attack = Map::new();
        attack.insert("attack".to_owned(), id_of(&units, 0));
        if !matches!(defender, Named::Nothing) {
            let taken = id_of(&units, 0);
            let taken = taken.as_str().unwrap_or_default();
            units.push(unit(
                &defender,
                side.opponent(),
                &named("d_on", &self.d_on),
                taken,
            ));
            attack.insert("on".to_owned(), id_of(&units, 1));
        }
        let known = Edition::ALL
            .into_iter()
            .find(|e| e.as_str() == self.edition);
        let document = json!({
            "edition": known.unwrap_or_default().as_str(),
            "dark": { "force": force(&self.dark).unwrap_or(0) },
            "light": { "force": force(&self.light).unwrap_or(0) },
            "unit": units,
            "play": [attack],
        });
        let case: Case = document::read_json(&document.to_string(), cards)
            .map_err(|problems| faults(&problems))?;
        Ok(Draft {
            case,
            dice: self.roll.trim().to_owned(),
        })
    }
}

/// Why a card cannot stand in a field.
fn wrong_kind(field: &str, card: &Card) -> String {
    let types: Vec<&str> = card.types.iter().map(|t| t.name()).collect();
    let what = match field {
        "a" => "only a unit attacks",
        "d" => "only a unit is attacked",
        _ => "only Equipment can be put on a unit",
    };
    format!(
        "“{}” is a card of type {}; {what}.",
        card.name,
        types.join("/")
    )
}

/// A number of Force; none typed is 0.
fn force(text: &str) -> Option<i64> {
    match text.trim() {
        "" => Some(0),
        text => text.parse().ok().filter(|n| (0..=MOST_FORCE).contains(n)),
    }
}

fn named<'a>(field: &str, typed: &'a str, cards: &'a CardIndex) -> Named<'a> {
    match typed.trim() {
        "" => Named::Nothing,
        typed => match names::meant_among(cards, typed, can_stand_in(field)) {
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
