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
    AND (OLD.updated_at, OLD.survey_id, OLD.contact_id, OLD.sequence_id, OLD.location_id, OLD.employee_id, OLD.contact_organization_id, OLD.status, OLD.survey_version, OLD.changed_at, OLD.language,
         OLD.answers, OLD.fields, OLD.nps_score, OLD.csat_score, OLD.ces_score, OLD.rating, OLD.is_promoter, OLD.is_detractor, OLD.band,
         OLD.submitted_at, OLD.channel, OLD.survey_link_id, OLD.case_state, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.survey_id, NEW.contact_id, NEW.sequence_id, NEW.location_id, NEW.employee_id, NEW.contact_organization_id, NEW.status, NEW.survey_version, NEW.changed_at, NEW.language,
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
