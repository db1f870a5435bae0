//! One file per keyword. The list is the only place that names them all; a test keeps it in step
//! with the files.

mod absorb;
mod accuracy;
mod adapt;
mod alternative_cost;
mod ambush;
mod area_damage;
mod armor;
mod avenge;
mod backfire;
mod barrage;
mod bombard;
mod bounty;
mod consume;
mod critical_hit;
mod cunning;
mod damage_control;
mod deflect;
mod deploy;
mod double_damage;
mod double_strike;
mod enhance;
mod equip;
mod evade;
mod ferocity;
mod focus;
mod foresight;
mod forewarning;
mod fortitude;
mod fury;
mod hidden_cost;
mod insert;
mod inspiration;
mod intercept;
mod intimidation;
mod ion_cannon;
mod last_stand;
mod lucky;
mod meditate;
mod overkill;
mod overload;
mod parry;
mod persuade;
mod pilot;
mod precision;
mod protect;
mod redirect;
mod reduced_cost;
mod reserves;
mod resilience;
mod retaliate;
mod riposte;
mod shields;
mod stack;
mod stealth;
mod stun;
mod surge;
mod switch;
mod tenacity;
mod upkeep;
mod velocity;

use super::keyword::KeywordDef;

/// Every keyword the engine acts on.
pub const ALL: &[&KeywordDef] = &[
    &absorb::ABSORB,
    &accuracy::ACCURACY,
    &adapt::ADAPT,
    &alternative_cost::ALTERNATIVE_COST,
    &ambush::AMBUSH,
    &area_damage::AREA_DAMAGE,
    &armor::ARMOR,
    &avenge::AVENGE,
    &backfire::BACKFIRE,
    &barrage::BARRAGE,
    &bombard::BOMBARD,
    &bounty::BOUNTY,
    &consume::CONSUME,
    &critical_hit::CRITICAL_HIT,
    &cunning::CUNNING,
    &damage_control::DAMAGE_CONTROL,
    &deflect::DEFLECT,
    &deploy::DEPLOY,
    &double_damage::DOUBLE_DAMAGE,
    &double_strike::DOUBLE_STRIKE,
    &enhance::ENHANCE,
    &equip::EQUIP,
    &evade::EVADE,
    &ferocity::FEROCITY,
    &focus::FOCUS,
    &foresight::FORESIGHT,
    &forewarning::FOREWARNING,
    &fortitude::FORTITUDE,
    &fury::FURY,
    &hidden_cost::HIDDEN_COST,
    &insert::INSERT,
    &inspiration::INSPIRATION,
    &intercept::INTERCEPT,
    &intimidation::INTIMIDATION,
    &ion_cannon::ION_CANNON,
    &last_stand::LAST_STAND,
    &lucky::LUCKY,
    &meditate::MEDITATE,
    &overkill::OVERKILL,
    &overload::OVERLOAD,
    &parry::PARRY,
    &persuade::PERSUADE,
    &pilot::PILOT,
    &precision::PRECISION,
    &protect::PROTECT,
    &redirect::REDIRECT,
    &reduced_cost::REDUCED_COST,
    &reserves::RESERVES,
    &resilience::RESILIENCE,
    &retaliate::RETALIATE,
    &riposte::RIPOSTE,
    &shields::SHIELDS,
    &stack::STACK,
    &stealth::STEALTH,
    &stun::STUN,
    &surge::SURGE,
    &switch::SWITCH,
    &tenacity::TENACITY,
    &upkeep::UPKEEP,
    &velocity::VELOCITY,
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::ALL;
    use crate::rulebook::Keyword;

    const START: &str = "//! One file per keyword. The list is the only place that names them all; a test keeps it in step\n//! with the files.\n\n";
    const MIDDLE: &str = "\nuse super::keyword::KeywordDef;\n\n/// Every keyword the engine acts on.\npub const ALL: &[&KeywordDef] = &[\n";

    fn list_of(modules: &[String]) -> String {
        let mods: String = modules.iter().map(|m| format!("mod {m};\n")).collect();
        let items: String = modules
            .iter()
            .map(|m| format!("    &{m}::{},\n", m.to_uppercase()))
            .collect();
        format!("{START}{mods}{MIDDLE}{items}];\n")
    }

    /// A new keyword is a new file: this test then writes the list anew, fails once, and passes
    /// from then on.
    #[test]
    fn keywords_are_up_to_date() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/keywords");
        let mut modules: Vec<String> = fs::read_dir(&dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".rs").map(str::to_owned))
            .filter(|name| name != "mod")
            .collect();
        modules.sort();
        let path = dir.join("mod.rs");
        let now = fs::read_to_string(&path).unwrap();
        let (list, tests) = now.split_once("\n#[cfg(test)]").unwrap();
        let wanted = list_of(&modules);
        if list != wanted {
            fs::write(&path, format!("{wanted}\n#[cfg(test)]{tests}")).unwrap();
            panic!("the list of keywords was stale; it has been written anew");
        }
    }

    #[test]
    fn each_file_is_named_after_its_keyword() {
        let source = include_str!("mod.rs");
        for def in ALL {
            let module = def.keyword.slug().replace('-', "_");
            assert!(source.contains(&format!("mod {module};\n")), "{module}");
        }
    }

    /// Everything about a keyword is in its file: no other file of the engine asks for one by name
    /// or rests on its clauses.
    #[test]
    fn no_other_file_knows_a_keyword() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|e| e != "rs") {
                continue;
            }
            let code = fs::read_to_string(&path).unwrap();
            let code = code.split("#[cfg(test)]").next().unwrap();
            for keyword in Keyword::all() {
                let asks = format!("keyword!(\"{}\")", keyword.slug());
                let rests = format!("clause!(\"{}.", keyword.slug());
                let known = code.contains(&asks) || code.contains(&rests);
                assert!(!known, "{} knows {}", path.display(), keyword.name());
            }
        }
    }

    /// A keyword's file can be taken away with its row of the list: no other file names its module.
    #[test]
    fn no_file_leans_on_a_keywords_file() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
        let folders = [
            dir.clone(),
            dir.join("keywords"),
            dir.join("odds"),
            dir.join("document"),
        ];
        let files = folders.iter().flat_map(|f| fs::read_dir(f).unwrap());
        for path in files.map(|entry| entry.unwrap().path()) {
            if path.extension().is_none_or(|e| e != "rs") || path.ends_with("keywords/mod.rs") {
                continue;
            }
            let code = fs::read_to_string(&path).unwrap();
            for def in ALL {
                let module = def.keyword.slug().replace('-', "_");
                // Only beside the keywords' own files does `super` lead to one of them.
                let beside = path.parent().is_some_and(|p| p.ends_with("keywords"));
                let found = code.contains(&format!("keywords::{module}::"))
                    || (beside && code.contains(&format!("super::{module}::")));
                assert!(!found, "{} leans on {module}", path.display());
            }
        }
    }

    #[test]
    fn each_keyword_has_one_file() {
        for keyword in Keyword::all() {
            let files = ALL.iter().filter(|d| d.keyword == keyword).count();
            assert!(files <= 1, "{}", keyword.name());
        }
    }
}
