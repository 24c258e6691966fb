SELECT body AS "body!" FROM session_marks WHERE session = $1
