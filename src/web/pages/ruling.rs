//! `/r/{id}`: a stored ruling with everything that is done with one.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::render::{Format, Length, Limit, Links, Share, View, oembed};
use crate::rulebook::Edition;
use crate::store::Agreement;
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, clip, origin, page};
use crate::web::odds::Panel;
use crate::web::state::State;
use crate::web::stored::{self, Stored};
use crate::web::view::{self, VerdictView};
use crate::web::{embed, engine, kept, odds};

/// What the share panel shows; empty: short BBCode.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Sharing {
    #[serde(rename = "as")]
    format: String,
    length: String,
}

/// A choice of the share panel.
struct Choice {
    value: &'static str,
    name: String,
    chosen: bool,
}

/// A place that rulings are pasted into.
struct Fit {
    place: &'static str,
    most: usize,
    fits: bool,
}

#[derive(Template)]
#[template(path = "pages/ruling.html")]
struct RulingPage {
    frame: Frame,
    id: String,
    code: String,
    verdict: VerdictView,
    ruling: View,
    agreement: AgreementView,
    other_edition: Option<(Edition, String)>,
    link: String,
    formats: Vec<Choice>,
    lengths: Vec<Choice>,
    paste: String,
    places: Vec<Fit>,
    text: String,
    panel: Panel,
    odds_href: String,
}

/// Whether today's engine agrees.
pub(in crate::web) struct AgreementView {
    /// Whether it does.
    pub same: bool,
    /// The first step that differs.
    pub step: u64,
    /// Whether the board ends otherwise, or only the way there is another.
    pub outcome: bool,
    /// The verdict sentence of today.
    pub today: String,
}

impl AgreementView {
    pub(in crate::web) fn of(agreement: &Agreement) -> AgreementView {
        match agreement {
            Agreement::Same => AgreementView {
                same: true,
                step: 0,
                outcome: false,
                today: String::new(),
            },
            Agreement::Differs(difference) => AgreementView {
                same: false,
                step: difference["step"].as_u64().unwrap_or(1),
                outcome: difference["outcome"].as_bool().unwrap_or(true),
                today: difference["today"].as_str().unwrap_or_default().to_owned(),
            },
        }
    }
}

/// A stored ruling arranged for readers, with its own address and day.
pub(in crate::web) fn arrange(stored: &Stored, base: &str) -> View {
    let links = Links {
        base: Some(base.to_owned()),
        permalink: None,
    };
    let mut view = View::new(
        &stored.case.situation,
        &stored.ruling,
        &links.at(format!("{base}/r/{}", stored.row.id)),
    );
    engine::outcomes(&stored.case.situation, &stored.ruling, &mut view);
    view.footer.rules.clone_from(&stored.row.rules_version);
    view.footer.given = Some(stored.row.created_at.day().to_owned());
    view
}

/// The frame of a stored ruling's pages: title, preview picture, oEmbed.
pub(in crate::web) fn frame(req: &HttpRequest, stored: &Stored) -> Frame {
    let id = &stored.row.id;
    let summary = &stored.ruling.verdict.summary;
    let mut description = summary.clone();
    if description.chars().count() < 50 {
        description.push_str(" Every step with the rule it rests on.");
    }
    let mut frame = Frame::new(req, Nav::Judge, clip(summary, 90), description);
    let at = format!("{}/r/{id}", frame.origin);
    frame.picture = Some(format!("{at}.png"));
    frame.oembed = Some(format!(
        "{}/api/v1/oembed?url={}&format=json",
        frame.origin,
        embed::encode(&at)
    ));
    frame.canonical = at;
    frame.skip("the verdict")
}

