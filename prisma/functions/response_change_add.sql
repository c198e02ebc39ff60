-- Records inserted completed responses in response_change, for response_daily_stats and answer_daily_stats.
CREATE OR REPLACE FUNCTION response_change_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answers, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers), 1
  FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_add();
