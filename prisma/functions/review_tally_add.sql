-- Counts new reviews, by month, source, location, stars and reply: in their own transaction, in the order of the keys, so that
-- two of these seldom wait for each other in a circle.
CREATE OR REPLACE FUNCTION review_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_tally AS t (organization_id, month, source, location_id, rating, reply, n)
  SELECT organization_id, month, source, location_id, rating, reply, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id, rating,
      CASE WHEN responded_at IS NULL THEN '' ELSE coalesce(reply_state, 'local') END AS reply, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows) rows) each
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, month, source, location_id, rating, reply) DO UPDATE SET n = t.n + excluded.n;
  INSERT INTO review_reply_tally AS t (organization_id, month, source, location_id, bucket, n)
  SELECT organization_id, month, source, location_id, bucket, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
      review_reply_bucket(published_at, responded_at) AS bucket, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows) rows WHERE responded_at IS NOT NULL) each
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, source, location_id, bucket) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_tally_add AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_tally_add();
