import type { Pool } from 'pg'

/* Fills an organization with responses to one survey of twelve questions, over 400 days and in their order, with all triggers. */

const BATCH = 10_000
const LOCATIONS = 10

const OPTIONS = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: `Option ${id}` }))
const QUESTIONS = [
  ...[1, 2, 3].map((n) => ({ id: `rating-${n}`, type: 'rating' })),
  ...[1, 2].map((n) => ({ id: `yes-${n}`, type: 'yes_no' })),
  ...[1, 2, 3].map((n) => ({ id: `one-${n}`, type: 'single_choice', options: OPTIONS })),
  { id: 'many', type: 'multiple_choice', options: OPTIONS },
  { id: 'list', type: 'dropdown', options: OPTIONS },
  { id: 'why', type: 'text' },
].map((question) => ({ ...question, text: `Question ${question.id}?`, required: false }))

type Organization = { pool: Pool; organizationId: string }

/** @returns the survey's id; that of an earlier run, if there was one. */
export async function createResultsSurvey({ pool, organizationId }: Organization): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM survey WHERE organization_id = $1 AND name = 'Bench results'`,
    [organizationId],
  )
  if (rows[0]) return rows[0].id
  await pool.query(
    `INSERT INTO location (id, organization_id, name, created_at, updated_at)
     SELECT uuid_v7(), $1::uuid, 'Bench ' || i, now(), now() FROM generate_series(1, $2::int) i`,
    [organizationId, LOCATIONS],
  )
  const created = await pool.query<{ id: string }>(
    `INSERT INTO survey (id, organization_id, name, type, questions, created_at, updated_at)
     VALUES (uuid_v7(), $1, 'Bench results', 'nps', $2::jsonb, now(), now()) RETURNING id`,
    [organizationId, JSON.stringify(QUESTIONS)],
  )
  return created.rows[0]?.id ?? ''
}

const answerSql = (id: string, type: string, value: string) =>
  `jsonb_build_object('questionId', '${id}', 'type', '${type}', 'text', 'Question ${id}?', 'value', ${value}, 'labels', '[]'::jsonb)`
const optionSql = (shift: number) => `(ARRAY['a','b','c','d'])[1 + h / ${shift} % 4]`

const ANSWERS_SQL = `jsonb_build_array(${[
  answerSql('nps', 'nps', 'score'),
  ...[1, 2, 3].map((n) => answerSql(`rating-${n}`, 'rating', `1 + h / ${10 * n} % 5`)),
  ...[1, 2].map((n) => answerSql(`yes-${n}`, 'yes_no', `h / ${7 * n} % 2 = 0`)),
  ...[1, 2, 3].map((n) => answerSql(`one-${n}`, 'single_choice', optionSql(13 * n))),
  answerSql('many', 'multiple_choice', `jsonb_build_array(${optionSql(3)}, ${optionSql(6)})`),
  answerSql('list', 'dropdown', optionSql(5)),
].join(
  ', ',
)}) || CASE WHEN h % 4 = 0 THEN jsonb_build_array(${answerSql('why', 'text', `'We waited a while at table' || h % 500 || '.'`)}) ELSE '[]'::jsonb END`

const INSERT_SQL = `
  INSERT INTO response (id, organization_id, survey_id, contact_id, location_id, channel, status, language, answers, nps_score, rating,
    is_promoter, is_detractor, band, submitted_at, created_at, updated_at)
  SELECT uuid_v7(), $1, $2, uuid_v7(), (ARRAY(SELECT id FROM location WHERE organization_id = $1 AND name LIKE 'Bench %' ORDER BY name))[1 + h / 17 % ${LOCATIONS}],
    CASE h % 3 WHEN 0 THEN 'sms' ELSE 'email' END, 'completed', CASE h % 5 WHEN 0 THEN 'fr' ELSE 'en' END, ${ANSWERS_SQL}, score, score,
    score >= 9, score <= 6, CASE WHEN score >= 9 THEN 'positive' WHEN score >= 7 THEN 'neutral' ELSE 'negative' END, at, at, at
  FROM (SELECT h, (h / 2 % 11)::int AS score, now() - interval '400 days' * (1 - i / $5::float8) AS at
    FROM generate_series($3::int, $4::int) i, LATERAL (SELECT abs(hashint4(i)::bigint) AS h) hashed) f`

/** Fills up to `count` responses. */
export async function fillResultsResponses(
  { pool, organizationId }: Organization,
  surveyId: string,
  count: number,
): Promise<void> {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM response WHERE organization_id = $1 AND survey_id = $2',
    [organizationId, surveyId],
  )
  for (let filled = rows[0]?.n ?? 0; filled < count; filled += BATCH)
    await pool.query(INSERT_SQL, [organizationId, surveyId, filled + 1, Math.min(filled + BATCH, count), count])
  await pool.query('VACUUM (ANALYZE) response, answer_daily_stats, response_daily_stats, response_change')
}
