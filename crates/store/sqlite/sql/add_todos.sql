-- One row here; as many as there are when it is sent.
INSERT INTO todos (id, completed, title, notes, body)
VALUES ($1, $2, $3, $4, $5)
