-- Totals that nobody waits for. Whoever changes contacts writes down by how much a list has become longer, as a row of its
-- own: two writers never touch the same row, and a transaction may take as long as it takes. A total is what was summed up
-- before and what was written down since, read in one statement. See docs/decisions/0002-totals.md.
CREATE TABLE list_change (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  n bigint NOT NULL
);
CREATE INDEX list_change_organization_id_list_idx ON list_change (organization_id, list) INCLUDE (n);

-- How long a list is, in the snapshot of the statement that asks.
CREATE FUNCTION list_length(p_organization_id uuid, p_list text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce((SELECT total FROM list_total WHERE organization_id = p_organization_id AND list = p_list), 0)
  + coalesce((SELECT sum(n) FROM list_change WHERE organization_id = p_organization_id AND list = p_list), 0)::bigint;

-- A kept search: its changes are written down under `contact?<id>` from the moment when it is asked for. Its total is null
-- until it is counted. `noted_from` is a transaction that began when every new transaction already wrote them down.
ALTER TABLE contact_search_total
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN noted_from xid8,
  ALTER COLUMN total DROP NOT NULL;
-- Kept by triggers that are no more.
DELETE FROM contact_search_total;

-- Sums up what was written down and is committed, now and then. One at a time for each organization, and whoever finds
-- somebody at it goes on: nobody waits here, and the row of a total is locked by nobody else.
CREATE FUNCTION sum_up_list_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
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
    RETURNING list, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM gone GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = 'contact?' || s.id
  )
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT p_organization_id, list, n FROM sums WHERE list NOT LIKE 'contact?%'
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
END $$;

CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', count(*) FROM new_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, 'contact@' || location_id, count(*) FROM new_rows WHERE location_id IS NOT NULL GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, 'contact?' || s.id, count(*) FROM contact_search_total s
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', -count(*) FROM old_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, 'contact@' || location_id, -count(*) FROM old_rows WHERE location_id IS NOT NULL GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, 'contact?' || s.id, -count(*) FROM contact_search_total s
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM old_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.location_id, n.first_name, n.last_name, n.email) IS DISTINCT FROM (o.location_id, o.first_name, o.last_name, o.email)
  ) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact@' || location_id, sum(n) FROM (
    SELECT organization_id, location_id, 1 AS n FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_id, -1 FROM old_rows WHERE location_id IS NOT NULL) d
  GROUP BY organization_id, location_id HAVING sum(n) <> 0
  UNION ALL
  SELECT s.organization_id, 'contact?' || s.id, sum(r.n) FROM contact_search_total s
  JOIN (SELECT organization_id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
        UNION ALL
        SELECT organization_id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
    ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id HAVING sum(r.n) <> 0;
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;
