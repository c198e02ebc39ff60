-- Records inserted reviews in list_change.
CREATE OR REPLACE FUNCTION review_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'review', count(*) FROM new_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_add AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_add();
