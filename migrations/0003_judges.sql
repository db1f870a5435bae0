-- Judges, their sessions and tokens, and what they did. Secrets are stored hashed only.

CREATE TABLE judges (
    id            INTEGER NOT NULL,
    -- What the judge types to sign in: lower case.
    login         TEXT    NOT NULL,
    name          TEXT    NOT NULL,
    role          TEXT    NOT NULL,
    password_hash TEXT    NOT NULL,
    created_at    TEXT    NOT NULL,
    disabled_at   TEXT,
    CONSTRAINT judges_pk PRIMARY KEY (id),
    CONSTRAINT judges_login_unique UNIQUE (login),
    CONSTRAINT judges_login_form CHECK (login = lower(login) AND length(login) BETWEEN 2 AND 40),
    CONSTRAINT judges_role_known CHECK (role IN ('judge', 'head'))
) STRICT;

CREATE TABLE sessions (
    token_hash TEXT    NOT NULL,
    judge_id   INTEGER NOT NULL,
    created_at TEXT    NOT NULL,
    expires_at TEXT    NOT NULL,
    CONSTRAINT sessions_pk PRIMARY KEY (token_hash),
    CONSTRAINT sessions_judge_fk FOREIGN KEY (judge_id) REFERENCES judges (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_judge ON sessions (judge_id);

CREATE TABLE api_tokens (
    id         INTEGER NOT NULL,
    judge_id   INTEGER NOT NULL,
    label      TEXT    NOT NULL,
    token_hash TEXT    NOT NULL,
    created_at TEXT    NOT NULL,
    revoked_at TEXT,
    CONSTRAINT api_tokens_pk PRIMARY KEY (id),
    CONSTRAINT api_tokens_hash_unique UNIQUE (token_hash),
    CONSTRAINT api_tokens_judge_fk FOREIGN KEY (judge_id) REFERENCES judges (id)
) STRICT;
CREATE INDEX api_tokens_judge ON api_tokens (judge_id);

CREATE TABLE audit_log (
    id       INTEGER NOT NULL,
    at       TEXT    NOT NULL,
    -- Absent for the command line and for failed sign-ins.
    judge_id INTEGER,
    -- The name as it was then.
    actor    TEXT    NOT NULL,
    action   TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    detail   TEXT    NOT NULL,
    CONSTRAINT audit_log_pk PRIMARY KEY (id),
    CONSTRAINT audit_log_judge_fk FOREIGN KEY (judge_id) REFERENCES judges (id)
) STRICT;
CREATE INDEX audit_log_subject ON audit_log (subject);
