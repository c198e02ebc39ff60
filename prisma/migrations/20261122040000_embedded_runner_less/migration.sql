-- The embedded runner takes one step after the other, and nothing from outside ends one: no event, no other run, no
-- cancellation. What a run waits for is then its own due_at, and a sleep has its result from the beginning.
-- First what locks the runs, so that whoever executes meanwhile waits with what it has to write.
ALTER TABLE inngest_local.run DROP COLUMN parent_run_id, DROP COLUMN parent_hash;
DROP INDEX inngest_local.run_running;

-- Whoever sleeps now sleeps on.
UPDATE inngest_local.run SET due_at = asleep.until
FROM (SELECT run_id, max(due_at) AS until FROM inngest_local.open_step WHERE kind = 'sleep' GROUP BY run_id) asleep
WHERE run.id = asleep.run_id AND run.status = 'running';
INSERT INTO inngest_local.step (run_id, hash, result)
SELECT run_id, hash, 'null' FROM inngest_local.open_step WHERE kind = 'sleep' ORDER BY due_at, hash
ON CONFLICT DO NOTHING;

-- Steps that were to be executed are found again by the next call; none of our functions waited for anything else.
DROP TABLE inngest_local.open_step;
