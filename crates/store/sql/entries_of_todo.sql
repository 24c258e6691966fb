-- $8 is 1 for oldest first and -1 for newest first: few entries are about one todo, so sorting is cheap.
SELECT l.seq AS "seq!", l.at AS "at!", l.actor AS "actor!", l.event AS "event!", l.prev AS "prev!", l.hash AS "hash!"
FROM ledger_todos t JOIN ledger l ON l.seq = t.seq
WHERE t.todo = $4 AND t.seq > $1 AND t.seq < $2 AND ($3 = '' OR $3 LIKE '% ' || l.kind || ' %')
  AND ($5 = 0 OR l.set_id = $6)
ORDER BY t.seq * $8
LIMIT $7
