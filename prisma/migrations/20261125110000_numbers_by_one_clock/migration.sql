-- The clock that a time zone's name means: itself where PostgreSQL has it, else UTC, so that one organization's setting stops no
-- statement about all of them. Without a slash PostgreSQL also reads abbreviations (`IST` is Israel's) and offsets (`+05:30` is west
-- of Greenwich): browsers read both otherwise, so none of them counts.
CREATE OR REPLACE FUNCTION known_time_zone(p_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_name = 'UTC' THEN RETURN p_name; END IF;
  IF p_name NOT LIKE '%/%' AND (p_name !~ '^[A-Za-z]' OR EXISTS (SELECT FROM pg_timezone_abbrevs WHERE abbrev = upper(p_name)))
  THEN RETURN 'UTC'; END IF;
  PERFORM '2000-01-01'::timestamptz AT TIME ZONE p_name;
  RETURN p_name;
EXCEPTION WHEN invalid_parameter_value THEN RETURN 'UTC';
END $$;

-- The first moment of a day by a clock. Where the clock is put back to midnight, midnight comes twice, and `AT TIME ZONE` takes the
-- later one: a second before it there is only one. Where the clock skips the whole day before, there is no such second.
CREATE OR REPLACE FUNCTION day_begins(p_day date, p_zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(p_day::timestamp AT TIME ZONE p_zone,
    ((p_day::timestamp - interval '1 second') AT TIME ZONE p_zone) + interval '1 second')
$$;

-- What changes of responses add up to, as rows of response_tally: for each survey and for all (zeros), in each for all, for its
-- location and for its employee, by day and by month of the clock that the organization's tallies go by.
-- p_changes: a query of rows as response_change has them.
CREATE OR REPLACE FUNCTION response_tally_cells(p_organization_id uuid, p_changes text) RETURNS SETOF response_tally LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($q$
    WITH changes AS (%s), clock AS MATERIALIZED (
      SELECT known_time_zone(coalesce(k.time_zone, o.time_zone)) AS zone FROM organization o
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
  SELECT id, known_time_zone(time_zone) FROM organization WHERE id = p_organization_id ON CONFLICT DO NOTHING;
  INSERT INTO response_tally AS t SELECT * FROM response_tally_cells(p_organization_id, p_changes)
  ON CONFLICT (organization_id, survey_id, dimension, span, day, dimension_id) DO UPDATE SET
    responses = t.responses + excluded.responses, positive = t.positive + excluded.positive, neutral = t.neutral + excluded.neutral, negative = t.negative + excluded.negative, nps_0 = t.nps_0 + excluded.nps_0, nps_1 = t.nps_1 + excluded.nps_1, nps_2 = t.nps_2 + excluded.nps_2, nps_3 = t.nps_3 + excluded.nps_3, nps_4 = t.nps_4 + excluded.nps_4, nps_5 = t.nps_5 + excluded.nps_5, nps_6 = t.nps_6 + excluded.nps_6, nps_7 = t.nps_7 + excluded.nps_7, nps_8 = t.nps_8 + excluded.nps_8, nps_9 = t.nps_9 + excluded.nps_9, nps_10 = t.nps_10 + excluded.nps_10, csat_1 = t.csat_1 + excluded.csat_1, csat_2 = t.csat_2 + excluded.csat_2, csat_3 = t.csat_3 + excluded.csat_3, csat_4 = t.csat_4 + excluded.csat_4, csat_5 = t.csat_5 + excluded.csat_5, ces_1 = t.ces_1 + excluded.ces_1, ces_2 = t.ces_2 + excluded.ces_2, ces_3 = t.ces_3 + excluded.ces_3, ces_4 = t.ces_4 + excluded.ces_4, ces_5 = t.ces_5 + excluded.ces_5, ces_6 = t.ces_6 + excluded.ces_6, ces_7 = t.ces_7 + excluded.ces_7, delivered = t.delivered + excluded.delivered, answered = t.answered + excluded.answered, captured = t.captured + excluded.captured;
END $$;

-- Surveys that were kept in the Outbox and delivered later were counted as kept. The trigger of these rows writes down what that takes off
-- the tallies, as after any other change of them.
UPDATE asked_survey SET captured_at = NULL WHERE captured_at IS NOT NULL AND delivered_at IS NOT NULL;

-- Writes down anew when surveys were first delivered in sendings, or first kept and never delivered, and whether they were answered. Each is
-- held before it is read, so that of two that change at the same moment the later one sees both. A sending has few steps and
-- responses, a survey may have millions: `IS NOT DISTINCT FROM` is no way into an index, so that nobody goes that way while little is
-- known of a table that grows fast. Called by the triggers of sending_step and response.
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
    LATERAL (SELECT min(s.sent_at) FILTER (WHERE is_delivered(s.status, s.sent_at)) AS delivered_at,
      CASE WHEN NOT coalesce(bool_or(is_delivered(s.status, s.sent_at)), false) THEN min(s.captured_at) END AS captured_at,
      EXISTS (SELECT FROM response r WHERE r.organization_id = k.organization_id AND r.sending_id = k.sending_id
        AND r.survey_id IS NOT DISTINCT FROM k.survey_id AND r.status IS NOT DISTINCT FROM 'completed') AS is_answered
      FROM sending_step s WHERE s.organization_id = k.organization_id AND s.sending_id = k.sending_id
        AND s.survey_id IS NOT DISTINCT FROM k.survey_id) f
  WHERE a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
    AND (a.delivered_at, a.captured_at, a.is_answered) IS DISTINCT FROM (f.delivered_at, f.captured_at, f.is_answered);
END $$;

-- IANA's own links: PostgreSQL takes these names for abbreviations, without daylight saving.
CREATE TEMPORARY TABLE zone_link ON COMMIT DROP AS SELECT * FROM (VALUES ('CET', 'Europe/Brussels'), ('MET', 'Europe/Brussels'),
  ('EET', 'Europe/Athens'), ('WET', 'Europe/Lisbon'), ('EST', 'America/Panama'), ('MST', 'America/Phoenix'),
  ('HST', 'Pacific/Honolulu')) l(name, place);
UPDATE organization o SET time_zone = l.place FROM zone_link l WHERE o.time_zone = l.name;
UPDATE location o SET time_zone = l.place FROM zone_link l WHERE o.time_zone = l.name;

-- Days that were counted by what PostgreSQL made of another name (an offset, an abbreviation) are counted anew by the job: this is not
-- the organization's name, and means UTC until then.
UPDATE response_tally_clock SET time_zone = 'former ' || time_zone WHERE known_time_zone(time_zone) <> time_zone;
