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
