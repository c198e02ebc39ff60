-- Writes down anew when surveys were first delivered or kept in sendings, and whether they were answered. Each is held before it is read, so
-- that of two that change at the same moment the later one sees both. A sending has few steps and responses, a survey may have
-- millions: `IS NOT DISTINCT FROM` is no way into an index, so that nobody goes that way while little is known of a table that grows
-- fast. Called by the triggers of sending_step and response.
CREATE OR REPLACE FUNCTION recount_asked_surveys(p_organization_ids uuid[], p_sending_ids uuid[], p_survey_ids uuid[])
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO asked_survey (organization_id, sending_id, survey_id, location_id, employee_id)
  SELECT d.organization_id, d.id, k.survey_id, d.location_id, d.employee_id
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k
    JOIN sending d ON d.organization_id = k.organization_id AND d.id = k.sending_id
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  PERFORM FROM asked_survey a
    JOIN unnest(p_organization_ids, p_sending_ids, p_survey_ids) k(organization_id, sending_id, survey_id)
      ON a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
  ORDER BY a.organization_id, a.sending_id, a.survey_id FOR UPDATE OF a;
  UPDATE asked_survey a SET delivered_at = f.delivered_at, captured_at = f.captured_at, is_answered = f.is_answered
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k,
    LATERAL (SELECT min(s.sent_at) FILTER (WHERE is_delivered(s.status, s.sent_at)) AS delivered_at, min(s.captured_at) AS captured_at,
      EXISTS (SELECT FROM response r WHERE r.organization_id = k.organization_id AND r.sending_id = k.sending_id
        AND r.survey_id IS NOT DISTINCT FROM k.survey_id AND r.status IS NOT DISTINCT FROM 'completed') AS is_answered
      FROM sending_step s WHERE s.organization_id = k.organization_id AND s.sending_id = k.sending_id
        AND s.survey_id IS NOT DISTINCT FROM k.survey_id) f
  WHERE a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
    AND (a.delivered_at, a.captured_at, a.is_answered) IS DISTINCT FROM (f.delivered_at, f.captured_at, f.is_answered);
END $$;

-- Holds the step of a survey link until the transaction ends, so that one answer is written at a time. Its contact and its sending
-- come first, as where a contact is deleted and in the job that runs it: none waits for another in a circle. Called by
-- submit_response and server/responses/asked.ts.
CREATE OR REPLACE FUNCTION lock_asked(p_step_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact c JOIN sending d ON d.organization_id = c.organization_id AND d.contact_id = c.id
    JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF c;
  PERFORM FROM sending d JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF d;
  PERFORM FROM sending_step WHERE id = p_step_id FOR UPDATE;
END $$;

-- Submits the answer to a survey link: the response, the mark on the sending's step, and who is told of it (emit_events). Answers with
-- the deliveries' ids; with null, and nothing done, where anything is no longer as the response was made of it: somebody submitted
-- or began an answer, the survey was archived, the contact deleted, the sending moved to another location. Called by
-- server/responses/submit.ts.
-- p_response: a whole row of response, in JSON.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  said response := jsonb_populate_record(NULL::response, p_response);
  is_begun boolean;
BEGIN
  PERFORM lock_asked(said.sending_step_id);
  -- A statement of its own, so it sees what was committed while we waited.
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
  RETURN emit_events(said.organization_id, p_kinds, p_bodies, said.submitted_at);
END $$;

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

-- Whoever writes down a change of responses adds up, now and then, what was written down in its organization: one of twenty looks
-- whether it is time, for looking costs more than writing down.
CREATE OR REPLACE FUNCTION sum_up_after_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_response_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows WHERE id % 20 = 0) o;
  RETURN NULL;
END $$;
