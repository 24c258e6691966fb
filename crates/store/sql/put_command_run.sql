INSERT INTO command_runs (set_id, status, body, updated_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (set_id) DO UPDATE SET
    status = excluded.status, body = excluded.body, updated_at = excluded.updated_at
