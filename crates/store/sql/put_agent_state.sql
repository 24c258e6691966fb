INSERT INTO agent_runs (run, state) VALUES ($1, $2)
ON CONFLICT (run) DO UPDATE SET state = excluded.state
