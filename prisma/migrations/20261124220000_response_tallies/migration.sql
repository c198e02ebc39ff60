-- CreateTable
CREATE TABLE "response_tally" (
    "organization_id" UUID NOT NULL,
    "survey_id" UUID NOT NULL,
    "dimension" TEXT NOT NULL,
    "span" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "dimension_id" UUID NOT NULL,
    "responses" INTEGER NOT NULL DEFAULT 0,
    "positive" INTEGER NOT NULL DEFAULT 0,
    "neutral" INTEGER NOT NULL DEFAULT 0,
    "negative" INTEGER NOT NULL DEFAULT 0,
    "nps_0" INTEGER NOT NULL DEFAULT 0,
    "nps_1" INTEGER NOT NULL DEFAULT 0,
    "nps_2" INTEGER NOT NULL DEFAULT 0,
    "nps_3" INTEGER NOT NULL DEFAULT 0,
    "nps_4" INTEGER NOT NULL DEFAULT 0,
    "nps_5" INTEGER NOT NULL DEFAULT 0,
    "nps_6" INTEGER NOT NULL DEFAULT 0,
    "nps_7" INTEGER NOT NULL DEFAULT 0,
    "nps_8" INTEGER NOT NULL DEFAULT 0,
    "nps_9" INTEGER NOT NULL DEFAULT 0,
    "nps_10" INTEGER NOT NULL DEFAULT 0,
    "csat_1" INTEGER NOT NULL DEFAULT 0,
    "csat_2" INTEGER NOT NULL DEFAULT 0,
    "csat_3" INTEGER NOT NULL DEFAULT 0,
    "csat_4" INTEGER NOT NULL DEFAULT 0,
    "csat_5" INTEGER NOT NULL DEFAULT 0,
    "ces_1" INTEGER NOT NULL DEFAULT 0,
    "ces_2" INTEGER NOT NULL DEFAULT 0,
    "ces_3" INTEGER NOT NULL DEFAULT 0,
    "ces_4" INTEGER NOT NULL DEFAULT 0,
    "ces_5" INTEGER NOT NULL DEFAULT 0,
    "ces_6" INTEGER NOT NULL DEFAULT 0,
    "ces_7" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "captured" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "response_tally_pkey" PRIMARY KEY ("organization_id","survey_id","dimension","span","day","dimension_id")
);

-- CreateTable
CREATE TABLE "response_tally_clock" (
    "organization_id" UUID NOT NULL,
    "time_zone" TEXT NOT NULL,

    CONSTRAINT "response_tally_clock_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "response_change" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "survey_id" UUID NOT NULL,
    "location_id" UUID,
    "employee_id" UUID,
    "nps_score" INTEGER,
    "csat_score" INTEGER,
    "ces_score" INTEGER,
    "band" TEXT,
    "n" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "captured" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "response_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asked_survey" (
    "organization_id" UUID NOT NULL,
    "sending_id" UUID NOT NULL,
    "survey_id" UUID NOT NULL,
    "location_id" UUID,
    "employee_id" UUID,
    "delivered_at" TIMESTAMPTZ(3),
    "captured_at" TIMESTAMPTZ(3),
    "is_answered" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "asked_survey_pkey" PRIMARY KEY ("organization_id","sending_id","survey_id")
);

-- CreateIndex
CREATE INDEX "response_change_organization_id_idx" ON "response_change"("organization_id");

-- AddForeignKey
ALTER TABLE "asked_survey" ADD CONSTRAINT "asked_survey_organization_id_sending_id_fkey" FOREIGN KEY ("organization_id", "sending_id") REFERENCES "sending"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What changes of responses add up to, as rows of response_tally: for each survey and for all (zeros), in each for all, for its
-- location and for its employee, by day and by month of the clock that the organization's tallies go by.
-- p_changes: a query of rows as response_change has them.
CREATE OR REPLACE FUNCTION response_tally_cells(p_organization_id uuid, p_changes text) RETURNS SETOF response_tally LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($q$
    WITH changes AS (%s), clock AS (
      SELECT coalesce(k.time_zone, o.time_zone) AS zone FROM organization o
      LEFT JOIN response_tally_clock k ON k.organization_id = o.id WHERE o.id = $1)
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
        ('employee', coalesce(b.employee_id, b.zeros))) d(dimension, id)
      CROSS JOIN LATERAL (VALUES ('day', b.day), ('month', date_trunc('month', b.day)::date)) p(span, day)
    GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
  $q$, p_changes) USING p_organization_id;
END $$;

