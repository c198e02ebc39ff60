-- Writes down which responses an update completes, takes back from the completed ones, or moves to another place of their list.
CREATE OR REPLACE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', sum(n), created_at, id FROM (
    SELECT organization_id, 1 AS n, created_at, id FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1, created_at, id FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id, created_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total();
