import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'

vi.hoisted(() => {
  process.env.DATABASE_POOL_MAX = '4'
})

import { lateness } from './database-errors'
import { db, inTransaction, queryRows, withPatience } from './db'
import { onBehalfOf } from './organization-context'
import { pool } from './pool'
import { holding } from './testing/database/locks'
import { anOrganization } from './testing/factories/basics'
import { apiAs } from './testing/http'
import { countSessionCall } from './throttle/session-calls'

const slowly = (seconds: number) => queryRows({ text: 'SELECT pg_sleep($1::float8)', values: [seconds] })
const busy = () => pool.totalCount - pool.idleCount

it('one organization never holds more than half of the connections; another one does not wait for it', async () => {
  const [one, other] = [randomUUID(), await anOrganization()]
  let ended = false
  const run = async () => {
    await Promise.all(Array.from({ length: 12 }, () => onBehalfOf(one, () => slowly(0.5))))
    ended = true
  }
  const began = run()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, busy())
  }, 5)
  for (let count = 0; count < 20; count += 1)
    expect((await apiAs(other, 'contacts:read')('GET /contacts')).status).toBe(200)
  // All of the other's reads are done before the first organization's twelve are: it never waited in their line.
  expect(ended).toBe(false)
  await began
  clearInterval(watch)
  expect(most).toBeLessThanOrEqual(3)
})

it('an organization’s requests all come to their turn, also those that fail and those in transactions', async () => {
  const one = randomUUID()
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      onBehalfOf(one, () =>
        index % 3 === 0
          ? inTransaction(async (tx) => tx.$queryRaw`SELECT ${index}::int AS index`)
          : index % 3 === 1
            ? db.$queryRaw`SELECT ${index}::int AS index`
            : queryRows({ text: 'SELECT nothing', values: [] }),
      ),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await Promise.all([1, 2].map(() => onBehalfOf(one, () => slowly(0.01))))
  expect(busy()).toBe(0)
})

it('a request’s statement is stopped in time, and one that was given longer is not', async () => {
  const settings = () => db.$queryRaw<{ statement: string; lock: string; idle: string; memory: string }[]>`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('work_mem') AS memory`
  expect(await settings()).toEqual([{ statement: '10s', lock: '8s', idle: '30s', memory: '16MB' }])
  expect(await withPatience(25_000, settings)).toMatchObject([{ statement: '25s' }])
  expect(await settings()).toMatchObject([{ statement: '10s' }])
})

it('500: what was stopped says so, and what helps; 429 for what waited too long for its organization’s turn', async () => {
  const stopped = await withPatience(50, (tx) => tx.$queryRaw`SELECT pg_sleep(5)`).catch((error: unknown) => error)
  expect(lateness(stopped)).toMatchObject({ code: 'INTERNAL_ERROR', message: expect.stringContaining('took too long') })
  const id = await anOrganization()
  const late = await holding(async (tx) => {
    await tx.organization.update({ where: { id }, data: { name: 'Held' } })
    return inTransaction(async (own) => {
      await own.$executeRaw`SELECT set_config('lock_timeout', '50', true)`
      await own.organization.update({ where: { id }, data: { name: 'Wanted' } })
    }).catch((error: unknown) => error)
  })
  expect(lateness(late)).toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(lateness(new Error('something else'))).toBeNull()
})

it('429: an organization that holds its share for longer than anybody waits is told to ask for less', {
  timeout: 30_000,
}, async () => {
  const one = await anOrganization()
  let release = (): void => undefined
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = [1, 2].map(() => onBehalfOf(one, () => inTransaction(() => until)))
  const { status, body, headers } = await apiAs(one, 'contacts:read')('GET /contacts')
  release()
  await Promise.all(held)
  expect([status, body.error.code, headers.get('Retry-After')]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '5'])
})

it('a session that calls faster than people do is told to wait, and no other session is', () => {
  const [organizationId, sessionId] = [randomUUID(), randomUUID()]
  const call = () => countSessionCall(organizationId, sessionId)
  for (let count = 0; count < 150; count += 1) call()
  let refused: unknown
  // Some come back while this runs; far fewer than are asked for.
  for (let count = 0; count < 100 && refused === undefined; count += 1)
    try {
      call()
    } catch (error) {
      refused = error
    }
  expect(refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 1 } })
  countSessionCall(organizationId, randomUUID())
})

it('an organization’s sessions together call at most so fast, and another organization’s not less', () => {
  const organizationId = randomUUID()
  const all = () => {
    for (let count = 0; count < 2000; count += 1) countSessionCall(organizationId, randomUUID())
  }
  expect(all).toThrow('Too many requests')
  countSessionCall(randomUUID(), randomUUID())
})
