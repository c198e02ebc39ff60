-- AlterTable
ALTER TABLE "response_change" ADD COLUMN     "answers" TEXT[];

-- CreateTable
CREATE TABLE "answer_daily_stats" (
    "organization_id" UUID NOT NULL,
    "survey_id" UUID NOT NULL,
    "span" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT NOT NULL,
    "n" INTEGER NOT NULL,

    CONSTRAINT "answer_daily_stats_pkey" PRIMARY KEY ("organization_id","survey_id","span","day","key")
);

-- Aggregates changes of responses to rows of answer_daily_stats, by day and by month in the stored time zone of the
-- organization's statistics.
-- p_changes: a query of rows shaped as response_change.
CREATE OR REPLACE FUNCTION answer_daily_stats_rows(p_organization_id uuid, p_changes text) RETURNS SETOF answer_daily_stats LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($q$
    WITH changes AS (%s), clock AS MATERIALIZED (
      SELECT valid_time_zone(coalesce(k.time_zone, o.time_zone)) AS zone FROM organization o
      LEFT JOIN response_daily_stats_time_zone k ON k.organization_id = o.id WHERE o.id = $1)
    SELECT $1, b.survey_id, p.span, p.day, key, sum(b.n)::int
    FROM (SELECT survey_id, (at AT TIME ZONE zone)::date AS day, key, sum(n) AS n
        FROM changes, clock, unnest(changes.answers) key GROUP BY 1, 2, 3) b
      CROSS JOIN LATERAL (VALUES ('day', b.day), ('month', date_trunc('month', b.day)::date)) p(span, day)
    GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
  $q$, p_changes) USING p_organization_id;
END $$;

-- Adds the rows of a query (`p_changes`, shaped as response_change, evaluated twice) to response_daily_stats and
-- answer_daily_stats, and stores the time zone of their days. Called by compact_response_changes and server/responses.
CREATE OR REPLACE FUNCTION add_to_response_daily_stats(p_organization_id uuid, p_changes text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_daily_stats_time_zone (organization_id, time_zone)
  SELECT id, valid_time_zone(time_zone) FROM organization WHERE id = p_organization_id ON CONFLICT DO NOTHING;
  INSERT INTO answer_daily_stats AS t SELECT * FROM answer_daily_stats_rows(p_organization_id, p_changes)
  ON CONFLICT (organization_id, survey_id, span, day, key) DO UPDATE SET n = t.n + excluded.n;
  INSERT INTO response_daily_stats AS t SELECT * FROM response_daily_stats_rows(p_organization_id, p_changes)
  ON CONFLICT (organization_id, survey_id, dimension, span, day, dimension_id) DO UPDATE SET
    responses = t.responses + excluded.responses, positive = t.positive + excluded.positive, neutral = t.neutral + excluded.neutral, negative = t.negative + excluded.negative, nps_0 = t.nps_0 + excluded.nps_0, nps_1 = t.nps_1 + excluded.nps_1, nps_2 = t.nps_2 + excluded.nps_2, nps_3 = t.nps_3 + excluded.nps_3, nps_4 = t.nps_4 + excluded.nps_4, nps_5 = t.nps_5 + excluded.nps_5, nps_6 = t.nps_6 + excluded.nps_6, nps_7 = t.nps_7 + excluded.nps_7, nps_8 = t.nps_8 + excluded.nps_8, nps_9 = t.nps_9 + excluded.nps_9, nps_10 = t.nps_10 + excluded.nps_10, csat_1 = t.csat_1 + excluded.csat_1, csat_2 = t.csat_2 + excluded.csat_2, csat_3 = t.csat_3 + excluded.csat_3, csat_4 = t.csat_4 + excluded.csat_4, csat_5 = t.csat_5 + excluded.csat_5, ces_1 = t.ces_1 + excluded.ces_1, ces_2 = t.ces_2 + excluded.ces_2, ces_3 = t.ces_3 + excluded.ces_3, ces_4 = t.ces_4 + excluded.ces_4, ces_5 = t.ces_5 + excluded.ces_5, ces_6 = t.ces_6 + excluded.ces_6, ces_7 = t.ces_7 + excluded.ces_7, delivered = t.delivered + excluded.delivered, answered = t.answered + excluded.answered, captured = t.captured + excluded.captured;
END $$;

-- What answers count as in answer_daily_stats: `<question> <type>` for each answer, and `<question> <type> <value>` for each
-- chosen value. Texts, numbers and dates count only as answered. A ranking counts each option with its place, from 1:
-- `<question> ranking <option>:<place>`. After a change of this function, rebuild the stats of all organizations.
CREATE OR REPLACE FUNCTION answer_keys(answers jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT question || key ORDER BY question || key), '{}')
  FROM jsonb_array_elements(answers) answer, LATERAL (SELECT concat(answer->>'questionId', ' ', answer->>'type')) q(question),
    LATERAL (
      SELECT ''
      UNION ALL SELECT ' ' || (answer->>'value')
        WHERE jsonb_typeof(answer->'value') <> 'array' AND answer->>'type' NOT IN ('text', 'number', 'date')
      UNION ALL SELECT concat(' ', value, CASE answer->>'type' WHEN 'ranking' THEN ':' || place END)
        FROM jsonb_array_elements_text(CASE jsonb_typeof(answer->'value') WHEN 'array' THEN answer->'value' ELSE '[]' END)
          WITH ORDINALITY e(value, place)) k(key)
$$;

-- Adds committed rows of response_change to response_daily_stats and answer_daily_stats and deletes them, once there are two
-- hundred. One transaction per organization at a time; a concurrent call returns at once. Bitmap scans are off because they
-- collect the dead rows that an index scan skips. Called by the trigger of response_change; see
-- docs/decisions/0027-response-statistics.md.
CREATE OR REPLACE FUNCTION compact_response_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql SET enable_bitmapscan = off AS $$
DECLARE
  changes response_change[];
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM response_change WHERE organization_id = p_organization_id LIMIT 200) c) < 200
    OR NOT pg_try_advisory_xact_lock(hashtextextended('response_daily_stats ' || p_organization_id, 0)) THEN RETURN; END IF;
  WITH deleted AS (DELETE FROM response_change c WHERE organization_id = p_organization_id RETURNING c AS change)
  SELECT array_agg(change) INTO changes FROM deleted;
  PERFORM add_to_response_daily_stats(p_organization_id, format('SELECT * FROM unnest(%L::response_change[])', changes));
END $$;

-- Records inserted completed responses in response_change, for response_daily_stats and answer_daily_stats.
CREATE OR REPLACE FUNCTION response_change_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answers, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers), 1
  FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

-- Records deleted completed responses in response_change, for response_daily_stats and answer_daily_stats.
CREATE OR REPLACE FUNCTION response_change_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answers, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers), -1
  FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

-- Records the difference that an update makes to completed responses in response_change, for response_daily_stats and
-- answer_daily_stats.
CREATE OR REPLACE FUNCTION response_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answers, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, keys, sum(n) FROM (
    SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers) AS keys, 1 AS n
    FROM new_rows WHERE status = 'completed'
    UNION ALL
    SELECT organization_id, created_at, survey_id, location_id, employee_id, contact_organization_id, nps_score, csat_score, ces_score, band, answer_keys(answers), -1
    FROM old_rows WHERE status = 'completed') d
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
