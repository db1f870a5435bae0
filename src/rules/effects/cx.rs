//! In whose name a text is carried out, with which aims.

use crate::rules::derive::Copy;
use crate::rules::keyword::Aimed;
use crate::rules::look::Look;
use crate::rules::table::UnitIx;
use crate::rules::trace::Cite;
use std::collections::VecDeque;
use std::rc::Rc;

/// The context in which a text is carried out: in whose name, with which aims.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Cx {
    /// In whose name, and what was chosen so far.
    pub look: Look,
    /// Units named by the play, in the order in which they are asked for.
    pub on: VecDeque<UnitIx>,
    /// What pays the costs.
    pub pay: VecDeque<String>,
    /// Everything chosen by "choose ..." so far.
    pub chosen: Vec<UnitIx>,
    /// How much of "up to X".
    pub amount: Option<i32>,
    /// Dice, from 1.
    pub dice: Vec<u8>,
    /// Their new faces.
    pub faces: Option<Vec<u8>>,
    /// The copy of the ability.
    pub copy: Option<Copy>,
    /// The words.
    pub printed: Rc<str>,
    /// The line it rests on.
    pub cite: Cite,
    /// The card, if it is one from hand.
    pub card: Option<String>,
    /// The instance of damage it is played against.
    pub instance: Option<usize>,
    /// A discard asked for was replaced (6.3.8).
    pub replaced: bool,
    /// A play names it, so its player wants what is optional in it (4.5.4).
    pub wanted: bool,
}

impl Cx {
    /// In the name of a player or unit, with nothing aimed.
    pub fn of(look: Look, printed: Rc<str>, cite: Cite) -> Cx {
        Cx {
            look,
            on: VecDeque::new(),
            pay: VecDeque::new(),
            chosen: Vec::new(),
            amount: None,
            dice: Vec::new(),
            faces: None,
            copy: None,
            printed,
            cite,
            card: None,
            instance: None,
            replaced: false,
            wanted: false,
        }
    }
}

/// The aims of what is being carried out.
pub(super) fn aimed_by(cx: &Cx) -> Aimed {
    Aimed {
        amount: cx.amount,
        on: cx.on.iter().copied().collect(),
        instance: cx.instance,
        dice: cx.dice.clone(),
        faces: cx.faces.clone(),
    }
}
