//! Card text as tokens: one spelling for quotes, arrows, tap signs, bullets, blanks and numbers.
//!
//! The tokenizer never fails. What it evens out: curly and doubled quotes, quotes that are never
//! closed, the many arrows, `[tap]`, list marks, reminder text in brackets.

/// What kind of token it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sym {
    /// A word, also with digits, hyphens and apostrophes inside.
    Word,
    /// A number.
    Num(i32),
    /// `+` before a number or X.
    Plus,
    /// `-` before a number or X.
    Minus,
    /// The arrow between cost and effect.
    Arrow,
    /// The tap sign.
    Tap,
    /// `,`
    Comma,
    /// `.`, also `!`
    Dot,
    /// `:`
    Colon,
    /// `;`
    Semi,
    /// `/`
    Slash,
    /// A list mark.
    Bullet,
    /// An opening quote.
    Open,
    /// A closing quote.
    Close,
    /// A character the grammar has no use for; no phrase matches it.
    Other,
}

/// A token with its spellings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tok {
    /// The kind.
    pub sym: Sym,
    /// In lower case, as phrases are compared.
    pub low: String,
    /// As printed.
    pub raw: String,
}

impl Tok {
    fn new(sym: Sym, raw: &str) -> Tok {
        let low = match sym {
            Sym::Arrow => "->".to_owned(),
            Sym::Open | Sym::Close => "\"".to_owned(),
            _ => raw.to_lowercase(),
        };
        Tok {
            sym,
            low,
            raw: raw.to_owned(),
        }
    }

    /// A word.
    pub(crate) fn word(raw: &str) -> Tok {
        Tok::new(Sym::Word, raw)
    }

    /// Whether it is a word that starts with a capital letter or a digit.
    pub(crate) fn is_capital(&self) -> bool {
        self.sym == Sym::Word
            && self
                .raw
                .chars()
                .next()
                .is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
    }
}

/// The longest text that is read; longer lines are cut, so that time stays bounded.
const LONGEST: usize = 4_000;

/// Splits a text into tokens.
pub(crate) fn tokenize(text: &str) -> Vec<Tok> {
    let chars: Vec<char> = normalize(text).chars().take(LONGEST).collect();
    let mut scan = Scan {
        chars: &chars,
        at: 0,
        out: Vec::new(),
        quotes: Vec::new(),
    };
    while scan.at < chars.len() {
        scan.step();
    }
    while scan.quotes.pop().is_some() {
        scan.out.push(Tok::new(Sym::Close, "\""));
    }
    scan.out
}

/// One spelling for quotes, dashes, arrows and tap signs.
fn normalize(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{201c}' | '\u{201d}' | '\u{201e}' => flat.push('"'),
            '\u{2018}' | '\u{2019}' | '`' | '\u{b4}' => flat.push('\''),
            '\u{2013}' | '\u{2014}' | '\u{2212}' => flat.push('-'),
            '\u{2192}' | '\u{21d2}' => flat.push_str("->"),
            '\u{2022}' | '\u{b7}' => flat.push('*'),
            '\u{a0}' | '\t' | '\n' | '\r' => flat.push(' '),
            c => flat.push(c),
        }
    }
    let mut flat = flat.replace("\"\"\"", "\"").replace("\"\"", "\"");
    for (from, to) in [
        ("--->", "->"),
        ("-->", "->"),
        ("=>", "->"),
        ("- >", "->"),
        (">o<", " "),
        ("__", " "),
        ("_s ", "'s "),
        ("' s ", "'s "),
    ] {
        flat = flat.replace(from, to);
    }
    flat
}

struct Scan<'a> {
    chars: &'a [char],
    at: usize,
    out: Vec<Tok>,
    quotes: Vec<char>,
}

