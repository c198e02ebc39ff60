-- The counterpart of list_total_add for deletes.
CREATE OR REPLACE FUNCTION list_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sequence_total_remove AFTER DELETE ON sequence
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_remove();
