//! The words of the game that every layer shares: sides, arenas, zones, card types, counters,
//! and a card as a set of facts (RULES 1).

use serde::{Deserialize, Serialize};

/// One of the two seats at the table (1.1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The Dark Side player, who acts first and wins ties (1.1.4).
    Dark,
    /// The Light Side player.
    Light,
}

impl Side {
    /// Both sides in the order in which they act (1.1.4).
    pub const BOTH: [Side; 2] = [Side::Dark, Side::Light];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Dark => Side::Light,
            Side::Light => Side::Dark,
        }
    }

    /// The side of a card that is of this player's side (1.1.2).
    #[must_use]
    pub const fn card_side(self) -> CardSide {
        match self {
            Side::Dark => CardSide::Dark,
            Side::Light => CardSide::Light,
        }
    }

    /// The name in running text, such as "Dark Side".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Dark => "Dark Side",
            Side::Light => "Light Side",
        }
    }

    /// The word of the case format, such as `dark`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Side::Dark => "dark",
            Side::Light => "light",
        }
    }
}

/// Where units fight (1.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arena {
    /// The Space arena.
    Space,
    /// The Ground arena.
    Ground,
    /// The Character arena.
    Character,
}

impl Arena {
    /// The three arenas in battle order (3.1).
    pub const ALL: [Arena; 3] = [Arena::Space, Arena::Ground, Arena::Character];

    /// The printed name, such as "Ground".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Arena::Space => "Space",
            Arena::Ground => "Ground",
            Arena::Character => "Character",
        }
    }

    /// The word of the case format, such as `ground`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Arena::Space => "space",
            Arena::Ground => "ground",
            Arena::Character => "character",
        }
    }
}

/// Where a card lies (1.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// The Space arena.
    Space,
    /// The Ground arena.
    Ground,
    /// The Character arena.
    Character,
    /// The build zone: face-down partly built cards and face-up retreated units.
    Build,
    /// The discard pile.
    Discard,
    /// A hand.
    Hand,
    /// A deck.
    Deck,
    /// Removed from the game.
    Removed,
    /// The supply of cards outside the deck.
    Supply,
}

impl Zone {
    /// The arena, if the zone is one.
    #[must_use]
    pub const fn arena(self) -> Option<Arena> {
        match self {
            Zone::Space => Some(Arena::Space),
            Zone::Ground => Some(Arena::Ground),
            Zone::Character => Some(Arena::Character),
            _ => None,
        }
    }

    /// Whether a card there can be seen and touched by play: an arena or the build zone.
    #[must_use]
    pub const fn on_table(self) -> bool {
        self.arena().is_some() || matches!(self, Zone::Build)
    }

    /// The name in running text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Zone::Space => "the Space arena",
            Zone::Ground => "the Ground arena",
            Zone::Character => "the Character arena",
            Zone::Build => "the build zone",
            Zone::Discard => "the discard pile",
            Zone::Hand => "hand",
            Zone::Deck => "the deck",
            Zone::Removed => "out of the game",
            Zone::Supply => "the supply",
        }
    }

    /// The word of the case format.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Zone::Space => "space",
            Zone::Ground => "ground",
            Zone::Character => "character",
            Zone::Build => "build",
            Zone::Discard => "discard",
            Zone::Hand => "hand",
            Zone::Deck => "deck",
            Zone::Removed => "removed",
            Zone::Supply => "supply",
        }
    }
}

impl From<Arena> for Zone {
    fn from(arena: Arena) -> Zone {
        match arena {
            Arena::Space => Zone::Space,
            Arena::Ground => Zone::Ground,
            Arena::Character => Zone::Character,
        }
    }
}

/// What kind of card it is (1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CardType {
    /// A unit of the Space arena.
    Space,
    /// A unit of the Ground arena.
    Ground,
    /// A unit of the Character arena.
    Character,
    /// Played from hand, then discarded.
    Battle,
    /// Built, takes effect, then discarded.
    Mission,
    /// Built; lies in an arena until replaced.
    Location,
    /// Built; attached to a unit.
    Equipment,
    /// Carries resource counters.
    Resource,
    /// Played from the supply before setup.
    Event,
    /// A unit taken from the supply.
    Subordinate,
    /// A rules reminder, not a card of the game.
    Reminder,
}

impl CardType {
    /// Every card type.
    pub const ALL: [CardType; 11] = [
        CardType::Space,
        CardType::Ground,
        CardType::Character,
        CardType::Battle,
        CardType::Mission,
        CardType::Location,
        CardType::Equipment,
        CardType::Resource,
        CardType::Event,
        CardType::Subordinate,
        CardType::Reminder,
    ];

    /// The arena a unit of this type fights in; `None` for what is no unit type.
    #[must_use]
    pub const fn arena(self) -> Option<Arena> {
        match self {
            CardType::Space => Some(Arena::Space),
            CardType::Ground => Some(Arena::Ground),
            CardType::Character => Some(Arena::Character),
            _ => None,
        }
    }

    /// The printed name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CardType::Space => "Space",
            CardType::Ground => "Ground",
            CardType::Character => "Character",
            CardType::Battle => "Battle",
            CardType::Mission => "Mission",
            CardType::Location => "Location",
            CardType::Equipment => "Equipment",
            CardType::Resource => "Resource",
            CardType::Event => "Event",
            CardType::Subordinate => "Subordinate",
            CardType::Reminder => "Reminder",
        }
    }

    /// The type of that name, whatever its case.
    #[must_use]
    pub fn find(word: &str) -> Option<CardType> {
        CardType::ALL
            .into_iter()
            .find(|t| t.name().eq_ignore_ascii_case(word.trim()))
    }
}

