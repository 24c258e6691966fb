-- Decisions that are as they were taken stay: who proposed what stands in no entry of old ones.
DELETE FROM ledger_todos;
WITH decided AS (
    SELECT l.seq AS seq, json_extract(d.value, '$.n') AS n, l.set_id AS set_id, d.value AS body,
        CASE l.kind WHEN 'expired' THEN 'expired' ELSE json_extract(d.value, '$.verdict') END AS verdict
    FROM ledger l, json_each(l.event, '$.items') d
    WHERE l.kind IN ('decided', 'expired')
)
DELETE FROM decisions
WHERE NOT EXISTS (
    SELECT 1 FROM decided d
    WHERE d.seq = decisions.seq AND d.n = decisions.n AND d.set_id IS decisions.set_id
        AND d.verdict IS decisions.verdict AND json(d.body) IS CASE WHEN json_valid(decisions.body) THEN json(decisions.body) END
)
