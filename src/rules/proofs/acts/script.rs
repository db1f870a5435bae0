//! What happens on the boards, one play after another.

use super::boards::{ANSWERS, Boards, handle};
use super::line::{Line, Place, Spoken};
use crate::game::{Arena, CardType, Side};
use crate::rules::situation::{Aim, Begin, Play, Span, Use};

/// A use of the unit's ability.
pub fn uses(unit: &str, ability: &str) -> Play {
    Play::Use(Use {
        unit: Some(handle(unit)),
        ability: ability.to_owned(),
        nth: None,
        aim: Aim::default(),
    })
}

pub fn attack(unit: &str, on: &str) -> Play {
    Play::Attack {
        unit: handle(unit),
        on: Some(handle(on)),
        with: None,
    }
}

pub fn damage(to: &str, from: &str, amount: i32) -> Play {
    Play::Damage {
        amount,
        to: handle(to),
        from: Some(handle(from)),
        dice: false,
        preventable: true,
    }
}

pub fn battle_card(name: &str, by: Side, text: Vec<String>, pay: Vec<String>) -> Play {
    Play::Card {
        name: name.to_owned(),
        by,
        text,
        cost: None,
        types: Vec::new(),
        aim: Aim {
            pay,
            ..Aim::default()
        },
    }
}

/// The play of the card the line stands on; with `enhanced` for its further cost.
pub fn card(line: &Line, enhanced: bool) -> Play {
    let mut text = vec![line.text.clone()];
    let mut pay = Vec::new();
    if line.text.to_lowercase().starts_with("enhance") {
        let basic = if line.first == line.text || line.first.is_empty() {
            "Pay 1 Force -> One of your units gets +1 power until end of turn.".to_owned()
        } else {
            line.first.clone()
        };
        text.insert(0, basic);
        pay.extend(enhanced.then(|| "Enhance".to_owned()));
    }
    battle_card(&line.name, Side::Dark, text, pay)
}

/// Attacks into another arena that the line allows.
pub fn reaching(line: &Line) -> Vec<Play> {
    let reach = [
        ("Bombard", crate::keyword!("bombard"), Arena::Ground),
        ("Barrage", crate::keyword!("barrage"), Arena::Character),
        ("Ion Cannon", crate::keyword!("ion-cannon"), Arena::Space),
    ];
    let mut out: Vec<Play> = reach
        .into_iter()
        .filter(|(name, ..)| line.text.contains(name))
        .map(|(_, keyword, into)| Play::Attack {
            unit: handle("it"),
            on: Some(handle(&format!("foe-{}", into.word()))),
            with: Some(keyword),
        })
        .collect();
    if line.text.contains("can attack") || line.text.contains("may attack") {
        for a in Arena::ALL {
            for b in Arena::ALL.into_iter().filter(|b| *b != a) {
                let (word, on) = (a.word(), format!("foe-{}", b.word()));
                out.push(attack(&format!("friend-{word}"), &on));
                out.push(attack("it", &on));
                out.push(attack(&on, "it"));
            }
            out.push(attack("it", "foe-away"));
            out.push(attack(&format!("friend-{}", a.word()), "foe-away"));
        }
    }
    out
}

