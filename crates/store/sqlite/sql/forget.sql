INSERT OR IGNORE INTO forgotten (seq, n) VALUES ($1, $2)
