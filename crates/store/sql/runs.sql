SELECT id AS "id!", session AS "session!", status AS "status!", mode AS "mode!", message AS "message!",
    decision, text, change_set, created_at AS "created_at!", finished_at
FROM runs
WHERE session = $1
ORDER BY created_at, id
