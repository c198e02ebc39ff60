import { queryRows } from '../db'

const MAX_RESPONSES = 500
const MAX_TEXT_CHARACTERS = 500

type Choice = { questionId: string; text: string; value: string | string[]; labels?: (string | null)[] }
export type ResponseForScoreDrivers = {
  id: string
  isLow: boolean
  language: string
  text: string | null
  choices: Choice[] | null
}

const latestResponsesSql = (band: string, isLow: boolean) => `
  SELECT id, ${isLow} AS is_low, language, answers, created_at FROM response
  WHERE organization_id = $1::uuid AND status = 'completed' AND ${band}
    AND created_at >= $2::timestamptz AND created_at < $3::timestamptz AND ($4::uuid IS NULL OR survey_id = $4::uuid)
  ORDER BY created_at DESC, id DESC LIMIT $5::int`

const SCORE_DRIVER_RESPONSES_SQL = `
  WITH scored AS MATERIALIZED (
    (${latestResponsesSql("band = 'negative'", true)}) UNION ALL (${latestResponsesSql("band IN ('positive', 'neutral')", false)}))
  SELECT id, is_low AS "isLow", language,
    (SELECT left(string_agg(answer->>'value', E'\\n' ORDER BY place), $6::int)
      FROM jsonb_array_elements(answers) WITH ORDINALITY e (answer, place) WHERE answer->>'type' = 'text') AS text,
    (SELECT jsonb_agg(answer) FROM jsonb_array_elements(answers) answer
      WHERE answer->>'type' IN ('single_choice', 'multiple_choice', 'dropdown')) AS choices
  FROM scored ORDER BY created_at DESC, id DESC`

export function listScoreDriverResponses(
  organizationId: string,
  { from, to, surveyId }: { from: Date; to: Date; surveyId: string | undefined },
): Promise<ResponseForScoreDrivers[]> {
  const values = [organizationId, from, to, surveyId ?? null, MAX_RESPONSES, MAX_TEXT_CHARACTERS]
  return queryRows<ResponseForScoreDrivers>({ name: 'drivers', text: SCORE_DRIVER_RESPONSES_SQL, values })
}

export function findWordStems(words: readonly { language: string; word: string }[]) {
  return queryRows<{ language: string; word: string; stem: string }>({
    name: 'word-stems',
    text: `SELECT language, word,
        coalesce((ts_lexize(CASE language WHEN 'fr' THEN 'french_stem' ELSE 'english_stem' END::regdictionary, word))[1], word) AS stem
      FROM unnest($1::text[], $2::text[]) w (language, word)`,
    values: [words.map(({ language }) => language), words.map(({ word }) => word)],
  })
}
