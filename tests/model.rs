//! A second opinion: one attack worked out by straight-line arithmetic that shares no type and no
//! code with the engine, on random boards.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

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

#[test]
fn the_engine_agrees_with_plain_arithmetic() {
    let boards = std::env::var("ARBITER_BOARDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1_000);
    let cards = arbiter::catalogue::CardIndex::from_cards([]);
    let mut numbers = Numbers(2026);
    for board in 0..boards {
        let attack = random(&mut numbers);
        let (defender, attacker, hits, pending, evades) = model(&attack);
        let text = document(&attack);
        let case = arbiter::rules::document::read_toml(&text, &cards).expect("a well-formed board");
        let ruling = arbiter::rules::judge(&case.situation);
        let told = format!("board {board}: {}\n{text}", ruling.verdict.summary);
        let unit = |id: &str| {
            ruling
                .after
                .units
                .iter()
                .find(|(h, _)| h.as_str() == id)
                .map(|(_, u)| u.clone())
        };
        let (a, d) = (
            unit("a").expect("the attacker"),
            unit("d").expect("the defender"),
        );
        let gone = defender >= attack.health;
        assert_eq!(d.zone == arbiter::game::Zone::Discard, gone, "{told}");
        if !gone {
            assert_eq!(i64::from(d.damage), defender, "{told}");
        }
        assert_eq!(i64::from(a.damage), attacker, "{told}");
        assert_eq!(ruling.hits.map(i64::from), Some(hits), "{told}");
        assert_eq!(ruling.pending.map(i64::from), Some(pending), "{told}");
        let refused = ruling.refused.iter().any(|r| r.play.contains("Evade"));
        assert_eq!(refused, attack.evade > 0 && !evades, "{told}");
    }
}
