SELECT id AS "id!", session, run, tool AS "tool!", args AS "args!", success AS "success!: bool",
    created_at AS "created_at!", chars AS "chars!", summary AS "summary!", preview AS "preview!", blob AS "blob!"
FROM outputs
WHERE id = $1
