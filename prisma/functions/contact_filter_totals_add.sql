-- Records in list_change which stored filter totals the rows added to contact_activity change.
CREATE OR REPLACE FUNCTION contact_filter_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT s.organization_id, search_list_key(s.id), count(*) FROM contact_search_total s
  JOIN new_rows r ON s.terms <> '' AND r.organization_id = s.organization_id AND r.terms @@ s.terms::tsquery
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_filter_totals_add AFTER INSERT ON contact_activity
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_filter_totals_add();
