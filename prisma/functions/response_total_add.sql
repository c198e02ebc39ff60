-- Records inserted completed responses in list_change.
CREATE OR REPLACE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', count(*) FROM new_rows WHERE status = 'completed' GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_add();
