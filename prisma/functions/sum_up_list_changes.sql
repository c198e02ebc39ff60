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
