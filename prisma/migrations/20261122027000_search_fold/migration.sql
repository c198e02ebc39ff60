-- One way to fold case, for what is stored and for what is asked alike. It looks at each letter alone, never at its
-- neighbours, so that a part of a word folds as it does within the word: both small sigmas are one, dotted and dotless i are
-- one, and ß is ss, as in capitals. Accents stay. It does not depend on the database's own locale where the server knows a
-- collation that is the same on every machine (PostgreSQL 17 and newer).
DO $do$
DECLARE
  collation_name text := coalesce(
    (SELECT quote_ident(collname) FROM pg_collation
     WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_unicode_fast', 'pg_c_utf8') AND getdatabaseencoding() = 'UTF8'
     ORDER BY collname DESC LIMIT 1), '"default"');
BEGIN
  EXECUTE format($create$
    CREATE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN replace(replace(replace(lower(upper(words COLLATE %1$s)), 'ς', 'σ'), 'ß', 'ss'), U&'i\0307', 'i')
  $create$, collation_name);
END $do$;

-- What a search of contacts looks at: each name and the email after a space.
CREATE FUNCTION contact_search_text(first_name text, last_name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN search_fold(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email);

DROP INDEX contact_search_idx;
-- A small pending list: an insert stays cheap, and a search has little to read beside the index.
CREATE INDEX contact_search_idx ON contact
  USING gin (contact_grams(organization_id, contact_search_text(first_name, last_name, email)))
  WITH (fastupdate = on, gin_pending_list_limit = 256);
-- No statistics: with them a planner that takes a piece for a common one would rather cut every contact into its pieces.
ALTER INDEX contact_search_idx ALTER COLUMN 1 SET STATISTICS 0;

-- Counted with the old way to fold; each is counted anew when it is asked for.
DELETE FROM contact_search_total;

-- As before, but for what they compare.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
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
      AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
    GROUP BY s.organization_id, s.patterns) d
  WHERE t.organization_id = d.organization_id AND t.patterns = d.patterns;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
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
      AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
    GROUP BY s.organization_id, s.patterns) d
  WHERE t.organization_id = d.organization_id AND t.patterns = d.patterns;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
      JOIN (SELECT organization_id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
            UNION ALL
            SELECT organization_id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
        ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)
      GROUP BY s.organization_id, s.patterns HAVING sum(r.n) <> 0) d
    WHERE t.organization_id = d.organization_id AND t.patterns = d.patterns;
  END IF;
  RETURN NULL;
END $$;
