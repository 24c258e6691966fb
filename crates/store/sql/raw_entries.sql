SELECT seq AS "seq!", at AS "at!", actor AS "actor!", kind AS "kind!", set_id,
    event AS "event!", prev AS "prev!", hash AS "hash!"
FROM ledger
WHERE seq > $1
ORDER BY seq
LIMIT $2
