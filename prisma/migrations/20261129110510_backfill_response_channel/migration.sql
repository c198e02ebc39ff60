-- Gives existing responses the channel of their step, or `import`. Before the trigger compares the column, so that the change feed does not
-- list every response again. A single statement, so that it can commit: one transaction per thousand responses. It can be repeated.
DO $$
DECLARE
  v_after uuid := '00000000-0000-0000-0000-000000000000';
  v_ids uuid[];
BEGIN
  LOOP
    v_ids := ARRAY(SELECT id FROM response WHERE id > v_after ORDER BY id LIMIT 1000);
    EXIT WHEN cardinality(v_ids) = 0;
    v_after := v_ids[cardinality(v_ids)];
    PERFORM FROM response WHERE id = ANY (v_ids) AND channel IS NULL ORDER BY id FOR NO KEY UPDATE;
    UPDATE response r SET channel = CASE WHEN r.import_id IS NOT NULL THEN 'import' ELSE
      (SELECT s.channel FROM sending_step s WHERE s.organization_id = r.organization_id AND s.id = r.sending_step_id) END
    WHERE r.id = ANY (v_ids) AND r.channel IS NULL AND (r.import_id IS NOT NULL OR r.sending_step_id IS NOT NULL);
    COMMIT;
  END LOOP;
END $$;
