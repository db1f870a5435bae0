//! Section 3 of the format: the plays.

use crate::rulebook::Keyword;
use crate::rules::situation::{Answer, Play, Set, SetNumber};

use super::limits;
use super::reader::{Fields, Reader, quoted};
use super::tree::{Node, Value};
use super::verbs::{BEGINS, ENDS, PLACES, UNTIL, VERBS, Verb};

/// How deep lists in an answer may nest.
const ANSWER_DEPTH: usize = 3;

/// Keys that stand beside a verb and are none.
const FURTHER: [&str; 22] = [
    "on",
    "with",
    "for",
    "by",
    "text",
    "cost",
    "type",
    "amount",
    "against",
    "pay",
    "dice",
    "to",
    "from",
    "preventable",
    "side",
    "points",
    "place",
    "power",
    "speed",
    "health",
    "until",
    "zone",
];

/// The keys of a `set` that change something.
const CHANGES: [&str; 6] = ["power", "speed", "health", "tapped", "zone", "text"];

impl Reader<'_> {
    /// All plays.
    pub(super) fn plays(&mut self, node: Node) -> Option<Vec<Play>> {
        self.list(node, limits::PLAYS, Reader::play)
    }

    fn play(&mut self, node: Node) -> Option<Play> {
        let mut fields = self.table(node)?;
        let verb = self.verb(&fields)?;
        let play = self.play_of(verb, &mut fields);
        fields.finish(self);
        play
    }

    /// The only verb of a play.
    fn verb(&mut self, fields: &Fields) -> Option<Verb> {
        let given: Vec<&(&str, Verb)> = VERBS.iter().filter(|(key, _)| fields.has(key)).collect();
        match given.as_slice() {
            [(_, verb)] => Some(*verb),
            [(_, verb @ (Verb::Use | Verb::Play)), (_, Verb::Roll)] => Some(*verb),
            [] => {
                if !self.misspelt_verb(fields) {
                    let words: Vec<String> =
                        VERBS.iter().map(|(key, _)| format!("`{key}`")).collect();
                    let what = format!("a play needs a verb, one of {}", words.join(", "));
                    self.wrong(&fields.place, what);
                }
                None
            }
            several => {
                let words: Vec<String> =
                    several.iter().map(|(key, _)| format!("`{key}`")).collect();
                let what = format!("a play has one verb, this one has {}", words.join(" and "));
                self.wrong(&fields.place, what);
                None
            }
        }
    }

    /// Whether a key of a play without a verb is nearly one; then it is told.
    fn misspelt_verb(&mut self, fields: &Fields) -> bool {
        let verbs = VERBS.map(|(key, _)| key);
        let meant = fields.keys().find(|(key, _)| {
            !FURTHER.contains(key) && crate::rulebook::nearest(key, verbs).is_some()
        });
        let Some((key, place)) = meant else {
            return false;
        };
        self.unknown(place, "unknown key", key, &verbs);
        true
    }

    fn play_of(&mut self, verb: Verb, fields: &mut Fields) -> Option<Play> {
        match verb {
            Verb::Attack => self.attack(fields),
            Verb::Use => self.ability_use(fields).map(Play::Use),
            Verb::Play => self.card_play(fields),
            Verb::Roll => self.roll(fields),
            Verb::Choose => self.choice(fields),
            Verb::Pass => fields.get(self, "pass", Reader::side).map(Play::Pass),
            Verb::BuildStep => fields
                .get(self, "build_step", Reader::side)
                .map(Play::BuildStep),
            Verb::Damage => self.damage(fields),
            Verb::Counters => self.put_counters(fields),
            Verb::Begin => {
                let read = |r: &mut Self, node| r.word(node, "battle step", &BEGINS);
                fields.get(self, "begin", read).map(Play::Begin)
            }
            Verb::End => {
                let read = |r: &mut Self, node| r.word(node, "end", &ENDS);
                fields.get(self, "end", read).map(Play::End)
            }
            Verb::Bid => self.bid(fields),
            Verb::Build => self.build(fields),
            Verb::Deploy => self.deploy(fields),
            Verb::Retreat => self.retreat(fields),
            Verb::Ready => self.ready(fields),
            Verb::Set => self.set(fields).map(Play::Set),
            Verb::Force => self.force(fields),
        }
    }

    fn attack(&mut self, fields: &mut Fields) -> Option<Play> {
        let unit = fields.get(self, "attack", Reader::handle);
        let on = fields.get(self, "on", Reader::handle);
        let with = fields.get(self, "with", Reader::keyword);
        Some(Play::Attack {
            unit: unit?,
            on,
            with,
        })
    }

    fn keyword(&mut self, node: Node) -> Option<Keyword> {
        let place = node.place.clone();
        let text = self.line(node)?;
        let keyword = Keyword::find(&text);
        if keyword.is_none() {
            let names: Vec<&str> = Keyword::all().map(Keyword::name).collect();
            self.unknown(&place, "no keyword", &text, &names);
        }
        keyword
    }

    fn roll(&mut self, fields: &mut Fields) -> Option<Play> {
        let faces = fields.get(self, "roll", Reader::faces);
        let of = fields.get(self, "for", Reader::whose);
        Some(Play::Roll { faces: faces?, of })
    }

    /// Faces of dice; one die may be written without brackets.
    pub(super) fn faces(&mut self, node: Node) -> Option<Vec<u8>> {
        let most = usize::try_from(limits::DICE).unwrap_or(usize::MAX);
        self.one_or_more(node, most, Reader::face)
    }

    /// `vader` or `vader: Overkill`.
    fn whose(&mut self, node: Node) -> Option<String> {
        let place = node.place.clone();
        let text = self.line(node)?;
        let unit = text.split(':').next().unwrap_or(&text).trim();
        let shaped = crate::rules::situation::Handle::new(unit).is_some();
        if shaped && !matches!(unit, "dark" | "light") {
            self.handle_in(&place, unit)?;
        }
        Some(text)
    }

    fn choice(&mut self, fields: &mut Fields) -> Option<Play> {
        let answer = fields.get(self, "choose", |r, node| r.answer(node, ANSWER_DEPTH));
        let of = fields.get(self, "for", Reader::whose);
        Some(Play::Choose {
            answer: answer?,
            of,
        })
    }

    fn answer(&mut self, node: Node, depth: usize) -> Option<Answer> {
        match node.value {
            Value::Bool(yes) => Some(Answer::Bool(yes)),
            Value::Number(_) => self.signed(node).map(|n| Answer::Number(n.into())),
            Value::Text(_) => self.line(node).map(Answer::Text),
            Value::List(_) if depth > 0 => {
                let read = |r: &mut Self, item| r.answer(item, depth - 1);
                self.list(node, limits::LIST, read).map(Answer::List)
            }
            other => {
                let what = format!(
                    "expected a unit, a number, true, false or a list, found {}",
                    other.kind()
                );
                self.wrong(&node.place, what);
                None
            }
        }
    }

    fn damage(&mut self, fields: &mut Fields) -> Option<Play> {
        let dice = fields.get(self, "dice", Reader::flag).unwrap_or(false);
        let amount = fields.get(self, "damage", |r, node| {
            let most = if dice { limits::DICE } else { limits::NUMBER };
            r.whole(node, 0..=most)
        });
        let to = fields.need(self, "to", Reader::handle);
        let from = fields.get(self, "from", Reader::handle);
        let preventable = fields
            .get(self, "preventable", Reader::flag)
            .unwrap_or(true);
        Some(Play::Damage {
            amount: i32::try_from(amount?).ok()?,
            to: to?,
            from,
            dice,
            preventable,
        })
    }

    fn put_counters(&mut self, fields: &mut Fields) -> Option<Play> {
        let amount = fields.get(self, "counters", Reader::signed);
        let to = fields.need(self, "to", Reader::handle);
        Some(Play::Counters {
            amount: amount?,
            to: to?,
        })
    }

    fn bid(&mut self, fields: &mut Fields) -> Option<Play> {
        let amount = fields.get(self, "bid", Reader::count);
        let side = fields.need(self, "side", Reader::side);
        Some(Play::Bid {
            amount: amount?,
            side: side?,
        })
    }

    fn build(&mut self, fields: &mut Fields) -> Option<Play> {
        let unit = fields.get(self, "build", Reader::handle);
        let points = fields.get(self, "points", Reader::count);
        Some(Play::Build {
            unit: unit?,
            points,
        })
    }

    fn deploy(&mut self, fields: &mut Fields) -> Option<Play> {
        let unit = fields.get(self, "deploy", Reader::handle);
        let to = fields.get(self, "to", Reader::zone);
        let on = fields.get(self, "on", Reader::handle);
        let place = fields.get(self, "place", |r, node| r.word(node, "place", &PLACES));
        Some(Play::Deploy {
            unit: unit?,
            to,
            on,
            place,
        })
    }

    fn retreat(&mut self, fields: &mut Fields) -> Option<Play> {
        let unit = fields.get(self, "retreat", Reader::handle);
        let to = fields.get(self, "to", Reader::zone);
        Some(Play::Retreat { unit: unit?, to })
    }

    fn ready(&mut self, fields: &mut Fields) -> Option<Play> {
        let place = fields.place.key("ready");
        match fields.get(self, "ready", Reader::flag) {
            Some(true) => Some(Play::Ready),
            Some(false) => {
                self.wrong(&place, "`ready` can only be true");
                None
            }
            None => None,
        }
    }

    fn set(&mut self, fields: &mut Fields) -> Option<Set> {
        let place = fields.place.clone();
        let changes = CHANGES.iter().any(|key| fields.has(key));
        let unit = fields.get(self, "set", Reader::handle);
        let set = Set {
            power: fields.get(self, "power", Reader::set_number),
            speed: fields.get(self, "speed", Reader::set_number),
            health: fields.get(self, "health", Reader::set_number),
            tapped: fields.get(self, "tapped", Reader::flag),
            zone: fields.get(self, "zone", Reader::zone),
            text: fields
                .get(self, "text", Reader::abilities)
                .unwrap_or_default(),
            until: fields.get(self, "until", |r, node| r.word(node, "time", &UNTIL)),
            unit: unit?,
        };
        if !changes {
            let keys = "`power`, `speed`, `health`, `tapped`, `zone` or `text`";
            self.wrong(&place, format!("`set` changes nothing: give {keys}"));
        }
        Some(set)
    }

    /// `2`, or `"+2"` for a change.
    fn set_number(&mut self, node: Node) -> Option<SetNumber> {
        if let Value::Text(text) = &node.value {
            let by = text.trim().starts_with(['+', '-']);
            let text = text.trim().to_owned();
            let n = self.number_in(node, &text)?;
            return Some(if by {
                SetNumber::By(n)
            } else {
                SetNumber::To(n)
            });
        }
        self.signed(node).map(SetNumber::To)
    }

    fn force(&mut self, fields: &mut Fields) -> Option<Play> {
        let delta = fields.get(self, "force", |r, node| match &node.value {
            Value::Text(text) => {
                let text = text.trim().to_owned();
                r.number_in(node, &text)
            }
            _ => r.signed(node),
        });
        let side = fields.need(self, "side", Reader::side);
        Some(Play::Force {
            delta: delta?,
            side: side?,
        })
    }

    /// The signed number that a text is.
    fn number_in(&mut self, node: Node, text: &str) -> Option<i32> {
        let Ok(n) = text.parse::<i64>() else {
            let what = format!(
                "{} is no number: write `\"+2\"`, `\"-2\"` or `2`",
                quoted(text)
            );
            self.wrong(&node.place, what);
            return None;
        };
        self.signed(Node {
            place: node.place,
            value: Value::Number(n),
        })
    }
}
