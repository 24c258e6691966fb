-- Fails, for want of a way to say so, over a text that is no JSON, where somebody else has written since the
-- transaction before: the newest entry is then not $1 with the hash $2, or a number above these was given.
SELECT CASE
    WHEN (SELECT seq FROM ledger_head) IS $1
        AND (SELECT hash FROM ledger_head) IS $2
        AND coalesce((SELECT value FROM counters WHERE name = 'todo'), 0) <= $3
        AND coalesce((SELECT value FROM counters WHERE name = 'set'), 0) <= $4
        AND coalesce((SELECT value FROM counters WHERE name = 'rule'), 0) <= $5
    THEN 1
    ELSE json('written elsewhere')
END AS known
