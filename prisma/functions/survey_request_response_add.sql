-- Recounts the survey requests of inserted responses.
CREATE OR REPLACE FUNCTION survey_request_response_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_response_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_response_add();
