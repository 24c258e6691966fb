-- $6 is 1 for oldest first and -1 for newest first: few entries are about one set, so sorting is cheap.
SELECT seq AS "seq!", at AS "at!: Vec<u8>", actor AS "actor!: Vec<u8>", kind AS "kind!: Vec<u8>",
    set_id, event AS "event!: Vec<u8>", prev AS "prev!: Vec<u8>", hash AS "hash!: Vec<u8>"
FROM ledger
WHERE set_id = $4 AND seq > $1 AND seq < $2 AND ($3 = '' OR $3 LIKE '% ' || kind || ' %')
ORDER BY seq * $6
LIMIT $5