-- Adds to an organization's tallies what `p_changes` answers (see response_tally_cells), and keeps by which clock. Called by
-- sum_up_response_changes and by server/responses/tally-upkeep.ts.
CREATE OR REPLACE FUNCTION add_to_response_tally(p_organization_id uuid, p_changes text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_tally_clock (organization_id, time_zone)
  SELECT id, time_zone FROM organization WHERE id = p_organization_id ON CONFLICT DO NOTHING;
  INSERT INTO response_tally AS t SELECT * FROM response_tally_cells(p_organization_id, p_changes)
  ON CONFLICT (organization_id, survey_id, dimension, span, day, dimension_id) DO UPDATE SET
    responses = t.responses + excluded.responses, positive = t.positive + excluded.positive, neutral = t.neutral + excluded.neutral, negative = t.negative + excluded.negative, nps_0 = t.nps_0 + excluded.nps_0, nps_1 = t.nps_1 + excluded.nps_1, nps_2 = t.nps_2 + excluded.nps_2, nps_3 = t.nps_3 + excluded.nps_3, nps_4 = t.nps_4 + excluded.nps_4, nps_5 = t.nps_5 + excluded.nps_5, nps_6 = t.nps_6 + excluded.nps_6, nps_7 = t.nps_7 + excluded.nps_7, nps_8 = t.nps_8 + excluded.nps_8, nps_9 = t.nps_9 + excluded.nps_9, nps_10 = t.nps_10 + excluded.nps_10, csat_1 = t.csat_1 + excluded.csat_1, csat_2 = t.csat_2 + excluded.csat_2, csat_3 = t.csat_3 + excluded.csat_3, csat_4 = t.csat_4 + excluded.csat_4, csat_5 = t.csat_5 + excluded.csat_5, ces_1 = t.ces_1 + excluded.ces_1, ces_2 = t.ces_2 + excluded.ces_2, ces_3 = t.ces_3 + excluded.ces_3, ces_4 = t.ces_4 + excluded.ces_4, ces_5 = t.ces_5 + excluded.ces_5, ces_6 = t.ces_6 + excluded.ces_6, ces_7 = t.ces_7 + excluded.ces_7, delivered = t.delivered + excluded.delivered, answered = t.answered + excluded.answered, captured = t.captured + excluded.captured;
END $$;

-- Writes down what becomes of surveys that were asked, for response_tally.
CREATE OR REPLACE FUNCTION asked_survey_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, 0, sum(delivered), sum(answered), sum(captured) FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, 1 AS delivered, is_answered::int AS answered, 0 AS captured
    FROM new_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, 1 FROM new_rows WHERE captured_at IS NOT NULL
    UNION ALL
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(delivered) <> 0 OR sum(answered) <> 0 OR sum(captured) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_change AFTER UPDATE ON asked_survey
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_change();

-- Writes down which surveys that were asked went, for response_tally. A row comes without anything to count: there is no such trigger.
CREATE OR REPLACE FUNCTION asked_survey_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, 0, delivered, answered, captured FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_remove AFTER DELETE ON asked_survey
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_remove();

-- A provider took the message and did not send it back. What was only kept in the Outbox has no time of leaving.
CREATE OR REPLACE FUNCTION is_delivered(p_status text, p_sent_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_sent_at IS NOT NULL AND p_status IN ('sent', 'delivered', 'opened', 'answered');

-- Writes down anew when surveys were first delivered or kept in sendings, and whether they were answered. Each is held before it is read, so
-- that of two that change at the same moment the later one sees both. Called by the triggers of sending_step and response.
CREATE OR REPLACE FUNCTION recount_asked_surveys(p_organization_ids uuid[], p_sending_ids uuid[], p_survey_ids uuid[])
RETURNS void LANGUAGE plpgsql AS $$
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
        AND r.survey_id = k.survey_id AND r.status = 'completed') AS is_answered
      FROM sending_step s WHERE s.organization_id = k.organization_id AND s.sending_id = k.sending_id AND s.survey_id = k.survey_id) f
  WHERE a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
    AND (a.delivered_at, a.captured_at, a.is_answered) IS DISTINCT FROM (f.delivered_at, f.captured_at, f.is_answered);
END $$;

-- A survey was answered.
CREATE OR REPLACE FUNCTION asked_survey_response_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_response_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_response_add();

-- A survey that was begun is answered, or no longer.
CREATE OR REPLACE FUNCTION asked_survey_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM (
      SELECT id, organization_id, sending_id, survey_id, status = 'completed' AS is_answered FROM new_rows
      EXCEPT SELECT id, organization_id, sending_id, survey_id, status = 'completed' FROM old_rows) d
    WHERE sending_id IS NOT NULL) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_response_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_response_change();

-- An answer went.
CREATE OR REPLACE FUNCTION asked_survey_response_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_response_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_response_remove();

