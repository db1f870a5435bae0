//! Style sheet, module and icon: inside the binary, under names that hold their hash.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::RustEmbed;

use super::cache::{self, Policy};
use super::error::Problem;

#[derive(RustEmbed)]
#[folder = "templates/assets/"]
struct Files;

struct Asset {
    content_type: &'static str,
    body: Vec<u8>,
}

struct Assets {
    /// Plain name to address.
    hrefs: BTreeMap<String, String>,
    /// Hashed name to file.
    files: BTreeMap<String, Asset>,
}

fn assets() -> &'static Assets {
    static ASSETS: OnceLock<Assets> = OnceLock::new();
    ASSETS.get_or_init(|| {
        let mut hrefs = BTreeMap::new();
        let mut files = BTreeMap::new();
        for name in Files::iter() {
            let Some(file) = Files::get(&name) else {
                continue;
            };
            let hashed = hashed(&name, &file.data);
            hrefs.insert(name.to_string(), format!("/assets/{hashed}"));
            files.insert(
                hashed,
                Asset {
                    content_type: content_type(&name),
                    body: file.data.into_owned(),
                },
            );
        }
        Assets { hrefs, files }
    })
}

/// `app.css` as `app.0123456789.css`.
fn hashed(name: &str, data: &[u8]) -> String {
    let hash = blake3::hash(data).to_hex();
    let short = hash.get(..10).unwrap_or_default();
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}.{short}.{ending}"),
        None => format!("{name}.{short}"),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// The address of an asset by its plain name, such as `app.css`; empty if there is none.
#[must_use]
pub fn href(name: &str) -> &'static str {
    assets().hrefs.get(name).map_or("", String::as_str)
}

/// The content of an asset by its plain name.
#[must_use]
pub fn content(name: &str) -> &'static [u8] {
    let assets = assets();
    let hashed = assets
        .hrefs
        .get(name)
        .and_then(|h| h.strip_prefix("/assets/"));
    hashed
        .and_then(|h| assets.files.get(h))
        .map_or(&[], |a| a.body.as_slice())
}

/// `GET /assets/{file}`.
pub(super) async fn serve(req: HttpRequest, file: Path<String>) -> Result<HttpResponse, Problem> {
    let asset = assets().files.get(file.as_str());
    let asset = asset
        .ok_or_else(|| Problem::missing("no-such-asset", format!("there is no file `{file}`")))?;
    Ok(cache::respond(
        &req,
        Policy::Immutable,
        asset.content_type,
        asset.body.clone(),
    ))
}

/// `GET /favicon.ico`, which browsers ask for whatever the page says.
pub(super) async fn icon(req: HttpRequest) -> HttpResponse {
    cache::respond(
        &req,
        Policy::Reference,
        "image/svg+xml",
        content("icon.svg"),
    )
}
