-- Keeps the exact total of a whole list that is written in short transactions, in its row of list_total. Statement-level, so that
-- one statement takes that row's lock once and last: two writers of the same list then wait for each other and never in a circle.
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
