-- Records in list_change which stored filter totals an update of contact_activity changes.
CREATE OR REPLACE FUNCTION contact_filter_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT s.organization_id, search_list_key(s.id), sum(r.n) FROM contact_search_total s
  JOIN (SELECT organization_id, terms, 1 AS n FROM new_rows UNION ALL SELECT organization_id, terms, -1 FROM old_rows) r
    ON s.terms <> '' AND r.organization_id = s.organization_id AND r.terms @@ s.terms::tsquery
  GROUP BY s.organization_id, s.id HAVING sum(r.n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_filter_totals_change AFTER UPDATE ON contact_activity
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_filter_totals_change();
