SELECT seq AS "seq!", at AS "at!", actor AS "actor!", event AS "event!", prev AS "prev!", hash AS "hash!"
FROM ledger
WHERE seq > $1 AND seq < $2 AND ($3 = '' OR $3 LIKE '% ' || kind || ' %')
ORDER BY seq DESC
LIMIT $4
