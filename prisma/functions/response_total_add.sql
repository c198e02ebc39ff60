-- Writes down that the list of completed responses became longer, one row for each, with its place.
CREATE OR REPLACE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', 1, created_at, id FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_add();
