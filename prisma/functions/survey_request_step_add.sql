-- Recounts the survey requests of steps inserted as delivered or captured.
CREATE OR REPLACE FUNCTION survey_request_step_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_step_add AFTER INSERT ON sending_step
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_step_add();
