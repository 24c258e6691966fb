-- $8 is 1 for oldest first and -1 for newest first: few entries are about one todo, so sorting is cheap.
SELECT l.seq AS "seq!", l.at AS "at!: Vec<u8>", l.actor AS "actor!: Vec<u8>", l.kind AS "kind!: Vec<u8>",
    l.set_id, l.event AS "event!: Vec<u8>", l.prev AS "prev!: Vec<u8>", l.hash AS "hash!: Vec<u8>"
FROM ledger_todos t JOIN ledger l ON l.seq = t.seq
WHERE t.todo = $4 AND t.seq > $1 AND t.seq < $2 AND ($3 = '' OR $3 LIKE '% ' || l.kind || ' %')
  AND ($5 = 0 OR l.set_id = $6)
ORDER BY t.seq * $8
LIMIT $7
