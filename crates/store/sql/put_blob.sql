INSERT INTO blobs (hash, part, data) VALUES ($1, $2, $3) ON CONFLICT (hash, part) DO NOTHING
