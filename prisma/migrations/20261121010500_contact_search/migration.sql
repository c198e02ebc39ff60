-- Search in contacts: every word of a search is looked for in the first name, the last name and the email. One text holds
-- all three, each after a space, so that a word that must stand at a beginning is looked for after a space.
-- btree_gin puts the organization into the same index: a search never visits another organization's entries.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A small pending list: an insert stays cheap, and a search has little to read beside the index.
CREATE INDEX contact_search_idx ON contact
  USING gin (organization_id, (lower(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email)) gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 256);

-- Exact totals of searches that match many contacts. Such a total is counted once and from then on kept by the triggers
-- below, in the transaction that changes a contact. Patterns of LIKE, lower case, all of which must match.
CREATE TABLE contact_search_total (
  organization_id uuid NOT NULL REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
  patterns text[] NOT NULL,
  total bigint NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, patterns)
);

-- The totals of contacts: all (`contact`), per location (`contact@<id>`), per kept search. Rows are always taken in this
-- order, the whole list's first: writers then wait for each other and, but for updates that move contacts between
-- locations, never in a circle. Who counts a search locks the whole list's row against all of them (see
-- server/contacts/search-total.ts).
CREATE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, list, n FROM (
    SELECT organization_id, 'contact' AS list, count(*) AS n FROM new_rows GROUP BY organization_id
    UNION ALL
    SELECT organization_id, 'contact@' || location_id, count(*) FROM new_rows WHERE location_id IS NOT NULL GROUP BY organization_id, location_id) d
  ORDER BY organization_id, list
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  UPDATE contact_search_total t SET total = t.total + d.n FROM (
    SELECT s.organization_id, s.patterns, count(*) AS n FROM contact_search_total s
    JOIN new_rows r ON r.organization_id = s.organization_id
      AND lower(' ' || r.first_name || ' ' || coalesce(r.last_name, '') || ' ' || r.email) LIKE ALL (s.patterns)
    GROUP BY s.organization_id, s.patterns) d
  WHERE t.organization_id = d.organization_id AND t.patterns = d.patterns;
  RETURN NULL;
END $$;

CREATE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM list_total t WHERE t.organization_id IN (SELECT organization_id FROM old_rows) AND t.list = 'contact'
    ORDER BY t.organization_id FOR NO KEY UPDATE;
  UPDATE list_total t SET total = t.total - d.n FROM (
    SELECT organization_id, 'contact' AS list, count(*) AS n FROM old_rows GROUP BY organization_id
    UNION ALL
    SELECT organization_id, 'contact@' || location_id, count(*) FROM old_rows WHERE location_id IS NOT NULL GROUP BY organization_id, location_id) d
  WHERE t.organization_id = d.organization_id AND t.list = d.list;
  UPDATE contact_search_total t SET total = t.total - d.n FROM (
    SELECT s.organization_id, s.patterns, count(*) AS n FROM contact_search_total s
    JOIN old_rows r ON r.organization_id = s.organization_id
      AND lower(' ' || r.first_name || ' ' || coalesce(r.last_name, '') || ' ' || r.email) LIKE ALL (s.patterns)
    GROUP BY s.organization_id, s.patterns) d
  WHERE t.organization_id = d.organization_id AND t.patterns = d.patterns;
  RETURN NULL;
END $$;

CREATE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.location_id IS DISTINCT FROM o.location_id) THEN
    INSERT INTO list_total AS t (organization_id, list, total)
    SELECT organization_id, 'contact@' || location_id, sum(n) FROM (
      SELECT organization_id, location_id, 1 AS n FROM new_rows WHERE location_id IS NOT NULL
      UNION ALL SELECT organization_id, location_id, -1 FROM old_rows WHERE location_id IS NOT NULL) d
    GROUP BY organization_id, location_id HAVING sum(n) <> 0
    ORDER BY organization_id, location_id
    ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  END IF;
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
             WHERE (n.first_name, n.last_name, n.email) IS DISTINCT FROM (o.first_name, o.last_name, o.email)) THEN
    -- Waits for one who counts a search right now, so that what is counted and what is added meet.
    PERFORM FROM list_total t WHERE t.organization_id IN (SELECT organization_id FROM new_rows) AND t.list = 'contact'
      ORDER BY t.organization_id FOR KEY SHARE;
    UPDATE contact_search_total t SET total = t.total + d.n FROM (
      SELECT s.organization_id, s.patterns, sum(r.n) AS n FROM contact_search_total s
      JOIN (SELECT organization_id, lower(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email) AS words, 1 AS n FROM new_rows
            UNION ALL
            SELECT organization_id, lower(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email), -1 FROM old_rows) r
        ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)
      GROUP BY s.organization_id, s.patterns HAVING sum(r.n) <> 0) d
    WHERE t.organization_id = d.organization_id AND t.patterns = d.patterns;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER contact_total_add ON contact;
DROP TRIGGER contact_total_remove ON contact;
CREATE TRIGGER contact_totals_add AFTER INSERT ON contact REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_add();
CREATE TRIGGER contact_totals_remove AFTER DELETE ON contact REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_remove();
CREATE TRIGGER contact_totals_change AFTER UPDATE ON contact REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_change();

INSERT INTO list_total (organization_id, list, total)
SELECT organization_id, 'contact@' || location_id, count(*) FROM contact WHERE location_id IS NOT NULL GROUP BY organization_id, location_id;
