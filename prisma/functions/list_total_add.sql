-- Keeps the exact total of a list in list_total, for lists written in short transactions. Statement-level, so that a
-- statement takes the lock on the total once and last, which prevents deadlocks between writers.
CREATE OR REPLACE FUNCTION list_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, TG_TABLE_NAME, count(*) FROM new_rows GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sequence_total_add AFTER INSERT ON sequence
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER location_total_add AFTER INSERT ON location
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER employee_total_add AFTER INSERT ON employee
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER contact_organization_total_add AFTER INSERT ON contact_organization
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();
