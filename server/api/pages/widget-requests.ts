import { env } from '../../env'
import { NotFound, OriginNotAllowed } from '../../errors'
import { findOpenLink, type OpenLink } from '../../survey-links/open-link'
import { buildWidgetConfig } from '../../survey-widgets/widget-config'

/* Requests of the script /widget.js, from the pages of a widget's origins. */

const CONFIG_MAX_AGE_SECONDS = 60

/** GET /w/<key>/config. @throws {NotFound} @throws {OriginNotAllowed} */
export async function getWidgetConfig(key: string, request: Request): Promise<Response> {
  const link = await findWidget(key, request)
  return Response.json(buildWidgetConfig(link), {
    headers: { ...corsHeaders(request), 'Cache-Control': `public, max-age=${CONFIG_MAX_AGE_SECONDS}` },
  })
}

async function findWidget(key: string, request: Request): Promise<OpenLink> {
  const link = await findOpenLink(key)
  if (!link?.widget) throw new NotFound('surveyWidget')
  // Browsers send none with a GET request of our own pages.
  const own = new URL(env.baseUrl).origin
  const origin = request.headers.get('origin') ?? own
  if (![own, ...link.widget.origins].includes(origin)) throw new OriginNotAllowed()
  return link
}

function corsHeaders(request: Request) {
  const origin = request.headers.get('origin')
  return {
    Vary: 'Origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(origin === null ? {} : { 'Access-Control-Allow-Origin': origin }),
  }
}
