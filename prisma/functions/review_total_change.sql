-- Writes down which reviews were moved to another place of their list.
CREATE OR REPLACE FUNCTION review_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', sum(n), published_at, id FROM (
    SELECT organization_id, 1 AS n, published_at, id FROM new_rows
    UNION ALL SELECT organization_id, -1, published_at, id FROM old_rows) d
  GROUP BY organization_id, published_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_change AFTER UPDATE ON review
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_change();
