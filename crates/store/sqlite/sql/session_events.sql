-- $2 is a JSON list of event names.
SELECT n AS "n!", run AS "run!", body AS "body!"
FROM events
WHERE session = $1 AND CASE WHEN json_valid(body) THEN json_extract(body, '$.event') END IN (SELECT value FROM json_each($2))
ORDER BY n
