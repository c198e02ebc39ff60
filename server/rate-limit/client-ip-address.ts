import { env } from '../env'
import { toNetworkKey } from './normalize-ip-address.mjs'

export type HeaderSource = { get(name: string): string | null }

/**
 * The client address, normalized for counting (normalize-ip-address.mjs); null if unknown.
 *
 * Only trusts headers that our entry point or the platform sets: the server in front of Next leaves a single address (scripts/lib/http),
 * and Vercel overwrites its own header. Clients can forge anything else.
 */
export function readClientIpAddress(headers: HeaderSource): string | null {
  const header = env.isVercel
    ? (headers.get('x-vercel-forwarded-for') ?? headers.get('x-real-ip'))
    : env.isBehindHttpServer
      ? headers.get('x-forwarded-for')
      : null
  const last = header?.split(',').at(-1)?.trim()
  return last ? toNetworkKey(last) : null
}
