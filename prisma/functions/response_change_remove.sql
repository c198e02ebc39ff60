-- Records deleted completed responses in response_change, for response_daily_stats and answer_daily_stats.
CREATE OR REPLACE FUNCTION response_change_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answers, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers), -1
  FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_remove();
