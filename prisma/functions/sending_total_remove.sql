-- Records deleted sendings in list_change.
CREATE OR REPLACE FUNCTION sending_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'sending', -count(*) FROM old_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sending_total_remove AFTER DELETE ON sending
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sending_total_remove();
