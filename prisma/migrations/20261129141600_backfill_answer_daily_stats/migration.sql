-- Counts the answers of existing responses. Changes that already have answers are added when they are compacted, so they are
-- subtracted here. A single statement, so that it can commit: one transaction per organization, and no lock on a table. It can
-- be repeated.
DO $$
DECLARE
  v_organization_id uuid;
BEGIN
  FOR v_organization_id IN SELECT id FROM organization LOOP
    -- No compaction meanwhile: it skips an organization whose lock is taken.
    PERFORM pg_advisory_xact_lock(hashtextextended('response_daily_stats ' || v_organization_id, 0));
    INSERT INTO response_daily_stats_time_zone (organization_id, time_zone)
    SELECT id, valid_time_zone(time_zone) FROM organization o
    WHERE id = v_organization_id AND EXISTS (SELECT FROM response WHERE organization_id = o.id) ON CONFLICT DO NOTHING;
    DELETE FROM answer_daily_stats WHERE organization_id = v_organization_id;
    INSERT INTO answer_daily_stats SELECT * FROM answer_daily_stats_rows(v_organization_id, format(
      $q$SELECT created_at AS at, survey_id, answer_keys(answers) AS answers, 1 AS n FROM response
          WHERE organization_id = %1$L AND status = 'completed'
        UNION ALL SELECT at, survey_id, answers, -n FROM response_change WHERE organization_id = %1$L AND answers IS NOT NULL$q$,
      v_organization_id));
    COMMIT;
  END LOOP;
END $$;
