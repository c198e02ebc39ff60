import { randomBytes } from 'node:crypto'
import { renderSandboxReviewSite } from '@/components/sandbox-review-site/render-sandbox-review-site'
import type { SandboxPageResult } from '@/server/api/pages/sandbox-review-site-page'

export function toSandboxPageResponse(answer: SandboxPageResult): Response {
  if ('to' in answer) return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: answer.to } })
  const nonce = randomBytes(16).toString('base64')
  return new Response(renderSandboxReviewSite(answer.page, nonce), {
    status: answer.status,
    headers: {
      ...PRIVATE_HEADERS,
      ...(answer.retryAfter === undefined ? {} : { 'Retry-After': String(answer.retryAfter) }),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(nonce),
    },
  })
}

/** The URL is the credential: no caching, no referrer, no indexing. */
const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    // Only the inline theme script.
    `script-src 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
