-- The last of each shape or topic in the JSON list $1, of those that are not forgotten.
SELECT key AS "key!: String", verdict AS "verdict!: String", reason AS "reason: String" FROM (
    SELECT k.value || '' AS key, d.verdict AS verdict, json_extract(d.body, '$.reason') AS reason,
        row_number() OVER (PARTITION BY k.value ORDER BY d.seq DESC, d.n DESC) AS place
    FROM json_each($1) k JOIN decisions d ON d.fingerprint = k.value OR d.topic = k.value
    WHERE NOT EXISTS (SELECT 1 FROM forgotten f WHERE f.seq = d.seq AND f.n = d.n)
) WHERE place = 1
