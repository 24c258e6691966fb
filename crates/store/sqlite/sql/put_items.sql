-- One row here; as many as there are when it is sent. Only items that differ are written.
INSERT INTO change_items (set_id, n, position, body)
VALUES ($1, $2, $3, $4)
ON CONFLICT (set_id, n) DO UPDATE SET position = excluded.position, body = excluded.body
WHERE change_items.position IS NOT excluded.position OR change_items.body IS NOT excluded.body
