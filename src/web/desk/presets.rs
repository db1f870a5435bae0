//! Common calls, ready to be stepped through.

/// A board that many calls start from.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in forms.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The document.
    pub document: &'static str,
}

macro_rules! presets {
    ($($name:literal, $title:literal;)*) => {
        /// Every preset.
        pub const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            title: $title,
            document: include_str!(concat!("../../../templates/presets/", $name, ".toml")),
        }),*];
    };
}

presets! {
    "two-evades", "Two Evades on one attack";
    "lucky-both", "Lucky on both sides";
    "intercept-retaliate", "Intercept, then two Retaliates";
    "deflect-third", "Deflect aimed at a third unit";
    "parry-bought", "Parry bought before the roll";
    "speed-ties", "Who is next in the arena";
}

/// The preset of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CardIndex;
    use crate::rules::document;

    #[test]
    fn every_preset_is_a_situation() {
        for preset in PRESETS {
            let case = document::read_toml(preset.document, &CardIndex::starter().unwrap());
            assert!(case.is_ok(), "{}: {}", preset.name, case.unwrap_err());
        }
    }
}
