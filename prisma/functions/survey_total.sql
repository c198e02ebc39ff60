-- Keeps the exact total of surveys that are not deleted, on updates.
CREATE OR REPLACE FUNCTION survey_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'survey', sum(n) FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE deleted_at IS NULL
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE deleted_at IS NULL) d
  GROUP BY organization_id HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_total_change AFTER UPDATE ON survey
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_total();
