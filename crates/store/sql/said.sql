SELECT session AS "session!", message AS "message!", text
FROM runs
ORDER BY created_at DESC
LIMIT $1
