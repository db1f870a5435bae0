//! Faces that stand for all rolls of a class.

use crate::rules::situation::Play;

use super::dice::Faces;
use super::outcome::Class;
use super::reading::Reading;

/// Faces that stand for a class of rolls.
#[derive(Clone, Debug)]
pub(super) struct Rolled {
    /// The class.
    pub class: Class,
    first: Vec<u8>,
    added: Vec<u8>,
    /// The dice when hits are counted.
    pub last: Vec<u8>,
}

impl Rolled {
    /// Those of a class.
    pub fn of(reading: &Reading, class: Class) -> Rolled {
        let all = reading.all_dice(class.extra);
        let mut first = showing(reading, class, all);
        let last = counting(&reading.faces, class, all);
        let added = first.split_off(reading.dice.min(first.len()));
        Rolled {
            class,
            first,
            added,
            last,
        }
    }

    /// The rolls as plays: initial, additional.
    pub fn plays(&self) -> Vec<Play> {
        let roll = |faces: &Vec<u8>| Play::Roll {
            faces: faces.clone(),
            of: None,
        };
        let mut plays = vec![roll(&self.first)];
        if !self.added.is_empty() {
            plays.push(roll(&self.added));
        }
        plays
    }
}

/// A first roll that shows just the faces of the class among those looked for: the one that brings
/// additional dice before the others, so that it is in the initial roll.
fn showing(reading: &Reading, class: Class, dice: usize) -> Vec<u8> {
    let looked_for = |face: u8| is(&reading.faces.first, face);
    let brings = |face: u8| reading.extra.is_some_and(|e| e.face == face);
    let mut shown: Vec<u8> = (1..=6u8).filter(|f| bit(class.shown, *f)).collect();
    shown.sort_by_key(|f| !brings(*f));
    let plain = (1..=6u8).find(|f| !looked_for(*f));
    let filler = plain.or_else(|| shown.first().copied()).unwrap_or(1);
    shown.resize(dice, filler);
    shown
}

/// A final roll with the hits of the class that shows just its faces among those looked for.
fn counting(faces: &Faces, class: Class, dice: usize) -> Vec<u8> {
    let mut roll: Vec<u8> = (1..=6u8).filter(|f| bit(class.last, *f)).collect();
    let hits = |face: &u8| is(&faces.hits, *face);
    let looked_for = |face: &u8| is(&faces.last, *face);
    let filler = |hit: bool| {
        let fits = |f: &u8| hits(f) == hit;
        let plain = (1..=6u8).find(|f| fits(f) && !looked_for(f));
        plain
            .or_else(|| roll.iter().copied().find(fits))
            .unwrap_or(if hit { 6 } else { 1 })
    };
    let (hit, miss) = (filler(true), filler(false));
    let so_far = roll.iter().filter(|f| hits(f)).count();
    let more = usize::from(class.hits).saturating_sub(so_far);
    roll.extend(std::iter::repeat_n(hit, more));
    roll.resize(dice.max(roll.len()), miss);
    roll
}

fn bit(bits: u8, face: u8) -> bool {
    bits & (1 << (face - 1)) != 0
}

fn is(list: &[bool; 6], face: u8) -> bool {
    list.get(usize::from(face) - 1).copied().unwrap_or(false)
}
