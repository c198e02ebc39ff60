-- Sums up an organization's recorded changes of lists now and then: see sum_up_list_changes.
CREATE OR REPLACE FUNCTION sum_up_after_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sum_up_after_change AFTER INSERT ON list_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_up_after_change();
