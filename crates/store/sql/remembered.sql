SELECT request AS "request!", status AS "status!", response AS "response!", at AS "at!" FROM idempotency WHERE key = $1
