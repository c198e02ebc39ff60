import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => {
  const { aMigratedDatabase } = await import('../testing/database/test-database')
  const created = await aMigratedDatabase()
  process.env.DATABASE_URL = created.url
  return created
})

import { createContact } from '../contacts/create-contact'
import { pool } from '../pool'
import { anEmailAddress } from '../testing/factories/basics'
import { deliveryQueue } from '../webhooks/delivery/delivery-queue'
import {
  aSubscriptionToBlockedUrl,
  countFinishedWebhookAttempts,
  POLL_OPTIONS,
  useSchedulers,
} from './scheduler-fixture'

const { aScheduler, processScheduler } = useSchedulers([deliveryQueue])

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const createAda = (organizationId: string) =>
  createContact(organizationId, { email: anEmailAddress(), firstName: 'Ada' })

describe('leadership', () => {
  it('another process takes over when the leading one stops', async () => {
    const first = await aScheduler()
    const second = await aScheduler()
    const { organizationId } = await aSubscriptionToBlockedUrl()
    expect([first, second].map((one) => one.signal('webhooks/deliveries', organizationId))).toEqual([true, false])
    await first.stop()
    await vi.waitFor(() => expect(second.signal('webhooks/deliveries', organizationId)).toBe(true), POLL_OPTIONS)
    await createAda(organizationId)
    await expect.poll(() => countFinishedWebhookAttempts(organizationId)).toBe(1)
  })

  it('survives the loss of every database connection', async () => {
    const scheduler = await processScheduler()
    const { organizationId } = await aSubscriptionToBlockedUrl()
    const before = await cutConnections()
    await expect.poll(findLeaderPid, POLL_OPTIONS).not.toBe(before)
    await expect.poll(() => scheduler.isReady, POLL_OPTIONS).toBe(true)
    await createAda(organizationId)
    await expect.poll(() => countFinishedWebhookAttempts(organizationId)).toBe(1)
  })
})

/** The connection that holds the lock of the leading process; waits while there is none. */
async function findLeaderPid(): Promise<number> {
  const admin = new Client({ connectionString: database.ownerUrl })
  await admin.connect()
  try {
    for (;;) {
      const { rows } = await admin.query<{ pid: number }>(
        `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted`,
      )
      if (rows[0]) return rows[0].pid
      await pause(20)
    }
  } finally {
    await admin.end()
  }
}

/** @returns the connection that led */
async function cutConnections(): Promise<number> {
  const leaderPid = await findLeaderPid()
  const admin = new Client({ connectionString: database.ownerUrl })
  await admin.connect()
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  await admin.end()
  return leaderPid
}
