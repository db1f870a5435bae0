//! Boards, what the engine says of them, and what plain arithmetic says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod one_attack;
mod two_attacks;

pub use one_attack::disagreement as in_one_attack;
pub use two_attacks::disagreement as in_two_attacks;

/// Numbers that follow each other without pattern.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % n).expect("small")
    }

    fn faces(&mut self, n: i64) -> Vec<i64> {
        (0..n).map(|_| self.below(6) + 1).collect()
    }
}

/// What the engine says of a board, as plain numbers.
struct Judged {
    units: Vec<(String, Unit)>,
    hits: Option<i64>,
    pending: Option<i64>,
    refused: Vec<String>,
    verdict: String,
}

/// A unit at the end.
#[derive(Clone)]
struct Unit {
    damage: i64,
    power: i64,
    gone: bool,
}

impl Judged {
    fn unit(&self, id: &str) -> Unit {
        let found = self.units.iter().find(|(handle, _)| handle == id);
        found.expect("a unit of the board").1.clone()
    }
}

fn judged(text: &str) -> Judged {
    let cards = arbiter::catalogue::CardIndex::from_cards([]);
    let case = arbiter::rules::document::read_toml(text, &cards);
    let case = case.unwrap_or_else(|e| panic!("{e}\n{text}"));
    let ruling = arbiter::rules::judge(&case.situation);
    let units = ruling.after.units.iter().map(|(id, u)| {
        let unit = Unit {
            damage: i64::from(u.damage),
            power: i64::from(u.power),
            gone: u.zone == arbiter::game::Zone::Discard,
        };
        (id.as_str().to_owned(), unit)
    });
    Judged {
        units: units.collect(),
        hits: ruling.hits.map(i64::from),
        pending: ruling.pending.map(i64::from),
        refused: ruling.refused.iter().map(|r| r.play.clone()).collect(),
        verdict: ruling.verdict.summary,
    }
}

/// The first of the pairs that are not equal: engine and model.
fn first_difference(compared: &[(&str, i64, i64)]) -> Option<String> {
    let found = compared.iter().find(|(_, engine, model)| engine != model);
    found.map(|(what, engine, model)| format!("{what}: engine {engine}, model {model}"))
}
