-- Records deleted contacts in list_change; the counterpart of contact_totals_add.
CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', -count(*) FROM old_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list_key(location_id), -count(*) FROM old_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list_key(s.id), -count(*) FROM contact_search_total s
  JOIN old_rows r ON s.terms = '' AND r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_remove AFTER DELETE ON contact
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_remove();
