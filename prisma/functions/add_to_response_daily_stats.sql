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
