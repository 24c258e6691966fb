-- Schema 3. Projection: standing rules. body is the whole rule.
CREATE TABLE rules (
    id INTEGER PRIMARY KEY NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- Commands of a set that run one after the other under supervision; one row per set. body is the
-- engine's own type.
CREATE TABLE command_runs (
    set_id INTEGER PRIMARY KEY NOT NULL,
    status TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX command_runs_by_use ON command_runs (updated_at, set_id);
