-- Writes down, for every contact that is deleted, that the lists it was in became shorter by one, at its place.
CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', -1, created_at, id FROM old_rows
  UNION ALL
  SELECT organization_id, location_list(location_id), -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, search_list(s.id), -1, r.created_at, r.id FROM contact_search_total s
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_remove AFTER DELETE ON contact
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_remove();
