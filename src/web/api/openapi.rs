//! `GET /api/v1/openapi.json`: the API described for programs.

use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::origin;
use crate::web::routes::{Kind, ROUTES, Route};

/// What the routes of the API do, by method and path.
const SUMMARIES: &[(&str, &str, &str)] = &[
    (
        "GET",
        "/api/v1/ask",
        "Answers a question about the rules or a card",
    ),
    (
        "GET",
        "/api/v1/search",
        "Searches clauses, keywords, cards and rulings",
    ),
    (
        "GET",
        "/api/v1/suggest",
        "Names that begin so, while somebody types",
    ),
    (
        "POST",
        "/api/v1/judge",
        "Rules on a situation; stores nothing",
    ),
    (
        "POST",
        "/api/v1/odds",
        "The exact odds of a situation's last attack, by the `policy` of the body or the address; stores nothing",
    ),
    (
        "POST",
        "/api/v1/rulings",
        "Rules on a situation and stores the ruling under its permalink",
    ),
    (
        "GET",
        "/api/v1/rulings/{id}",
        "A stored ruling with its situation",
    ),
    (
        "GET",
        "/api/v1/keywords",
        "Every keyword with what the glossary says of it",
    ),
    (
        "GET",
        "/api/v1/clauses/{id}",
        "A clause with its text in both editions, source and rulings",
    ),
    (
        "GET",
        "/api/v1/cards",
        "Cards in the order of sets and numbers (`set`, `limit`, `skip`), or by name (`q`)",
    ),
    (
        "GET",
        "/api/v1/cards/{id}",
        "A card with its lines as they are read, rulings, printings and earlier texts",
    ),
    (
        "GET",
        "/api/v1/bulk/cards.json",
        "Every card with its facts, in one file",
    ),
    (
        "GET",
        "/api/v1/bulk/keywords.json",
        "Every keyword with its entry and the official wordings that were imported, in one file",
    ),
    (
        "GET",
        "/api/v1/bulk/clauses.json",
        "Every clause with its text in both editions, in one file",
    ),
    (
        "GET",
        "/api/v1/suggest/cards",
        "Card names for a half-typed one (`q`)",
    ),
    (
        "GET",
        "/api/v1/oembed",
        "The embed of a stored ruling (`url`, `maxwidth`, `maxheight`)",
    ),
    (
        "GET",
        "/api/v1/bulk/rulings.json",
        "Every precedent and published ruling",
    ),
    ("GET", "/api/v1/openapi.json", "This description"),
];

/// Parameters of an address that are one of a few words: method, path, name, words.
const CHOICES: &[(&str, &str, &str, &[&str])] = &[(
    "POST",
    "/api/v1/odds",
    "policy",
    &["none", "all", "best", "played"],
)];

/// `GET /api/v1/openapi.json`.
pub(in crate::web) async fn show(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let mut paths = serde_json::Map::new();
    for route in ROUTES
        .iter()
        .filter(|r| r.kind == Kind::Api && r.method != "OPTIONS")
    {
        let entry = paths.entry(route.path).or_insert_with(|| json!({}));
        if let Some(methods) = entry.as_object_mut() {
            methods.insert(route.method.to_lowercase(), operation(route));
        }
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Arbiter",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Rulings for the Star Wars Trading Card Game. Situations are documents of the case format.",
        },
        "servers": [{ "url": origin(&req) }],
        "paths": paths,
        "components": { "schemas": { "Problem": problem() } },
    });
    super::json(&req, Policy::Reference, &document)
}

fn operation(route: &Route) -> Value {
    let summary = SUMMARIES
        .iter()
        .find(|(m, p, _)| *m == route.method && *p == route.path);
    let mut operation = json!({
        "summary": summary.map_or("", |(_, _, s)| s),
        "responses": {
            "200": { "description": "done", "content": { "application/json": {} } },
            "default": {
                "description": "a problem",
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
            },
        },
    });
    let of_path = parameters(route.path).map(
        |name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }),
    );
    let here = |c: &&(&str, &str, &str, &[&str])| c.0 == route.method && c.1 == route.path;
    let choices = CHOICES.iter().filter(here).map(|(_, _, name, words)| {
        json!({ "name": name, "in": "query", "required": false, "schema": { "type": "string", "enum": words } })
    });
    let parameters: Vec<Value> = of_path.chain(choices).collect();
    if let Some(map) = operation.as_object_mut() {
        if !parameters.is_empty() {
            map.insert("parameters".to_owned(), Value::Array(parameters));
        }
        if route.method == "POST" {
            let body = json!({ "required": true, "content": { "application/json": { "schema": { "type": "object" } } } });
            map.insert("requestBody".to_owned(), body);
        }
    }
    operation
}

fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn problem() -> Value {
    json!({
        "type": "object",
        "required": ["status", "code", "title", "detail", "suggestions"],
        "properties": {
            "status": { "type": "integer" },
            "code": { "type": "string" },
            "title": { "type": "string" },
            "detail": { "type": "string" },
            "suggestions": { "type": "array", "items": { "type": "object" } },
            "faults": { "type": "array", "items": { "type": "object" } },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_of_the_api_is_described() {
        for route in ROUTES
            .iter()
            .filter(|r| r.path.starts_with("/api/") && r.method != "OPTIONS")
        {
            assert!(
                SUMMARIES
                    .iter()
                    .any(|(m, p, _)| *m == route.method && *p == route.path),
                "{route:?}"
            );
        }
    }
}
