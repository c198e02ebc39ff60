import { runWithClockOffset } from '../../clock'
import { env } from '../../env'
import { NotFound, OriginNotAllowed, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { enforceWidgetConfigLimit, enforceWidgetVisitorLimit } from '../../rate-limit/widget-rate-limit'
import { mayAskContact } from '../../sequences/sending/may-ask-contact'
import { findOpenLink, type OpenLink } from '../../survey-links/open-link'
import { type SignedVisitor, verifySignedToken } from '../../survey-links/signed-token'
import { buildWidgetConfig } from '../../survey-widgets/widget-config'
import { toErrorJson } from '../endpoint'
import { readUrlEncodedForm } from '../request-body'

/* Requests of the script /widget.js, from the pages of a widget's origins. */

const CONFIG_MAX_AGE_SECONDS = 60
const MAX_VISITOR_BYTES = 16 * 1024

/** GET /w/<key>/config. @throws {NotFound} @throws {OriginNotAllowed} @throws {RateLimitExceeded} */
export async function getWidgetConfig(key: string, request: Request): Promise<Response> {
  await enforceWidgetConfigLimit(request.headers)
  const link = await findWidget(key, request)
  return Response.json(buildWidgetConfig(link), {
    headers: { ...corsHeaders(request), 'Cache-Control': `public, max-age=${CONFIG_MAX_AGE_SECONDS}` },
  })
}

/**
 * POST /w/<key>/visitor with a form that has a `token`, which needs no preflight request. Answers whether the visitor may be asked now, as far
 * as the service knows them; 400 with the reason for a token that is not accepted.
 * @throws {NotFound} @throws {OriginNotAllowed} @throws {RateLimitExceeded} @throws {PayloadTooLarge}
 */
export async function checkWidgetVisitor(key: string, request: Request): Promise<Response> {
  const link = await findWidget(key, request)
  await enforceWidgetVisitorLimit(link.id, request.headers)
  const form = await readUrlEncodedForm(request, MAX_VISITOR_BYTES)
  const headers = { ...corsHeaders(request), 'Cache-Control': 'no-store' }
  const result = await verifySignedToken(link, form.get('token') ?? '')
  if ('visitor' in result) return Response.json({ ask: await mayAskVisitor(link, result.visitor) }, { headers })
  // Not thrown: the page could not read an answer without these headers.
  const error = new ValidationError({ token: [localizableMessage(`signedToken.${result.fault}`)] })
  return new Response(toErrorJson(error), {
    status: error.status,
    headers: { ...headers, 'Content-Type': 'application/json' },
  })
}

function mayAskVisitor(link: OpenLink, { email }: SignedVisitor): Promise<boolean> {
  const { organizationId, clockOffsetMs, subject } = link
  if (email === null) return Promise.resolve(true)
  return runWithClockOffset(clockOffsetMs, () => mayAskContact(organizationId, { email, surveyId: subject.surveyId }))
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
