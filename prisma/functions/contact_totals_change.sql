-- Writes down, for every contact that is changed, which lists it leaves and which it comes into, and nothing where neither its
-- lists nor its place changed.
CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.location_id, n.first_name, n.last_name, n.email, n.created_at) IS DISTINCT FROM (o.location_id, o.first_name, o.last_name, o.email, o.created_at)
  ) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, list, sum(n), created_at, id FROM (
    SELECT organization_id, 'contact' AS list, 1 AS n, created_at, id FROM new_rows
    UNION ALL SELECT organization_id, 'contact', -1, created_at, id FROM old_rows
    UNION ALL SELECT organization_id, location_list(location_id), 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_list(location_id), -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, search_list(s.id), r.n, r.created_at, r.id FROM contact_search_total s
    JOIN (SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list, created_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_change();
