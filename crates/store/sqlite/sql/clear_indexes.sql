-- Decisions that are as they were taken stay: who proposed what stands in no entry of old ones.
DELETE FROM ledger_todos;
DELETE FROM forgotten;
WITH decided AS (
    SELECT l.seq AS seq, json_extract(d.value, '$.n') AS n, d.value AS body
    FROM ledger l, json_each(l.event, '$.items') d
    WHERE l.kind IN ('decided', 'expired')
)
DELETE FROM decisions
WHERE NOT EXISTS (
    SELECT 1 FROM decided d
    WHERE d.seq = decisions.seq AND d.n = decisions.n AND json(d.body) IS CASE WHEN json_valid(decisions.body) THEN json(decisions.body) END
)
