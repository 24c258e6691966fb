-- Decisions of one habit, newest first.
SELECT seq AS "seq!", set_id AS "set_id!", at AS "at!", actor AS "actor!", agent AS "agent!", verdict AS "verdict!", body AS "body!"
FROM decisions
WHERE habit = $1 AND habit <> ''
  AND NOT EXISTS (SELECT 1 FROM forgotten f WHERE f.seq = decisions.seq AND f.n = decisions.n)
ORDER BY seq DESC, n
LIMIT $2
