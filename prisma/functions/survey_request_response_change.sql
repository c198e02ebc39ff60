-- Recounts the survey requests whose response became, or is no longer, completed.
CREATE OR REPLACE FUNCTION survey_request_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM (
      SELECT id, organization_id, sending_id, survey_id, status = 'completed' AS is_answered FROM new_rows
      EXCEPT SELECT id, organization_id, sending_id, survey_id, status = 'completed' FROM old_rows) d
    WHERE sending_id IS NOT NULL) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_response_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_response_change();
