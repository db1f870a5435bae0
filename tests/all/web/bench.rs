//! A measurement, not run by default: a stored ruling's page against a bare handler that sends the
//! same bytes. `cargo test --release --test all web::bench -- --ignored --nocapture`

use std::net::TcpListener;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use actix_web::{App, HttpResponse, HttpServer, web};
use arbiter::web::Rates;
use reqwest::blocking::Client;
use serde_json::json;

use super::server::Server;

/// The least share of the bare handler's requests per second.
const LEAST: f64 = 0.6;
/// Requests of one round, and rounds; both sides take turns.
const ROUND: u32 = 500;
const ROUNDS: u32 = 8;

fn bare(body: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let (ready, started) = mpsc::channel();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let body = web::Bytes::from(body);
            let server = HttpServer::new(move || {
                let body = body.clone();
                let send = move || {
                    let body = body.clone();
                    async move {
                        HttpResponse::Ok()
                            .content_type("text/html; charset=utf-8")
                            .body(body)
                    }
                };
                App::new().route("/", web::get().to(send))
            });
            let server = server.workers(2).listen(listener).unwrap().run();
            ready.send(()).unwrap();
            server.await.unwrap();
        });
    });
    started.recv().unwrap();
    address
}

fn round(client: &Client, address: &str) -> Duration {
    let start = Instant::now();
    for _ in 0..ROUND {
        let response = client.get(address).send().unwrap();
        assert!(!response.bytes().unwrap().is_empty());
    }
    start.elapsed()
}

#[test]
#[ignore = "a measurement"]
fn a_stored_page_against_a_bare_handler() {
    let server = Server::start(Rates::OPEN);
    let board = json!({
        "unit": [
            { "id": "a", "side": "dark", "card": "Grand Inquisitor (E)" },
            { "id": "d", "side": "light", "card": "Ahsoka Tano (H)" },
        ],
        "play": [{ "attack": "a", "on": "d" }, { "roll": [6, 4, 2, 1, 1] }],
    });
    let request = server
        .request("POST", "/api/v1/rulings")
        .header("origin", server.origin());
    let stored: serde_json::Value = request
        .body(board.to_string())
        .send()
        .unwrap()
        .json()
        .unwrap();
    let page = format!("{}/r/{}", server.origin(), stored["id"].as_str().unwrap());
    let client = Client::new();
    let body = client.get(&page).send().unwrap().bytes().unwrap().to_vec();
    let bytes = body.len();
    let plain = bare(body);
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..ROUNDS {
        ours += round(&client, &page);
        theirs += round(&client, &plain);
    }
    let per_second = |time: Duration| f64::from(ROUND * ROUNDS) / time.as_secs_f64();
    let share = per_second(ours) / per_second(theirs);
    println!(
        "{bytes} bytes: page {:.0} requests per second, bare handler {:.0}, share {share:.2}",
        per_second(ours),
        per_second(theirs)
    );
    assert!(share >= LEAST, "share {share:.2}");
}
