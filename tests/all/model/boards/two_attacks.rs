//! An attack, a further one granted after it, and one in return: what divides damage, what is kept
//! for the next attack, what protects others.

use super::{Numbers, first_difference, judged};

/// One side's unit while the attacks run.
#[derive(Clone, Default)]
struct Fighter {
    power: i64,
    health: i64,
    damage: i64,
    /// For its next attack.
    next: i64,
    /// For the turn.
    turn: i64,
    gone: bool,
}

/// The keywords on the board; 0 or false: not there.
struct Board {
    a: Fighter,
    d: Fighter,
    e: Fighter,
    overkill: bool,
    double_damage: bool,
    ferocity: bool,
    precision: bool,
    double_strike: bool,
    tenacity: i64,
    critical: i64,
    backfire: i64,
    focus: i64,
    overload: i64,
    stealth: bool,
    fortitude: bool,
    absorb: i64,
    persuade: i64,
    surge: i64,
    redirect: bool,
    protect: i64,
    plays: String,
    refusals: i64,
}

fn random(n: &mut Numbers) -> Board {
    let one_in = |n: &mut Numbers, k| n.below(k) == 0;
    let fighter = |n: &mut Numbers| {
        let health = n.below(7) + 2;
        Fighter {
            power: n.below(6),
            health,
            damage: n.below(3).min(health - 1),
            ..Fighter::default()
        }
    };
    Board {
        a: Fighter {
            power: n.below(7) + 1,
            health: 99,
            ..Fighter::default()
        },
        d: fighter(n),
        e: fighter(n),
        overkill: one_in(n, 2),
        double_damage: one_in(n, 4),
        ferocity: one_in(n, 4),
        precision: one_in(n, 4),
        double_strike: one_in(n, 3),
        tenacity: n.below(4),
        critical: n.below(3),
        backfire: n.below(3),
        focus: n.below(3),
        overload: n.below(3),
        stealth: one_in(n, 5),
        fortitude: one_in(n, 3),
        absorb: n.below(3),
        persuade: n.below(3),
        surge: n.below(3),
        redirect: one_in(n, 4),
        protect: n.below(3),
        plays: String::new(),
        refusals: 0,
    }
}

/// Lines of text with a number or without one, where the keyword is there.
fn lines(all: &[(bool, String)]) -> Vec<String> {
    let there = all.iter().filter(|(has, _)| *has);
    there.map(|(_, words)| words.clone()).collect()
}

fn unit(id: &str, side: &str, f: &Fighter, text: &[String]) -> String {
    format!(
        "[[unit]]\nid = {id:?}\nside = {side:?}\npower = {}\nhealth = {}\ndamage = {}\ntext = {text:?}\n",
        f.power, f.health, f.damage
    )
}

/// The board before anything happens, as a document.
fn document(b: &Board) -> String {
    let x = |name: &str, n: i64| (n > 0, format!("{name} {n}"));
    let paid = |name: &str, n: i64| (n > 0, format!("Pay 0 Force -> {name} {n}"));
    let bare = |name: &str, has: bool| (has, name.to_owned());
    let attacker = lines(&[
        bare("Overkill", b.overkill),
        bare("Double Damage", b.double_damage),
        bare("Ferocity", b.ferocity),
        bare("Precision", b.precision),
        bare("Double Strike", b.double_strike),
        x("Tenacity", b.tenacity),
        x("Critical Hit", b.critical),
        // What waits for the end of the attack comes in the order of the lines.
        x("Overload", b.overload),
        x("Backfire", b.backfire),
        x("Focus", b.focus),
    ]);
    let defender = lines(&[
        bare("Stealth", b.stealth),
        bare("Fortitude", b.fortitude),
        paid("Absorb", b.absorb),
        paid("Persuade", b.persuade),
        x("Surge", b.surge),
        (b.redirect, "Pay 0 Force -> Redirect".to_owned()),
    ]);
    let other = lines(&[paid("Protect", b.protect)]);
    unit("a", "dark", &b.a, &attacker)
        + &unit("d", "light", &b.d, &defender)
        + &unit("e", "light", &b.e, &other)
}

