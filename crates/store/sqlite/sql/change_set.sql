SELECT id AS "id!", body AS "body!",
    (SELECT group_concat(i.body, ',' ORDER BY i.position) FROM change_items i WHERE i.set_id = s.id) AS "items: String"
FROM change_sets s
WHERE id = $1
