-- Published rulings with all their revisions, proposals from visitors, and authorities with terms of office.

CREATE TABLE authorities (
    id   INTEGER NOT NULL,
    name TEXT    NOT NULL,
    CONSTRAINT authorities_pk PRIMARY KEY (id),
    CONSTRAINT authorities_name_unique UNIQUE (name)
) STRICT;

CREATE TABLE authority_terms (
    authority_id INTEGER NOT NULL,
    -- Dates, `2018-03-01`; an open end is absent.
    since        TEXT    NOT NULL,
    until        TEXT,
    CONSTRAINT authority_terms_pk PRIMARY KEY (authority_id, since),
    CONSTRAINT authority_terms_authority_fk FOREIGN KEY (authority_id) REFERENCES authorities (id),
    CONSTRAINT authority_terms_order CHECK (until IS NULL OR until >= since)
) STRICT, WITHOUT ROWID;

CREATE TABLE published (
    id         INTEGER NOT NULL,
    -- Address of the ruling's page; never changes.
    slug       TEXT    NOT NULL,
    -- The revision readers see; 0 until the first is approved.
    current    INTEGER NOT NULL,
    -- The newest revision, which may still wait for its second pair of eyes.
    latest     INTEGER NOT NULL,
    successor  INTEGER,
    created_at TEXT    NOT NULL,
    updated_at TEXT    NOT NULL,
    CONSTRAINT published_pk PRIMARY KEY (id),
    CONSTRAINT published_slug_unique UNIQUE (slug),
    CONSTRAINT published_successor_fk FOREIGN KEY (successor) REFERENCES published (id),
    CONSTRAINT published_successor_other CHECK (successor IS NULL OR successor <> id),
    CONSTRAINT published_revision_order CHECK (current BETWEEN 0 AND latest)
) STRICT;

CREATE TABLE published_revisions (
    published_id INTEGER NOT NULL,
    revision     INTEGER NOT NULL,
    title        TEXT    NOT NULL,
    question     TEXT    NOT NULL,
    answer       TEXT    NOT NULL,
    -- Markdown.
    explanation  TEXT    NOT NULL,
    status       TEXT    NOT NULL,
    edition      TEXT    NOT NULL,
    verdict      TEXT    NOT NULL,
    -- The situation with its plays, where the engine can re-run the ruling.
    situation    TEXT,
    -- The outcome the engine gave when the revision was written: what drift is measured against.
    outcome      TEXT,
    source_place TEXT    NOT NULL,
    source_who   TEXT    NOT NULL,
    source_date  TEXT    NOT NULL,
    source_link  TEXT    NOT NULL,
    authority_id INTEGER,
    author_id    INTEGER NOT NULL,
    -- What the author says he changed.
    note         TEXT    NOT NULL,
    created_at   TEXT    NOT NULL,
    -- The judge who approved it; for `official` somebody else than the author.
    approver_id  INTEGER,
    approved_at  TEXT,
    CONSTRAINT published_revisions_pk PRIMARY KEY (published_id, revision),
    CONSTRAINT published_revisions_ruling_fk FOREIGN KEY (published_id) REFERENCES published (id),
    CONSTRAINT published_revisions_authority_fk FOREIGN KEY (authority_id) REFERENCES authorities (id),
    CONSTRAINT published_revisions_author_fk FOREIGN KEY (author_id) REFERENCES judges (id),
    CONSTRAINT published_revisions_approver_fk FOREIGN KEY (approver_id) REFERENCES judges (id),
    CONSTRAINT published_revisions_status_known
        CHECK (status IN ('official', 'judge', 'community', 'derived', 'disputed', 'superseded')),
    CONSTRAINT published_revisions_situation_json CHECK (situation IS NULL OR json_valid(situation)),
    CONSTRAINT published_revisions_outcome_json CHECK (outcome IS NULL OR json_valid(outcome)),
    CONSTRAINT published_revisions_approved_whole CHECK ((approver_id IS NULL) = (approved_at IS NULL)),
    CONSTRAINT published_revisions_two_eyes CHECK (status <> 'official' OR approver_id IS NULL OR approver_id <> author_id)
) STRICT, WITHOUT ROWID;

-- What a revision touches: clauses it cites, keywords, cards, open questions it rests on.
CREATE TABLE published_links (
    published_id INTEGER NOT NULL,
    revision     INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    target       TEXT    NOT NULL,
    CONSTRAINT published_links_pk PRIMARY KEY (published_id, revision, kind, target),
    CONSTRAINT published_links_revision_fk
        FOREIGN KEY (published_id, revision) REFERENCES published_revisions (published_id, revision),
    CONSTRAINT published_links_kind_known CHECK (kind IN ('clause', 'keyword', 'card', 'question'))
) STRICT, WITHOUT ROWID;
CREATE INDEX published_links_target ON published_links (kind, target);

-- Whether a published ruling still comes out the same; "under review" where it does not.
CREATE TABLE published_drift (
    published_id      INTEGER NOT NULL,
    revision          INTEGER NOT NULL,
    engine_version    TEXT    NOT NULL,
    rules_version     TEXT    NOT NULL,
    catalogue_version TEXT    NOT NULL,
    agrees            INTEGER NOT NULL,
    difference        TEXT,
    checked_at        TEXT    NOT NULL,
    CONSTRAINT published_drift_pk
        PRIMARY KEY (published_id, revision, engine_version, rules_version, catalogue_version),
    CONSTRAINT published_drift_revision_fk
        FOREIGN KEY (published_id, revision) REFERENCES published_revisions (published_id, revision),
    CONSTRAINT published_drift_flag CHECK (agrees IN (0, 1)),
    CONSTRAINT published_drift_json CHECK (difference IS NULL OR json_valid(difference)),
    CONSTRAINT published_drift_whole CHECK ((agrees = 0) = (difference IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- What visitors ask or contradict. The words as they came are kept whatever becomes of them.
CREATE TABLE proposals (
    id           INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    question     TEXT    NOT NULL,
    answer       TEXT    NOT NULL,
    -- The name the visitor gave; may be empty.
    author       TEXT    NOT NULL,
    -- Where it started: a stored ruling, a step of its trace, a clause.
    ruling_id    TEXT,
    step         INTEGER,
    clause       TEXT,
    situation    TEXT,
    created_at   TEXT    NOT NULL,
    state        TEXT    NOT NULL,
    decided_by   INTEGER,
    decided_at   TEXT,
    decision     TEXT,
    published_id INTEGER,
    CONSTRAINT proposals_pk PRIMARY KEY (id),
    CONSTRAINT proposals_ruling_fk FOREIGN KEY (ruling_id) REFERENCES rulings (id),
    CONSTRAINT proposals_judge_fk FOREIGN KEY (decided_by) REFERENCES judges (id),
    CONSTRAINT proposals_published_fk FOREIGN KEY (published_id) REFERENCES published (id),
    CONSTRAINT proposals_kind_known CHECK (kind IN ('ruling', 'objection')),
    CONSTRAINT proposals_state_known CHECK (state IN ('open', 'accepted', 'declined')),
    CONSTRAINT proposals_situation_json CHECK (situation IS NULL OR json_valid(situation)),
    CONSTRAINT proposals_decided_whole CHECK ((state = 'open') = (decided_by IS NULL) AND (state = 'open') = (decided_at IS NULL))
) STRICT;
CREATE INDEX proposals_queue ON proposals (state, created_at);
