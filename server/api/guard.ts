import { Forbidden, PayloadTooLarge } from '../errors'
import { MAX_BODY_BYTES } from './rest-input'

/**
 * Refuses a state-changing request that another site made a browser send. The cookie is SameSite=Lax, which lets
 * sibling subdomains through, and a plain HTML form may send multipart or text bodies without asking: so the browser
 * must say that the request comes from our own pages, and the body must be JSON, which no form can send.
 * @throws {Forbidden}
 */
export function refuseCrossSite(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!isSameOrigin(request) || !isJson(request)) throw new Forbidden('This request did not come from our own pages.')
}

/** @throws {PayloadTooLarge} over 1 MiB. Otherwise the same request, its body read. */
export async function withinBodyLimit(request: Request): Promise<Request> {
  if (!request.body) return request
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw new PayloadTooLarge(MAX_BODY_BYTES)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new PayloadTooLarge(MAX_BODY_BYTES)
    chunks.push(chunk)
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: Buffer.concat(chunks) })
}

/** Sec-Fetch-Site, which a page cannot forge; where a browser does not send it, Origin against the host asked for. */
function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === host
}

function isJson({ headers }: Request): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
}
