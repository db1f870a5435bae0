//! What two keywords can have to do with each other.

use crate::rulebook::{ClauseId, Stacking};
use crate::rules::trace::Reason;

use super::super::board::Board;
use super::super::role::Role;

/// A step that shows something: its sentence and the clauses it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Seen {
    /// The sentence.
    pub text: String,
    /// The clauses.
    pub cites: Vec<ClauseId>,
}

/// What two keywords have to do with each other. Each of the two is meant by its place, 0 or 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum Relation {
    /// One keyword twice.
    Copies(Stacking),
    /// Two keywords of which an attack uses one.
    OneOf,
    /// That one does nothing because of the other.
    Stops(usize, Reason),
    /// The other can prevent all damage, and then that one does nothing.
    Leaves(usize, Reason),
    /// That one acts where it would not without the other.
    Gives(usize, Seen),
    /// That one acts once more because of the other.
    More(usize, Seen),
    /// One rerolls dice, the other reads a face.
    Rerolls {
        /// Which of the two rerolls.
        by: usize,
        /// The face.
        face: u8,
        /// A reroll changes what is read.
        counts: bool,
    },
    /// One adds attack dice, the other reads a face of them.
    Adds {
        /// Which of the two adds them.
        by: usize,
        /// The face.
        face: u8,
    },
    /// One changes the defender, the other guards units beside its own.
    Guards(usize),
    /// That one asks how much damage the attack did, and the other changes that.
    Below {
        /// Which of the two asks.
        by: usize,
        /// The damage without and with the other.
        damage: [i32; 2],
        /// The number of the one that asks.
        number: i32,
    },
    /// One predicts the hits, and the other changes how many there are.
    Hits {
        /// Which of the two predicts them.
        by: usize,
        /// The hits without and with the other.
        hits: [i32; 2],
    },
    /// One changes the defender, the other is the defender's.
    Moves {
        /// Which of the two changes the defender.
        by: usize,
        /// What the first defender did with the other stays.
        still: bool,
        /// The clauses of the change.
        cites: Vec<ClauseId>,
    },
    /// One lends the other; whether it then acts.
    Lends(usize, bool),
    /// One lends the other for a time at which that one never acts.
    Gone(usize),
    /// One lends only in the build zone.
    Retreated {
        /// Which of the two lends.
        by: usize,
        /// What it lends acts there.
        works: bool,
    },
    /// One brings the card of both back from the discard pile.
    Returns(usize),
    /// That one is chosen before dice are shown that the other one hides.
    Blind(usize),
    /// One lets the other work against damage that cannot be prevented.
    Lets(usize),
    /// One only decides whether its unit can be attacked.
    Opens(usize),
    /// One is an attack into another arena, for which the other's change of power counts.
    Counts {
        /// Which of the two is the attack.
        by: usize,
        /// Attack dice without and with the other.
        dice: [usize; 2],
    },
    /// Both change the number of attack dice of one roll.
    Sum {
        /// Attack dice with neither and with both.
        dice: [usize; 2],
    },
    /// Each of both changes power by itself, though on no board for one attack.
    Powers,
    /// Both change a number of one unit.
    Numbers {
        /// Power or speed.
        what: &'static str,
        /// The number with neither and with both.
        numbers: [i32; 2],
    },
    /// That one speaks of attack dice, and the other rolls dice of damage.
    OtherDice {
        /// Which of the two speaks of attack dice.
        reader: usize,
        /// The other one makes the attack dice more, too.
        adds: bool,
    },
    /// A further attack that one makes is the next attack of which the other one speaks.
    Next {
        /// Which of the two makes the attack.
        by: usize,
        /// Its attack dice without and with the other.
        dice: [usize; 2],
    },
    /// That one looks at the damage counters on its unit, and the other makes them more or fewer.
    Threshold {
        /// Which of the two looks at them.
        by: usize,
        /// The counters without and with the other.
        counters: [i32; 2],
        /// The number of the one that looks at them.
        number: i32,
    },
    /// That one divides the hits that are too many, and the other changes how many those are.
    Excess {
        /// Which of the two divides them.
        by: usize,
        /// The hits without and with the other.
        hits: [i32; 2],
        /// Where the other one lies, if it can lie at more than one place.
        at: Option<Role>,
        /// It is told behind the same for another place.
        again: bool,
    },
    /// One changes the defender, the other is the attacker's and goes on.
    GoesOn {
        /// Which of the two changes the defender.
        by: usize,
        /// The other one looks at the unit that is damaged.
        turns: bool,
    },
    /// The damage that one adds is part of what the other can prevent.
    Within(usize),
    /// The text of cards under the top one of a stack, into which that one lets them, does not work.
    Covered(usize),
    /// While the card of that one is used, the rest of its text is off.
    Quiet(usize),
    /// That one makes damage of its unit unpreventable, and the other one does damage.
    Firm(usize),
    /// That one looks at hits, of which the other one prevents the damage.
    Counted(usize),
    /// That one lets its unit prevent what cannot be prevented, and the other does damage.
    Wards(usize),
    /// One completes a card, and that is the occasion of that one.
    Occasion(usize),
    /// Both complete a card, each at a price of its own.
    OnePrice,
    /// What that one does is no attack, and the other answers attacks.
    NoAttack(usize),
    /// What that one does at the end of an attack comes before the further attack of the other.
    Between(usize),
    /// That one makes a further attack, and the other keeps its unit from being attacked.
    Chooses(usize),
    /// What that one does at the end of an attack reaches an attacker of another arena.
    Across(usize),
    /// The other predicts the hits before that one changes the defender.
    Foretold {
        /// Which of the two changes the defender.
        by: usize,
        /// It is the attacker that predicts.
        own: bool,
    },
    /// After that one has changed the defender, the other may send hits to the unit attacked first.
    GoesBack(usize),
    /// The other acts on the discard of a unit to which that one has sent hits.
    SentOver(usize),
    /// The other puts one more counter for each damage that that one adds.
    Doubled {
        /// Which of the two adds damage.
        by: usize,
        /// The counters without and with it.
        counters: [i32; 2],
    },
    /// That one puts more counters for the damage of the attack, not for what the other does.
    Undoubled {
        /// Which of the two puts more counters.
        by: usize,
        /// The other one makes the attack dice more, too.
        adds: bool,
    },
    /// That one puts more counters after the other has prevented damage.
    Unseen(usize),
    /// That one counts the damage, of which the other makes more counters only.
    Uncounted {
        /// Which of the two counts it.
        by: usize,
        /// The damage, and the counters put for it.
        counters: [i32; 2],
        /// The number of the one that counts it.
        number: i32,
    },
    /// That one adds dice, and the other is hard to hit.
    Hard(usize),
    /// That one hides a unit without damage counters, and the other works with some.
    Tied(usize),
    /// That one acts at the start of a step, after which the other can complete a card.
    Late(usize),
    /// What that one asks comes on top of the cost of the card, which the other changes.
    OnTop(usize),
    /// That one takes power from the attacking unit, if the damage of the other has one.
    Persuaded {
        /// Which of the two prevents.
        by: usize,
        /// The attacking unit loses power.
        loses: bool,
    },
    /// What that one sends to another unit the other does not count.
    Apiece(usize),
    /// That one divides hits before the other one prevents damage.
    Before(usize),
    /// What that one does may be aimed at a unit that the other hides.
    Reaches(usize),
    /// That one takes off the counters without which the other hides a unit.
    Hides(usize),
    /// An attack by that one is in the arena of the attacked unit, and the other asks for an arena.
    Where(usize),
    /// Of the unit that was attacked the other acts as always, whatever that one sends on.
    AsAlways(usize),
    /// That one changes the defender, and what the other has done on attack triggers stays.
    Settled(usize),
    /// That one damages its own unit, and the other asks for another unit.
    OwnDamage(usize),
    /// That one fixes the defender, also in the further attack that the other makes on it.
    Locked(usize),
    /// That one hides the dice by which the other acts.
    Hidden(usize),
    /// That one makes unpreventable what the other adds or sends on.
    Firmly(usize),
    /// What that one adds is no hit, and the other compares hits.
    NoHit(usize),
    /// That one does damage to a unit that the other keeps from being attacked.
    Anyway(usize),
    /// That one lets the other work from under the top card, or in the build zone.
    Granted(usize),
    /// That one does damage when the attack ends, and the other then takes power.
    Afterwards(usize),
    /// The cost of that one is paid for nothing.
    Spent(usize),
    /// Both act in one run and neither switches the other off.
    Meet,
    /// Neither changes the other.
    Apart,
}

/// What was found, with the board that shows it.
#[derive(Clone, Debug)]
pub(in super::super) struct Finding {
    /// The relation.
    pub relation: Relation,
    /// The board.
    pub board: Board,
    /// Both act at one moment, too.
    pub meets: Option<[Role; 2]>,
    /// Boards that show what the first one does not.
    pub also: Vec<Board>,
    /// What else they have to do with each other.
    pub further: Vec<Relation>,
}

impl Finding {
    /// A relation and the board that shows it.
    pub(super) const fn new(relation: Relation, board: Board) -> Finding {
        Finding {
            relation,
            board,
            meets: None,
            also: Vec::new(),
            further: Vec::new(),
        }
    }

    /// The same, with another board that shows what the first one does not.
    pub(super) fn and(mut self, board: Board) -> Finding {
        self.also.push(board);
        self
    }
}
