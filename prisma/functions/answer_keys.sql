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
