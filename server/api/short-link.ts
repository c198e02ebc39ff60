import { readShortLink } from '../alerts/short-link'

/**
 * GET /r/{code}: leads on to the page that a short link means, which asks whoever comes to sign in. One that means nothing leads to
 * a page that is not there, and that says so.
 */
export function handleShortLink(code: string): Response {
  const Location = readShortLink(code) ?? `/responses/${encodeURIComponent(code)}`
  return new Response(null, { status: 307, headers: { Location, 'Cache-Control': 'no-store' } })
}
