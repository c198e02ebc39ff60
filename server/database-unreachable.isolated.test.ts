import type { Socket } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'

/** TCP proxy in front of PostgreSQL that can be disconnected. */
const proxy = await vi.hoisted(async () => {
  const { connect, createServer } = await import('node:net')
  const { default: events } = await import('node:events')
  const url = new URL(process.env.DATABASE_URL ?? '')
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(target)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await events.once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const before = process.env.DATABASE_URL
  url.hostname = '127.0.0.1'
  url.port = String(port)
  process.env.DATABASE_URL = url.href
  return {
    open: () => listen(port),
    cut: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await events.once(server, 'close')
    },
    restore: () => {
      process.env.DATABASE_URL = before
    },
  }
})

import { toUnavailableOrTimeoutError } from './database-errors'
import { db, queryRowsAutoCommit } from './db'
import { anApiKey, anOrganization } from './testing/factories/basics'
import { sendRestRequest } from './testing/rest-client'
import { transact } from './unit-of-work'

afterAll(async () => {
  await proxy.cut()
  proxy.restore()
})

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => toUnavailableOrTimeoutError(error)?.code,
  )

it('503: the API answers with Retry-After while the database is unreachable, and recovers with it', async () => {
  const organizationId = await anOrganization()
  const { key } = await anApiKey(organizationId, ['admin'])
  expect((await sendRestRequest(key, 'GET /contacts')).status).toBe(200)

  await proxy.cut()
  for (const line of ['GET /contacts', 'GET /surveys', 'POST /contacts']) {
    const { status, headers, body } = await sendRestRequest(key, line, line.startsWith('POST') ? {} : undefined)
    expect([line, status, headers.get('Retry-After')]).toEqual([line, 503, '5'])
    expect(body.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 5 } })
  }
  expect(await failureOf(db.contact.count())).toBe('SERVICE_UNAVAILABLE')
  expect(await failureOf(transact(({ tx }) => tx.contact.count()))).toBe('SERVICE_UNAVAILABLE')

  await proxy.open()
  expect((await sendRestRequest(key, 'GET /contacts')).status).toBe(200)
})

it('maps a connection that PostgreSQL terminates during a query to an unreachable database', async () => {
  const end = 'SELECT pg_terminate_backend(pg_backend_pid())'
  expect(await failureOf(queryRowsAutoCommit({ text: end, values: [] }))).toBe('SERVICE_UNAVAILABLE')
  expect(await failureOf(transact(({ tx }) => tx.$queryRawUnsafe(end)))).toBe('SERVICE_UNAVAILABLE')
})

it('does not map a refused connection to another server to an unreachable database', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:443'), { code: 'ECONNREFUSED' })
  expect(toUnavailableOrTimeoutError(new Error('fetch failed', { cause }))).toBeNull()
})
