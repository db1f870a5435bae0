//! `arbiter serve`: the service.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;

use actix_web::web::Data;
use anyhow::{Context, bail};
use tracing_subscriber::EnvFilter;

use crate::store::Db;
use crate::web::{Rates, Searching, Site, State, build, open_search, prepare};

/// Serves pages and API until it is told to stop.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The folder that holds everything that changes: `arbiter.sqlite` and `index/`. Made if missing
    #[arg(
        long,
        value_name = "DIR",
        default_value = "./data",
        env = "ARBITER_DATA"
    )]
    pub data: PathBuf,
    /// The address and port to listen on; port 0 takes a free one
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080",
        env = "ARBITER_BIND"
    )]
    pub bind: SocketAddr,
    /// The public address, such as `https://arbiter.example`, for links that leave the site.
    /// Without it, links repeat the host that the visitor asked for
    #[arg(long, value_name = "URL", env = "ARBITER_URL")]
    pub url: Option<String>,
    /// Believe the last address in `X-Forwarded-For`; only behind a proxy of your own
    #[arg(long, env = "ARBITER_TRUST_PROXY")]
    pub trust_proxy: bool,
    /// Do not limit requests for each visitor; for measurements
    #[arg(long, env = "ARBITER_NO_LIMITS")]
    pub no_limits: bool,
}

/// Runs the service.
///
/// # Errors
/// If the data folder, the database or the port cannot be used.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    tracing_subscriber::fmt()
        .with_env_filter(
            EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info")),
        )
        .init();
    actix_web::rt::System::new().block_on(serve(args))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(args: Args) -> anyhow::Result<()> {
    std::fs::create_dir_all(&args.data)
        .with_context(|| format!("the data folder `{}` cannot be made", args.data.display()))?;
    let db = Db::open(&args.data.join("arbiter.sqlite")).await?;
    db.load_starter().await?;
    let cards = db.card_index().await?;
    let listener = listen(args.bind)?;
    let address = listener.local_addr()?;
    let site = Site {
        url: args.url.map(|url| url.trim_end_matches('/').to_owned()),
        trust_proxy: args.trust_proxy,
    };
    let rates = if args.no_limits {
        Rates::OPEN
    } else {
        Rates::default()
    };
    let mut state = State::new(db.clone(), cards, site, rates);
    state.search = Searching::in_folder(args.data.join("index"));
    let state = Data::new(state);
    // A failure is in the log; the first search tries again.
    let _ = open_search(&state).await;
    let server = build(listener, state)?;
    std::thread::spawn(prepare);
    println!("arbiter listens on http://{address}");
    if db.judges().await?.is_empty() {
        println!(
            "there is no judge yet. Make the first one with: \
             echo 'a long password' | arbiter judge --data {} add NAME --head",
            args.data.display()
        );
    }
    server.await?;
    db.close().await;
    println!("arbiter has stopped");
    Ok(())
}

fn listen(bind: SocketAddr) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(bind) {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "port {} is in use by another program; stop it or name another port with `--bind {}:8081`",
            bind.port(),
            bind.ip()
        ),
        Err(error) => Err(error).with_context(|| format!("`{bind}` cannot be listened on")),
    }
}
