-- Writes down that the list of completed responses became shorter, one row for each, with its place.
CREATE OR REPLACE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', -1, created_at, id FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_remove();
