-- Records the difference that an update makes to completed responses in response_change, for response_daily_stats and
-- answer_daily_stats.
CREATE OR REPLACE FUNCTION response_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answers, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, keys, sum(n) FROM (
    SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers) AS keys, 1 AS n
    FROM new_rows WHERE status = 'completed'
    UNION ALL
    SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers), -1
    FROM old_rows WHERE status = 'completed') d
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_update AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_update();
