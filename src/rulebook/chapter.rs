//! The line format of `rulings/rules/*.md`, described in `rulings/README.md`.

use super::clause::HEADING;
use super::raw::{RawChapter, RawClause};
use super::{Problem, Provenance};

/// Reads one chapter; faults are added to `problems`.
pub(super) fn read(file: &str, text: &str, problems: &mut Vec<Problem>) -> Option<RawChapter> {
    let mut reader = Reader {
        file,
        problems,
        clauses: Vec::new(),
        head: None,
    };
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line.trim_end());
    }
    reader.finish()
}

struct Reader<'a> {
    file: &'a str,
    problems: &'a mut Vec<Problem>,
    clauses: Vec<RawClause>,
    head: Option<(u8, String)>,
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) {
        if let Some(heading) = line.strip_prefix("# ") {
            self.chapter(number, heading);
        } else if let Some(heading) = line
            .strip_prefix("## ")
            .or_else(|| line.strip_prefix("### "))
        {
            self.clauses.push(begin(number, heading));
        } else if let Some(field) = line.strip_prefix("> ") {
            self.field(number, field);
        } else {
            self.words(number, line);
        }
    }

    fn chapter(&mut self, number: usize, heading: &str) {
        let read = heading
            .split_once(' ')
            .and_then(|(no, title)| Some((no.parse().ok()?, title.to_owned())));
        if read.is_none() || self.head.is_some() {
            self.fault(number, "a chapter has one heading, `# number title`");
        }
        self.head = self.head.take().or(read);
    }

    fn words(&mut self, number: usize, line: &str) {
        match self.clauses.last_mut() {
            Some(clause) => {
                clause.text.push_str(line);
                clause.text.push('\n');
            }
            None if line.is_empty() => {}
            None => self.fault(number, "text before the first clause"),
        }
    }

    fn field(&mut self, number: usize, field: &str) {
        let (key, value) = field.split_once(": ").unwrap_or((field, ""));
        let Some(clause) = self.clauses.last_mut() else {
            return self.fault(number, "a field before the first clause");
        };
        let value_or_none = (!value.is_empty()).then(|| value.to_owned());
        if let Some(provenance) = Provenance::parse(key) {
            clause.provenance = Some(provenance);
            clause.sources = value
                .split("; ")
                .filter(|source| !source.is_empty())
                .map(str::to_owned)
                .collect();
            return;
        }
        match (key, value_or_none) {
            ("heading", None) => {
                clause.informative = Some(HEADING.to_owned());
                clause.provenance = clause.provenance.or(Some(Provenance::Inference));
            }
            ("informative", Some(reason)) => clause.informative = Some(reason),
            ("2018", Some(text)) => clause.text_2018 = Some(text),
            ("reading", Some(text)) => clause.adopted = Some(text),
            (key, Some(text)) if alternative(key).is_some() => {
                let name = alternative(key).unwrap_or_default().to_owned();
                clause.alternatives.push((name, text));
            }
            _ => self.fault(number, &format!("no field `{key}`, or it has no text")),
        }
    }

    fn fault(&mut self, line: usize, message: &str) {
        self.problems.push(Problem::new(self.file, line, message));
    }

    fn finish(mut self) -> Option<RawChapter> {
        for clause in &mut self.clauses {
            clause.text = clause.text.trim().to_owned();
            if clause.text.is_empty() {
                clause.text = clause.title.clone().unwrap_or_default();
            }
        }
        if self.head.is_none() {
            self.fault(1, "no chapter heading");
        }
        let (number, title) = self.head?;
        Some(RawChapter {
            file: self.file.to_owned(),
            number,
            title,
            clauses: self.clauses,
        })
    }
}

fn begin(line: usize, heading: &str) -> RawClause {
    let (id, title) = heading
        .split_once(' ')
        .map_or((heading, None), |(id, title)| (id, Some(title)));
    RawClause {
        id: id.to_owned(),
        line,
        title: title.map(str::to_owned),
        ..RawClause::default()
    }
}

/// The name in ``or `name` ``.
fn alternative(key: &str) -> Option<&str> {
    key.strip_prefix("or `")?.strip_suffix('`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_field() {
        let text = "# 7 Trials\n\n## 7.1 A section\n> heading\n\n### 7.1.1\nOne.\n- two\n> 2018: Old.\n\
                    > published: W17; U:PM Some Card\n> informative: worked example\n\n### 7.1.2\nWhy?\n\
                    > reading: Because.\n> or `not`: It is not so.\n> open\n";
        let mut problems = Vec::new();
        let chapter = read("rules/07.md", text, &mut problems).unwrap();
        assert_eq!(problems, []);
        assert_eq!((chapter.number, chapter.title.as_str()), (7, "Trials"));
        let [section, first, second] = &chapter.clauses[..] else {
            panic!("three clauses")
        };
        assert_eq!(section.text, "A section");
        assert_eq!(section.informative.as_deref(), Some(HEADING));
        assert_eq!((first.id.as_str(), first.line), ("7.1.1", 6));
        assert_eq!(first.text, "One.\n- two");
        assert_eq!(first.text_2018.as_deref(), Some("Old."));
        assert_eq!(first.sources, ["W17", "U:PM Some Card"]);
        assert_eq!(second.adopted.as_deref(), Some("Because."));
        assert_eq!(
            second.alternatives,
            [("not".to_owned(), "It is not so.".to_owned())]
        );
        assert_eq!(second.provenance, Some(Provenance::Open));
    }

    #[test]
    fn reports_the_line_of_a_fault() {
        let mut problems = Vec::new();
        read(
            "rules/07.md",
            "# 7 Trials\nstray\n## 7.1 A\n> colour: red\n",
            &mut problems,
        );
        let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [2, 4]);
    }
}
