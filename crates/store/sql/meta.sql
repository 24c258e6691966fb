SELECT value AS "value!" FROM meta WHERE key = $1
