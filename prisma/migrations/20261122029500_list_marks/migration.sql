-- Marks in the lists of contacts, so that a page far down begins at the mark before it. What is written down about a change
-- says at which place of the list it is; so whoever sums up knows between which marks. See docs/decisions/0016-marks.md.

-- Nobody is in the middle of a change.
LOCK TABLE contact IN SHARE ROW EXCLUSIVE MODE;

-- Up to now no place was written down.
WITH gone AS (DELETE FROM list_change RETURNING organization_id, list, n)
INSERT INTO list_total AS t (organization_id, list, total)
SELECT organization_id, list, sum(n) FROM gone WHERE list NOT LIKE 'contact?%' GROUP BY organization_id, list
ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
DELETE FROM contact_search_total;
ALTER TABLE list_change
  ADD COLUMN created_at timestamptz(3) NOT NULL,
  ADD COLUMN id uuid NOT NULL;

-- `n`: how many items of the list stand at this place and before it (newer), up to the next mark. The oldest mark is at
-- -infinity. What is written down in list_change is not in it yet: for every mark, in every snapshot, both together are exact.
CREATE TABLE list_mark (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  id uuid NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (organization_id, list, created_at, id)
) WITH (fillfactor = 80);
INSERT INTO list_mark SELECT organization_id, list, '-infinity', '00000000-0000-0000-0000-000000000000', total
FROM list_total WHERE list = 'contact' OR list LIKE 'contact@%';

-- Between which places a page stands: older than the first, where `before` are skipped, down to the second, with all its items.
CREATE FUNCTION list_place(p_organization_id uuid, p_list text, p_skip bigint, p_take bigint)
RETURNS TABLE (created_at timestamptz, id uuid, before bigint, to_created_at timestamptz, to_id uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH mark AS MATERIALIZED (
    SELECT p.created_at, p.id, p.is_mark, (sum(p.n) OVER (ORDER BY p.created_at DESC, p.id DESC))::bigint AS before FROM (
      SELECT k.created_at, k.id, k.n, true AS is_mark FROM list_mark k WHERE k.organization_id = p_organization_id AND k.list = p_list
      UNION ALL
      SELECT c.created_at, c.id, c.n, false FROM list_change c WHERE c.organization_id = p_organization_id AND c.list = p_list) p
  )
  SELECT above.*, coalesce(below.created_at, '-infinity'), coalesce(below.id, '00000000-0000-0000-0000-000000000000') FROM (
    SELECT m.created_at, m.id, m.before FROM mark m WHERE m.is_mark AND m.before <= p_skip
    UNION ALL
    SELECT 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 0
    ORDER BY 1, 2 LIMIT 1) above
  LEFT JOIN (
    SELECT m.created_at, m.id FROM mark m WHERE m.is_mark AND m.before >= p_skip + p_take
    ORDER BY m.created_at DESC, m.id DESC LIMIT 1) below ON true
$$;

-- Sets marks where reading from that many items on would have to skip many: one for each thousand contacts looked at. Only
-- whoever sums up, or does this, changes marks; whoever finds somebody at it goes on.
CREATE FUNCTION set_list_marks(p_organization_id uuid, p_list text, p_skip bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  above record;
  below record;
  asked text[];
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
      SELECT c.created_at, c.id, %s AS is_hit, row_number() OVER (ORDER BY c.created_at DESC, c.id DESC) AS place FROM contact c
      WHERE c.organization_id = $1 AND %s AND (c.created_at, c.id) < ($3, $4) AND (c.created_at, c.id) > ($5, $6)
      ORDER BY c.created_at DESC, c.id DESC LIMIT 500000
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
  $q$, is_hit, which) USING p_organization_id, p_list, above.created_at, above.id, below.created_at, below.id;
END $$;

-- As before, and what is summed up goes to its mark: the one at its place, or the next one after it (older).
CREATE OR REPLACE FUNCTION sum_up_list_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM list_change WHERE organization_id = p_organization_id LIMIT 100) c) < 100
    OR NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  -- A search whose counting never came to an end.
  DELETE FROM contact_search_total
  WHERE organization_id = p_organization_id AND total IS NULL AND counted_at < clock_timestamp() - interval '10 minutes';
  -- What is written down for a search that is being counted stays; for one that is no longer kept, it goes.
  WITH gone AS (
    DELETE FROM list_change c WHERE organization_id = p_organization_id AND NOT EXISTS (
      SELECT FROM contact_search_total s
      WHERE s.organization_id = p_organization_id AND s.total IS NULL AND c.list = 'contact?' || s.id)
    RETURNING list, created_at, id, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM gone GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = 'contact?' || s.id
  ), marks AS (
    INSERT INTO list_mark AS k (organization_id, list, created_at, id, n)
    SELECT p_organization_id, g.list, coalesce(m.created_at, '-infinity') AS at, coalesce(m.id, '00000000-0000-0000-0000-000000000000') AS at_id, sum(g.n)
    FROM gone g LEFT JOIN LATERAL (
      SELECT created_at, id FROM list_mark
      WHERE organization_id = p_organization_id AND list = g.list AND (created_at, id) <= (g.created_at, g.id)
      ORDER BY created_at DESC, id DESC LIMIT 1) m ON true
    WHERE g.list NOT LIKE 'contact?%' OR m.id IS NOT NULL
    GROUP BY g.list, at, at_id
    ON CONFLICT (organization_id, list, created_at, id) DO UPDATE SET n = k.n + excluded.n
  )
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT p_organization_id, list, n FROM sums WHERE list NOT LIKE 'contact?%'
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
END $$;

-- As before, one row for each contact, with its place.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', 1, created_at, id FROM new_rows
  UNION ALL
  SELECT organization_id, 'contact@' || location_id, 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, 'contact?' || s.id, 1, r.created_at, r.id FROM contact_search_total s
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', -1, created_at, id FROM old_rows
  UNION ALL
  SELECT organization_id, 'contact@' || location_id, -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, 'contact?' || s.id, -1, r.created_at, r.id FROM contact_search_total s
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM old_rows) o;
  RETURN NULL;
END $$;

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
    UNION ALL SELECT organization_id, 'contact@' || location_id, 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, 'contact@' || location_id, -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, 'contact?' || s.id, r.n, r.created_at, r.id FROM contact_search_total s
    JOIN (SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list, created_at, id HAVING sum(n) <> 0;
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;
