-- Reviews are counted where they change: totals of filtered lists, averages and distributions read a few rows however many
-- reviews there are. And they are found by their words.
CREATE TABLE "review_tally" (
    "organization_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "location_id" UUID NOT NULL,
    "rating" SMALLINT NOT NULL,
    "reply" TEXT NOT NULL,
    "n" INTEGER NOT NULL,

    CONSTRAINT "review_tally_pkey" PRIMARY KEY ("organization_id","month","source","location_id","rating","reply")
);

CREATE TABLE "review_reply_tally" (
    "organization_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "location_id" UUID NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "n" INTEGER NOT NULL,

    CONSTRAINT "review_reply_tally_pkey" PRIMARY KEY ("organization_id","month","source","location_id","bucket")
);

ALTER TABLE "review_tally" ADD CONSTRAINT "review_tally_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "review_reply_tally" ADD CONSTRAINT "review_reply_tally_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a search of reviews looks up: each word of the review and its author's name, marked with the organization, as in
-- contact_grams, and with the same cost. Used by the index review_find_idx and server/search: who changes what it answers has to
-- build that index anew.
CREATE OR REPLACE FUNCTION review_find_words(organization_id uuid, author_name text, text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || left(word, 40)
  FROM string_to_table(find_words(coalesce(author_name, '') || ' ' || text), ' ') word
  WHERE word <> ''));

-- How long a reply took, in steps of 5 %: the steps of one minute and less are one. Used by the triggers of review and
-- server/reviews/statistics.ts, which turns it back: who changes it has to fill review_reply_tally anew.
CREATE OR REPLACE FUNCTION review_reply_bucket(published_at timestamptz, responded_at timestamptz) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN floor(ln(greatest(extract(epoch FROM responded_at - published_at), 60) / 60) / ln(1.05))::smallint;

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

-- Counts reviews anew that were replied to, moved or edited; what is counted as before changes nothing.
CREATE OR REPLACE FUNCTION review_tally_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_tally AS t (organization_id, month, source, location_id, rating, reply, n)
  SELECT organization_id, month, source, location_id, rating, reply, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id, rating,
      CASE WHEN responded_at IS NULL THEN '' ELSE coalesce(reply_state, 'local') END AS reply, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows
      UNION ALL SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 FROM old_rows) rows) each
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, month, source, location_id, rating, reply) DO UPDATE SET n = t.n + excluded.n;
  INSERT INTO review_reply_tally AS t (organization_id, month, source, location_id, bucket, n)
  SELECT organization_id, month, source, location_id, bucket, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
      review_reply_bucket(published_at, responded_at) AS bucket, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows
      UNION ALL SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 FROM old_rows) rows WHERE responded_at IS NOT NULL) each
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, source, location_id, bucket) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_tally_change AFTER UPDATE ON review
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_tally_change();

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

INSERT INTO review_tally (organization_id, month, source, location_id, rating, reply, n)
SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date, source,
  coalesce(location_id, '00000000-0000-0000-0000-000000000000'), rating,
  CASE WHEN responded_at IS NULL THEN '' ELSE coalesce(reply_state, 'local') END, count(*)
FROM review GROUP BY 1, 2, 3, 4, 5, 6;

INSERT INTO review_reply_tally (organization_id, month, source, location_id, bucket, n)
SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date, source,
  coalesce(location_id, '00000000-0000-0000-0000-000000000000'), review_reply_bucket(published_at, responded_at), count(*)
FROM review WHERE responded_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5;

-- A small pending list and no statistics, as contact_search_idx.
CREATE INDEX review_find_idx ON review USING gin (review_find_words(organization_id, author_name, text))
  WITH (fastupdate = on, gin_pending_list_limit = 256);
ALTER INDEX review_find_idx ALTER COLUMN 1 SET STATISTICS 0;
-- Replies that are not simply there.
CREATE INDEX review_reply_state_idx ON review (organization_id, reply_state, published_at DESC, id DESC)
  WHERE reply_state IS NOT NULL AND reply_state <> 'live';
