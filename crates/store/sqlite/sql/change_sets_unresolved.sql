-- As change_sets_with_status.sql, where $4 to $7 do not name `resolved`: only then the index can be used.
SELECT id AS "id!", body AS "body!",
    (SELECT group_concat(i.body, ',' ORDER BY i.position) FROM change_items i WHERE i.set_id = s.id) AS "items: String"
FROM change_sets s
WHERE id < $1 AND expires_at < $2 AND status IN ($4, $5, $6, $7) AND status <> 'resolved'
ORDER BY id DESC
LIMIT $3
