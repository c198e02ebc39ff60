import { resolveShortLinkPath } from '../../alerts/short-link'

/** GET /r/{code}: redirects to the page of a short link, which requires a session. An unknown code leads to a 404 page. */
export function handleAlertShortLink(code: string): Response {
  const Location = resolveShortLinkPath(code) ?? `/responses/${encodeURIComponent(code)}`
  return new Response(null, { status: 307, headers: { Location, 'Cache-Control': 'no-store' } })
}
