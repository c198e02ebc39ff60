-- Records deleted survey requests in response_change, for response_daily_stats. Inserts need no trigger: a new row counts
-- nothing yet.
CREATE OR REPLACE FUNCTION survey_request_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, contact_organization_id, 0, delivered, answered, captured FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, contact_organization_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, contact_organization_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_remove AFTER DELETE ON survey_request
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_remove();
