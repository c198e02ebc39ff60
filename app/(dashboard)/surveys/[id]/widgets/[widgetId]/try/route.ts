import { randomBytes } from 'node:crypto'
import { renderWidgetTrial } from '@/components/survey-widgets/render-widget-trial'
import { unbufferedEndpoint } from '@/server/api/endpoint'
import { viewWidgetTrial } from '@/server/api/pages/widget-trial'

type Context = { params: Promise<{ id: string; widgetId: string }> }

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint<Context>({
  GET: async (request, { params }) => {
    const result = await viewWidgetTrial(await params, request)
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    if ('to' in result) return new Response(null, { status: 303, headers: { ...headers, Location: result.to } })
    const nonce = randomBytes(16).toString('base64')
    return new Response(renderWidgetTrial(result.page, nonce), {
      headers: {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy(nonce),
      },
    })
  },
})

/** What the guide asks of the site of an owner, and the styles of the page itself. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "frame-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
