//! What units may not do or suffer.

use winnow::Parser;
use winnow::combinator::alt;

use super::condition::any_unit;
use super::filter::keyword;
use super::grant::subtype_words;
use super::input::{In, R, ahead, attempt, eat, fail, p};
use super::num;
use crate::cardtext::effect::{Ban, Grant};
use crate::cardtext::who::{Filter, Stat};

/// Behind "can't".
pub(super) fn bans(i: &mut In<'_>) -> R<Vec<Grant>> {
    let mut out = ban(i)?;
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            return fail(i);
        }
        let _ = eat(i, "can't|cannot");
        ban(i)
    }) {
        out.extend(more);
    }
    // "unless you pay 1 Force" is a cost; only a state of the game is read behind the sentence.
    let state = |i: &mut In<'_>| {
        p("unless").parse_next(i)?;
        super::condition::condition(i)
    };
    if ahead(i, "unless") && state(&mut i.clone()).is_err() {
        return fail(i);
    }
    Ok(out)
}

/// Behind "can only": "be attacked by Fighters", "attack damaged units".
pub(super) fn only(i: &mut In<'_>) -> R<Vec<Grant>> {
    if eat(i, "be attacked by") || eat(i, "be attacked only by") {
        let by = plain_units(i)?;
        return Ok(cannot(Ban::BeAttacked(Some(by))));
    }
    p("attack").parse_next(i)?;
    attack_only(i)
}

/// Behind "can attack only": "damaged units", "Jedi".
pub(super) fn attack_only(i: &mut In<'_>) -> R<Vec<Grant>> {
    let of = plain_units(i)?;
    Ok(cannot(Ban::Attack(Some(of))))
}

/// All units but those described, as far as one description says that.
fn plain_units(i: &mut In<'_>) -> R<Filter> {
    let of = any_unit(i)?;
    let others = of.complement();
    super::input::some(i, others)
}

fn ban(i: &mut In<'_>) -> R<Vec<Grant>> {
    alt((ban_be, ban_use, ban_do)).parse_next(i)
}

fn cannot(ban: Ban) -> Vec<Grant> {
    vec![Grant::Cannot(ban)]
}

fn ban_be(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("be").parse_next(i)?;
    if eat(i, "attacked") {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            any_unit(i)
        });
        return if ahead(i, "by") {
            fail(i)
        } else {
            Ok(cannot(Ban::BeAttacked(by)))
        };
    }
    if eat(i, "tapped by your opponent|opponent's") {
        return fail(i);
    }
    for (word, ban) in [
        ("tapped", Ban::BeTapped),
        ("damaged", Ban::BeDamaged),
        ("discarded", Ban::BeDiscarded),
        ("retreated", Ban::Retreat),
        ("untapped", Ban::Untap),
        ("moved", Ban::Move),
        ("deployed", Ban::Deploy),
        ("equipped", Ban::Carry),
    ] {
        if eat(i, word) {
            let ends = super::input::at_end(i)
                || ahead(i, "or|and|,|this|until|as|during|for|unless|while");
            return if ends { Ok(cannot(ban)) } else { fail(i) };
        }
    }
    fail(i)
}

/// "use Evade or Deflect", "use activated abilities", "retaliate".
fn ban_use(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("use|activate|play").parse_next(i)?;
    if eat(i, "any? activated? abilities") || eat(i, "its|his|her activated abilities") {
        return Ok(cannot(Ban::UseAbilities));
    }
    let mut out = vec![Grant::Cannot(Ban::Use(keyword(i)?))];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            return fail(i);
        }
        keyword(i)
    }) {
        out.push(Grant::Cannot(Ban::Use(more)));
    }
    let _ = eat(i, "abilities|ability");
    if ahead(i, "to") || ahead(i, "against") {
        fail(i)
    } else {
        Ok(out)
    }
}

