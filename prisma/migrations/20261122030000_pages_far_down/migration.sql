-- Pages far down of responses and reviews. The whole lists begin at marks, as the list of contacts does
-- (docs/decisions/0016-marks.md); the filtered ones are skipped in an index that holds all that is asked of, never in the
-- table.
DROP INDEX response_organization_id_status_created_at_id_idx;
DROP INDEX response_organization_id_survey_id_created_at_id_idx;
DROP INDEX response_organization_id_location_id_created_at_id_idx;
CREATE INDEX response_list_idx ON response (organization_id, status, created_at DESC, id DESC, rating, band, survey_id, location_id);
CREATE INDEX response_survey_list_idx ON response (organization_id, survey_id, status, created_at DESC, id DESC, rating, band);
CREATE INDEX response_location_list_idx ON response (organization_id, location_id, status, created_at DESC, id DESC, rating, band);
DROP INDEX response_organization_id_rating_idx;
CREATE INDEX response_rating_list_idx ON response (organization_id, status, rating, created_at DESC, id DESC);
DROP INDEX review_organization_id_published_at_id_idx;
DROP INDEX review_organization_id_location_id_published_at_id_idx;
CREATE INDEX review_list_idx ON review (organization_id, published_at DESC, id DESC, rating, source, responded_at);
CREATE INDEX review_location_list_idx ON review (organization_id, location_id, published_at DESC, id DESC, rating, source, responded_at);
DROP INDEX review_organization_id_rating_idx;
CREATE INDEX review_rating_list_idx ON review (organization_id, rating, published_at DESC, id DESC);
DROP INDEX sending_organization_id_sequence_id_created_at_idx;
DROP INDEX sending_organization_id_contact_id_created_at_idx;
CREATE INDEX sending_sequence_list_idx ON sending (organization_id, sequence_id, created_at DESC, id DESC);
CREATE INDEX sending_contact_list_idx ON sending (organization_id, contact_id, created_at DESC, id DESC);

-- Nobody is in the middle of a change.
LOCK TABLE response, review IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO list_mark SELECT organization_id, list, '-infinity', '00000000-0000-0000-0000-000000000000', total
FROM list_total WHERE list IN ('response', 'review');

-- As before, for responses and reviews too.
CREATE OR REPLACE FUNCTION set_list_marks(p_organization_id uuid, p_list text, p_skip bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  above record;
  below record;
  asked text[];
  items text := 'contact';
  at text := 'created_at';
  which text := 'true';
  is_hit text := 'true';
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  IF p_list LIKE 'contact@%' THEN
    which := format('c.location_id = %L::uuid', substr(p_list, 9));
  ELSIF p_list LIKE 'contact?%' THEN
    SELECT patterns INTO asked FROM contact_search_total
    WHERE organization_id = p_organization_id AND id = substr(p_list, 9)::uuid AND total IS NOT NULL;
    IF NOT FOUND THEN RETURN; END IF;
    is_hit := format('contact_search_text(c.first_name, c.last_name, c.email) LIKE ALL (%L::text[])', asked);
  ELSIF p_list = 'response' THEN
    items := 'response';
    which := 'c.status = ''completed''';
  ELSIF p_list = 'review' THEN
    items := 'review';
    at := 'published_at';
  END IF;
  -- A mark with nothing behind it marks nothing.
  DELETE FROM list_mark WHERE organization_id = p_organization_id AND list = p_list AND n = 0 AND created_at > '-infinity';
  SELECT * INTO above FROM list_place(p_organization_id, p_list, p_skip, 1);
  SELECT created_at, id INTO below FROM list_mark
  WHERE organization_id = p_organization_id AND list = p_list AND (created_at, id) < (above.created_at, above.id)
  ORDER BY created_at DESC, id DESC LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  -- One statement: what is there and what is written down, of the same moment.
  EXECUTE format($q$
    WITH looked AS MATERIALIZED (
      SELECT c.%1$I AS created_at, c.id, %2$s AS is_hit, row_number() OVER (ORDER BY c.%1$I DESC, c.id DESC) AS place FROM %3$I c
      WHERE c.organization_id = $1 AND %4$s AND (c.%1$I, c.id) < ($3, $4) AND (c.%1$I, c.id) > ($5, $6)
      ORDER BY c.%1$I DESC, c.id DESC LIMIT 500000
    ), noted AS MATERIALIZED (
      SELECT created_at, id, n FROM list_change
      WHERE organization_id = $1 AND list = $2 AND (created_at, id) < ($3, $4) AND (created_at, id) > ($5, $6)
    ), counted AS (
      SELECT (place - 1) / 1000 AS thousand, max(created_at) FILTER (WHERE place %% 1000 = 0) AS created_at,
        (array_agg(id) FILTER (WHERE place %% 1000 = 0))[1] AS id, count(*) FILTER (WHERE is_hit) AS n
      FROM looked WHERE (SELECT max(place) FROM looked) >= 2000 GROUP BY 1 HAVING count(*) = 1000
    ), marks AS (
      INSERT INTO list_mark (organization_id, list, created_at, id, n)
      SELECT $1, $2, m.created_at, m.id, m.n - coalesce((SELECT sum(h.n) FROM noted h
        WHERE (h.created_at, h.id) >= (m.created_at, m.id) AND (h.created_at, h.id) < (m.to_created_at, m.to_id)), 0)
      FROM (SELECT *, coalesce(lag(created_at) OVER w, $3) AS to_created_at, coalesce(lag(id) OVER w, $4) AS to_id
        FROM counted WINDOW w AS (ORDER BY thousand)) m
      RETURNING n
    )
    UPDATE list_mark k SET n = k.n - (SELECT sum(n) FROM marks)
    WHERE organization_id = $1 AND list = $2 AND created_at = $5 AND id = $6 AND EXISTS (SELECT FROM marks)
  $q$, at, is_hit, items, which) USING p_organization_id, p_list, above.created_at, above.id, below.created_at, below.id;
END $$;

-- Completed responses and reviews are written down as contacts are: one row for each, with its place.
CREATE OR REPLACE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', 1, created_at, id FROM new_rows WHERE status = 'completed';
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', sum(n), created_at, id FROM (
    SELECT organization_id, 1 AS n, created_at, id FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1, created_at, id FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id, created_at, id HAVING sum(n) <> 0;
  IF FOUND THEN PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o; END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', -1, created_at, id FROM old_rows WHERE status = 'completed';
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM old_rows) o;
  RETURN NULL;
END $$;

DROP TRIGGER review_total_add ON review;
DROP TRIGGER review_total_remove ON review;

CREATE FUNCTION review_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', 1, published_at, id FROM new_rows;
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE FUNCTION review_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', sum(n), published_at, id FROM (
    SELECT organization_id, 1 AS n, published_at, id FROM new_rows
    UNION ALL SELECT organization_id, -1, published_at, id FROM old_rows) d
  GROUP BY organization_id, published_at, id HAVING sum(n) <> 0;
  IF FOUND THEN PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o; END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION review_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', -1, published_at, id FROM old_rows;
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM old_rows) o;
  RETURN NULL;
END $$;

CREATE TRIGGER review_total_add AFTER INSERT ON review REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_add();
CREATE TRIGGER review_total_change AFTER UPDATE ON review REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_change();
CREATE TRIGGER review_total_remove AFTER DELETE ON review REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_remove();
