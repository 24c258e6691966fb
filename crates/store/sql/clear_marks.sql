DELETE FROM session_marks
