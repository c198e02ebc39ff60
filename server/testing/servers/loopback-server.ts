import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

export type LoopbackServer = {
  /** Without a trailing slash: `http://127.0.0.1:41234`. */
  url: string
  close: () => Promise<void>
}

/** A listener that wraps the handler, such as the web server's front. */
export type RequestListenerFactory = (
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
) => RequestListener

/** Serves a handler on a free loopback port over a real socket. */
export async function serveOnLoopback(
  answer: (request: Request) => Response | Promise<Response>,
  front: RequestListenerFactory = (serve) => (incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error))
  },
): Promise<LoopbackServer> {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const response = await answer(toRequest(incoming))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing)
    else outgoing.end()
  }
  const server = createServer(front(serve))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    headers.append(incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '')
  const method = incoming.method ?? 'GET'
  const url = `http://${incoming.headers.host ?? '127.0.0.1'}${incoming.url ?? '/'}`
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  const body = Readable.toWeb(incoming) as unknown as BodyInit
  // Node requires `duplex` for a streamed request body; its types lack the property.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' }
  return new Request(url, init)
}
