-- Writes down which surveys that were asked went, for response_tally. A row comes without anything to count: there is no such trigger.
CREATE OR REPLACE FUNCTION asked_survey_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, 0, delivered, answered, captured FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_remove AFTER DELETE ON asked_survey
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_remove();
