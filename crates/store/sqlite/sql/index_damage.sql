-- Columns and indexes that do not say what the texts say that they are made from.
-- A text that is no JSON says nothing: it is damaged too, and never an error of this statement.
WITH changed AS (
    SELECT DISTINCT l.seq AS seq, json_extract(c.value, '$.id') AS todo
    FROM ledger l, json_each(l.event, '$.items') i, json_each(i.value, '$.changes') c
    WHERE l.kind = 'applied'
), decided AS (
    SELECT l.seq AS seq, json_extract(d.value, '$.n') AS n, d.value AS body
    FROM ledger l, json_each(l.event, '$.items') d
    WHERE l.kind IN ('decided', 'expired')
), said AS (
    -- Of each decision the last word counts.
    SELECT json_extract(event, '$.entry') AS entry, json_extract(event, '$.item') AS n,
        json_extract(event, '$.forgotten') AS forgotten, max(seq)
    FROM ledger WHERE kind = 'memory' GROUP BY 1, 2
), left_out AS (
    SELECT entry AS seq, n FROM said WHERE forgotten
)
SELECT what AS "what!: String" FROM (
    SELECT 'the index of entries does not name todo #' || todo || ' in entry ' || seq AS what
    FROM (SELECT todo, seq FROM changed EXCEPT SELECT todo, seq FROM ledger_todos)
    UNION ALL
    SELECT 'the index of entries names todo #' || todo || ' in entry ' || seq || ', which did not change it'
    FROM (SELECT todo, seq FROM ledger_todos EXCEPT SELECT todo, seq FROM changed)
    UNION ALL
    SELECT 'the decision on item ' || d.n || ' in entry ' || d.seq || ' is not kept as it was taken'
    FROM decided d LEFT JOIN decisions k ON k.seq = d.seq AND k.n = d.n
    WHERE CASE WHEN json_valid(k.body) THEN json(k.body) END IS NOT json(d.body)
    UNION ALL
    SELECT 'a decision on item ' || n || ' in entry ' || seq || ' was never taken'
    FROM (SELECT seq, n FROM decisions EXCEPT SELECT seq, n FROM decided)
    UNION ALL
    SELECT 'the decision on item ' || n || ' in entry ' || seq || ' is told again, which was forgotten'
    FROM (SELECT seq, n FROM left_out EXCEPT SELECT seq, n FROM forgotten)
    UNION ALL
    SELECT 'the decision on item ' || n || ' in entry ' || seq || ' is left out, which was not forgotten'
    FROM (SELECT seq, n FROM forgotten EXCEPT SELECT seq, n FROM left_out)
    UNION ALL
    SELECT 'item ' || n || ' of change set #' || set_id || ' is kept under another number than its own'
    FROM change_items WHERE n IS NOT CASE WHEN json_valid(body) THEN json_extract(body, '$.n') END
    UNION ALL
    SELECT 'item ' || n || ' of change set #' || set_id || ' is kept at another place than its own'
    FROM (SELECT set_id, n, position, row_number() OVER (PARTITION BY set_id ORDER BY position) - 1 AS place FROM change_items)
    WHERE position IS NOT place
    UNION ALL
    SELECT 'change set #' || id || ' is not in the ledger'
    FROM change_sets s WHERE NOT EXISTS (SELECT 1 FROM ledger l WHERE l.set_id = s.id)
    UNION ALL
    SELECT 'rule ' || id || ' is kept under another number than its own'
    FROM rules WHERE id IS NOT CASE WHEN json_valid(body) THEN json_extract(body, '$.id') END
    UNION ALL
    SELECT 'session ' || session || ' is kept in another state than its own'
    FROM session_marks WHERE state IS NOT CASE WHEN json_valid(body) THEN coalesce(json_extract(body, '$.state'), 'active') END
    UNION ALL
    SELECT 'version ' || version || ' of the plan of session ' || session || ' is kept under another number than its own'
    FROM plans WHERE version IS NOT CASE WHEN json_valid(body) THEN json_extract(body, '$.metadata.version') END
)
