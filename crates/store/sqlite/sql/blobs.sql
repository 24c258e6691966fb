SELECT hash, data FROM blobs WHERE hash IN (SELECT value FROM json_each($1)) ORDER BY hash, part
