SELECT session AS "session!", body AS "body!" FROM session_marks ORDER BY session
