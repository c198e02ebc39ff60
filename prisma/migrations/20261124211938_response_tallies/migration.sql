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

-- CreateIndex
CREATE INDEX "response_change_organization_id_idx" ON "response_change"("organization_id");

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

-- What was answered before.
SELECT add_to_response_tally(o.id, format(
  'SELECT created_at AS at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, 1 AS n, 0 AS delivered,
   0 AS answered, 0 AS captured FROM response WHERE status = ''completed'' AND organization_id = %L', o.id))
FROM organization o WHERE EXISTS (SELECT FROM response r WHERE r.organization_id = o.id);
