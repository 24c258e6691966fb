SELECT id AS "id!", session AS "session!", status AS "status!", mode AS "mode!", message AS "message!",
    decision, text, change_set, created_at AS "created_at!", finished_at
FROM runs
WHERE status IN ('running', 'waiting')
ORDER BY created_at, id
