import type { Pool } from 'pg'

/* Fills an organization with responses of 400 days, in random order on disk, with all triggers. */

const LOCATIONS = 10
const EMPLOYEES = 50
const COMPANIES = 1000
const BATCH = 10_000
const SPANS = 50
const SPAN_DAYS = 8
const PARTIAL_EVERY = 50

type Organization = { pool: Pool; organizationId: string }

export async function createSurveysAndMasterData({ pool, organizationId }: Organization): Promise<void> {
  const { rowCount } = await pool.query(benchIdsSql('survey'), [organizationId])
  if (rowCount) return
  const why = JSON.stringify([{ id: 'why', type: 'text', text: 'Why?', required: false }])
  await pool.query(
    `INSERT INTO survey (id, organization_id, name, type, questions, created_at, updated_at)
     SELECT uuid_v7(), $1::uuid, 'Bench ' || type || ' ' || i, type, $2::jsonb, now(), now()
     FROM generate_series(1, 3) i, unnest(ARRAY['nps','csat','ces']) type`,
    [organizationId, why],
  )
  for (const [table, count] of [
    ['location', LOCATIONS],
    ['employee', EMPLOYEES],
    ['contact_organization', COMPANIES],
  ] as const)
    await pool.query(
      `INSERT INTO ${table} (id, organization_id, name, created_at, updated_at)
       SELECT uuid_v7(), $1::uuid, 'Bench ' || i, now(), now() FROM generate_series(1, $2::int) i`,
      [organizationId, count],
    )
}

/** One row per number: an answer, or a survey without an answer. */
const GENERATED_ROWS_SQL = `
  WITH facts AS (
    SELECT i, h, v.id AS survey_id, v.type, (ARRAY(SELECT id FROM contact WHERE organization_id = $1 ORDER BY id))[1 + h % $5::int] AS contact_id,
      CASE WHEN h % 11 > 0 THEN (ARRAY(${benchIdsSql('location')}))[1 + h / 7 % ${LOCATIONS}] END AS location_id,
      CASE WHEN h % 13 > 0 THEN (ARRAY(${benchIdsSql('employee')}))[1 + h / 11 % ${EMPLOYEES}] END AS employee_id,
      CASE WHEN h % 5 > 0 THEN (ARRAY(${benchIdsSql('contact_organization')}))[1 + h / 17 % ${COMPANIES}] END AS contact_organization_id,
      md5('bench sending ' || i)::uuid AS sending_id, md5('bench step ' || i)::uuid AS step_id,
      $4::timestamptz - h % (${SPAN_DAYS} * 86400) * interval '1 second' AS at, h / 3 % 11 AS score
    FROM generate_series($2::int, $3::int) i, LATERAL (SELECT abs(hashint4(i)::bigint) AS h) h, survey v
    WHERE v.id = (ARRAY(${benchIdsSql('survey')}))[1 + h / 5 % 9]
  )`

function benchIdsSql(table: string): string {
  return `SELECT id FROM ${table} WHERE organization_id = $1 AND name LIKE 'Bench %' ORDER BY name`
}

const INSERT_SENDINGS_SQL = `${GENERATED_ROWS_SQL}, sent AS (
    INSERT INTO sending (id, organization_id, survey_id, contact_id, email, location_id, employee_id, contact_organization_id, status, anchor_at, ended_at,
      created_at, updated_at)
    SELECT sending_id, $1, survey_id, contact_id, 'bench@example.com', location_id, employee_id, contact_organization_id, 'completed', at, at, at, at
    FROM facts WHERE i % 5 = 0)
  INSERT INTO sending_step (id, organization_id, sending_id, step_id, position, type, survey_id, status, channel, recipient, sent_at, ended_at, created_at, updated_at)
  SELECT step_id, $1, sending_id, step_id, 0, 'survey', survey_id, CASE i % 10 WHEN 0 THEN 'answered' ELSE 'sent' END, 'email',
    'bench@example.com', at, at, at, at FROM facts WHERE i % 5 = 0`

