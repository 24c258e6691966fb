SELECT s.id AS "id!", s.body AS "body!",
    (SELECT group_concat(i.body, ',' ORDER BY i.position) FROM change_items i WHERE i.set_id = s.id) AS "items: String"
FROM runs r
JOIN change_sets s ON s.id = r.change_set
WHERE r.session = $1
