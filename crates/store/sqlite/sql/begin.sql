-- Two statements in one hop to the driver's thread: who writes knows the newest entry and the
-- highest numbers given, and gives the next ones itself.
BEGIN IMMEDIATE;
SELECT
    (SELECT seq FROM ledger_head) AS "seq: i64",
    (SELECT hash FROM ledger_head) AS "hash: String",
    (SELECT value FROM counters WHERE name = 'todo') AS "todo: i64",
    (SELECT value FROM counters WHERE name = 'set') AS "set_number: i64",
    (SELECT value FROM counters WHERE name = 'rule') AS "rule_number: i64"
