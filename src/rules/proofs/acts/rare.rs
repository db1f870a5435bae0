//! Boards for lines that the ordinary ones do not bring out: short scenes, each on a fresh board,
//! of what texts take away, forbid, answer and wait for.

use super::boards::{ANSWERS, Boards, boards, carried, facts, type_of, unit};
use super::line::{Line, Place, Spoken};
use super::script::{attack, battle_card, card, damage, deploy, reaching, retreat, uses};
use crate::game::{Arena, CardType, Side, Zone};
use crate::rules::situation::{Begin, CardSpec, Play, Situation, UnitSpec};

/// What the units of a scene are dressed with, one after the other.
const DRESSES: u64 = 4;

/// The line as it speaks of one of its names only: texts list names that no unit has together.
fn of_one_name(of: &Spoken, n: u64) -> Spoken {
    let all: Vec<&str> = of.names.split(" and ").collect();
    let one = usize::try_from(n).unwrap_or(0) % (all.len() + 1);
    Spoken {
        names: all.get(one).map_or(of.names.clone(), |s| (*s).to_owned()),
        ..of.clone()
    }
}

/// What a text may take, give or forbid, as other cards have it.
fn changes(of: &Spoken) -> Vec<String> {
    let mut texts: Vec<String> = [
        "Each of your opponent's units gets -1 power and -10 speed until end of turn.",
        "Each of your units gets +1 power and +10 speed until end of turn.",
        "Discard one of your opponent's Resources.",
        "Discard one of your Resources.",
        "Discard the Location in the Space arena.",
        "Discard the Location in the Ground arena.",
        "Discard the Location in the Character arena.",
        "Retreat one of your units.",
        "Retreat one of your opponent's units.",
        "Pay 1 Force -> Draw a card.",
    ]
    .map(str::to_owned)
    .into();
    for arena in Arena::ALL.map(Arena::name) {
        texts.push(format!(
            "Take 1 40/2/1 Trooper Subordinate and put it into the {arena} arena."
        ));
    }
    for name in &of.named {
        texts.push(format!(
            "Each of your opponent's units loses {name} until end of turn."
        ));
        texts.push(format!(
            "Each of your units loses {name} until end of turn."
        ));
    }
    for subtype in &of.subtypes {
        texts.push(format!(
            "Each of your units gets the {subtype} subtype until end of turn."
        ));
    }
    texts
}

/// What is played when the line's turn to answer has come.
fn acts(line: &Line, place: Place) -> Play {
    match place {
        Place::Card | Place::Enhance => card(line, true),
        Place::Pile => uses("it", "Meditate"),
        _ => uses("it", &line.text),
    }
}

/// The fights of a scene: who attacks whom, and who else of each side is there.
fn fights(boards: &Boards) -> Vec<[String; 4]> {
    let own = ["it", "plain-friend"].map(str::to_owned);
    let theirs = "plain-foe".to_owned();
    let mut fights = Vec::new();
    for arena in Arena::ALL.map(Arena::word) {
        let (friend, foe) = (format!("friend-{arena}"), format!("foe-{arena}"));
        if arena == boards.home.word() {
            fights.push([own[0].clone(), foe.clone(), friend.clone(), theirs.clone()]);
            fights.push([foe.clone(), own[0].clone(), theirs.clone(), friend.clone()]);
        }
        fights.push([friend.clone(), foe.clone(), own[0].clone(), theirs.clone()]);
        fights.push([foe, friend, theirs.clone(), own[1].clone()]);
    }
    fights
}

/// Each fight with each answer to it, and with the line's own.
fn answered(line: &Line, of: &Spoken, place: Place, boards: &Boards) -> Vec<Vec<Play>> {
    let mut scenes = Vec::new();
    let named = of.named.iter().copied();
    let answers: Vec<&str> = ANSWERS.into_iter().chain(named).collect();
    for [attacker, defender, by, other] in fights(boards) {
        let fight = attack(&attacker, &defender);
        scenes.push(vec![fight.clone(), acts(line, place)]);
        for answer in &answers {
            for user in [&attacker, &defender, &by, &other] {
                let plays = [fight.clone(), uses(user, answer), acts(line, place)];
                scenes.push(plays.into());
            }
        }
    }
    scenes
}

