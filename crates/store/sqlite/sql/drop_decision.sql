DELETE FROM decisions WHERE seq = $1 AND n = $2
