-- Two statements in one hop to the driver's thread: who writes knows the newest entry and the
-- highest numbers given, and gives the next ones itself. A count that was lost or damaged is made
-- good by what the rows and the ledger show; each of these is one step to the end of an index.
-- 9007199254740991 is the greatest number that is ever given.
BEGIN IMMEDIATE;
SELECT
    (SELECT seq FROM ledger_head) AS "seq?: i64",
    (SELECT hash FROM ledger_head) AS "hash?: String",
    (SELECT value FROM meta WHERE key = 'secret') AS "secret?: String",
    max(
        coalesce((SELECT value FROM counters WHERE name = 'todo' AND value <= 9007199254740991), 0),
        coalesce((SELECT max(id) FROM todos WHERE id <= 9007199254740991), 0),
        coalesce((SELECT max(todo) FROM ledger_todos WHERE todo <= 9007199254740991), 0)
    ) AS "todo!: i64",
    max(
        coalesce((SELECT value FROM counters WHERE name = 'set' AND value <= 9007199254740991), 0),
        coalesce((SELECT max(id) FROM change_sets WHERE id <= 9007199254740991), 0),
        coalesce((SELECT max(set_id) FROM ledger WHERE set_id IS NOT NULL AND set_id <= 9007199254740991), 0)
    ) AS "set_number!: i64",
    max(
        coalesce((SELECT value FROM counters WHERE name = 'rule' AND value <= 9007199254740991), 0),
        coalesce((SELECT max(id) FROM rules WHERE id <= 9007199254740991), 0)
    ) AS "rule_number!: i64"
