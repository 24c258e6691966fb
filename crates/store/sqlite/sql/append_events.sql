-- Two statements in one hop; each parameter belongs to one of them. $3 is a JSON list of events.
-- No row comes back when there is no such session, and then nothing was inserted either.
INSERT INTO events (session, n, run, body)
SELECT s.id, s.last_event + 1 + e.key, $1, e.value FROM sessions s, json_each($3) e WHERE s.id = $2;
UPDATE sessions SET last_event = last_event + $4 WHERE id = $5
RETURNING last_event AS "last_event!"