impl Scan<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn before(&self) -> Option<char> {
        self.at
            .checked_sub(1)
            .and_then(|i| self.chars.get(i))
            .copied()
    }

    fn push(&mut self, sym: Sym, raw: &str, width: usize) {
        self.out.push(Tok::new(sym, raw));
        self.at += width;
    }

    fn step(&mut self) {
        let Some(c) = self.peek(0) else { return };
        match c {
            c if c.is_whitespace() => self.at += 1,
            '(' => self.bracket(),
            '[' => self.square(),
            '"' => self.quote('"'),
            '\'' => self.quote('\''),
            '-' if self.peek(1) == Some('>') => self.push(Sym::Arrow, "->", 2),
            '-' => self.dash(),
            '+' => self.push(Sym::Plus, "+", 1),
            ',' => self.push(Sym::Comma, ",", 1),
            '.' | '!' | '?' => self.push(Sym::Dot, ".", 1),
            ':' => self.push(Sym::Colon, ":", 1),
            ';' => self.push(Sym::Semi, ";", 1),
            '/' => self.push(Sym::Slash, "/", 1),
            '*' => self.push(Sym::Bullet, "*", 1),
            ')' | ']' => self.at += 1,
            c if c.is_alphanumeric() => self.word(),
            _ => self.push(Sym::Other, "?", 1),
        }
    }

    /// Reminder text is dropped; a bracket that is part of the rule is kept as plain words.
    fn bracket(&mut self) {
        let rest = self.chars.get(self.at + 1..).unwrap_or_default();
        let Some(end) = rest.iter().position(|c| *c == ')') else {
            // A bracket that is never closed runs to the end of the line or of the quote.
            let end = rest.iter().position(|c| *c == '"').unwrap_or(rest.len());
            self.at += end + 1;
            return;
        };
        let inner: String = rest.iter().take(end).collect::<String>().to_lowercase();
        let inner = inner.trim_start();
        let kept = [
            "before damage",
            "rounded",
            "round",
            "and only",
            "yours and",
            "play only",
            "up to",
            "maximum",
        ]
        .iter()
        .any(|start| inner.starts_with(start))
            || inner.contains("can protect only");
        self.at += if kept { 1 } else { end + 2 };
    }

    /// `[tap]` is the sign; other marks in square brackets are ornaments.
    fn square(&mut self) {
        let rest = self.chars.get(self.at + 1..).unwrap_or_default();
        match rest.iter().position(|c| *c == ']') {
            Some(end) => {
                let inner: String = rest.iter().take(end).collect::<String>().to_lowercase();
                match inner.trim() {
                    "tap" | "t" => self.push(Sym::Tap, "[tap]", end + 2),
                    "pilot" => self.at += end + 2,
                    _ => self.at += 1,
                }
            }
            None => self.at += 1,
        }
    }

    fn quote(&mut self, mark: char) {
        if mark == '\'' && self.detached_possessive() {
            return;
        }
        let blank_before = self
            .before()
            .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '"' | '\''));
        let next = self.peek(1);
        let text_after =
            next.is_some_and(|c| !c.is_whitespace() && !matches!(c, '.' | ',' | ')' | ';'));
        let inside = self.quotes.last() == Some(&mark);
        let opens = if mark == '\'' {
            blank_before && text_after && next.is_some_and(|c| c.is_uppercase() || c == '[')
        } else {
            text_after && (blank_before || !inside)
        };
        if opens {
            self.quotes.push(mark);
            self.push(Sym::Open, "\"", 1);
        } else if inside {
            self.quotes.pop();
            self.push(Sym::Close, "\"", 1);
        } else if mark == '"' && !self.quotes.is_empty() {
            // The inner quote was never closed: both end here.
            while self.quotes.pop().is_some_and(|open| open != mark) {
                self.out.push(Tok::new(Sym::Close, "\""));
            }
            self.push(Sym::Close, "\"", 1);
        } else {
            self.at += 1;
        }
    }

    /// `Tarn 's`: the ending belongs to the word before the blank.
    fn detached_possessive(&mut self) -> bool {
        let blank = self.before().is_some_and(char::is_whitespace);
        let ends = self.peek(2).is_none_or(|c| !c.is_alphanumeric());
        let word = self.out.last_mut().filter(|t| t.sym == Sym::Word);
        match word {
            Some(tok) if blank && ends && self.chars.get(self.at + 1) == Some(&'s') => {
                tok.raw.push_str("'s");
                tok.low.push_str("'s");
                self.at += 2;
                true
            }
            _ => false,
        }
    }

    /// A minus before a number, otherwise a list mark (hyphens inside words are part of the word).
    fn dash(&mut self) {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let x = self.peek(1) == Some('X') && self.peek(2).is_none_or(|c| !c.is_alphanumeric());
        if digit(self.peek(1)) || x {
            return self.push(Sym::Minus, "-", 1);
        }
        let after_get = self.out.last().is_some_and(|t| {
            matches!(
                t.low.as_str(),
                "get" | "gets" | "either" | "or" | "and" | "by"
            )
        });
        if self.peek(1) == Some(' ') && digit(self.peek(2)) && after_get {
            return self.push(Sym::Minus, "-", 1);
        }
        self.push(Sym::Bullet, "-", 1);
    }

    fn word(&mut self) {
        let start = self.at;
        while let Some(c) = self.peek(0) {
            let next_is_text = self.peek(1).is_some_and(char::is_alphanumeric);
            // A letter that was lost on the way.
            let lost = c == '_' && self.at > start;
            let goes_on =
                c.is_alphanumeric() || lost || (matches!(c, '-' | '\'' | '&') && next_is_text);
            if !goes_on {
                break;
            }
            self.at += 1;
        }
        let mut raw: String = self
            .chars
            .get(start..self.at)
            .unwrap_or_default()
            .iter()
            .collect();
        // The apostrophe of a plural: "units' ", unless it closes a quotation.
        if raw.ends_with('s') && self.peek(0) == Some('\'') && self.quotes.last() != Some(&'\'') {
            raw.push('\'');
            self.at += 1;
        }
        if let Ok(number) = raw.parse::<i32>() {
            self.out.push(Tok::new(Sym::Num(number.min(9_999)), &raw));
            return;
        }
        if let Some((left, right)) = raw.split_once('-')
            && left == "X"
            && let Ok(number) = right.parse::<i32>()
        {
            self.out.push(Tok::new(Sym::Word, "X"));
            self.out.push(Tok::new(Sym::Minus, "-"));
            self.out.push(Tok::new(Sym::Num(number.min(9_999)), right));
            return;
        }
        // So does a title in front of a name ("Dr. Tarn").
        let title = matches!(
            raw.as_str(),
            "Dr" | "Mr" | "Mrs" | "Lt" | "Sgt" | "Capt" | "Prof"
        );
        let name_behind = self.peek(1) == Some(' ') && self.peek(2).is_some_and(char::is_uppercase);
        if title && self.peek(0) == Some('.') && name_behind {
            raw.push('.');
            self.at += 1;
        }
        // An initial keeps its dot ("Wicket W. Warrick"); "X." ends a sentence.
        let initial = raw.chars().count() == 1 && raw.chars().all(char::is_uppercase) && raw != "X";
        if initial && self.peek(0) == Some('.') && self.out.last().is_some_and(Tok::is_capital) {
            raw.push('.');
            self.at += 1;
        }
        self.out.push(Tok::new(Sym::Word, &raw));
    }
}

