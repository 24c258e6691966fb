-- Schema 2. Contents of files and outputs of commands, by the BLAKE3 of the whole, in parts of at
-- most 1 MB that are compressed one by one (zstd).
CREATE TABLE blobs (
    hash TEXT NOT NULL,
    part INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (hash, part)
) STRICT;
