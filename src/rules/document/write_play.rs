//! Writing plays: section 3 of the format.

use crate::rules::situation::{Aim, Answer, Play, Set, SetNumber, Use};

use super::form::{Form, Table};
use super::verbs::{BEGINS, ENDS, PLACES, UNTIL, word_of};
use super::writer::{Writer, texts};

/// The table of a play.
pub(super) fn play(play: &Play, writer: Writer<'_>) -> Table {
    let mut out = Table::default();
    match play {
        Play::Attack { unit, on, with } => {
            out.put("attack", unit.as_str());
            out.put_some("on", on.as_ref().map(|on| on.as_str()));
            out.put_some("with", with.map(|keyword| keyword.name()));
        }
        Play::Use(used) => ability_use(used, &mut out),
        Play::Card {
            name,
            by,
            text,
            cost,
            types,
            aim,
        } => {
            out.put("play", name);
            out.put("by", by.word());
            if card_text(name, text, *cost, writer, &mut out) {
                out.put_list("type", types.iter().map(|t| t.name()));
            }
            self::aim(aim, &mut out);
        }
        Play::Roll { faces, of } => {
            out.put("roll", numbers(faces));
            out.put_some("for", of.as_ref());
        }
        Play::Choose { answer, of } => {
            out.put("choose", self::answer(answer));
            out.put_some("for", of.as_ref());
        }
        Play::Pass(side) => out.put("pass", side.word()),
        Play::BuildStep(side) => out.put("build_step", side.word()),
        Play::Damage {
            amount,
            to,
            from,
            dice,
            preventable,
        } => {
            out.put("damage", *amount);
            out.put("to", to.as_str());
            out.put_some("from", from.as_ref().map(|from| from.as_str()));
            out.put_unless("dice", *dice, &false);
            out.put_unless("preventable", *preventable, &true);
        }
        Play::Counters { amount, to } => {
            out.put("counters", *amount);
            out.put("to", to.as_str());
        }
        Play::Begin(begin) => out.put("begin", word_of(&BEGINS, begin)),
        Play::Bid { amount, side } => {
            out.put("bid", *amount);
            out.put("side", side.word());
        }
        Play::Build { unit, points } => {
            out.put("build", unit.as_str());
            out.put_some("points", *points);
        }
        Play::Deploy {
            unit,
            to,
            on,
            place,
        } => {
            out.put("deploy", unit.as_str());
            out.put_some("to", to.map(|to| to.word()));
            out.put_some("on", on.as_ref().map(|on| on.as_str()));
            out.put_some("place", place.map(|place| word_of(&PLACES, &place)));
        }
        Play::Retreat { unit, to } => {
            out.put("retreat", unit.as_str());
            out.put_some("to", to.map(|to| to.word()));
        }
        Play::Ready => out.put("ready", true),
        Play::Set(set) => self::set(set, &mut out),
        Play::Force { delta, side } => {
            out.put("force", format!("{delta:+}"));
            out.put("side", side.word());
        }
        Play::End(span) => out.put("end", word_of(&ENDS, span)),
    }
    out
}

fn ability_use(used: &Use, out: &mut Table) {
    let unit = used.unit.as_ref();
    let mut text = unit.map_or_else(String::new, |unit| format!("{unit}: "));
    text.push_str(&used.ability);
    if let Some(nth) = used.nth {
        text.push_str(&format!(" #{nth}"));
    }
    out.put("use", text);
    aim(&used.aim, out);
}

/// The text and cost of a card, unless the catalogue has the same.
/// Writes what the card says unless the catalogue has it; whether it did.
fn card_text(
    name: &str,
    text: &[String],
    cost: Option<i32>,
    writer: Writer<'_>,
    out: &mut Table,
) -> bool {
    let known = writer.cards.and_then(|cards| cards.get(name));
    let same = known.is_some_and(|card| {
        card.text == text && card.cost.and_then(crate::game::Printed::number) == cost
    });
    if !same {
        out.put("text", texts(text));
        out.put_some("cost", cost);
    }
    !same
}

fn aim(aim: &Aim, out: &mut Table) {
    out.put_some("amount", aim.amount);
    match aim.on.as_slice() {
        [one] => out.put("on", one.as_str()),
        several => out.put_list("on", several.iter().map(|on| on.as_str())),
    }
    let against = aim.against.as_ref().map(|against| match &against.source {
        Some(source) => format!("{source}>{}", against.target),
        None => against.target.to_string(),
    });
    out.put_some("against", against);
    match aim.pay.as_slice() {
        [one] => out.put("pay", one),
        several => out.put_list("pay", several),
    }
    if !aim.dice.is_empty() {
        out.put("dice", numbers(&aim.dice));
    }
    out.put_some("roll", aim.roll.as_ref().map(|faces| numbers(faces)));
}

fn numbers(list: &[u8]) -> Form {
    Form::List(list.iter().map(|n| Form::from(*n)).collect())
}

fn answer(answer: &Answer) -> Form {
    match answer {
        Answer::Bool(yes) => Form::Bool(*yes),
        Answer::Number(n) => Form::Number(*n),
        Answer::Text(text) => Form::from(text),
        Answer::List(list) => Form::List(list.iter().map(self::answer).collect()),
    }
}

fn set(set: &Set, out: &mut Table) {
    out.put("set", set.unit.as_str());
    out.put_some("power", set.power.map(set_number));
    out.put_some("speed", set.speed.map(set_number));
    out.put_some("health", set.health.map(set_number));
    out.put_some("tapped", set.tapped);
    out.put_some("zone", set.zone.map(|zone| zone.word()));
    out.put_list("text", &set.text);
    out.put_some("until", set.until.map(|span| word_of(&UNTIL, &span)));
}

fn set_number(number: SetNumber) -> Form {
    match number {
        SetNumber::By(n) => Form::from(format!("{n:+}")),
        SetNumber::To(n) => Form::from(n),
    }
}
