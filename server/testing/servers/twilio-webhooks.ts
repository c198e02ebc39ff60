import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { certificateFor, testAuthority } from './certificates'
import { serveOnLoopback } from './loopback-server'

type Route = (request: Request) => Promise<Response>
type PostOptions = { signedUrl?: string; authToken?: string; signature?: string | null }

export type TwilioWebhooks = {
  /** Posts a form as Twilio does: over TLS to the address it was told, signed for that. */
  post: (
    path: string,
    parameters: Record<string, string>,
    options?: PostOptions,
  ) => Promise<{ status: number; body: string; type: string | undefined }>
  close: () => Promise<void>
}

/** Serves the routes that Twilio calls at `baseUrl`, behind a proxy that terminates TLS, and plays Twilio. */
export async function openTwilioWebhooks(baseUrl: string, token: string, answer: Route): Promise<TwilioWebhooks> {
  const service = await serveOnLoopback(answer)
  const { hostname } = new URL(baseUrl)
  const proxy = createServer(await certificateFor([hostname]), (socket) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
    socket.pipe(upstream).pipe(socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const { cert: ca } = await testAuthority()
  return {
    post: async (path, parameters, { signedUrl = `${baseUrl}${path}`, authToken = token, signature } = {}) => {
      const form = new URLSearchParams(parameters)
      const signed = signature === undefined ? signTwilioRequest(authToken, signedUrl, parameters) : signature
      const call = request({
        host: '127.0.0.1',
        port,
        path,
        ca,
        servername: hostname,
        method: 'POST',
        agent: false,
        headers: {
          Host: hostname,
          'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
          'User-Agent': 'TwilioProxy/1.1',
          ...(signed === null ? {} : { 'X-Twilio-Signature': signed }),
        },
      })
      call.end(form.toString())
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const { statusCode = 0, headers } = response
      return { status: statusCode, body: Buffer.concat(chunks).toString(), type: headers['content-type'] }
    },
    close: async () => {
      proxy.close()
      await once(proxy, 'close')
      await service.close()
    },
  }
}

/** https://www.twilio.com/docs/usage/webhooks/webhooks-security */
function signTwilioRequest(authToken: string, url: string, parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))
  const text = pairs.map(([name, value]) => `${name}${value}`).join('')
  return createHmac('sha1', authToken).update(`${url}${text}`).digest('base64')
}
