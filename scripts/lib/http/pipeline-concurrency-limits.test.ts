import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { rememberJobEngineNetwork, rememberTenant } from '@/server/rate-limit/credential-tenant-cache.mjs'
import { ConcurrencyLimits } from './concurrency-limits.mjs'
import { formatRawRequest, parseRawResponseBody, type RequestHandler, sendRaw, startPipeline } from './pipeline-fixture'

describe('limits of concurrent requests', () => {
  function aPausedHandler() {
    const started: string[] = []
    const answers: (() => void)[] = []
    const handle: RequestHandler = async ({ url = '' }, response) => {
      started.push(url)
      answers.push(() => response.end())
    }
    return { started, handle, answerAll: () => answers.splice(0).forEach((answer) => answer()) }
  }
  const key = randomUUID()
  const known = `X-API-Key: ${key}`
  const countStarted = (started: string[], path: string) => started.filter((url) => url.startsWith(path)).length

  it('serves an organization, static files and jobs at once during a flood of anonymous requests', async () => {
    rememberTenant((name) => (name === 'x-api-key' ? key : undefined), randomUUID())
    rememberJobEngineNetwork('127.0.0.1')
    const { started, handle, answerAll } = aPausedHandler()
    // A thread that is never idle.
    const limits = new ConcurrencyLimits(() => ({ active: performance.now(), idle: 0 }))
    const port = await startPipeline(handle, { limits })
    const anonymous = Array.from({ length: 200 }, () => sendRaw(port, formatRawRequest('GET /s/link')))
    await expect.poll(() => countStarted(started, '/s/')).toBeGreaterThan(0)
    const before = countStarted(started, '/s/')
    const others = ['/api/v1/contacts', '/_next/static/a.js', '/api/inngest?fnId=a'].map((path) =>
      sendRaw(port, formatRawRequest(`GET ${path}`, known)),
    )
    // Within the second after which a request no longer counts as running.
    await expect.poll(() => started.filter((url) => !url.startsWith('/s/')), { timeout: 600 }).toHaveLength(3)
    expect(before).toBeLessThan(200)
    await expect
      .poll(
        () => {
          answerAll()
          return countStarted(started, '/s/')
        },
        { interval: 10, timeout: 20_000 },
      )
      .toBe(200)
    answerAll()
    const answers = await Promise.all([...anonymous, ...others])
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(203)
  })

  it('does not start the queued requests of clients that have disconnected', async () => {
    const { started, handle, answerAll } = aPausedHandler()
    const port = await startPipeline(handle)
    // A running request stops counting after a second: enough clients that some are still queued on a slow machine.
    const disconnected = Array.from({ length: 600 }, () => connect(port, '127.0.0.1'))
    for (const socket of disconnected) socket.write(formatRawRequest('GET /disconnected'))
    await expect.poll(() => started.length).toBeGreaterThan(0)
    for (const socket of disconnected) socket.destroy()
    const connected = sendRaw(port, formatRawRequest('GET /connected'))
    await expect.poll(() => countStarted(started, '/connected')).toBe(1)
    expect(countStarted(started, '/disconnected')).toBeLessThan(600)
    answerAll()
    expect(await connected).toContain('200')
  })

  it('429: refuses a request with the error envelope when 1,000 requests are waiting', async () => {
    const { handle } = aPausedHandler()
    const port = await startPipeline(handle)
    const all = Array.from({ length: 1100 }, () => sendRaw(port, formatRawRequest('GET /s/flood')))
    const refused = await Promise.race(all)
    expect(refused).toMatch(/^HTTP\/1.1 429 /)
    expect(refused).toMatch(/retry-after: 5/i)
    expect(parseRawResponseBody(refused)).toMatchObject({
      error: { code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 5 } },
    })
  })
})
