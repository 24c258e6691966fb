-- A short prefix matches a large part of all todos. Ranking is for the newest 2 000 that match.
-- One row with all numbers, since a row is a hop between threads.
SELECT group_concat(id) AS "ids: String"
FROM (
    SELECT id
    FROM (
        SELECT f.rowid AS id, bm25(todos_fts, 4.0, 1.0) AS score
        FROM todos_fts f
        WHERE todos_fts MATCH $1
        ORDER BY f.rowid DESC
        LIMIT 2000
    )
    ORDER BY score, id DESC
    LIMIT $2
)
