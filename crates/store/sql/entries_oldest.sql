SELECT seq AS "seq!", at AS "at!: Vec<u8>", actor AS "actor!: Vec<u8>", kind AS "kind!: Vec<u8>",
    set_id, event AS "event!: Vec<u8>", prev AS "prev!: Vec<u8>", hash AS "hash!: Vec<u8>"
FROM ledger
WHERE seq > $1 AND seq < $2 AND ($3 = '' OR $3 LIKE '% ' || kind || ' %')
ORDER BY seq
LIMIT $4
