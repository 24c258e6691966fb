-- Newest first; of one entry in the order of its items. An empty text and 0 stand for any.
SELECT seq AS "seq!", set_id AS "set_id!", at AS "at!", actor AS "actor!", agent AS "agent!", verdict AS "verdict!", body AS "body!"
FROM decisions
WHERE (seq < $1 OR (seq = $1 AND n > $2))
  AND ($3 = '' OR agent = $3) AND ($4 = '' OR kind = $4) AND ($5 = '' OR verdict = $5)
  AND ($6 = 0 OR todo = $6) AND at >= $7
  AND $8 = EXISTS (SELECT 1 FROM forgotten f WHERE f.seq = decisions.seq AND f.n = decisions.n)
ORDER BY seq DESC, n
LIMIT $9
