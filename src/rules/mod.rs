//! The rules engine: `judge` takes a situation and gives a ruling (design: the engine).

pub mod check;
pub mod damage;
pub mod deed;
pub mod derive;
pub mod document;
pub mod keyword;
pub mod keywords;
pub mod look;
pub mod natural;
pub mod prevention;
pub mod situation;
pub mod table;
pub mod target;
pub mod trace;
pub mod window;
