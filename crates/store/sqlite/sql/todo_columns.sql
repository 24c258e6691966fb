SELECT id AS "id!", completed AS "completed!", title AS "title!", notes AS "notes!", body AS "body!" FROM todos ORDER BY id
