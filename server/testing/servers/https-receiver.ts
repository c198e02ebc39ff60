import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Certificate, certificateFor, testAuthority } from './certificates'

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer; at: Date }

export type ScriptedResponse =
  | number
  | { status: number; headers?: Record<string, string | string[]>; body?: string | Buffer; afterMs?: number }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export type Receiver = {
  port: number
  authorities: string
  url: (path?: string, host?: string) => string
  requests: ReceivedRequest[]
  /** Sets the replies: each is used once, the last one from then on. Without a script, 200. */
  script: (...replies: ScriptedResponse[]) => void
  waitUntil: (condition: (requests: readonly ReceivedRequest[]) => boolean, timeoutMs?: number) => Promise<void>
  close: () => Promise<void>
}

type Options = { hosts?: readonly string[]; host?: string; certificate?: Certificate; tls?: ServerOptions }

/**
 * A scriptable HTTPS receiver on loopback that records its requests.
 * @param hosts names and addresses of its certificate
 */
export async function aReceiver({ hosts = ['127.0.0.1'], host, certificate, tls }: Options = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  let replies: ScriptedResponse[] = []
  const waiters = new Set<() => void>()
  const sockets = new Set<Duplex>()

  const server = createServer(
    { ...(certificate ?? (await certificateFor(hosts))), ...tls },
    (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request
        requests.push({ method, path, headers, body: Buffer.concat(chunks), at: new Date() })
        for (const check of waiters) check()
        const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
        sendReply(reply, request, response)
      })
    },
  )
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // Some tests abort the TLS handshake on purpose.
  server.on('tlsClientError', () => undefined)
  server.listen(0, host ?? '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    authorities: (await testAuthority()).cert,
    url: (path = '/', name = hosts[0] ?? '127.0.0.1') => `https://${name}:${port}${path}`,
    requests,
    script: (...next) => {
      replies = next
    },
    waitUntil: (condition, timeoutMs = 60_000) =>
      new Promise((resolve, reject) => {
        const stop = (end: () => void) => {
          clearTimeout(timer)
          waiters.delete(check)
          end()
        }
        const check = () => condition(requests) && stop(resolve)
        const timer = setTimeout(() => {
          const paths = requests.map(({ path }) => path).join(', ')
          stop(() => reject(new Error(`the receiver got ${requests.length} requests (${paths})`)))
        }, timeoutMs)
        waiters.add(check)
        check()
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendReply(reply: ScriptedResponse, request: IncomingMessage, response: ServerResponse): void {
  if (typeof reply === 'function') return reply(request, response)
  const { status, headers = {}, body = '', afterMs = 0 } = typeof reply === 'number' ? { status: reply } : reply
  setTimeout(() => response.writeHead(status, headers).end(body), afterMs)
}
