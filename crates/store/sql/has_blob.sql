SELECT count(*) FROM blobs WHERE hash = $1 AND part = 0
