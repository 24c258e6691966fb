INSERT INTO session_marks (session, state, body) VALUES ($1, $2, $3)
ON CONFLICT (session) DO UPDATE SET state = excluded.state, body = excluded.body
