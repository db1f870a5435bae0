//! What every page has around its content: head, header, navigation, footer.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::assets;
use super::cache::{self, Policy};
use super::error::Problem;
use super::state::State;
use crate::rulebook::{Edition, rulebook};

/// The entry of the navigation a page belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nav {
    /// None of them.
    None,
    /// Questions.
    Ask,
    /// The judge's desk.
    Judge,
    /// Keywords.
    Keywords,
    /// Rules.
    Rules,
}

/// An entry of the navigation.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its address.
    pub href: &'static str,
    /// Whether this page belongs to it.
    pub here: bool,
}

/// Everything `base.html` needs.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The title without the name of the service.
    pub title: String,
    /// 50 to 200 letters about the page.
    pub description: String,
    /// The page's own absolute address.
    pub canonical: String,
    /// Where the service is, without a slash at the end.
    pub origin: String,
    /// The navigation entry.
    pub nav: Nav,
    /// What the skip link leads to, such as `the verdict`.
    pub skip: &'static str,
    /// Whether search engines should pass by.
    pub unlisted: bool,
    /// The picture of a link's preview, as an absolute address.
    pub picture: Option<String>,
    /// The oEmbed document of the page, as an absolute address.
    pub oembed: Option<String>,
}

impl Frame {
    /// The frame of a page.
    #[must_use]
    pub fn new(
        req: &HttpRequest,
        nav: Nav,
        title: impl Into<String>,
        description: impl Into<String>,
    ) -> Frame {
        let origin = origin(req);
        Frame {
            title: title.into(),
            description: clip(&description.into(), 200),
            canonical: format!("{origin}{}", req.path()),
            origin,
            nav,
            skip: "the content",
            unlisted: false,
            picture: None,
            oembed: None,
        }
    }

    /// The same with another target of the skip link.
    #[must_use]
    pub const fn skip(mut self, skip: &'static str) -> Frame {
        self.skip = skip;
        self
    }

    /// The same, not for search engines.
    #[must_use]
    pub const fn unlisted(mut self) -> Frame {
        self.unlisted = true;
        self
    }

    /// The address of the style sheet.
    #[must_use]
    pub fn css(&self) -> &'static str {
        assets::href("app.css")
    }

    /// The address of the module.
    #[must_use]
    pub fn js(&self) -> &'static str {
        assets::href("arbiter.js")
    }

    /// The address of the manifest, for browsers that put the service on a home screen.
    #[must_use]
    pub fn manifest(&self) -> &'static str {
        assets::href("app.webmanifest")
    }

    /// The address of the icon.
    #[must_use]
    pub fn icon(&self) -> &'static str {
        assets::href("icon.svg")
    }

    /// The entries of the navigation.
    #[must_use]
    pub fn entries(&self) -> [Entry; 4] {
        let entry = |nav, name, href| Entry {
            name,
            href,
            here: self.nav == nav,
        };
        [
            entry(Nav::Ask, "Ask", "/ask"),
            entry(Nav::Judge, "Judge", "/judge"),
            entry(Nav::Keywords, "Keywords", "/k"),
            entry(Nav::Rules, "Rules", "/rules"),
        ]
    }

    /// Edition and rules version, as the header shows them.
    #[must_use]
    pub fn edition(&self) -> String {
        format!(
            "Edition {}, rules {}",
            Edition::default().as_str(),
            rules_version()
        )
    }

    /// The engine's version.
    #[must_use]
    pub const fn engine(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}

/// The first letters of the rulebook's hash, enough to tell versions apart.
#[must_use]
pub fn rules_version() -> String {
    let version = rulebook().version();
    version.get(..6).unwrap_or(&version).to_owned()
}

/// Where the service is seen from outside: as configured, else as the visitor asked for it.
#[must_use]
pub fn origin(req: &HttpRequest) -> String {
    let configured = req
        .app_data::<Data<State>>()
        .and_then(|state| state.site.url.clone());
    configured.unwrap_or_else(|| {
        let info = req.connection_info();
        format!("{}://{}", info.scheme(), info.host())
    })
}

/// The text in at most so many letters, cut between words.
#[must_use]
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let short: String = text.chars().take(most.saturating_sub(1)).collect();
    let cut = short
        .rfind(' ')
        .and_then(|at| short.get(..at))
        .unwrap_or(&short);
    format!("{}…", cut.trim_end_matches([',', ';', ':', ' ']))
}

/// A page as a response.
///
/// # Errors
/// If the template fails, which only a failing formatter could cause.
pub fn page(
    req: &HttpRequest,
    policy: Policy,
    template: &impl Template,
) -> Result<HttpResponse, Problem> {
    let html = template
        .render()
        .map_err(|error| Problem::internal(&error))?;
    Ok(cache::respond(
        req,
        policy,
        "text/html; charset=utf-8",
        html,
    ))
}
