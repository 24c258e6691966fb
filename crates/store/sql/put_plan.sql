INSERT INTO plans (session, version, body) VALUES ($1, $2, $3)
ON CONFLICT (session, version) DO UPDATE SET body = excluded.body
