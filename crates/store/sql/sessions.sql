SELECT id AS "id!", title AS "title!", pending, created_at AS "created_at!", updated_at AS "updated_at!"
FROM sessions
ORDER BY updated_at DESC, id DESC
LIMIT $1
