-- Submits the answer to a survey link, or a response that was started and never submitted (submitted_at is null): writes the
-- response, the status of the sending's step, the webhook events (emit_events) and, if the organization has alert rules for
-- responses, a candidate for them. A low score opens a case. Returns the ids of the deliveries. Returns null and writes
-- nothing if the data that the response was built from has changed: another answer exists, the survey was archived, the
-- contact deleted, or the sending moved to another location. Called by server/responses.
-- p_response: a whole row of response as JSON. p_kinds: the events; empty for a response that already counts, which is
-- submitted without events and alerts and keeps its place in lists.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  answer response := jsonb_populate_record(NULL::response, p_response);
  started response;
  is_first boolean := cardinality(p_kinds) > 0;
BEGIN
  PERFORM lock_survey_request(answer.sending_step_id);
  -- A separate statement, so that it sees rows committed while it waited for the lock.
  SELECT r.* INTO started FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = answer.sending_step_id AND s.organization_id = answer.organization_id
    AND (answer.submitted_at IS NULL OR v.status = 'active' AND v.deleted_at IS NULL)
    AND (r.id IS NULL AND answer.submitted_at IS NOT NULL OR r.id = answer.id AND r.submitted_at IS NULL)
    AND (r.status IS DISTINCT FROM 'completed') = is_first
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (answer.sending_id, answer.survey_id, answer.contact_id, answer.sequence_id, answer.location_id, answer.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- Of the sending as it is now: the company may have been merged since the response was built.
  SELECT d.contact_organization_id INTO answer.contact_organization_id FROM sending d
  WHERE d.organization_id = answer.organization_id AND d.id = answer.sending_id;
  -- A service of an earlier release, during an upgrade, knows no fields.
  answer.fields := coalesce(answer.fields, started.fields, '{}');
  answer.case_state := coalesce(started.case_state, CASE WHEN answer.band = 'negative' THEN 'open' END);
  UPDATE sending_step SET status = 'answered', reason = NULL, updated_at = answer.updated_at WHERE id = answer.sending_step_id;
  IF started.id IS NOT NULL THEN
    UPDATE response SET (status, survey_version, language, answers, fields, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, case_state, submitted_at, seconds_to_complete, created_at, updated_at)
      = (answer.status, answer.survey_version, answer.language, answer.answers, answer.fields, answer.nps_score, answer.csat_score, answer.ces_score, answer.rating, answer.is_promoter, answer.is_detractor, answer.band, answer.case_state, answer.submitted_at, answer.seconds_to_complete, answer.created_at, answer.updated_at)
    WHERE id = answer.id;
  ELSE
    INSERT INTO response SELECT answer.*;
  END IF;
  INSERT INTO alert_candidate (id, organization_id, kind, subject_id, created_at)
  SELECT uuid_v7(), answer.organization_id, 'response', answer.id, answer.updated_at
  WHERE is_first
    AND EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = answer.organization_id AND a.active AND a.trigger = 'response')
  ON CONFLICT DO NOTHING;
  RETURN emit_events(answer.organization_id, p_kinds, p_bodies, answer.updated_at);
END $$;
