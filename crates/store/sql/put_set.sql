INSERT INTO change_sets (id, status, expires_at, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, expires_at = excluded.expires_at, body = excluded.body
