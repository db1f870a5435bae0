//! `/k/{a}/with/{b}`: what two keywords do to each other.

use actix_web::http::header;
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::pairs::{self, Bench, Row};
use crate::render::{Links, View};
use crate::rulebook::{ClauseId, Edition, Keyword, rulebook};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::view::{self, ClauseView};

#[derive(Template)]
#[template(path = "pages/pair.html")]
struct PairPage {
    frame: Frame,
    names: [&'static str; 2],
    hrefs: [String; 2],
    answer: String,
    cites: Vec<ClauseId>,
    speaks: Vec<ClauseView>,
    rows: Vec<Row>,
    ruling: View,
    name: String,
}

/// `GET /k/{a}/with/{b}`; the other order and other spellings lead there.
pub(in crate::web) async fn show(
    req: HttpRequest,
    names: Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (a, b) = names.into_inner();
    let [first, second] = pairs::ordered(keyword(&a)?, keyword(&b)?);
    if (first.slug(), second.slug()) != (a.as_str(), b.as_str()) {
        let to = href([first, second]);
        return Ok(HttpResponse::PermanentRedirect()
            .insert_header((header::LOCATION, to))
            .finish());
    }
    let pair = pairs::answer(&mut Bench::default(), [first, second]);
    let both = pair.both();
    let title = format!("{} with {}", first.name(), second.name());
    let frame = Frame::new(&req, Nav::Keywords, title, pair.sentence.clone()).skip("the answer");
    let page_of = PairPage {
        frame,
        names: pair.keywords.map(Keyword::name),
        hrefs: pair.keywords.map(view::keyword_href),
        cites: pair.cites.clone(),
        speaks: pair.speaks.iter().map(|id| clause(*id)).collect(),
        rows: pair.rows(),
        ruling: View::new(&both.situation, &both.ruling, &Links::inside()),
        name: name([first, second]),
        answer: pair.sentence,
    };
    page(&req, Policy::Reference, &page_of)
}

/// The address of the page of two keywords.
pub(in crate::web) fn href([a, b]: [Keyword; 2]) -> String {
    format!("/k/{}/with/{}", a.slug(), b.slug())
}

/// How a form names two keywords.
fn name([a, b]: [Keyword; 2]) -> String {
    format!("{} {}", a.slug(), b.slug())
}

/// The two keywords that a form names.
pub(in crate::web) fn named(text: &str) -> Option<[Keyword; 2]> {
    let (a, b) = text.split_once(' ')?;
    Some([Keyword::from_slug(a)?, Keyword::from_slug(b)?])
}

fn keyword(name: &str) -> Result<Keyword, Problem> {
    // The entry of a former name has pages of its own.
    if let Some(keyword) = Keyword::from_slug(name) {
        return Ok(keyword);
    }
    name.parse::<Keyword>().map_err(|error| {
        let near = error.nearest.and_then(Keyword::find);
        let problem = Problem::missing("unknown-keyword", error.to_string());
        match near {
            Some(keyword) => problem.suggest(keyword.name(), view::keyword_href(keyword)),
            None => problem,
        }
    })
}

fn clause(id: ClauseId) -> ClauseView {
    ClauseView::of(rulebook().clause(id), Edition::default())
}
