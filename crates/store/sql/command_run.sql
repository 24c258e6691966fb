SELECT set_id AS "set_id!", status AS "status!", body AS "body!", updated_at AS "updated_at!"
FROM command_runs
WHERE set_id = $1
