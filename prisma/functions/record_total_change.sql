-- Keeps the exact totals of locations, employees and contact organizations: a merged or deleted record leaves its list at
-- once, although its row stays until nothing refers to it.
CREATE OR REPLACE FUNCTION record_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total + changed.n
  FROM (SELECT organization_id, sum(n) AS n FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE removed_at IS NULL
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE removed_at IS NULL) d
    GROUP BY organization_id HAVING sum(n) <> 0) changed
  WHERE t.organization_id = changed.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER location_total_change AFTER UPDATE ON location
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

CREATE OR REPLACE TRIGGER employee_total_change AFTER UPDATE ON employee
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

CREATE OR REPLACE TRIGGER contact_organization_total_change AFTER UPDATE ON contact_organization
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();
