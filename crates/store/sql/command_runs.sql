SELECT set_id AS "set_id!", status AS "status!", body AS "body!", updated_at AS "updated_at!"
FROM command_runs
ORDER BY updated_at DESC, set_id DESC
LIMIT $1
