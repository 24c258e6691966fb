-- Agent runs. state is the machine as JSON text, as it was stored last: where a run goes on after a
-- restart, or when the person answers.
CREATE TABLE agent_runs (
    run TEXT PRIMARY KEY NOT NULL REFERENCES runs (id),
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
