//! One file per keyword. The list is the only place that names them all; a test keeps it in step
//! with the files.

mod accuracy;
mod armor;
mod bounty;
mod critical_hit;
mod damage_control;
mod deflect;
mod equip;
mod evade;
mod fury;
mod insert;
mod intercept;
mod lucky;
mod parry;
mod retaliate;
mod riposte;
mod shields;
mod stun;
mod upkeep;

use super::keyword::KeywordDef;

/// Every keyword the engine acts on.
pub const ALL: &[&KeywordDef] = &[
    &accuracy::ACCURACY,
    &armor::ARMOR,
    &bounty::BOUNTY,
    &critical_hit::CRITICAL_HIT,
    &damage_control::DAMAGE_CONTROL,
    &deflect::DEFLECT,
    &equip::EQUIP,
    &evade::EVADE,
    &fury::FURY,
    &insert::INSERT,
    &intercept::INTERCEPT,
    &lucky::LUCKY,
    &parry::PARRY,
    &retaliate::RETALIATE,
    &riposte::RIPOSTE,
    &shields::SHIELDS,
    &stun::STUN,
    &upkeep::UPKEEP,
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
    fn the_list_names_every_file() {
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

    #[test]
    fn each_keyword_has_one_file() {
        for keyword in Keyword::all() {
            let files = ALL.iter().filter(|d| d.keyword == keyword).count();
            assert!(files <= 1, "{}", keyword.name());
        }
    }
}
