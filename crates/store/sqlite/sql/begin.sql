-- Two statements in one hop to the driver's thread, as every statement of the write path counts.
BEGIN IMMEDIATE;
SELECT seq AS "seq!", hash AS "hash!" FROM ledger_head WHERE one = 1
