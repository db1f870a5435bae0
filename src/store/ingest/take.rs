//! One row into the catalogue.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{Sqlite, Transaction};

use crate::catalogue::name_key;
use crate::game::Card;
use crate::import::lackey::{ParsedCard, ParsedSet};
use crate::store::error::to_json;
use crate::store::lines::LineReader;
use crate::store::{Stamp, StoreResult};

use super::known::{Known, KnownCard, KnownPrinting, Origin, Place};
use super::report::{Changed, FileNote, Report, Tally};
use super::write;

/// What became of a card in this run; later is stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Unchanged,
    Changed,
    New,
}

impl Tally {
    fn add(&mut self, fate: Fate) {
        match fate {
            Fate::Unchanged => self.unchanged += 1,
            Fate::Changed => self.changed += 1,
            Fate::New => self.new += 1,
        }
    }
}

/// Takes rows in and keeps the account.
pub(super) struct Taker {
    pub(super) known: Known,
    pub(super) import: i64,
    pub(super) origin: Origin,
    pub(super) report: Report,
    fates: BTreeMap<String, Fate>,
    lines: LineReader,
    /// Sets that are in the database already.
    sets: BTreeSet<String>,
}

/// A row with what the database needs to know about it.
struct Row<'a> {
    card: Card,
    raw: String,
    file: &'a str,
    line: u32,
}

impl Taker {
    pub(super) fn new(known: Known, import: i64) -> Taker {
        Taker {
            known,
            import,
            origin: Origin::Lackey,
            report: Report::default(),
            fates: BTreeMap::new(),
            lines: LineReader::default(),
            sets: BTreeSet::new(),
        }
    }

    /// Enters a file's counts, doubts and refusals into the report.
    pub(super) fn notes(&mut self, file: &str, set: &ParsedSet) {
        let report = &mut self.report;
        report.lines += set.rows();
        report.reminders += set.reminders.len();
        for doubt in &set.doubts.kept {
            report.doubtful.push(FileNote {
                file: file.to_owned(),
                line: doubt.line,
                column: doubt.column.clone(),
                what: doubt.what.clone(),
            });
        }
        for refusal in &set.refused.kept {
            report.refused.push(FileNote {
                file: file.to_owned(),
                line: refusal.line,
                column: String::new(),
                what: format!("{} (`{}`)", refusal.why, refusal.excerpt),
            });
        }
        // Notes that the file itself left out still count.
        report.doubtful.count += set.doubts.count - set.doubts.kept.len();
        report.refused.count += set.refused.count - set.refused.kept.len();
    }

    fn doubt(&mut self, file: &str, line: u32, what: String) {
        self.report.doubtful.push(FileNote {
            file: file.to_owned(),
            line,
            column: String::new(),
            what,
        });
    }

    /// Takes one row in.
    pub(super) async fn take(
        &mut self,
        tx: &mut Transaction<'static, Sqlite>,
        parsed: ParsedCard,
        file: &str,
        now: &Stamp,
    ) -> StoreResult<()> {
        let name = parsed.card.name.clone();
        if self.sets.insert(parsed.card.set.clone()) {
            write::set(tx, &parsed.card.set, self.import, now).await?;
        }
        let row = Row {
            raw: to_json("row", &parsed.raw)?,
            card: parsed.card,
            file,
            line: parsed.line,
        };
        let fate = match self.known.cards.remove(&name) {
            None => self.take_new(tx, row, parsed.label, now).await?,
            Some(known) => self.take_known(tx, known, row, parsed.label, now).await?,
        };
        match self.fates.get_mut(&name) {
            Some(before) => {
                self.report.further_printings += 1;
                *before = fate.max(*before);
            }
            None => {
                self.report.cards += 1;
                self.fates.insert(name, fate);
            }
        }
        Ok(())
    }

    async fn take_new(
        &mut self,
        tx: &mut Transaction<'static, Sqlite>,
        row: Row<'_>,
        label: String,
        now: &Stamp,
    ) -> StoreResult<Fate> {
        let slug = self.known.new_slug(&row.card.name);
        let id = write::new_card(
            tx,
            &row.card,
            &slug,
            self.origin,
            self.import,
            now,
            &mut self.lines,
        )
        .await?;
        let mut card = KnownCard {
            id,
            origin: self.origin,
            facts: row.card.clone(),
            text_date: now.as_str().to_owned(),
            updated_at: now.as_str().to_owned(),
            fresh: true,
            printings: BTreeMap::new(),
        };
        let place = place(&row.card, label);
        self.put_printing(tx, &mut card, place, &row).await?;
        self.known.cards.insert(row.card.name.clone(), card);
        Ok(Fate::New)
    }

