-- Fails where the index is damaged, or does not hold the words of the todos.
INSERT INTO todos_fts (todos_fts, rank) VALUES ('integrity-check', 1)
