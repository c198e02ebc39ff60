-- Writes down that the list of reviews became longer, one row for each, with its place: the time of its publication.
CREATE OR REPLACE FUNCTION review_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', 1, published_at, id FROM new_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_add AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_add();
