-- What a conversation takes: what was said, events, agents' states, plan documents, stored outputs.
-- Contents of files are not its own: they belong to the history that all conversations share.
SELECT CAST(
    coalesce((SELECT sum(octet_length(message) + coalesce(octet_length(text), 0)) FROM runs WHERE session = $1), 0)
    + coalesce((SELECT sum(octet_length(body)) FROM events WHERE session = $1), 0)
    + coalesce((SELECT sum(octet_length(agent_runs.state)) FROM agent_runs JOIN runs ON runs.id = agent_runs.run WHERE runs.session = $1), 0)
    + coalesce((SELECT sum(octet_length(body)) FROM plans WHERE session = $1), 0)
    + coalesce((SELECT sum(chars) FROM outputs WHERE session = $1), 0)
AS BIGINT) AS "bytes!: i64"
