-- AlterTable
ALTER TABLE "response" ADD COLUMN     "fields" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "survey" ADD COLUMN     "fields" JSONB NOT NULL DEFAULT '[]';

-- Submits the answer to a survey link, or a response that was started and never submitted (submitted_at is null): writes the
-- response, the status of the sending's step, the webhook events (emit_events) and, if the organization has alert rules for
-- responses, a candidate for them. A low score opens a case. Returns the ids of the deliveries. Returns null and writes
-- nothing if the data that the response was built from has changed: another answer exists, the survey was archived, the
-- contact deleted, or the sending moved to another location. Called by server/responses.
-- p_response: a whole row of response as JSON. p_kinds: the events; empty for a response that already counts, which is
-- submitted without events and alerts and keeps its place in lists.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  answer response := jsonb_populate_record(NULL::response, p_response);
  started response;
  is_first boolean := cardinality(p_kinds) > 0;
BEGIN
  PERFORM lock_survey_request(answer.sending_step_id);
  -- A separate statement, so that it sees rows committed while it waited for the lock.
  SELECT r.* INTO started FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = answer.sending_step_id AND s.organization_id = answer.organization_id
    AND (answer.submitted_at IS NULL OR v.status = 'active' AND v.deleted_at IS NULL)
    AND (r.id IS NULL AND answer.submitted_at IS NOT NULL OR r.id = answer.id AND r.submitted_at IS NULL)
    AND (r.status IS DISTINCT FROM 'completed') = is_first
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (answer.sending_id, answer.survey_id, answer.contact_id, answer.sequence_id, answer.location_id, answer.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- Of the sending as it is now: the company may have been merged since the response was built.
  SELECT d.contact_organization_id INTO answer.contact_organization_id FROM sending d
  WHERE d.organization_id = answer.organization_id AND d.id = answer.sending_id;
  -- A service of an earlier release, during an upgrade, knows no fields.
  answer.fields := coalesce(answer.fields, started.fields, '{}');
  answer.case_state := coalesce(started.case_state, CASE WHEN answer.band = 'negative' THEN 'open' END);
  UPDATE sending_step SET status = 'answered', reason = NULL, updated_at = answer.updated_at WHERE id = answer.sending_step_id;
  IF started.id IS NOT NULL THEN
    UPDATE response SET (status, survey_version, language, answers, fields, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, case_state, submitted_at, seconds_to_complete, created_at, updated_at)
      = (answer.status, answer.survey_version, answer.language, answer.answers, answer.fields, answer.nps_score, answer.csat_score, answer.ces_score, answer.rating, answer.is_promoter, answer.is_detractor, answer.band, answer.case_state, answer.submitted_at, answer.seconds_to_complete, answer.created_at, answer.updated_at)
    WHERE id = answer.id;
  ELSE
    INSERT INTO response SELECT answer.*;
  END IF;
  INSERT INTO alert_candidate (id, organization_id, kind, subject_id, created_at)
  SELECT uuid_v7(), answer.organization_id, 'response', answer.id, answer.updated_at
  WHERE is_first
    AND EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = answer.organization_id AND a.active AND a.trigger = 'response')
  ON CONFLICT DO NOTHING;
  RETURN emit_events(answer.organization_id, p_kinds, p_bodies, answer.updated_at);
END $$;

-- Keeps the order of changes by updated_at safe to read while transactions run (server/change-feed): no row
-- is written with an updated_at of more than two seconds before the write. A time that the service read earlier (it waited for
-- a connection or a lock, its clock is slow, or a statement left updated_at as it was) is replaced by the database's time.
-- The conditions take the transaction's id before they read the clock, so that readChangeWatermark sees the transaction. Changes of
-- columns that no client sees do not count.
CREATE OR REPLACE FUNCTION advance_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER contact_insert_updated_at BEFORE INSERT ON contact FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER contact_update_updated_at BEFORE UPDATE ON contact FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.email, OLD.first_name, OLD.last_name, OLD.phone, OLD.title, OLD.preferred_language, OLD.location_id,
         OLD.contact_organization_id, OLD.custom_fields, OLD.tags, OLD.unsubscribed, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.email, NEW.first_name, NEW.last_name, NEW.phone, NEW.title, NEW.preferred_language, NEW.location_id,
         NEW.contact_organization_id, NEW.custom_fields, NEW.tags, NEW.unsubscribed, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER response_insert_updated_at BEFORE INSERT ON response FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER response_update_updated_at BEFORE UPDATE ON response FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.survey_id, OLD.contact_id, OLD.sequence_id, OLD.location_id, OLD.employee_id, OLD.contact_organization_id, OLD.status, OLD.survey_version, OLD.language,
         OLD.answers, OLD.fields, OLD.nps_score, OLD.csat_score, OLD.ces_score, OLD.rating, OLD.is_promoter, OLD.is_detractor, OLD.band,
         OLD.submitted_at, OLD.channel, OLD.survey_link_id, OLD.case_state, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.survey_id, NEW.contact_id, NEW.sequence_id, NEW.location_id, NEW.employee_id, NEW.contact_organization_id, NEW.status, NEW.survey_version, NEW.language,
         NEW.answers, NEW.fields, NEW.nps_score, NEW.csat_score, NEW.ces_score, NEW.rating, NEW.is_promoter, NEW.is_detractor, NEW.band,
         NEW.submitted_at, NEW.channel, NEW.survey_link_id, NEW.case_state, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER review_insert_updated_at BEFORE INSERT ON review FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER review_update_updated_at BEFORE UPDATE ON review FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.source, OLD.location_id, OLD.rating, OLD.text, OLD.published_at, OLD.reply_text, OLD.responded_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.source, NEW.location_id, NEW.rating, NEW.text, NEW.published_at, NEW.reply_text, NEW.responded_at))
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER sending_insert_updated_at BEFORE INSERT ON sending FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds')
  EXECUTE FUNCTION advance_updated_at();

CREATE OR REPLACE TRIGGER sending_update_updated_at BEFORE UPDATE ON sending FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.sequence_id, OLD.survey_id, OLD.contact_id, OLD.email, OLD.location_id, OLD.employee_id, OLD.status,
         OLD.reason, OLD.due_at, OLD.paused_at, OLD.ended_at, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.sequence_id, NEW.survey_id, NEW.contact_id, NEW.email, NEW.location_id, NEW.employee_id, NEW.status,
         NEW.reason, NEW.due_at, NEW.paused_at, NEW.ended_at, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();
