INSERT INTO images (id, session, run, created_at, deleted, body)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO UPDATE SET
    session = excluded.session, run = excluded.run, created_at = excluded.created_at, deleted = excluded.deleted,
    body = excluded.body