/// A Mission that stays in play when it is completed (1.3.mission).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StayingMission {
    /// Waits for what its text names, acts once and is discarded.
    Trap,
    /// Its lines are abilities from then on.
    Campaign,
}

impl StayingMission {
    /// Which of them a card of that type line is, if it is one.
    #[must_use]
    pub fn of(types: &[CardType], subtypes: &[String]) -> Option<StayingMission> {
        if !types.contains(&CardType::Mission) {
            return None;
        }
        subtypes
            .iter()
            .flat_map(|s| s.split_whitespace())
            .find_map(|word| {
                let is = |kind: &str| word.eq_ignore_ascii_case(kind);
                match (is("trap"), is("campaign")) {
                    (true, _) => Some(StayingMission::Trap),
                    (_, true) => Some(StayingMission::Campaign),
                    _ => None,
                }
            })
    }
}

/// A kind of counter other than damage counters (1.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CounterKind {
    /// Damage counters.
    Damage,
    /// Build counters.
    Build,
    /// Resource counters.
    Resource,
    /// Credit counters.
    Credit,
    /// Mastery counters.
    Mastery,
    /// Redemption counters.
    Redemption,
    /// Corruption counters.
    Corruption,
    /// Captivity counters.
    Captivity,
}

impl CounterKind {
    /// Every kind.
    pub const ALL: [CounterKind; 8] = [
        CounterKind::Damage,
        CounterKind::Build,
        CounterKind::Resource,
        CounterKind::Credit,
        CounterKind::Mastery,
        CounterKind::Redemption,
        CounterKind::Corruption,
        CounterKind::Captivity,
    ];

    /// The word before "counter".
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            CounterKind::Damage => "damage",
            CounterKind::Build => "build",
            CounterKind::Resource => "resource",
            CounterKind::Credit => "credit",
            CounterKind::Mastery => "mastery",
            CounterKind::Redemption => "redemption",
            CounterKind::Corruption => "corruption",
            CounterKind::Captivity => "captivity",
        }
    }

    /// The kind of that word.
    #[must_use]
    pub fn find(word: &str) -> Option<CounterKind> {
        CounterKind::ALL
            .into_iter()
            .find(|k| k.word().eq_ignore_ascii_case(word))
    }
}

/// The side printed on a card (1.1.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CardSide {
    /// `L`
    Light,
    /// `D`
    Dark,
    /// `N`
    Neutral,
    /// `Y`, added by the IDC.
    YuuzhanVong,
}

/// A printed number, which a few cards leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Printed {
    /// A number.
    Number(i32),
    /// `*` or `X`: the text says what it is.
    Open(OpenNumber),
}

/// How an open number is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OpenNumber {
    /// `*`
    #[serde(rename = "*")]
    Star,
    /// `X`
    X,
}

impl Printed {
    /// The number, if it is one.
    #[must_use]
    pub const fn number(self) -> Option<i32> {
        match self {
            Printed::Number(n) => Some(n),
            Printed::Open(_) => None,
        }
    }
}

/// A card as facts: what a catalogue holds and a situation may name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Full name with its version letter, such as `Ahsoka Tano (H)`.
    pub name: String,
    /// Set code, such as `BL`.
    #[serde(default)]
    pub set: String,
    /// Collector's number inside the set; empty if unknown.
    #[serde(default)]
    pub number: String,
    /// The printed side.
    pub side: CardSide,
    /// The types before the dash of the type line; two or three for units of several arenas.
    pub types: Vec<CardType>,
    /// The subtypes after the dash, one each, such as `Jedi`.
    #[serde(default)]
    pub subtypes: Vec<String>,
    /// Build cost, or Force cost of a Battle card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Printed>,
    /// Speed; units only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Printed>,
    /// Power; units only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Printed>,
    /// Health; units only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<Printed>,
    /// Rarity letter.
    #[serde(default)]
    pub rarity: String,
    /// The ability lines, in printed order.
    #[serde(default)]
    pub text: Vec<String>,
    /// Rulings printed beside the card by the rules team; empty if none.
    #[serde(default)]
    pub usage: String,
}

impl Card {
    /// A card of which only the name is known: a Character of the Light Side without numbers or
    /// text, for the rest to be filled in.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Card {
        Card {
            name: name.into(),
            set: String::new(),
            number: String::new(),
            side: CardSide::Light,
            types: vec![CardType::Character],
            subtypes: Vec::new(),
            cost: None,
            speed: None,
            power: None,
            health: None,
            rarity: String::new(),
            text: Vec::new(),
            usage: String::new(),
        }
    }
}

impl Card {
    /// Whether the name carries a version letter, which makes the card unique (1.5.1).
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.version().is_some()
    }

    /// The version letter in brackets at the end of the name.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        let inner = self.name.trim_end().strip_suffix(')')?;
        let (_, version) = inner.rsplit_once('(')?;
        let short = !version.is_empty() && version.len() <= 3;
        (short
            && version
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()))
        .then_some(version)
    }

    /// The name without its version letter.
    #[must_use]
    pub fn base_name(&self) -> &str {
        match (self.version(), self.name.rfind('(')) {
            (Some(_), Some(at)) => self.name.get(..at).unwrap_or(&self.name).trim_end(),
            _ => self.name.trim_end(),
        }
    }

    /// Whether the card fights: it has a unit type or is a Subordinate (1.3).
    #[must_use]
    pub fn is_unit(&self) -> bool {
        self.types
            .iter()
            .any(|t| t.arena().is_some() || *t == CardType::Subordinate)
    }
}
