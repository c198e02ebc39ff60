-- Counts reviews no longer that are gone.
CREATE OR REPLACE FUNCTION review_tally_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is counted of it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO review_tally AS t (organization_id, month, source, location_id, rating, reply, n)
  SELECT organization_id, month, source, location_id, rating, reply, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id, rating,
      CASE WHEN responded_at IS NULL THEN '' ELSE coalesce(reply_state, 'local') END AS reply, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 AS d FROM old_rows) rows) each
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, month, source, location_id, rating, reply) DO UPDATE SET n = t.n + excluded.n;
  INSERT INTO review_reply_tally AS t (organization_id, month, source, location_id, bucket, n)
  SELECT organization_id, month, source, location_id, bucket, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
      review_reply_bucket(published_at, responded_at) AS bucket, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 AS d FROM old_rows) rows WHERE responded_at IS NOT NULL) each
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, source, location_id, bucket) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_tally_remove AFTER DELETE ON review
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION review_tally_remove();
