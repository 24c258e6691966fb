-- Bodies by the thousand numbers: a row is a hop between threads, and 100 000 of them cost more
-- than reading does. The numbers may have wide gaps, so each part begins at the next one there is.
WITH RECURSIVE parts (part) AS (
    SELECT min(id) / 1000 FROM todos
    UNION ALL
    SELECT (SELECT min(id) FROM todos WHERE id >= (part + 1) * 1000) / 1000
    FROM parts
    WHERE part IS NOT NULL
)
SELECT
    part AS "part!: i64",
    (SELECT '[' || group_concat(body, ',') || ']' FROM (
        SELECT body FROM todos WHERE id >= part * 1000 AND id < (part + 1) * 1000 ORDER BY id
    )) AS "bodies!: String"
FROM parts
WHERE part IS NOT NULL
