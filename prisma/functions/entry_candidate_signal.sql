-- Signals the scheduler (server/jobs/signal-jobs.ts) once a transaction that records candidates commits. Without a scheduler that listens,
-- a sweep finds them.
CREATE OR REPLACE FUNCTION entry_candidate_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('jobs', json_build_array('sequences/entries', organization_id)::text)
  FROM (SELECT DISTINCT organization_id FROM new_rows) organization;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_candidate_signal AFTER INSERT ON entry_candidate
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION entry_candidate_signal();
