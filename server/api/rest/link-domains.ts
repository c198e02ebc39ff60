import { mayHaveCertificate } from '../../link-domains/certificate-permission'
import { createHostProof } from '../../link-domains/host-proof'
import { toHostname } from '../../link-domains/request-host'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { defineBucket, enforceBuckets } from '../../rate-limit/rate-limit'

const ASKS_PER_MINUTE = 600

/**
 * GET /api/link-domains/ask?domain=: a proxy asks before it gets a certificate (`on_demand_tls` of Caddy). 200 or 404, without a body.
 * @throws {RateLimitExceeded}
 */
export async function handleCertificateQuestion(request: Request): Promise<Response> {
  const address = readClientIpAddress(request.headers) ?? 'unknown'
  await enforceBuckets([defineBucket(`link-domain asks ${address}`, 60, ASKS_PER_MINUTE)])
  const domain = new URL(request.url).searchParams.get('domain') ?? ''
  const status = (await mayHaveCertificate(domain)) ? 200 : 404
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** GET PROOF_PATH: proves that a request for this host reached this service. */
export function handleHostProof({ url, headers }: Request): Response {
  const host = headers.get('host') ?? new URL(url).host
  return new Response(createHostProof(toHostname(host)), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
