//! One attack: dice, hits, what prevents damage, what comes back.

use super::{Numbers, judged};

/// Everything about one attack.
struct Attack {
    power: i64,
    accuracy: i64,
    critical: i64,
    fury: i64,
    ferocity: bool,
    lucky: i64,
    armor: bool,
    shields: i64,
    parry: i64,
    fortitude: bool,
    riposte: i64,
    evade: i64,
    evaded: i64,
    retaliate: i64,
    health: i64,
    damage: i64,
    first: Vec<i64>,
    extra: Vec<i64>,
    rerolled: Vec<(usize, i64)>,
    back: Vec<i64>,
}

fn random(n: &mut Numbers) -> Attack {
    let power = n.below(6) + 1;
    let shields = n.below(3);
    let dice = (power - shields).max(0);
    let first = n.faces(dice);
    let fury = n.below(3);
    let extra = if first.contains(&4) {
        n.faces(fury)
    } else {
        Vec::new()
    };
    let all = first.len() + extra.len();
    let lucky = n.below(3);
    let mut rerolled = Vec::new();
    for die in 0..usize::try_from(lucky).expect("small").min(all) {
        if n.below(2) == 0 {
            rerolled.push((die, n.below(6) + 1));
        }
    }
    let retaliate = n.below(3);
    let evade = n.below(3);
    let health = n.below(8) + 1;
    Attack {
        power,
        accuracy: n.below(4) - 1,
        critical: n.below(3),
        fury,
        ferocity: n.below(4) == 0,
        lucky,
        armor: n.below(3) == 0,
        shields,
        parry: n.below(3),
        fortitude: n.below(3) == 0,
        riposte: n.below(3),
        evade,
        evaded: if evade > 0 {
            n.below(u64::try_from(evade).expect("small") + 1)
        } else {
            0
        },
        retaliate,
        health,
        damage: n.below(u64::try_from(health).expect("small")),
        first,
        extra,
        rerolled,
        back: n.faces(retaliate),
    }
}

/// Damage counters on defender and attacker, hits, pending damage, and whether the Evade could be used.
fn model(a: &Attack) -> (i64, i64, i64, i64, bool) {
    let mut dice = a.first.clone();
    dice.extend(&a.extra);
    for (die, face) in &a.rerolled {
        dice[*die] = *face;
    }
    let needs = if a.armor { 5 } else { 4 };
    let hits = dice.iter().filter(|d| **d + a.accuracy >= needs).count();
    let hits = i64::try_from(hits).expect("small");
    let mut pending = hits + if dice.contains(&6) { a.critical } else { 0 };
    let before = pending;
    let can_prevent = !a.ferocity || a.fortitude;
    if can_prevent && dice.contains(&1) {
        pending = (pending - a.parry).max(0);
    }
    let evades = a.evade > 0 && can_prevent && pending > 0;
    if evades {
        pending = (pending - a.evaded).max(0);
    }
    let back = a.back.iter().filter(|d| **d >= 4).count();
    let mut returned = i64::try_from(back).expect("small");
    if dice.contains(&2) {
        returned += a.riposte;
    }
    (a.damage + pending, returned, hits, before, evades)
}

fn document(a: &Attack) -> String {
    let mut attacker = vec![format!("Accuracy {}", a.accuracy)];
    let mut defender = vec![format!("Shields {}", a.shields)];
    let has = |to: &mut Vec<String>, n: i64, words: String| {
        if n > 0 {
            to.push(words);
        }
    };
    has(
        &mut attacker,
        a.critical,
        format!("Critical Hit {}", a.critical),
    );
    has(&mut attacker, a.fury, format!("Fury {}", a.fury));
    has(&mut attacker, i64::from(a.ferocity), "Ferocity".to_owned());
    has(&mut attacker, a.lucky, format!("Lucky {}", a.lucky));
    has(&mut defender, i64::from(a.armor), "Armor".to_owned());
    has(&mut defender, a.parry, format!("Parry {}", a.parry));
    has(
        &mut defender,
        i64::from(a.fortitude),
        "Fortitude".to_owned(),
    );
    has(&mut defender, a.riposte, format!("Riposte {}", a.riposte));
    has(
        &mut defender,
        a.evade,
        format!("Pay 0 Force -> Evade {}", a.evade),
    );
    has(
        &mut defender,
        a.retaliate,
        format!("Pay 0 Force -> Retaliate {}", a.retaliate),
    );
    let mut text = format!(
        "[[unit]]\nid = \"a\"\nside = \"dark\"\npower = {}\nhealth = 99\ntext = {attacker:?}\n\
         [[unit]]\nid = \"d\"\nside = \"light\"\nhealth = {}\ndamage = {}\ntext = {defender:?}\n\
         [[play]]\nattack = \"a\"\non = \"d\"\n",
        a.power, a.health, a.damage
    );
    if a.retaliate > 0 {
        text += "[[play]]\nuse = \"d: Retaliate\"\n";
    }
    for faces in [&a.first, &a.extra] {
        if !faces.is_empty() {
            text += &format!("[[play]]\nroll = {faces:?}\n");
        }
    }
    if !a.rerolled.is_empty() {
        let dice: Vec<usize> = a.rerolled.iter().map(|(d, _)| d + 1).collect();
        let faces: Vec<i64> = a.rerolled.iter().map(|(_, f)| *f).collect();
        text += &format!("[[play]]\nuse = \"a: Lucky\"\ndice = {dice:?}\nroll = {faces:?}\n");
    }
    if a.evade > 0 {
        text += &format!("[[play]]\nuse = \"d: Evade\"\namount = {}\n", a.evaded);
    }
    if !a.back.is_empty() {
        text += &format!("[[play]]\nroll = {:?}\n", a.back);
    }
    text
}

/// The first of so many boards on which the engine says something else, and what.
pub fn disagreement(boards: usize) -> Option<String> {
    let mut numbers = Numbers(2026);
    (0..boards).find_map(|board| {
        let attack = random(&mut numbers);
        let text = document(&attack);
        differs(&attack, &text).map(|what| format!("board {board}: {what}\n{text}"))
    })
}

fn differs(attack: &Attack, text: &str) -> Option<String> {
    let (defender, attacker, hits, pending, evades) = model(attack);
    let seen = judged(text);
    let (a, d) = (seen.unit("a"), seen.unit("d"));
    let gone = defender >= attack.health;
    let refused = seen.refused.iter().any(|r| r.contains("Evade"));
    let compared = [
        ("defender gone", i64::from(d.gone), i64::from(gone)),
        (
            "on the defender",
            if gone { 0 } else { d.damage },
            if gone { 0 } else { defender },
        ),
        ("on the attacker", a.damage, attacker),
        ("hits", seen.hits.unwrap_or(-1), hits),
        ("pending", seen.pending.unwrap_or(-1), pending),
        (
            "Evade refused",
            i64::from(refused),
            i64::from(attack.evade > 0 && !evades),
        ),
    ];
    super::first_difference(&compared)
}
