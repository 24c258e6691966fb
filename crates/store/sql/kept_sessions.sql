SELECT
    sessions.id AS "id!", sessions.title AS "title!", sessions.pending, sessions.created_at AS "created_at!",
    sessions.updated_at AS "updated_at!", session_marks.body AS "marks"
FROM sessions LEFT JOIN session_marks ON session_marks.session = sessions.id
WHERE $1 = '' OR coalesce(session_marks.state, 'active') = $1
ORDER BY sessions.updated_at DESC, sessions.id DESC
LIMIT $2
