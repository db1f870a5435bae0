//! The board as a form and back: every unit has fields named after its place, `u0_damage` and so on.

use serde_json::{Map, Value, json};

use super::setup::free_id;
use crate::catalogue::CardIndex;
use crate::game::{Card, Side, Zone};
use crate::rules::document::{self, OnUnit};
use crate::rules::situation::{CardSpec, Case, Situation, UnitSpec};
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::form::Form;
use crate::web::names;

/// One unit's fields.
#[derive(Clone, Debug)]
pub struct UnitForm {
    /// Its place.
    pub at: usize,
    /// Its card; empty for an ad-hoc unit.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Whether it is on the Dark Side.
    pub dark: bool,
    /// The type line.
    pub types: String,
    /// The subtypes, divided by commas.
    pub subtypes: String,
    /// Its zone.
    pub zone: &'static str,
    /// Tapped.
    pub tapped: bool,
    /// Numbers: field, label, value.
    pub numbers: Vec<(&'static str, &'static str, String)>,
    /// Ability lines, one on each line.
    pub text: String,
    /// Cards on it, by role: field, label, names one on each line.
    pub parts: Vec<(&'static str, &'static str, String)>,
    /// Effects at work, one on each line.
    pub modifiers: String,
}

/// The zones a unit may lie in.
pub const ZONES: [Zone; 6] = [
    Zone::Character,
    Zone::Ground,
    Zone::Space,
    Zone::Build,
    Zone::Discard,
    Zone::Removed,
];

impl UnitForm {
    fn of(at: usize, unit: &UnitSpec) -> UnitForm {
        let facts = &unit.facts;
        let types: Vec<&str> = facts.types.iter().map(|t| t.name()).collect();
        UnitForm {
            at,
            card: unit.card.clone().unwrap_or_default(),
            name: facts.name.clone(),
            dark: unit.side == crate::game::Side::Dark,
            types: types.join("/"),
            subtypes: facts.subtypes.join(", "),
            zone: unit.zone.word(),
            tapped: unit.tapped,
            numbers: vec![
                ("damage", "Damage", unit.damage.to_string()),
                ("power", "Power", facts.power.to_string()),
                ("speed", "Speed", facts.speed.to_string()),
                ("health", "Health", facts.health.to_string()),
                ("cost", "Build cost", facts.cost.to_string()),
            ],
            text: facts.text.join("\n"),
            parts: vec![
                ("attached", "Equipment on it", names(&unit.attached)),
                ("pilot", "Pilots on it", names(&unit.pilot)),
                ("under", "Cards under it, top first", names(&unit.under)),
            ],
            modifiers: unit.modifiers.join("\n"),
        }
    }
}

impl UnitForm {
    /// Takes over what was typed, be it right or wrong.
    pub fn take(&mut self, form: &Form) {
        let field = |name: &str| format!("u{}_{name}", self.at);
        if !form.has(&field("side")) {
            return;
        }
        let typed = |name: &str| form.get(&field(name)).to_owned();
        self.dark = typed("side") != "light";
        let zone = ZONES.into_iter().find(|z| z.word() == typed("zone"));
        self.zone = zone.map_or(self.zone, Zone::word);
        self.tapped = !typed("tapped").is_empty();
        for (name, _, value) in &mut self.numbers {
            *value = typed(name);
        }
        for (name, _, value) in &mut self.parts {
            *value = typed(name);
        }
        (self.text, self.modifiers) = (typed("text"), typed("modifiers"));
        if form.has(&field("types")) {
            self.types = typed("types");
            self.subtypes = typed("subtypes");
            self.name = typed("name");
        }
    }
}

/// What a player has, as a form.
#[derive(Clone, Debug)]
pub struct PoolForm {
    /// Whose.
    pub side: Side,
    /// Field, label, value.
    pub fields: Vec<(&'static str, &'static str, String)>,
}

impl PoolForm {
    /// Takes over what was typed, be it right or wrong.
    pub fn take(&mut self, form: &Form) {
        for (name, _, value) in &mut self.fields {
            let field = format!("{}_{name}", self.side.word());
            if form.has(&field) {
                form.get(&field).clone_into(value);
            }
        }
    }
}

