//! The judge's desk: a board being built and stepped through.
//!
//! A draft is a document of the case format, kept under the hash of its content; each action makes
//! a new draft from an old one. There is no other state, so that undo, branches and links are
//! nothing but addresses.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `draft` | loading and saving drafts |
//! | `setup` | a first board from half-typed names |
//! | `act` | what the buttons of the desk do to a draft |
//! | `plays` | forms read as plays |
//! | `board` | the board as a form and back |
//! | `readings` | how ability lines are read |
//! | `presets` | common calls |
//! | `walk` | where a draft stands: chances without options are passed over |
//! | `question` | the open question as the desk shows it |
//! | `show` | what else the desk's templates show |

pub mod act;
pub mod board;
pub mod draft;
pub mod plays;
pub mod presets;
pub mod question;
pub mod readings;
pub mod setup;
pub mod show;
pub mod walk;
