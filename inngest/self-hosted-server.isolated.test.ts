import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/* A local HTTP server in the role of a self-hosted Inngest server, scripted by the tests. */

type Got = { path: string; headers: IncomingMessage['headers']; body: string }

const server = await vi.hoisted(async () => {
  const { createServer: create } = await import('node:http')
  const got: Got[] = []
  let answer = (_path: string, response: ServerResponse) => void response.end()
  const http: Server = create((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body })
      answer(request.url ?? '', response)
    })
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  Object.assign(process.env, {
    INNGEST_BASE_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    INNGEST_EVENT_KEY: '00ff',
    INNGEST_SIGNING_KEY: 'abcd1234',
    INNGEST_SERVE_ORIGIN: 'http://feedback.internal:3000',
  })
  return {
    got,
    answers: (next: typeof answer) => {
      answer = next
    },
    close: () => {
      http.closeAllConnections()
      http.close()
    },
  }
})

import { Client } from 'pg'
import { createContact } from '@/server/contacts/create-contact'
import { queryRows } from '@/server/db'
import { recordHeartbeat } from '@/server/jobs/heartbeat'
import { recordSignalReceived } from '@/server/jobs/queries'
import { anEmailAddress, anOrganization } from '@/server/testing/factories/basics'
import { aSigningSubscription } from '@/server/testing/factories/webhooks'
import { transact } from '@/server/unit-of-work'
import { inngestFunctions } from './functions'
import { keepAppRegistered, registerApp } from './register-app'
import { scheduleRun, sendSignals } from './signals'

const WAIT = { timeout: 20_000, interval: 20 }

afterAll(() => server.close())

it('registers the app and its functions with the Inngest server at startup, and retries until accepted', async () => {
  let tries = 0
  server.answers((path, response) => {
    if (path.startsWith('/fn/register')) tries += 1
    response.writeHead(tries < 3 ? 500 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(tries < 3 ? { error: 'not yet', status: 500 } : { ok: true, status: 200, modified: true }),
    )
  })
  await registerApp()
  const registrations = server.got.filter(({ path }) => path.startsWith('/fn/register'))
  expect(registrations).toHaveLength(3)
  const { url: where, functions: named } = JSON.parse(registrations[2]?.body ?? '{}')
  expect(where).toBe('http://feedback.internal:3000/api/inngest')
  expect(named).toHaveLength(inngestFunctions.length)
})

it('registers the app with the Inngest server again when the heartbeat is stale', async () => {
  server.answers((_path, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: true, status: 200, modified: true }))
  })
  const countRegistrations = () => server.got.filter(({ path }) => path.startsWith('/fn/register')).length
  const before = countRegistrations()
  await recordHeartbeat()
  let isStopped = false
  const keeper = keepAppRegistered({ checkEveryMs: 5, isStopped: () => isStopped })
  await vi.waitFor(() => expect(countRegistrations()).toBe(before + 1), WAIT)
  const looks = vi.spyOn(Client.prototype, 'query')
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(5), WAIT)
  looks.mockRestore()
  expect(countRegistrations()).toBe(before + 1)
  await queryRows({ text: "UPDATE job_heartbeat SET at = at - interval '3 minutes' WHERE job = 'sweep'", values: [] })
  await vi.waitFor(() => expect(countRegistrations()).toBeGreaterThan(before + 1), WAIT)
  await recordHeartbeat()
  isStopped = true
  await keeper
})

it('sends no more events to a hanging Inngest server after the first one has failed', async () => {
  const organizationId = await anOrganization()
  await aSigningSubscription(organizationId, ['new_contact'])
  const create = () => createContact(organizationId, { email: anEmailAddress(), firstName: 'Ada' })
  server.answers(() => undefined)
  const before = server.got.length
  await create()
  const sentRequests = server.got.length - before
  expect(sentRequests).toBeGreaterThan(0)
  // Clears the in-flight state, so that only the breaker suppresses sends.
  for (let n = 0; n < 20; n += 1) {
    await queryRows({
      text: 'UPDATE job_signal SET queued_at = NULL WHERE organization_id = $1',
      values: [organizationId],
    })
    await create()
  }
  expect(server.got.length - before).toBe(sentRequests)
})

const due = () => server.got.filter(({ path }) => path.startsWith('/e/')).flatMap(({ body }) => JSON.parse(body))
const listEventsOf = (organizationId: string): (string | undefined)[] =>
  due()
    .filter(({ data }) => data.organizationId === organizationId)
    .map(({ data }) => data.at)

describe('events of an organization', () => {
  beforeAll(async () => {
    server.answers((_path, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ids: ['x'], status: 200 }))
    })
    // The circuit breaker is open after the test before.
    await vi.waitUntil(async () => {
      const organizationId = await anOrganization()
      await sendSignals([{ queue: 'webhooks/deliveries', organizationId }])
      return listEventsOf(organizationId).length === 1
    }, WAIT)
  })

  it('twenty concurrent transactions send one event for their organization', async () => {
    const organizationId = await anOrganization()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        transact(async (work) => work.signal({ queue: 'webhooks/deliveries', organizationId })),
      ),
    )
    expect(listEventsOf(organizationId)).toEqual([undefined])
  })

  it('another event is sent only after a run has begun or the last event is over a minute old', async () => {
    const organizationId = await anOrganization()
    const signal = () => sendSignals([{ queue: 'webhooks/deliveries', organizationId }])
    await signal()
    await recordSignalReceived('webhooks/deliveries', organizationId)
    await signal()
    await signal()
    expect(listEventsOf(organizationId)).toHaveLength(2)
    await queryRows({
      text: `UPDATE job_signal SET queued_at = queued_at - interval '61 seconds' WHERE organization_id = $1`,
      values: [organizationId],
    })
    await signal()
    expect(listEventsOf(organizationId)).toHaveLength(3)
  })

  it('another delayed event is sent only for an earlier time or after the planned run has begun', async () => {
    const organizationId = await anOrganization()
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
    const [later, early, between] = [at(300), at(60), at(120)]
    for (const time of [later, early, between]) await scheduleRun('webhooks/deliveries', organizationId, time)
    expect(listEventsOf(organizationId)).toEqual([later.toISOString(), early.toISOString()])
    await recordSignalReceived('webhooks/deliveries', organizationId, early.toISOString())
    await scheduleRun('webhooks/deliveries', organizationId, between)
    expect(listEventsOf(organizationId)).toHaveLength(3)
  })
})