/// What both players have.
#[must_use]
pub fn pools(situation: &Situation) -> Vec<PoolForm> {
    let pool = |side: Side| {
        let pool = situation.pool(side);
        let known = |n: Option<i32>| n.map_or_else(String::new, |n| n.to_string());
        PoolForm {
            side,
            fields: vec![
                ("force", "Force", pool.force.to_string()),
                (
                    "build_points",
                    "Build points",
                    pool.build_points.to_string(),
                ),
                ("hand", "Hand", known(pool.hand)),
                ("deck", "Deck", known(pool.deck)),
                ("discard", "Discard pile", known(pool.discard)),
            ],
        }
    };
    Side::BOTH.map(pool).into()
}

/// The problem with the names and labels of the form instead of the places of the document.
#[must_use]
pub fn in_words(mut problem: Problem, units: &[UnitForm]) -> Problem {
    for fault in &mut problem.faults {
        if let Some(words) = place_in_words(&fault.place, units) {
            fault.place = words;
        }
    }
    problem
}

/// `unit[1].attached[0]` as `Ahsoka Tano (H), Equipment on it`.
fn place_in_words(place: &str, units: &[UnitForm]) -> Option<String> {
    let (at, rest) = place.strip_prefix("unit[")?.split_once(']')?;
    let unit = units.get(at.parse::<usize>().ok()?);
    let name = unit.map_or("the new unit", |u| u.name.as_str());
    let key = rest.trim_start_matches('.');
    let key = key.split(['[', '.']).next().unwrap_or_default();
    let label = match key {
        "attached" => "Equipment on it",
        "pilot" => "Pilots on it",
        "under" => "cards under it",
        "text" => "ability lines",
        "modifiers" => "effects already at work",
        "" => return Some(name.to_owned()),
        other => other,
    };
    Some(format!("{name}, {label}"))
}

/// The number in a field; `None` if it is empty.
fn number(form: &Form, field: &str, label: &str, of: &str) -> Result<Option<i64>, Problem> {
    form.number(field).map_err(|_| {
        let typed: String = form.get(field).chars().take(40).collect();
        let detail = format!("`{typed}` is no whole number ({label} of {of})");
        Problem::unusable("no-number", detail)
    })
}

