SELECT id AS "id!", session, run, created_at AS "created_at!", deleted AS "deleted!: bool", body AS "body!"
FROM images
WHERE ($1 = '' OR session = $1) AND ($2 = '' OR run = $2) AND deleted <= $3
ORDER BY created_at DESC, id
LIMIT $4 OFFSET $5
