-- $6 is a JSON list of the decisions of one entry.
INSERT OR IGNORE INTO decisions (seq, n, set_id, at, actor, agent, kind, verdict, todo, fingerprint, topic, habit, body)
SELECT $1, json_extract(value, '$.n'), $2, $3, $4, json_extract(value, '$.agent'), json_extract(value, '$.kind'),
    coalesce($5, json_extract(value, '$.verdict')), json_extract(value, '$.todo'), json_extract(value, '$.fingerprint'),
    json_extract(value, '$.topic'), json_extract(value, '$.habit'), json_extract(value, '$.body')
FROM json_each($6)
