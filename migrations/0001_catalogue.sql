-- The catalogue: sets, cards, printings, official words, and the log of what was imported.
-- Times are RFC 3339 in UTC. JSON columns hold the shapes of the Rust types named beside them.

PRAGMA application_id = 0x41524254;

CREATE TABLE imports (
    id          INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    source      TEXT    NOT NULL,
    started_at  TEXT    NOT NULL,
    finished_at TEXT,
    -- `Report`; absent while the import runs and after it was killed.
    report      TEXT,
    CONSTRAINT imports_pk PRIMARY KEY (id),
    CONSTRAINT imports_kind_known CHECK (kind IN ('starter', 'lackey', 'keywords', 'pages')),
    CONSTRAINT imports_report_json CHECK (report IS NULL OR json_valid(report))
) STRICT;

CREATE TABLE sets (
    code       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    first_seen TEXT    NOT NULL,
    import_id  INTEGER NOT NULL,
    CONSTRAINT sets_pk PRIMARY KEY (code),
    CONSTRAINT sets_import_fk FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT;

CREATE TABLE cards (
    id         INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    -- Address of the card's page.
    slug       TEXT    NOT NULL,
    -- The name as people type it: no case, accents or punctuation (`catalogue::name_key`).
    name_key   TEXT    NOT NULL,
    -- The same without the version letter.
    base_key   TEXT    NOT NULL,
    set_code   TEXT    NOT NULL,
    number     TEXT    NOT NULL,
    side       TEXT    NOT NULL,
    -- The printed types joined by `/`.
    type_line  TEXT    NOT NULL,
    -- `starter` gives way to `lackey`, never the other way round.
    origin     TEXT    NOT NULL,
    -- `game::Card`.
    facts      TEXT    NOT NULL,
    -- When the text became what it is now.
    text_date  TEXT    NOT NULL,
    created_at TEXT    NOT NULL,
    updated_at TEXT    NOT NULL,
    import_id  INTEGER NOT NULL,
    CONSTRAINT cards_pk PRIMARY KEY (id),
    CONSTRAINT cards_name_unique UNIQUE (name),
    CONSTRAINT cards_slug_unique UNIQUE (slug),
    CONSTRAINT cards_side_known CHECK (side IN ('light', 'dark', 'neutral', 'yuuzhanvong')),
    CONSTRAINT cards_origin_known CHECK (origin IN ('starter', 'lackey')),
    CONSTRAINT cards_facts_json CHECK (json_valid(facts)),
    CONSTRAINT cards_import_fk FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT;
CREATE INDEX cards_name_key ON cards (name_key);
CREATE INDEX cards_base_key ON cards (base_key);
CREATE INDEX cards_set ON cards (set_code, number);

CREATE TABLE printings (
    id             INTEGER NOT NULL,
    card_id        INTEGER NOT NULL,
    set_code       TEXT    NOT NULL,
    number         TEXT    NOT NULL,
    -- What tells this printing from the ordinary one, such as `Promo`; mostly empty.
    label          TEXT    NOT NULL,
    rarity         TEXT    NOT NULL,
    origin         TEXT    NOT NULL,
    -- `game::Card` as this printing has it; the card follows one printing.
    facts          TEXT    NOT NULL,
    -- The row as it came: column name to field.
    raw            TEXT    NOT NULL,
    file           TEXT    NOT NULL,
    line           INTEGER NOT NULL,
    import_id      INTEGER NOT NULL,
    CONSTRAINT printings_pk PRIMARY KEY (id),
    CONSTRAINT printings_card_fk FOREIGN KEY (card_id) REFERENCES cards (id),
    CONSTRAINT printings_place_unique UNIQUE (card_id, set_code, number, label),
    CONSTRAINT printings_origin_known CHECK (origin IN ('starter', 'lackey')),
    CONSTRAINT printings_facts_json CHECK (json_valid(facts)),
    CONSTRAINT printings_raw_json CHECK (json_valid(raw)),
    CONSTRAINT printings_import_fk FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT;

CREATE TABLE ability_lines (
    card_id  INTEGER NOT NULL,
    position INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    -- How the card-text reader reads the line; absent where it has not been read yet.
    reading  TEXT,
    modelled INTEGER,
    why_not  TEXT,
    CONSTRAINT ability_lines_pk PRIMARY KEY (card_id, position),
    CONSTRAINT ability_lines_card_fk FOREIGN KEY (card_id) REFERENCES cards (id),
    CONSTRAINT ability_lines_reading_json CHECK (reading IS NULL OR json_valid(reading)),
    CONSTRAINT ability_lines_modelled_flag CHECK (modelled IN (0, 1)),
    CONSTRAINT ability_lines_read_whole CHECK ((reading IS NULL) = (modelled IS NULL))
) STRICT, WITHOUT ROWID;

-- Earlier texts of a card, kept when an import changes it.
CREATE TABLE card_texts (
    id        INTEGER NOT NULL,
    card_id   INTEGER NOT NULL,
    -- `game::Card` as it was.
    facts     TEXT    NOT NULL,
    since     TEXT    NOT NULL,
    until     TEXT    NOT NULL,
    -- The import that replaced it.
    import_id INTEGER NOT NULL,
    CONSTRAINT card_texts_pk PRIMARY KEY (id),
    CONSTRAINT card_texts_card_fk FOREIGN KEY (card_id) REFERENCES cards (id),
    CONSTRAINT card_texts_facts_json CHECK (json_valid(facts)),
    CONSTRAINT card_texts_import_fk FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT;
CREATE INDEX card_texts_card ON card_texts (card_id);

-- Rulings of the rules team printed beside a card (the column "Usage").
CREATE TABLE card_rulings (
    card_id  INTEGER NOT NULL,
    position INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    set_code TEXT    NOT NULL,
    CONSTRAINT card_rulings_pk PRIMARY KEY (card_id, position),
    CONSTRAINT card_rulings_card_fk FOREIGN KEY (card_id) REFERENCES cards (id)
) STRICT, WITHOUT ROWID;

-- Rows that explain the rules and are no cards of the game.
CREATE TABLE reminders (
    set_code  TEXT    NOT NULL,
    name      TEXT    NOT NULL,
    text      TEXT    NOT NULL,
    import_id INTEGER NOT NULL,
    CONSTRAINT reminders_pk PRIMARY KEY (set_code, name),
    CONSTRAINT reminders_import_fk FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT, WITHOUT ROWID;

-- Official wordings of keywords, by edition; a replaced wording stays with the date of its end.
CREATE TABLE official_texts (
    id            INTEGER NOT NULL,
    -- `catalogue::name_key` of the keyword, with hyphens: `critical-hit`.
    keyword       TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    edition       TEXT    NOT NULL,
    text          TEXT    NOT NULL,
    source        TEXT    NOT NULL,
    recorded_at   TEXT    NOT NULL,
    superseded_at TEXT,
    import_id     INTEGER NOT NULL,
    CONSTRAINT official_texts_pk PRIMARY KEY (id),
    CONSTRAINT official_texts_edition_known CHECK (edition IN ('2018', '2025')),
    CONSTRAINT official_texts_import_fk FOREIGN KEY (import_id) REFERENCES imports (id)
) STRICT;
CREATE UNIQUE INDEX official_texts_current ON official_texts (keyword, edition) WHERE superseded_at IS NULL;

-- Which keywords a published card page explains.
CREATE TABLE card_keywords (
    card_key TEXT NOT NULL,
    keyword  TEXT NOT NULL,
    edition  TEXT NOT NULL,
    position INTEGER NOT NULL,
    CONSTRAINT card_keywords_pk PRIMARY KEY (card_key, keyword, edition)
) STRICT, WITHOUT ROWID;
CREATE INDEX card_keywords_keyword ON card_keywords (keyword);
