-- Three statements in one hop; each parameter belongs to one of them. $6 and $8 are the same JSON
-- list of items. Only items that differ are written.
INSERT INTO change_sets (id, status, expires_at, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, expires_at = excluded.expires_at, body = excluded.body;
INSERT INTO change_items (set_id, n, position, body)
SELECT $5, value ->> '$.n', key, value FROM json_each($6)
WHERE true
ON CONFLICT (set_id, n) DO UPDATE SET position = excluded.position, body = excluded.body
WHERE change_items.position IS NOT excluded.position OR change_items.body IS NOT excluded.body;
DELETE FROM change_items
WHERE set_id = $7 AND n NOT IN (SELECT value ->> '$.n' FROM json_each($8))
