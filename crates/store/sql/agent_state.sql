SELECT state AS "state!" FROM agent_runs WHERE run = $1
