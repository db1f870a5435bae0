//! Forms read as plays.

use serde_json::{Value, json};

use crate::rules::document;
use crate::rules::situation::{Case, Play};
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::form::Form;
use crate::web::state::State;

/// The faces in a text such as `6 4 2 1`, `6,4,2,1` or `6421`.
///
/// # Errors
/// If something in it is no face.
pub fn faces(text: &str) -> Result<Vec<u8>, Problem> {
    let mut faces = Vec::new();
    for c in text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, ',' | ';' | '-' | '.'))
    {
        match c.to_digit(10).and_then(|d| u8::try_from(d).ok()) {
            Some(face @ 1..=6) => faces.push(face),
            _ => {
                let detail = format!("`{c}` is no face of a die; type the faces like `6 4 2 1`");
                return Err(Problem::unusable("no-face", detail));
            }
        }
    }
    Ok(faces)
}

/// The faces as a person types them.
#[must_use]
pub fn typed(faces: &[u8]) -> String {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    faces.join(" ")
}

/// The most dice that have buttons of their own.
const BUTTONS: usize = 60;

/// The dice of a form as text: typed, else one field for each die (`d1`, `d2`, ...). A typed line
/// that is still the one the page came with gives way to buttons that say something else.
#[must_use]
pub fn given(form: &Form, came_with: &str) -> String {
    let typed: String = form.get("roll").chars().take(MOST).collect();
    let picked = (1..=BUTTONS).map(|die| form.get(&format!("d{die}")));
    let picked: Vec<&str> = picked.filter(|face| !face.is_empty()).collect();
    if typed.is_empty() || (typed == came_with && !picked.is_empty()) {
        picked.join(" ").chars().take(MOST).collect()
    } else {
        typed
    }
}

/// The most characters of typed dice that are looked at.
const MOST: usize = 200;

/// The dice of a form that has no others before it.
///
/// # Errors
/// If something in it is no face, or no die was given.
pub fn dice(form: &Form) -> Result<Vec<u8>, Problem> {
    let all = faces(&given(form, ""))?;
    if all.is_empty() {
        return Err(Problem::unusable(
            "no-dice",
            "give a face for each die, typed or by its buttons",
        ));
    }
    Ok(all)
}

/// What is wrong with typed dice where so many are rolled; `None` if nothing is.
#[must_use]
pub fn fault(text: &str, rolled: usize) -> Option<String> {
    match faces(text) {
        Err(problem) => Some(problem.sentence()),
        Ok(faces) if faces.len() == rolled => None,
        Ok(faces) => {
            let die = if rolled == 1 { "die is" } else { "dice are" };
            let given = match faces.len() {
                0 => "no face is given".to_owned(),
                1 => "1 face is given".to_owned(),
                n => format!("{n} faces are given"),
            };
            Some(format!("{rolled} {die} rolled here, but {given}."))
        }
    }
}

/// A play written as in a document, read in the context of a case: one table of TOML.
///
/// # Errors
/// Everything that is wrong with it.
pub fn written(state: &State, case: &Case, text: &str) -> Result<Play, Problem> {
    let value: toml::Table = toml::from_str(text)
        .map_err(|error| Problem::unusable("unreadable-play", error.message().to_owned()))?;
    let value = serde_json::to_value(value).map_err(|error| Problem::internal(&error))?;
    read(state, case, value)
}

/// A play from its document form.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(state: &State, case: &Case, play: Value) -> Result<Play, Problem> {
    let mut value = document::to_json_value(case, None);
    if let Some(map) = value.as_object_mut() {
        map.insert("play".to_owned(), json!([play]));
        map.remove("expect");
    }
    let read = document::read_json(&value.to_string(), &state.cards.now())
        .map_err(|problems| faults(&problems))?;
    read.situation
        .plays
        .into_iter()
        .next()
        .ok_or_else(|| Problem::unusable("no-play", "no play was written"))
}

/// A play from the fields of one of the desk's small forms.
///
/// # Errors
/// What is missing or wrong.
pub fn from_form(state: &State, case: &Case, form: &Form, verb: &str) -> Result<Play, Problem> {
    let text = |name: &str| form.get(name).to_owned();
    let amount = form.number("amount")?.unwrap_or(1);
    let play = match verb {
        "attack" => match text("on") {
            on if on.is_empty() => json!({ "attack": text("unit") }),
            on => json!({ "attack": text("unit"), "on": on }),
        },
        "build_step" | "pass" => json!({ verb: text("side") }),
        "begin" => json!({ "begin": text("arena") }),
        "end" => json!({ "end": text("what") }),
        "ready" => json!({ "ready": true }),
        "damage" => json!({ "damage": amount, "to": text("unit") }),
        "counters" => json!({ "counters": amount, "to": text("unit") }),
        "force" => json!({ "force": format!("{amount:+}"), "side": text("side") }),
        "power" | "speed" | "health" => json!({ "set": text("unit"), verb: format!("{amount:+}") }),
        "retreat" => json!({ "retreat": text("unit") }),
        other => {
            return Err(Problem::unusable(
                "unknown-play",
                format!("the desk has no play `{other}`"),
            ));
        }
    };
    read(state, case, play)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_people_type_them() {
        assert_eq!(faces("6 4 2 1").unwrap(), [6, 4, 2, 1]);
        assert_eq!(faces("6421").unwrap(), [6, 4, 2, 1]);
        assert_eq!(faces(" 6, 4;2 ").unwrap(), [6, 4, 2]);
        assert!(faces("6 7").is_err());
        assert!(faces("six").is_err());
    }
}
