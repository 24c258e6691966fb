DELETE FROM forgotten WHERE seq = $1 AND n = $2
