-- Runs compact_response_changes after one of twenty inserts into response_change: the check costs more than the insert.
CREATE OR REPLACE FUNCTION compact_after_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM compact_response_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows WHERE id % 20 = 0) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER compact_after_response_change AFTER INSERT ON response_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION compact_after_response_change();
