//! What is done beside the running service: imports, and harm to the index folder.

use std::path::Path;
use std::time::{Duration, Instant};

use arbiter::store::Db;
use arbiter::web::Rates;

use super::server::Server;

const HEADER: &str =
    "Name\tSet\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText\n";

fn card(name: &str, usage: &str, text: &str) -> String {
    format!("{name}\tTST\tL\tCharacter\tJedi\t4\t50\t4\t5\tR\t1\t{usage}\t{text}\n")
}

/// Does something with the database from outside, as another program would.
fn beside<T>(server: &Server, work: impl AsyncFnOnce(&Db) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let db = Db::open(&server.database()).await.unwrap();
        let done = work(&db).await;
        db.close().await;
        done
    })
}

/// Waits until it is so; a busy machine gets its time.
fn soon(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(90), "never: {what}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn write(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn an_import_beside_the_service_is_noticed() {
    let server = Server::start(Rates::OPEN);
    let files = tempfile::tempdir().unwrap();
    // The search is open before anything changes.
    assert_eq!(server.get("/ask?q=parry").status(), 200);
    let set = |text: &str| {
        let rows = card("Zarn Vessik (B)", "He hums.", text);
        write(files.path(), "TST.txt", &format!("{HEADER}{rows}"))
    };
    let import = |path: std::path::PathBuf| {
        beside(&server, async |db| {
            db.import_lackey(&[path], &mut |_| ()).await.unwrap()
        });
    };
    import(set("Parry 1"));
    let page = server.page("/c/zarn-vessik-b");
    assert_eq!(page.texts("[aria-labelledby=h-own] li"), ["He hums."]);
    soon("the finder knows the card", || {
        server.json("/api/v1/suggest/cards?q=zarn")["cards"][0] == "Zarn Vessik (B)"
    });
    soon("the search knows the card", || {
        server.json("/api/v1/suggest?q=zarn+v")[0]["href"] == "/c/zarn-vessik-b"
    });

    import(set("Parry 1 | Evade 2"));
    soon("the board has the new text", || {
        server.json("/api/v1/search?q=k:evade+zarn")["total"] == 1
    });
    let page = server.page("/c/zarn-vessik-b");
    assert_eq!(
        page.texts("[aria-labelledby=h-old] ins").last().unwrap(),
        "Evade 2"
    );
    assert_eq!(page.count(".card-lines > li"), 2);
}

#[test]
fn official_wordings_stand_beside_our_clauses() {
    let server = Server::start(Rates::OPEN);
    let files = tempfile::tempdir().unwrap();
    assert_eq!(
        server
            .page("/k/parry")
            .count("[aria-labelledby=h-official]"),
        0
    );
    let page = write(
        files.path(),
        "page.txt",
        "Ahsoka Tano (H)\n\nKeywords\n\nParry\n\nParry X: Ward off X of what comes.\n\nSurge\n\nSurge X: Swell by X.\n",
    );
    let file = write(
        files.path(),
        "keywords.txt",
        "Parry\t**Parry X:** Ward off up to X of what comes.\n",
    );
    beside(&server, async |db| {
        let read = db.import_pages(&[page]).await.unwrap();
        assert_eq!(read.refused_files.len(), 0, "{read}");
        db.import_keywords(&file).await.unwrap();
    });
    let page = server.page("/k/parry");
    let official = page.text("[aria-labelledby=h-official]");
    for part in [
        "Edition 2018",
        "Edition 2025",
        "Ward off up to X",
        "recorded",
    ] {
        assert!(official.contains(part), "{part}: {official}");
    }
    assert_eq!(page.texts(".compared ins"), ["up to"]);
    assert_eq!(page.count(".beside li.clause"), page.count("li.clause"));
    let card = server.page("/c/ahsoka-tano-h");
    let keywords = card.attributes(".of-keyword h2 a", "href");
    for keyword in ["/k/parry", "/k/surge"] {
        assert!(keywords.contains(&keyword.to_owned()), "{keywords:?}");
    }
    let bulk = server.json("/api/v1/bulk/keywords.json");
    assert!(bulk["keywords"].to_string().contains("Ward off up to X"));
    soon("the search finds official words", || {
        server.json("/api/v1/search?q=kind:keyword+ward+comes")["total"] == 1
    });
}

#[test]
fn an_index_that_is_lost_or_cut_while_serving_is_written_again() {
    let server = Server::start(Rates::OPEN);
    let works = || {
        let found = server.json("/api/v1/search?q=kind:clause+k:parry&limit=1");
        assert!(found["total"].as_u64().unwrap() > 3);
    };
    works();
    let folder = || {
        let mut folders = std::fs::read_dir(server.index())
            .unwrap()
            .flatten()
            .map(|entry| entry.path());
        folders.find(|path| path.join("seal").exists())
    };
    let first = folder().unwrap();
    std::fs::remove_dir_all(&first).unwrap();
    works();
    soon("the folder is there again", || folder().is_some());
    let meta = first.join("meta.json");
    let whole = std::fs::metadata(&meta).unwrap().len();
    std::fs::write(&meta, "{").unwrap();
    works();
    soon("the cut file is whole again", || {
        std::fs::metadata(&meta).is_ok_and(|now| now.len() == whole)
    });
    works();
}
