-- Published rulings that a head judge has hidden, and a number that grows with every change that
-- readers can see, by which caches and the search index know that they are out of date.

ALTER TABLE published ADD COLUMN hidden_at TEXT;
ALTER TABLE published ADD COLUMN hidden_note TEXT;

CREATE TABLE published_changes (
    id     INTEGER NOT NULL,
    number INTEGER NOT NULL,
    CONSTRAINT published_changes_pk PRIMARY KEY (id),
    CONSTRAINT published_changes_single CHECK (id = 1)
) STRICT;
INSERT INTO published_changes (id, number) VALUES (1, 1);

CREATE TRIGGER published_inserted AFTER INSERT ON published
BEGIN UPDATE published_changes SET number = number + 1; END;
CREATE TRIGGER published_updated AFTER UPDATE ON published
BEGIN UPDATE published_changes SET number = number + 1; END;
-- A term of office decides whether a ruling shows as official.
CREATE TRIGGER authority_terms_inserted AFTER INSERT ON authority_terms
BEGIN UPDATE published_changes SET number = number + 1; END;
CREATE TRIGGER authority_terms_updated AFTER UPDATE ON authority_terms
BEGIN UPDATE published_changes SET number = number + 1; END;
CREATE TRIGGER published_drift_inserted AFTER INSERT ON published_drift
BEGIN UPDATE published_changes SET number = number + 1; END;
CREATE TRIGGER published_drift_updated AFTER UPDATE ON published_drift
BEGIN UPDATE published_changes SET number = number + 1; END;
