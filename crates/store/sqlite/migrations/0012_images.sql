-- Schema 12. Pictures that were made or given: what is known of each; the bytes are a blob. One that
-- was taken away keeps its row.
CREATE TABLE images (
    id TEXT PRIMARY KEY NOT NULL,
    session TEXT,
    run TEXT,
    created_at TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX images_by_session ON images (session, created_at);
CREATE INDEX images_by_run ON images (run);
CREATE INDEX images_by_time ON images (created_at);