    async fn take_known(
        &mut self,
        tx: &mut Transaction<'static, Sqlite>,
        mut card: KnownCard,
        row: Row<'_>,
        label: String,
        now: &Stamp,
    ) -> StoreResult<Fate> {
        let name = row.card.name.clone();
        if self.origin == Origin::Starter && card.origin == Origin::Lackey {
            self.report.printings.add(Fate::Unchanged);
            self.known.cards.insert(name, card);
            return Ok(Fate::Unchanged);
        }
        if self.origin == Origin::Lackey && card.origin == Origin::Starter {
            write::drop_starter_printings(tx, card.id).await?;
            card.printings.clear();
        }
        let wanted = place(&row.card, label);
        let free = free_place(&card, &wanted, &row.card);
        if free != wanted {
            self.doubt(row.file, row.line, format!("`{name}` has another row with the same set and number but other facts; both are kept, the card follows the first"));
        }
        self.put_printing(tx, &mut card, free, &row).await?;
        let fate = self.follow(tx, &mut card, now).await?;
        self.compare(&card, &row);
        self.known.cards.insert(name, card);
        Ok(fate)
    }

    /// Writes the printing if it is new or different.
    async fn put_printing(
        &mut self,
        tx: &mut Transaction<'static, Sqlite>,
        card: &mut KnownCard,
        place: Place,
        row: &Row<'_>,
    ) -> StoreResult<()> {
        let from = write::Source {
            file: row.file,
            line: row.line,
            origin: self.origin,
            import: self.import,
        };
        let (id, fate) = match card.printings.get(&place) {
            None => (
                write::new_printing(tx, card.id, &place, &row.card, &row.raw, &from).await?,
                Fate::New,
            ),
            Some(p) if p.facts == row.card && p.raw == row.raw => (p.id, Fate::Unchanged),
            Some(p) => {
                write::printing(tx, p.id, &row.card, &row.raw, &from).await?;
                (p.id, Fate::Changed)
            }
        };
        self.report.printings.add(fate);
        let printing = KnownPrinting {
            id,
            origin: self.origin,
            facts: row.card.clone(),
            raw: row.raw.clone(),
            seen: true,
        };
        card.printings.insert(place, printing);
        Ok(())
    }

    /// Gives the card the facts of the printing it follows; facts that it had before this run are kept with their dates.
    async fn follow(
        &mut self,
        tx: &mut Transaction<'static, Sqlite>,
        card: &mut KnownCard,
        now: &Stamp,
    ) -> StoreResult<Fate> {
        let Some((facts, origin)) = card.followed().map(|p| (p.facts.clone(), p.origin)) else {
            return Ok(Fate::Unchanged);
        };
        if facts == card.facts && origin == card.origin {
            return Ok(Fate::Unchanged);
        }
        let text_changed = facts.text != card.facts.text;
        if text_changed {
            card.text_date = now.as_str().to_owned();
        }
        if !card.fresh {
            write::old_text(tx, card, now, self.import).await?;
            self.report.changes.push(Changed {
                card: facts.name.clone(),
                rulings: Vec::new(),
            });
        }
        card.facts = facts;
        card.origin = origin;
        card.fresh = true;
        now.as_str().clone_into(&mut card.updated_at);
        write::card(tx, card, self.import, &mut self.lines).await?;
        Ok(Fate::Changed)
    }

    /// A printing whose text differs from the one the card follows is worth a look.
    fn compare(&mut self, card: &KnownCard, row: &Row<'_>) {
        let words = |card: &Card| name_key(&card.text.join(" "));
        let same = |a: &Card, b: &Card| a.text == b.text || words(a) == words(b);
        if !same(&card.facts, &row.card) {
            self.doubt(row.file, row.line, format!(
                "the text of this printing of `{}` differs from {} {}, which the card follows; both are kept",
                row.card.name, card.facts.set, card.facts.number
            ));
        }
    }

    /// The finished report.
    pub(super) fn finish(mut self) -> Report {
        for fate in self.fates.values() {
            self.report.outcome.add(*fate);
        }
        self.report
    }
}

fn place(card: &Card, label: String) -> Place {
    Place {
        set: card.set.clone(),
        number: card.number.clone(),
        label,
    }
}

/// The place itself, or one beside it if this run has already put other facts there.
fn free_place(card: &KnownCard, wanted: &Place, facts: &Card) -> Place {
    let mut place = wanted.clone();
    let mut number = 2;
    while card
        .printings
        .get(&place)
        .is_some_and(|p| p.seen && p.facts != *facts)
    {
        place.label = format!("{} row {number}", wanted.label).trim().to_owned();
        number += 1;
    }
    place
}
