-- Sets marks where reading from that many items on would have to skip many: one for each thousand items looked at. Only whoever
-- sums up, or does this, changes marks; whoever finds somebody at it goes on. Called by server/page-marks.ts after a page that
-- skipped many; see docs/decisions/0016-marks.md.
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
