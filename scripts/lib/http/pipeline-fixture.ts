import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { parseTrustedProxies } from './client-ip-address.mjs'
import { ConcurrencyLimits } from './concurrency-limits.mjs'
import { createRequestPipeline, handleClientError } from './request-pipeline.mjs'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Serves the request pipeline in front of `handle` during a test. @returns its port. */
export async function startPipeline(
  handle: RequestHandler,
  { trusted = '', baseUrl = 'http://localhost:3000', limits = new ConcurrencyLimits(), timeouts = {} } = {},
): Promise<number> {
  const listener: RequestListener = createRequestPipeline(
    { trusted: parseTrustedProxies(trusted), baseUrl, limits },
    handle,
  )
  const server = createServer(timeouts, listener).on('clientError', handleClientError).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

export const echo: RequestHandler = async (request, response) => {
  const { method, url, headers } = request
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ method, url, headers }))
}

/** @returns all that the server sends until the connection ends. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
  })
}

export function formatRawRequest(line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: feedback.example.com', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

export function parseRawResponseBody(answer: string) {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}
