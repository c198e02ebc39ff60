import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const own = await vi.hoisted(async () => {
  const { aMigratedDatabase } = await import('../server/testing/database/test-database')
  const database = await aMigratedDatabase()
  process.env.DATABASE_URL = database.url
  return database
})

import { updateCase } from '@/server/cases/cases'
import { DAY_MS } from '@/server/clock'
import { db } from '@/server/db'
import { isHeartbeatStale } from '@/server/jobs/heartbeat'
import { pool } from '@/server/pool'
import { anOrganization, aSurvey } from '@/server/testing/factories/basics'
import { aResponse } from '@/server/testing/factories/responses'
import { aSending, aSequence } from '@/server/testing/factories/sequences'
import { aMember } from '@/server/testing/factories/sessions'
import { sweepOverdueWork } from './functions'

/* In a separate database: the sweep covers all organizations, and tables get dropped. */

afterAll(async () => {
  await listener.end()
  await pool.end()
  await own.drop()
})

const LONG_AGO = { createdAt: new Date(Date.now() - 60 * DAY_MS), digestWeek: new Date('2026-01-05') }

async function aBusyOrganization() {
  const organizationId = await anOrganization(LONG_AGO)
  const { userId, email } = await aMember(organizationId, 'owner')
  const ada = { type: 'user', userId, email, name: 'Ada', role: 'owner', sessionId: '' } as const
  const late = new Date(Date.now() - DAY_MS)
  await aSending(organizationId, (await aSequence(organizationId)).id, { dueAt: late })
  const { id } = await aResponse(organizationId, (await aSurvey(organizationId)).id, { npsScore: 2, band: 'negative' })
  await updateCase(
    organizationId,
    { id, state: 'open', assigneeId: userId, dueOn: late.toISOString().slice(0, 10) },
    ada,
  )
  return organizationId
}

const listener = new Client({ connectionString: own.url })
const signals: [queue: string, organizationId: string][] = []
beforeAll(async () => {
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => signals.push(JSON.parse(payload)))
  await listener.query('LISTEN jobs')
})

const signaled = (organizationId: string) => signals.filter(([, id]) => id === organizationId).map(([queue]) => queue)
const remindersOf = async (organizationId: string) =>
  db.systemEmail.count({ where: { organizationId, kind: 'caseDue' } })

it('an organization with an unknown time zone does not stop the sweep for other organizations', async () => {
  const strange = await anOrganization(LONG_AGO)
  await db.$executeRaw`UPDATE organization SET time_zone = 'AGT' WHERE id = ${strange}::uuid`
  const other = await aBusyOrganization()
  await db.$executeRaw`DELETE FROM job_heartbeat`

  const counts = await sweepOverdueWork()

  expect(counts).toMatchObject({ 'digests/digests': 2, 'sequences/sendings': 1, 'remind-of-due-cases': 1 })
  expect(Object.values(counts)).not.toContain(null)
  await expect.poll(() => signaled(other)).toEqual(expect.arrayContaining(['digests/digests', 'sequences/sendings']))
  expect(await remindersOf(other)).toBe(1)
  expect(await isHeartbeatStale()).toBe(false)
})

it('the sweep reports a failing query and still runs the others, the reminders and the heartbeat', async () => {
  const other = await aBusyOrganization()
  await db.$executeRaw`DELETE FROM job_heartbeat`
  const owner = new Client({ connectionString: own.ownerUrl })
  await owner.connect()
  await owner.query('ALTER TABLE webhook_delivery RENAME TO gone')

  const counts = await sweepOverdueWork()

  await owner.query('ALTER TABLE gone RENAME TO webhook_delivery')
  await owner.end()
  expect(counts).toMatchObject({ 'webhooks/deliveries': null, 'remind-of-due-cases': 1 })
  expect(Object.entries(counts).filter(([, count]) => count === null)).toHaveLength(1)
  await expect.poll(() => signaled(other)).toEqual(expect.arrayContaining(['digests/digests', 'sequences/sendings']))
  expect(await isHeartbeatStale()).toBe(false)
})