/// What the scripts go through.
pub fn script(line: &Line, of: &Spoken, place: Place, boards: &Boards, n: u64) -> Vec<Play> {
    let (home, field) = (boards.home, boards.field);
    let (friend, foe) = (
        format!("friend-{}", field.word()),
        format!("foe-{}", field.word()),
    );
    let rival = format!("foe-{}", home.word());
    let own: &str = if place == Place::Pile {
        "Meditate"
    } else {
        &line.text
    };
    let mut plays = Vec::new();
    if place == Place::Late {
        plays.push(Play::BuildStep(Side::Dark));
        plays.push(deploy("it"));
        plays.push(uses("it", own));
    }
    if n % 5 == 4 {
        // Before the battle, while nobody is tapped.
        for id in [foe.as_str(), rival.as_str(), friend.as_str(), "it"] {
            plays.push(retreat(id));
        }
    }
    if n % 3 == 1 {
        plays.push(Play::BuildStep(Side::Dark));
        plays.push(deploy("friend-late"));
        plays.push(Play::Deploy {
            unit: handle("friend-site"),
            to: Some(crate::game::Zone::from(field)),
            on: None,
            place: None,
        });
        plays.push(Play::BuildStep(Side::Light));
        plays.push(deploy("foe-late"));
    }
    // Without a battle that has begun nobody's turn is asked for.
    if n.is_multiple_of(2) && n % 8 != 2 || n % 8 == 3 {
        // What may happen at such a moment has to be asked for by its name.
        plays.push(Play::Begin(Begin::Battle));
        plays.push(uses("it", own));
        plays.push(Play::Begin(Begin::Step(if n.is_multiple_of(4) {
            home
        } else {
            field
        })));
        plays.push(uses("it", own));
    }
    plays.extend(reaching(line));
    if n % 8 == 2 {
        // Before anything else has touched it.
        plays.push(attack("plain-foe", "it"));
        plays.push(attack(&rival, "it"));
    }
    let fights = [
        attack("it", &rival),
        attack(&rival, "it"),
        attack(&friend, &foe),
        attack(&foe, &friend),
        attack("it", "plain-foe"),
        attack("plain-foe", "it"),
        attack("plain-friend", &foe),
        attack(&foe, "plain-friend"),
        damage("it", &rival, 2),
        damage(&foe, &friend, 9),
        damage("plain-foe", "it", 9),
        damage(&friend, &foe, 9),
        damage("it", &foe, 9),
        damage("plain-friend", &foe, 2),
    ];
    let count = fights.len();
    for k in 0..count {
        let at = (usize::try_from(n).unwrap_or(0) * 5 + k * 3) % count;
        plays.extend(fights.get(at).cloned());
        // On every fourth board after each fight.
        if matches!(place, Place::Card | Place::Enhance) && (k.is_multiple_of(2) || n % 4 == 1) {
            let theirs = vec!["Pay 1 Force -> Draw a card.".to_owned()];
            if k.is_multiple_of(4) {
                plays.push(battle_card("Reply", Side::Light, theirs, Vec::new()));
            }
            plays.push(card(line, true));
            continue;
        }
        if k.is_multiple_of(3) {
            plays.push(uses("it", own));
        }
        for name in of.named.iter().take(2) {
            plays.push(uses(if k.is_multiple_of(2) { &friend } else { "it" }, name));
        }
        let answer = ANSWERS[k % ANSWERS.len()];
        plays.push(uses(
            if k.is_multiple_of(2) { &foe } else { &friend },
            answer,
        ));
        if k % 3 == 1 {
            plays.push(uses("plain-foe", ANSWERS[1]));
        }
        if k % 5 == 2 {
            let theirs = vec!["Pay 1 Force -> Draw a card.".to_owned()];
            let by = if k.is_multiple_of(2) {
                Side::Light
            } else {
                Side::Dark
            };
            plays.push(battle_card("Reply", by, theirs, Vec::new()));
        }
    }
    for unit in [friend.as_str(), foe.as_str(), "it"] {
        plays.push(retreat(unit));
    }
    for moment in [
        Play::End(Span::Battle),
        Play::End(Span::Turn),
        Play::Ready,
        Play::BuildStep(Side::Dark),
        Play::BuildStep(Side::Light),
    ] {
        plays.push(moment);
        plays.push(uses("it", own));
    }
    if line.is(CardType::Location) {
        plays.push(deploy("foe-place"));
    }
    plays
}

pub fn deploy(unit: &str) -> Play {
    Play::Deploy {
        unit: handle(unit),
        to: None,
        on: None,
        place: None,
    }
}

pub fn retreat(unit: &str) -> Play {
    Play::Retreat {
        unit: handle(unit),
        to: None,
    }
}
