UPDATE idempotency SET response = $2 WHERE key = $1
