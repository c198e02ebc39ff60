-- Records inserted sendings in list_change.
CREATE OR REPLACE FUNCTION sending_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'sending', count(*) FROM new_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sending_total_add AFTER INSERT ON sending
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sending_total_add();
