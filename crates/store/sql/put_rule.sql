INSERT INTO rules (id, body) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE SET body = excluded.body
