import { expect, it, vi } from 'vitest'

vi.hoisted(() => {
  process.env.DATABASE_POOL_MAX = '4'
})

import { toUnavailableOrTimeoutError } from './database-errors'
import { db } from './db'
import { withOpenTransaction } from './testing/database/locks'
import { anOrganization } from './testing/factories/basics'
import { apiAs } from './testing/rest-client'
import { transact } from './unit-of-work'

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
  expect(toUnavailableOrTimeoutError(stopped)).toMatchObject({
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
  expect(toUnavailableOrTimeoutError(late)).toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(toUnavailableOrTimeoutError(new Error('something else'))).toBeNull()
})

it('503: answers with Retry-After if no connection of the pool becomes free', { timeout: 30_000 }, async () => {
  const api = apiAs(await anOrganization(), 'contacts:read')
  expect((await api('GET /contacts')).status).toBe(200)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const openTransactions = Array.from({ length: 4 }, () => transact(() => released))
  const { status, body, headers } = await api('GET /contacts')
  release()
  await Promise.all(openTransactions)
  expect([status, body.error.code, headers.get('Retry-After')]).toEqual([503, 'SERVICE_UNAVAILABLE', '5'])
})
