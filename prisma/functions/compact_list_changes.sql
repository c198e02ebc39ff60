-- Adds committed rows of list_change to list_total and deletes them, once there are a hundred. One transaction per
-- organization at a time; a concurrent call returns at once. Called by the trigger of list_change; see
-- docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION compact_list_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM list_change WHERE organization_id = p_organization_id LIMIT 100) c) < 100
    OR NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  -- Drops searches whose count never finished.
  DELETE FROM contact_search_total
  WHERE organization_id = p_organization_id AND total IS NULL AND counted_at < clock_timestamp() - interval '10 minutes';
  -- Keeps changes of searches being counted; drops those of searches no longer stored.
  WITH summed AS (
    DELETE FROM list_change c WHERE organization_id = p_organization_id AND NOT EXISTS (
      SELECT FROM contact_search_total s
      WHERE s.organization_id = p_organization_id AND s.total IS NULL AND c.list = search_list_key(s.id))
    RETURNING list, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM summed GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = search_list_key(s.id)
  )
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT p_organization_id, list, n FROM sums WHERE list NOT LIKE 'contact?%'
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
END $$;
