-- What a run of the embedded runner waits for stands in rows of its own, so that a job that is delivered twice finds
-- nothing to do, and events, ends of other runs and cancellations can reach a run that sleeps.
ALTER TABLE inngest_local.run
  -- The function is not called before then, whoever asks for it.
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The step of another run that waits for the end of this one.
  ADD COLUMN parent_run_id text,
  ADD COLUMN parent_hash text;
-- status is running, completed, failed or cancelled.
CREATE INDEX run_running ON inngest_local.run (function_id) WHERE status = 'running';

-- Steps that were found and have no result yet.
CREATE TABLE inngest_local.open_step (
  run_id text NOT NULL REFERENCES inngest_local.run (id) ON DELETE CASCADE,
  hash text NOT NULL,
  -- step (to be executed), sleep, wait (for an event), invoke (the end of another run)
  kind text NOT NULL,
  -- How often it was tried without success.
  attempt integer NOT NULL DEFAULT 0,
  -- To be executed, or over, from then on; null: only something else ends it.
  due_at timestamptz,
  event_name text,
  -- CEL over the run's event and the one that arrives (async).
  expression text,
  PRIMARY KEY (run_id, hash)
);
CREATE INDEX open_step_event ON inngest_local.open_step (event_name) WHERE event_name IS NOT NULL;
CREATE INDEX open_step_due ON inngest_local.open_step (due_at);
CREATE INDEX run_due ON inngest_local.run (due_at) WHERE status = 'running';
