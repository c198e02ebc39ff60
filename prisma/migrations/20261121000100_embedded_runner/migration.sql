-- The state of the embedded job runner: what an Inngest server would keep. Its queue is graphile_worker, a schema that
-- the library migrates itself when the runner starts.
CREATE SCHEMA inngest_local;

CREATE TABLE inngest_local.run (
  id text PRIMARY KEY,
  function_id text NOT NULL,
  event jsonb NOT NULL,
  -- running, completed, failed
  status text NOT NULL DEFAULT 'running',
  -- How often the current step was tried without success.
  attempt integer NOT NULL DEFAULT 0,
  -- Replaced by whoever executes: an executor that lost its place changes nothing more.
  token uuid,
  -- A call is under way; still set when the job is taken again, it was interrupted.
  calling boolean NOT NULL DEFAULT false,
  -- Waits for a place under its concurrency limit since then.
  parked_at timestamptz,
  -- Starts at most once per function and key: an event id, or the minute of a schedule.
  dedupe_key text,
  output jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX run_dedupe_key ON inngest_local.run (function_id, dedupe_key);
CREATE INDEX run_parked ON inngest_local.run (parked_at) WHERE parked_at IS NOT NULL;
CREATE INDEX run_ended ON inngest_local.run (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE inngest_local.step (
  run_id text NOT NULL REFERENCES inngest_local.run (id) ON DELETE CASCADE,
  hash text NOT NULL,
  position integer GENERATED ALWAYS AS IDENTITY,
  -- { "data": … }, { "error": … }, or null after a sleep.
  result jsonb NOT NULL,
  PRIMARY KEY (run_id, hash)
);
