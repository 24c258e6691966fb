INSERT INTO ledger_head (one, seq, hash) VALUES (1, $1, $2)
ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