/// Something is changed by a card of either side, and then there is a fight.
fn changed(line: &Line, of: &Spoken, place: Place, boards: &Boards) -> Vec<Vec<Play>> {
    let mut scenes = Vec::new();
    for text in changes(of) {
        for by in Side::BOTH {
            let reply = battle_card("Reply", by, vec![text.clone()], Vec::new());
            scenes.push(vec![reply.clone(), acts(line, place)]);
            for [attacker, defender, _, other] in fights(boards) {
                let fight = attack(&attacker, &defender);
                let intercept = uses(&other, ANSWERS[1]);
                scenes.push(vec![reply.clone(), fight.clone(), intercept]);
                let refuse = "Pay 1 Force -> Disrupt a Battle card.".to_owned();
                let refused = battle_card("Refusal", by.opponent(), vec![refuse], Vec::new());
                scenes.push(vec![fight, reply.clone(), refused]);
            }
        }
    }
    scenes
}

/// What waits for a moment: the start of a step, an arrival, a departure, damage.
fn moments(line: &Line, of: &Spoken, place: Place) -> Vec<Vec<Play>> {
    let act = || acts(line, place);
    let mut scenes = Vec::new();
    for arena in Arena::ALL {
        let friend = format!("friend-{}", arena.word());
        let foe = format!("foe-{}", arena.word());
        let begin = Play::Begin(Begin::Step(arena));
        scenes.push(vec![begin.clone(), act()]);
        for name in &of.named {
            scenes.push(vec![begin.clone(), uses(&friend, name), uses("it", name)]);
        }
        for unit in [&friend, &foe] {
            scenes.push(vec![damage(unit, "it", 9), act()]);
            scenes.push(vec![damage(unit, "plain-foe", 9), act()]);
            scenes.push(vec![retreat(unit), act()]);
        }
        scenes.push(vec![retreat(&foe), retreat("plain-foe"), act()]);
        scenes.push(vec![retreat(&friend), retreat("plain-friend"), act()]);
    }
    scenes.push(vec![Play::Begin(Begin::Battle), act()]);
    for side in Side::BOTH {
        for late in ["friend-late", "foe-late", "friend-site", "foe-site"] {
            scenes.push(vec![Play::BuildStep(side), deploy(late), act()]);
        }
        scenes.push(vec![Play::BuildStep(side), deploy("it"), act()]);
    }
    scenes.extend(reaching(line).into_iter().map(|play| vec![play]));
    scenes
}

/// The unit with more on it than on ordinary boards.
fn dress(board: &mut Situation, of: &Spoken, place: Place, n: u64) {
    let Some(it) = board.units.first_mut() else {
        return;
    };
    if place == Place::Under && n % DRESSES == 3 {
        // What the card lends may work behind its name only, or in the build zone only.
        it.facts.name.clone_from(&of.names);
        it.zone = Zone::Build;
    }
    let named = |types: Vec<CardType>| facts(&of.names, types, &of.subtypes, Vec::new());
    let card = |facts| CardSpec { card: None, facts };
    if !n.is_multiple_of(DRESSES) {
        it.pilot.push(card(named(vec![CardType::Character])));
        for name in ["Blade", "Belt"] {
            let types = vec![CardType::Equipment];
            it.attached
                .push(card(facts(name, types, &of.subtypes, Vec::new())));
        }
    }
    if n % DRESSES == 2 {
        it.under
            .extend(carried(vec![named(it.facts.types.clone())]));
    }
}

/// Units where none of their kind are on ordinary boards.
fn strays(of: &Spoken) -> Vec<UnitSpec> {
    let mut strays = Vec::new();
    for (side, word) in [(Side::Dark, "friend"), (Side::Light, "foe")] {
        for arena in Arena::ALL {
            let name = format!("{word}-stray-{}", arena.word());
            let types = Arena::ALL.into_iter().filter(|a| *a != arena);
            let types = [arena].into_iter().chain(types).map(type_of).collect();
            let stray = facts("Stray", types, &of.subtypes, of.keywords.clone());
            strays.push(unit(&name, side, stray, Zone::from(arena)));
        }
    }
    strays
}

/// Pairs of boards that differ in the line only, with the plays of one short scene each.
pub fn scenes(line: &Line, of: &Spoken, place: Place, n: u64) -> Vec<[Situation; 2]> {
    let of = &of_one_name(of, n / DRESSES);
    let made = boards(line, of, place, n);
    let mut scenes = moments(line, of, place);
    scenes.extend(answered(line, of, place, &made));
    scenes.extend(changed(line, of, place, &made));
    let dressed = |board: &Situation, plays: Vec<Play>| {
        let mut board = board.clone();
        dress(&mut board, of, place, n);
        board.units.extend(strays(of));
        board.plays = plays;
        board
    };
    scenes
        .into_iter()
        .map(|plays| {
            [
                dressed(&made.with, plays.clone()),
                dressed(&made.without, plays),
            ]
        })
        .collect()
}
