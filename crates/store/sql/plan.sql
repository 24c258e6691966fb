SELECT body AS "body!" FROM plans WHERE session = $1 AND version <= $2
ORDER BY version DESC
LIMIT 1
