SELECT id AS "id!", status AS "status!", expires_at AS "expires_at!", body AS "body!" FROM change_sets ORDER BY id