/// Who is attacked: `d`, or `e`.
#[derive(Clone, Copy, PartialEq)]
enum Who {
    D,
    E,
}

impl Board {
    fn at(&mut self, who: Who) -> &mut Fighter {
        match who {
            Who::D => &mut self.d,
            Who::E => &mut self.e,
        }
    }

    fn play(&mut self, words: &str) {
        self.plays += "[[play]]\n";
        self.plays += words;
        self.plays += "\n";
    }

    fn roll(&mut self, faces: &[i64]) {
        if !faces.is_empty() {
            self.play(&format!("roll = {faces:?}"));
        }
    }

    /// Damage dice of the attacker against itself.
    fn against_itself(&mut self, n: &mut Numbers, dice: i64) {
        let faces = n.faces(dice);
        self.a.damage += faces.iter().filter(|f| **f >= 4).count() as i64;
        self.roll(&faces);
    }

    /// One attack of `a` once it has begun; the damage placed on the defender, and the defender.
    fn strike(&mut self, n: &mut Numbers, target: Who, first: bool) -> (i64, Who) {
        let mut power = self.a.power + self.a.turn + std::mem::take(&mut self.a.next);
        let overloads = first && self.overload > 0 && n.below(2) == 0;
        if overloads {
            self.play("use = \"a: Overload\"");
            power += self.overload;
        }
        let mut defender = target;
        if first && self.redirect && n.below(2) == 0 {
            self.play("use = \"d: Redirect\"\non = \"e\"");
            if !self.precision {
                defender = Who::E;
            }
        }
        let dice = n.faces(power.max(0));
        self.roll(&dice);
        if dice.contains(&5) {
            self.a.next += self.focus;
        }
        let hits = dice.iter().filter(|f| **f >= 4).count() as i64;
        let sent = self.send_on(n, hits, defender);
        let critical = if dice.contains(&6) { self.critical } else { 0 };
        let second = if defender == Who::D { Who::E } else { Who::D };
        let mut pending = [0, 0];
        pending[defender as usize] = hits - sent + critical;
        pending[second as usize] = sent;
        self.prevent(n, &mut pending);
        let placed = pending[defender as usize];
        self.at(Who::D).damage += pending[0];
        self.at(Who::E).damage += pending[1];
        if self.double_damage {
            self.at(defender).damage += placed;
        }
        self.surge(n, pending[0]);
        for who in [Who::D, Who::E] {
            let unit = self.at(who);
            unit.gone |= unit.damage >= unit.health;
        }
        if overloads {
            self.against_itself(n, self.overload);
        }
        if dice.contains(&3) {
            self.against_itself(n, self.backfire);
        }
        (placed, defender)
    }

    /// Hits beyond the remaining health that go to the other unit.
    fn send_on(&mut self, n: &mut Numbers, hits: i64, defender: Who) -> i64 {
        let second = if defender == Who::D { Who::E } else { Who::D };
        let left = self.at(defender).health - self.at(defender).damage;
        let excess = (hits - left).max(0);
        if !self.overkill || self.at(second).gone || n.below(3) == 0 {
            return 0;
        }
        let on = if second == Who::D { "d" } else { "e" };
        let amount = n.below(4);
        self.play(&format!(
            "use = \"a: Overkill\"\non = {on:?}\namount = {amount}"
        ));
        if excess == 0 || amount > excess {
            self.refusals += 1;
            return 0;
        }
        amount
    }

