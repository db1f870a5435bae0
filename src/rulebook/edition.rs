//! Editions of the keyword glossary.

use serde::{Deserialize, Serialize};

/// The edition of the glossary that a ruling follows.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
pub enum Edition {
    /// The glossary as printed about 2018 to 2021.
    #[default]
    #[serde(rename = "2018")]
    E2018,
    /// The current glossary.
    #[serde(rename = "2025")]
    E2025,
}

impl Edition {
    /// Both editions, older first.
    pub const ALL: [Self; 2] = [Self::E2018, Self::E2025];

    /// The year by which the edition is known: `2018` or `2025`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::E2018 => "2018",
            Self::E2025 => "2025",
        }
    }
}

impl std::fmt::Display for Edition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names no edition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no edition `{0}`: use `2018` or `2025`")]
pub struct UnknownEdition(pub String);

impl std::str::FromStr for Edition {
    type Err = UnknownEdition;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|edition| edition.as_str() == text.trim())
            .ok_or_else(|| UnknownEdition(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_the_year() {
        for edition in Edition::ALL {
            assert_eq!(edition.as_str().parse(), Ok(edition));
            let json = serde_json::to_string(&edition).unwrap();
            assert_eq!(json, format!("\"{edition}\""));
            assert_eq!(serde_json::from_str::<Edition>(&json).unwrap(), edition);
        }
        assert_eq!(Edition::default(), Edition::E2018);
        assert!("2020".parse::<Edition>().is_err());
    }
}
