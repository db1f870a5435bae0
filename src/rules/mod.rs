//! The rules engine: `judge` takes a situation and gives a ruling (design: the engine).

pub mod situation;
pub mod trace;
pub mod window;
