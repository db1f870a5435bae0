//! The verbs of `[[play]]` and the words their keys use.

use crate::game::Arena;
use crate::rules::situation::{Begin, Span, StackPlace};

/// The verb of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    Attack,
    Use,
    Play,
    Roll,
    Choose,
    Pass,
    BuildStep,
    Damage,
    Counters,
    Begin,
    Bid,
    Build,
    Deploy,
    Retreat,
    Ready,
    Set,
    Force,
    End,
}

/// Every verb with its key. `roll` comes last: beside another verb it is a further key.
pub(super) const VERBS: [(&str, Verb); 18] = [
    ("attack", Verb::Attack),
    ("use", Verb::Use),
    ("play", Verb::Play),
    ("choose", Verb::Choose),
    ("pass", Verb::Pass),
    ("build_step", Verb::BuildStep),
    ("damage", Verb::Damage),
    ("counters", Verb::Counters),
    ("begin", Verb::Begin),
    ("bid", Verb::Bid),
    ("build", Verb::Build),
    ("deploy", Verb::Deploy),
    ("retreat", Verb::Retreat),
    ("ready", Verb::Ready),
    ("set", Verb::Set),
    ("force", Verb::Force),
    ("end", Verb::End),
    ("roll", Verb::Roll),
];

/// What can begin.
pub(super) const BEGINS: [(&str, Begin); 4] = [
    ("space", Begin::Step(Arena::Space)),
    ("ground", Begin::Step(Arena::Ground)),
    ("character", Begin::Step(Arena::Character)),
    ("battle", Begin::Battle),
];

/// What can end.
pub(super) const ENDS: [(&str, Span); 4] = [
    ("attack", Span::Attack),
    ("battle step", Span::BattleStep),
    ("battle", Span::Battle),
    ("turn", Span::Turn),
];

/// Until when something lasts.
pub(super) const UNTIL: [(&str, Span); 4] = [
    ("end of attack", Span::Attack),
    ("end of battle step", Span::BattleStep),
    ("end of battle", Span::Battle),
    ("end of turn", Span::Turn),
];

/// Where a card goes in a stack.
pub(super) const PLACES: [(&str, StackPlace); 2] =
    [("above", StackPlace::Above), ("below", StackPlace::Below)];

/// The word for a value of one of these lists.
pub(super) fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    let found = words.iter().find(|(_, v)| v == value);
    found.map_or("", |(word, _)| *word)
}
