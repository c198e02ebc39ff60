-- A survey that was begun is answered, or no longer.
CREATE OR REPLACE FUNCTION asked_survey_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_response_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_response_change();
