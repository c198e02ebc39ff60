-- Adds committed rows of response_change to response_daily_stats and answer_daily_stats and deletes them, once there are two
-- hundred. One transaction per organization at a time; a concurrent call returns at once. Bitmap scans are off because they
-- collect the dead rows that an index scan skips. Called by the trigger of response_change; see
-- docs/decisions/0027-response-statistics.md.
CREATE OR REPLACE FUNCTION compact_response_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql SET enable_bitmapscan = off AS $$
DECLARE
  changes response_change[];
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM response_change WHERE organization_id = p_organization_id LIMIT 200) c) < 200
    OR NOT pg_try_advisory_xact_lock(hashtextextended('response_daily_stats ' || p_organization_id, 0)) THEN RETURN; END IF;
  WITH deleted AS (DELETE FROM response_change c WHERE organization_id = p_organization_id RETURNING c AS change)
  SELECT array_agg(change) INTO changes FROM deleted;
  PERFORM add_to_response_daily_stats(p_organization_id, format('SELECT * FROM unnest(%L::response_change[])', changes));
END $$;
