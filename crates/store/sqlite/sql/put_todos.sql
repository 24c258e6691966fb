-- $1 is a JSON list of todos: one statement however many there are.
INSERT INTO todos (id, completed, title, notes, body)
SELECT value ->> '$.id', value ->> '$.completed', value ->> '$.title', value ->> '$.notes', value
FROM json_each($1)
WHERE true
ON CONFLICT (id) DO UPDATE SET
    completed = excluded.completed, title = excluded.title, notes = excluded.notes, body = excluded.body
