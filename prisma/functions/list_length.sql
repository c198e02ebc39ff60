-- Exact length of a list in the snapshot of the calling statement: its total and the changes recorded since. Called by
-- server/list-totals.ts and server/contacts.
CREATE OR REPLACE FUNCTION list_length(p_organization_id uuid, p_list text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce((SELECT total FROM list_total WHERE organization_id = p_organization_id AND list = p_list), 0)
  + coalesce((SELECT sum(n) FROM list_change WHERE organization_id = p_organization_id AND list = p_list), 0)::bigint;
