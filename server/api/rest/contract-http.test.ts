import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anApiKey, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { type RestServer, startRestServer } from '../../testing/servers/rest-server'

/* Behavior that only shows over a real connection. */

let server: RestServer
let key: string

beforeAll(async () => {
  server = await startRestServer()
  key = (await anApiKey(await anOrganization(), ['admin'])).key
})
afterAll(() => server.close())

/** Sends raw bytes and resolves with everything received until the server closes the connection. */
function sendRaw(...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part)
    })
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('close', () => resolve(answer))
    // The server may answer and close before reading everything; the answer received still counts.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
  })
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', `X-API-Key: ${key}`, ...headers].join('\r\n')}\r\n\r\n`

it('200: HEAD /contacts answers with a JSON content type and no body, where GET returns data', async () => {
  const get = await sendRaw(head('GET /api/v1/contacts'))
  const answer = await sendRaw(head('HEAD /api/v1/contacts'))
  expect(get).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n[^]*"data":\[\]/)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer.endsWith('\r\n\r\n')).toBe(true)
  expect(answer.toLowerCase()).toContain('content-type: application/json')
})

it('405 and 401: a refused HEAD request gets no body', async () => {
  const wrong = await sendRaw(head('HEAD /api/v1/webhooks/subscribe'))
  expect(wrong).toMatch(/^HTTP\/1\.1 405 /)
  expect(wrong.toLowerCase()).toContain('allow: post\r\n')
  expect(wrong.endsWith('\r\n\r\n')).toBe(true)
  const unauthenticated = await sendRaw(
    'HEAD /api/v1/contacts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  expect(unauthenticated).toMatch(/^HTTP\/1\.1 401 [^]*\r\n\r\n$/)
})

it('413: POST /contacts refuses a Content-Length over 1 MiB before the body is received', async () => {
  const answer = await sendRaw(
    head('POST /api/v1/contacts', 'Content-Type: application/json', 'Content-Length: 1048577'),
    '{',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"PAYLOAD_TOO_LARGE"/)
})

it('413: POST /contacts refuses a chunked body over 1 MiB without a Content-Length', async () => {
  const chunk = Buffer.alloc(65_536, ' ')
  const chunks = Array.from({ length: 17 }, () => ['10000\r\n', chunk, '\r\n']).flat()
  const answer = await sendRaw(
    head('POST /api/v1/contacts', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
    ...chunks,
    '0\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"PAYLOAD_TOO_LARGE"/)
})

it('201: POST /contacts accepts a chunked body that splits a character between two chunks', async () => {
  const text = Buffer.from(JSON.stringify({ email: anEmailAddress(), firstName: 'Zoé' }))
  const cut = text.indexOf(0xc3) + 1
  const [first, second] = [text.subarray(0, cut), text.subarray(cut)]
  const answer = await sendRaw(
    head('POST /api/v1/contacts', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
    `${first.length.toString(16)}\r\n`,
    first,
    `\r\n${second.length.toString(16)}\r\n`,
    second,
    '\r\n0\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 201 [^]*"firstName":\s?"Zoé"/)
})

it('400: GET /contacts refuses a repeated query parameter, plain or percent-encoded', async () => {
  for (const query of ['page=1&page=2', 'page=1&p%61ge=2'])
    expect(await sendRaw(head(`GET /api/v1/contacts?${query}`))).toMatch(/^HTTP\/1\.1 400 [^]*"page"/)
})

it.each(['PUT', 'PROPFIND', 'OPTIONS'])('405: refuses %s /contacts with an Allow header', async (method) => {
  const answer = await sendRaw(head(`${method} /api/v1/contacts`, 'Content-Length: 0'))
  expect(answer).toMatch(/^HTTP\/1\.1 405 [^]*"METHOD_NOT_ALLOWED"/)
  expect(answer.toLowerCase()).toContain('allow: get, head, post\r\n')
})

it('401: GET /contacts refuses a request with two X-API-Key headers', async () => {
  const answer = await sendRaw(head('GET /api/v1/contacts', `X-API-Key: ${key}`))
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*"INVALID_API_KEY_FORMAT"/)
})

it('200: GET /contacts accepts the Authorization header name and the Bearer scheme in upper case', async () => {
  const answer = await sendRaw(
    `GET /api/v1/contacts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAUTHORIZATION: BEARER ${key}\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})
