-- Adds up what was written down of responses and is committed, now and then. One at a time for each organization, and whoever finds
-- somebody at it goes on: nobody waits here. What was added up is dead until it is cleaned away, and an index alone passes over it,
-- where a bitmap would gather it. Called by the trigger of response_change; see docs/decisions/0027-tallies.md.
CREATE OR REPLACE FUNCTION sum_up_response_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql SET enable_bitmapscan = off AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM response_change WHERE organization_id = p_organization_id LIMIT 200) c) < 200
    OR NOT pg_try_advisory_xact_lock(hashtextextended('response_tally ' || p_organization_id, 0)) THEN RETURN; END IF;
  PERFORM add_to_response_tally(p_organization_id,
    format('DELETE FROM response_change WHERE organization_id = %L RETURNING *', p_organization_id));
END $$;
