import { queryRows } from '../db'
import { readPeriod } from './period'
import type { Driver, Drivers, OverviewQuery } from './schema'

/** So many low scores, and as many others, are looked at: the latest. */
const MOST = 500
/** So much of what one person wrote. */
const MOST_CHARACTERS = 1000
/** Fewer say nothing. */
const LEAST = 3
const SHOWN = 6

type Row = { name: string; low: number; other: number; lowOf: number; otherOf: number; question: string | null }

/**
 * Which choices and which words go with low scores: in how many of those they stand, and in how many of the others. Counted over
 * the latest 500 of either in the period; no model. Words are told by their stems (PostgreSQL's Snowball dictionaries), without stop words.
 */
export async function getDrivers(organizationId: string, query: OverviewQuery): Promise<Drivers> {
  const { from, to } = await readPeriod(organizationId, query)
  const values = [organizationId, from, to, query.surveyId ?? null, MOST, LEAST, MOST_CHARACTERS]
  const rows = await queryRows<Row>({ name: 'drivers', text: DRIVERS, values })
  const [choices, words] = [true, false].map((isChoice) =>
    rows.filter(({ question }) => (question !== null) === isChoice),
  )
  return { choices: strongest(choices), words: strongest(words) }
}

/** Those that stand more often in low scores than in others, by how much more often. */
function strongest(rows: readonly Row[] = []): Driver[] {
  const share = (count: number, of: number) => (of === 0 ? 0 : count / of)
  return rows
    .map((row) => ({ ...row, lead: share(row.low, row.lowOf) - share(row.other, row.otherOf) }))
    .filter(({ lead }) => lead > 0)
    .toSorted((one, two) => two.lead - one.lead || two.low - one.low || one.name.localeCompare(two.name))
    .slice(0, SHOWN)
    .map(({ lead: _lead, ...driver }) => driver)
}

const latest = (band: string, isLow: boolean) => `
  SELECT id, ${isLow} AS is_low, language, answers FROM response
  WHERE organization_id = $1::uuid AND status = 'completed' AND ${band}
    AND created_at >= $2::timestamptz AND created_at < $3::timestamptz AND ($4::uuid IS NULL OR survey_id = $4::uuid)
  ORDER BY created_at DESC, id DESC LIMIT $5::int`

const people = (isLow: boolean) => `count(DISTINCT id) FILTER (WHERE ${isLow ? '' : 'NOT '}is_low)::int`
const writers = (isLow: boolean) => `(SELECT count(*) FROM texts WHERE ${isLow ? '' : 'NOT '}is_low)::int`

/**
 * An option is known by its question and id; its words are those that most people read. Each word is looked up in the dictionary
 * once, however many people wrote it.
 */
const DRIVERS = `
  WITH scored AS MATERIALIZED (
    (${latest("band = 'negative'", true)}) UNION ALL (${latest("band IN ('positive', 'neutral')", false)})),
  answered AS MATERIALIZED (
    SELECT id, is_low, language, answer->>'type' AS type, answer FROM scored, jsonb_array_elements(answers) answer
    WHERE answer->>'type' IN ('text', 'single_choice', 'multiple_choice')),
  given AS MATERIALIZED (
    SELECT id, is_low, answer->>'questionId' AS question_id, answer->>'text' AS question, option,
      coalesce(answer->'labels'->>(place - 1)::int, option) AS label
    FROM answered, jsonb_array_elements_text(
      CASE jsonb_typeof(answer->'value') WHEN 'array' THEN answer->'value' ELSE jsonb_build_array(answer->'value') END)
      WITH ORDINALITY e (option, place)
    WHERE type <> 'text'),
  asked AS MATERIALIZED (
    SELECT question_id, ${people(true)} AS low_of, ${people(false)} AS other_of FROM given GROUP BY 1),
  texts AS MATERIALIZED (
    SELECT id, is_low, language, left(string_agg(answer->>'value', ' '), $7::int) AS text FROM answered WHERE type = 'text' GROUP BY 1, 2, 3),
  words AS MATERIALIZED (
    SELECT id, is_low, language, lower(word) AS word
    FROM texts, regexp_split_to_table(text, '[[:space:][:punct:][:digit:]«»“”‘’…–—]+') word WHERE length(word) BETWEEN 3 AND 40),
  stems AS MATERIALIZED (
    SELECT language, word, (ts_lexize(CASE language WHEN 'fr' THEN 'french_stem' ELSE 'english_stem' END::regdictionary, word))[1] AS stem
    FROM (SELECT DISTINCT language, word FROM words) w)
  SELECT mode() WITHIN GROUP (ORDER BY label) AS name, mode() WITHIN GROUP (ORDER BY question) AS question,
    ${people(true)} AS low, ${people(false)} AS other, min(low_of) AS "lowOf", min(other_of) AS "otherOf"
  FROM given JOIN asked USING (question_id) GROUP BY question_id, option HAVING ${people(true)} >= $6::int
  UNION ALL
  SELECT mode() WITHIN GROUP (ORDER BY word), NULL, ${people(true)}, ${people(false)}, ${writers(true)}, ${writers(false)}
  FROM words JOIN stems USING (language, word) WHERE stem IS NOT NULL GROUP BY stem HAVING ${people(true)} >= $6::int`
