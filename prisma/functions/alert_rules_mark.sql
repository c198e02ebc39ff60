-- Which rules are told of responses, and as of when: what a submission was compared with holds while this is the same. Used by
-- server/responses/asked.ts and submit_response.
CREATE OR REPLACE FUNCTION alert_rules_mark(p_organization_id uuid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT string_agg(id::text || ' ' || updated_at::text, ',' ORDER BY id) FROM alert_rule
  WHERE organization_id = p_organization_id AND active AND trigger = 'response');
