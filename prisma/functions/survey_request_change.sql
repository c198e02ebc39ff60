-- Records changes of survey requests in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION survey_request_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, contact_organization_id, 0, sum(delivered), sum(answered), sum(captured) FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, contact_organization_id, 1 AS delivered, is_answered::int AS answered, 0 AS captured
    FROM new_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, contact_organization_id, 0, 0, 1 FROM new_rows WHERE captured_at IS NOT NULL
    UNION ALL
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, contact_organization_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, contact_organization_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(delivered) <> 0 OR sum(answered) <> 0 OR sum(captured) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_change AFTER UPDATE ON survey_request
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_change();
