-- Records in list_change which stored filter totals the deletion of contacts changes.
CREATE OR REPLACE FUNCTION contact_filter_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT s.organization_id, search_list_key(s.id), -count(*) FROM contact_search_total s
  JOIN old_rows r ON s.terms <> '' AND r.organization_id = s.organization_id AND r.terms @@ s.terms::tsquery
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_filter_totals_remove AFTER DELETE ON contact_activity
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_filter_totals_remove();