    /// Absorb and Persuade of `d` for itself, Protect of `e` for `d`.
    fn prevent(&mut self, n: &mut Numbers, pending: &mut [i64; 2]) {
        if self.d.gone {
            return;
        }
        let own = !self.ferocity || self.fortitude;
        for (name, x) in [("Absorb", self.absorb), ("Persuade", self.persuade)] {
            if x == 0 || n.below(3) == 0 {
                continue;
            }
            let asked = n.below(x as u64 + 1);
            self.play(&format!("use = \"d: {name}\"\namount = {asked}"));
            if !own || pending[0] == 0 {
                self.refusals += 1;
                continue;
            }
            let taken = asked.min(pending[0]);
            pending[0] -= taken;
            if name == "Absorb" {
                self.d.next += taken;
            } else {
                self.a.next -= taken;
            }
        }
        if self.protect > 0 && !self.e.gone && n.below(2) == 0 {
            self.play("use = \"e: Protect\"\non = \"d\"");
            if self.ferocity || pending[0] == 0 {
                self.refusals += 1;
            } else {
                pending[0] -= self.protect.min(pending[0]);
            }
        }
    }

    /// Power for the turn to a unit of `d`'s choice, if it was damaged.
    fn surge(&mut self, n: &mut Numbers, placed: i64) {
        if self.surge == 0 || self.d.gone || n.below(2) == 0 {
            return;
        }
        let to_itself = n.below(2) == 0;
        let on = if to_itself { "d" } else { "a" };
        self.play(&format!("use = \"d: Surge\"\non = {on:?}"));
        if placed == 0 {
            self.refusals += 1;
        } else if to_itself {
            self.d.turn += self.surge;
        } else {
            self.a.turn += self.surge;
        }
    }

    /// Everything that happens.
    fn run(&mut self, n: &mut Numbers) {
        self.play("attack = \"a\"\non = \"d\"");
        if self.stealth && self.d.damage == 0 {
            self.refusals += 1;
        } else {
            let (placed, defender) = self.strike(n, Who::D, true);
            self.further(n, placed, defender);
        }
        if !self.d.gone {
            self.play("attack = \"d\"\non = \"a\"");
            let dice = n.faces((self.d.power + self.d.turn + self.d.next).max(0));
            self.a.damage += dice.iter().filter(|f| **f >= 4).count() as i64;
            self.roll(&dice);
        }
    }

    /// At most one further attack: the same target again, or one of the opponent's units.
    fn further(&mut self, n: &mut Numbers, placed: i64, defender: Who) {
        let again = placed < self.tenacity && !self.at(defender).gone;
        if again && n.below(2) == 0 {
            self.play("use = \"a: Tenacity\"");
            self.strike(n, defender, false);
        } else if self.double_strike && n.below(2) == 0 {
            let target = if self.d.gone || n.below(2) == 0 {
                Who::E
            } else {
                Who::D
            };
            if self.at(target).gone {
                return;
            }
            let on = if target == Who::D { "d" } else { "e" };
            self.play(&format!("use = \"a: Double Strike\"\non = {on:?}"));
            if target == Who::D && self.stealth && self.d.damage == 0 {
                self.refusals += 1;
            } else {
                self.strike(n, target, false);
            }
        }
    }
}

/// The first of so many boards on which the engine says something else, and what.
pub fn disagreement(boards: usize) -> Option<String> {
    let mut numbers = Numbers(1999);
    (0..boards).find_map(|at| {
        let mut board = random(&mut numbers);
        let before = document(&board);
        board.run(&mut numbers);
        let text = before + &board.plays;
        differs(&board, &text).map(|what| format!("board {at}: {what}\n{text}"))
    })
}

fn differs(board: &Board, text: &str) -> Option<String> {
    let seen = judged(text);
    let mut compared = vec![(
        "refusals",
        i64::try_from(seen.refused.len()).expect("small"),
        board.refusals,
    )];
    for (id, f) in [("a", &board.a), ("d", &board.d), ("e", &board.e)] {
        let unit = seen.unit(id);
        compared.push(("gone", i64::from(unit.gone), i64::from(f.gone)));
        if !f.gone {
            compared.push(("damage", unit.damage, f.damage));
            compared.push(("power", unit.power, f.power + f.turn));
        }
    }
    first_difference(&compared).map(|what| format!("{what} ({})", seen.verdict))
}
