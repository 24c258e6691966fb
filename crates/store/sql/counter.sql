SELECT value AS "value!" FROM counters WHERE name = $1
