-- Runs compact_list_changes after each insert into list_change.
CREATE OR REPLACE FUNCTION compact_after_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM compact_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER compact_after_list_change AFTER INSERT ON list_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION compact_after_list_change();
