INSERT INTO outputs (id, session, run, tool, args, success, created_at, chars, summary, preview, blob)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (id) DO UPDATE SET
    session = excluded.session, run = excluded.run, tool = excluded.tool, args = excluded.args,
    success = excluded.success, created_at = excluded.created_at, chars = excluded.chars,
    summary = excluded.summary, preview = excluded.preview, blob = excluded.blob
