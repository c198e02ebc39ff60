import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request as post } from 'node:http'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { echo, sendRaw, startPipeline } from './pipeline-fixture'

describe('connections of the request pipeline', () => {
  it('closes the connection after the response when a refused request body never ends', async () => {
    const port = await startPipeline(async (_request, response) => {
      response.writeHead(413).end('too large')
    })
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('POST /api/auth/callback HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
        const more = setInterval(() => socket.write(`10000\r\n${'['.repeat(65_536)}\r\n`), 20)
        let received = ''
        socket.on('data', (part) => {
          received += part.toString()
        })
        socket.on('error', () => undefined)
        socket.on('close', () => {
          clearInterval(more)
          resolve(received)
        })
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*too large/)
  })

  it('closes a connection answered before the request body arrived, so that the next request is not lost', async () => {
    const port = await startPipeline(async (request, response) => {
      if (request.url === '/refused') return void response.writeHead(401).end('{}')
      request.resume().on('end', () => response.end('accepted'))
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    for (let n = 0; n < 5; n += 1) {
      // As on a busy machine: the headers first, and the body after the response.
      const refused = post({ port, agent, path: '/refused', method: 'POST', headers: { 'Content-Length': 10 } })
      refused.flushHeaders()
      const [answer] = (await once(refused, 'response')) as [IncomingMessage]
      expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close'])
      refused.on('error', () => undefined).end('0123456789')
      await once(answer.resume(), 'end')

      const next = post({ port, agent, path: '/next', method: 'POST' })
      next.end('x')
      const [accepted] = (await once(next, 'response')) as [IncomingMessage]
      expect([accepted.statusCode, accepted.headers.connection]).toEqual([200, 'keep-alive'])
      await once(accepted.resume(), 'end')
    }
  })

  it.each([
    [
      '431 Request Header Fields Too Large',
      'PAYLOAD_TOO_LARGE',
      `GET /api/health HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['400 Bad Request', 'VALIDATION_ERROR', 'NOT HTTP\r\n\r\n'],
  ])('%s: answers a request that cannot be parsed with the error envelope', async (status, code, request) => {
    const [head = '', body = ''] = (await sendRaw(await startPipeline(echo), request)).split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
    expect(head).toContain(`Content-Length: ${body.length}`)
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String) } })
  })

  it('408: answers a request whose headers never end with the error envelope', async () => {
    const port = await startPipeline(echo, {
      timeouts: { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 },
    })
    const [head = '', body = ''] = (await sendRaw(port, 'GET /api/health HTTP/1.1\r\nX: ')).split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
    expect(JSON.parse(body).error.code).toBe('VALIDATION_ERROR')
  })

  it('does not retain the past requests of a keep-alive connection in memory', async () => {
    const requests: WeakRef<IncomingMessage>[] = []
    const port = await startPipeline(async (request, response) => {
      requests.push(new WeakRef(request))
      response.end()
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; n < 40; n += 1) {
      const [answer] = (await once(get({ port, agent }), 'response')) as [IncomingMessage]
      await once(answer.resume(), 'end')
    }
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const countRetained = () => {
      collectGarbage()
      return requests.filter((request) => request.deref()).length
    }
    await expect.poll(countRetained).toBeLessThan(5)
    agent.destroy()
  })
})
