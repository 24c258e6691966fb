INSERT INTO sessions (id, title, pending, last_event, created_at, updated_at) VALUES ($1, $2, $3, 0, $4, $5)
ON CONFLICT (id) DO UPDATE SET
    title = excluded.title, pending = excluded.pending, created_at = excluded.created_at, updated_at = excluded.updated_at
