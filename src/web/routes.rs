//! Every URL of the service in one list: method, path, who may use it, what it serves, what it costs.
//!
//! The list registers the handlers and is what the permission tests walk, so that a route cannot
//! exist without saying who may use it.

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceRequest;
use actix_web::guard::{self, Guard};
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};

use super::limit::Cost;
use super::who::{self, Need};
use super::{api, assets, embed, exports, feed, health, offline, pages};

/// Who may use a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// Anybody, signed in or not.
    Anyone,
    /// Pages of our own, and from elsewhere whoever sends the token of a judge.
    OwnPageOrToken,
    /// A judge who is signed in.
    Judge,
    /// A head judge who is signed in.
    HeadJudge,
}

/// What a route serves: decides headers, the shape of errors, and the same-origin check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A page for people; may read the session cookie, so unsafe methods must be same-origin.
    Page,
    /// A page made to stand inside other sites: no script, no cookie, may be framed.
    Embed,
    /// A stored ruling in another format; no cookie, any origin may read it.
    Export,
    /// JSON for programs; ignores cookies, any origin may read it.
    Api,
    /// An immutable file.
    Asset,
    /// For the operator's machinery.
    Operations,
}

/// One route.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `GET` (which answers `HEAD` too) or `POST`.
    pub method: &'static str,
    /// The pattern, such as `/k/{keyword}`.
    pub path: &'static str,
    /// Who may use it.
    pub who: Who,
    /// What it serves.
    pub kind: Kind,
    /// What it costs.
    pub cost: Cost,
}

macro_rules! routes {
    ($($method:ident $path:literal $who:ident $kind:ident $cost:ident => $handler:path;)*) => {
        /// Every route of the service, in the order in which they are matched.
        pub const ROUTES: &[Route] = &[$(Route {
            method: stringify!($method),
            path: $path,
            who: Who::$who,
            kind: Kind::$kind,
            cost: Cost::$cost,
        }),*];

        /// Registers every route.
        pub(super) fn configure(app: &mut ServiceConfig) {
            $(app.service(
                web::resource($path)
                    .guard(answers(stringify!($method)))
                    .app_data(Need(Who::$who))
                    .wrap(from_fn(who::admit))
                    .route(web::route().to($handler)),
            );)*
        }
    };
}

