SELECT count(*) AS "count!: i64"
FROM images
WHERE ($1 = '' OR session = $1) AND ($2 = '' OR run = $2) AND deleted <= $3
