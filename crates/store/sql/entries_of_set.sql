-- $6 is 1 for oldest first and -1 for newest first: few entries are about one set, so sorting is cheap.
SELECT seq AS "seq!", at AS "at!", actor AS "actor!", event AS "event!", prev AS "prev!", hash AS "hash!"
FROM ledger
WHERE set_id = $4 AND seq > $1 AND seq < $2 AND ($3 = '' OR $3 LIKE '% ' || kind || ' %')
ORDER BY seq * $6
LIMIT $5
