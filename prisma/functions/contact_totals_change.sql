-- Records in list_change which location lists and stored searches an update of contacts changes; returns early if location,
-- names and email are unchanged.
CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.location_id, n.first_name, n.last_name, n.email) IS DISTINCT FROM (o.location_id, o.first_name, o.last_name, o.email)
  ) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, list, sum(n) FROM (
    SELECT organization_id, location_list_key(location_id) AS list, 1 AS n FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_list_key(location_id), -1 FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, search_list_key(s.id), r.n FROM contact_search_total s
    JOIN (SELECT organization_id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON s.terms = '' AND r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_change();
