-- The counterpart of record_total_change for deleted rows; rows merged or deleted before are in no total.
CREATE OR REPLACE FUNCTION record_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows WHERE removed_at IS NULL GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER location_total_remove AFTER DELETE ON location
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();

CREATE OR REPLACE TRIGGER employee_total_remove AFTER DELETE ON employee
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();

CREATE OR REPLACE TRIGGER contact_organization_total_remove AFTER DELETE ON contact_organization
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();
