SELECT data FROM blobs WHERE hash = $1 ORDER BY part
