SELECT count(*) AS "count!: i64" FROM change_sets WHERE status IN ($1, $2, $3, $4)
