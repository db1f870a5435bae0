//! Word lists of the grammar: subtypes, and words that are never part of a name.

/// Subtypes of several words that stand for one thing.
const TERMS: &str = concat!(
    "dark jedi|jedi knight|jedi master|jedi padawan|jedi council member|council member|",
    "bounty hunter|crime lord|death watch|capital ship|battle station|patrol ship|",
    "force sensitive|force adept|trade federation|commerce guild|techno union|",
    "banking clan|corporate alliance|black sun|sith lord|sith apprentice|yuuzhan vong|",
    "new republic|old republic|royal guard|star destroyer|mon calamari|",
    "shadow collective|dark lord|kel dor|imperial knight|star fleet|assault transport|",
    "first order|final order|one sith|sith eternal|rogue one|knight of ren|bad batch|",
    "guardian of the whills|church of the force|crimson dawn|death trooper|",
    "galactic alliance|imperial remnant|peace brigade|nite owl|praetorian guard",
);

/// Subtypes that cards also print in small letters.
const SUBTYPES: &str = concat!(
    "jedi|republic|imperial|officer|master|droid|sith|transport|diplomat|rebel|",
    "starfighter|rogue|tatooine|knight|lord|soldier|creature|speeder|naboo|clone|",
    "padawan|fortification|geonosian|spy|squadron|mandalorian|warrior|smuggler|",
    "walker|agent|bothan|inquisitor|astromech|wookiee|stormtrooper|cyborg|kaminoan|",
    "zabrak|flagship|apprentice|nightsister|nightbrother|togruta|gang|bodyguard|",
    "farmer|refugee|assassin|spirit|ewok|gungan|gunship|cruiser|separatist|pirate|",
    "villager|child|urchin|entertainer|musician|hutt|aquatic|bomber|trooper|pilot|",
    "alderaanian|criminal|mercenary|scientist|trader|noghri|corvette|frigate|",
    "freighter|shuttle|interceptor|scout|guard|warship|tusken|jawa|falleen|duros|",
    "chiss|fleet|protocol|independent|biological|lightsaber|skill|weapon|trait|",
    "device|armor",
);

/// Words that are never a subtype or a name, however they are written.
const STOP: &str = concat!(
    "a|an|the|each|all|any|one|two|three|your|you|when|whenever|if|as|at|",
    "this|that|those|these|it|its|he|she|his|her|they|them|their|him|pay|tap|",
    "untap|discard|put|remove|retreat|return|reveal|then|play|prevent|gain|draw|",
    "choose|until|during|search|look|take|move|do|double|treat|only|or|and|to|",
    "for|x|add|subtract|equipped|in|on|of|with|without|from|gets|get|has|have|",
    "is|are|can|can't|may|attacks|attack|does|damage|battle|force|none|up|no|",
    "other|another|also|unit|units|card|cards|pilot|pilots|arena|attached|",
    "activated|abilities|ability|disrupt|reroll|roll|shuffle|lose|build|after|",
    "before|where|player|players|instead|there|while|by|would|opponent's|opponent|",
    "opponents|using|unless|next|first|last|total|printed|counter|counters|hand|",
    "deck|costs|cost|not|doesn't|don't|must",
);

/// Whether the phrase, in small letters and the singular, is a subtype of several words.
pub(crate) fn is_term(phrase: &str) -> bool {
    TERMS.split('|').any(|t| t == phrase)
}

/// The subtype of several words that was meant, where one long word of the phrase has a slip.
pub(crate) fn near_term(phrase: &str) -> Option<&'static str> {
    const LONG: usize = 6;
    TERMS.split('|').find(|term| {
        let mut slips = 0;
        let same_length = phrase.split(' ').count() == term.split(' ').count();
        let words = phrase.split(' ').zip(term.split(' '));
        same_length
            && words.into_iter().all(|(printed, meant)| {
                let slip =
                    meant.chars().count() >= LONG && super::spelling::one_slip(printed, meant);
                slips += usize::from(slip);
                printed == meant || slip
            })
            && slips == 1
    })
}

/// Whether the word, in small letters and the singular, is a subtype that cards print in small
/// letters too.
pub(crate) fn is_small_subtype(word: &str) -> bool {
    SUBTYPES.split('|').any(|t| t == word)
}

/// Whether the word is part of the language of the rules and so of no name.
pub(crate) fn is_stop(word: &str) -> bool {
    STOP.split('|').any(|t| t == word)
}
