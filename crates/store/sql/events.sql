SELECT n AS "n!", body AS "body!" FROM events WHERE run = $1 AND n > $2 ORDER BY n
