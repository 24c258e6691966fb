SELECT session AS "session!", version AS "version!", body AS "body!" FROM plans ORDER BY session, version
