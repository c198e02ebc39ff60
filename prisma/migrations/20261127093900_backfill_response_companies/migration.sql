-- Gives existing sendings, survey requests and responses the company of their contact. Triggers record the changes for
-- response_daily_stats, whose rows without a company are first completed: all responses minus those already counted by company.
-- A single statement, so that it can commit: one transaction per organization and per 500 contacts, and no lock on a table. It
-- can be repeated. Locks rows in the order of submit_response and of the sending jobs: sending, response, survey_request.
DO $$
DECLARE
  columns text[] := ARRAY(SELECT a.attname FROM pg_attribute a WHERE a.attrelid = 'response_daily_stats'::regclass
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT IN ('organization_id', 'survey_id', 'dimension', 'span', 'day', 'dimension_id'));
  v_organization_id uuid;
  v_after uuid;
  v_contact_ids uuid[];
BEGIN
  FOR v_organization_id IN SELECT DISTINCT organization_id FROM response_daily_stats LOOP
    -- No compaction meanwhile: it skips an organization whose lock is taken.
    PERFORM pg_advisory_xact_lock(hashtextextended('response_daily_stats ' || v_organization_id, 0));
    EXECUTE format(
      $q$INSERT INTO response_daily_stats AS t (organization_id, survey_id, dimension, span, day, dimension_id, %s)
        SELECT organization_id, survey_id, 'contact_organization', span, day, '00000000-0000-0000-0000-000000000000', %s
        FROM response_daily_stats WHERE organization_id = $1 AND dimension IN ('all', 'contact_organization')
        GROUP BY organization_id, survey_id, span, day
        ON CONFLICT (organization_id, survey_id, dimension, span, day, dimension_id) DO UPDATE SET %s$q$,
      (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) c),
      (SELECT string_agg(format('sum(CASE dimension WHEN ''all'' THEN %1$I ELSE -%1$I END)', c), ', ') FROM unnest(columns) c),
      (SELECT string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') FROM unnest(columns) c)) USING v_organization_id;
    COMMIT;
  END LOOP;

  FOR v_organization_id IN SELECT DISTINCT organization_id FROM contact_organization LOOP
    v_after := '00000000-0000-0000-0000-000000000000';
    LOOP
      v_contact_ids := ARRAY(SELECT id FROM contact WHERE organization_id = v_organization_id AND id > v_after
        AND contact_organization_id IS NOT NULL ORDER BY id LIMIT 500);
      EXIT WHEN cardinality(v_contact_ids) = 0;
      v_after := v_contact_ids[cardinality(v_contact_ids)];
      PERFORM FROM sending WHERE organization_id = v_organization_id AND contact_id = ANY (v_contact_ids)
        ORDER BY id FOR NO KEY UPDATE;
      UPDATE response r SET contact_organization_id = c.contact_organization_id FROM contact c
      WHERE c.organization_id = v_organization_id AND c.id = ANY (v_contact_ids)
        AND r.organization_id = v_organization_id AND r.contact_id = c.id AND r.contact_organization_id IS NULL;
      UPDATE survey_request a SET contact_organization_id = c.contact_organization_id
      FROM contact c JOIN sending d ON d.organization_id = c.organization_id AND d.contact_id = c.id
      WHERE c.organization_id = v_organization_id AND c.id = ANY (v_contact_ids)
        AND a.organization_id = v_organization_id AND a.sending_id = d.id AND a.contact_organization_id IS NULL;
      UPDATE sending d SET contact_organization_id = c.contact_organization_id FROM contact c
      WHERE c.organization_id = v_organization_id AND c.id = ANY (v_contact_ids)
        AND d.organization_id = v_organization_id AND d.contact_id = c.id AND d.contact_organization_id IS NULL;
      COMMIT;
    END LOOP;
  END LOOP;
END $$;
