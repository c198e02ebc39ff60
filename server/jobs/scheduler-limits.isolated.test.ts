import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => {
  const { aMigratedDatabase } = await import('../testing/database/test-database')
  const created = await aMigratedDatabase()
  process.env.DATABASE_URL = created.url
  return created
})

import { pool } from '../pool'
import { defineQueue, type QueueItem } from './define-queue'
import type { QueueName } from './queue-names'
import { useSchedulers } from './scheduler-fixture'

const { aScheduler } = useSchedulers()

afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** A queue whose items are in memory and end when the test says so. */
function aQueue(name: QueueName, limits: { perOrganization?: number; organizations?: number; budgetMs?: number } = {}) {
  const pending = new Map<string, string[]>()
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const open = (organizationId: string, except: readonly string[]) =>
    (pending.get(organizationId) ?? []).filter((id) => !except.includes(id)).map((id): QueueItem => ({ id }))
  const queue = defineQueue({
    name,
    limits: { perOrganization: 2, organizations: 1, budgetMs: 60_000, ...limits },
    due: {
      listItems: async (organizationId, { except, limit }) => open(organizationId, except).slice(0, limit),
      nextDueAt: async (organizationId, except) => (open(organizationId, except).length > 0 ? new Date() : null),
      listDueOrganizations: async () => [],
    },
    perform: async (organizationId, { id }) => {
      started.push(id)
      await new Promise<void>((resolve) => {
        finish.set(id, resolve)
      })
      pending.set(
        organizationId,
        (pending.get(organizationId) ?? []).filter((one) => one !== id),
      )
    },
  })
  return { queue, pending, started, finish: (id: string) => finish.get(id)?.() }
}

describe('limits', () => {
  it('runs at most as many items of an organization at once as the queue allows, the first ones first', async () => {
    const { queue, pending, started, finish } = aQueue('alerts/alerts')
    pending.set('a', ['a1', 'a2', 'a3'])
    const scheduler = await aScheduler({ queues: [queue] })
    scheduler.signal('alerts/alerts', 'a')
    await expect.poll(() => started).toEqual(['a1', 'a2'])
    finish('a2')
    await expect.poll(() => started).toEqual(['a1', 'a2', 'a3'])
    finish('a1')
    finish('a3')
  })

  it('runs waiting organizations in order of arrival', async () => {
    const { queue, pending, started, finish } = aQueue('alerts/alerts')
    for (const id of ['a', 'b', 'c']) pending.set(id, [`${id}1`])
    const scheduler = await aScheduler({ queues: [queue] })
    for (const id of ['a', 'b', 'c', 'b']) scheduler.signal('alerts/alerts', id)
    await expect.poll(() => started).toEqual(['a1'])
    finish('a1')
    await expect.poll(() => started).toEqual(['a1', 'b1'])
    finish('b1')
    await expect.poll(() => started).toEqual(['a1', 'b1', 'c1'])
    finish('c1')
  })

  it('a run over its budget yields to a waiting organization, and continues after it', async () => {
    const { queue, pending, started, finish } = aQueue('alerts/alerts', { perOrganization: 1, budgetMs: 0 })
    pending.set('a', ['a1', 'a2'])
    pending.set('b', ['b1'])
    const scheduler = await aScheduler({ queues: [queue] })
    for (const id of ['a', 'b']) scheduler.signal('alerts/alerts', id)
    await expect.poll(() => started).toEqual(['a1'])
    await pause(1500)
    finish('a1')
    await expect.poll(() => started).toEqual(['a1', 'b1'])
    finish('b1')
    await expect.poll(() => started).toEqual(['a1', 'b1', 'a2'])
    finish('a2')
  })

  it('starts work that falls due while an item hangs', async () => {
    const { queue, pending, started, finish } = aQueue('alerts/alerts')
    pending.set('a', ['a1'])
    const scheduler = await aScheduler({ queues: [queue] })
    scheduler.signal('alerts/alerts', 'a')
    await expect.poll(() => started).toEqual(['a1'])
    pending.set('a', ['a1', 'a2'])
    await expect.poll(() => started).toEqual(['a1', 'a2'])
    finish('a1')
    finish('a2')
  })
})

it('a stopping scheduler waits for the items in progress and starts nothing more', async () => {
  const { queue, pending, started, finish } = aQueue('alerts/alerts', { perOrganization: 1 })
  pending.set('a', ['a1', 'a2'])
  const scheduler = await aScheduler({ queues: [queue] })
  scheduler.signal('alerts/alerts', 'a')
  await expect.poll(() => started).toEqual(['a1'])
  const stopped = scheduler.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, pause(200, 'waiting')])).toBe('waiting')
  finish('a1')
  expect(await stopped).toBe('stopped')
  expect(started).toEqual(['a1'])
  expect(scheduler.signal('alerts/alerts', 'a')).toBe(false)
})
