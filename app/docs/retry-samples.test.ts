import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/guides/en/errors.md'), 'utf8')
const sample = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide.slice(guide.indexOf('{#repeat}')))?.[1] ?? ''

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** Test server: answers the statuses in order and repeats the last one; a tuple adds `Retry-After` in seconds. */
async function aServer(...answers: (number | [status: number, seconds: number])[]) {
  let calls = 0
  const server = createServer((_request, response) => {
    const [status = 200, seconds] = [answers[Math.min(calls, answers.length - 1)] ?? 200].flat()
    response.writeHead(status, seconds === undefined ? {} : { 'Retry-After': String(seconds) }).end('{}')
    calls += 1
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls }
}

const runCurl = (url: string) =>
  promisify(execFile)('sh', ['-c', sample('sh').replace('{{baseUrl}}', url)]).then(
    () => 'ok',
    () => 'failed',
  )

it('the curl sample retries a 503 and does not retry a 404, as the guide says', async () => {
  const [missing, unavailable] = [await aServer(404), await aServer(503, 200)]
  expect([await runCurl(missing.url), missing.calls()]).toEqual(['failed', 1])
  expect([await runCurl(unavailable.url), unavailable.calls()]).toEqual(['ok', 2])
})

it('the JavaScript sample retries a 503 and does not retry a 404, as the guide says', async () => {
  // oxlint-disable-next-line typescript/no-implied-eval -- the sample is a text of the guide
  const call = new Function(`${sample('js')}; return call`)() as (url: string) => Promise<Response>
  const [missing, unavailable] = [await aServer(404), await aServer(503, 200)]
  expect([(await call(missing.url)).status, missing.calls()]).toEqual([404, 1])
  expect([(await call(unavailable.url)).status, unavailable.calls()]).toEqual([200, 2])
})

it('the JavaScript sample retries a 409 with Retry-After and no other', async () => {
  // oxlint-disable-next-line typescript/no-implied-eval -- the sample is a text of the guide
  const call = new Function(`${sample('js')}; return call`)() as (url: string) => Promise<Response>
  const [exists, inProgress] = [await aServer(409), await aServer([409, 1], 201)]
  expect([(await call(exists.url)).status, exists.calls()]).toEqual([409, 1])
  expect([(await call(inProgress.url)).status, inProgress.calls()]).toEqual([201, 2])
})
