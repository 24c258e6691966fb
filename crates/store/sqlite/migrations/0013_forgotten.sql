-- Schema 13. Decisions that agents are told of no more: an index over the ledger's `memory` entries.
CREATE TABLE forgotten (
    seq INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (seq, n)
) STRICT, WITHOUT ROWID;
