-- Schema 1. Moments are texts of one width with nine decimals, in UTC, so that they sort as texts.

-- Fixed settings of the product itself.
CREATE TABLE meta (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The highest number given so far. Rows never go down, so that no number is given twice.
CREATE TABLE counters (
    name TEXT PRIMARY KEY NOT NULL,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The truth: append-only, each entry hashed together with the hash of the one before.
-- at, actor and event are the very texts that were hashed.
CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    kind TEXT NOT NULL,
    set_id INTEGER,
    event TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_by_set ON ledger (set_id, seq) WHERE set_id IS NOT NULL;

-- The newest entry as recorded when it was appended, beside the ledger: a cut-off tail shows.
CREATE TABLE ledger_head (
    one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;

-- Which todos an `applied` entry changed.
CREATE TABLE ledger_todos (
    todo INTEGER NOT NULL,
    seq INTEGER NOT NULL REFERENCES ledger (seq),
    PRIMARY KEY (todo, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_is_append_only_update BEFORE UPDATE ON ledger
BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_is_append_only_delete BEFORE DELETE ON ledger
BEGIN
    SELECT raise(ABORT, 'the ledger is append-only');
END;

-- Projection: todos as they are now. body is the whole todo; the other columns are what the
-- search reads.
CREATE TABLE todos (
    id INTEGER PRIMARY KEY NOT NULL,
    completed INTEGER NOT NULL,
    title TEXT NOT NULL,
    notes TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE todos_fts USING fts5 (
    title, notes,
    content = 'todos', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
CREATE TRIGGER todos_fts_insert AFTER INSERT ON todos
BEGIN
    INSERT INTO todos_fts (rowid, title, notes) VALUES (new.id, new.title, new.notes);
END;
CREATE TRIGGER todos_fts_delete AFTER DELETE ON todos
BEGIN
    INSERT INTO todos_fts (todos_fts, rowid, title, notes) VALUES ('delete', old.id, old.title, old.notes);
END;
-- Most updates leave the words alone, and then the index is not touched.
CREATE TRIGGER todos_fts_update AFTER UPDATE OF title, notes ON todos
WHEN old.title IS NOT new.title OR old.notes IS NOT new.notes
BEGIN
    INSERT INTO todos_fts (todos_fts, rowid, title, notes) VALUES ('delete', old.id, old.title, old.notes);
    INSERT INTO todos_fts (rowid, title, notes) VALUES (new.id, new.title, new.notes);
END;

-- Projection: change sets. body is the set without its items.
CREATE TABLE change_sets (
    id INTEGER PRIMARY KEY NOT NULL,
    status TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX change_sets_by_status ON change_sets (status, id);

CREATE TABLE change_items (
    set_id INTEGER NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    position INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (set_id, n)
) STRICT, WITHOUT ROWID;

-- Conversations. last_event is the number given to the newest event of any of its runs.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    pending TEXT,
    last_event INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_use ON sessions (updated_at, id);

CREATE TABLE runs (
    id TEXT PRIMARY KEY NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id),
    status TEXT NOT NULL,
    mode TEXT NOT NULL,
    message TEXT NOT NULL,
    decision TEXT,
    text TEXT,
    change_set INTEGER,
    created_at TEXT NOT NULL,
    finished_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_session ON runs (session, created_at, id);
CREATE INDEX runs_unfinished ON runs (created_at, id) WHERE status IN ('running', 'waiting');

CREATE TABLE events (
    session TEXT NOT NULL REFERENCES sessions (id),
    n INTEGER NOT NULL,
    run TEXT NOT NULL REFERENCES runs (id),
    body TEXT NOT NULL,
    PRIMARY KEY (session, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_run ON events (run, n);

-- Remembered answers: the same key is applied once, ever.
CREATE TABLE idempotency (
    key TEXT PRIMARY KEY NOT NULL,
    request TEXT NOT NULL,
    status INTEGER NOT NULL,
    response TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
