//! A ruling as text, Markdown, BBCode, HTML and as a picture.
//!
//! Every format is written from the same [`View`], so that they cannot say different things.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `view` | [`View`]: a ruling arranged for readers, without any mark-up |
//! | `links` | [`Links`]: where clauses, cards and the ruling itself can be read |
//! | `clean` | what is done to words typed by people before anybody else sees them |

mod clean;
#[cfg(test)]
pub mod fixture;
mod links;
pub mod view;

pub use clean::{clean, shorten, tie};
pub use links::Links;
pub use view::View;
