-- Between which places a page stands: older than the first, where `before` are skipped, down to the second, with all its items.
-- Called by server/page-marks.ts, server/contacts/deep-pages.ts and set_list_marks; see docs/decisions/0016-marks.md.
CREATE OR REPLACE FUNCTION list_place(p_organization_id uuid, p_list text, p_skip bigint, p_take bigint)
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
