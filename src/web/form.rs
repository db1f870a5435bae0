//! A submitted form: names and values in order, read by hand because boards have as many fields
//! as they have units.

use std::fmt;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};

use super::error::Problem;

/// The fields of a form.
#[derive(Clone, Default)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Reads a form's body.
    fn read(req: &HttpRequest, body: &[u8]) -> Result<Form, Problem> {
        let kind = req
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .unwrap_or_default();
        if !kind.starts_with("application/x-www-form-urlencoded") {
            let detail = "a form is sent as application/x-www-form-urlencoded";
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unknown-content",
                detail,
            ));
        }
        Ok(Form(url_decode(body)))
    }

    /// The first value of a field, without blanks around it; empty if the field is missing.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(n, _)| n == name)
            .map_or("", |(_, v)| v.trim())
    }

    /// The first value of a field with the blanks around it, for passwords.
    #[must_use]
    pub fn raw(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(n, _)| n == name)
            .map_or("", |(_, v)| v.as_str())
    }

    /// Whether the field was sent, be it empty.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(n, _)| n == name)
    }

    /// The lines of a field that say something.
    #[must_use]
    pub fn lines(&self, name: &str) -> Vec<String> {
        self.get(name)
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// The number in a field; `None` if it is empty.
    ///
    /// # Errors
    /// If it is no number.
    pub fn number(&self, name: &str) -> Result<Option<i64>, Problem> {
        match self.get(name) {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| {
                let shown: String = text.chars().take(40).collect();
                Problem::unusable(
                    "no-number",
                    format!("`{shown}` in the field `{name}` is not a whole number"),
                )
            }),
        }
    }
}

impl fmt::Debug for Form {
    /// Names only: a value may be a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|(name, _)| name))
            .finish()
    }
}

/// Percent-decoding of a form body, lossy where it is not UTF-8.
fn url_decode(body: &[u8]) -> Vec<(String, String)> {
    let decode = |part: &[u8]| {
        let mut out = Vec::with_capacity(part.len());
        let mut bytes = part.iter().copied();
        while let Some(b) = bytes.next() {
            match b {
                b'+' => out.push(b' '),
                b'%' => {
                    let mut ahead = bytes.clone();
                    let digits = ahead.next().and_then(hex).zip(ahead.next().and_then(hex));
                    match digits {
                        Some((high, low)) => {
                            out.push(high << 4 | low);
                            bytes = ahead;
                        }
                        None => out.push(b),
                    }
                }
                b => out.push(b),
            }
        }
        String::from_utf8_lossy(&out)
            .replace("\r\n", "\n")
            .replace('\0', "")
    };
    body.split(|b| *b == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| match pair.iter().position(|b| *b == b'=') {
            Some(at) => {
                let (name, value) = pair.split_at(at);
                (decode(name), decode(value.get(1..).unwrap_or_default()))
            }
            None => (decode(pair), String::new()),
        })
        .collect()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|d| u8::try_from(d).ok())
}

/// A form taken from a request.
pub struct Sent(pub Form);

impl FromRequest for Sent {
    type Error = actix_web::Error;
    type Future = std::pin::Pin<Box<dyn Future<Output = Result<Sent, actix_web::Error>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let req = req.clone();
        let body = Bytes::from_request(&req, payload);
        Box::pin(async move { Ok(Sent(Form::read(&req, &body.await?)?)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_decoded_whatever_they_hold() {
        let form = Form(url_decode(
            b"a=x+y&b=%C3%A9%zz&c=1%0D%0A2&&d&a=second&n=%00",
        ));
        assert_eq!(form.get("a"), "x y");
        assert_eq!(form.get("b"), "é%zz");
        assert_eq!(form.lines("c"), ["1", "2"]);
        assert!(form.has("d") && !form.has("e"));
        assert_eq!(form.get("n"), "");
        assert!(form.number("a").is_err());
        assert_eq!(form.number("d").unwrap(), None);
    }
}
