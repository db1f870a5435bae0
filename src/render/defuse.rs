//! Addresses and names that forums turn into links and calls by themselves.

/// Stands inside a word without being seen and without letting a line break there.
const JOINER: char = '\u{2060}';

/// The text with `://`, `www.` and `@name` broken up by an invisible joiner, so that a name
/// someone typed neither becomes a link nor calls anybody.
pub fn defuse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        out.push(c);
        let scheme = c == ':' && after.starts_with("//");
        let call =
            c == '@' && after.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        let host = c == '.' && out.len() >= 4 && ends_with_www(&out);
        if scheme || call || host {
            out.push(JOINER);
        }
        rest = after;
    }
    out
}

fn ends_with_www(text: &str) -> bool {
    let end = text.len().checked_sub(4).and_then(|at| text.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case("www."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_up_what_becomes_a_link() {
        let clean = |text: &str| defuse(text).replace(JOINER, "|");
        assert_eq!(clean("http://x"), "http:|//x");
        assert_eq!(clean("WWW.x.y"), "WWW.|x.y");
        assert_eq!(clean("@everyone @ 5"), "@|everyone @ 5");
        assert_eq!(clean("2 Force: Evade é."), "2 Force: Evade é.");
    }
}
