//! The singular of subtypes.

/// The singular of a subtype: `Spies` gives `spy`.
pub(crate) fn singular(word: &str) -> String {
    let word = word
        .strip_suffix("'s")
        .or_else(|| word.strip_suffix('\''))
        .unwrap_or(word);
    if matches!(
        word,
        "duros" | "chiss" | "kaas" | "pirates'" | "shields" | "grievous" | "aquatics"
    ) {
        return word.to_owned();
    }
    if let Some(one) = irregular(word) {
        return one;
    }
    for keep in ["ss", "us", "is"] {
        if word.ends_with(keep) {
            return word.to_owned();
        }
    }
    word.strip_suffix('s')
        .filter(|w| w.len() > 2)
        .unwrap_or(word)
        .to_owned()
}

/// The singular of a plural that is more than an added `s`: `spies`, `thieves`, `guardsmen`.
fn irregular(word: &str) -> Option<String> {
    match word {
        "children" => return Some("child".to_owned()),
        "eopies" | "rookies" | "zombies" => return word.strip_suffix('s').map(str::to_owned),
        _ => {}
    }
    const ENDINGS: &[(&str, &str)] = &[
        ("ieves", "ief"),
        ("olves", "olf"),
        ("elves", "elf"),
        ("ies", "y"),
        ("men", "man"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("xes", "x"),
        ("roes", "ro"),
    ];
    ENDINGS.iter().find_map(|(many, one)| {
        let stem = word.strip_suffix(many)?;
        let whole = stem.len() > 1 || *many == "ieves" || *many == "olves";
        whole.then(|| format!("{stem}{one}"))
    })
}

#[cfg(test)]
mod tests {
    use super::singular;

    /// Every word of the type lines of the printed cards whose plural a text may name.
    const WORDS: &str = "agent apprentice army artorian assassin astromech battlefield bodyguard \
        bothan bounty boy child citadel city clone cruiser cyborg creature dancer device diner \
        diplomat droid duchess entertainer eopie ewok facility farmer feline flagship fleet \
        force forest fortification gang geonosian guild gungan gunship handmaiden harch hunter \
        hutt imperial inquisitor jawa journalist king knight lizard lord mandalorian master \
        mechanic mercenary merchant monkey musician nightbrother nightsister officer owner \
        padawan pilot prison queen rebel refugee republic rodian rogue sandcrawler scavenger \
        scientist seer sensitive separatist settlement shaper ship skill slave smuggler soldier \
        speeder spirit spy squad squadron star starfighter station stormtrooper tank thief toy \
        transport vehicle villager walker warrior weapon wookiee zabrak guardsman wolf witch";

    fn plural(word: &str) -> String {
        let vowel = |c: char| "aeiou".contains(c);
        let before_y = word.strip_suffix('y').and_then(|s| s.chars().next_back());
        match word {
            "child" => "children".to_owned(),
            "thief" => "thieves".to_owned(),
            "wolf" => "wolves".to_owned(),
            _ if word.ends_with("man") => word.replace("man", "men"),
            _ if before_y.is_some_and(|c| !vowel(c)) => format!("{}ies", &word[..word.len() - 1]),
            _ if ["s", "x", "ch", "sh"].iter().any(|e| word.ends_with(e)) => format!("{word}es"),
            _ => format!("{word}s"),
        }
    }

    #[test]
    fn every_plural_has_its_singular() {
        for word in WORDS.split_whitespace() {
            assert_eq!(singular(&plural(word)), word);
            assert_eq!(singular(word), word);
        }
        for same in [
            "jedi", "sith", "duros", "chiss", "kaas", "voss", "polis", "naboo", "noghri",
        ] {
            assert_eq!(singular(same), same);
        }
    }
}
