-- $6 names what it is sorted by, $7 is 1 for upwards and -1 for downwards.
SELECT id AS "id!", session, run, tool AS "tool!", args AS "args!", success AS "success!: bool",
    created_at AS "created_at!", chars AS "chars!", summary AS "summary!", preview AS "preview!", blob AS "blob!"
FROM outputs
WHERE ($1 = '' OR session = $1) AND ($2 = '' OR tool = $2) AND ($3 < 0 OR success = $3)
  AND created_at > $4 AND created_at < $5
ORDER BY
    CASE WHEN $6 = 'size_chars' THEN chars * $7 END,
    CASE WHEN $6 = 'tool_name' AND $7 = 1 THEN tool END,
    CASE WHEN $6 = 'tool_name' AND $7 = -1 THEN tool END DESC,
    CASE WHEN $7 = 1 THEN created_at END,
    CASE WHEN $7 = -1 THEN created_at END DESC,
    id
LIMIT $8 OFFSET $9
