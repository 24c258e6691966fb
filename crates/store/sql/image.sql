SELECT id AS "id!", session, run, created_at AS "created_at!", deleted AS "deleted!: bool", body AS "body!"
FROM images
WHERE id = $1
