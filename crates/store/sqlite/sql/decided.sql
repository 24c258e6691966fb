-- The next entries that decisions are filed from.
SELECT seq AS "seq!", at AS "at!", actor AS "actor!", event AS "event!"
FROM ledger WHERE seq > $1 AND kind IN ('decided', 'expired') ORDER BY seq LIMIT 200
