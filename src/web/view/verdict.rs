//! The three verdicts: word, sign and style.

use crate::rules::trace::VerdictKind;

/// How a verdict shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerdictView {
    /// The class of badge and edge.
    pub class: &'static str,
    /// The id of the sign in the page's sprite.
    pub sign: &'static str,
    /// The word.
    pub word: &'static str,
}

impl From<VerdictKind> for VerdictView {
    fn from(kind: VerdictKind) -> VerdictView {
        let (class, sign, word) = match kind {
            VerdictKind::Ruled => ("ruled", "ok", "Ruled"),
            VerdictKind::Depends => ("depends", "fork", "Depends"),
            VerdictKind::Cannot => ("cannot", "bar", "Cannot rule"),
        };
        VerdictView { class, sign, word }
    }
}
