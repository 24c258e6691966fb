-- As search.sql, for done or for open todos only: the filter comes before the cap.
SELECT group_concat(id) AS "ids: String"
FROM (
    SELECT id
    FROM (
        SELECT f.rowid AS id, bm25(todos_fts, 4.0, 1.0) AS score
        FROM todos_fts f CROSS JOIN todos t ON t.id = f.rowid
        WHERE todos_fts MATCH $1 AND t.completed = $3
        ORDER BY f.rowid DESC
        LIMIT 2000
    )
    ORDER BY score, id DESC
    LIMIT $2
)
