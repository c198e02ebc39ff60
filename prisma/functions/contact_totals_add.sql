-- Records inserted contacts in list_change: for all contacts, their locations and the stored searches that match them. See
-- docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', count(*) FROM new_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list_key(location_id), count(*) FROM new_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list_key(s.id), count(*) FROM contact_search_total s
  JOIN new_rows r ON s.terms = '' AND r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_add();
