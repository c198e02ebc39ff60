import { queryRows } from '../db'
import type { ResponseFilter } from '../responses/response-filter'
import { responseFilterSql, SqlParameterList } from '../responses/response-filter-sql'

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

/** The latest low scores and the latest others that match, each at most 500. */
export function listScoreDriverResponses(
  organizationId: string,
  filter: ResponseFilter,
): Promise<ResponseForScoreDrivers[]> {
  const values = new SqlParameterList()
  const latestSql = (isLow: boolean) => `
    SELECT r.id, ${isLow} AS is_low, r.language, r.answers, r.created_at FROM response r
    WHERE ${responseFilterSql(organizationId, filter, values)} AND r.band ${isLow ? "= 'negative'" : "IN ('positive', 'neutral')"}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${values.add(MAX_RESPONSES, 'int')}`
  return queryRows<ResponseForScoreDrivers>({
    text: `
      WITH scored AS MATERIALIZED ((${latestSql(true)}) UNION ALL (${latestSql(false)}))
      SELECT id, is_low AS "isLow", language,
        (SELECT left(string_agg(answer->>'value', E'\\n' ORDER BY place), ${MAX_TEXT_CHARACTERS})
          FROM jsonb_array_elements(answers) WITH ORDINALITY e (answer, place) WHERE answer->>'type' = 'text') AS text,
        (SELECT jsonb_agg(answer) FROM jsonb_array_elements(answers) answer
          WHERE answer->>'type' IN ('single_choice', 'multiple_choice', 'dropdown')) AS choices
      FROM scored ORDER BY created_at DESC, id DESC`,
    values: values.all,
  })
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
