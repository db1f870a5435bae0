//! A ruling as text, Markdown, BBCode, HTML and as a picture.
//!
//! Every format is written from the same [`View`], so that they cannot say different things.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `view` | [`View`]: a ruling arranged for readers, without any mark-up |
//! | `article` | the view as blocks of words, short or full |
//! | `text`, `markdown`, `bbcode` | the article in one format each |
//! | [`html`](mod@html) | a self-contained file, and a piece for pasting |
//! | `share` | what is pasted, and the places it must fit into |
//! | [`preview`] | the picture of a link, as SVG and PNG |
//! | [`oembed`] | the frame in which a ruling stands in other pages |
//! | `qr` | QR codes |
//! | `links` | [`Links`]: where clauses, cards and the ruling itself can be read |
//! | `clean` | what is done to words typed by people before anybody else sees them |
//! | `defuse` | addresses and names that forums would turn into links and calls |

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod article;
mod bbcode;
mod clean;
mod defuse;
#[cfg(test)]
pub mod fixture;
pub mod html;
mod links;
mod markdown;
pub mod oembed;
pub mod preview;
#[cfg(feature = "server")]
mod qr;
mod share;
#[cfg(test)]
mod tests;
mod text;
pub mod view;

pub use article::Length;
pub use bbcode::bbcode;
pub use clean::{clean, shorten, tie};
pub use html::html;
pub use links::Links;
pub use markdown::markdown;
#[cfg(feature = "server")]
pub use qr::qr_svg;
pub use share::{Format, LIMITS, Limit, Share};
pub use text::text;
pub use view::View;
