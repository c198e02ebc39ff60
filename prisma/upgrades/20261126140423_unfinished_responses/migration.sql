-- Lists of submitted responses alone are skipped and counted in it too.
DROP INDEX response_list_idx;
CREATE INDEX response_list_idx ON response
  (organization_id, status, created_at DESC, id DESC, rating, band, survey_id, location_id, submitted_at);

-- Responses that were never submitted, the latest first.
CREATE INDEX response_unfinished_idx ON response (organization_id, created_at DESC, id DESC) WHERE submitted_at IS NULL;

-- Those of them that count once they are a day old: every sweep looks for them.
CREATE INDEX response_to_count_idx ON response (created_at) WHERE status = 'partial' AND rating IS NOT NULL;

-- Submits the answer to a survey link, or makes one count that was begun and never submitted (its submitted_at is null): the response,
-- the status of the sending's step, the events (emit_events), and, where the organization has alert rules for responses, a row that has
-- them compared with it. A low score opens its case. Returns the ids of the deliveries; null, and nothing done, where anything is no
-- longer as the response was made of it: another answer was submitted, begun or counted, the survey archived, the contact deleted, the
-- sending moved to another location. Called by server/responses/submit.ts and server/responses/count-unfinished.ts.
-- p_response: a whole row of response, in JSON. p_kinds: the events; none for an answer that counts already, which is then submitted
-- without events and alerts and keeps its place in lists.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  said response := jsonb_populate_record(NULL::response, p_response);
  begun response;
  is_first boolean := cardinality(p_kinds) > 0;
BEGIN
  PERFORM lock_asked(said.sending_step_id);
  -- A statement of its own, so it sees what was committed while the lock was waited for.
  SELECT r.* INTO begun FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = said.sending_step_id AND s.organization_id = said.organization_id
    AND (said.submitted_at IS NULL OR v.status = 'active' AND v.deleted_at IS NULL)
    AND (r.id IS NULL AND said.submitted_at IS NOT NULL OR r.id = said.id AND r.submitted_at IS NULL)
    AND (r.status IS DISTINCT FROM 'completed') = is_first
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (said.sending_id, said.survey_id, said.contact_id, said.sequence_id, said.location_id, said.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  said.case_state := coalesce(begun.case_state, CASE WHEN said.band = 'negative' THEN 'open' END);
  UPDATE sending_step SET status = 'answered', updated_at = said.updated_at WHERE id = said.sending_step_id;
  IF begun.id IS NOT NULL THEN
    UPDATE response SET (status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, case_state, submitted_at, created_at, updated_at)
      = (said.status, said.language, said.answers, said.nps_score, said.csat_score, said.ces_score, said.rating, said.is_promoter, said.is_detractor, said.band, said.case_state, said.submitted_at, said.created_at, said.updated_at)
    WHERE id = said.id;
  ELSE
    INSERT INTO response SELECT said.*;
  END IF;
  INSERT INTO alert_candidate (id, organization_id, kind, subject_id, created_at)
  SELECT time_ordered_uuid(), said.organization_id, 'response', said.id, said.updated_at
  WHERE is_first
    AND EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = said.organization_id AND a.active AND a.trigger = 'response')
  ON CONFLICT DO NOTHING;
  RETURN emit_events(said.organization_id, p_kinds, p_bodies, said.updated_at);
END $$;

-- As processes of the version before call it, which run while this one is put in their place.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[], p_rules_mark text, p_alert_ids uuid[], p_rule_ids uuid[])
RETURNS uuid[] LANGUAGE sql RETURN submit_response(p_response, p_kinds, p_bodies);
