//! What is kept for a visitor without a network.

use super::server::Server;

/// The most bytes of the data pack as it goes over the network.
const PACK_MOST: usize = 1_500_000;

fn shell(server: &Server) -> Vec<String> {
    let script = server.get("/sw.js").text().unwrap();
    let line = script
        .lines()
        .find_map(|l| l.strip_prefix("const SHELL = "));
    serde_json::from_str(line.unwrap().trim_end_matches(';')).unwrap()
}

#[test]
fn the_worker_keeps_only_what_exists() {
    let server = Server::shared();
    let shell = shell(server);
    assert!(shell.len() > 8, "{shell:?}");
    for path in shell {
        assert_eq!(server.get(&path).status(), 200, "{path}");
    }
    let answer = server.get("/sw.js");
    let policy = answer.headers()["content-security-policy"]
        .to_str()
        .unwrap();
    assert!(policy.contains("connect-src 'self'"), "{policy}");
    assert!(!policy.contains("sandbox"), "{policy}");
    assert_eq!(answer.headers()["cache-control"], "public, no-cache");
}

#[test]
fn the_pack_holds_the_words_of_the_rules_and_is_small() {
    let server = Server::shared();
    let pack = server.json("/pack.json");
    let entries = pack["entries"].as_array().unwrap();
    for (kind, name) in [
        ("Keyword", "Parry"),
        ("Clause", "evade.2"),
        ("Card", "Ahsoka Tano (H)"),
    ] {
        let found = entries
            .iter()
            .find(|e| e["kind"] == kind && e["name"] == name);
        let text = found.unwrap_or_else(|| panic!("no {kind} {name}"))["text"].as_str();
        assert!(!text.unwrap().is_empty(), "{kind} {name}");
    }
    assert!(entries.iter().any(|e| e["kind"] == "Ruling"));
    let sent = server
        .request("GET", "/pack.json")
        .header("accept-encoding", "br")
        .send()
        .unwrap();
    assert_eq!(sent.headers()["content-encoding"], "br");
    let bytes = sent.bytes().unwrap().len();
    assert!(bytes < PACK_MOST, "{bytes} bytes");
}
