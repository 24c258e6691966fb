-- Schema 8. What was decided, by item: an index over the ledger's `decided` and `expired` entries,
-- written with them and never changed. body is the decision as the entry holds it.
CREATE TABLE decisions (
    seq INTEGER NOT NULL REFERENCES ledger (seq),
    n INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    agent TEXT NOT NULL,
    kind TEXT NOT NULL,
    verdict TEXT NOT NULL,
    todo INTEGER,
    fingerprint TEXT NOT NULL,
    topic TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (seq, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX decisions_by_fingerprint ON decisions (fingerprint, seq);
CREATE INDEX decisions_by_topic ON decisions (topic, seq) WHERE topic IS NOT NULL;
CREATE INDEX decisions_by_todo ON decisions (todo, seq) WHERE todo IS NOT NULL;
-- What was decided before there was this table. Fingerprints are filled in when the file is opened.
INSERT OR IGNORE INTO decisions (seq, n, set_id, at, actor, agent, kind, verdict, todo, fingerprint, topic, body)
SELECT l.seq, json_extract(d.value, '$.n'), l.set_id, l.at, l.actor,
    coalesce((SELECT json_extract(p.actor, '$.name') FROM ledger p WHERE p.set_id = l.set_id AND p.kind = 'proposed' ORDER BY p.seq LIMIT 1), ''),
    coalesce(json_extract(d.value, '$.op.op'), ''), json_extract(d.value, '$.verdict'),
    CASE json_type(d.value, '$.op.id') WHEN 'integer' THEN json_extract(d.value, '$.op.id') END, '', NULL, d.value
FROM ledger l, json_each(l.event, '$.items') d
WHERE l.kind = 'decided';
