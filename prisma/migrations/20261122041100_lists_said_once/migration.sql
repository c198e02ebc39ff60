-- The name of a kept list is said in one function, and one trigger of list_change sums up for all who write there.

-- The name under which the list of a location's contacts is kept (list_total, list_change, list_mark). Used by the triggers of
-- contact and server/contacts/list.ts; set_list_marks reads the location off it again. PostgreSQL puts it in line.
CREATE OR REPLACE FUNCTION location_list(location_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact@' || location_id::text;

-- The name under which a kept search is kept (list_change, list_mark). Used by the triggers of contact, sum_up_list_changes and
-- server/contacts/search.ts; set_list_marks reads the search off it again. PostgreSQL puts it in line.
CREATE OR REPLACE FUNCTION search_list(search_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact?' || search_id::text;

-- Writes down, for every contact that is inserted, that the lists it is in became longer by one, at its place: all contacts, those
-- of its location, and the kept searches that find it. See docs/decisions/0002-totals.md and 0016-marks.md.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', 1, created_at, id FROM new_rows
  UNION ALL
  SELECT organization_id, location_list(location_id), 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, search_list(s.id), 1, r.created_at, r.id FROM contact_search_total s
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  RETURN NULL;
END $$;

-- Writes down, for every contact that is changed, which lists it leaves and which it comes into, and nothing where neither its
-- lists nor its place changed.
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
    UNION ALL SELECT organization_id, location_list(location_id), 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_list(location_id), -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, search_list(s.id), r.n, r.created_at, r.id FROM contact_search_total s
    JOIN (SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list, created_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

-- Writes down, for every contact that is deleted, that the lists it was in became shorter by one, at its place.
CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', -1, created_at, id FROM old_rows
  UNION ALL
  SELECT organization_id, location_list(location_id), -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, search_list(s.id), -1, r.created_at, r.id FROM contact_search_total s
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  RETURN NULL;
END $$;

-- Writes down which responses an update completes, takes back from the completed ones, or moves to another place of their list.
CREATE OR REPLACE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', sum(n), created_at, id FROM (
    SELECT organization_id, 1 AS n, created_at, id FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1, created_at, id FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id, created_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

-- Writes down that the list of completed responses became longer, one row for each, with its place.
CREATE OR REPLACE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', 1, created_at, id FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

-- Writes down that the list of completed responses became shorter, one row for each, with its place.
CREATE OR REPLACE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', -1, created_at, id FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

-- Writes down that the list of reviews became longer, one row for each, with its place: the time of its publication.
CREATE OR REPLACE FUNCTION review_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', 1, published_at, id FROM new_rows;
  RETURN NULL;
END $$;

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

-- Writes down that the list of reviews became shorter, one row for each, with its place.
CREATE OR REPLACE FUNCTION review_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', -1, published_at, id FROM old_rows;
  RETURN NULL;
END $$;

-- Sums up what was written down and is committed, now and then: into the list's total, and into its mark (the one at its place,
-- or the next one after it, older). One at a time for each organization, and whoever finds somebody at it goes on: nobody waits
-- here. Called by the trigger of list_change; see docs/decisions/0002-totals.md.
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
      WHERE s.organization_id = p_organization_id AND s.total IS NULL AND c.list = search_list(s.id))
    RETURNING list, created_at, id, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM gone GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = search_list(s.id)
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

-- Whoever writes down a change of a list sums up, now and then, what was written down in its organization.
CREATE OR REPLACE FUNCTION sum_up_after_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sum_up_after_change AFTER INSERT ON list_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_up_after_change();