/// The tokens as printed, blanks evened out.
pub(crate) fn words(toks: &[Tok]) -> String {
    let mut out = String::new();
    for tok in toks {
        let closes = matches!(tok.sym, Sym::Comma | Sym::Dot | Sym::Colon | Sym::Semi);
        let after_sign = out.ends_with(['+', '-']);
        if !out.is_empty() && !closes && !after_sign {
            out.push(' ');
        }
        out.push_str(&tok.raw);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lows(text: &str) -> String {
        tokenize(text)
            .iter()
            .map(|t| t.low.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn arrows_taps_and_numbers() {
        assert_eq!(lows("Pay 2 force\u{2192}Evade 2"), "pay 2 force -> evade 2");
        assert_eq!(
            lows("[Tap], Pay X Force --> Accuracy -1."),
            "[tap] , pay x force -> accuracy - 1 ."
        );
        assert_eq!(
            lows("gets - 4 power or +4 power"),
            "gets - 4 power or + 4 power"
        );
        assert_eq!(lows("Evade X-2"), "evade x - 2");
    }

    #[test]
    fn reminder_text_goes() {
        assert_eq!(
            lows("Evade 2 (Prevent up to 2 damage to this unit. ); Armor"),
            "evade 2 ; armor"
        );
        assert_eq!(
            lows("does damage (after damage prevention), draw"),
            "does damage , draw"
        );
        assert_eq!(lows("half (rounded up)"), "half rounded up");
        assert_eq!(
            lows("gets \"Protect 1 (Prevent 1 damage.\" now"),
            "gets \" protect 1 \" now"
        );
    }

    #[test]
    fn quotes_nest_and_close() {
        let kinds = |text| {
            tokenize(text)
                .iter()
                .filter_map(|t| match t.sym {
                    Sym::Open => Some('<'),
                    Sym::Close => Some('>'),
                    _ => None,
                })
                .collect::<String>()
        };
        assert_eq!(
            kinds("gets \"Pay 1 Force -> Evade 1\" and 'Armor'."),
            "<><>"
        );
        assert_eq!(kinds("gets \"take 1 with \"Armor\" now.\" and"), "<<>>");
        assert_eq!(kinds("gets \"Armor"), "<>");
        assert_eq!(kinds("each of your units' and your opponent's"), "");
        assert_eq!(kinds("gets\"Treat\" and \u{201c}Armor\u{201d}"), "<><>");
    }

    #[test]
    fn lists_and_names() {
        assert_eq!(
            lows("gets: - +10 speed -Accuracy 1"),
            "gets : - + 10 speed - accuracy 1"
        );
        assert_eq!(
            tokenize("- Armor").first().map(|t| t.sym),
            Some(Sym::Bullet)
        );
        assert_eq!(lows("Tarn B. Vessik's R2-D2"), "tarn b. vessik's r2-d2");
    }

    #[test]
    fn never_panics_on_odd_text() {
        for text in [
            "",
            "(",
            "[",
            "\"",
            "'",
            "-",
            "((",
            "\"\"\"\"\"",
            "[tap",
            "a'",
            "X-",
            "-X",
            "\u{feff}\0",
        ] {
            let _ = tokenize(text);
        }
    }
}
