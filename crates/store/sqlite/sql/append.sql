INSERT INTO ledger (seq, at, actor, kind, set_id, event, prev, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
