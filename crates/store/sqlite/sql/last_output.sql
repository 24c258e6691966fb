-- The highest number given, unless the next one is taken: then the count was lost.
SELECT CASE
    WHEN EXISTS (SELECT 1 FROM outputs WHERE id = 'o' || (given + 1))
    THEN (SELECT max(CAST(substr(id, 2) AS INTEGER)) FROM outputs WHERE id GLOB 'o[0-9]*')
    ELSE given
END AS "last!: i64"
FROM (SELECT coalesce((SELECT value FROM counters WHERE name = 'output'), 0) AS given)
