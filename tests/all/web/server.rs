//! A running service for tests, and a client that says where it comes from.

use std::net::TcpListener;
use std::sync::OnceLock;
use std::sync::mpsc;
use std::thread;

use actix_web::web::Data;
use arbiter::store::{Actor, Db, Judge, Role};
use arbiter::web::{Rates, Searching, Site, State, build, prepare};
use reqwest::blocking::{Client, RequestBuilder, Response};
use reqwest::redirect::Policy;
use scraper::{Html, Selector};

/// A service on a port of its own.
pub struct Server {
    origin: String,
    client: Client,
    /// Holds the database as long as the service runs.
    folder: tempfile::TempDir,
}

/// The password of every judge in tests.
pub const PASSWORD: &str = "the long password of tests";

impl Server {
    /// The service that tests share; it has no limits on requests.
    pub fn shared() -> &'static Server {
        static SHARED: OnceLock<Server> = OnceLock::new();
        SHARED.get_or_init(|| Server::start(Rates::OPEN))
    }

    /// A new service with those limits.
    pub fn start(rates: Rates) -> Server {
        Server::of(rates, Site::default())
    }

    /// A new service that is seen from outside like that.
    pub fn of(rates: Rates, site: Site) -> Server {
        Server::start_over(tempfile::tempdir().unwrap(), rates, site)
    }

    /// A service over what the folder holds.
    pub fn start_over(folder: tempfile::TempDir, rates: Rates, site: Site) -> Server {
        let file = folder.path().join("arbiter.sqlite");
        let index = folder.path().join("index");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        // Without this a busy machine may take longer over the first page than a request may.
        prepare();
        let (ready, started) = mpsc::channel();
        thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let db = Db::open(&file).await.unwrap();
                db.load_starter().await.unwrap();
                let cards = db.card_index().await.unwrap();
                let mut state = State::new(db, cards, site, rates);
                state.search = Searching::in_folder(index);
                let server = build(listener, Data::new(state)).unwrap();
                ready.send(()).unwrap();
                server.await.unwrap();
            });
        });
        started.recv().unwrap();
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        Server {
            origin,
            client,
            folder,
        }
    }

    /// Something done to the database beside the service, as the command line does it.
    pub fn with_db<T>(&self, work: impl AsyncFnOnce(&Db) -> T) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let db = Db::open(&self.folder.path().join("arbiter.sqlite"))
                .await
                .unwrap();
            let done = work(&db).await;
            db.close().await;
            done
        })
    }

    /// A new judge.
    pub fn add_judge(&self, login: &str, role: Role) -> Judge {
        self.with_db(async |db| {
            let name = format!("Judge {login}");
            db.add_judge(login, &name, role, PASSWORD, &Actor::operator())
                .await
                .unwrap()
        })
    }

    /// The session of a judge who signs in.
    pub fn sign_in(&self, login: &str) -> Session<'_> {
        let fields = [("login", login), ("password", PASSWORD)];
        let response = self.form("/login", &fields);
        assert_eq!(response.status(), 303, "{login}");
        Session {
            server: self,
            cookie: cookie(&response),
        }
    }

    /// The database, for what is done to it beside the service.
    pub fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("arbiter.sqlite")
    }

    /// The folder of the search index.
    pub fn index(&self) -> std::path::PathBuf {
        self.folder.path().join("index")
    }

    /// Where it is.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// A request to be completed.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client
            .request(method.parse().unwrap(), format!("{}{path}", self.origin))
    }

    /// The answer to a form sent from one of our own pages.
    pub fn form(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.form_request(path, fields).send().unwrap()
    }

    fn form_request(&self, path: &str, fields: &[(&str, &str)]) -> RequestBuilder {
        let pair = |(name, value): &(&str, &str)| format!("{}={}", encoded(name), encoded(value));
        let body: Vec<String> = fields.iter().map(pair).collect();
        self.request("POST", path)
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body.join("&"))
    }

    /// The answer to a GET.
    pub fn get(&self, path: &str) -> Response {
        self.request("GET", path).send().unwrap()
    }

    /// A page that is there.
    pub fn page(&self, path: &str) -> Page {
        let response = self.get(path);
        assert_eq!(response.status(), 200, "{path}");
        Page {
            html: Html::parse_document(&response.text().unwrap()),
        }
    }

    /// The page of an error.
    pub fn error_page(&self, path: &str, status: u16) -> Page {
        let response = self.get(path);
        assert_eq!(response.status(), status, "{path}");
        Page {
            html: Html::parse_document(&response.text().unwrap()),
        }
    }

    /// A JSON answer.
    pub fn json(&self, path: &str) -> serde_json::Value {
        let response = self.get(path);
        assert_eq!(response.status(), 200, "{path}");
        response.json().unwrap()
    }
}

/// A judge's browser.
pub struct Session<'a> {
    server: &'a Server,
    /// The cookie, as it is sent.
    pub cookie: String,
}

impl Session<'_> {
    /// The answer to a GET.
    pub fn get(&self, path: &str) -> Response {
        self.server
            .request("GET", path)
            .header("cookie", &self.cookie)
            .send()
            .unwrap()
    }

    /// A page that is there.
    pub fn page(&self, path: &str) -> Page {
        let response = self.get(path);
        assert_eq!(response.status(), 200, "{path}");
        Page::of(response)
    }

    /// The answer to a form.
    pub fn form(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        self.server
            .form_request(path, fields)
            .header("cookie", &self.cookie)
            .send()
            .unwrap()
    }
}

/// The cookie that a response sets, as the next request sends it.
pub fn cookie(response: &Response) -> String {
    let set = response.headers()["set-cookie"].to_str().unwrap();
    set.split(';').next().unwrap().to_owned()
}

/// Where a response leads.
pub fn location(response: &Response) -> String {
    let to = response.headers().get("location");
    to.map(|v| v.to_str().unwrap().to_owned())
        .unwrap_or_default()
}

/// A parsed page.
pub struct Page {
    html: Html,
}

impl Page {
    /// The page in a response.
    pub fn of(response: Response) -> Page {
        Page {
            html: Html::parse_document(&response.text().unwrap()),
        }
    }

    /// The text of every element that fits the selector.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        let text = |e: scraper::ElementRef<'_>| {
            e.text()
                .collect::<String>()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        self.html.select(&selector).map(text).collect()
    }

    /// The text of the first element that fits.
    pub fn text(&self, selector: &str) -> String {
        self.texts(selector)
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("nothing fits `{selector}`"))
    }

    /// An attribute of every element that fits.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        self.html
            .select(&selector)
            .filter_map(|e| e.attr(name))
            .map(str::to_owned)
            .collect()
    }

    /// How many elements fit.
    pub fn count(&self, selector: &str) -> usize {
        self.html
            .select(&Selector::parse(selector).unwrap())
            .count()
    }
}

fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let byte = |b: u8| {
        if plain(b) {
            char::from(b).to_string()
        } else {
            format!("%{b:02X}")
        }
    };
    text.bytes().map(byte).collect()
}
