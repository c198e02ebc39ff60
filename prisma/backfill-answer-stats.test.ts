import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMigratedDatabase, type TestDatabase } from '../server/testing/database/test-database'

/* The migration that counts the answers of existing responses, run on a database with responses from before and after it. */

const BACKFILL = path.join(import.meta.dirname, 'migrations/20261129141600_backfill_answer_daily_stats/migration.sql')

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await aMigratedDatabase()
  client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

async function rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (await client.query<Row>(sql, values)).rows
}

async function insertResponses(organizationId: string, surveyId: string, count: number) {
  await rows(
    `INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, answers, submitted_at, updated_at)
     SELECT uuid_v7(), $1, $2, uuid_v7(), 'completed', 'en',
       jsonb_build_array(jsonb_build_object('questionId', 'nps', 'type', 'nps', 'text', 'Likely?', 'value', i % 2)), now(), now()
     FROM generate_series(1, $3::int) i`,
    organizationId,
    surveyId,
    count,
  )
}

it('counts each answer once, also those of pending changes and when it is repeated', async () => {
  const [organizationId, surveyId] = [uuidv7(), uuidv7()]
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  await rows(
    "INSERT INTO survey (id, organization_id, name, type, updated_at) VALUES ($1, $2, 'After a visit', 'nps', now())",
    surveyId,
    organizationId,
  )
  await insertResponses(organizationId, surveyId, 10)
  await rows('UPDATE response_change SET answers = NULL')
  await insertResponses(organizationId, surveyId, 4)
  for (let run = 1; run <= 2; run += 1) await rows(readFileSync(BACKFILL, 'utf8'))
  const counted = await rows(
    `SELECT key, sum(n)::int AS n FROM (
       SELECT key, n FROM answer_daily_stats WHERE span = 'day'
       UNION ALL SELECT unnest(answers), n FROM response_change) parts GROUP BY 1 ORDER BY 1`,
  )
  expect(counted).toEqual([
    { key: 'nps nps', n: 14 },
    { key: 'nps nps 0', n: 7 },
    { key: 'nps nps 1', n: 7 },
  ])
})
