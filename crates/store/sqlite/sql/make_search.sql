INSERT INTO todos_fts (todos_fts) VALUES ('rebuild')
