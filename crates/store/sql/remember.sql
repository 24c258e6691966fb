INSERT INTO idempotency (key, request, status, response, at) VALUES ($1, $2, $3, $4, $5)