fn ban_do(i: &mut In<'_>) -> R<Vec<Grant>> {
    if eat(i, "attack") {
        if let Some(of) = attempt(i, any_unit) {
            return Ok(cannot(Ban::Attack(Some(of))));
        }
        let ends =
            super::input::at_end(i) || ahead(i, "or|and|,|this|until|as|during|for|unless|while");
        return if ends {
            Ok(cannot(Ban::Attack(None)))
        } else {
            fail(i)
        };
    }
    for (word, ban) in [
        ("retreat", Ban::Retreat),
        ("untap", Ban::Untap),
        ("intercept", Ban::Use(crate::keyword!("intercept"))),
        ("retaliate", Ban::Use(crate::keyword!("retaliate"))),
    ] {
        if eat(i, word) {
            let ban = match ban {
                Ban::Retreat if retreat_step(i) => Ban::RetreatStep,
                Ban::Untap if in_untap_step(i) => Ban::UntapStep,
                ban => ban,
            };
            let ends =
                super::input::at_end(i) || ahead(i, "or|and|,|this|until|as|for|unless|while");
            return if ends { Ok(cannot(ban)) } else { fail(i) };
        }
    }
    if let Some(kept) = attempt(i, kept) {
        return Ok(kept);
    }
    if eat(i, "gain the") {
        let words = subtype_words(i)?;
        let ban = |s| Grant::Cannot(Ban::GainSubtype(s));
        return Ok(words.into_iter().map(ban).collect());
    }
    if let Some(both) = attempt(i, |i| {
        let gain = eat(i, "gain");
        let lose = !gain || eat(i, "or lose");
        if !gain {
            p("lose").parse_next(i)?;
        }
        numbers_kept(i, gain, lose)
    }) {
        return Ok(both);
    }
    if eat(i, "lose") {
        let mut out = vec![Grant::Cannot(Ban::Lose(keyword(i)?))];
        while let Some(k) = attempt(i, |i| {
            p("or|and").parse_next(i)?;
            keyword(i)
        }) {
            out.push(Grant::Cannot(Ban::Lose(k)));
        }
        return Ok(out);
    }
    if eat(i, "prevent damage") && (super::input::at_end(i) || ahead(i, "for|until|this")) {
        return Ok(cannot(Ban::Prevent));
    }
    fail(i)
}

/// "during your retreat step": effects may retreat it all the same.
pub(crate) fn retreat_step(i: &mut In<'_>) -> bool {
    eat(i, "during your|its|their|the retreat step")
        || eat(i, "during his or her retreat step")
        || eat(i, "during your opponent's retreat step")
        || eat(i, "during its controller's retreat step")
}

/// "during its untap step": effects may untap it all the same.
fn in_untap_step(i: &mut In<'_>) -> bool {
    eat(i, "during your|its|their|the untap step")
        || eat(i, "during his or her untap step")
        || eat(i, "during your opponent's untap step")
        || eat(i, "during its controller's untap step")
        || eat(i, "during your|its|their|the ready phase")
}

/// Behind "doesn't untap".
pub(super) fn untap_step(i: &mut In<'_>) -> R<Vec<Grant>> {
    if in_untap_step(i) {
        Ok(cannot(Ban::UntapStep))
    } else {
        fail(i)
    }
}

/// "lose speed, its subtype, or its game text": numbers and all of another sort.
fn kept(i: &mut In<'_>) -> R<Vec<Grant>> {
    p("lose").parse_next(i)?;
    let mut out = Vec::new();
    let mut other = false;
    loop {
        if eat(i, "its|his|her|their subtype|subtypes") {
            other = true;
            out.push(Grant::Cannot(Ban::LoseSubtypes));
        } else if eat(i, "its|his|her|their game text") || eat(i, "its|his|her|their abilities") {
            other = true;
            out.push(Grant::Cannot(Ban::LoseAbilities));
        } else {
            let (printed, stat) = num::stat(i)?;
            if printed || !matches!(stat, Stat::Speed | Stat::Power | Stat::Health) {
                return fail(i);
            }
            out.push(Grant::Cannot(Ban::LoseStat(stat)));
        }
        if !(eat(i, ", or|and") || eat(i, "or|and") || eat(i, ",")) {
            break;
        }
    }
    if other { Ok(out) } else { fail(i) }
}

/// "gain power", "lose speed or power", "gain or lose speed".
fn numbers_kept(i: &mut In<'_>, gain: bool, lose: bool) -> R<Vec<Grant>> {
    let mut out = Vec::new();
    loop {
        let (printed, stat) = num::stat(i)?;
        // Only what effects change: the others are no numbers a unit gains or loses.
        if printed || !matches!(stat, Stat::Speed | Stat::Power | Stat::Health) {
            return fail(i);
        }
        if gain {
            out.push(Grant::Cannot(Ban::Gain(stat)));
        }
        if lose {
            out.push(Grant::Cannot(Ban::LoseStat(stat)));
        }
        if !(eat(i, "or|and")) {
            return if ahead(i, ",") { fail(i) } else { Ok(out) };
        }
    }
}
