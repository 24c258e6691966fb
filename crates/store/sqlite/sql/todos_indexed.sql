-- How many todos the search index counts: as many as there are, wherever the table itself has lost some.
SELECT count(*) AS "count!: i64" FROM todos_fts_docsize
