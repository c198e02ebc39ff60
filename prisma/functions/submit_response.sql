-- Submits the answer to a survey link: the response, the mark on the sending's step, the alerts of the rules that it matches, and who is
-- told of it (emit_events). Answers with the deliveries' ids; with null, and nothing done, where anything is no longer as the response
-- was made of it: somebody submitted or began an answer, the survey was archived, the contact deleted, the sending moved to another
-- location, the rules changed. Those that match are held until the commit: one that is deleted at the same moment is not there, or
-- takes its alert with it. Called by server/responses/submit.ts.
-- p_response: a whole row of response, in JSON.
-- p_rules_mark: alert_rules_mark as it was read. p_alert_ids, p_rule_ids: for each rule that matched, its alert's own id and its own.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[], p_rules_mark text, p_alert_ids uuid[], p_rule_ids uuid[])
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  said response := jsonb_populate_record(NULL::response, p_response);
  is_begun boolean;
BEGIN
  PERFORM lock_asked(said.sending_step_id);
  PERFORM FROM alert_rule WHERE id = ANY(p_rule_ids) ORDER BY id FOR KEY SHARE;
  -- Statements of their own, so they see what was committed while we waited.
  IF p_rules_mark IS DISTINCT FROM alert_rules_mark(said.organization_id) THEN RETURN NULL; END IF;
  SELECT r.id IS NOT NULL INTO is_begun FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = said.sending_step_id AND s.organization_id = said.organization_id AND v.status = 'active' AND v.deleted_at IS NULL
    AND (r.id IS NULL OR r.id = said.id AND r.status <> 'completed')
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (said.sending_id, said.survey_id, said.contact_id, said.sequence_id, said.location_id, said.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE sending_step SET status = 'answered', updated_at = said.updated_at WHERE id = said.sending_step_id;
  IF is_begun THEN
    UPDATE response SET (status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, submitted_at, created_at, updated_at)
      = (said.status, said.language, said.answers, said.nps_score, said.csat_score, said.ces_score, said.rating, said.is_promoter, said.is_detractor, said.band, said.submitted_at, said.created_at, said.updated_at)
    WHERE id = said.id;
  ELSE
    INSERT INTO response SELECT said.*;
  END IF;
  IF cardinality(p_rule_ids) > 0 THEN
    INSERT INTO alert (id, organization_id, rule_id, subject_id, created_at)
    SELECT a.id, said.organization_id, a.rule_id, said.id, said.submitted_at FROM unnest(p_alert_ids, p_rule_ids) a(id, rule_id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN emit_events(said.organization_id, p_kinds, p_bodies, said.submitted_at);
END $$;

-- As processes of the version before call it, which run while this one is put in their place; they write the alerts themselves.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE sql
RETURN submit_response(p_response, p_kinds, p_bodies, alert_rules_mark((p_response->>'organization_id')::uuid), '{}', '{}');
