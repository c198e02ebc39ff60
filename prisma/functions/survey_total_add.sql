-- Keeps the exact total of surveys that are not deleted, on inserts. Survey rows are deleted only with their organization.
CREATE OR REPLACE FUNCTION survey_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'survey', count(*) FROM new_rows WHERE deleted_at IS NULL GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_total_add AFTER INSERT ON survey
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_total_add();
