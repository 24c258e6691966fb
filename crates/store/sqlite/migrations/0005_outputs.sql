-- Schema 5. Outputs of tools: what made each and how it begins; the text is a blob. Outputs of
-- commands are rows over the blob that the command's outcome names.
CREATE TABLE outputs (
    id TEXT PRIMARY KEY NOT NULL,
    session TEXT,
    run TEXT,
    tool TEXT NOT NULL,
    args TEXT NOT NULL,
    success INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    chars INTEGER NOT NULL,
    summary TEXT NOT NULL,
    preview TEXT NOT NULL,
    blob TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX outputs_by_session ON outputs (session, created_at);
CREATE INDEX outputs_by_time ON outputs (created_at);
