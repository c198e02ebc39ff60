-- Recounts the survey requests of steps that were delivered, captured or bounced.
CREATE OR REPLACE FUNCTION survey_request_step_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT n.organization_id, n.sending_id, n.survey_id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE n.survey_id IS NOT NULL AND (is_delivered(n.status, n.sent_at), n.sent_at, n.captured_at)
      IS DISTINCT FROM (is_delivered(o.status, o.sent_at), o.sent_at, o.captured_at)
      AND (is_delivered(n.status, n.sent_at) OR is_delivered(o.status, o.sent_at) OR n.captured_at IS DISTINCT FROM o.captured_at)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_step_change AFTER UPDATE ON sending_step
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_step_change();
