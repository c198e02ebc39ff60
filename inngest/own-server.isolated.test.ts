import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'

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

import { serve } from 'inngest/edge'
import { Client } from 'pg'
import { createContact } from '@/server/contacts/create'
import { queryRows } from '@/server/db'
import { env } from '@/server/env'
import { recordHeartbeat } from '@/server/jobs/heartbeat'
import { log } from '@/server/log'
import { anEmail, anOrganization } from '@/server/testing/factories/basics'
import { aSigningSubscription } from '@/server/testing/factories/webhooks'
import { functions, serveOptions } from './functions'
import { WAIT } from './local/testing/wait'
import { keepRegistered, registerApp } from './register'

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
  const handler = serve(serveOptions)
  const url = 'http://127.0.0.1:9/api/inngest'
  await registerApp({ url, signingKey: env.inngest.signingKey, send: async (request) => handler(request) }, log)
  const told = server.got.filter(({ path }) => path.startsWith('/fn/register'))
  expect(told).toHaveLength(3)
  const { url: where, functions: named } = JSON.parse(told[2]?.body ?? '{}')
  expect(where).toBe('http://feedback.internal:3000/api/inngest')
  expect(named).toHaveLength(functions.length)
})

it('registers the app with the Inngest server again when the heartbeat is stale', async () => {
  server.answers((_path, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: true, status: 200, modified: true }))
  })
  const handler = serve(serveOptions)
  const url = 'http://127.0.0.1:9/api/inngest'
  const told = () => server.got.filter(({ path }) => path.startsWith('/fn/register')).length
  const before = told()
  await recordHeartbeat()
  let isOver = false
  const kept = keepRegistered(
    { url, signingKey: env.inngest.signingKey, send: async (request) => handler(request) },
    log,
    {
      lookEveryMs: 5,
      isOver: () => isOver,
    },
  )
  await vi.waitFor(() => expect(told()).toBe(before + 1), WAIT)
  const looks = vi.spyOn(Client.prototype, 'query')
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(5), WAIT)
  looks.mockRestore()
  expect(told()).toBe(before + 1)
  await queryRows({ text: "UPDATE job_pulse SET at = at - interval '3 minutes' WHERE job = 'sweep'", values: [] })
  await vi.waitFor(() => expect(told()).toBeGreaterThan(before + 1), WAIT)
  await recordHeartbeat()
  isOver = true
  await kept
})

it('sends no more wake events to a hanging Inngest server after the first one has failed', async () => {
  const organizationId = await anOrganization()
  await aSigningSubscription(organizationId, ['new_contact'])
  const create = () => createContact(organizationId, { email: anEmail(), firstName: 'Ada' })
  server.answers(() => undefined)
  const before = server.got.length
  await create()
  const asked = server.got.length - before
  expect(asked).toBeGreaterThan(0)
  // Clears the in-flight state, so that only the breaker suppresses sends.
  for (let n = 0; n < 20; n += 1) {
    await queryRows({
      text: 'UPDATE job_wake SET queued_at = NULL WHERE organization_id = $1',
      values: [organizationId],
    })
    await create()
  }
  expect(server.got.length - before).toBe(asked)
})
