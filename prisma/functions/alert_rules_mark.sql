-- Called by processes of the version before, which run while this one is put in their place: their submissions compare it.
CREATE OR REPLACE FUNCTION alert_rules_mark(p_organization_id uuid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT string_agg(id::text || ' ' || updated_at::text, ',' ORDER BY id) FROM alert_rule
  WHERE organization_id = p_organization_id AND active AND trigger = 'response');
