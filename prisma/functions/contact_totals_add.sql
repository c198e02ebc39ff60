-- Writes down, for every contact that is inserted, that the lists it is in became longer by one, at its place: all contacts, those
-- of its location, and the kept searches that find it. See docs/decisions/0002-totals.md and 0016-marks.md.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', 1, created_at, id FROM new_rows
  UNION ALL
  SELECT organization_id, location_list(location_id), 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, search_list(s.id), 1, r.created_at, r.id FROM contact_search_total s
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_add();
