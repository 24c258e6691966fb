SELECT count(*) AS "count!: i64"
FROM events
WHERE run = $1