routes! {
    GET  "/"                          Anyone Page       Read    => pages::home::show;
    GET  "/ask"                       Anyone Page       Read    => pages::ask::show;
    GET  "/k"                         Anyone Page       Read    => pages::keywords::show;
    GET  "/k/{keyword}"               Anyone Page       Read    => pages::keyword::show;
    GET  "/k/{a}/with/{b}"            Anyone Page       Compute => pages::pair::show;
    GET  "/rules"                     Anyone Page       Read    => pages::rules::contents;
    GET  "/rules/attack"              Anyone Page       Read    => pages::attack::show;
    GET  "/rules/odds"                Anyone Page       Read    => pages::odds::note;
    GET  "/rules/11/{number}"         Anyone Page       Read    => pages::question::show;
    GET  "/rules/{chapter}"           Anyone Page       Read    => pages::rules::chapter;
    GET  "/rulings"                   Anyone Page       Read    => pages::rulings::show;
    GET  "/rulings/{slug}/odds"       Anyone Page       Compute => pages::odds::of_precedent;
    GET  "/rulings/{slug}"            Anyone Page       Read    => pages::precedent::show;
    GET  "/c/{card}"                  Anyone Page       Read    => pages::card::show;
    GET  "/sets"                      Anyone Page       Read    => pages::sets::list;
    GET  "/sets/{set}"                Anyone Page       Read    => pages::sets::one;
    GET  "/rulings/{slug}/history"    Anyone Page       Read    => pages::published::history;
    GET  "/rulings.atom"              Anyone Export     Read    => feed::show;
    GET  "/propose"                   Anyone Page       Read    => pages::propose::show;
    POST "/propose"                   Anyone Page       Store   => pages::propose::send;
    GET  "/about"                     Anyone Page       Read    => pages::about::show;

    GET  "/api/v1/ask"                Anyone Api        Read    => api::search::answer;
    GET  "/api/v1/search"             Anyone Api        Read    => api::search::search;
    GET  "/api/v1/suggest"            Anyone Api        Read    => api::search::suggest;
    GET  "/judge"                     Anyone Page       Read    => pages::judge::start;
    POST "/judge"                     Anyone Page       Store   => pages::judge::begin;
    GET  "/judge/{id}"                Anyone Page       Compute => pages::desk::show;
    POST "/judge/{id}"                Anyone Page       Store   => pages::desk::act;
    GET  "/judge/{id}/odds"           Anyone Page       Compute => pages::odds::of_draft;
    GET  "/judge/{id}/edit"           Anyone Page       Compute => pages::edit::show;
    POST "/judge/{id}/edit"           Anyone Page       Store   => pages::edit::save;

    GET  "/r/{id}.json"               Anyone Export     Read    => exports::json;
    GET  "/r/{id}.md"                 Anyone Export     Read    => exports::md;
    GET  "/r/{id}.bbcode"             Anyone Export     Read    => exports::bbcode;
    GET  "/r/{id}.txt"                Anyone Export     Read    => exports::txt;
    GET  "/r/{id}.html"               Anyone Export     Read    => exports::file;
    GET  "/r/{id}.svg"                Anyone Export     Read    => exports::picture;
    GET  "/r/{id}.png"                Anyone Export     Compute => exports::png;
    GET  "/r/{id}/qr.svg"             Anyone Export     Read    => exports::qr;
    GET  "/r/{id}/embed"              Anyone Embed      Read    => embed::show;
    GET  "/r/{id}/odds"               Anyone Page       Compute => pages::odds::of_ruling;
    GET  "/r/{id}/rerun"              Anyone Page       Compute => pages::ruling::rerun;
    GET  "/r/{id}/wrong"              Anyone Page       Read    => pages::wrong::show;
    POST "/r/{id}/wrong"              Anyone Page       Store   => pages::wrong::send;
    GET  "/r/{id}"                    Anyone Page       Read    => pages::ruling::show;
    GET  "/table/{id}"                Anyone Page       Read    => pages::ruling::table;
    GET  "/go"                        Anyone Page       Read    => pages::go::form;
    GET  "/go/{code}"                 Anyone Page       Read    => pages::go::code;

    POST "/api/v1/judge"              Anyone Api        Compute => api::judge::post;
    OPTIONS "/api/v1/judge"           Anyone Api        Read    => api::judge::preflight;
    POST "/api/v1/odds"               Anyone Api        Compute => api::odds::post;
    OPTIONS "/api/v1/odds"            Anyone Api        Read    => api::judge::preflight;
    POST "/api/v1/rulings"            OwnPageOrToken Api Store  => api::rulings::post;
    GET  "/api/v1/rulings/{id}"       Anyone Api        Read    => api::rulings::get;
    GET  "/api/v1/keywords"           Anyone Api        Read    => api::rules::keywords;
    GET  "/api/v1/clauses/{id}"       Anyone Api        Read    => api::rules::clause;
    GET  "/api/v1/cards"              Anyone Api        Read    => api::cards::list;
    GET  "/api/v1/cards/{id}"         Anyone Api        Read    => api::cards::one;
    GET  "/api/v1/bulk/cards.json"    Anyone Api        Compute => api::bulk::cards;
    GET  "/api/v1/bulk/keywords.json" Anyone Api        Compute => api::bulk::keywords;
    GET  "/api/v1/bulk/clauses.json"  Anyone Api        Compute => api::bulk::clauses;
    GET  "/api/v1/suggest/cards"      Anyone Api        Read    => api::suggest::cards;
    GET  "/api/v1/oembed"             Anyone Api        Read    => embed::oembed;
    GET  "/api/v1/openapi.json"       Anyone Api        Read    => api::openapi::show;

    GET  "/api/v1/bulk/rulings.json"  Anyone Api        Compute => api::published::bulk;

    GET  "/login"                     Anyone Page       Read    => pages::login::show;
    POST "/login"                     Anyone Page       SignIn  => pages::login::send;
    POST "/logout"                    Anyone Page       Store   => pages::login::leave;
    GET  "/judges"                    Judge  Page       Read    => pages::judges::show;
    GET  "/judges/proposals"          Judge  Page       Read    => pages::judges::proposals::list;
    GET  "/judges/proposals/{id}"     Judge  Page       Read    => pages::judges::proposals::one;
    POST "/judges/proposals/{id}"     Judge  Page       Store   => pages::judges::proposals::decide;
    GET  "/judges/write"              Judge  Page       Read    => pages::judges::write::blank;
    POST "/judges/write"              Judge  Page       Store   => pages::judges::write::publish;
    GET  "/rulings/{slug}/edit"       Judge  Page       Read    => pages::judges::write::edit;
    POST "/rulings/{slug}/edit"       Judge  Page       Store   => pages::judges::write::revise;
    GET  "/rulings/{slug}/review"     Judge  Page       Read    => pages::judges::review::show;
    POST "/rulings/{slug}/approve"    Judge  Page       Store   => pages::judges::review::approve;
    POST "/rulings/{slug}/supersede"  Judge  Page       Store   => pages::judges::review::supersede;
    POST "/rulings/{slug}/hide"       HeadJudge Page    Store   => pages::judges::review::hide;
    POST "/r/{id}/hide"               HeadJudge Page    Store   => pages::judges::review::hide_stored;
    GET  "/judges/authorities"        Judge  Page       Read    => pages::judges::authorities::show;
    POST "/judges/authorities"        HeadJudge Page    Store   => pages::judges::authorities::add;
    GET  "/judges/tokens"             Judge  Page       Read    => pages::judges::account::tokens;
    POST "/judges/tokens"             Judge  Page       Store   => pages::judges::account::add_token;
    POST "/judges/tokens/{id}/revoke" Judge  Page       Store   => pages::judges::account::revoke_token;
    GET  "/judges/accounts"           HeadJudge Page    Read    => pages::judges::account::accounts;
    POST "/judges/accounts/{login}/disable" HeadJudge Page Store => pages::judges::account::disable;
    GET  "/judges/log"                HeadJudge Page    Read    => pages::judges::account::log;
    GET  "/judges/imports"            Judge  Page       Read    => pages::judges::account::imports;
    GET  "/drift"                     Judge  Page       Read    => pages::judges::drift::show;
    POST "/drift"                     Judge  Page       Compute => pages::judges::drift::run;

    GET  "/sw.js"                     Anyone Asset      Free    => offline::worker;
    GET  "/pack.json"                 Anyone Asset      Read    => offline::pack;
    GET  "/offline"                   Anyone Page       Read    => offline::show;
    GET  "/assets/{file}"             Anyone Asset      Free    => assets::serve;
    GET  "/favicon.ico"               Anyone Asset      Free    => assets::icon;
    GET  "/robots.txt"                Anyone Operations Free    => health::robots;
    GET  "/healthz"                   Anyone Operations Free    => health::alive;
    GET  "/readyz"                    Anyone Operations Free    => health::ready;
    GET  "/metrics"                   Anyone Operations Free    => health::metrics;
}

