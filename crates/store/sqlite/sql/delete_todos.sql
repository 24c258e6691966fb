DELETE FROM todos WHERE id IN (SELECT value FROM json_each($1))
