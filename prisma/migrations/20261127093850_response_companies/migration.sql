-- The company that a contact belongs to at enrolment, on what is sent to them and on what they answer, so that companies have
-- statistics as locations and employees do. Existing rows get it in the next migration.
-- AlterTable
ALTER TABLE "response" ADD COLUMN     "contact_organization_id" UUID;

-- AlterTable
ALTER TABLE "response_change" ADD COLUMN     "contact_organization_id" UUID;

-- AlterTable
ALTER TABLE "sending" ADD COLUMN     "contact_organization_id" UUID;

-- AlterTable
ALTER TABLE "survey_request" ADD COLUMN     "contact_organization_id" UUID;

-- Aggregates changes of responses to rows of response_daily_stats: per survey and for all surveys (zeros); in each in total,
-- per location, employee and contact organization; by day and by month in the stored time zone of the organization's
-- statistics.
-- p_changes: a query of rows shaped as response_change.
CREATE OR REPLACE FUNCTION response_daily_stats_rows(p_organization_id uuid, p_changes text) RETURNS SETOF response_daily_stats LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($q$
    WITH changes AS (%s), clock AS MATERIALIZED (
      SELECT valid_time_zone(coalesce(k.time_zone, o.time_zone)) AS zone FROM organization o
      LEFT JOIN response_daily_stats_time_zone k ON k.organization_id = o.id WHERE o.id = $1)
    SELECT $1, s.id, d.dimension, p.span, p.day, d.id,
      coalesce(sum(b.n), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'positive'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'neutral'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'negative'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 0), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 6), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 7), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 8), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 9), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 10), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 6), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 7), 0)::int,
      coalesce(sum(b.delivered), 0)::int,
      coalesce(sum(b.answered), 0)::int,
      coalesce(sum(b.captured), 0)::int
    FROM (SELECT changes.*, (at AT TIME ZONE zone)::date AS day, '00000000-0000-0000-0000-000000000000'::uuid AS zeros
        FROM changes, clock) b
      CROSS JOIN LATERAL (VALUES (b.survey_id), (b.zeros)) s(id)
      CROSS JOIN LATERAL (VALUES ('all', b.zeros), ('location', coalesce(b.location_id, b.zeros)),
        ('employee', coalesce(b.employee_id, b.zeros)),
        ('contact_organization', coalesce(b.contact_organization_id, b.zeros))) d(dimension, id)
      CROSS JOIN LATERAL (VALUES ('day', b.day), ('month', date_trunc('month', b.day)::date)) p(span, day)
    GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
  $q$, p_changes) USING p_organization_id;
END $$;

-- Recomputes, for surveys in sendings, when they were first delivered or captured and whether they were answered. Locks each
-- row before reading, so that the later of two concurrent changes sees both. `IS NOT DISTINCT FROM` cannot use an index: it
-- keeps the planner, whose statistics of a growing table are old, off the index on the survey, which may have millions of
-- responses where a sending has a few. Called by the triggers of sending_step and response.
CREATE OR REPLACE FUNCTION recount_survey_requests(p_organization_ids uuid[], p_sending_ids uuid[], p_survey_ids uuid[])
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO survey_request (organization_id, sending_id, survey_id, location_id, employee_id, contact_organization_id)
  SELECT d.organization_id, d.id, k.survey_id, d.location_id, d.employee_id, d.contact_organization_id
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k
    JOIN sending d ON d.organization_id = k.organization_id AND d.id = k.sending_id
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  PERFORM FROM survey_request a
    JOIN unnest(p_organization_ids, p_sending_ids, p_survey_ids) k(organization_id, sending_id, survey_id)
      ON a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
  ORDER BY a.organization_id, a.sending_id, a.survey_id FOR UPDATE OF a;
  UPDATE survey_request a SET delivered_at = f.delivered_at, captured_at = f.captured_at, is_answered = f.is_answered
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k,
    LATERAL (SELECT min(s.sent_at) FILTER (WHERE is_delivered(s.status, s.sent_at)) AS delivered_at,
      CASE WHEN NOT coalesce(bool_or(is_delivered(s.status, s.sent_at)), false) THEN min(s.captured_at) END AS captured_at,
      EXISTS (SELECT FROM response r WHERE r.organization_id = k.organization_id AND r.sending_id = k.sending_id
        AND r.survey_id IS NOT DISTINCT FROM k.survey_id AND r.status IS NOT DISTINCT FROM 'completed') AS is_answered
      FROM sending_step s WHERE s.organization_id = k.organization_id AND s.sending_id = k.sending_id
        AND s.survey_id IS NOT DISTINCT FROM k.survey_id) f
  WHERE a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
    AND (a.delivered_at, a.captured_at, a.is_answered) IS DISTINCT FROM (f.delivered_at, f.captured_at, f.is_answered);
END $$;

-- Records inserted completed responses in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION response_change_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, 1
  FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

-- Records deleted completed responses in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION response_change_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, -1
  FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

-- Records the difference that an update makes to completed responses in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION response_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, sum(n) FROM (
    SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, 1 AS n
    FROM new_rows WHERE status = 'completed'
    UNION ALL
    SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, -1
    FROM old_rows WHERE status = 'completed') d
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

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
  answer.case_state := coalesce(started.case_state, CASE WHEN answer.band = 'negative' THEN 'open' END);
  UPDATE sending_step SET status = 'answered', updated_at = answer.updated_at WHERE id = answer.sending_step_id;
  IF started.id IS NOT NULL THEN
    UPDATE response SET (status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, case_state, submitted_at, created_at, updated_at)
      = (answer.status, answer.language, answer.answers, answer.nps_score, answer.csat_score, answer.ces_score, answer.rating, answer.is_promoter, answer.is_detractor, answer.band, answer.case_state, answer.submitted_at, answer.created_at, answer.updated_at)
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

-- Records changes of survey requests in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION survey_request_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, contact_organization_id, 0, sum(delivered), sum(answered), sum(captured) FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, contact_organization_id, 1 AS delivered, is_answered::int AS answered, 0 AS captured
    FROM new_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, contact_organization_id, 0, 0, 1 FROM new_rows WHERE captured_at IS NOT NULL
    UNION ALL
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, contact_organization_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, contact_organization_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(delivered) <> 0 OR sum(answered) <> 0 OR sum(captured) <> 0;
  RETURN NULL;
END $$;

-- Records deleted survey requests in response_change, for response_daily_stats. Inserts need no trigger: a new row counts
-- nothing yet.
CREATE OR REPLACE FUNCTION survey_request_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, contact_organization_id, 0, delivered, answered, captured FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, contact_organization_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, contact_organization_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d;
  RETURN NULL;
END $$;

-- Moves survey requests to the location, employee or contact organization that their sending's one was merged into.
CREATE OR REPLACE FUNCTION survey_request_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE survey_request SET location_id = NEW.location_id, employee_id = NEW.employee_id, contact_organization_id = NEW.contact_organization_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id
    AND (location_id, employee_id, contact_organization_id) IS DISTINCT FROM (NEW.location_id, NEW.employee_id, NEW.contact_organization_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_sending_change AFTER UPDATE OF location_id, employee_id, contact_organization_id ON sending
  FOR EACH ROW WHEN ((OLD.location_id, OLD.employee_id, OLD.contact_organization_id)
    IS DISTINCT FROM (NEW.location_id, NEW.employee_id, NEW.contact_organization_id))
  EXECUTE FUNCTION survey_request_sending_change();