fn answers(method: &'static str) -> impl Guard {
    guard::fn_guard(move |ctx| answers_to(method, &ctx.head().method))
}

fn answers_to(method: &str, asked: &Method) -> bool {
    asked.as_str() == method || (method == "GET" && *asked == Method::HEAD)
}

/// What the list says of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// The pattern of its path, where there is one.
    pub pattern: Option<&'static str>,
    /// What the path serves, even where nothing is found: decides headers and the shape of an error.
    pub kind: Kind,
    /// What the request costs.
    pub cost: Cost,
}

/// What the list says of the request: looked up once, then kept with the request. The path is the
/// one the router reads (`match_info`), in which `%6b` is `k`.
pub(super) fn of(req: &ServiceRequest) -> Facts {
    if let Some(known) = req.extensions().get::<Facts>() {
        return *known;
    }
    let facts = facts(req.method(), req.match_info().as_str());
    req.extensions_mut().insert(facts);
    facts
}

fn facts(method: &Method, path: &str) -> Facts {
    let answering = matching(path).find(|r| answers_to(r.method, method));
    let route = answering.or_else(|| matching(path).next());
    Facts {
        pattern: route.map(|r| r.path),
        kind: route.map_or_else(|| kind(path), |r| r.kind),
        cost: answering.map_or(Cost::Read, |r| r.cost),
    }
}

/// What a path serves, even where nothing is found.
#[must_use]
pub fn kind(path: &str) -> Kind {
    if path.starts_with("/api/") {
        return Kind::Api;
    }
    matching(path).next().map_or(Kind::Page, |r| r.kind)
}

/// The methods a path answers, joined for the `Allow` header; empty if there is no such path.
#[must_use]
pub fn allowed(path: &str) -> String {
    let mut methods: Vec<&str> = Vec::new();
    for route in matching(path) {
        let names: &[&str] = if route.method == "GET" {
            &["GET", "HEAD"]
        } else {
            &[route.method]
        };
        for name in names {
            if !methods.contains(name) {
                methods.push(name);
            }
        }
    }
    methods.join(", ")
}

fn matching(path: &str) -> impl Iterator<Item = &'static Route> {
    let begins = |r: &Route| {
        let fixed = r.path.split('{').next().unwrap_or_default();
        path.starts_with(fixed)
    };
    ROUTES
        .iter()
        .filter(move |r| begins(r) && fits(r.path, path))
}

/// Whether a path fits a pattern; a segment of a pattern holds at most one `{name}`.
fn fits(pattern: &str, path: &str) -> bool {
    let mut wanted = pattern.split('/');
    let mut given = path.split('/');
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(wanted), Some(given)) if segment_fits(wanted, given) => {}
            _ => return false,
        }
    }
}

fn segment_fits(wanted: &str, given: &str) -> bool {
    let Some((before, rest)) = wanted.split_once('{') else {
        return wanted == given;
    };
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    given.len() > before.len() + after.len() && given.starts_with(before) && given.ends_with(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_actix_reads_them() {
        for route in ROUTES {
            let path = route.path.replace(['{', '}'], "x");
            assert!(fits(route.path, &path), "{path}");
            assert!(
                actix_web::dev::ResourceDef::new(route.path).is_match(&path),
                "{path}"
            );
        }
        assert!(!fits("/k/{keyword}", "/k/"));
        assert!(!fits("/k/{keyword}", "/k/a/b"));
        assert!(!fits("/", "/k"));
    }

    #[test]
    fn every_unsafe_route_says_what_it_costs() {
        for route in ROUTES
            .iter()
            .filter(|r| !matches!(r.method, "GET" | "OPTIONS"))
        {
            assert!(!matches!(route.cost, Cost::Free | Cost::Read), "{route:?}");
        }
    }

    #[test]
    fn a_wrong_method_is_answered_with_the_right_ones() {
        assert_eq!(allowed("/k/parry"), "GET, HEAD");
        assert_eq!(allowed("/nowhere"), "");
    }
}
