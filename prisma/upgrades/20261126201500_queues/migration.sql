-- The embedded Inngest runner and its queue are replaced by a scheduler that reads the rows of each queue. Both held signals only: due work is
-- in the tables of the domains, where the scheduler finds it.
DROP SCHEMA IF EXISTS inngest_local CASCADE;
DROP SCHEMA IF EXISTS graphile_worker CASCADE;

-- Events of the former names are no longer received.
DELETE FROM job_wake;

-- Due emails of one organization, or of the service.
CREATE INDEX system_email_queue_idx ON system_email (organization_id, due_at) WHERE ended_at IS NULL;
