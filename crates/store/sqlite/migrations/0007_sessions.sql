-- Schema 7. Projection: what is known of conversations besides their runs. body is all of it.
CREATE TABLE session_marks (
    session TEXT PRIMARY KEY NOT NULL REFERENCES sessions (id),
    state TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Projection: plan documents, every version.
CREATE TABLE plans (
    session TEXT NOT NULL REFERENCES sessions (id),
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (session, version)
) STRICT, WITHOUT ROWID;