-- A sending's location or employee was merged into another: what was asked in it is counted there.
CREATE OR REPLACE FUNCTION asked_survey_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE asked_survey SET location_id = NEW.location_id, employee_id = NEW.employee_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_sending_change AFTER UPDATE OF location_id, employee_id ON sending
  FOR EACH ROW WHEN ((OLD.location_id, OLD.employee_id) IS DISTINCT FROM (NEW.location_id, NEW.employee_id))
  EXECUTE FUNCTION asked_survey_sending_change();

-- A survey was delivered, or kept in the Outbox, in a step that is written at once.
CREATE OR REPLACE FUNCTION asked_survey_step_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_step_add AFTER INSERT ON sending_step
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_step_add();

-- A survey was delivered, bounced, or kept in the Outbox.
CREATE OR REPLACE FUNCTION asked_survey_step_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT n.organization_id, n.sending_id, n.survey_id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE n.survey_id IS NOT NULL AND (is_delivered(n.status, n.sent_at), n.sent_at, n.captured_at)
      IS DISTINCT FROM (is_delivered(o.status, o.sent_at), o.sent_at, o.captured_at)
      AND (is_delivered(n.status, n.sent_at) OR is_delivered(o.status, o.sent_at) OR n.captured_at IS DISTINCT FROM o.captured_at)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_step_change AFTER UPDATE ON sending_step
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_step_change();

-- A step went in which a survey was delivered, or kept in the Outbox.
CREATE OR REPLACE FUNCTION asked_survey_step_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_step_remove AFTER DELETE ON sending_step
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_step_remove();

-- Writes down which completed responses came, for response_tally.
CREATE OR REPLACE FUNCTION response_change_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, 1
  FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_add();

-- Writes down which completed responses went, for response_tally.
CREATE OR REPLACE FUNCTION response_change_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, -1
  FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_remove();

-- Writes down what an update makes of completed responses, for response_tally; what is counted as before changes nothing.
CREATE OR REPLACE FUNCTION response_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, sum(n) FROM (
    SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, 1 AS n
    FROM new_rows WHERE status = 'completed'
    UNION ALL
    SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, -1
    FROM old_rows WHERE status = 'completed') d
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_update AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_update();

-- Adds up what was written down of responses and is committed, now and then. One at a time for each organization, and whoever finds
-- somebody at it goes on: nobody waits here. Called by the trigger of response_change; see docs/decisions/0027-tallies.md.
CREATE OR REPLACE FUNCTION sum_up_response_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM response_change WHERE organization_id = p_organization_id LIMIT 200) c) < 200
    OR NOT pg_try_advisory_xact_lock(hashtextextended('response_tally ' || p_organization_id, 0)) THEN RETURN; END IF;
  PERFORM add_to_response_tally(p_organization_id,
    format('DELETE FROM response_change WHERE organization_id = %L RETURNING *', p_organization_id));
END $$;

-- Whoever writes down a change of responses adds up, now and then, what was written down in its organization.
CREATE OR REPLACE FUNCTION sum_up_after_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_response_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sum_up_after_response_change AFTER INSERT ON response_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_up_after_response_change();

-- What was asked and answered before.
INSERT INTO asked_survey (organization_id, sending_id, survey_id, location_id, employee_id, delivered_at, captured_at, is_answered)
SELECT d.organization_id, d.id, f.survey_id, d.location_id, d.employee_id, f.delivered_at, f.captured_at,
  EXISTS (SELECT FROM response r WHERE r.organization_id = d.organization_id AND r.sending_id = d.id AND r.survey_id = f.survey_id
    AND r.status = 'completed')
FROM (SELECT organization_id, sending_id, survey_id, min(sent_at) FILTER (WHERE is_delivered(status, sent_at)) AS delivered_at,
    min(captured_at) AS captured_at FROM sending_step WHERE survey_id IS NOT NULL GROUP BY 1, 2, 3) f
  JOIN sending d ON d.organization_id = f.organization_id AND d.id = f.sending_id
WHERE f.delivered_at IS NOT NULL OR f.captured_at IS NOT NULL;

SELECT add_to_response_tally(o.id, format(
  'SELECT created_at AS at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, 1 AS n, 0 AS delivered,
     0 AS answered, 0 AS captured FROM response WHERE status = ''completed'' AND organization_id = %1$L
   UNION ALL SELECT delivered_at, survey_id, location_id, employee_id, NULL, NULL, NULL, NULL, 0, 1, is_answered::int, 0
   FROM asked_survey WHERE delivered_at IS NOT NULL AND organization_id = %1$L
   UNION ALL SELECT captured_at, survey_id, location_id, employee_id, NULL, NULL, NULL, NULL, 0, 0, 0, 1
   FROM asked_survey WHERE captured_at IS NOT NULL AND organization_id = %1$L', o.id))
FROM organization o;
