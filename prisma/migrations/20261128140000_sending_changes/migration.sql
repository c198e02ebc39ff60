-- DropIndex
DROP INDEX "sending_organization_id_survey_id_idx";

-- CreateIndex
CREATE INDEX "sending_survey_list_idx" ON "sending"("organization_id", "survey_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sending_status_list_idx" ON "sending"("organization_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sending_organization_id_updated_at_id_idx" ON "sending"("organization_id", "updated_at", "id");

CREATE OR REPLACE TRIGGER sending_insert_updated_at BEFORE INSERT ON sending FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER sending_update_updated_at BEFORE UPDATE ON sending FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.sequence_id, OLD.survey_id, OLD.contact_id, OLD.email, OLD.location_id, OLD.employee_id, OLD.status,
         OLD.reason, OLD.due_at, OLD.ended_at, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.sequence_id, NEW.survey_id, NEW.contact_id, NEW.email, NEW.location_id, NEW.employee_id, NEW.status,
         NEW.reason, NEW.due_at, NEW.ended_at, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();

-- Moves updated_at of a sending when one of its steps is written, so that clients that sync sendings see what became of each message
-- (server/change-feed). As in advance_updated_at, a time of less than two seconds ago stays: the job that writes steps writes their
-- sendings, too. Changes of columns that no client sees do not count. Row triggers, which run before the statement triggers of
-- sending_step: a sending is locked before its survey requests.
CREATE OR REPLACE FUNCTION advance_updated_at_of_sending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sending SET updated_at = clock_timestamp()
  WHERE organization_id = NEW.organization_id AND id = NEW.sending_id AND updated_at < clock_timestamp() - interval '2 seconds';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sending_step_insert_updated_at AFTER INSERT ON sending_step FOR EACH ROW
  EXECUTE FUNCTION advance_updated_at_of_sending();

CREATE OR REPLACE TRIGGER sending_step_update_updated_at AFTER UPDATE ON sending_step FOR EACH ROW
  WHEN ((OLD.step_id, OLD.position, OLD.type, OLD.survey_id, OLD.status, OLD.reason, OLD.channel, OLD.recipient, OLD.claimed_at,
         OLD.sent_at, OLD.due_at, OLD.ended_at)
      IS DISTINCT FROM
        (NEW.step_id, NEW.position, NEW.type, NEW.survey_id, NEW.status, NEW.reason, NEW.channel, NEW.recipient, NEW.claimed_at,
         NEW.sent_at, NEW.due_at, NEW.ended_at))
  EXECUTE FUNCTION advance_updated_at_of_sending();

CREATE OR REPLACE TRIGGER sending_record_deletions AFTER DELETE ON sending
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_deletions();

-- Records inserted sendings in list_change.
CREATE OR REPLACE FUNCTION sending_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'sending', count(*) FROM new_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sending_total_add AFTER INSERT ON sending
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sending_total_add();

-- Records deleted sendings in list_change.
CREATE OR REPLACE FUNCTION sending_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'sending', -count(*) FROM old_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sending_total_remove AFTER DELETE ON sending
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sending_total_remove();

-- The triggers above have locked the table against writes: the count is exact.
INSERT INTO list_total (organization_id, list, total)
SELECT organization_id, 'sending', count(*) FROM sending GROUP BY organization_id
ON CONFLICT (organization_id, list) DO UPDATE SET total = excluded.total;
