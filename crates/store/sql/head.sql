SELECT seq AS "seq!", hash AS "hash!" FROM ledger_head WHERE one = 1
