import { queryRows } from '../db'
import { readPeriod } from './period'
import type { Driver, Drivers, OverviewQuery } from './schema'

/** So many low scores, and as many others, are looked at: the latest. */
const MOST = 1000
/** Fewer say nothing. */
const LEAST = 3
const SHOWN = 6

type Row = { name: string; low: number; other: number; lowOf: number; otherOf: number; question: string | null }

/**
 * Which choices and which words go with low scores: in how many of those they stand, and in how many of the others. Counted over
 * the latest thousand of either in the period; no model. Words are told by their stems (PostgreSQL's Snowball dictionaries), without stop words.
 */
export async function getDrivers(organizationId: string, query: OverviewQuery): Promise<Drivers> {
  const { from, to } = await readPeriod(organizationId, query)
  const values = [organizationId, from, to, query.surveyId ?? null, MOST, LEAST]
  const [choices, words] = await Promise.all([
    queryRows<Row>({ name: 'drivers-choices', text: CHOICES, values }),
    queryRows<Row>({ name: 'drivers-words', text: WORDS, values }),
  ])
  return { choices: strongest(choices), words: strongest(words) }
}

/** Those that stand more often in low scores than in others, by how much more often. */
function strongest(rows: readonly Row[]): Driver[] {
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

const SCORED = `scored AS MATERIALIZED (
  (${latest("band = 'negative'", true)}) UNION ALL (${latest("band IN ('positive', 'neutral')", false)}))`

const counts = (of: string) => `count(DISTINCT ${of}) FILTER (WHERE is_low)::int AS low,
  count(DISTINCT ${of}) FILTER (WHERE NOT is_low)::int AS other`

/** An option is known by its question and id; its words are those that most people read. */
const CHOICES = `
  WITH ${SCORED}, given AS (
    SELECT s.id, s.is_low, a->>'questionId' AS question_id, a->>'text' AS question, o.option, l.label
    FROM scored s, jsonb_array_elements(s.answers) a,
      LATERAL (SELECT option, place FROM jsonb_array_elements_text(
        CASE jsonb_typeof(a->'value') WHEN 'array' THEN a->'value' ELSE jsonb_build_array(a->'value') END)
        WITH ORDINALITY e(option, place)) o,
      LATERAL (SELECT coalesce(a->'labels'->>(o.place - 1)::int, o.option) AS label) l
    WHERE a->>'type' IN ('single_choice', 'multiple_choice')),
  asked AS (SELECT question_id, ${counts('id').replace('AS low', 'AS low_of').replace('AS other', 'AS other_of')} FROM given GROUP BY 1)
  SELECT mode() WITHIN GROUP (ORDER BY label) AS name, mode() WITHIN GROUP (ORDER BY question) AS question, ${counts('id')},
    min(low_of)::int AS "lowOf", min(other_of)::int AS "otherOf"
  FROM given JOIN asked USING (question_id) GROUP BY question_id, option
  HAVING count(DISTINCT id) FILTER (WHERE is_low) >= $6::int`

const WORDS = `
  WITH ${SCORED}, texts AS (
    SELECT s.id, s.is_low, s.language, left(string_agg(a->>'value', ' '), 2000) AS text
    FROM scored s, jsonb_array_elements(s.answers) a WHERE a->>'type' = 'text' GROUP BY 1, 2, 3),
  told AS (SELECT ${counts('id').replace('AS low', 'AS low_of').replace('AS other', 'AS other_of')} FROM texts),
  words AS (
    SELECT t.id, t.is_low, w.word, (ts_lexize(CASE t.language WHEN 'fr' THEN 'french_stem' ELSE 'english_stem' END::regdictionary, w.word))[1] AS stem
    FROM texts t, LATERAL (SELECT lower(word) AS word
      FROM regexp_split_to_table(t.text, '[[:space:][:punct:][:digit:]«»“”‘’…–—]+') word WHERE length(word) BETWEEN 3 AND 40) w)
  SELECT mode() WITHIN GROUP (ORDER BY word) AS name, NULL AS question, ${counts('id')},
    min(low_of)::int AS "lowOf", min(other_of)::int AS "otherOf"
  FROM words, told WHERE stem IS NOT NULL GROUP BY stem
  HAVING count(DISTINCT id) FILTER (WHERE is_low) >= $6::int`