/// `GET /r/{id}`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
    sharing: Query<Sharing>,
) -> Result<HttpResponse, Problem> {
    let origin = origin(&req);
    if let Some(answer) = state.kept.answer(&req, &origin) {
        return Ok(answer);
    }
    let stored = stored::load(&state, &id).await?;
    let agreement = stored::agreement(&state, &stored).await?;
    let outside = arrange(&stored, &origin);
    let format = Format::find(&sharing.format).unwrap_or(Format::Bbcode);
    let length = if sharing.length == "full" {
        Length::Full
    } else {
        Length::Short
    };
    let (paste, places) = pasted(&sharing, &outside, format, length);
    let frame = frame(&req, &stored);
    let link = frame.canonical.clone();
    let page_of = RulingPage {
        frame,
        code: stored.row.short_code.clone(),
        verdict: stored.ruling.verdict.kind.into(),
        ruling: arrange(&stored, ""),
        agreement: AgreementView::of(&agreement),
        other_edition: engine::other_edition(&stored.case.situation, &stored.ruling),
        link,
        formats: formats(&sharing, format),
        lengths: lengths(&outside, format, length),
        paste,
        places,
        text: crate::web::desk::show::text(&stored.case, &state.cards.now()),
        panel: Panel::of(&stored.case.situation),
        odds_href: format!("/r/{}/odds", stored.row.id),
        id: stored.row.id,
    };
    kept::page(&state.kept, &req, &origin, &page_of)
}

/// The text of the panel, and the places it fits into or not.
fn pasted(sharing: &Sharing, view: &View, format: Format, length: Length) -> (String, Vec<Fit>) {
    if sharing.format == "embed" {
        return (oembed::embed(view).unwrap_or_default(), Vec::new());
    }
    let share = Share::new(view, format, length);
    let fit = |(limit, fits): (&Limit, bool)| Fit {
        place: limit.place,
        most: limit.most,
        fits,
    };
    let places = share.places().map(fit).collect();
    (share.text, places)
}

fn formats(sharing: &Sharing, chosen: Format) -> Vec<Choice> {
    let embed = sharing.format == "embed";
    let formats = Format::ALL.into_iter().map(|f| Choice {
        value: f.as_str(),
        name: f.name().to_owned(),
        chosen: !embed && f == chosen,
    });
    formats
        .chain([Choice {
            value: "embed",
            name: "Embed".to_owned(),
            chosen: embed,
        }])
        .collect()
}

fn lengths(view: &View, format: Format, chosen: Length) -> Vec<Choice> {
    let choice = |length, value, word| Choice {
        value,
        name: format!(
            "{word}, {} letters",
            Share::new(view, format, length).characters
        ),
        chosen: length == chosen,
    };
    vec![
        choice(Length::Short, "short", "Short"),
        choice(Length::Full, "full", "Full"),
    ]
}

#[derive(Template)]
#[template(path = "pages/rerun.html")]
struct Rerun {
    frame: Frame,
    id: String,
    then: String,
    verdict: VerdictView,
    ruling: View,
    agreement: AgreementView,
}

/// `GET /r/{id}/rerun`: the same board with today's rules, and the first step that differs.
pub(in crate::web) async fn rerun(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let agreement = stored::agreement(&state, &stored).await?;
    let today = engine::rule(&stored.case.situation);
    let title = format!("Today’s rules: {}", clip(&today.verdict.summary, 80));
    let description =
        "A stored ruling run again with today’s engine and rules, and the first step that differs.";
    let page_of = Rerun {
        frame: Frame::new(&req, Nav::Judge, title, description)
            .skip("the verdict")
            .unlisted(),
        then: stored.ruling.verdict.summary.clone(),
        verdict: today.verdict.kind.into(),
        ruling: View::new(&stored.case.situation, &today, &Links::inside()),
        agreement: AgreementView::of(&agreement),
        id: stored.row.id,
    };
    page(&req, Policy::Revalidate, &page_of)
}

#[derive(Template)]
#[template(path = "pages/table.html")]
struct Table {
    frame: Frame,
    id: String,
    verdict: VerdictView,
    summary: String,
    counts: Vec<(String, String)>,
}

/// `GET /table/{id}`: table mode, for both players across a table.
pub(in crate::web) async fn table(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let ruling = arrange(&stored, "");
    let units = ruling.board.sides.iter().flat_map(|s| &s.units);
    let counts = units.filter_map(|u| {
        let damage = u.rows.iter().find(|r| r.label == "Damage")?;
        Some((u.name.clone(), format!("{} {}", damage.after, damage.of)))
    });
    let table = Table {
        frame: frame(&req, &stored).unlisted(),
        counts: counts.collect(),
        verdict: stored.ruling.verdict.kind.into(),
        summary: ruling.summary.clone(),
        id: stored.row.id,
    };
    page(&req, Policy::Revalidate, &table)
}
