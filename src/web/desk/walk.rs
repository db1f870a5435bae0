//! Where a draft stands: play-or-pass chances in which nobody can play anything are passed over,
//! and passed by both players at once where that is what was chosen.

use crate::rules::situation::{Play, Situation};
use crate::rules::trace::{Request, RequestKind, Ruling, StepKind};
use crate::web::engine;

/// So many chances in a row are passed over; a board with more of them asks.
const MOST: usize = 40;

/// A chance that was passed over.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// The situation up to it.
    pub situation: Situation,
    /// The run as it stood there, with the question.
    pub ruling: Ruling,
}

/// Where a draft stands.
#[derive(Clone, Debug)]
pub struct Stand {
    /// The situation with the passes of the chances that were passed over.
    pub situation: Situation,
    /// The run up to the open question.
    pub ruling: Ruling,
    /// What was passed over since the last play, in order.
    pub skipped: Vec<Skipped>,
}

/// Follows a situation up to the first question in which there is something to decide.
#[must_use]
pub fn stand(situation: &Situation) -> Stand {
    let mut stand = Stand {
        situation: situation.clone(),
        ruling: engine::step(situation),
        skipped: Vec::new(),
    };
    while stand.skipped.len() < MOST && stand.ruling.request.as_ref().is_some_and(is_idle) {
        let before = Skipped {
            situation: stand.situation.clone(),
            ruling: stand.ruling.clone(),
        };
        let passes = both_pass(&stand.situation, &stand.ruling);
        stand.situation.plays.extend(passes);
        stand.ruling = engine::step(&stand.situation);
        stand.skipped.push(before);
    }
    stand
}

/// Whether it is a chance in which nobody may do anything but pass.
fn is_idle(request: &Request) -> bool {
    let may = |play: &Option<Play>| !matches!(play, Some(Play::Pass(_)));
    request.kind == RequestKind::Pop && !request.options.iter().any(|o| o.legal && may(&o.play))
}

/// The passes that end the open chance: one where the other player has passed already.
#[must_use]
pub fn both_pass(situation: &Situation, ruling: &Ruling) -> Vec<Play> {
    let Some(request) = &ruling.request else {
        return Vec::new();
    };
    let mut further = situation.clone();
    let one = Play::Pass(request.side);
    further.plays.push(one.clone());
    let after = engine::step(&further);
    let ended = ended(&after) > ended(ruling);
    match after.request {
        Some(next) if !ended && next.kind == RequestKind::Pop => {
            vec![one, Play::Pass(next.side)]
        }
        _ => vec![one],
    }
}

/// How many chances are over.
fn ended(ruling: &Ruling) -> usize {
    let over = ruling.steps.iter();
    let over = over.filter(|s| s.kind == StepKind::Pass && s.side.is_none());
    over.count()
}

/// The plays of the draft with further ones. The passes of chances that were passed over are
/// written down only where the further plays would otherwise be taken for plays in them.
#[must_use]
pub fn joined(draft: &Situation, at: &Stand, further: &[Play]) -> Situation {
    let with = |base: &Situation| {
        let mut all = base.clone();
        all.plays.extend_from_slice(further);
        all
    };
    let (short, long) = (with(draft), with(&at.situation));
    if at.skipped.is_empty() || same(&stand(&short).ruling, &stand(&long).ruling) {
        short
    } else {
        long
    }
}

/// Whether two runs have come to the same: board, refusals and question.
fn same(one: &Ruling, other: &Ruling) -> bool {
    let asked = |r: &Ruling| {
        let request = r.request.as_ref()?;
        let options = request.options.iter();
        let options: Vec<_> = options.map(|o| (o.label.clone(), o.legal)).collect();
        Some((request.kind, request.side, request.window, options))
    };
    let refused = |r: &Ruling| r.refused.iter().map(|f| f.play.clone()).collect::<Vec<_>>();
    one.after == other.after
        && one.problems.len() == other.problems.len()
        && refused(one) == refused(other)
        && asked(one) == asked(other)
}

/// The situation one decision earlier: without its last play, and without what does not change
/// the question that is shown.
#[must_use]
pub fn undone(draft: &Situation) -> Situation {
    let shown = |s: &Situation| stand(s).situation.plays;
    let now = shown(draft);
    let mut before = draft.clone();
    while before.plays.pop().is_some() {
        let there = shown(&before);
        if there == now {
            continue;
        }
        // Passes that a chance without options makes by itself need not stay written down.
        let mut shorter = before.clone();
        while matches!(shorter.plays.pop(), Some(Play::Pass(_))) && shown(&shorter) == there {
            before = shorter.clone();
        }
        break;
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CardIndex;
    use crate::game::Side;
    use crate::rules::document;
    use crate::rules::window::WindowId;

    fn situation(lines: &str, plays: &str) -> Situation {
        let text = format!(
            "[light]\nforce = 2\n[[unit]]\nid = \"a\"\nside = \"dark\"\npower = 2\n[[unit]]\nid = \"d\"\n\
             side = \"light\"\ntext = [{lines}]\n[[play]]\nattack = \"a\"\non = \"d\"\n{plays}"
        );
        let cards = CardIndex::starter().unwrap();
        document::read_toml(&text, &cards).unwrap().situation
    }

    #[test]
    fn chances_without_options_are_passed_over() {
        let at = stand(&situation("\"Pay 1 Force -> Evade 1\"", ""));
        let request = at.ruling.request.as_ref().unwrap();
        assert_eq!(request.kind, RequestKind::Roll);
        assert!(!at.skipped.is_empty());
        let rolled = situation("\"Pay 1 Force -> Evade 1\"", "[[play]]\nroll = [6, 5]\n");
        let at = stand(&rolled);
        let request = at.ruling.request.as_ref().unwrap();
        assert_eq!(request.window, WindowId::Prevention);
        assert!(request.options.iter().any(|o| o.legal));
    }

    #[test]
    fn both_pass_ends_one_chance_whoever_has_passed() {
        let rolled = situation("\"Pay 1 Force -> Evade 1\"", "[[play]]\nroll = [6, 5]\n");
        let at = stand(&rolled);
        assert_eq!(
            both_pass(&at.situation, &at.ruling),
            [Play::Pass(Side::Dark), Play::Pass(Side::Light)]
        );
        let one = joined(&rolled, &at, &[Play::Pass(Side::Dark)]);
        let at = stand(&one);
        assert_eq!(at.ruling.request.as_ref().unwrap().side, Side::Light);
        assert_eq!(
            both_pass(&at.situation, &at.ruling),
            [Play::Pass(Side::Light)]
        );
    }

    #[test]
    fn undo_leads_to_another_question() {
        let start = situation("\"Pay 1 Force -> Evade 1\"", "");
        let at = stand(&start);
        let roll = Play::Roll {
            faces: vec![6, 5],
            of: None,
        };
        let rolled = joined(&start, &at, &[roll]);
        assert_eq!(rolled.plays.len(), 2, "passes need not be written down");
        let passed = joined(&rolled, &stand(&rolled), &[Play::Pass(Side::Dark)]);
        let back = undone(&passed);
        assert_eq!(stand(&back).situation, stand(&rolled).situation);
        assert_eq!(undone(&rolled), start);
        assert!(undone(&start).plays.is_empty());
    }
}
