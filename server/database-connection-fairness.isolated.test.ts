import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'

vi.hoisted(() => {
  process.env.DATABASE_POOL_MAX = '4'
})

import { runAsOrganization } from './call-context'
import { toDatabaseAppError } from './database-errors'
import { db, queryRows } from './db'
import { pool } from './pool'
import { enforceSessionCallLimit } from './rate-limit/session-rate-limit'
import { withOpenTransaction } from './testing/database/locks'
import { anOrganization } from './testing/factories/basics'
import { apiAs } from './testing/rest-client'
import { transact } from './unit-of-work'

const slowly = (seconds: number) => queryRows({ text: 'SELECT pg_sleep($1::float8)', values: [seconds] })
const busy = () => pool.totalCount - pool.idleCount

it('one organization uses at most half of the connections, and does not delay another one', async () => {
  const [one, other] = [randomUUID(), await anOrganization()]
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // Timeouts of waiting transactions are not under test.
  const ended = Promise.allSettled(
    Array.from({ length: 12 }, () => runAsOrganization(one, () => transact(() => released))),
  )
  await expect.poll(busy).toBe(2)
  for (let count = 0; count < 20; count += 1) {
    expect((await apiAs(other, 'contacts:read')('GET /contacts')).status).toBe(200)
    expect(busy()).toBeLessThanOrEqual(3)
  }
  release()
  await ended
})

it('completes all concurrent requests of an organization, including failed ones and transactions', async () => {
  const one = randomUUID()
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      runAsOrganization(one, () =>
        index % 3 === 0
          ? transact(async ({ tx }) => tx.$queryRaw`SELECT ${index}::int AS index`)
          : index % 3 === 1
            ? db.$queryRaw`SELECT ${index}::int AS index`
            : queryRows({ text: 'SELECT nothing', values: [] }),
      ),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  await Promise.all([1, 2].map(() => runAsOrganization(one, () => slowly(0.01))))
  expect(busy()).toBe(0)
})

it('sets database timeouts for each request, and a longer statement timeout where one is given', async () => {
  const settings = () => db.$queryRaw<{ statement: string; lock: string; idle: string; memory: string }[]>`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('work_mem') AS memory`
  expect(await settings()).toEqual([{ statement: '10s', lock: '8s', idle: '30s', memory: '16MB' }])
  expect(await transact(settings, { statementMs: 25_000 })).toMatchObject([{ statement: '25s' }])
  expect(await settings()).toMatchObject([{ statement: '10s' }])
})

it('500: maps statement and lock timeouts to an internal error, and no other error', async () => {
  const stopped = await transact(({ tx }) => tx.$queryRaw`SELECT pg_sleep(5)`, { statementMs: 50 }).catch(
    (error: unknown) => error,
  )
  expect(toDatabaseAppError(stopped)).toMatchObject({
    code: 'INTERNAL_ERROR',
    message: expect.stringContaining('took too long'),
  })
  const id = await anOrganization()
  const late = await withOpenTransaction(async (tx) => {
    await tx.organization.update({ where: { id }, data: { name: 'Held' } })
    return transact(async ({ tx: own }) => {
      await own.$executeRaw`SELECT set_config('lock_timeout', '50', true)`
      await own.organization.update({ where: { id }, data: { name: 'Wanted' } })
    }).catch((error: unknown) => error)
  })
  expect(toDatabaseAppError(late)).toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(toDatabaseAppError(new Error('something else'))).toBeNull()
})

it('429: refuses a request that waits too long for its organization’s share of connections', {
  timeout: 30_000,
}, async () => {
  const one = await anOrganization()
  let release = (): void => undefined
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const openTransactions = [1, 2].map(() => runAsOrganization(one, () => transact(() => until)))
  const { status, body, headers } = await apiAs(one, 'contacts:read')('GET /contacts')
  release()
  await Promise.all(openTransactions)
  expect([status, body.error.code, headers.get('Retry-After')]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '5'])
})

it('limits the rate of calls of one session, and not of another one', () => {
  const [organizationId, sessionId] = [randomUUID(), randomUUID()]
  const call = () => enforceSessionCallLimit(organizationId, sessionId)
  for (let count = 0; count < 150; count += 1) call()
  let refused: unknown
  // Some tokens are refilled during the loop, far fewer than it takes.
  for (let count = 0; count < 100 && refused === undefined; count += 1)
    try {
      call()
    } catch (error) {
      refused = error
    }
  expect(refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 1 } })
  enforceSessionCallLimit(organizationId, randomUUID())
})

it('limits the rate of calls of all sessions of an organization, and not of another one', () => {
  const organizationId = randomUUID()
  const all = () => {
    for (let count = 0; count < 2000; count += 1) enforceSessionCallLimit(organizationId, randomUUID())
  }
  expect(all).toThrow('Too many requests')
  enforceSessionCallLimit(randomUUID(), randomUUID())
})
