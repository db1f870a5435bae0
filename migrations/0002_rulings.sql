-- Stored rulings (permalinks), and the drafts of boards that people are still building.

CREATE TABLE rulings (
    -- First 16 base32 letters of the hash of the resolved situation.
    id             TEXT    NOT NULL,
    -- Six unambiguous letters, for a voice across the table.
    short_code     TEXT    NOT NULL,
    -- The situation with its plays.
    input          TEXT    NOT NULL,
    title          TEXT    NOT NULL,
    edition        TEXT    NOT NULL,
    engine_version TEXT    NOT NULL,
    rules_version  TEXT    NOT NULL,
    -- The finished ruling with its trace; never overwritten.
    ruling         TEXT    NOT NULL,
    verdict        TEXT    NOT NULL,
    summary        TEXT    NOT NULL,
    created_at     TEXT    NOT NULL,
    hidden_at      TEXT,
    hidden_note    TEXT,
    CONSTRAINT rulings_pk PRIMARY KEY (id),
    CONSTRAINT rulings_short_code_unique UNIQUE (short_code),
    CONSTRAINT rulings_id_length CHECK (length(id) = 16),
    CONSTRAINT rulings_short_code_length CHECK (length(short_code) = 6),
    CONSTRAINT rulings_input_json CHECK (json_valid(input)),
    CONSTRAINT rulings_ruling_json CHECK (json_valid(ruling)),
    CONSTRAINT rulings_verdict_known CHECK (verdict IN ('ruled', 'depends', 'cannot')),
    CONSTRAINT rulings_hidden_whole CHECK ((hidden_at IS NULL) = (hidden_note IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX rulings_latest ON rulings (created_at DESC, id);

-- The cards and keywords a stored ruling used: "rulings that used this text".
CREATE TABLE ruling_cards (
    ruling_id TEXT NOT NULL,
    card_name TEXT NOT NULL,
    CONSTRAINT ruling_cards_pk PRIMARY KEY (ruling_id, card_name),
    CONSTRAINT ruling_cards_ruling_fk FOREIGN KEY (ruling_id) REFERENCES rulings (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ruling_cards_card ON ruling_cards (card_name);

CREATE TABLE ruling_keywords (
    ruling_id TEXT NOT NULL,
    keyword   TEXT NOT NULL,
    CONSTRAINT ruling_keywords_pk PRIMARY KEY (ruling_id, keyword),
    CONSTRAINT ruling_keywords_ruling_fk FOREIGN KEY (ruling_id) REFERENCES rulings (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ruling_keywords_keyword ON ruling_keywords (keyword);

-- Whether an engine still gives the stored outcome: computed once per triple of versions.
CREATE TABLE ruling_agreement (
    ruling_id         TEXT    NOT NULL,
    engine_version    TEXT    NOT NULL,
    rules_version     TEXT    NOT NULL,
    catalogue_version TEXT    NOT NULL,
    agrees            INTEGER NOT NULL,
    -- The first step that differs, and both outcomes; absent where they agree.
    difference        TEXT,
    checked_at        TEXT    NOT NULL,
    CONSTRAINT ruling_agreement_pk PRIMARY KEY (ruling_id, engine_version, rules_version, catalogue_version),
    CONSTRAINT ruling_agreement_ruling_fk FOREIGN KEY (ruling_id) REFERENCES rulings (id),
    CONSTRAINT ruling_agreement_flag CHECK (agrees IN (0, 1)),
    CONSTRAINT ruling_agreement_json CHECK (difference IS NULL OR json_valid(difference)),
    CONSTRAINT ruling_agreement_whole CHECK ((agrees = 0) = (difference IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- A board being built, under the hash of its content; apart from published links.
CREATE TABLE drafts (
    id         TEXT NOT NULL,
    document   TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    CONSTRAINT drafts_pk PRIMARY KEY (id),
    CONSTRAINT drafts_document_json CHECK (json_valid(document))
) STRICT, WITHOUT ROWID;
CREATE INDEX drafts_expiry ON drafts (expires_at);
