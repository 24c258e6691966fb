SELECT body AS "body!" FROM rules ORDER BY id
