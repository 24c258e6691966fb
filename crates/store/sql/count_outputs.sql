SELECT count(*) AS "count!: i64"
FROM outputs
WHERE ($1 = '' OR session = $1) AND ($2 = '' OR tool = $2) AND ($3 < 0 OR success = $3)
  AND created_at > $4 AND created_at < $5
