-- Those that are not in $2, a JSON list of item numbers.
DELETE FROM change_items WHERE set_id = $1 AND n NOT IN (SELECT value FROM json_each($2))