const INSERT_RESPONSES_SQL = `${GENERATED_ROWS_SQL}, scored AS (
    SELECT *, CASE type WHEN 'nps' THEN score WHEN 'csat' THEN 1 + score % 5 ELSE 1 + score % 7 END::int AS rating FROM facts
  ), rated AS (
    SELECT *, CASE WHEN rating >= CASE type WHEN 'nps' THEN 9 WHEN 'csat' THEN 4 ELSE 5 END THEN 'positive'
      WHEN rating >= CASE type WHEN 'nps' THEN 7 WHEN 'csat' THEN 3 ELSE 4 END THEN 'neutral' ELSE 'negative' END AS band FROM scored
  )
  INSERT INTO response (id, organization_id, survey_id, contact_id, sending_id, sending_step_id, location_id, employee_id,
    contact_organization_id, status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, case_state, submitted_at, created_at, updated_at)
  SELECT uuid_v7(), $1, survey_id, contact_id, CASE i % 10 WHEN 0 THEN sending_id END, CASE i % 10 WHEN 0 THEN step_id END,
    location_id, employee_id, contact_organization_id, CASE WHEN i % ${PARTIAL_EVERY} = 1 THEN 'partial' ELSE 'completed' END, 'en',
    jsonb_build_array(jsonb_build_object('questionId', type, 'type', type, 'text', 'How was it?', 'value', rating, 'labels', '[]'::jsonb)) ||
      CASE WHEN i % 4 = 0 THEN jsonb_build_array(jsonb_build_object('questionId', 'why', 'type', 'text', 'text', 'Why?',
        'value', 'We waited a while at table' || i % 500 || ', and then it was fine.', 'labels', '[]'::jsonb)) ELSE '[]'::jsonb END,
    CASE type WHEN 'nps' THEN rating END, CASE type WHEN 'csat' THEN rating END, CASE type WHEN 'ces' THEN rating END, rating,
    type = 'nps' AND rating >= 9, type = 'nps' AND rating <= 6, band,
    CASE WHEN band = 'negative' THEN CASE WHEN at > now() - interval '1 week' THEN 'open' ELSE 'resolved' END END, at, at + interval '1 day', now()
  FROM rated WHERE i % 10 <> 5`

/** Fills up to `count` completed responses. @param from the number that the last call returned. @returns the next number. */
export async function fillResponses(
  { pool, organizationId }: Organization,
  count: number,
  from: number,
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM contact WHERE organization_id = $1',
    [organizationId],
  )
  const contacts = rows[0]?.n ?? 0
  const yesterday = Date.now() - DAY_MS
  const atOnce = Math.min(BATCH, Math.ceil(count / SPANS))
  let next = from
  let analyzedAt = 0
  for (let batch = 0; ; batch += 1) {
    const filled = await countCompleted(pool, organizationId)
    if (filled >= count && batch === 0) return next
    if (filled >= count) break
    if (filled > 2 * analyzedAt) {
      // As autovacuum does for tables that grow more slowly.
      await pool.query(ANALYZE_SQL)
      analyzedAt = filled
    }
    // Nine in ten numbers are responses.
    const last = next + Math.min(atOnce, count - filled) - 1
    const until = new Date(yesterday - ((batch * 37) % SPANS) * SPAN_DAYS * DAY_MS)
    for (const text of [INSERT_SENDINGS_SQL, INSERT_RESPONSES_SQL])
      await pool.query(text, [organizationId, next, last, until, contacts])
    next = last + 1
  }
  await pool.query(`VACUUM (ANALYZE) ${FILLED_TABLES}`)
  return next
}

const DAY_MS = 86_400_000
const FILLED_TABLES =
  'response, sending, sending_step, survey_request, response_daily_stats, response_change, list_change'
const ANALYZE_SQL = `ANALYZE ${FILLED_TABLES}`

async function countCompleted(pool: Pool, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(`SELECT list_length($1::uuid, 'response') AS n`, [organizationId])
  return Number(rows[0]?.n)
}

/** Adds sent surveys without answers. @returns the ids of the steps in their links. */
export async function insertSentSurveys({ pool, organizationId }: Organization, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH sent AS (
      INSERT INTO sending (id, organization_id, survey_id, contact_id, email, location_id, employee_id, status, anchor_at, ended_at, updated_at)
      SELECT uuid_v7(), $1::uuid, v.id, c.id, c.email, l.id, e.id, 'completed', now(), now(), now()
      FROM (SELECT id, email, row_number() OVER () AS i FROM contact WHERE organization_id = $1 LIMIT $2::int) c
        JOIN (SELECT id, row_number() OVER () - 1 AS i FROM survey WHERE organization_id = $1 AND name LIKE 'Bench nps %') v ON v.i = c.i % 3
        JOIN (SELECT id, row_number() OVER () - 1 AS i FROM location WHERE organization_id = $1 AND name LIKE 'Bench %') l ON l.i = c.i % ${LOCATIONS}
        JOIN (SELECT id, row_number() OVER () - 1 AS i FROM employee WHERE organization_id = $1 AND name LIKE 'Bench %') e ON e.i = c.i % ${EMPLOYEES}
      RETURNING id, survey_id, email)
    INSERT INTO sending_step (id, organization_id, sending_id, step_id, position, type, survey_id, status, channel, recipient, sent_at, ended_at, updated_at)
    SELECT uuid_v7(), $1::uuid, id, id, 0, 'survey', survey_id, 'sent', 'email', email, now(), now(), now() FROM sent
    RETURNING id`,
    [organizationId, count],
  )
  return rows.map(({ id }) => id)
}
