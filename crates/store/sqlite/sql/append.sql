-- Two statements; each parameter belongs to one of them. $10 is a JSON list of todo numbers.
INSERT INTO ledger (seq, at, actor, kind, set_id, event, prev, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
INSERT INTO ledger_todos (seq, todo) SELECT $9, value FROM json_each($10)
