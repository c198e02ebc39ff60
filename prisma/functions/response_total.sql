-- Records in list_change how an update changes the number of completed responses.
CREATE OR REPLACE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', sum(n) FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total();
