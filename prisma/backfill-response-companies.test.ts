import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMigratedDatabase, type TestDatabase } from '../server/testing/database/test-database'

/* The migration that gives existing responses a company, run on a database that has responses from before it. */

const BACKFILL = path.join(import.meta.dirname, 'migrations/20261127093900_backfill_response_companies/migration.sql')
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

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

/** 600 contacts, every second one of a company, each with an answered survey; the statistics as before the migration. */
async function createAnsweredSurveys() {
  const [organizationId, companyId, surveyId] = [uuidv7(), uuidv7(), uuidv7()]
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  await rows(
    "INSERT INTO contact_organization (id, organization_id, name, updated_at) VALUES ($1, $2, 'Hotel', now())",
    companyId,
    organizationId,
  )
  await rows(
    "INSERT INTO survey (id, organization_id, name, type, updated_at) VALUES ($1, $2, 'After a visit', 'nps', now())",
    surveyId,
    organizationId,
  )
  await rows(
    `INSERT INTO contact (id, organization_id, email, first_name, contact_organization_id, updated_at)
     SELECT uuid_v7(), $1, i || '@example.com', 'Ada', CASE WHEN i % 2 = 0 THEN $2::uuid END, now() FROM generate_series(1, 600) i`,
    organizationId,
    companyId,
  )
  await rows(
    `INSERT INTO sending (id, organization_id, survey_id, contact_id, email, status, anchor_at, updated_at)
     SELECT id, organization_id, $2, id, email, 'completed', now(), now() FROM contact WHERE organization_id = $1`,
    organizationId,
    surveyId,
  )
  await rows(
    `INSERT INTO sending_step (id, organization_id, sending_id, step_id, position, type, survey_id, status, sent_at, updated_at)
     SELECT id, organization_id, id, id, 0, 'survey', $2, 'sent', now(), now() FROM sending WHERE organization_id = $1`,
    organizationId,
    surveyId,
  )
  await rows(
    `INSERT INTO response (id, organization_id, survey_id, contact_id, sending_id, sending_step_id, status, language, nps_score, updated_at)
     SELECT uuid_v7(), organization_id, $2, id, id, id, 'completed', 'en', 9, now() FROM sending WHERE organization_id = $1`,
    organizationId,
    surveyId,
  )
  await rows('SELECT compact_response_changes($1)', organizationId)
  await rows("DELETE FROM response_daily_stats WHERE dimension = 'contact_organization'")
  return { organizationId, companyId }
}

it('the migration counts existing responses and survey requests for the company of their contact, once', async () => {
  const { organizationId, companyId } = await createAnsweredSurveys()
  for (let run = 0; run < 2; run += 1) {
    await client.query(readFileSync(BACKFILL, 'utf8'))
    for (const table of ['response', 'sending', 'survey_request'])
      expect(
        await rows(
          `SELECT contact_organization_id AS id, count(*)::int AS n FROM ${table} WHERE organization_id = $1 GROUP BY 1 ORDER BY 2, 1`,
          organizationId,
        ),
      ).toEqual([
        { id: companyId, n: 300 },
        { id: null, n: 300 },
      ])
    // What is not compacted yet is in response_change.
    const stats = await rows(
      `SELECT id, sum(responses)::int AS responses, sum(delivered)::int AS delivered, sum(answered)::int AS answered FROM (
         SELECT dimension_id AS id, responses, delivered, answered FROM response_daily_stats
         WHERE organization_id = $1 AND dimension = 'contact_organization' AND span = 'day' AND survey_id = '${NO_COMPANY}'
         UNION ALL
         SELECT coalesce(contact_organization_id, '${NO_COMPANY}'), n, delivered, answered FROM response_change WHERE organization_id = $1
       ) parts GROUP BY 1 ORDER BY 1`,
      organizationId,
    )
    expect(stats).toEqual([
      { id: NO_COMPANY, responses: 300, delivered: 300, answered: 300 },
      { id: companyId, responses: 300, delivered: 300, answered: 300 },
    ])
  }
})
