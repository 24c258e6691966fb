-- Three statements in one hop; each parameter belongs to one of them. $12 is a JSON list of todo numbers.
INSERT INTO ledger (seq, at, actor, kind, set_id, event, prev, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
INSERT INTO ledger_head (one, seq, hash) VALUES (1, $9, $10)
ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;
INSERT INTO ledger_todos (seq, todo) SELECT $11, value FROM json_each($12)
