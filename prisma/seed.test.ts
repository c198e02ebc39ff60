import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../scripts/lib/seed-demo.mjs'
import type { ServiceEnvironment } from '../scripts/lib/service-environment.mjs'
import { buildTypescriptArguments, runNodeOrThrow } from '../scripts/lib/spawn.mjs'
import { hashApiKey } from '../server/api-keys/key-secret'
import { verifyPassword } from '../server/auth/passwords'
import { aMigratedDatabase, type TestDatabase } from '../server/testing/database/test-database'

/** The seed fills only an empty database. */
let own: TestDatabase
let database: Client
let seeded: { organizationId: string; email: string; password: string; apiKey: string }

beforeAll(async () => {
  own = await aMigratedDatabase()
  database = new Client({ connectionString: own.url })
  await database.connect()
  seeded = (await seedPublicDemo()) as typeof seeded
})

afterAll(async () => {
  await database.end()
  await own.drop()
})

describe('seed', () => {
  it('--demo on a public service creates one demo organization with an owner who can sign in and an active API key', async () => {
    expect(await rows('SELECT id, demo FROM organization')).toEqual([{ id: seeded.organizationId, demo: true }])
    const [user] = await rows<{ password_hash: string; role: string }>(
      'SELECT password_hash, role FROM "user" JOIN membership ON user_id = id WHERE email = $1',
      [seeded.email],
    )
    expect(user?.role).toBe('owner')
    expect(await verifyPassword(user?.password_hash, seeded.password)).toBe(true)
    const hash = Buffer.from(hashApiKey(seeded.apiKey))
    expect(await rows('SELECT scopes, is_active FROM api_key WHERE hash = $1', [hash])).toEqual([
      { scopes: ['admin'], is_active: true },
    ])
  })

  it('the seed does nothing when it runs again', async () => {
    const before = await rows('SELECT count(*) FROM response')
    expect(await seed()).toEqual({ skipped: true })
    expect(await rows('SELECT count(*) FROM response')).toEqual(before)
  })

  it('the seed creates a consistent webhook history with no pending delivery', async () => {
    expect(await rows('SELECT active, deactivated_at IS NOT NULL AS gone FROM webhook_subscription')).toEqual([
      { active: false, gone: true },
    ])
    const deliveries = await rows(`SELECT d.status, d.dead_letter, d.attempt_count = count(a.id) AS counted,
        bool_and(a.finished_at > a.created_at AND a.success = ((a.http_status_code BETWEEN 200 AND 299) IS TRUE)) AS truthful
      FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.id GROUP BY d.id ORDER BY d.created_at`)
    expect(deliveries.length).toBeGreaterThan(10)
    expect(deliveries.at(-1)).toMatchObject({ status: 'failed', dead_letter: false })
    expect(deliveries.filter((row) => row.status === 'failed' && row.dead_letter)).toHaveLength(1)
    expect(deliveries.every((row) => row.counted && row.truthful && row.status !== 'pending')).toBe(true)
  })

  it('the seed creates records of every kind, and the response total matches the rows', async () => {
    const [counts] = await rows(`SELECT
      (SELECT count(*)::int FROM contact) AS contacts, (SELECT count(*)::int FROM location) AS locations,
      (SELECT count(*)::int FROM employee) AS employees, (SELECT count(*)::int FROM contact_organization) AS companies,
      (SELECT count(*)::int FROM survey) AS surveys, (SELECT count(*)::int FROM sequence) AS sequences`)
    expect(counts).toEqual({ contacts: 120, locations: 3, employees: 4, companies: 5, surveys: 4, sequences: 3 })
    const [{ total: responses } = { total: 0 }] = await rows<{ total: number }>(
      `SELECT list_length(id, 'response')::int AS total FROM organization`,
    )
    expect(responses).toBeGreaterThan(200)
    expect(await rows('SELECT count(*)::int AS n FROM response')).toEqual([{ n: responses }])
    expect(await rows('SELECT DISTINCT language FROM response ORDER BY 1')).toEqual([
      { language: 'en' },
      { language: 'fr' },
    ])
  })

  it('the seed counts the messages of each day before today, as sending does', async () => {
    expect(
      await rows(`
        SELECT day::text, used, accepted, bounced FROM daily_usage WHERE used > 0
        EXCEPT
        SELECT (claimed_at AT TIME ZONE 'UTC')::date::text, count(*)::int, count(*) FILTER (WHERE status <> 'bounced')::int,
          count(*) FILTER (WHERE status = 'bounced')::int FROM sending_step WHERE claimed_at IS NOT NULL GROUP BY 1`),
    ).toEqual([])
    const [{ days } = { days: 0 }] = await rows<{ days: number }>('SELECT count(*)::int AS days FROM daily_usage')
    expect(days).toBeGreaterThan(30)
  })

  it('every seeded response belongs to a survey sent to its contact before it, and has consistent scores', async () => {
    expect(
      await rows(`SELECT r.id FROM response r
        LEFT JOIN sending s ON s.id = r.sending_id LEFT JOIN sending_step p ON p.id = r.sending_step_id
        LEFT JOIN contact c ON c.id = r.contact_id
        WHERE p.status IS DISTINCT FROM 'answered' OR p.survey_id IS DISTINCT FROM r.survey_id
          OR s.contact_id IS DISTINCT FROM r.contact_id OR p.sent_at >= r.created_at OR r.created_at IS DISTINCT FROM r.submitted_at
          OR c.created_at > p.sent_at OR jsonb_array_length(r.answers) = 0 OR r.submitted_at > now() OR s.sequence_id IS DISTINCT FROM r.sequence_id`),
    ).toEqual([])
    expect(
      await rows(`SELECT id FROM sending_step p WHERE status = 'answered'
      AND NOT EXISTS (SELECT 1 FROM response r WHERE r.sending_step_id = p.id)`),
    ).toEqual([])
    expect(
      await rows(`SELECT id FROM response WHERE is_promoter <> coalesce(nps_score >= 9, false)
      OR is_detractor <> coalesce(nps_score <= 6, false)
      OR band IS DISTINCT FROM CASE
        WHEN nps_score >= 9 OR csat_score >= 4 OR ces_score >= 5 THEN 'positive'
        WHEN nps_score <= 6 OR csat_score <= 2 OR ces_score <= 3 THEN 'negative'
        WHEN rating IS NOT NULL THEN 'neutral' END`),
    ).toEqual([])
  })

  it('the seed creates reviews from two sites over the last 120 days, some with later replies', async () => {
    const [sums] =
      await rows(`SELECT count(*)::int AS n, count(DISTINCT source)::int AS sources, count(DISTINCT rating)::int AS ratings,
      count(*) FILTER (WHERE text = '')::int AS wordless, count(DISTINCT location_id)::int AS places FROM review`)
    expect(sums).toEqual({ n: 40, sources: 2, ratings: 5, wordless: 5, places: 3 })
    expect(await rows(`SELECT list_length(id, 'review')::int AS total FROM organization`)).toEqual([{ total: 40 }])
    const [{ replied } = { replied: 0 }] = await rows<{ replied: number }>(
      'SELECT count(*)::int AS replied FROM review WHERE responded_at > published_at',
    )
    expect(replied).toBeGreaterThan(10)
    expect(
      await rows(`SELECT id FROM review WHERE published_at NOT BETWEEN now() - interval '120 days' AND now()
        OR responded_at NOT BETWEEN published_at AND now() OR (source = 'google') <> (location_id IS NOT NULL)`),
    ).toEqual([])
  })

  it('the seed leaves no sending or delivery pending', async () => {
    expect(
      await rows(
        `SELECT id FROM sending WHERE status NOT IN ('completed', 'cancelled', 'failed') OR due_at IS NOT NULL`,
      ),
    ).toEqual([])
    expect(await rows(`SELECT id FROM sending_step WHERE status = 'scheduled' OR ended_at IS NULL`)).toEqual([])
    expect(await rows("SELECT id FROM webhook_delivery WHERE status = 'pending'")).toEqual([])
  })
})

/** Like `npm start -- --demo` on a publicly reachable service, which has no demo organization otherwise. */
async function seedPublicDemo(): Promise<unknown> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'seed-'))
  const environment: ServiceEnvironment = {
    dataDir,
    host: '0.0.0.0',
    isLoopback: false,
    isPublic: true,
    port: 3000,
    postgresPassword: '',
    servicePassword: '',
    variables: { ...process.env, DATABASE_URL: own.url },
  }
  try {
    const demo = await seedDemo(environment, true, () => undefined)
    return demo?.made
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function seed(): Promise<unknown> {
  const output = await runNodeOrThrow(
    buildTypescriptArguments('prisma/seed.ts'),
    { ...process.env, DATABASE_URL: own.url },
    'The seed',
  )
  return JSON.parse(output)
}

async function rows<T extends object = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await database.query<T>(sql, values)).rows
}
