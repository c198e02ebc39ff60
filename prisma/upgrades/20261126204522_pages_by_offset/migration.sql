-- Deep pages are read by ids that an index skips, so lists have no checkpoints, and a recorded change of a list's length needs no place
-- (docs/decisions/0042-offset-pages.md).

-- No change of these lists is under way: triggers of a running transaction would still write the columns dropped below.
LOCK TABLE contact, response, review IN SHARE ROW EXCLUSIVE MODE;

DROP TABLE list_mark;
ALTER TABLE list_change DROP COLUMN created_at, DROP COLUMN id;

-- An index skips without looking at the table only where vacuum has been since the last change; a fifth of a million rows is too late.
ALTER TABLE contact SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE response SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE review SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Records by how much inserted contacts lengthen the lists they are in: all contacts, those of their location, and the stored
-- searches that find them. See docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', count(*) FROM new_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list(location_id), count(*) FROM new_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list(s.id), count(*) FROM contact_search_total s
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

-- Records which lists of locations and stored searches an update of contacts lengthens or shortens; nothing when it changes neither
-- location, name nor email.
CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.location_id, n.first_name, n.last_name, n.email) IS DISTINCT FROM (o.location_id, o.first_name, o.last_name, o.email)
  ) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, list, sum(n) FROM (
    SELECT organization_id, location_list(location_id) AS list, 1 AS n FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_list(location_id), -1 FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, search_list(s.id), r.n FROM contact_search_total s
    JOIN (SELECT organization_id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

-- Records by how much deleted contacts shorten the lists they were in; the counterpart of contact_totals_add.
CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nothing is recorded when their organization is deleted, whose totals go with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', -count(*) FROM old_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list(location_id), -count(*) FROM old_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list(s.id), -count(*) FROM contact_search_total s
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

-- Records by how much an update lengthens or shortens the list of completed responses.
CREATE OR REPLACE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', sum(n) FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

-- Records by how much inserted responses lengthen the list of completed ones.
CREATE OR REPLACE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', count(*) FROM new_rows WHERE status = 'completed' GROUP BY organization_id;
  RETURN NULL;
END $$;

-- Records by how much deleted responses shorten the list of completed ones.
CREATE OR REPLACE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nothing is recorded when their organization is deleted, whose totals go with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', -count(*) FROM old_rows WHERE status = 'completed' GROUP BY organization_id;
  RETURN NULL;
END $$;

-- Records by how much inserted reviews lengthen their list.
CREATE OR REPLACE FUNCTION review_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'review', count(*) FROM new_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

-- Records by how much deleted reviews shorten their list.
CREATE OR REPLACE FUNCTION review_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Nothing is recorded when their organization is deleted, whose totals go with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'review', -count(*) FROM old_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

-- Adds committed changes (list_change) to the totals, every hundred of them, at most one transaction at a time for an organization:
-- a concurrent caller returns at once. Called by the trigger of list_change; see docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION sum_up_list_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM list_change WHERE organization_id = p_organization_id LIMIT 100) c) < 100
    OR NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  -- Searches whose counting never ended.
  DELETE FROM contact_search_total
  WHERE organization_id = p_organization_id AND total IS NULL AND counted_at < clock_timestamp() - interval '10 minutes';
  -- Changes to a search that is being counted stay; changes to a search that is no longer stored are dropped.
  WITH summed AS (
    DELETE FROM list_change c WHERE organization_id = p_organization_id AND NOT EXISTS (
      SELECT FROM contact_search_total s
      WHERE s.organization_id = p_organization_id AND s.total IS NULL AND c.list = search_list(s.id))
    RETURNING list, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM summed GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = search_list(s.id)
  )
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT p_organization_id, list, n FROM sums WHERE list NOT LIKE 'contact?%'
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
END $$;

DROP TRIGGER review_total_change ON review;

DROP FUNCTION set_list_marks(uuid,text,bigint);

DROP FUNCTION review_total_change();

DROP FUNCTION list_place(uuid,text,bigint,bigint);
