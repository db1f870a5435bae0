//! Limits: bytes of a body, seconds of a request, requests of one visitor.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::ResponseError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web::Data;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::error::Problem;
use super::routes;
use super::state::State;

/// The largest body that is taken, in bytes.
pub const BODY: usize = 64 * 1024;
/// The longest a request may take, its body included.
const PATIENCE: Duration = Duration::from_secs(20);
/// After so many requests the limiters forget visitors who are long gone.
const SWEEP: usize = 10_000;

/// What a request costs us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing worth counting.
    Free,
    /// Reading something.
    Read,
    /// Running the engine on what a visitor wrote.
    Compute,
    /// Writing to the database.
    Store,
    /// Guessing a password.
    SignIn,
}

/// Requests a minute that one visitor may make, by cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Pages and data.
    pub read: u32,
    /// Runs of the engine.
    pub compute: u32,
    /// Stored things.
    pub store: u32,
    /// Attempts to sign in.
    pub sign_in: u32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            read: 1200,
            compute: 300,
            store: 60,
            sign_in: 10,
        }
    }
}

impl Rates {
    /// No limits worth speaking of, for measurements and tests.
    pub const OPEN: Rates = Rates {
        read: u32::MAX,
        compute: u32::MAX,
        store: u32::MAX,
        sign_in: u32::MAX,
    };
}

type Limiter = DefaultKeyedRateLimiter<IpAddr>;

/// The limiters of a running service.
#[derive(Debug)]
pub struct Limits {
    read: Limiter,
    compute: Limiter,
    store: Limiter,
    sign_in: Limiter,
    seen: std::sync::atomic::AtomicUsize,
}

impl Limits {
    /// Limiters with those rates.
    #[must_use]
    pub fn new(rates: Rates) -> Limits {
        let limiter = |rate| {
            RateLimiter::keyed(Quota::per_minute(
                NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN),
            ))
        };
        Limits {
            read: limiter(rates.read),
            compute: limiter(rates.compute),
            store: limiter(rates.store),
            sign_in: limiter(rates.sign_in),
            seen: std::sync::atomic::AtomicUsize::new(0),
        }
    }

    /// Whether that visitor may; otherwise the seconds to wait.
    fn check(&self, cost: Cost, visitor: IpAddr) -> Result<(), u64> {
        let limiter = match cost {
            Cost::Free => return Ok(()),
            Cost::Read => &self.read,
            Cost::Compute => &self.compute,
            Cost::Store => &self.store,
            Cost::SignIn => &self.sign_in,
        };
        self.sweep();
        limiter.check_key(&visitor).map_err(|early| {
            let wait = early.wait_time_from(DefaultClock::default().now());
            wait.as_secs().saturating_add(1)
        })
    }

    fn sweep(&self) {
        use std::sync::atomic::Ordering;
        if self.seen.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            for limiter in [&self.read, &self.compute, &self.store, &self.sign_in] {
                limiter.retain_recent();
            }
        }
    }
}

/// Who asks, as far as limits go: an address, of IPv6 the network a household gets.
pub(super) fn visitor(req: &ServiceRequest, trust_proxy: bool) -> IpAddr {
    let forwarded = req
        .headers()
        .get("x-forwarded-for")
        .filter(|_| trust_proxy)
        .and_then(|v| v.to_str().ok())
        // The last entry is the one our own proxy wrote; those before it are the visitor's claim.
        .and_then(|v| v.rsplit(',').next())
        .and_then(|v| v.trim().parse().ok());
    let address = forwarded.or_else(|| req.peer_addr().map(|a| a.ip()));
    match address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)) {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

/// Refuses a visitor who asks too often with 429, and gives up on a request that takes too long.
pub(super) async fn guard(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if let Some(state) = req.app_data::<Data<State>>().cloned() {
        let cost = routes::of(&req).cost;
        if let Err(wait) = state
            .limits
            .check(cost, visitor(&req, state.site.trust_proxy))
        {
            let detail = format!("too many requests from your address: try again in {wait} s");
            let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail)
                .retry_after(wait);
            return Ok(req.into_response(problem.error_response()));
        }
    }
    match tokio::time::timeout(PATIENCE, next.call(req)).await {
        Ok(response) => Ok(response?.map_into_boxed_body()),
        Err(_) => {
            let detail = "the request took longer than 20 s";
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-slow", detail).into())
        }
    }
}
