import { randomBytes } from 'node:crypto'
import {
  type PublicPage,
  type PublicPageRenderOptions,
  renderPublicPageHtml,
} from '@/components/public-survey/render-public-page'
import { isAtDomainOfAnother } from '@/server/api/pages/host-organization'
import { type PublicPageResult, presentNotice } from '@/server/api/pages/public-page'

/** At the link domain of another organization it is the page of an unknown link: a page there would seem to be that organization's. */
export async function toPublicPageResponse(answer: PublicPageResult<PublicPage>, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  const organization = 'page' in answer ? answer.page.organization : null
  if (organization && (await isAtDomainOfAnother(organization.id, request)))
    return toPublicPageHtmlResponse(404, presentNotice('unknownLink', request), { path })
  if (!('page' in answer))
    return new Response(null, {
      status: answer.status,
      headers: {
        ...PRIVATE_HEADERS,
        ...(answer.status === 303 ? { Location: answer.location ?? path } : {}),
        ...(answer.cookie === undefined ? {} : { 'Set-Cookie': answer.cookie }),
      },
    })
  const { frameOrigins } = answer
  const response = toPublicPageHtmlResponse(answer.status, answer.page, { path, ...(frameOrigins && { frameOrigins }) })
  if (answer.cookie !== undefined) response.headers.set('Set-Cookie', answer.cookie)
  if (answer.status === 429) response.headers.set('Retry-After', String(answer.retryAfter))
  return response
}

/** @param isPreview allows framing by our own origin only, @param frameOrigins by these, too. */
export function toPublicPageHtmlResponse(
  status: number,
  page: PublicPage,
  { path, isPreview = false, frameOrigins }: Omit<PublicPageRenderOptions, 'nonce'>,
): Response {
  const nonce = randomBytes(16).toString('base64')
  return new Response(renderPublicPageHtml(page, { nonce, path, isPreview, ...(frameOrigins && { frameOrigins }) }), {
    status,
    headers: {
      ...PRIVATE_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy({
        nonce,
        formTargets: chooseFormTargets(page, isPreview),
        frameOrigins: frameOrigins ?? (isPreview ? [] : null),
      }),
      // No session is involved here; isolating the browsing context group would delay a phone's first paint by 70 ms.
      'Cross-Origin-Opener-Policy': 'unsafe-none',
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

/** Chromium applies `form-action` to the redirects that follow, too, and the site that an owner chose may redirect further. */
function chooseFormTargets(page: PublicPage, isPreview: boolean): string {
  if (isPreview) return "'none'"
  return page.kind === 'form' && page.mayRedirect ? "'self' https:" : "'self'"
}

type Policy = { nonce: string; formTargets: string; frameOrigins: readonly string[] | null }

function contentSecurityPolicy({ nonce, formTargets, frameOrigins }: Policy): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "script-src 'self'",
    // The logo, and the favicon, which is an inline data URL.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${formTargets}`,
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins ? ["'self'", ...frameOrigins].join(' ') : "'none'"}`,
  ].join('; ')
}