/// Cards as a person types them: a card's name, or an ad-hoc name with its lines.
fn names(cards: &[CardSpec]) -> String {
    let line = |c: &CardSpec| match &c.card {
        Some(card) => card.clone(),
        None => format!("{}: {}", c.facts.name, c.facts.text.join(" | ")),
    };
    cards.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The fields of all units.
#[must_use]
pub fn forms(situation: &Situation) -> Vec<UnitForm> {
    situation
        .units
        .iter()
        .enumerate()
        .map(|(at, unit)| UnitForm::of(at, unit))
        .collect()
}

/// The case with the board of the form; plays stay.
///
/// # Errors
/// Everything that is wrong with the board.
pub fn apply(case: &Case, form: &Form, cards: &CardIndex) -> Result<Case, Problem> {
    let mut value = document::to_json_value(case, None);
    let Some(map) = value.as_object_mut() else {
        return Ok(case.clone());
    };
    map.insert("edition".to_owned(), json!(case.situation.edition.as_str()));
    for side in ["dark", "light"] {
        map.insert(side.to_owned(), pool(form, side)?);
    }
    let old = map
        .get("unit")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let mut units = Vec::new();
    for (at, unit) in old.into_iter().enumerate() {
        if form.get(&format!("u{at}_remove")).is_empty() {
            units.push(changed(unit, form, at, cards)?);
        }
    }
    if !form.get("new").is_empty() {
        units.push(new_unit(form, &units, cards));
    }
    map.insert("unit".to_owned(), Value::Array(units));
    map.remove("expect");
    document::read_json(&value.to_string(), cards).map_err(|problems| faults(&problems))
}

fn pool(form: &Form, side: &str) -> Result<Value, Problem> {
    let mut pool = Map::new();
    for key in ["force", "build_points", "hand", "deck", "discard"] {
        let of = if side == "dark" {
            Side::Dark.name()
        } else {
            Side::Light.name()
        };
        let label = key.replace('_', " ");
        if let Some(number) = number(form, &format!("{side}_{key}"), &label, of)? {
            pool.insert(key.to_owned(), json!(number));
        }
    }
    Ok(Value::Object(pool))
}

fn changed(unit: Value, form: &Form, at: usize, cards: &CardIndex) -> Result<Value, Problem> {
    let Value::Object(mut unit) = unit else {
        return Ok(unit);
    };
    let field = |name: &str| format!("u{at}_{name}");
    // A unit whose fields were not sent stays as it is.
    if !form.has(&field("side")) {
        return Ok(Value::Object(unit));
    }
    let name = ["name", "card", "id"].map(|key| unit.get(key).and_then(Value::as_str));
    let name = name
        .into_iter()
        .flatten()
        .next()
        .unwrap_or("a unit")
        .to_owned();
    for key in ["side", "zone"] {
        unit.insert(key.to_owned(), json!(form.get(&field(key))));
    }
    for key in ["damage", "power", "speed", "health", "cost"] {
        if let Some(number) = number(form, &field(key), key, &name)? {
            unit.insert(key.to_owned(), json!(number));
        }
    }
    unit.insert(
        "tapped".to_owned(),
        json!(!form.get(&field("tapped")).is_empty()),
    );
    unit.insert("text".to_owned(), json!(form.lines(&field("text"))));
    unit.insert(
        "modifiers".to_owned(),
        json!(form.lines(&field("modifiers"))),
    );
    if form.has(&field("types")) {
        unit.insert("type".to_owned(), json!(form.get(&field("types"))));
        let subtypes = form
            .get(&field("subtypes"))
            .split(',')
            .map(str::trim)
            .filter(|s| !s.is_empty());
        unit.insert("subtypes".to_owned(), json!(subtypes.collect::<Vec<_>>()));
        unit.insert("name".to_owned(), json!(form.get(&field("name"))));
    }
    for key in ["attached", "pilot", "under"] {
        let before = unit
            .get(key)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let lines = form.lines(&field(key));
        let parts: Vec<Value> = lines
            .iter()
            .map(|line| part(key, line, &before, cards))
            .collect();
        unit.insert(key.to_owned(), Value::Array(parts));
    }
    Ok(Value::Object(unit))
}

/// A card on a unit as it was typed: one that was there before stays as it was, one that the
/// catalogue has is that card, anything else is an ad-hoc card `name: line | line`.
fn part(key: &str, line: &str, before: &[Value], cards: &CardIndex) -> Value {
    let same = before
        .iter()
        .find(|p| p.get("card").and_then(Value::as_str) == Some(line));
    if let Some(part) = same {
        return part.clone();
    }
    let part = match key {
        "attached" => OnUnit::Attached,
        "pilot" => OnUnit::Pilot,
        _ => OnUnit::Under,
    };
    // A card that cannot be there is named all the same: the reader of documents says why.
    let fits = |card: &Card| part.takes(&card.types, &card.text);
    let card = names::meant_among(cards, line, fits).one();
    if let Some(card) = card.or_else(|| names::meant(cards, line).one()) {
        return json!({ "card": card.name });
    }
    let (name, text) = line.split_once(':').unwrap_or((line, ""));
    let text: Vec<&str> = text
        .split('|')
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    json!({ "name": name.trim(), "text": text })
}

fn new_unit(form: &Form, units: &[Value], cards: &CardIndex) -> Value {
    let typed = form.get("new");
    let side = if form.get("new_side") == "light" {
        "light"
    } else {
        "dark"
    };
    let card = names::meant(cards, typed).one();
    let name = card.map_or(typed, |c| c.base_name());
    let taken = |id: &str| {
        units
            .iter()
            .any(|u| u.get("id").and_then(Value::as_str) == Some(id))
    };
    let first = free_id(name, "");
    let id = std::iter::once(first.clone())
        .chain((2..100).map(|n| format!("{first}-{n}")))
        .find(|id| !taken(id))
        .unwrap_or(first);
    match card {
        Some(card) => json!({ "id": id, "side": side, "card": card.name }),
        None => json!({ "id": id, "side": side, "name": name }),
    }
}
