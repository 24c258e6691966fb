-- $2 is a JSON list of todo numbers.
INSERT OR IGNORE INTO ledger_todos (seq, todo) SELECT $1, value FROM json_each($2)
