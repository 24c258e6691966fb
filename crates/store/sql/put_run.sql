INSERT INTO runs (id, session, status, mode, message, decision, text, change_set, created_at, finished_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (id) DO UPDATE SET
    session = excluded.session, status = excluded.status, mode = excluded.mode, message = excluded.message,
    decision = excluded.decision, text = excluded.text, change_set = excluded.change_set,
    created_at = excluded.created_at, finished_at = excluded.finished_at
