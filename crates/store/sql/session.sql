SELECT id AS "id!", title AS "title!", pending, created_at AS "created_at!", updated_at AS "updated_at!"
FROM sessions
WHERE id = $1
